//! Which entry of a baseline speaks for which query.

use super::{Baseline, Entry};
use crate::outcome::Outcome;
use crate::suite::{Level, Query, Scoring, Suite, nearest};
use std::collections::HashMap;
use wildmatch::WildMatch;

/// A baseline laid over a suite: each query has at most one entry, the one with its exact id before the first
/// glob that fits.
#[derive(Debug)]
pub struct Coverage<'a> {
    baseline: &'a Baseline,
    by_query: HashMap<&'a str, usize>,
    idle: Vec<(&'a Entry, String)>,
}

impl<'a> Coverage<'a> {
    /// Lays the baseline over the whole suite, selected or not.
    #[must_use]
    pub fn new(baseline: &'a Baseline, suite: &'a Suite) -> Self {
        let possible = possible(suite);
        let mut by_query = HashMap::new();
        let exact = |entry: &&Entry| !is_glob(&entry.query);
        let globs = |entry: &&Entry| is_glob(&entry.query);
        for (position, entry) in ordered(baseline, exact).chain(ordered(baseline, globs)) {
            let glob = WildMatch::new(&entry.query);
            for (query, outcomes) in &possible {
                if glob.matches(query) && outcomes.contains(&entry.outcome) {
                    by_query.entry(*query).or_insert(position);
                }
            }
        }
        let idle = ordered(baseline, |_| true)
            .filter(|(position, _)| !by_query.values().any(|used| used == position))
            .map(|(_, entry)| (entry, why_idle(entry, &possible)))
            .collect();
        Self { baseline, by_query, idle }
    }

    /// The entry that speaks for this query.
    #[must_use]
    pub fn entry(&self, query: &str) -> Option<&'a Entry> {
        self.by_query.get(query).map(|position| &self.baseline.entries[*position])
    }

    /// The entries that speak for no query of the suite, with the reason.
    pub fn idle(&self) -> impl Iterator<Item = &(&'a Entry, String)> {
        self.idle.iter()
    }

    /// Whether the query came into the suite after the baseline was made.
    #[must_use]
    pub fn is_older_than(&self, query: &Query) -> bool {
        version(&query.since) > version(&self.baseline.suite)
    }
}

impl Baseline {
    /// Whether it was made with a later version of the suite.
    #[must_use]
    pub fn is_newer_than(&self, suite: &Suite) -> bool {
        version(&self.suite) > version(&suite.version)
    }
}

/// A version `MAJOR.MINOR.PATCH`, comparable.
pub(super) fn version(text: &str) -> Option<[u64; 3]> {
    let numbers: Result<Vec<u64>, _> = text.split('.').map(str::parse).collect();
    numbers.ok()?.try_into().ok()
}

fn is_glob(query: &str) -> bool {
    query.contains(['*', '?'])
}

fn ordered<'a>(
    baseline: &'a Baseline,
    wanted: impl Fn(&&'a Entry) -> bool,
) -> impl Iterator<Item = (usize, &'a Entry)> {
    baseline.entries.iter().enumerate().filter(move |(_, entry)| wanted(entry))
}

/// The outcomes that an entry may list for each query, in the order of the suite.
fn possible(suite: &Suite) -> Vec<(&str, &'static [Outcome])> {
    const LOST: [Outcome; 4] =
        [Outcome::Crash, Outcome::Timeout, Outcome::OutOfMemory, Outcome::Unsupported];
    const MUST: [Outcome; 6] = [Outcome::Fail, Outcome::Error, LOST[0], LOST[1], LOST[2], LOST[3]];
    const SHOULD: [Outcome; 6] =
        [Outcome::Warn, Outcome::Error, LOST[0], LOST[1], LOST[2], LOST[3]];
    suite
        .queries()
        .map(|(case, query)| {
            let level = suite.requirement(&query.requirement).map(|requirement| requirement.level);
            let outcomes: &[Outcome] = match case.scoring {
                Scoring::Contested { .. } => &[],
                Scoring::Observed { .. } => &LOST,
                Scoring::Scored if level.is_some_and(Level::binds_like_must) => &MUST,
                Scoring::Scored => &SHOULD,
            };
            (query.id.as_str(), outcomes)
        })
        .collect()
}

fn why_idle(entry: &Entry, possible: &[(&str, &'static [Outcome])]) -> String {
    let glob = WildMatch::new(&entry.query);
    let matched: Vec<&[Outcome]> =
        possible.iter().filter(|(query, _)| glob.matches(query)).map(|(_, all)| *all).collect();
    if matched.is_empty() {
        return match nearest(&entry.query, possible.iter().map(|(query, _)| *query)) {
            Some(near) => format!("no query has this id; did you mean `{near}`?"),
            None => "no query has such an id; remove the entry".to_owned(),
        };
    }
    if matched.iter().any(|outcomes| outcomes.contains(&entry.outcome)) {
        return "other entries speak for every query that it fits; remove it".to_owned();
    }
    if matched.iter().all(|outcomes| outcomes.is_empty()) {
        return "contested queries are not counted and need no entry; remove it".to_owned();
    }
    match entry.outcome {
        Outcome::Fail => {
            "this query cannot `fail`: a SHOULD is listed as `warn`, an observed query not"
        }
        Outcome::Warn => {
            "this query cannot `warn`: a MUST is listed as `fail`, an observed query not"
        }
        _ => "an error on an observed query is an observation and needs no entry; remove it",
    }
    .to_owned()
}
