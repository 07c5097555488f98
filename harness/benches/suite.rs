//! How long the whole suite takes against the reference: loading it, deciding and judging in this process, and the
//! command with the reference in a child.
//!
//! `cargo bench -p repspec --bench suite`. The fastest of several rounds counts, so that a busy machine disturbs little.

#![allow(clippy::print_stdout, reason = "what a benchmark prints is its result")]

use repspec::builtin;
use repspec::drive::{Limits, Stop, Target};
use repspec::implementation::{About, Implementation};
use repspec::outcome::Answer;
use repspec::run::{Ending, Entrant, Options, run};
use repspec::suite::{Selection, Suite, embedded};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const ROUNDS: usize = 15;

struct Reference;

impl Implementation for Reference {
    fn about(&self) -> About {
        builtin::find("reference").expect("the reference is built in").about()
    }

    fn decide(&mut self, robots_txt: &[u8], token: &str, uri: &str) -> Answer {
        let reference = builtin::find("reference").expect("the reference is built in");
        (reference.decide)(robots_txt, token, uri)
    }
}

fn main() {
    let suite = embedded().expect("the embedded suite is valid");
    println!("{} cases, {} queries", suite.cases.len(), suite.queries().count());
    row("load and check the cases", || {
        std::hint::black_box(embedded()).expect("the embedded suite is valid");
    });
    row("decide and judge, in process", || in_process(&suite));
    row("`repspec run reference`", command);
}

fn row(what: &str, pass: impl Fn()) {
    let times = (0..ROUNDS).map(|_| {
        let start = Instant::now();
        pass();
        start.elapsed()
    });
    let fastest = times.min().unwrap_or(Duration::ZERO);
    println!("{what:<30} {:>7.1} ms", fastest.as_secs_f64() * 1000.0);
}

fn in_process(suite: &Suite) {
    let target =
        Target::InProcess { name: "reference".to_owned(), make: Box::new(|| Box::new(Reference)) };
    let options = Options {
        limits: Limits::default(),
        parallel: 1,
        strict: true,
        trace: false,
        stop: Stop::NEVER,
    };
    let entrants = [Entrant { target, baseline: None }];
    let ending = run(suite, &Selection::default(), &entrants, options, &mut drop);
    assert_eq!(ending, Ok(Ending::AsExpected));
}

fn command() {
    let status = Command::new(env!("CARGO_BIN_EXE_repspec"))
        .args(["run", "reference"])
        .stdout(Stdio::null())
        .status();
    assert!(status.expect("the command starts").success());
}
