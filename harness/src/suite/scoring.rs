//! Checks how a case counts: scored, contested or observed.

use super::catalogue::Catalogue;
use super::complaint::{Complaint, did_you_mean, quoted};
use super::read::Spot;
use super::{Observation, Reading, ReadingAnswer, ReadingKind, Scoring, Signature, raw};
use std::collections::BTreeMap;

/// How a case counts; `None` if that is not said well, or cannot be told because its reading is unknown.
pub(super) fn scoring<Q>(
    raw: &raw::Case<Q>,
    catalogue: &Catalogue,
    spot: Spot<'_>,
    complaints: &mut Vec<Complaint>,
) -> Option<Scoring> {
    let scoring = match (&raw.reading, &raw.signatures, &raw.contested) {
        (None, None, None) => Ok(Scoring::Scored),
        (None, None, Some(reading)) => contested(reading, catalogue, spot.key("contested")),
        (Some(reading), Some(signatures), None) => {
            match answers(reading, catalogue, spot.key("reading")) {
                Ok(answers) => {
                    let spot = spot.key("signatures");
                    let signatures =
                        checked(signatures, answers, raw.queries.len(), spot, complaints);
                    Ok(Scoring::Observed { reading: reading.clone(), signatures })
                }
                Err(complaint) => Err(complaint),
            }
        }
        (_, _, Some(_)) => Err(Some(spot.key("contested").complaint(
            "two-scorings",
            "a case is contested or observed, not both; remove `contested`, or `reading` and `signatures`",
        ))),
        _ => Err(Some(spot.complaint(
            "reading-and-signatures",
            "an observed case has both `reading` and `signatures`; a scored one has neither",
        ))),
    };
    scoring.map_err(|complaint| complaints.extend(complaint)).ok()
}

fn contested(
    id: &str,
    catalogue: &Catalogue,
    spot: Spot<'_>,
) -> Result<Scoring, Option<Complaint>> {
    match catalogue.reading(id, spot)?.kind {
        ReadingKind::Contested(_) => Ok(Scoring::Contested { reading: id.to_owned() }),
        ReadingKind::Observed(_) | ReadingKind::Decided(_) => Err(Some(spot.complaint(
            "wrong-kind",
            format!("the reading {} is not a contested one", quoted(id)),
        ))),
    }
}

fn answers<'a>(
    id: &str,
    catalogue: &'a Catalogue,
    spot: Spot<'_>,
) -> Result<&'a [ReadingAnswer], Option<Complaint>> {
    match catalogue.reading(id, spot)? {
        Reading { kind: ReadingKind::Observed(answers), .. } => Ok(answers),
        Reading { kind: ReadingKind::Contested(_) | ReadingKind::Decided(_), .. } => {
            let message = format!("the reading {} is not an observed one", quoted(id));
            Err(Some(spot.complaint("wrong-kind", message)))
        }
    }
}

/// The signatures in the order of the reading's answers.
fn checked(
    raw: &BTreeMap<String, Vec<Observation>>,
    answers: &[ReadingAnswer],
    queries: usize,
    spot: Spot<'_>,
    complaints: &mut Vec<Complaint>,
) -> Vec<Signature> {
    if raw.is_empty() {
        complaints
            .push(spot.complaint("no-signatures", "give the signature of at least one answer"));
    }
    let mut seen: BTreeMap<&[Observation], &str> = BTreeMap::new();
    for (answer, verdicts) in raw {
        let spot = spot.key(answer);
        let known = || answers.iter().map(|answer| answer.id.as_str());
        if known().all(|name| name != answer) {
            let near = did_you_mean(answer, known());
            let message = format!("the reading has no answer {}{near}", quoted(answer));
            complaints.push(spot.complaint("unknown-answer", message));
        } else if verdicts.len() != queries {
            let message = format!(
                "{} has {} observations, but the case has {queries} queries",
                quoted(answer),
                verdicts.len()
            );
            complaints.push(spot.complaint("signature-length", message));
        } else if let Some(other) = seen.insert(verdicts, answer) {
            let message = format!(
                "{} and {} have the same signature; add a query that tells them apart, or leave one out",
                quoted(other),
                quoted(answer)
            );
            complaints.push(spot.complaint("equal-signatures", message));
        }
    }
    answers
        .iter()
        .filter_map(|answer| {
            let verdicts = raw.get(&answer.id)?.clone();
            Some(Signature { answer: answer.id.clone(), verdicts })
        })
        .collect()
}
