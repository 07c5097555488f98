//! Brings a baseline up to date with a run, and writes it.

use super::{Baseline, Coverage, Entry};
use crate::event::QueryFinished;
use crate::outcome::Outcome;
use crate::run::needs_entry;
use crate::suite::Suite;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::Path;

/// The reason of a new entry, to be replaced by whoever keeps the file.
const NOT_EXPLAINED: &str = "not explained yet";

impl Baseline {
    /// The baseline that this run would have met: entries that hold stay as they are, in their order; a glob
    /// that holds in part becomes the ids for which it does; what fails and is not listed comes at the end.
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
                    let listed = coverage.entry(&query.id).map(|entry| entry.outcome);
                    needs_entry(*outcome, strict) && listed != Some(*outcome)
                })
                .map(|(query, outcome)| Entry {
                    query: query.id.clone(),
                    outcome,
                    reason: NOT_EXPLAINED.to_owned(),
                    link: None,
                }),
        );
        Self {
            suite: suite.version.clone(),
            implementation: self.implementation.clone(),
            entries,
            comment: self.comment.clone(),
        }
    }

    /// The text of the file.
    #[must_use]
    pub fn to_yaml(&self) -> String {
        let mut text = format!(
            "{}suite: {}\nimplementation: {}\nqueries:{}\n",
            self.comment,
            scalar(&self.suite),
            scalar(&self.implementation),
            if self.entries.is_empty() { " []" } else { "" }
        );
        for Entry { query, outcome, reason, link } in &self.entries {
            // Writing to a String cannot fail.
            let _ = writeln!(text, "  - query: {}\n    outcome: {outcome}", scalar(query));
            let _ = writeln!(text, "    reason: {}", scalar(reason));
            if let Some(link) = link {
                let _ = writeln!(text, "    link: {}", scalar(link));
            }
        }
        text
    }

    /// Writes the file; it is either the old one or the new one at any time.
    ///
    /// # Errors
    /// What the file system says.
    pub fn save(&self, path: &Path) -> std::io::Result<()> {
        crate::atomic::write(path, |file| file.write_all(self.to_yaml().as_bytes()))
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
        .filter(|query| came_out.get(query).is_none_or(|outcome| *outcome == entry.outcome))
        .collect();
    if holding.len() == speaks_for.len() && !holding.is_empty() {
        return vec![entry.clone()];
    }
    holding.iter().map(|query| Entry { query: (*query).to_owned(), ..entry.clone() }).collect()
}

/// A plain scalar where YAML reads it back as the same text, otherwise one in double quotes: JSON's escapes are
/// YAML's.
fn scalar(text: &str) -> String {
    let read_back = serde_yaml::from_str::<serde_yaml::Value>(text);
    let is_same = read_back.is_ok_and(|value| value.as_str() == Some(text));
    if is_same && text.starts_with(char::is_alphanumeric) {
        return text.to_owned();
    }
    let mut quoted = String::new();
    for character in serde_json::Value::from(text).to_string().chars() {
        match character {
            '\u{7f}'..='\u{a0}' | '\u{2028}' | '\u{2029}' | '\u{feff}' => {
                let _ = write!(quoted, "\\u{:04x}", u32::from(character));
            }
            _ => quoted.push(character),
        }
    }
    quoted
}
