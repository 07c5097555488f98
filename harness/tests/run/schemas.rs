//! The published JSON Schemas are those of the types. `UPDATE_SCHEMA=1` rewrites them.

use crate::compare::made_comparison;
use crate::made_up::{deciding, suite};
use crate::reports::everything;
use crate::schema_check::mistakes;
use repspec::event::Event;
use repspec::report::compare::Comparison;
use repspec::report::scoreboard::Score;
use repspec::report::{Report, report};
use schemars::{JsonSchema, schema_for};
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;

fn check<T: JsonSchema>(file: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/schema").join(file);
    let schema = serde_json::to_string_pretty(&schema_for!(T)).unwrap() + "\n";
    if std::env::var_os("UPDATE_SCHEMA").is_some() {
        std::fs::write(&path, &schema).unwrap();
    }
    let published = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(published == schema, "{file} is out of date: run the test with UPDATE_SCHEMA=1");
}

#[test]
fn of_the_report() {
    check::<Report>("report.schema.json");
}

#[test]
fn of_a_comparison() {
    check::<Comparison>("comparison.schema.json");
}

#[test]
fn of_a_score() {
    check::<Score>("score.schema.json");
}

#[test]
fn of_an_event() {
    check::<Event>("events.schema.json");
}

#[test]
fn a_comparison_is_as_the_published_schema_says() {
    let schema = published("comparison.schema.json");
    let mut comparison = serde_json::to_value(made_comparison()).unwrap();
    assert_eq!(mistakes(&schema, &comparison), [""; 0]);
    comparison["implementations"][0]["start"] = json!("maybe");
    assert_eq!(mistakes(&schema, &comparison).len(), 1);
}

fn published(file: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/schema").join(file);
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

/// The report of `repspec run` on one that is known to fail and one that does not start.
#[cfg(feature = "builtin")]
fn real_report() -> Value {
    let folder = tempfile::tempdir().unwrap();
    let adapter = "name: absent\nversion: '1'\nlanguage: C\nlicence: MIT\nhomepage: https://x.example/\n\
        command: [./absent]\nconverts: []\ninstall: build it first\n";
    std::fs::write(folder.path().join("adapter.yaml"), adapter).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_repspec"))
        .args(["run", "reference", "robotstxt", "--section", "2.2.4", "--baseline", "bundled"])
        .arg("--adapter")
        .arg(folder.path())
        .args(["--format", "json"])
        .output()
        .unwrap();
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
#[cfg(feature = "builtin")]
fn a_report_is_as_the_published_schema_says() {
    let schema = published("report.schema.json");
    let real = real_report();
    assert_eq!(real["implementations"].as_array().unwrap().len(), 3);
    let made_up = report(&everything().fold(&suite()), deciding).unwrap();
    for mut report in [real, serde_json::to_value(made_up).unwrap()] {
        let mut found = mistakes(&schema, &report);
        found.truncate(5);
        assert_eq!(found, [""; 0]);
        report["implementations"][0]["queries"][0]["got"] = json!("maybe");
        report["more"] = json!(1);
        report.as_object_mut().unwrap().remove("suite");
        assert_eq!(mistakes(&schema, &report).len(), 3, "{:?}", mistakes(&schema, &report));
    }
}
