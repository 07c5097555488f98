//! The catalogue is complete, and `repspec requirements` says what tests it.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use repspec::faults;
use repspec::suite::{Level, embedded, load_dir};
use repspec::traceability::{Coverage, KEYWORD_STATEMENTS, Traceability, Traced};
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Stdio};

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_repspec"));
    command
        .arg("requirements")
        .args(args)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures"));
    command
}

/// Exit status, standard output, standard error.
fn run(args: &[&str]) -> (i32, String, String) {
    let output = command(args).output().unwrap();
    let text = |octets| String::from_utf8(octets).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn the_catalogue_has_every_keyword_statement() {
    let keywords = Traceability::of(&embedded().unwrap()).totals.keywords;
    let counted: Vec<(Level, usize)> = keywords.into_iter().collect();
    assert_eq!(
        counted,
        [
            (Level::Must, 19),
            (Level::MustNot, 2),
            (Level::Should, 9),
            (Level::ShouldNot, 1),
            (Level::May, 9)
        ]
    );
    assert_eq!(counted.iter().map(|(_, number)| number).sum::<usize>(), KEYWORD_STATEMENTS);
}

#[test]
fn no_testable_requirement_is_without_a_query() {
    let table = Traceability::of(&embedded().unwrap());
    assert_eq!(table.totals.missing, Vec::<String>::new());
}

#[test]
fn every_query_stands_in_the_table_once() {
    let suite = embedded().unwrap();
    let mut traced: Vec<String> = Traceability::of(&suite)
        .requirements
        .into_iter()
        .flat_map(|traced| traced.queries)
        .map(|query| query.id)
        .collect();
    let mut asked: Vec<String> = suite.queries().map(|(_, query)| query.id.clone()).collect();
    traced.sort();
    asked.sort();
    assert_eq!(traced, asked);
}

#[test]
fn every_fault_stands_in_the_table_with_the_requirement_that_it_breaks() {
    let table = Traceability::of(&embedded().unwrap());
    assert!(table.totals.faults > 0);
    for fault in faults::all() {
        let breaks = |traced: &Traced| traced.faults.iter().any(|found| found.id == fault.id);
        let broken: Vec<&str> = table
            .requirements
            .iter()
            .filter(|traced| breaks(traced))
            .map(|traced| traced.requirement.id.as_str())
            .collect();
        assert_eq!(broken, [fault.requirement], "{}", fault.id);
    }
    assert_eq!(table.totals.faults, faults::all().count());
}

/// The fixture suite with further requirements that no query tests.
fn with_requirements(more: &str) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/suite");
    for entry in std::fs::read_dir(fixtures).unwrap() {
        let entry = entry.unwrap();
        if entry.path().is_file() {
            std::fs::copy(entry.path(), dir.path().join(entry.file_name())).unwrap();
        }
    }
    let file = dir.path().join("requirements.yaml");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(file, text + more).unwrap();
    dir
}

fn untested(id: &str, tested: &str) -> String {
    format!(
        "  - {{ id: {id}, section: \"2.9\", level: must, kind: keyword, binds: parser, tested: {tested}, text: X. }}\n"
    )
}

#[test]
fn only_what_a_verdict_can_show_must_have_a_query() {
    let elsewhere = ["by-access", "by-robustness", "{ not: \"No.\" }"].map(|tested| {
        let id = format!("x-{}", tested.len());
        untested(&id, tested)
    });
    let dir = with_requirements(&elsewhere.concat());
    let table = Traceability::of(&load_dir(dir.path()).unwrap());
    assert_eq!((table.totals.testable, table.totals.covered), (3, 3));
    assert_eq!(run(&["--cases", dir.path().to_str().unwrap()]).0, 0);
}

#[test]
fn a_testable_requirement_without_a_query_is_named() {
    let dir = with_requirements(&(untested("x", "by-verdict") + &untested("y", "by-verdict")));
    let cases = dir.path().to_str().unwrap();
    for format in ["text", "markdown"] {
        let (status, out, _) = run(&["--cases", cases, "--format", format]);
        assert_eq!(status, 1, "{format}");
        assert!(out.contains("no query tests x\n") && out.contains("no query tests y\n"), "{out}");
        assert!(
            out.contains(
                "5 requirements, 5 of them testable by queries, 3 tested; 0 faults break them\n"
            ),
            "{out}"
        );
    }
    let (status, out, _) = run(&["--cases", cases, "--format", "json"]);
    let table: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((status, &table["totals"]["missing"]), (1, &serde_json::json!(["x", "y"])));
    assert_eq!(run(&["--cases", cases, "x"]).0, 1);
    assert_eq!(run(&["--cases", cases, "longest-wins"]).0, 0);
}

#[test]
fn the_table_counts_own_queries_scored_ones_and_others_that_touch() {
    let (status, out, _) = run(&["--cases", "suite"]);
    assert_eq!(status, 0);
    let row = |id: &str| -> Vec<String> {
        let row = out.lines().find(|line| line.contains(&format!(" {id} "))).unwrap();
        row.split_whitespace().map(str::to_owned).collect()
    };
    let starts = row("starts-with-slash");
    assert_eq!(starts[2..], ["stated", "grammar", "parser", "verdict", "2", "0", "1", "0"]);
    let (_, markdown, _) = run(&["--cases", "suite", "--format", "markdown"]);
    let row = format!("| {} |", starts.join(" | "));
    assert!(markdown.lines().any(|line| line == row), "{row} in {markdown}");
    assert!(!out.contains('\x1b'));
}

#[test]
fn one_requirement_is_shown_with_its_queries() {
    let (status, out, _) = run(&["--cases", "suite", "starts-with-slash"]);
    assert_eq!(status, 0);
    for part in [
        "starts-with-slash  (section 2.2, stated, grammar, binds the parser, tested by verdict)",
        "  A path pattern starts with a slash.",
        "\nqueries: 2\n  regressions/star#gif (observed)\n",
        "touch it: 1\n  2.2.2/longest#outside\n",
    ] {
        assert!(out.contains(part), "{part} in {out}");
    }
    let (_, markdown, _) = run(&["--cases", "suite", "starts-with-slash", "--format", "markdown"]);
    assert!(markdown.starts_with("### starts-with-slash\n\n"), "{markdown}");
    let (_, json, _) = run(&["--cases", "suite", "starts-with-slash", "--format", "json"]);
    let traced: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(traced["id"], "starts-with-slash");
    assert_eq!(traced["coverage"], serde_json::to_value(Coverage::Covered).unwrap());
    assert_eq!(traced["queries"][0]["counts"], "observed");
}

#[test]
fn an_unknown_requirement_is_an_error_with_a_suggestion() {
    let (status, out, err) = run(&["most-specific-match-use"]);
    assert_eq!((status, out.as_str()), (2, ""));
    assert!(err.contains("did you mean `most-specific-match-used`?"), "{err}");
    assert_eq!(run(&["--cases", "nowhere"]).0, 2);
}

#[test]
fn a_reader_that_leaves_early_is_no_error() {
    let mut child = command(&["--format", "json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}
