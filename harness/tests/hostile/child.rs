//! The part of the children: each misbehaves in one way, and otherwise answers "allow" to everything.

use serde_json::{Value, json};
use std::io::{BufRead, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

/// The token of a query that sets off what the child does to it.
pub(crate) const TRIGGER: &str = "trigger";

/// Acts as the child that `mode` names; `tag` is handed on to grandchildren, so that they can be found.
pub(crate) fn main(mode: &str, tag: &str, arguments: &[String]) {
    match mode {
        "exit-before-hello" => {
            eprintln!("the licence\nhas run out");
            std::process::exit(3);
        }
        "no-hello" | "linger" => sleep(),
        "rubbish-and-no-hello" => {
            eprintln!("in a moment");
            (0..99).for_each(|number| say(&format!("waiting {number}")));
            say("\x1b[2J");
            sleep();
        }
        "linger-in-a-session" => {
            rustix::process::setsid().unwrap();
            sleep();
        }
        "leave-one-behind" => spawn("linger-in-a-session", tag),
        "old-protocol" => {
            say(r#"{"repspec":"hello","protocol":7}"#);
            sleep();
        }
        "cannot-decide" => {
            say(r#"{"repspec":"hello","protocol":1,"name":"x","capabilities":["explain"]}"#);
            sleep();
        }
        "allocate-at-once" => misbehave(mode, tag),
        _ if mode.starts_with("command-") => command(mode, tag, arguments),
        _ => adapter(mode, tag),
    }
}

fn adapter(mode: &str, tag: &str) {
    if mode == "rubbish" {
        say("Welcome!\n\x1b[31m{\"repspec\":1\n{}\n[]\n\n{\"repspec\":\"answer\",\"seq\":1}");
    }
    say(
        r#"{"repspec":"hello","protocol":1,"name":"hostile","version":"1\u001b[2J\u009b","capabilities":["decide"]}"#,
    );
    match mode {
        "never-reads" => sleep(),
        "talks-before-it-reads" => (0..100_000).for_each(|number| say(&format!("line {number}"))),
        "leaves-a-grandchild" => spawn("linger", tag),
        "leaves-a-session" => spawn("linger-in-a-session", tag),
        "leaves-an-orphan" => {
            drop(play("leave-one-behind", tag).status());
        }
        _ => {}
    }
    let mut held: Vec<String> = Vec::new();
    let mut seen = 0;
    for line in std::io::stdin().lock().lines() {
        let ask: Value = serde_json::from_str(&line.unwrap()).unwrap();
        let mut results = Vec::new();
        for query in ask["queries"].as_array().unwrap() {
            seen += 1;
            if query["token"] == TRIGGER
                || (mode == "crash-on-the-7th" && seen == 7)
                || mode == "crash-on-everything"
            {
                misbehave(mode, tag);
            }
            results.push(result(mode, seen));
        }
        let is_triggered = ask["queries"][0]["token"] == TRIGGER;
        let results = match mode {
            "too-few-results" if is_triggered => json!([]),
            "unknown-verdict" if is_triggered => json!([{"verdict": "maybe"}]),
            _ => Value::Array(results),
        };
        let answer = match mode {
            "answer-without-number" if is_triggered => {
                json!({"repspec": "answer", "results": results})
            }
            _ => json!({"repspec": "answer", "seq": ask["seq"], "results": results}),
        };
        match mode {
            "out-of-order" => {
                held.push(answer.to_string());
                if held.len() == 3 {
                    held.drain(..).rev().for_each(|answer| say(&answer));
                }
            }
            "twice" => {
                say(&answer.to_string());
                say(&answer.to_string());
            }
            "rubbish" => say(&format!("thinking…\n{answer}\nnot repspec: {answer}")),
            _ => say(&answer.to_string()),
        }
    }
    match mode {
        "ignores-the-end" => sleep(),
        "repeats-itself-at-the-end" => {
            (0..100).for_each(|_| say(r#"{"repspec":"answer","seq":1,"results":[]}"#));
        }
        _ => {}
    }
}

fn result(mode: &str, seen: u32) -> Value {
    match mode {
        "counts" => json!({"error": format!("query {seen} of this child")}),
        "environment" => {
            let variables = std::env::vars().map(|(name, value)| format!("{name}={value}\n"));
            json!({"error": variables.collect::<String>()})
        }
        _ => json!({"verdict": "allow"}),
    }
}

fn misbehave(mode: &str, tag: &str) {
    match mode {
        "crash" | "crash-on-the-7th" | "crash-on-everything" | "command-crash" => {
            eprintln!("this \x1b[31mone is too much");
            std::process::exit(42);
        }
        "abort" | "command-abort" => std::process::abort(),
        "sleep" | "command-sleep" => sleep(),
        "spin" => {
            let mut number = 0u64;
            while number < u64::MAX {
                number = std::hint::black_box(number) % 1000;
            }
        }
        "allocate-in-a-grandchild" => {
            spawn("allocate-at-once", tag);
            sleep();
        }
        "allocate" | "allocate-at-once" => {
            let mut all = Vec::new();
            // An end after all, for the machine's sake, should nobody stop it.
            while all.len() < 256 {
                all.push(vec![1u8; 16 << 20]);
            }
            sleep();
        }
        "flood" => loop {
            say("y\ny\ny\ny\ny\ny\ny\ny");
        },
        "flood-without-end-of-line" => loop {
            std::io::stdout().write_all(&[b'y'; 4096]).unwrap();
        },
        "close-stdout" => {
            let null = std::fs::File::options().write(true).open("/dev/null").unwrap();
            rustix::stdio::dup2_stdout(null).unwrap();
            sleep();
        }
        _ => {}
    }
}

/// A plain command that forbids everything below `/private`.
fn command(mode: &str, tag: &str, arguments: &[String]) {
    let [robots, token, uri] = arguments else { panic!("not three arguments: {arguments:?}") };
    let is_readable = std::fs::read(robots).is_ok_and(|octets| !octets.is_empty());
    if !is_readable {
        eprintln!("cannot read it");
        std::process::exit(if matches!(mode, "command-throws" | "command-prints") { 1 } else { 2 });
    }
    if mode == "command-strict" && std::fs::read_to_string(robots).is_err() {
        eprintln!("it is not UTF-8");
        std::process::exit(1);
    }
    if token == TRIGGER {
        misbehave(mode, tag);
    }
    let forbids = uri.contains("/private");
    if mode == "command-prints" {
        say(if forbids { "verdict: disallowed" } else { "verdict: allowed" });
    } else {
        std::process::exit(i32::from(forbids));
    }
}

fn play(mode: &str, tag: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args([crate::linux::PLAY, mode, tag]).stdin(Stdio::null());
    command
}

/// Starts a process that holds our pipes and stays.
#[expect(clippy::zombie_processes, reason = "being left behind is what it is for")]
fn spawn(mode: &str, tag: &str) {
    play(mode, tag).spawn().unwrap();
}

fn say(line: &str) {
    let mut stdout = std::io::stdout();
    writeln!(stdout, "{line}").and_then(|()| stdout.flush()).unwrap();
}

fn sleep() -> ! {
    loop {
        std::thread::sleep(Duration::from_secs(3600));
    }
}
