//! `repspec run`: what stops it before anything is asked, each with exit status 2.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::path::Path;
use std::process::Command;

/// Runs it over the suite of the loader's tests; status, standard output, standard error.
fn run(args: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_repspec"))
        .args(["run", "--cases", "suite"])
        .args(args)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures"))
        .output()
        .unwrap();
    (
        output.status.code().unwrap(),
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

fn assert_refused(args: &[&str], because: &str) {
    let (status, stdout, stderr) = run(args);
    assert_eq!((status, stdout.as_str()), (2, ""), "{args:?}: {stderr}");
    assert!(stderr.contains(because), "{args:?}: {stderr}");
}

#[test]
fn implementations_that_cannot_take_part() {
    let known = "no implementation is named `referance`; there are reference, ";
    assert_refused(&["referance"], known);
    assert_refused(&["referance"], "did you mean `reference`?");
    assert_refused(&["reference", "reference"], "two implementations are named `reference`");
    assert_refused(&["--adapter", "nowhere"], "error[unreadable]");
    assert_refused(&["--adapter", "suite/suite.yaml"], "--> suite/suite.yaml:1");
    assert_refused(&["reference", "--allow-when", "yes"], "--disallow-when");
}

#[test]
fn selections_of_nothing() {
    assert_refused(&["reference", "--section", "9"], "section `9`; there are cases for 2.2.2, ");
    assert_refused(&["reference", "--filter", "nothing*"], "matches `nothing*`");
    assert_refused(&["reference", "--level", "perhaps"], "possible values: must, should, may");
}

#[test]
fn baselines_that_cannot_be_used() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("known.yaml");
    let text = "suite: 0.1.0\nimplementation: other\nqueries: []\n";
    std::fs::write(&file, text).unwrap();
    let path = file.to_str().unwrap();
    let named = format!("reference={path}");
    let of_other = "is a baseline of `other`, not of `reference`";
    assert_refused(&["reference", "--baseline", path], of_other);
    assert_refused(&["reference", "--baseline", &named], of_other);
    assert_refused(
        &["reference", "--baseline", &format!("zebra={path}")],
        "no implementation is named `zebra`",
    );
    assert_refused(&["reference", "--baseline", "gone.yaml"], "error[unreadable]");
    let two = ["--command", "a=a {robots}", "--command", "b=b {robots}", "--baseline", path];
    assert_refused(&two, "Say NAME=FILE; the run has a, b");
    std::fs::write(&file, text.replace("[]", "\n  - query: x\n    outcome: fail")).unwrap();
    assert_refused(&["reference", "--baseline", path], "error[missing-field]");
    assert_refused(&["reference", "--baseline", path], "known.yaml:4");
}

#[test]
fn an_update_needs_a_file() {
    assert_refused(&["reference", "--update-baseline"], "--baseline");
    let bundled = ["reference", "--baseline", "bundled", "--update-baseline"];
    assert_refused(&bundled, "--update-baseline needs a file to write");
}

#[test]
fn values_without_sense() {
    assert_refused(&["reference", "--timeout", "0"], "number of seconds above 0");
    assert_refused(&["reference", "--jobs", "0"], "--jobs");
    assert_refused(&["reference", "--output", "html=x"], "json=FILE");
    assert_refused(&["reference", "--cases", "nowhere"], "cannot be used multiple times");
}

#[test]
fn a_suite_that_cannot_be_read() {
    let output = Command::new(env!("CARGO_BIN_EXE_repspec"))
        .args(["run", "reference", "--cases", "nowhere"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("--> nowhere:1"));
}
