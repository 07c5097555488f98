//! What changed from one report to another.

use crate::made_up::*;
use crate::reports::everything;
use repspec::outcome::{Outcome, Reply, Verdict};
use repspec::report::compare::{
    Comparison, ImplementationChange, NotComparable, QueryChange, Start, compare, markdown,
    terminal,
};
use repspec::report::{Got, Report, report};

/// The report of a run in which each implementation starts.
fn of(made: &[Made<'_>]) -> Report {
    report(&run_all(made).fold(&suite()), deciding).unwrap()
}

fn absent(name: &str) -> Made<'_> {
    Made { name, replies: None, baseline: None }
}

/// What changed about an implementation, and whether that is a regression.
fn change(before: Replies<'_>, after: Replies<'_>) -> (ImplementationChange, usize) {
    let mut found = compare(&of(&[made("one", before)]), &of(&[made("one", after)])).unwrap();
    (found.implementations.remove(0), found.regressions)
}

/// A report before and one after, in which everything happens once.
pub(crate) fn before_and_after() -> [Report; 2] {
    let suite = suite();
    let mut before = report(&everything().fold(&suite), deciding).unwrap();
    let mixed = [
        (STATED, Reply::Crash(failure())),
        (OBSERVED, verdict(Verdict::Allow)),
        (CONTESTED, verdict(Verdict::Disallow)),
        (
            ANOTHER_MUST,
            Reply::Answered(repspec::outcome::Answer::Error { message: "ValueError: yes".into() }),
        ),
        (SHOULD, wrong()),
        (MAY, wrong()),
        (NEW, wrong()),
    ];
    let mut after =
        of(&[made("good", &[]), made("mixed", &mixed), absent("broken"), made("added", &[])]);
    after.suite.hash = "fedcba9876543210".repeat(4);
    after.suite.version = "0.3.0".into();
    before.implementations[1].queries.retain(|result| result.query != NEW);
    after.implementations[1].queries.retain(|result| result.query != SHOULD);
    after.implementations[1].about.as_mut().unwrap().version = "1.1".into();
    [before, after]
}

pub(crate) fn made_comparison() -> Comparison {
    let [before, after] = before_and_after();
    compare(&before, &after).unwrap()
}

#[test]
fn for_people() {
    let text = terminal(&made_comparison());
    insta::assert_snapshot!(anstream::adapter::strip_str(&text).to_string());
}

#[test]
fn for_a_pull_request() {
    insta::assert_snapshot!(markdown(&made_comparison()));
}

#[test]
fn what_is_worse_is_a_regression() {
    let timeout = || Reply::Timeout(failure());
    let crash = || Reply::Crash(failure());
    let fine = || verdict(Verdict::Disallow);
    let allow = || verdict(Verdict::Allow);
    for (query, before, after, list, regressions) in [
        (MUST, fine(), wrong(), "newly failing", 1),
        (MUST, fine(), error(), "newly failing", 1),
        (MUST, fine(), unsupported(), "newly failing", 1),
        (MUST, fine(), crash(), "newly failing", 1),
        (SHOULD, fine(), wrong(), "newly failing", 1),
        (MUST, wrong(), timeout(), "newly failing", 1),
        (MUST, unsupported(), Reply::OutOfMemory(failure()), "newly failing", 1),
        (OBSERVED, fine(), crash(), "newly failing", 1),
        (MUST, wrong(), fine(), "fixed", 0),
        (MUST, crash(), fine(), "fixed", 0),
        (OBSERVED, crash(), allow(), "fixed", 0),
        (MUST, crash(), wrong(), "changed", 0),
        (MUST, crash(), timeout(), "changed", 0),
        (MUST, error(), wrong(), "changed", 0),
        (MUST, wrong(), unsupported(), "changed", 0),
        (OBSERVED, fine(), allow(), "changed", 0),
        (OBSERVED, fine(), unsupported(), "changed", 0),
        (CONTESTED, fine(), wrong(), "contested", 0),
        (CONTESTED, fine(), crash(), "newly failing", 1),
        (CONTESTED, wrong(), error(), "changed", 0),
        (CONTESTED, wrong(), fine(), "contested", 0),
        (MUST, wrong(), wrong(), "", 0),
        (OBSERVED, error(), error(), "", 0),
        (MUST, crash(), Reply::Crash(repspec::outcome::Failure::default()), "", 0),
    ] {
        let what = format!("{query}: {before:?}, {after:?}");
        let (found, worse) = change(&[(query, before)], &[(query, after)]);
        let lists: [(&str, &[QueryChange]); 4] = [
            ("newly failing", &found.newly_failing),
            ("fixed", &found.fixed),
            ("changed", &found.changed),
            ("contested", &found.contested),
        ];
        for (name, queries) in lists {
            let ids: Vec<&str> = queries.iter().map(|change| change.query.as_str()).collect();
            let wanted: &[&str] = if name == list { &[query] } else { &[] };
            assert_eq!(ids, wanted, "{name}: {what}");
        }
        assert_eq!(worse, regressions, "{what}");
    }
}

#[test]
fn a_message_that_changed_is_a_change() {
    let says = |message: &str| {
        let message = message.to_owned();
        Reply::Answered(repspec::outcome::Answer::Error { message })
    };
    let (found, worse) = change(&[(MUST, says("bad line 1"))], &[(MUST, says("bad line 2"))]);
    assert_eq!((found.changed.len(), worse), (1, 0));
}

#[test]
fn what_only_another_suite_scores_is_a_change() {
    let before = of(&[made("one", &[])]);
    let mut after = before.clone();
    let result = &mut after.implementations[0].queries[0];
    (result.outcome, result.expected) = (Outcome::Observed, None);
    for (before, after) in [(&before, &after), (&after, &before)] {
        let found = compare(before, after).unwrap();
        assert_eq!((found.implementations[0].changed.len(), found.regressions), (1, 0));
    }
}

#[test]
fn new_and_removed_queries_are_no_regressions() {
    let whole = of(&[made("one", &[(NEW, wrong()), (STATED, wrong())])]);
    let mut less = whole.clone();
    less.suite.hash = "0".repeat(64);
    less.implementations[0].queries.retain(|result| result.query != NEW);
    let found = compare(&less, &whole).unwrap();
    let [new] = &found.implementations[0].new[..] else { panic!("{found:?}") };
    assert_eq!((new.query.as_str(), new.after.as_ref().unwrap().got), (NEW, Got::Allow));
    assert_eq!(found.regressions, 0);
    let found = compare(&whole, &less).unwrap();
    let [removed] = &found.implementations[0].removed[..] else { panic!("{found:?}") };
    assert_eq!((removed.query.as_str(), &removed.after), (NEW, &None));
    assert_eq!(found.regressions, 0);
    assert!(
        found.remarks[0].starts_with("the suites differ: 0.2.0 (012345678"),
        "{:?}",
        found.remarks
    );
}

#[test]
fn requirements_and_the_statement_follow() {
    let (found, _) = change(&[(MUST, wrong())], &[(NEW, wrong())]);
    assert_eq!(found.requirements_met, ["most-octets"]);
    assert_eq!(found.requirements_not_met, ["limit"]);
    assert_eq!(found.statement, None);
    let (found, _) = change(&[(MUST, wrong())], &[]);
    let statement = found.statement.unwrap();
    assert_ne!(statement.before.compliance, statement.after.compliance);
}

#[test]
fn one_of_each_is_the_same_whatever_its_name_and_others_go_by_their_names() {
    let named =
        |names: &[&'static str]| of(&names.iter().map(|name| made(name, &[])).collect::<Vec<_>>());
    let compared = |before: &[&'static str], after: &[&'static str]| {
        compare(&named(before), &named(after)).map(|found| {
            let pairs: Vec<String> = found
                .implementations
                .iter()
                .map(|one| format!("{} {}", one.who.before.name, one.who.after.name))
                .collect();
            (pairs, found.only_before, found.only_after)
        })
    };
    let texts = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
    let (pairs, before, after) = compared(&["one-1"], &["one"]).unwrap();
    assert_eq!((pairs, before, after), (texts(&["one-1 one"]), texts(&[]), texts(&[])));
    let (pairs, before, after) = compared(&["a", "b", "c"], &["c", "d", "a"]).unwrap();
    assert_eq!((pairs, before, after), (texts(&["c c", "a a"]), texts(&["b"]), texts(&["d"])));
    let (pairs, before, after) = compared(&["a", "b@1"], &["a", "b"]).unwrap();
    assert_eq!((pairs, before, after), (texts(&["a a", "b@1 b"]), texts(&[]), texts(&[])));
    let (pairs, before, after) = compared(&["a", "b@1", "b@2"], &["a", "b"]).unwrap();
    assert_eq!((pairs, before, after), (texts(&["a a"]), texts(&["b@1", "b@2"]), texts(&["b"])));
    let (pairs, ..) = compared(&["b@1", "b"], &["b", "b@2"]).unwrap();
    assert_eq!(pairs, texts(&["b b", "b@1 b@2"]));
    let nothing = compared(&["a", "b"], &["c"]).unwrap_err();
    assert!(nothing.to_string().ends_with("in common: before a, b, after c"), "{nothing}");
}

#[test]
fn one_that_does_not_start_any_more_is_a_regression() {
    let (starts, not) = (of(&[made("one", &[])]), of(&[absent("one")]));
    for (before, after, start, regressions) in [
        (&starts, &not, Start::NoLonger, 1),
        (&not, &starts, Start::Now, 0),
        (&not, &not, Start::Never, 0),
    ] {
        let found = compare(before, after).unwrap();
        let one = &found.implementations[0];
        assert_eq!((one.start, found.regressions), (start, regressions));
        assert!(one.new.is_empty() && one.removed.is_empty() && one.newly_failing.is_empty());
    }
}

#[test]
fn parts_are_compared_with_the_same_parts() {
    let whole = of(&[made("one", &[])]);
    let mut part = whole.clone();
    part.suite.whole = false;
    part.implementations[0].queries.truncate(3);
    let wrong = compare(&whole, &part).unwrap_err();
    assert!(matches!(wrong, NotComparable::OtherQueries { .. }));
    assert_eq!(compare(&part, &part).unwrap().remarks, ["only a part of the suite was asked"]);
    let mut other = part.clone();
    other.suite.hash = "0".repeat(64);
    assert_eq!(compare(&whole, &other).unwrap_err(), NotComparable::WholeAndPart);
    assert_eq!(compare(&part, &other).unwrap().remarks.len(), 2);
}

#[test]
fn other_limits_are_told() {
    let before = of(&[made("one", &[])]);
    let mut after = before.clone();
    after.budget.cpu_ms = 500;
    let remarks = compare(&before, &after).unwrap().remarks;
    assert_eq!(remarks.len(), 1);
    assert!(
        remarks[0].contains("after") && remarks[0].contains("500ms of CPU time"),
        "{remarks:?}"
    );
}

#[test]
fn a_comment_has_room_for_any_comparison() {
    let mut found = made_comparison();
    let many = found.implementations[1].newly_failing[0].clone();
    for one in &mut found.implementations {
        one.newly_failing = vec![many.clone(); 5_000];
    }
    let text = markdown(&found);
    assert!((1_000..60_000).contains(&text.len()), "{}", text.len());
    assert!(text.contains("and 4950 more (`--format json` has all)"), "{text}");
}
