//! Known failures are run and must still fail that way.

use crate::made_up::*;
use repspec::baseline::Baseline;
use repspec::event::Event;
use repspec::outcome::Reply;
use repspec::report::Fold;
use repspec::run::Ending;
use repspec::suite::Selection;

const HEAD: &str = "suite: 0.2.0\nimplementation: x\n";

fn baseline(entries: &[(&str, &str)]) -> String {
    let entries: Vec<String> = entries
        .iter()
        .map(|(query, outcome)| {
            format!("  - query: {query}\n    outcome: {outcome}\n    reason: because\n")
        })
        .collect();
    format!("{HEAD}queries:{}\n{}", if entries.is_empty() { " []" } else { "" }, entries.concat())
}

fn run_under(baseline: &str, replies: Replies<'_>) -> Done {
    run_all(&[Made { baseline: Some(baseline), ..made("x", replies) }])
}

/// What a person would read of what is unexpected.
fn report(done: &Done) -> String {
    let suite = suite();
    let text = repspec::report::terminal(
        &done.fold(&suite),
        repspec::report::Marks::Ascii,
        repspec::report::by_reference,
    );
    anstream::adapter::strip_str(&text).to_string()
}

#[test]
fn a_listed_failure_is_expected() {
    let done = run_under(&baseline(&[(MUST, "fail")]), &[(MUST, wrong())]);
    assert_eq!(done.ending, Ending::AsExpected);
}

#[test]
fn without_its_entry_it_is_not() {
    let done = run_under(&baseline(&[]), &[(MUST, wrong())]);
    assert_eq!(done.ending, Ending::Unexpected);
    assert!(report(&done).contains("fail  2.2.2/longest#long"));
}

#[test]
fn an_entry_for_what_passes_is_named() {
    let done = run_under(&baseline(&[(MUST, "fail")]), &[]);
    assert_eq!(done.ending, Ending::Unexpected);
    assert!(
        report(&done)
            .contains("pass  2.2.2/longest#long  the baseline's entry `2.2.2/longest#long`")
    );
}

#[test]
fn failing_in_another_way_is_unexpected() {
    let done = run_under(&baseline(&[(MUST, "fail")]), &[(MUST, Reply::Crash(failure()))]);
    assert_eq!(done.ending, Ending::Unexpected);
    assert!(report(&done).contains("lists `fail`"));
}

#[test]
fn what_varies_may_be_answered_and_stays_listed() {
    let varies = "timeout\n    varies: true";
    let baseline = baseline(&[(MUST, varies)]);
    let known = Baseline::parse("b.yaml", &baseline).unwrap();
    let suite = suite();
    let stays = |replies: Replies<'_>| {
        let done = run_under(&baseline, replies);
        let fold = done.fold(&suite);
        let results: Vec<_> = fold.parts[0].results().collect();
        let stays = known.updated(&suite, &results, false).entries == known.entries;
        assert_eq!(stays, done.ending == Ending::AsExpected);
        stays
    };
    assert!(stays(&[(MUST, Reply::Timeout(failure()))]));
    assert!(stays(&[]), "all pass");
    assert!(!stays(&[(MUST, wrong())]));
    assert!(!stays(&[(MUST, Reply::Crash(failure()))]));
}

#[test]
fn an_entry_that_fits_no_query_is_named_with_what_to_do() {
    for (query, outcome, advice) in [
        ("2.2.2/longest#lang", "fail", "did you mean `2.2.2/longest#long`?"),
        ("9/*", "fail", "remove the entry"),
        (SHOULD, "fail", "listed as `warn`"),
        (MUST, "warn", "listed as `fail`"),
        (OBSERVED, "error", "observation"),
        (CONTESTED, "fail", "contested"),
    ] {
        let done = run_under(&baseline(&[(query, outcome)]), &[]);
        assert_eq!(done.ending, Ending::Unexpected, "{query}");
        let report = report(&done);
        assert!(report.contains(&format!("baseline entry `{query}`")), "{report}");
        assert!(report.contains(advice), "{report}");
        assert!(!report.contains("?."), "{report}");
    }
}

#[test]
fn a_glob_speaks_for_every_query_that_can_come_out_so() {
    let replies = [(MUST, wrong()), (ANOTHER_MUST, wrong()), (SHOULD, wrong())];
    let both = baseline(&[("2.2.2/*", "fail")]);
    assert_eq!(run_under(&both, &replies).ending, Ending::AsExpected);
    let one_passes = run_under(&both, &replies[1..]);
    assert_eq!(one_passes.ending, Ending::Unexpected);
    assert!(
        report(&one_passes).contains("pass  2.2.2/longest#long  the baseline's entry `2.2.2/*`")
    );
}

#[test]
fn an_exact_id_comes_before_a_glob_wherever_it_stands() {
    let replies = [(MUST, Reply::Crash(failure())), (ANOTHER_MUST, wrong())];
    let entries = baseline(&[("2.2.2/*", "fail"), (MUST, "crash")]);
    assert_eq!(run_under(&entries, &replies).ending, Ending::AsExpected);
    let idle = baseline(&[("2.2.2/*", "fail"), ("2.2.2/longest#*", "fail")]);
    let done = run_under(&idle, &[(MUST, wrong()), (ANOTHER_MUST, wrong())]);
    assert!(report(&done).contains("`2.2.2/longest#*`: other entries speak"));
}

#[test]
fn entries_for_what_a_filter_leaves_out_are_fine() {
    let entries = baseline(&[(MUST, "fail")]);
    let selection = Selection { sections: vec!["2.5".into()], ..<_>::default() };
    let x = Made { baseline: Some(&entries), ..made("x", &[]) };
    assert_eq!(run_part(&[x], &selection, false).unwrap().ending, Ending::AsExpected);
}

#[test]
fn a_query_newer_than_the_baseline_counts_only_if_strict() {
    let old = baseline(&[]).replace("0.2.0", "0.1.9");
    let replies = [(NEW, wrong())];
    let x = || [Made { baseline: Some(&old), ..made("x", &replies) }];
    assert_eq!(run_all(&x()).ending, Ending::AsExpected);
    assert_eq!(run_strictly(&x()).ending, Ending::Unexpected);
    assert_eq!(run_under(&baseline(&[]), &replies).ending, Ending::Unexpected);
}

#[test]
fn a_listed_warning_is_expected_even_if_strict() {
    let entries = baseline(&[(SHOULD, "warn")]);
    let replies = [(SHOULD, wrong())];
    let done = run_strictly(&[Made { baseline: Some(&entries), ..made("x", &replies) }]);
    assert_eq!(done.ending, Ending::AsExpected);
}

const KEPT: &str = "# Ours, by hand.\n\nsuite: 0.1.0\nimplementation: x\nqueries:\n  \
    - query: 2.2.2/case#upper\n    outcome: warn\n    reason: \"folded: on purpose # really\"\n    \
      link: https://parser.example/issues/1\n  \
    - query: 2.2.2/longest#*\n    outcome: fail\n    reason: the first rule wins\n  \
    - query: 2.2/grammar#plain\n    outcome: crash\n    reason: fixed since\n  \
    - query: gone/*\n    outcome: fail\n    reason: of old\n";

fn updated(replies: Replies<'_>, selection: &Selection) -> Baseline {
    let suite = suite();
    let x = Made { baseline: Some(KEPT), ..made("x", replies) };
    let done = run_part(&[x], selection, false).unwrap();
    let fold: Fold<'_> = done.fold(&suite);
    let results: Vec<_> = fold.parts[0].results().collect();
    Baseline::parse("b.yaml", KEPT).unwrap().updated(&suite, &results, false)
}

#[test]
fn an_update_keeps_what_holds_drops_what_does_not_and_adds_what_is_new() {
    let replies = [
        (SHOULD, wrong()),
        (MUST, wrong()),
        (ANOTHER_MUST, wrong()),
        (NEW, Reply::Timeout(failure())),
        (CONTESTED, wrong()),
        (MAY, wrong()),
    ];
    let text = updated(&replies, &Selection::default()).to_yaml(KEPT);
    assert_eq!(
        text,
        "# Ours, by hand.\n\nsuite: 0.2.0\nimplementation: x\nqueries:\n  \
        - query: 2.2.2/case#upper\n    outcome: warn\n    reason: \"folded: on purpose # really\"\n    \
          link: https://parser.example/issues/1\n  \
        - query: 2.2.2/longest#*\n    outcome: fail\n    reason: the first rule wins\n  \
        - query: 2.5/limit#beyond\n    outcome: timeout\n    reason: not explained yet\n"
    );
    let done = run_under(&text, &replies);
    assert_eq!(done.ending, Ending::AsExpected, "the run after an update is as expected");
    let again = Baseline::parse("b.yaml", &text).unwrap();
    assert_eq!(again.to_yaml(&text), text);
    assert_eq!(Baseline::parse("b.yaml", &again.to_yaml("")).unwrap(), again);
}

#[test]
fn a_glob_that_holds_in_part_becomes_the_ids_that_do() {
    let replies = [(SHOULD, wrong()), (MUST, wrong())];
    let entries = updated(&replies, &Selection::default()).entries;
    assert_eq!(entries[1].query, MUST);
    assert_eq!(entries[1].reason, "the first rule wins");
    assert_eq!(entries.len(), 2);
}

#[test]
fn an_update_leaves_alone_what_was_not_asked() {
    let selection = Selection { sections: vec!["2.5".into()], ..<_>::default() };
    let updated = updated(&[], &selection);
    let queries: Vec<&str> = updated.entries.iter().map(|entry| &*entry.query).collect();
    assert_eq!(queries, [SHOULD, "2.2.2/longest#*", STATED]);
    assert_eq!(updated.suite, "0.1.0", "of the newer queries, most were not asked");
}

#[test]
fn any_reason_survives_being_written_and_read() {
    for reason in [
        "plain words",
        "a: b # c",
        "- x",
        "true",
        "0.1",
        "two\nlines\ttab",
        "\u{1b}[2J \u{7f} \u{9b} \u{feff} \u{2028} \"quoted\" \\ 'x'",
        " blanks ",
        "~",
        "ツ: wide",
        "ends with:",
    ] {
        let mut baseline = Baseline::parse("b.yaml", KEPT).unwrap();
        baseline.entries[0].reason = reason.into();
        for before in ["", KEPT] {
            let read = Baseline::parse("b.yaml", &baseline.to_yaml(before)).unwrap();
            assert_eq!(read, baseline, "{reason:?}");
        }
    }
}

#[test]
fn an_over_long_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("known.yaml");
    std::fs::write(&file, "#".repeat(300 << 10)).unwrap();
    let complaints = Baseline::load(&file).unwrap_err().0;
    assert_eq!(complaints[0].code, "file-too-long");
}

#[test]
fn problems_are_told_once_each_even_if_the_implementation_does_not_start() {
    let entries = baseline(&[("gone", "fail")]);
    let done = run_all(&[Made { name: "x", replies: None, baseline: Some(&entries) }]);
    let problems = done.events.iter().filter(|event| matches!(event, Event::BaselineProblem(_)));
    assert_eq!(problems.count(), 1);
}
