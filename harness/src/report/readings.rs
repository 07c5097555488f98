//! Which reading of the RFC an implementation follows where there is room for several.

use super::fold::{Fold, Part};
use crate::event::QueryFinished;
use crate::outcome::{Answer, Outcome, Reply};
use crate::suite::{Case, Observation, Scoring, Signature};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The answer of what fits no signature.
const OTHER: &str = "other";

/// What the cases of one observed reading show.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReadingResult {
    /// The answer that its cases show, and that none of them speaks against; absent if there is none. `other`: none
    /// that the catalogue knows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// The answer that each case shows.
    pub cases: BTreeMap<String, String>,
}

/// How an implementation did on the queries of one contested reading.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ContestedResult {
    /// How many queries come out as the text says.
    pub passed: usize,
    /// How many were asked.
    pub asked: usize,
}

/// The observed readings, by id; a case of which not every query was answered is left out.
pub(super) fn readings(fold: &Fold<'_>, part: &Part) -> BTreeMap<String, ReadingResult> {
    let mut readings: BTreeMap<&str, Vec<Shown<'_>>> = BTreeMap::new();
    for (case, results) in by_case(fold, part) {
        let Scoring::Observed { reading, signatures } = &case.scoring else { continue };
        let Some(answer) = answer(case, signatures, &results) else { continue };
        readings.entry(reading).or_default().push(Shown { case: &case.id, answer, signatures });
    }
    let result = |shown: Vec<Shown<'_>>| ReadingResult {
        answer: common(&shown).map(str::to_owned),
        cases: shown.iter().map(|one| (one.case.to_owned(), one.answer.to_owned())).collect(),
    };
    readings.into_iter().map(|(reading, shown)| (reading.to_owned(), result(shown))).collect()
}

/// What one case shows.
struct Shown<'a> {
    case: &'a str,
    answer: &'a str,
    signatures: &'a [Signature],
}

impl Shown<'_> {
    /// Whether it speaks against an answer. A case that has no signature for it cannot tell it from others.
    fn excludes(&self, answer: &str) -> bool {
        let knows = || self.signatures.iter().any(|signature| signature.answer == answer);
        self.answer != answer && (self.answer == OTHER || answer == OTHER || knows())
    }
}

/// The answer that some case shows, and that none excludes.
fn common<'a>(shown: &[Shown<'a>]) -> Option<&'a str> {
    let mut answers = shown.iter().map(|one| one.answer);
    answers.find(|answer| !shown.iter().any(|one| one.excludes(answer)))
}

/// The contested readings, by id.
pub(super) fn contested(fold: &Fold<'_>, part: &Part) -> BTreeMap<String, ContestedResult> {
    let mut readings: BTreeMap<String, ContestedResult> = BTreeMap::new();
    for (case, _, result) in fold.results(part) {
        if let Scoring::Contested { reading } = &case.scoring {
            let counted = readings.entry(reading.clone()).or_default();
            counted.asked += 1;
            counted.passed += usize::from(result.outcome == Outcome::Pass);
        }
    }
    readings
}

/// The results of a part, one item per case.
pub(super) fn by_case<'s, 'a>(
    fold: &'s Fold<'a>,
    part: &'s Part,
) -> Vec<(&'a Case, Vec<&'s QueryFinished>)> {
    let mut cases: Vec<(&Case, Vec<&QueryFinished>)> = Vec::new();
    for (case, _, result) in fold.results(part) {
        match cases.last_mut() {
            Some((last, results)) if last.id == case.id => results.push(result),
            _ => cases.push((case, vec![result])),
        }
    }
    cases
}

fn answer<'a>(
    case: &Case,
    signatures: &'a [Signature],
    results: &[&QueryFinished],
) -> Option<&'a str> {
    if results.len() != case.queries.len() {
        return None;
    }
    let seen: Option<Vec<Observation>> = results.iter().map(|result| observation(result)).collect();
    let seen = seen?;
    let fitting = signatures.iter().find(|signature| signature.verdicts == seen);
    Some(fitting.map_or(OTHER, |signature| signature.answer.as_str()))
}

fn observation(result: &QueryFinished) -> Option<Observation> {
    match &result.reply {
        Reply::Answered(Answer::Verdict { verdict, .. }) => Some((*verdict).into()),
        Reply::Answered(Answer::Error { .. }) => Some(Observation::Error),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Shown, common};
    use crate::suite::Signature;

    fn signatures(answers: &[&str]) -> Vec<Signature> {
        let signature =
            |answer: &&str| Signature { answer: (*answer).to_owned(), verdicts: vec![] };
        answers.iter().map(signature).collect()
    }

    #[test]
    fn a_case_that_cannot_tell_two_answers_apart_speaks_against_neither() {
        let (all, blunt) = (signatures(&["read", "ignored"]), signatures(&["ignored"]));
        let whole = |answer| Shown { case: "whole", answer, signatures: &all };
        let blunt = |answer| Shown { case: "blunt", answer, signatures: &blunt };
        for (shown, wanted) in [
            (vec![blunt("ignored"), whole("read")], Some("read")),
            (vec![blunt("ignored"), whole("ignored")], Some("ignored")),
            (vec![blunt("ignored")], Some("ignored")),
            (vec![whole("read"), whole("ignored")], None),
            (vec![blunt("other"), whole("read")], None),
            (vec![blunt("ignored"), whole("other")], None),
            (vec![blunt("other"), whole("other")], Some("other")),
        ] {
            assert_eq!(common(&shown), wanted);
        }
    }
}
