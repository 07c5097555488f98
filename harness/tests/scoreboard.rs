//! `repspec run --output reports=DIR` and `repspec report scoreboard DIR`.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use repspec::report::scoreboard::Score;
use std::path::Path;
use std::process::Command;

/// Runs it beside the suite of the loader's tests; status, standard output, standard error.
fn repspec(args: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_repspec"))
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

/// Writes reports of the reference and of a command that forbids everything but what the canary asks for.
fn write_reports(folder: &Path) {
    let reports = format!("reports={}", folder.display());
    let grumpy = "grumpy=sh -c 'test -s $0 || exit 2; case $1 in */public) exit 0;; esac; exit 1' {robots} {uri}";
    let args = ["run", "reference", "--cases", "suite", "--command", grumpy, "--output", &reports];
    let (status, stdout, stderr) = repspec(&args);
    assert_eq!(status, 1, "{stdout}{stderr}");
}

fn scoreboard(folder: &Path) -> (i32, String, String) {
    repspec(&["report", "scoreboard", folder.to_str().unwrap(), "--cases", "suite"])
}

#[test]
fn the_page_compares_what_the_reports_say() {
    let folder = tempfile::tempdir().unwrap();
    write_reports(folder.path());
    let (status, page, stderr) = scoreboard(folder.path());
    assert_eq!((status, stderr.as_str()), (0, ""));
    insta::assert_snapshot!(page);
}

#[test]
fn the_same_run_gives_the_same_octets() {
    let folder = tempfile::tempdir().unwrap();
    let (one, other) = (folder.path().join("one"), folder.path().join("two/below"));
    write_reports(&one);
    write_reports(&other);
    for name in ["grumpy.json", "reference.json"] {
        let read = |folder: &Path| std::fs::read_to_string(folder.join(name)).unwrap();
        assert_eq!(read(&one), read(&other));
        let score: Score = serde_json::from_str(&read(&one)).unwrap();
        assert_eq!(format!("{}.json", score.name), name);
    }
}

#[test]
fn what_makes_no_scoreboard_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let told = |because: &str| {
        let (status, stdout, stderr) = scoreboard(folder.path());
        assert_eq!((status, stdout.as_str()), (2, ""), "{stderr}");
        assert!(stderr.contains(because), "{stderr}");
    };
    told("has no report (*.json)");
    write_reports(folder.path());
    let file = folder.path().join("grumpy.json");
    let good = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, &good[..good.len() / 2]).unwrap();
    told("grumpy.json: is no report that `repspec run --output reports=DIR` wrote: EOF");
    std::fs::write(&file, good.replacen("\"hash\": \"", "\"hash\": \"0", 1)).unwrap();
    told("grumpy.json: was made with suite 0.3.0 (0");
    std::fs::write(&file, good.replacen("\"schema\": 1", "\"schema\": 2", 1)).unwrap();
    told("grumpy.json: is of version 2 of its format, and only 1 is understood");
    std::fs::write(&file, good.replacen("\"cpu_ms\": 2000", "\"cpu_ms\": 9", 1)).unwrap();
    told("reference.json: were made with other limits for a query");
    std::fs::write(&file, &good).unwrap();
    std::fs::write(folder.path().join("again.json"), &good).unwrap();
    told("are both of `grumpy`");
    let whole = folder.path().join("again.json");
    let json = format!("json={}", whole.display());
    repspec(&["run", "reference", "--cases", "suite", "--output", &json]);
    told("again.json: is a whole report (`--output json=FILE`)");
    std::fs::remove_dir_all(folder.path()).unwrap();
    told("cannot be read");
}

#[test]
fn no_text_of_a_report_breaks_the_page() {
    let folder = tempfile::tempdir().unwrap();
    write_reports(folder.path());
    let file = folder.path().join("grumpy.json");
    let good = std::fs::read_to_string(&file).unwrap();
    let odd = good.replacen("\"name\": \"grumpy\"", "\"name\": \"x|<b>\\n|y\"", 1);
    std::fs::write(&file, odd).unwrap();
    let (status, page, _) = scoreboard(folder.path());
    assert_eq!(status, 0);
    assert!(page.contains("| x\\|&lt;b>\\\\n\\|y |"), "{page}");
}

#[test]
fn a_part_of_the_suite_makes_no_report_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let reports = format!("reports={}", folder.path().join("new").display());
    let args = ["run", "reference", "--cases", "suite", "--section", "2.2", "--output", &reports];
    let (status, stdout, stderr) = repspec(&args);
    assert_eq!((status, stdout.as_str()), (2, ""), "{stderr}");
    assert!(stderr.contains("leave out --section"), "{stderr}");
    assert!(!folder.path().join("new").exists());
}
