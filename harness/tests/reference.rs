//! The reference passes the suite, and takes the first answer of every reading.

use repspec::answers::{Answers, READINGS, alternatives};
use repspec::suite::{Case, Observation, ReadingKind, Scoring, Suite, embedded};
use repspec::variant::Variant;
use repspec_reference::seam::{Rfc, Seam};
use repspec_reference::{Reason, Robots};

/// What is asked of parsers.
fn suite() -> Suite {
    let mut suite = embedded().expect("the embedded suite is valid");
    suite.cases.retain(|case| case.file().is_some());
    suite
}

fn octets(case: &Case) -> usize {
    case.file().map_or(0, |file| file.robots_txt.len())
}

#[test]
fn the_reference_passes_every_scored_query() {
    let suite = suite();
    let wrong: Vec<String> = suite
        .queries()
        .filter_map(|(case, query)| {
            let expected = query.expect?;
            let robots = Robots::parse(&case.file()?.robots_txt);
            let told = robots.explain(&query.token, &query.uri);
            let got = repspec::outcome::Verdict::from(told.decision.verdict);
            (got != expected).then(|| format!("{}: {told:?}", query.id))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What the reference answers on a case through a seam.
fn observations<S: Seam>(case: &Case, seam: S) -> Vec<Observation> {
    let file = case.file().expect("it hands over a file");
    let robots = Robots::parse_with(&file.robots_txt, seam);
    let asked = case.queries.iter().map(|query| robots.decide(&query.token, &query.uri));
    asked
        .map(|decision| match decision.reason {
            Reason::Refused => Observation::Error,
            _ => repspec::outcome::Verdict::from(decision.verdict).into(),
        })
        .collect()
}

/// Without the harness's answers, which have code of their own for some of the first ones too.
#[test]
fn the_reference_takes_the_first_answer_of_every_reading() {
    let suite = suite();
    let mut wrong = Vec::new();
    for case in &suite.cases {
        let Scoring::Observed { reading, signatures } = &case.scoring else { continue };
        let known = READINGS.iter().find(|(id, _)| id == reading);
        let first = known.expect("the seam knows every reading").1[0];
        let signature = signatures.iter().find(|signature| signature.answer == first);
        let got = observations(case, Rfc);
        if signature.is_some_and(|signature| signature.verdicts != got) {
            wrong.push(format!("{}: {got:?}", case.id));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn each_signature_is_what_its_answer_gives_through_the_seam() {
    let suite = suite();
    let mut wrong = Vec::new();
    for case in &suite.cases {
        let Scoring::Observed { reading, signatures } = &case.scoring else { continue };
        for signature in signatures {
            let mut answers = Answers::default();
            answers.give(reading, &signature.answer).expect("the seam knows every answer");
            let got = observations(case, Variant::from(answers));
            if got != signature.verdicts {
                wrong.push(format!("{} {}: {got:?}", case.id, signature.answer));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Answers that break a decided point themselves, and so do change scored verdicts.
const BREAK_A_DECIDED_POINT: [(&str, &str); 3] = [
    // Decoding nothing at all leaves the URI's unreserved octets encoded (2.2.2).
    ("encoded-unreserved-in-rule", "neither"),
    // An error for the whole file leaves its other rules unused (2.3.1.5).
    ("malformed-percent", "error"),
    // A rule that the limit cuts becomes a broader one (2.2.2).
    ("very-long-line", "cut"),
];

/// A scored query must not hang on a point that the RFC leaves open: it would be unfair to those who read it otherwise.
#[test]
fn scored_verdicts_are_the_same_under_each_reading() {
    let suite = suite();
    let scored: Vec<&Case> =
        suite.cases.iter().filter(|case| matches!(case.scoring, Scoring::Scored)).collect();
    let mut wrong = Vec::new();
    for (reading, answer, answers) in alternatives() {
        let of_size = matches!(reading, "after-limit" | "very-long-line");
        let asked = scored.iter().filter(|case| of_size || octets(case) < 100_000);
        let changed: Vec<String> = asked.flat_map(|case| changed(case, &answers)).collect();
        if changed.is_empty() == BREAK_A_DECIDED_POINT.contains(&(reading, answer)) {
            wrong.push(format!("{reading} {answer}: {}", changed.join(" ")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The queries of a scored case whose verdict another set of answers changes.
fn changed(case: &Case, answers: &Answers) -> Vec<String> {
    let got = observations(case, Variant::from(answers.clone()));
    let asked = case.queries.iter().zip(got);
    asked
        .filter(|(query, got)| query.expect.map(Observation::from) != Some(*got))
        .map(|(query, _)| query.id.clone())
        .collect()
}

#[test]
fn the_seam_knows_every_observed_reading_of_the_parser_and_its_words() {
    let suite = suite();
    for reading in &suite.readings {
        let is_parsers = reading.section.starts_with("2.2") || reading.id == "after-limit";
        let ReadingKind::Observed(answers) = &reading.kind else { continue };
        if !is_parsers {
            continue;
        }
        let words: Vec<_> = answers.iter().map(|answer| answer.id.as_str()).collect();
        let known = READINGS.iter().find(|(id, _)| *id == reading.id);
        assert_eq!(known.map(|(_, known)| known.to_vec()), Some(words), "{}", reading.id);
    }
}
