//! What makes a run end with 0, 1 or 2, and what is selected.

use crate::made_up::*;
use repspec::event::Event;
use repspec::outcome::Reply;
use repspec::run::Ending;
use repspec::suite::{LevelClass, Selection};

fn ending_with(query: &str, reply: Reply) -> Ending {
    run_all(&[made("x", &[(query, reply)])]).ending
}

#[test]
fn all_passes_are_expected() {
    assert_eq!(run_all(&[made("x", &[])]).ending, Ending::AsExpected);
}

#[test]
fn whatever_is_no_answer_to_a_must_is_unexpected() {
    for reply in [
        wrong(),
        error(),
        Reply::Crash(failure()),
        Reply::Timeout(failure()),
        Reply::OutOfMemory(failure()),
    ] {
        for query in [MUST, STATED] {
            assert_eq!(ending_with(query, reply.clone()), Ending::Unexpected, "{query} {reply:?}");
        }
    }
}

#[test]
fn a_crash_is_unexpected_on_an_observed_query_too_but_an_error_is_an_observation() {
    assert_eq!(ending_with(OBSERVED, Reply::Crash(failure())), Ending::Unexpected);
    assert_eq!(ending_with(OBSERVED, error()), Ending::AsExpected);
    assert_eq!(ending_with(OBSERVED, wrong()), Ending::AsExpected);
}

#[test]
fn a_warning_is_unexpected_only_if_strict() {
    for query in [SHOULD, MAY] {
        assert_eq!(ending_with(query, wrong()), Ending::AsExpected);
        assert_eq!(run_strictly(&[made("x", &[(query, wrong())])]).ending, Ending::Unexpected);
    }
}

#[test]
fn a_contested_verdict_never_counts_but_to_crash_or_fail_does() {
    assert_eq!(run_strictly(&[made("x", &[(CONTESTED, wrong())])]).ending, Ending::AsExpected);
    for reply in [error(), unsupported(), Reply::Crash(failure())] {
        assert_eq!(ending_with(CONTESTED, reply), Ending::Unexpected);
    }
}

#[test]
fn what_cannot_be_asked_is_unexpected() {
    assert_eq!(ending_with(MUST, unsupported()), Ending::Unexpected);
}

#[test]
fn one_that_does_not_start_is_worse_than_a_failure_and_stops_nobody() {
    let absent = Made { name: "absent", replies: None, baseline: None };
    let done = run_all(&[absent, made("x", &[(MUST, wrong())])]);
    assert_eq!(done.ending, Ending::NotStarted);
    let finished = |event: &&Event| matches!(event, Event::QueryFinished(_));
    assert_eq!(done.events.iter().filter(finished).count(), 9);
}

fn selected(selection: &Selection) -> Vec<String> {
    let suite = suite();
    let cases = selection.of(&suite).unwrap();
    cases.iter().flat_map(|selected| &selected.queries).map(|(query, _)| query.id.clone()).collect()
}

#[test]
fn sections_globs_and_levels_select() {
    let sections = |section: &str| Selection { sections: vec![section.into()], ..<_>::default() };
    assert_eq!(selected(&sections("2.2.2")), [MUST, ANOTHER_MUST, SHOULD]);
    assert_eq!(selected(&sections("2.2")).len(), 8);
    assert_eq!(selected(&sections("2.5")), [NEW]);
    let filters = Selection { filters: vec!["*#long*".into()], ..<_>::default() };
    assert_eq!(selected(&filters), [CONTESTED, MUST]);
    let case = Selection { filters: vec!["2.2.2/longest".into()], ..<_>::default() };
    assert_eq!(selected(&case), [MUST, ANOTHER_MUST]);
    let levels = |level| Selection { levels: vec![level], ..<_>::default() };
    assert_eq!(selected(&levels(LevelClass::Should)), [SHOULD]);
    assert_eq!(selected(&levels(LevelClass::May)), [MAY]);
    let musts = [STATED, OBSERVED, ALSO_OBSERVED, CONTESTED, MUST, ANOTHER_MUST, NEW];
    assert_eq!(selected(&levels(LevelClass::Must)), musts);
    let both = Selection { sections: vec!["2.2.2".into()], ..levels(LevelClass::Must) };
    assert_eq!(selected(&both), [MUST, ANOTHER_MUST]);
}

#[test]
fn selecting_nothing_is_an_error_that_says_why() {
    let complaint = |selection: Selection| {
        run_part(&[made("x", &[])], &selection, false).err().unwrap().to_string()
    };
    let section = Selection { sections: vec!["2.2".into(), "9".into()], ..<_>::default() };
    assert!(complaint(section).contains("section `9`; there are cases for 2.2, 2.2.1,"));
    let filter = Selection { filters: vec!["*nothing*".into()], ..<_>::default() };
    assert!(complaint(filter).contains("`*nothing*`"));
    let both =
        Selection { sections: vec!["2.5".into()], levels: vec![LevelClass::May], ..<_>::default() };
    assert!(complaint(both).contains("all of the conditions"));
}
