//! The hostile children. Each misbehaves in one way, and otherwise answers "allow" to everything.

use rustix::process::Signal;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::io::{BufRead, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

/// A query with this token sets off what a child does to one query.
pub const TRIGGER: &str = "trigger";
/// The warm-up's token, which is counted like any other.
const HELLO: &str = r#"{"repspec":"hello","protocol":1,"name":"hostile","version":"1","capabilities":["decide"]}"#;

/// Acts as the child that `mode` names.
pub fn main(mode: &str) {
    match mode {
        "exit-before-hello" => {
            eprintln!("the licence has run out");
            std::process::exit(3);
        }
        "no-hello" => sleep(),
        "linger" => sleep(),
        "linger-in-a-session" => {
            rustix::process::setsid().expect("it leads no group");
            sleep();
        }
        "old-protocol" => say(r#"{"repspec":"hello","protocol":7}"#),
        "cannot-decide" => {
            say(r#"{"repspec":"hello","protocol":1,"name":"hostile","capabilities":["explain"]}"#);
        }
        "rubbish" => {
            say("Welcome!\n\x1b[31m{\"repspec\":1\n{}");
            adapter(mode);
        }
        _ => adapter(mode),
    }
}

fn adapter(mode: &str) {
    say(HELLO);
    match mode {
        "never-reads" => sleep(),
        "leaves-a-grandchild" => spawn("linger"),
        "leaves-a-session" => spawn("linger-in-a-session"),
        _ => {}
    }
    let mut held = Vec::new();
    let mut queries = 0;
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("asks are text");
        let ask: Value = serde_json::from_str(&line).expect("asks are JSON");
        for query in ask["queries"].as_array().expect("asks have queries") {
            queries += 1;
            if query["token"] == TRIGGER || (queries == 7 && mode == "crash-on-the-7th") {
                misbehave(mode);
            }
        }
        let answer = answer(&ask, mode);
        match mode {
            "out-of-order" => {
                held.push(answer);
                // The harness sends nothing more while it waits, so the last of a batch is not known: pairs do.
                if held.len() == 2 {
                    held.drain(..).rev().for_each(|answer| say(&answer));
                }
            }
            "twice" => {
                say(&answer);
                say(&answer);
            }
            "unknown-number" => {
                say(r#"{"repspec":"answer","seq":4096,"results":[{"verdict":"allow"}]}"#);
                say(&answer);
            }
            _ => say(&answer),
        }
    }
    if mode == "ignores-the-end" || mode == "crash" {
        sleep();
    }
}
