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
    /// The answer that all of its cases show; absent if they differ. `other`: none that the catalogue knows.
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
    let mut readings: BTreeMap<String, ReadingResult> = BTreeMap::new();
    for (case, results) in by_case(fold, part) {
        let Scoring::Observed { reading, signatures } = &case.scoring else { continue };
        let Some(answer) = answer(case, signatures, &results) else { continue };
        readings
            .entry(reading.clone())
            .or_insert_with(|| ReadingResult { answer: None, cases: BTreeMap::new() })
            .cases
            .insert(case.id.clone(), answer);
    }
    for reading in readings.values_mut() {
        let mut answers = reading.cases.values();
        let first = answers.next().cloned();
        reading.answer = first.filter(|first| answers.all(|answer| answer == first));
    }
    readings
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

fn answer(case: &Case, signatures: &[Signature], results: &[&QueryFinished]) -> Option<String> {
    if results.len() != case.queries.len() {
        return None;
    }
    let seen: Option<Vec<Observation>> = results.iter().map(|result| observation(result)).collect();
    let seen = seen?;
    let fitting = signatures.iter().find(|signature| signature.verdicts == seen);
    Some(fitting.map_or(OTHER, |signature| signature.answer.as_str()).to_owned())
}

fn observation(result: &QueryFinished) -> Option<Observation> {
    match &result.reply {
        Reply::Answered(Answer::Verdict { verdict, .. }) => Some((*verdict).into()),
        Reply::Answered(Answer::Error { .. }) => Some(Observation::Error),
        _ => None,
    }
}
