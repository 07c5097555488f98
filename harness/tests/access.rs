//! The scenarios bite: the reference passes them, each fault of the access layer is caught by a query of the requirement
//! that it breaks, each scored query catches a fault, and each signature is what its answer gives.
#![cfg(feature = "web")]

use repspec::answers::{Answers, READINGS};
use repspec::crawler;
use repspec::faults::{self, Fault};
use repspec::outcome::{Answer, Reply, Verdict};
use repspec::suite::{Case, Observation, Query, Scenario, Scoring, Suite, embedded};
use repspec::variant::Variant;
use repspec::web::{Simulated, judged};
use repspec_reference::access::Crawler;
use std::collections::BTreeSet;
use std::sync::LazyLock;

static SUITE: LazyLock<Suite> = LazyLock::new(|| {
    let mut suite = embedded().expect("the embedded suite is valid");
    suite.cases.retain(|case| case.scenario().is_some());
    suite
});

/// What a variant replies to each query of a scenario.
fn replies(case: &Case, scenario: &Scenario, variant: Variant) -> Vec<Reply> {
    let mut web = Simulated::new(scenario.web.clone());
    let mut known = Crawler::new(variant);
    let mut now = 1_000_000;
    let steps = case.queries.iter().zip(&scenario.steps);
    let reply = |(query, step): (&Query, &repspec::suite::Step)| {
        now += step.after.as_secs();
        web.change(&step.changes);
        let before = web.log().len();
        let mut request = |uri: &str| web.get(uri, &query.token);
        let access = crawler::decide(&mut known, &mut request, (&query.token, &query.uri), now);
        let answer = Answer::Verdict { verdict: access.verdict.into(), line: None };
        judged(answer, step, (&query.token, &query.uri), (web.log(), before))
    };
    steps.map(reply).collect()
}

fn replies_of<'c>(case: &'c Case, variant: &Variant) -> impl Iterator<Item = (&'c Query, Reply)> {
    let scenario = case.scenario().expect("it is a scenario");
    case.queries.iter().zip(replies(case, scenario, variant.clone()))
}

fn is_scored(case: &Case) -> bool {
    !matches!(case.scoring, Scoring::Observed { .. })
}

fn is_wrong(query: &Query, reply: &Reply) -> bool {
    match (reply, query.expect) {
        (Reply::Answered(Answer::Verdict { verdict, .. }), Some(expected)) => *verdict != expected,
        (Reply::NotReached(_), _) | (Reply::Answered(_), None) => false,
        _ => true,
    }
}

/// The scored queries that a variant does not answer as they ask for.
fn failed(variant: &Variant) -> Vec<&'static Query> {
    let scored = SUITE.cases.iter().filter(|case| is_scored(case));
    let replies = scored.flat_map(|case| replies_of(case, variant));
    replies.filter(|(query, reply)| is_wrong(query, reply)).map(|(query, _)| query).collect()
}

fn observations(case: &Case, variant: &Variant) -> Vec<Observation> {
    let verdict = |(_, reply)| match reply {
        Reply::Answered(Answer::Verdict { verdict: Verdict::Allow, .. }) => Observation::Allow,
        Reply::Answered(Answer::Verdict { verdict: Verdict::Disallow, .. }) => {
            Observation::Disallow
        }
        _ => Observation::Error,
    };
    replies_of(case, variant).map(verdict).collect()
}

fn assert_none(complaint: &str, lines: &[String]) {
    assert!(lines.is_empty(), "{complaint} ({}):\n{}", lines.len(), lines.join("\n"));
}

#[test]
fn the_reference_passes_every_scored_query() {
    let wrong: Vec<String> =
        failed(&Variant::default()).iter().map(|query| query.id.clone()).collect();
    assert_none("the reference fails these", &wrong);
}

#[test]
fn each_fault_is_caught_by_a_query_of_its_requirement_and_each_scored_query_catches_one() {
    let mut useful = BTreeSet::new();
    let mut survivors = Vec::new();
    for fault in faults::ACCESS {
        let Fault { id, requirement, .. } = fault;
        let failed = failed(&Variant::from(fault));
        let ids: Vec<&str> = failed.iter().map(|query| query.id.as_str()).collect();
        println!("{id} ({requirement}): {}", ids.join(" "));
        if failed.iter().all(|query| query.requirement != *requirement) {
            survivors.push(format!("{id} ({requirement}): {}", ids.join(" ")));
        }
        useful.extend(ids);
    }
    assert_none("no query of their own requirement fails for these faults", &survivors);
    let scored = SUITE.queries().filter(|(case, _)| is_scored(case)).map(|(_, query)| query);
    let idle: Vec<String> = scored
        .filter(|query| !useful.contains(query.id.as_str()))
        .map(|query| format!("{} ({})", query.id, query.requirement))
        .collect();
    assert_none("these queries catch no fault", &idle);
}

#[test]
fn ids_are_unique_and_requirements_exist() {
    let mut ids = BTreeSet::new();
    for fault in faults::all() {
        assert!(ids.insert(fault.id), "{} is there twice", fault.id);
        assert!(SUITE.requirement(fault.requirement).is_some(), "{}", fault.id);
    }
}

#[test]
fn the_reference_takes_the_first_answer_and_each_signature_is_what_its_answer_gives() {
    let mut wrong = Vec::new();
    for case in &SUITE.cases {
        let Scoring::Observed { reading, signatures } = &case.scoring else { continue };
        let known = READINGS.iter().find(|(id, _)| id == reading).map(|(_, words)| *words);
        let Some(words) = known else { continue };
        for signature in signatures {
            let mut answers = Answers::default();
            if answers.give(reading, &signature.answer).is_err() {
                continue;
            }
            let got = observations(case, &Variant::from(answers));
            if got != signature.verdicts {
                wrong.push(format!("{} {}: {got:?}", case.id, signature.answer));
            }
        }
        let first = signatures.iter().find(|signature| signature.answer == words[0]);
        let got = observations(case, &Variant::default());
        if first.is_some_and(|first| first.verdicts != got) {
            wrong.push(format!("{} as the reference: {got:?}", case.id));
        }
    }
    assert_none("these signatures are not what the seam gives", &wrong);
}
