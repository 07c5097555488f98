//! `repspec run`: exit statuses, and what stops it before anything is asked.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::path::Path;
use std::process::{Command, Stdio};

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
    let unknown = "no implementation is named `referance`; did you mean `reference`?";
    assert_refused(&["referance"], unknown);
    assert_refused(&["reference", "reference"], "two implementations are named `reference`");
    assert_refused(
        &["reference", "reference"],
        "give an adapter another `name` in its adapter.yaml",
    );
    assert_refused(&["--adapter", "nowhere"], "error[unreadable]");
    assert_refused(&["--adapter", "nowhere"], " --> nowhere\n");
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
    assert_refused(&two, "is a baseline of `other`; the run has a, b");
    let new = folder.path().join("new.yaml");
    let new = ["--baseline", new.to_str().unwrap(), "--update-baseline"];
    assert_refused(&[&two[..4], &new].concat(), "Say NAME=FILE; the run has a, b");
    std::fs::write(&file, "suite: 0.3.1\nimplementation: reference\nqueries: []\n").unwrap();
    let newer = "was made with version 0.3.1 of the suite, and this is 0.3.0: take a newer repspec";
    assert_refused(&["reference", "--baseline", path], newer);
    assert_refused(&["reference", "--baseline", path, "--update-baseline"], newer);
    std::fs::write(&file, text.replace("[]", "\n  - query: x\n    outcome: fail")).unwrap();
    assert_refused(&["reference", "--baseline", path], "error[missing-field]");
    assert_refused(&["reference", "--baseline", path], "known.yaml:4");
    std::fs::write(&file, format!("\u{FEFF}{text}")).unwrap();
    assert_refused(&["reference", "--baseline", path], "begins with a byte order mark");
}

#[test]
fn a_baseline_says_itself_whose_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("known.yaml");
    let text = "suite: 0.3.0\nimplementation: reference\nqueries:\n  - query: 2.2.2/longest#inside\n    \
        outcome: fail\n    reason: r\n";
    std::fs::write(&file, text).unwrap();
    let mute = ["--command", "mute=true {robots}"];
    let (_, stdout, stderr) =
        run(&[&mute[..], &["reference", "--baseline", file.to_str().unwrap()]].concat());
    assert!(stdout.contains("reference: unexpected: 1 pass."), "{stdout}{stderr}");
}

#[test]
fn an_update_needs_a_file() {
    assert_refused(&["reference", "--update-baseline"], "--baseline");
    let bundled = ["reference", "--baseline", "bundled", "--update-baseline"];
    assert_refused(&bundled, "--update-baseline needs a file to write");
}

#[test]
fn values_without_sense() {
    assert_refused(
        &["reference", "--timeout", "0"],
        "'--timeout <SECONDS>': it must be more than 0",
    );
    assert_refused(&["reference", "--timeout", "-1"], "it must be more than 0");
    assert_refused(&["reference", "--timeout", "1e99"], "(a day) or less");
    assert_refused(&["reference", "--timeout", "nan"], "it must be a number of seconds");
    for jobs in ["0", "1.5", "many"] {
        assert_refused(&["reference", "-j", jobs], "'--jobs <N>': it must be a whole number, 1 or");
    }
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
    assert!(String::from_utf8(output.stderr).unwrap().ends_with(" --> nowhere\n"));
}

/// Cases of one's own, few or under a catalogue of one's own, show nothing about the RFC as a whole.
#[test]
#[cfg(feature = "builtin")]
fn bundled_baselines_are_not_about_cases_of_ones_own() {
    let (_, stdout, stderr) = run(&["robotstxt", "--baseline", "bundled"]);
    assert!(stdout.contains("robotstxt 0.3.0"), "{stdout}{stderr}");
    assert!(!stdout.contains("no query has such an id"), "{stdout}");
}

#[test]
fn there_is_no_statement_on_cases_of_ones_own() {
    let folder = tempfile::tempdir().unwrap();
    let case = "section: \"2.2.2\"\ntitle: One\nsince: \"0.1.0\"\ncases:\n  - id: mine\n    why: It is mine.\n    \
        robots_txt: \"User-agent: *\\nDisallow: /x\\n\"\n    queries:\n      - { id: x, \
        uri: \"https://shop.example/x\", expect: disallow, requirement: most-octets-is-most-specific }\n";
    std::fs::write(folder.path().join("mine.yaml"), case).unwrap();
    let said = || {
        let output = Command::new(env!("CARGO_BIN_EXE_repspec"))
            .args(["run", "reference", "--cases"])
            .arg(folder.path())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let asked = said();
    assert!(asked.contains("  no statement as a parser: the suite asks nothing about "), "{asked}");
    let own = "requirements:\n  - id: most-octets-is-most-specific\n    section: \"2.2.2\"\n    level: must\n    \
        kind: keyword\n    binds: parser\n    tested: by-verdict\n    text: The rule with the most octets decides.\n";
    std::fs::write(folder.path().join("requirements.yaml"), own).unwrap();
    std::fs::write(folder.path().join("readings.yaml"), "readings: []\n").unwrap();
    let asked = said();
    assert!(
        asked.contains("  no statement as a parser: the suite has requirements of its own"),
        "{asked}"
    );
    assert!(asked.contains("suite 0.1.0") && asked.contains(": 1 query\n"), "{asked}");
}

#[test]
fn the_reference_does_what_the_suite_expects() {
    let output = Command::new(env!("CARGO_BIN_EXE_repspec"))
        .args(["run", "reference", "--strict"])
        .output()
        .unwrap();
    let stdout = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{stdout}");
    assert!(stdout.lines().last().unwrap().ends_with(" passed, 0 failed, 0 skipped"), "{stdout}");
    assert!(!stdout.contains('\x1b'), "a pipe gets plain text");
}

/// The loader's suite has a SHOULD NOT that only a crawler could break, and `allow` for it is wrong there.
#[test]
fn a_warning_is_unexpected_if_strict() {
    assert_eq!(run(&["reference"]).0, 0);
    let (status, stdout, _) = run(&["reference", "--strict"]);
    assert_eq!(status, 1, "{stdout}");
    assert!(stdout.contains("warn  2.4/big#x"), "{stdout}");
}

#[test]
fn an_entry_for_what_does_not_fail_is_named_and_goes_with_an_update() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("known.yaml");
    let head = "# By hand.\nsuite: 0.3.0\nimplementation: reference\n";
    let entry = "  - query: 2.2.2/longest#inside\n    outcome: fail\n    reason: r\n";
    std::fs::write(&file, format!("{head}queries:\n{entry}")).unwrap();
    let path = file.to_str().unwrap();
    let (status, stdout, _) = run(&["reference", "--baseline", path]);
    assert_eq!(status, 1, "{stdout}");
    assert!(stdout.contains("pass  2.2.2/longest#inside  the baseline's entry"), "{stdout}");
    let (status, _, stderr) = run(&["reference", "--baseline", path, "--update-baseline"]);
    assert_eq!(status, 0, "{stderr}");
    assert!(stderr.contains("-  - query: 2.2.2/longest#inside"), "{stderr}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), format!("{head}queries: []\n"));
    assert_eq!(run(&["reference", "--baseline", path]).0, 0);
}

#[test]
fn the_document_is_the_same_in_a_file_and_on_standard_output() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("report.json");
    let output = format!("json={}", file.to_str().unwrap());
    let (status, stdout, _) = run(&["reference", "--format", "json", "--output", &output]);
    assert_eq!(status, 0);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), stdout);
    let report: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(report["complete"], true);
    assert_eq!(report["implementations"][0]["name"], "reference");
}

#[test]
fn a_file_that_cannot_be_written_is_told_before_anything_is_asked() {
    let folder = tempfile::tempdir().unwrap();
    let trace = ["reference", "--trace", "--output"];
    let told = |arguments: &[&str], path: &str| {
        let (status, stdout, stderr) = run(arguments);
        assert_eq!((status, stdout.as_str()), (2, ""), "{stderr}");
        assert!(stderr.starts_with(&format!("repspec: cannot write {path}: ")), "{stderr}");
        assert_eq!(stderr.lines().count(), 1, "nothing was asked: {stderr}");
    };
    for path in ["nowhere/report.json", "suite/suite.yaml/report.json", "suite"] {
        told(&[&trace[..], &[&format!("json={path}")]].concat(), path);
    }
    let baseline = "nowhere/known.yaml";
    told(&["reference", "--trace", "--update-baseline", "--baseline", baseline], baseline);
    let good = format!("json={}", folder.path().join("report.json").to_str().unwrap());
    let (status, _, stderr) = run(&["referance", "--output", &good]);
    assert_eq!(status, 2, "{stderr}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "to check leaves nothing");
}

/// The folder goes away while the run is on: the command that is asked removes it.
#[test]
#[cfg(unix)]
fn people_get_their_report_even_if_its_file_cannot_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let (tool, reports) = (folder.path().join("tool.sh"), folder.path().join("reports"));
    std::fs::create_dir(&reports).unwrap();
    let text = "[ -s \"$1\" ] || exit 2; rmdir \"$3\" 2>&-; case $2 in */private) exit 1;; esac";
    std::fs::write(&tool, text).unwrap();
    let path = format!("{}/report.json", reports.display());
    let command = format!("tool=sh {} {{robots}} {{uri}} {}", tool.display(), reports.display());
    let (status, stdout, stderr) =
        run(&["--command", &command, "--output", &format!("json={path}")]);
    assert_eq!(status, 2, "{stderr}");
    assert!(stdout.lines().last().unwrap().ends_with(" skipped"), "{stdout}");
    assert!(stderr.contains(&format!("cannot write {path}: ")), "{stderr}");
}

#[test]
fn events_are_one_a_line_and_a_trace_goes_to_standard_error() {
    let (_, stdout, _) = run(&["reference", "--format", "events"]);
    let events: Vec<serde_json::Value> =
        stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(events[0]["event"], "run-started");
    assert_eq!(events.last().unwrap()["event"], "run-finished");
    let (_, _, stderr) = run(&["reference", "--trace", "--filter", "2.2.2/longest#inside"]);
    assert!(stderr.contains("reference > {\"repspec\":\"ask\""), "{stderr}");
    assert!(stderr.contains("reference < {\"repspec\":\"answer\""), "{stderr}");
}

#[test]
fn one_that_does_not_start_makes_it_2_and_stops_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let adapter = "name: absent\nversion: '1'\nlanguage: C\nlicence: MIT\nhomepage: https://x.example/\n\
        command: [./absent]\nconverts: []\ninstall: build it first\n";
    std::fs::write(folder.path().join("adapter.yaml"), adapter).unwrap();
    let path = folder.path().to_str().unwrap();
    let (status, stdout, _) = run(&["reference", "--adapter", path]);
    assert_eq!(status, 2, "{stdout}");
    assert!(stdout.contains("absent did not start"), "{stdout}");
    assert!(stdout.contains("    To install what absent needs: build it first"), "{stdout}");
    assert!(stdout.contains("reference 0.1.0"), "{stdout}");
}

/// A container can be started so that its first process has a session that is not visible inside.
#[test]
#[cfg(target_os = "linux")]
fn the_session_may_be_out_of_sight() {
    let inside = |command: &[&str]| {
        Command::new("unshare")
            .args(["--user", "--map-root-user", "--pid", "--fork", "--mount-proc"])
            .args(command)
            .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures"))
            .output()
    };
    // Not every system lets its users do this.
    if !inside(&["true"]).is_ok_and(|output| output.status.success()) {
        return;
    }
    let repspec = env!("CARGO_BIN_EXE_repspec");
    let output = inside(&[repspec, "run", "reference", "--cases", "suite"]).unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
#[cfg(target_os = "linux")]
fn ends_of_children_are_seen_where_our_parent_ignores_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let tool = folder.path().join("tool.sh");
    let text = "[ -s \"$1\" ] || exit 2; case $2 in */private) exit 1;; esac";
    std::fs::write(&tool, text).unwrap();
    let output = Command::new("env")
        .args(["--ignore-signal=CHLD", env!("CARGO_BIN_EXE_repspec"), "run"])
        .args(["--cases", "suite", "--filter", "2.2.2/longest#inside"])
        .args(["--command", &format!("tool=sh {} {{robots}} {{uri}}", tool.display())])
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures"))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
fn nobody_reading_is_no_failure() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_repspec"))
        .args(["run", "reference", "--cases", "suite"])
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}

/// What the README shows is what the first command that it names prints.
#[test]
fn the_readme_shows_the_matrix_as_it_is() {
    let output = Command::new(env!("CARGO_BIN_EXE_repspec"))
        .arg("run")
        .env("LC_ALL", "C.UTF-8")
        .output()
        .unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("../README.md");
    let readme = std::fs::read_to_string(readme).unwrap();
    let block = readme.split("```text\n").nth(1).unwrap().split("```").next().unwrap();
    assert!(block.contains("reference"), "the matrix is the README's first block of text");
    assert!(printed.contains(block), "the README shows\n{block}\nand it is now\n{printed}");
    assert_eq!(output.status.code(), Some(0));
}
