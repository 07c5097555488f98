//! `repspec report issue`: exit statuses and complaints.
#![cfg(feature = "builtin")]

use std::path::Path;
use std::process::Command;

fn repspec(folder: &Path, args: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_repspec"))
        .args(args)
        .current_dir(folder)
        .env("XDG_CACHE_HOME", folder)
        .output()
        .unwrap();
    (
        output.status.code().unwrap(),
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

#[test]
fn from_a_report() {
    let folder = tempfile::tempdir().unwrap();
    let run = ["run", "reference", "robotxt", "--section", "2.2.4", "--output", "json=r.json"];
    assert_eq!(repspec(folder.path(), &run).0, 1);
    let issue = |args: &[&str]| {
        repspec(folder.path(), &[&["report", "issue", "--report", "r.json"], args].concat())
    };
    let (status, text, stderr) = issue(&["robotxt"]);
    assert_eq!((status, stderr.as_str()), (0, ""));
    let id = "other-records-do-not-interfere";
    assert!(text.starts_with("# robotxt 0.7.0 ") && text.contains(id), "{text}");
    assert!(text.contains("robotxt::Robots::parse(b\"User-agent: "), "{text}");
    let named = text.replace("repspec run robotxt ", "repspec run robotxt@0.7.0 ");
    assert_eq!(issue(&["robotxt@0.7.0", "--requirement", id]).1, named);
    assert_eq!(issue(&["reference"]).1, "reference 0.1.0: nothing fails\n");
    let met = "robotxt 0.7.0: nothing of other-record-ends-no-group fails\n";
    assert_eq!(issue(&["robotxt", "--requirement", "other-record-ends-no-group"]).1, met);
    for (args, complaint) in [
        (
            &["robotx"][..],
            "no implementation is named `robotx`; there are reference, robotxt; did you mean `robotxt`?",
        ),
        (&["robotxt@0.6.0"], "no implementation is named `robotxt@0.6.0`"),
        (&["robotxt", "--requirement", "eol-productoin"], "did you mean `eol-production`?"),
        (&["robotxt", "--requirement", "eol-production"], "nothing was asked about eol-production"),
        (&["robotxt", "--cases", "nowhere"], "nowhere"),
    ] {
        let (status, text, stderr) = issue(args);
        assert_eq!((status, text.as_str()), (2, ""), "{stderr}");
        assert!(stderr.contains(complaint), "{args:?}: {stderr}");
    }
}

#[test]
fn of_another_suite_or_not_started() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("r.json");
    let run = ["run", "reference", "--section", "5", "--output", "json=r.json"];
    assert_eq!(repspec(folder.path(), &run).0, 0);
    let written = std::fs::read_to_string(&path).unwrap();
    let mut report: serde_json::Value = serde_json::from_str(&written).unwrap();
    let issue = |report: &serde_json::Value| {
        std::fs::write(&path, report.to_string()).unwrap();
        repspec(folder.path(), &["report", "issue", "reference", "--report", "r.json"])
    };
    report["implementations"][0]["not_started"] = "no such \u{1b}program".into();
    let (status, _, stderr) = issue(&report);
    assert_eq!(status, 2);
    assert!(stderr.contains("reference did not start: no such \\x1Bprogram"), "{stderr}");
    report["suite"]["hash"] = "0".repeat(64).into();
    let (status, _, stderr) = issue(&report);
    assert_eq!(status, 2);
    assert!(
        stderr.contains("r.json was made with suite 0.1.0 (000000000000), and this is "),
        "{stderr}"
    );
}

#[test]
fn by_running_it() {
    let folder = tempfile::tempdir().unwrap();
    let (status, text, stderr) = repspec(folder.path(), &["report", "issue", "reference"]);
    assert_eq!(
        (status, text.as_str(), stderr.as_str()),
        (0, "reference 0.1.0: nothing fails\n", "")
    );
    for (name, complaint) in [
        ("protgo", "no implementation is named `protgo`; did you mean `protego`?"),
        ("protego", "protego is not installed"),
    ] {
        let (status, _, stderr) = repspec(folder.path(), &["report", "issue", name]);
        assert_eq!(status, 2);
        assert!(stderr.contains(complaint), "{stderr}");
    }
}
