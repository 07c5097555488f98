//! What may be said of an implementation as a whole.

use crate::made_up::*;
use repspec::outcome::{Reply, Resource, Verdict};
use repspec::report::{Compliance, Report, Standing, Statement, report};
use repspec::suite::{CatalogueOf, Level, Requirement, Selection, Suite, Tested};

fn report_of(replies: Replies<'_>, selection: &Selection) -> Report {
    let suite = suite();
    let done = run_part(&[made("x", replies)], selection, false).unwrap();
    report(&done.fold(&suite), deciding).unwrap()
}

fn statement(replies: Replies<'_>) -> String {
    let report = report_of(replies, &Selection::default());
    let statement = serde_json::to_value(&report.implementations[0].statement).unwrap();
    let word = statement.get("compliance").or(statement.get("withheld")).unwrap();
    word.as_str().unwrap().to_owned()
}

#[test]
fn every_must_and_should_makes_it_unconditional() {
    assert_eq!(statement(&[]), "unconditionally-compliant");
    assert_eq!(statement(&[(MAY, wrong())]), "unconditionally-compliant");
}

#[test]
fn a_should_that_is_not_met_makes_it_conditional() {
    assert_eq!(statement(&[(SHOULD, wrong())]), "conditionally-compliant");
    assert_eq!(statement(&[(SHOULD, error())]), "conditionally-compliant");
}

#[test]
fn a_must_that_is_not_met_makes_it_not_compliant() {
    for query in [MUST, STATED] {
        assert_eq!(statement(&[(query, wrong())]), "not-compliant");
        assert_eq!(statement(&[(query, Reply::Timeout(failure()))]), "not-compliant");
    }
}

#[test]
fn contested_and_observed_verdicts_change_nothing_but_a_crash_does() {
    assert_eq!(
        statement(&[(CONTESTED, wrong()), (OBSERVED, error())]),
        "unconditionally-compliant"
    );
    assert_eq!(statement(&[(OBSERVED, Reply::Crash(failure()))]), "not-compliant");
}

#[test]
fn there_is_none_where_a_scored_query_is_unsupported() {
    assert_eq!(statement(&[(MUST, unsupported())]), "1 scored query is unsupported");
    let many = statement(&[(MUST, unsupported()), (SHOULD, unsupported())]);
    assert_eq!(many, "2 scored queries are unsupported");
    assert_eq!(statement(&[(OBSERVED, unsupported())]), "unconditionally-compliant");
}

/// The statement on a run, had the suite had this requirement otherwise.
fn statement_if(replies: Replies<'_>, id: &str, change: impl Fn(&mut Requirement)) -> Statement {
    let done = run_part(&[made("x", replies)], &Selection::default(), false).unwrap();
    let mut suite = suite();
    change(suite.requirements.iter_mut().find(|requirement| requirement.id == id).unwrap());
    report(&done.fold(&suite), deciding).unwrap().implementations[0].statement.clone()
}

#[test]
fn security_considerations_and_examples_are_not_what_it_is_about() {
    for reply in [wrong(), unsupported(), Reply::Crash(failure())] {
        for (section, inside) in [("3", false), ("5.2", false), ("2.2.3", true), ("2.20", false)] {
            let moved = |requirement: &mut Requirement| requirement.section = section.into();
            let said = statement_if(&[(MUST, reply.clone())], "most-octets", moved);
            assert_eq!(said.compliance != Some(Compliance::Unconditional), inside, "{section}");
        }
    }
}

#[test]
fn there_is_none_where_the_suite_leaves_out_what_a_verdict_could_show() {
    let said = |level, tested: &Tested| {
        let left_out = |requirement: &mut Requirement| {
            (requirement.level, requirement.tested) = (level, tested.clone());
        };
        statement_if(&[], "not-asked-about", left_out).withheld
    };
    let withheld = Some("the suite asks nothing about 1 requirement".to_owned());
    assert_eq!(said(Level::Must, &Tested::ByVerdict), withheld);
    assert_eq!(said(Level::Should, &Tested::ByVerdict), withheld);
    assert_eq!(said(Level::May, &Tested::ByVerdict), None);
    assert_eq!(said(Level::Must, &Tested::ByAccess), None);
}

#[test]
fn there_is_none_for_a_part_of_the_suite() {
    let selection = Selection { sections: vec!["2.2".into()], ..<_>::default() };
    let said = &report_of(&[], &selection).implementations[0].statement;
    assert_eq!(said.compliance, None);
    assert_eq!(said.withheld.as_deref(), Some("only a part of the suite was asked"));
}

#[test]
fn there_is_none_under_requirements_that_are_not_the_rfcs() {
    let done = run_all(&[made("x", &[])]);
    let suite = Suite { catalogue: CatalogueOf::Itself, ..suite() };
    let said = &report(&done.fold(&suite), deciding).unwrap().implementations[0].statement;
    assert_eq!(said.compliance, None);
}

#[test]
fn a_known_failure_is_still_a_failure() {
    let suite = suite();
    let known = "suite: 0.2.0\nimplementation: x\nqueries:\n  - query: 2.2.2/longest#long\n    \
        outcome: fail\n    reason: because\n";
    let replies = [(MUST, wrong())];
    let done = run_all(&[Made { baseline: Some(known), ..made("x", &replies) }]);
    let report = report(&done.fold(&suite), deciding).unwrap();
    let text = serde_json::to_string(&report.implementations[0].statement).unwrap();
    assert!(text.contains("not-compliant"), "{text}");
}

/// One query that was not asked, and nothing else that is not right.
fn not_asked() -> Reply {
    Reply::NotAsked { spent: Resource::Time, detail: "a smaller one took too long".to_owned() }
}

#[test]
fn what_was_not_asked_proves_nothing() {
    let withheld = "not everything was asked, as smaller files took too long";
    assert_eq!(statement(&[(MUST, not_asked())]), withheld);
    assert_eq!(statement(&[(SHOULD, not_asked())]), withheld);
    assert_eq!(statement(&[(MUST, wrong()), (SHOULD, not_asked())]), "not-compliant");
    let report = report_of(&[(MUST, not_asked())], &Selection::default());
    let requirements = &report.implementations[0].requirements;
    let most_octets =
        requirements.iter().find(|result| result.requirement == "most-octets").unwrap();
    assert_eq!(most_octets.standing, Standing::NotWhollyAsked);
    let observed = report_of(&[(OBSERVED, not_asked())], &Selection::default());
    let requirements = &observed.implementations[0].requirements;
    assert!(requirements.iter().all(|result| result.standing == Standing::Met));
}

#[test]
fn a_requirement_is_met_if_all_of_its_queries_pass() {
    let report = report_of(&[(MUST, wrong())], &Selection::default());
    let requirements = &report.implementations[0].requirements;
    let most_octets =
        requirements.iter().find(|result| result.requirement == "most-octets").unwrap();
    assert_eq!(
        (most_octets.standing, most_octets.passed, most_octets.scored),
        (Standing::NotMet, 1, 2)
    );
    let asked: Vec<&str> = requirements.iter().map(|result| result.requirement.as_str()).collect();
    assert_eq!(asked, ["grammar", "most-octets", "case-matters", "escapes", "limit"]);
}

fn reading(replies: Replies<'_>) -> Option<String> {
    let report = report_of(replies, &Selection::default());
    report.implementations[0].readings.get("leading-star")?.answer.clone()
}

#[test]
fn the_reading_is_the_one_whose_signature_fits() {
    let (allow, disallow) = (verdict(Verdict::Allow), verdict(Verdict::Disallow));
    let pattern = [(OBSERVED, disallow.clone()), (ALSO_OBSERVED, allow.clone())];
    assert_eq!(reading(&pattern).unwrap(), "pattern");
    let not_a_rule = [(OBSERVED, allow.clone()), (ALSO_OBSERVED, allow.clone())];
    assert_eq!(reading(&not_a_rule).unwrap(), "not-a-rule");
    let neither = [(OBSERVED, allow.clone()), (ALSO_OBSERVED, disallow)];
    assert_eq!(reading(&neither).unwrap(), "other");
    assert_eq!(reading(&[(OBSERVED, error()), (ALSO_OBSERVED, allow)]).unwrap(), "other");
}

#[test]
fn a_reading_that_was_not_fully_answered_is_not_guessed() {
    assert_eq!(reading(&[(OBSERVED, unsupported())]), None);
    let filter = Selection { filters: vec!["*#first".into()], ..<_>::default() };
    assert!(report_of(&[], &filter).implementations[0].readings.is_empty());
}
