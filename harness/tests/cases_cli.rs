//! `repspec cases`: what it prints, and its exit status.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

struct Done {
    status: i32,
    stdout: String,
    stderr: String,
}

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_repspec"));
    command
        .arg("cases")
        .args(args)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures"));
    command
}

fn run(args: &[&str]) -> Done {
    let output = command(args).output().unwrap();
    Done {
        status: output.status.code().unwrap(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

#[test]
fn check_counts_what_a_good_suite_has() {
    let done = run(&["check", "suite"]);
    assert_eq!((done.status, done.stderr.as_str()), (0, ""));
    let counts: Vec<Vec<&str>> =
        done.stdout.lines().map(|line| line.split_whitespace().collect()).collect();
    for count in [
        &["suite", "0.3.0"][..],
        &["case", "files", "3"],
        &["requirements", "3"],
        &["readings", "3"],
        &["cases", "4"],
        &["queries", "6"],
    ] {
        assert!(counts.iter().any(|line| line == count), "{count:?} in {}", done.stdout);
    }
}

#[test]
fn check_says_what_is_wrong_one_line_each() {
    let dir = tempfile::tempdir().unwrap();
    for file in ["suite.yaml", "requirements.yaml", "readings.yaml"] {
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/suite").join(file);
        std::fs::copy(from, dir.path().join(file)).unwrap();
    }
    let text = "section: \"2.2\"\ntitle: x\ncases:\n- id: \"\\e[31m\"\n  why: x\n  robots_txt: x\n  queries: []\n";
    std::fs::write(dir.path().join("x.yaml"), text).unwrap();
    let done = run(&["check", dir.path().to_str().unwrap()]);
    assert_eq!((done.status, done.stdout.as_str()), (2, ""));
    let lines: Vec<&str> = done.stderr.lines().collect();
    assert_eq!(lines.len(), 2, "{}", done.stderr);
    assert!(lines[0].starts_with("error[bad-id]: ") && lines[0].ends_with("/x.yaml:4"));
    assert!(lines[1].starts_with("error[no-queries]: ") && lines[1].ends_with("/x.yaml:7"));
    assert!(!done.stderr.contains('\x1b'));
}

#[test]
fn a_bad_suite_is_not_listed_or_shown() {
    for args in [["list", "--cases", "nowhere"], ["check", "nowhere", "--"]] {
        let done = run(&args);
        assert_eq!((done.status, done.stdout.as_str()), (2, ""));
        assert!(done.stderr.starts_with("error[unreadable]"), "{}", done.stderr);
    }
}

#[test]
fn list_is_aligned_and_plain() {
    let done = run(&["list", "--cases", "suite"]);
    assert_eq!(done.status, 0);
    let columns: Vec<usize> =
        done.stdout.lines().map(|line| line.find("https://").unwrap()).collect();
    assert_eq!(columns, [columns[0]; 6]);
    let first: Vec<&str> = done.stdout.lines().next().unwrap().split_whitespace().collect();
    assert_eq!(first, ["2.2.2/longest#inside", "MUST", "allow", "https://shop.example/a/b"]);
    assert!(done.stdout.contains("SHOULD NOT") && done.stdout.contains("observed"));
    assert!(done.stdout.contains("allow, contested") && !done.stdout.contains('\x1b'));
}

#[test]
fn selections() {
    for (args, ids) in [
        (&["--section", "2.4"][..], "2.4/big#x"),
        (&["--section", "2.2"], "2.2.2/longest#inside 2.2.2/longest#outside 2.2.2/prefix#news"),
        (&["--section", "2.2.2", "--filter", "*#in*"], "2.2.2/longest#inside"),
        (&["--filter", "*/prefix"], "2.2.2/prefix#news"),
        (&["--filter", "regressions/star#?if"], "regressions/star#gif"),
    ] {
        let done = run(&[&["list", "--cases", "suite"], args].concat());
        let found: Vec<&str> =
            done.stdout.lines().map(|line| line.split_once(' ').unwrap().0).collect();
        assert_eq!(found.join(" "), ids, "{args:?}");
    }
}

#[test]
fn to_select_nothing_is_an_error() {
    for (args, suggestion) in [
        (["list", "--section", "2.2.22"], "did you mean `2.2.2`?"),
        (["list", "--section", "2.2.2/"], ""),
        (["list", "--filter", "2.2.2/longst"], "did you mean `2.2.2/longest`?"),
        (["show", "--", "2.2.2/longest#insde"], "did you mean `2.2.2/longest#inside`?"),
    ] {
        let mut args = args.to_vec();
        args.splice(1..1, ["--cases", "suite"]);
        let done = run(&args);
        assert_eq!((done.status, done.stdout.as_str()), (2, ""), "{args:?}");
        assert!(done.stderr.contains(suggestion), "{args:?}: {}", done.stderr);
    }
}

#[test]
fn show_tells_everything_and_nothing_raw() {
    let done = run(&["show", "regressions/star", "--cases", "suite"]);
    assert_eq!(done.status, 0);
    for part in [
        "regressions/star",
        "regressions.yaml:4",
        "A rule may start with a star in the example.",
        "observed: leading-star",
        "    2 | Disallow: *.gif$\n",
        "    3 | \\u{202E}\\x1B[31m\n",
        "#gif  observed  examplebot  https://shop.example/a.gif",
        "starts-with-slash (stated): A path pattern starts with a slash.",
        "pattern:  #gif disallow  #png allow",
    ] {
        assert!(done.stdout.contains(part), "{part} in {}", done.stdout);
    }
    let raw = |character: char| character.is_control() && character != '\n';
    assert!(!done.stdout.contains(raw));
}

#[test]
fn show_takes_a_query_and_names_line_ends() {
    let done = run(&["show", "2.2.2/longest#outside", "--cases", "suite"]);
    assert!(done.stdout.contains("#outside  disallow  otherbot"));
    assert!(done.stdout.contains("also starts-with-slash") && !done.stdout.contains("#inside"));
    let done = run(&["show", "2.2.2/pre*", "--cases", "suite"]);
    assert!(done.stdout.contains("    1 | User-agent: \\xFF\\r\\n\n"), "{}", done.stdout);
    assert!(done.stdout.contains("contested: token-match"));
}

#[test]
fn show_leaves_out_the_middle_of_a_long_body() {
    let dir = tempfile::tempdir().unwrap();
    let there = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/suite");
    for file in ["suite.yaml", "requirements.yaml", "readings.yaml", "2.10-far.yaml"] {
        let text = std::fs::read_to_string(there.join(file)).unwrap();
        std::fs::write(dir.path().join(file), text.replace("pad_to: 100", "pad_to: 400000"))
            .unwrap();
    }
    let done = run(&["show", "2.4/*", "--cases", dir.path().to_str().unwrap()]);
    assert!(done.stdout.contains("lines ...\n") && done.stdout.contains("Disallow: /x\n"));
    assert!(done.stdout.len() < 10_000, "{}", done.stdout.len());
}

#[test]
fn a_reader_that_leaves_early_is_no_error() {
    let dir = tempfile::tempdir().unwrap();
    let there = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/suite");
    for file in ["suite.yaml", "requirements.yaml", "readings.yaml"] {
        std::fs::copy(there.join(file), dir.path().join(file)).unwrap();
    }
    // More than a pipe holds.
    let queries: String = (0..5000)
        .map(|number| {
            format!(
                "  - {{ id: q{number}, uri: \"https://shop.example/{number}\", expect: allow }}\n"
            )
        })
        .collect();
    let head = "section: \"2.2\"\ntitle: x\ncases:\n- id: a\n  why: x\n  requirement: longest-wins\n  robots_txt: x\n  queries:\n";
    std::fs::write(dir.path().join("x.yaml"), head.to_owned() + &queries).unwrap();
    let mut child = command(&["list", "--cases", dir.path().to_str().unwrap()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.starts_with("2.2/a#q0"));
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}
