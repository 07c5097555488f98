//! The tests and the children are one program; this tells which part it plays.

use crate::{adapters, child, commands, run};
use libtest_mimic::{Arguments, Failed, Trial};
use std::process::ExitCode;

/// With this argument the program plays a child.
pub(crate) const PLAY: &str = "--play";

const TESTS: [(&str, fn()); 32] = [
    ("crash", adapters::crash),
    ("crash by signal", adapters::crash_by_signal),
    ("crash that depends on what came before", adapters::crash_that_is_not_reproduced),
    ("several crashes in a row", adapters::several_crashes_in_a_row),
    ("crash on everything", adapters::crash_on_everything),
    ("sleep", adapters::sleep),
    ("busy loop", adapters::busy_loop),
    ("a family", adapters::a_family_is_given_up_at_the_first_that_takes_too_long),
    ("allocation without end", adapters::allocation),
    ("flood", adapters::flood),
    ("flood without end of line", adapters::flood_without_end_of_line),
    ("closed standard output", adapters::closed_stdout),
    ("rubbish", adapters::rubbish),
    ("talking before reading", adapters::talking_before_reading),
    ("never reading", adapters::never_reading),
    ("out of order", adapters::out_of_order),
    ("answering twice", adapters::answering_twice),
    ("last words that are no answers", adapters::last_words_that_are_no_answers),
    ("slow listener", adapters::slow_listener),
    ("malformed answers", adapters::malformed_answers),
    ("no hello", adapters::no_hello),
    ("unfit hello", adapters::unfit_hello),
    ("not found", adapters::not_found),
    ("grandchildren", adapters::grandchildren),
    ("ignoring every hint to end", adapters::ignoring_the_end),
    ("scrubbed environment", adapters::scrubbed_environment),
    ("the same lanes on every machine", adapters::same_lanes),
    ("nothing to ask", adapters::nothing_to_ask),
    ("command by status", commands::command_by_status),
    ("command by text", commands::command_by_text),
    ("what no command can be asked", commands::what_no_command_can_be_asked),
    ("refused command", commands::refused_command),
];

pub(crate) fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    if let [_, play, mode, tag, rest @ ..] = arguments.as_slice()
        && play == PLAY
    {
        child::main(mode, tag, rest);
        return ExitCode::SUCCESS;
    }
    let trial = |&(name, test): &(&str, fn())| {
        Trial::test(name, move || {
            test();
            Ok::<(), Failed>(())
        })
    };
    let conclusion = libtest_mimic::run(&Arguments::from_args(), TESTS.iter().map(trial).collect());
    let zombies = run::zombies();
    if zombies.is_empty() {
        conclusion.exit_code()
    } else {
        eprintln!("dead children that were not waited for: {zombies:?}");
        ExitCode::FAILURE
    }
}
