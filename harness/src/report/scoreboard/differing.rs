//! Where implementations differ: most of them from the RFC's letter, and one from most of them.

use super::Score;
use crate::outcome::Outcome;
use crate::report::Got;
use crate::suite::{Query, Scoring, Suite};
use std::collections::BTreeMap;

/// A scored query that many do not pass.
pub(super) struct Unpopular<'a> {
    pub(super) query: &'a Query,
    /// How many do not pass it.
    pub(super) differ: usize,
}

/// The scored queries that at least half of them do not pass, in the order of the suite.
pub(super) fn unpopular<'a>(scores: &[&Score], suite: &'a Suite) -> Vec<Unpopular<'a>> {
    let does_not_differ = |score: &Score, query: &Query| {
        let came = score.queries.get(&query.id).map_or(Got::NotAsked.word(), String::as_str);
        [Outcome::Pass.word(), Got::NotAsked.word()].contains(&came)
    };
    suite
        .queries()
        .filter(|(case, query)| {
            query.expect.is_some() && !matches!(case.scoring, Scoring::Contested { .. })
        })
        .map(|(_, query)| {
            let differ = scores.iter().filter(|score| !does_not_differ(score, query)).count();
            Unpopular { query, differ }
        })
        .filter(|found| found.differ > 0 && found.differ * 2 >= scores.len())
        .collect()
}

/// What most of so many say to a reading says something.
pub(super) const FEW: usize = 3;

/// The answer that most give to a reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Usual<'a> {
    pub(super) answer: &'a str,
    /// How many give it, of how many that show one.
    pub(super) count: usize,
    pub(super) of: usize,
}

/// The answer that most give to each reading; where two are as frequent, the first by name.
pub(super) fn usual_answers<'a>(scores: &[&'a Score]) -> BTreeMap<&'a str, Usual<'a>> {
    let mut counts: BTreeMap<&str, BTreeMap<&str, usize>> = BTreeMap::new();
    for (reading, answer) in scores.iter().flat_map(|score| &score.readings) {
        *counts.entry(reading).or_default().entry(answer).or_default() += 1;
    }
    let usual = |answers: BTreeMap<&'a str, usize>| {
        let of = answers.values().sum();
        let by_count = |one: &(&str, usize), other: &(&str, usize)| {
            one.1.cmp(&other.1).then_with(|| other.0.cmp(one.0))
        };
        let (answer, count) = answers.into_iter().max_by(by_count)?;
        (of >= FEW).then_some(Usual { answer, count, of })
    };
    counts.into_iter().filter_map(|(reading, answers)| Some((reading, usual(answers)?))).collect()
}

/// The readings of one that are not those of most.
pub(super) fn unusual<'s>(
    score: &'s Score,
    usual: &BTreeMap<&str, Usual<'_>>,
) -> Vec<(&'s str, &'s str)> {
    let differs = |(reading, answer): &(&String, &String)| {
        usual.get(reading.as_str()).is_some_and(|usual| usual.answer != answer.as_str())
    };
    let text = |(reading, answer): (&'s String, &'s String)| (reading.as_str(), answer.as_str());
    score.readings.iter().filter(differs).map(text).collect()
}
