//! Brings a baseline up to date with a run.

use super::{Baseline, Coverage, Entry};
use crate::event::QueryFinished;
use crate::outcome::Outcome;
use crate::run::needs_entry;
use crate::suite::Suite;
use std::collections::HashMap;

/// The reason of a new entry, to be replaced by whoever keeps the file.
const NOT_EXPLAINED: &str = "not explained yet";

impl Baseline {
    /// The baseline that this run would have met: entries that hold stay as they are, in their order; a glob
    /// that holds in part becomes the ids for which it does; what fails and is not listed comes at the end. The
    /// version of the suite is kept if the run asked only a part of it.
    #[must_use]
    pub fn updated(&self, suite: &Suite, results: &[&QueryFinished], strict: bool) -> Self {
        let coverage = Coverage::new(self, suite);
        let came_out: HashMap<&str, Outcome> = results
            .iter()
            .filter(|result| !result.contested)
            .map(|result| (result.query.as_str(), result.outcome))
            .collect();
        let mut entries: Vec<Entry> = self
            .entries
            .iter()
            .flat_map(|entry| what_holds(entry, &coverage, suite, &came_out))
            .collect();
        entries.extend(
            suite
                .queries()
                .filter_map(|(_, query)| Some((query, *came_out.get(query.id.as_str())?)))
                .filter(|(query, outcome)| {
                    let listed = coverage.entry(&query.id);
                    needs_entry(*outcome, strict) && !listed.is_some_and(|one| one.lists(*outcome))
                })
                .map(|(query, outcome)| Entry {
                    query: query.id.clone(),
                    outcome,
                    varies: false,
                    reason: NOT_EXPLAINED.to_owned(),
                    link: None,
                }),
        );
        let asked_all = suite.queries().count() == results.len();
        let version = if asked_all { &suite.version } else { &self.suite };
        Self { suite: version.clone(), implementation: self.implementation.clone(), entries }
    }
}

/// What of an entry holds: it as a whole, or the ids of those queries for which it does.
fn what_holds(
    entry: &Entry,
    coverage: &Coverage<'_>,
    suite: &Suite,
    came_out: &HashMap<&str, Outcome>,
) -> Vec<Entry> {
    let speaks_for: Vec<&str> = suite
        .queries()
        .map(|(_, query)| query.id.as_str())
        .filter(|query| coverage.entry(query) == Some(entry))
        .collect();
    let holding: Vec<&str> = speaks_for
        .iter()
        .copied()
        .filter(|query| came_out.get(query).is_none_or(|outcome| entry.lists(*outcome)))
        .collect();
    if holding.len() == speaks_for.len() && !holding.is_empty() {
        return vec![entry.clone()];
    }
    holding.iter().map(|query| Entry { query: (*query).to_owned(), ..entry.clone() }).collect()
}
