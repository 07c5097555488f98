//! The bundle holds the whole suite, octet for octet.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use repspec::bundle::{Bundle, Scoring, Treatment};
use repspec::suite::{self, embedded, load_dir};
use repspec::traceability::Traceability;
use schemars::{JsonSchema, schema_for};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn export(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_repspec"))
        .args(["cases", "export"])
        .args(args)
        .current_dir(fixtures())
        .output()
        .unwrap()
}

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

fn check_schema<T: JsonSchema>(file: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/schema").join(file);
    let schema = serde_json::to_string_pretty(&schema_for!(T)).unwrap() + "\n";
    if std::env::var_os("UPDATE_SCHEMA").is_some() {
        std::fs::write(&path, &schema).unwrap();
    }
    let published = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(published == schema, "{file} is out of date: run this test with UPDATE_SCHEMA=1");
}

#[test]
fn the_published_schemas_are_those_of_the_types() {
    check_schema::<Bundle>("bundle.schema.json");
    check_schema::<Traceability>("traceability.schema.json");
}

#[test]
fn every_query_is_there_with_what_its_scoring_needs() {
    let suite = embedded().unwrap();
    let bundle = Bundle::of(&suite);
    assert_eq!((&bundle.suite_version, &bundle.suite_hash), (&suite.version, &suite.hash));
    let bundled: Vec<&str> = bundle
        .cases
        .iter()
        .flat_map(|case| case.queries.iter().map(|query| query.id.as_str()))
        .collect();
    let asked: Vec<&str> = suite.queries().map(|(_, query)| query.id.as_str()).collect();
    assert_eq!(bundled, asked);
    for case in &bundle.cases {
        let observed = match &case.scoring {
            Scoring::Scored | Scoring::Contested { .. } => false,
            Scoring::Observed { signatures, .. } => {
                assert!(signatures.values().all(|seen| seen.len() == case.queries.len()));
                true
            }
        };
        for query in &case.queries {
            let judged = query.step.as_ref().is_some_and(|step| {
                step.identified || !step.requested.is_empty() || !step.not_requested.is_empty()
            });
            let is_right =
                if observed { query.expect.is_none() } else { query.expect.is_some() || judged };
            assert!(is_right, "{}", query.id);
        }
    }
    let treated = |wanted: fn(&Treatment) -> bool| {
        bundle.readings.iter().filter(|reading| wanted(&reading.treatment)).count()
    };
    let kinds = |wanted: fn(&suite::ReadingKind) -> bool| {
        suite.readings.iter().filter(|reading| wanted(&reading.kind)).count()
    };
    assert_eq!(
        treated(|treatment| matches!(treatment, Treatment::Contested { .. })),
        kinds(|kind| matches!(kind, suite::ReadingKind::Contested(_)))
    );
    assert_eq!(bundle.readings.len(), suite.readings.len());
}

#[test]
fn the_document_is_ascii_and_gives_every_octet() {
    let suite = embedded().unwrap();
    let json = Bundle::of(&suite).to_json().unwrap();
    assert!(json.bytes().all(|octet| matches!(octet, b' '..=b'~' | b'\n')));
    assert_eq!(json, Bundle::of(&suite).to_json().unwrap());
    let document: Value = serde_json::from_str(&json).unwrap();
    for (case, bundled) in suite.cases.iter().zip(document["cases"].as_array().unwrap()) {
        let Some(file) = case.file() else { continue };
        let body = &bundled["robots_txt"];
        let octets = BASE64_STANDARD.decode(body["base64"].as_str().unwrap()).unwrap();
        assert_eq!(octets, file.robots_txt, "{}", case.id);
        assert_eq!(body["length"], octets.len());
        if let Some(text) = body.get("text") {
            assert_eq!(text.as_str().unwrap().as_bytes(), octets, "{}", case.id);
        }
        assert_eq!(bundled["why"], case.why.as_str());
    }
}

/// A suite whose only case has this body, as a YAML double-quoted scalar.
fn body(scalar: &str) -> Value {
    let dir = tempfile::tempdir().unwrap();
    let case = format!(
        "section: \"2.2\"\ntitle: x\ncases:\n- id: a\n  why: \"\\e \\u2028 x\"\n  requirement: nl-production\n  \
         robots_txt: \"{scalar}\"\n  queries: [{{ id: q, uri: \"https://shop.example/\", expect: allow }}]\n"
    );
    std::fs::write(dir.path().join("x.yaml"), case).unwrap();
    let json = Bundle::of(&load_dir(dir.path()).unwrap()).to_json().unwrap();
    let mut document: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(document["cases"][0]["why"], "\u{1b} \u{2028} x");
    document["cases"][0]["robots_txt"].take()
}

#[test]
fn a_body_is_text_too_where_nothing_can_be_misread() {
    for (scalar, text) in [
        (r"Allow: /\t\u30C4\r\n", Some("Allow: /\t\u{30c4}\r\n")),
        (r"\uFEFFAllow: /", Some("\u{feff}Allow: /")),
        (r"\U0001F600", Some("\u{1f600}")),
        (r"", Some("")),
        (r"a\0", None),
        (r"a\e", None),
        (r"a\x7F", None),
        (r"a\x85", None),
    ] {
        assert_eq!(body(scalar).get("text").and_then(Value::as_str), text, "{scalar}");
    }
    let long = "# padding\\n".repeat(10_000);
    assert!(body(&long).get("text").is_none());
    // SHA-256 of "abc", FIPS 180-4.
    let sha256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    assert_eq!(body("abc")["sha256"], sha256);
}

#[test]
fn export_writes_a_file_or_standard_output() {
    let there = export(&["--cases", "suite"]);
    assert!(there.status.success() && there.stderr.is_empty());
    let suite = load_dir(&fixtures().join("suite")).unwrap();
    assert_eq!(String::from_utf8(there.stdout).unwrap(), Bundle::of(&suite).to_json().unwrap());

    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("bundle.json");
    let written = export(&["--cases", "suite", "--output", file.to_str().unwrap()]);
    assert!(written.status.success() && written.stdout.is_empty());
    assert_eq!(std::fs::read_to_string(file).unwrap(), Bundle::of(&suite).to_json().unwrap());
}

#[test]
fn what_cannot_be_exported_leaves_no_file() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("bundle.json");
    let nowhere = export(&["--cases", "nowhere", "--output", file.to_str().unwrap()]);
    assert_eq!(nowhere.status.code(), Some(2));
    assert!(!file.exists());
    let folder = dir.path().join("not/there.json");
    let unwritable = export(&["--cases", "suite", "--output", folder.to_str().unwrap()]);
    assert_eq!(unwritable.status.code(), Some(2));
    assert!(String::from_utf8(unwritable.stderr).unwrap().contains("cannot write"));
}
