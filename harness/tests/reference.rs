//! The reference passes the suite, and takes the first answer of every reading.

use repspec::answers::{Answers, READINGS};
use repspec::suite::{Observation, ReadingKind, Scoring, embedded};
use repspec::variant::Variant;
use repspec_reference::{Reason, Robots};

#[test]
fn the_reference_passes_every_scored_query() {
    let suite = embedded().expect("the embedded suite is valid");
    let wrong: Vec<String> = suite
        .queries()
        .filter_map(|(case, query)| {
            let expected = query.expect?;
            let robots = Robots::parse(&case.robots_txt);
            let told = robots.explain(&query.token, &query.uri);
            let got = repspec::outcome::Verdict::from(told.decision.verdict);
            (got != expected).then(|| format!("{}: {told:?}", query.id))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What the reference answers on a case under a set of answers.
fn observations(case: &repspec::suite::Case, answers: &Answers) -> Vec<Observation> {
    let robots = Robots::parse_with(&case.robots_txt, Variant::from(answers.clone()));
    let asked = case.queries.iter().map(|query| robots.decide(&query.token, &query.uri));
    asked
        .map(|decision| match decision.reason {
            Reason::Refused => Observation::Error,
            _ => repspec::outcome::Verdict::from(decision.verdict).into(),
        })
        .collect()
}

#[test]
fn each_signature_is_what_its_answer_gives_through_the_seam() {
    let suite = embedded().expect("the embedded suite is valid");
    let mut wrong = Vec::new();
    for case in &suite.cases {
        let Scoring::Observed { reading, signatures } = &case.scoring else { continue };
        for signature in signatures {
            let mut answers = Answers::default();
            answers.give(reading, &signature.answer).expect("the seam knows every answer");
            let got = observations(case, &answers);
            if got != signature.verdicts {
                wrong.push(format!("{} {}: {got:?}", case.id, signature.answer));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_seam_knows_every_observed_reading_of_the_parser_and_its_words() {
    let suite = embedded().expect("the embedded suite is valid");
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
