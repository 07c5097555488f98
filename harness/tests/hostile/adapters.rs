//! What adapters do, and what must come of it.

use crate::child::TRIGGER;
use crate::linux::PLAY;
use crate::run::{
    self, adapter, adapter_target, assert_crash, assert_timeout, command, impatient, limits,
    refusal,
};
use repspec::drive::{Ask, Limits, Matter, Options, Stop, Told, drive};
use repspec::outcome::{Failure, Reply, Resource};
use std::time::Duration;

/// Three asks before the one that sets it off, the 7th query of all, and more asks behind that.
pub(crate) const ONE_TRIGGER: [&[&str]; 6] =
    [&["a", "a"], &["a"], &["a", "a"], &["a", TRIGGER, "a"], &["a"], &["a", "a"]];
pub(crate) const TRIGGERED: (usize, usize) = (3, 1);
/// Twelve asks of one query.
pub(crate) const PLAIN: [&[&str]; 12] = [&["a"]; 12];

pub(crate) fn crash() {
    let run = adapter("crash", &ONE_TRIGGER, limits()).unwrap();
    run.assert_all_allowed_but(&[TRIGGERED]);
    let expected = Failure {
        detail: "exit status 42".to_owned(),
        stderr: "this \\x1B[31mone is too much".to_owned(),
    };
    assert_eq!(run.replies[&TRIGGERED], Reply::Crash(expected));
}

pub(crate) fn crash_by_signal() {
    let run = adapter("abort", &ONE_TRIGGER, limits()).unwrap();
    run.assert_all_allowed_but(&[TRIGGERED]);
    assert_crash(&run.replies[&TRIGGERED], "signal 6 (SIGABRT)");
}

pub(crate) fn crash_that_is_not_reproduced() {
    let run = adapter("crash-on-the-7th", &PLAIN, limits()).unwrap();
    run.assert_all_allowed_but(&[(6, 0)]);
    assert_crash(&run.replies[&(6, 0)], "exit status 42, not reproduced when asked alone");
}

pub(crate) fn several_crashes_in_a_row() {
    let run = adapter("crash", &[&["a"], &[TRIGGER; 5], &["a"]], limits()).unwrap();
    let crashes: Vec<_> = (0..5).map(|query| (1, query)).collect();
    run.assert_all_allowed_but(&crashes);
    crashes.iter().for_each(|place| assert_crash(&run.replies[place], "exit status 42"));
}

pub(crate) fn crash_on_everything() {
    let run = adapter("crash-on-everything", &PLAIN, limits()).unwrap();
    assert_crash(&run.replies[&(0, 0)], "exit status 42");
    let given_up = "given up after 3 deaths without an answer (the last: exit status 42)";
    run.replies.values().skip(1).for_each(|reply| assert_crash(reply, given_up));
    assert_eq!(run.hellos, 3, "no fourth child is started");
}

pub(crate) fn sleep() {
    let run = adapter("sleep", &[&["a"], &["a", TRIGGER], &["a"]], impatient()).unwrap();
    run.assert_all_allowed_but(&[(1, 1)]);
    assert_timeout(&run.replies[&(1, 1)], "no answer after 1s");
}

pub(crate) fn busy_loop() {
    let run = adapter("spin", &ONE_TRIGGER, limits()).unwrap();
    run.assert_all_allowed_but(&[TRIGGERED]);
    assert_timeout(&run.replies[&TRIGGERED], "no answer after 500ms of CPU time");
}

pub(crate) fn a_family_is_given_up_at_the_first_that_takes_too_long() {
    let tag = run::new_tag();
    let command = [&run::this_program(), PLAY, "spin", &tag].map(str::to_owned);
    let ask = |robots_txt, tokens: &[&'static str], family| Ask {
        matter: Matter::File { robots_txt, family },
        queries: tokens.iter().map(|&token| (token, "https://x.example/")).collect(),
    };
    let asks = [
        ask(b"the largest", &["a", "a"], Some("rules")),
        ask(b"", &["a"], None),
        ask(b"larger", &["a", TRIGGER, "a"], Some("rules")),
        ask(b"", &["a"], Some("rules")),
        ask(b"", &["a"], Some("stars")),
    ];
    let run = run::run_asks(&adapter_target(command.to_vec()), &asks, limits(), 2, &tag).unwrap();
    run.assert_all_allowed_but(&[(0, 0), (0, 1), (2, 1), (2, 2)]);
    let timeout = "no answer after 500ms of CPU time";
    assert_timeout(&run.replies[&(2, 1)], timeout);
    for place in [(2, 2), (0, 0), (0, 1)] {
        let detail = format!("a query of the family rules before it: {timeout}");
        assert_eq!(run.replies[&place], Reply::NotAsked { spent: Resource::Time, detail });
    }
}

pub(crate) fn allocation() {
    for mode in ["allocate", "allocate-in-a-grandchild"] {
        let run = adapter(mode, &ONE_TRIGGER, limits()).unwrap();
        run.assert_all_allowed_but(&[TRIGGERED]);
        let Reply::OutOfMemory(failure) = &run.replies[&TRIGGERED] else {
            panic!("{:?}", run.replies[&TRIGGERED]);
        };
        assert_eq!(failure.detail, "used more than 256 MiB of memory");
    }
}

pub(crate) fn flood() {
    let run = adapter("flood", &ONE_TRIGGER, limits()).unwrap();
    run.assert_all_allowed_but(&[TRIGGERED]);
    let detail = "wrote more than 2097152 octets that are no answer";
    assert_crash(&run.replies[&TRIGGERED], detail);
    assert!(run.noise.count > 500_000);
    assert_eq!(run.noise.lines, ["y"; 20]);
}

pub(crate) fn flood_without_end_of_line() {
    let run = adapter("flood-without-end-of-line", &ONE_TRIGGER, limits()).unwrap();
    run.assert_all_allowed_but(&[TRIGGERED]);
    assert_crash(&run.replies[&TRIGGERED], "wrote a line of more than 1048576 octets");
}

pub(crate) fn closed_stdout() {
    let run = adapter("close-stdout", &ONE_TRIGGER, limits()).unwrap();
    run.assert_all_allowed_but(&[TRIGGERED]);
    assert_crash(&run.replies[&TRIGGERED], "closed its standard output");
}

pub(crate) fn rubbish() {
    let run = adapter("rubbish", &ONE_TRIGGER, limits()).unwrap();
    run.assert_all_allowed_but(&[]);
    let first = ["Welcome!", "\\x1B[31m{\"repspec\":1", "{}", "[]"];
    assert_eq!(run.noise.lines[..4], first);
    assert_eq!(run.noise.lines[5], "thinking…");
    assert_eq!(run.noise.count, 5 + 2 * 6);
}

pub(crate) fn talking_before_reading() {
    let tag = run::new_tag();
    let command = [&run::this_program(), PLAY, "talks-before-it-reads", &tag].map(str::to_owned);
    // One ask fills the pipe to the child, which at that time is filling the pipe to us.
    let robots_txt = run::ROBOTS_TXT.repeat(10_000);
    let target = adapter_target(command.to_vec());
    let run = run::run(&target, &robots_txt, &PLAIN, limits(), 2, &tag).unwrap();
    run.assert_all_allowed_but(&[]);
    assert_eq!(run.noise.count, 100_000);
}

pub(crate) fn never_reading() {
    let run = adapter("never-reads", &PLAIN, impatient()).unwrap();
    assert_timeout(&run.replies[&(0, 0)], "no answer after 1s");
    let given_up = "given up after 3 deaths without an answer (the last: no answer after 1s)";
    run.replies.values().skip(1).for_each(|reply| assert_crash(reply, given_up));
}

pub(crate) fn out_of_order() {
    let run = adapter("out-of-order", &ONE_TRIGGER, limits()).unwrap();
    run.assert_all_allowed_but(&[]);
    assert_eq!(run.noise.count, 0);
}

pub(crate) fn answering_twice() {
    let run = adapter("twice", &ONE_TRIGGER, limits()).unwrap();
    run.assert_all_allowed_but(&[]);
    assert_eq!(run.noise.count, 6, "{:?}", run.noise);
}

pub(crate) fn last_words_that_are_no_answers() {
    let run = adapter("repeats-itself-at-the-end", &ONE_TRIGGER, limits()).unwrap();
    run.assert_all_allowed_but(&[]);
    assert_eq!(run.noise.count, 100);
}

pub(crate) fn slow_listener() {
    let (tag, mut told) = (run::new_tag(), 0);
    let command = [&run::this_program(), PLAY, "plain", &tag].map(str::to_owned);
    let asks = vec![
        Ask {
            matter: Matter::File { robots_txt: run::ROBOTS_TXT, family: None },
            queries: vec![("a", "https://x.example/")],
        };
        3
    ];
    let options = Options { limits: impatient(), parallel: 1, trace: false, stop: Stop::NEVER };
    drive(&adapter_target(command.to_vec()), &asks, options, &mut |what| {
        if let Told::Reply { reply, .. } = what {
            assert!(matches!(reply, Reply::Answered(_)), "{reply:?}");
            if told == 0 {
                std::thread::sleep(impatient().wall * 3 / 2);
            }
            told += 1;
        }
    })
    .unwrap();
    assert_eq!(told, 3);
}

pub(crate) fn malformed_answers() {
    let asks: [&[&str]; 4] = [&["a"], &["a"], &[TRIGGER, "a"], &["a"]];
    for (mode, problem) in [
        ("too-few-results", "protocol: the answer has 0 results for 2 queries"),
        ("unknown-verdict", "protocol: the answer is malformed: a result is one of {\"verdict\""),
    ] {
        let run = adapter(mode, &asks, limits()).unwrap();
        run.assert_all_allowed_but(&[(2, 0), (2, 1)]);
        assert!(run.error((2, 0)).starts_with(problem), "{}", run.error((2, 0)));
        assert_eq!(run.error((2, 1)), run.error((2, 0)));
    }
    let run = adapter("answer-without-number", &asks, limits()).unwrap();
    run.assert_all_allowed_but(&[(2, 0), (2, 1)]);
    assert!(run.error((2, 0)).contains("missing field `seq`"), "{}", run.error((2, 0)));
}

pub(crate) fn no_hello() {
    let problem = refusal(adapter("exit-before-hello", &PLAIN, limits()));
    for part in [
        "exit status 3, before its hello",
        "the licence\nhas run out",
        "\nTo install what hostile needs: make hostile",
    ] {
        assert!(problem.contains(part), "{problem}");
    }
    let no_adapter = adapter_target(vec!["echo".to_owned(), "Usage: echo TEXT".to_owned()]);
    let problem =
        refusal(run::run(&no_adapter, run::ROBOTS_TXT, &PLAIN, limits(), 2, "Usage: echo"));
    assert!(problem.contains("Usage: echo TEXT"), "{problem}");
    let limits = Limits { start: Duration::from_millis(500), ..limits() };
    let problem = refusal(adapter("no-hello", &PLAIN, limits));
    assert!(problem.contains("no answer after 500ms, before its hello"), "{problem}");
    let problem = refusal(adapter("rubbish-and-no-hello", &PLAIN, limits));
    let words = "no answer after 500ms, before its hello; its last words:\nin a moment\nwaiting 80\nwaiting 81\n";
    assert!(problem.starts_with(words), "{problem}");
    assert!(problem.contains("\nwaiting 98\n\\x1B[2J\n"), "{problem}");
}

pub(crate) fn unfit_hello() {
    for (mode, part) in [("old-protocol", "version 7"), ("cannot-decide", "`decide`")] {
        let problem = refusal(adapter(mode, &PLAIN, limits()));
        assert!(problem.contains(part), "{problem}");
    }
}

pub(crate) fn not_found() {
    let target = adapter_target(vec!["no-such-program-here".to_owned()]);
    let problem =
        refusal(run::run(&target, run::ROBOTS_TXT, &PLAIN, limits(), 2, "no-such-program-here"));
    for part in ["no-such-program-here", "make hostile"] {
        assert!(problem.contains(part), "{problem}");
    }
}

pub(crate) fn grandchildren() {
    for mode in ["leaves-a-grandchild", "leaves-a-session", "leaves-an-orphan"] {
        adapter(mode, &ONE_TRIGGER, limits()).unwrap().assert_all_allowed_but(&[]);
    }
}

pub(crate) fn ignoring_the_end() {
    let tag = run::new_tag();
    let shell = "trap '' TERM INT HUP; exec \"$0\" \"$@\"";
    let command = ["sh", "-c", shell, &run::this_program(), PLAY, "ignores-the-end", &tag];
    let target = adapter_target(command.map(str::to_owned).to_vec());
    run::run(&target, run::ROBOTS_TXT, &ONE_TRIGGER, limits(), 2, &tag)
        .unwrap()
        .assert_all_allowed_but(&[]);
}

pub(crate) fn scrubbed_environment() {
    let run = adapter("environment", &[&["a"]], limits()).unwrap();
    let variables = run.error((0, 0));
    assert!(std::env::var_os("CARGO_MANIFEST_DIR").is_none() || !variables.contains("CARGO"));
    for wanted in ["PATH=", "LANG=C.UTF-8\\n", "REPSPEC_CHILD=", "TMPDIR="] {
        assert!(variables.contains(wanted), "{variables}");
    }
    let home = variables.split("\\n").find_map(|line| line.strip_prefix("HOME=")).unwrap();
    assert!(home.contains("repspec-") && !std::path::Path::new(home).exists(), "{home}");
}

pub(crate) fn same_lanes() {
    let asks = vec![&["a", "a"][..]; 150];
    let replies = |parallel| {
        let tag = run::new_tag();
        let command = [run::this_program(), PLAY.to_owned(), "counts".to_owned(), tag.clone()];
        run::run(
            &adapter_target(command.to_vec()),
            run::ROBOTS_TXT,
            &asks,
            limits(),
            parallel,
            &tag,
        )
        .unwrap()
        .replies
    };
    assert_eq!(replies(1), replies(4));
}

pub(crate) fn nothing_to_ask() {
    assert!(adapter("plain", &[], limits()).unwrap().replies.is_empty());
    assert!(command("command-good", None, &[], limits()).unwrap().replies.is_empty());
}
