//! `repspec explain`, used as a person and as a program would.

use std::io::Write;
use std::process::{Command, Output, Stdio};

const ROBOTS: &str = "User-agent: *\nDisallow: /a b\nDisallow: /archive/\nAllow: /archive/p*c/\nDisallow: *.zip$\nnonsense\n";

fn explain(robots_txt: &[u8], arguments: &[&str]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_repspec"))
        .args(["explain", "-"])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("repspec starts");
    // A question that is refused may end before it reads the file.
    let _ = child.stdin.take().expect("stdin is piped").write_all(robots_txt);
    child.wait_with_output().expect("repspec ends")
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("the output is UTF-8")
}

#[test]
fn people_read_winner_losers_and_unusable_lines() {
    let uri = "https://shop.example/archive/public/x";
    let output = explain(ROBOTS.as_bytes(), &["examplebot", uri]);
    assert_eq!(output.status.code(), Some(0));
    insta::assert_snapshot!(text(&output));
}

#[test]
fn a_verdict_that_depends_on_a_reading_says_so() {
    let output = explain(ROBOTS.as_bytes(), &["examplebot", "/x.zip"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output).contains("allow     leading-star: not-a-rule"), "{}", text(&output));
}

#[test]
fn programs_read_json() {
    let output = explain(ROBOTS.as_bytes(), &["--json", "examplebot", "/archive/x"]);
    assert_eq!(output.status.code(), Some(1));
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(told["verdict"], "disallow");
    assert_eq!(told["winning_rule"]["line"], 3);
    assert_eq!(told["groups"][0]["user_agents"][0]["value"], "*");
    assert_eq!(told["unusable_lines"][0]["line"], 2);
}

#[test]
fn octets_of_the_file_never_reach_the_terminal_raw() {
    let robots_txt = b"User-agent: *\nDisallow: /\xE2\x80\xAE\\x\n";
    let output = explain(robots_txt, &["examplebot", "/%E2%80%AE%5Cx"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output).contains("/\\u{202E}\\\\x  ("), "{}", text(&output));
}

#[test]
fn questions_that_cannot_be_answered_exit_2_and_say_what_to_do() {
    for (arguments, part) in [
        (["Mozilla/5.0", "/x"], "product token"),
        (["examplebot", "example.com/x"], "https://www.example.com/page"),
    ] {
        let output = explain(b"", &arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(complaint.contains(part), "{complaint}");
    }
    let output = Command::new(env!("CARGO_BIN_EXE_repspec"))
        .args(["explain", "no-such-file", "examplebot", "/x"])
        .output()
        .expect("repspec starts");
    assert_eq!(output.status.code(), Some(2));
}
