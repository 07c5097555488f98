//! What plain commands do, and what must come of it.

use crate::adapters::{ONE_TRIGGER, PLAIN, TRIGGERED};
use crate::run::{self, assert_crash, assert_timeout, command, impatient, limits, refusal};
use repspec::outcome::{Answer, Reply};

pub(crate) fn command_by_status() {
    let run = command("command-good", None, &ONE_TRIGGER, limits()).unwrap();
    run.assert_all_allowed_but(&[]);
    let run = command("command-crash", None, &ONE_TRIGGER, limits()).unwrap();
    run.assert_all_allowed_but(&[TRIGGERED]);
    assert_eq!(run.error(TRIGGERED), "exit status 42: this \\x1B[31mone is too much");
    let run = command("command-abort", None, &ONE_TRIGGER, limits()).unwrap();
    run.assert_all_allowed_but(&[TRIGGERED]);
    assert_crash(&run.replies[&TRIGGERED], "signal 6 (SIGABRT)");
    let run = command("command-sleep", None, &ONE_TRIGGER, impatient()).unwrap();
    run.assert_all_allowed_but(&[TRIGGERED]);
    assert_timeout(&run.replies[&TRIGGERED], "no answer after 1s");
}

pub(crate) fn command_by_text() {
    let texts = Some(("allowed", "disallowed"));
    let run = command("command-prints", texts, &ONE_TRIGGER, limits()).unwrap();
    run.assert_all_allowed_but(&[]);
}

pub(crate) fn what_no_command_can_be_asked() {
    let (long, tag) = ("a".repeat(1 << 20), run::new_tag());
    let tokens: [&[&str]; 1] = [&["a", &long, "a\0", "a"]];
    let target = run::command_target("command-good", None, &tag);
    let run = run::run(&target, run::ROBOTS_TXT, &tokens, limits(), 2, &tag).unwrap();
    run.assert_all_allowed_but(&[(0, 1), (0, 2)]);
    for query in [1, 2] {
        let reply = &run.replies[&(0, query)];
        assert!(matches!(reply, Reply::Answered(Answer::Unsupported { .. })), "{reply:?}");
    }
}

pub(crate) fn refused_command() {
    let problem = refusal(command("command-throws", None, &PLAIN, limits()));
    for part in ["does not exist", "gave disallow", "uncaught exception"] {
        assert!(problem.contains(part), "{problem}");
    }
    let problem = refusal(command("command-strict", None, &PLAIN, limits()));
    assert!(problem.contains("it should give allow or an error, and gave disallow"), "{problem}");
    // One that always allows, because it does not tell verdicts by its status.
    let problem = refusal(command("command-prints", None, &PLAIN, limits()));
    assert!(
        problem.contains("a disallowed URI, it should give disallow, and gave allow"),
        "{problem}"
    );
}
