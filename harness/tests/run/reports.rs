//! The reports of a run in which everything happens once.

use crate::made_up::*;
use repspec::event::Event;
use repspec::outcome::{Reply, Verdict};
use repspec::report::{Marks, Totals, report, terminal};

const KNOWN: &str = "suite: 0.1.0\nimplementation: mixed\nqueries:\n  \
    - query: 2.2/grammar#plain\n    outcome: fail\n    reason: a known one\n  \
    - query: 2.2.3/escapes#both\n    outcome: warn\n    reason: passes by now\n  \
    - query: gone#query\n    outcome: fail\n    reason: of old\n";

pub(crate) fn everything() -> Done {
    let mixed = [
        (STATED, wrong()),
        (OBSERVED, error()),
        (CONTESTED, wrong()),
        (MUST, wrong()),
        (ANOTHER_MUST, error()),
        (SHOULD, wrong()),
        (NEW, wrong()),
    ];
    let broken = [
        (STATED, Reply::Crash(failure())),
        (MUST, Reply::Timeout(failure())),
        (ANOTHER_MUST, unsupported()),
        (NEW, Reply::OutOfMemory(failure())),
    ];
    run_all(&[
        made("good", &[(ALSO_OBSERVED, verdict(Verdict::Allow))]),
        Made { baseline: Some(KNOWN), ..made("mixed", &mixed) },
        made("broken", &broken),
        Made { name: "absent", replies: None, baseline: None },
    ])
}

fn plain(marks: Marks) -> String {
    let suite = suite();
    let text = terminal(&everything().fold(&suite), marks, deciding);
    anstream::adapter::strip_str(&text).to_string()
}

#[test]
fn for_people() {
    insta::assert_snapshot!(plain(Marks::Unicode));
}

#[test]
fn for_programs() {
    let suite = suite();
    let report = report(&everything().fold(&suite), deciding).unwrap();
    insta::assert_snapshot!(serde_json::to_string_pretty(&report).unwrap());
}

#[test]
fn nothing_can_steer_the_terminal_and_ascii_is_kept_to() {
    let text = plain(Marks::Ascii);
    let odd = |character: &char| *character != '\n' && !(' '..='~').contains(character);
    assert_eq!(text.chars().find(odd), None);
}

#[test]
fn lines_of_the_matrix_fit() {
    let text = plain(Marks::Unicode);
    let matrix = text.split("passed/scored").next().unwrap();
    assert!(matrix.lines().count() > 5);
    assert!(matrix.lines().all(|line| line.chars().count() <= 100), "{matrix}");
}

#[test]
fn the_same_run_gives_the_same_reports_in_whatever_order_it_was_told() {
    let suite = suite();
    let mut done = everything();
    let before = report(&done.fold(&suite), deciding).unwrap();
    let told = done.events.len();
    done.events[1..told - 1].reverse();
    assert_eq!(report(&done.fold(&suite), deciding).unwrap(), before);
}

#[test]
fn a_run_that_was_cut_short_has_no_report() {
    let suite = suite();
    let mut done = everything();
    assert_eq!(done.events.pop(), Some(Event::RunFinished));
    assert!(report(&done.fold(&suite), deciding).is_none());
}

#[test]
fn the_last_line_counts_what_is_unexpected_as_failed() {
    let suite = suite();
    let totals = everything().fold(&suite).totals();
    assert_eq!(totals, Totals { passed: 20, failed: 9, skipped: 0 });
    assert_eq!(plain(Marks::Ascii).lines().last(), Some("20 passed, 9 failed, 0 skipped"));
    let broken = run_all(&[made("broken", &[(MUST, unsupported())])]);
    assert_eq!(broken.fold(&suite).totals(), Totals { passed: 8, failed: 1, skipped: 0 });
}

#[test]
fn events_are_read_back_as_they_were_written() {
    for event in everything().events {
        let line = serde_json::to_string(&event).unwrap();
        assert!(!line.contains('\n'));
        assert_eq!(serde_json::from_str::<Event>(&line).unwrap(), event);
    }
}
