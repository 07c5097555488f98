//! Reads a baseline, strictly.

use super::{Baseline, Entry};
use crate::outcome::Outcome;
use crate::printable;
use crate::suite::{Complaint, Complaints, Spot};
use crate::yaml_file;
use serde::Deserialize;
use std::path::Path;

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Raw {
    suite: String,
    implementation: String,
    queries: Vec<RawEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawEntry {
    query: String,
    outcome: Outcome,
    #[serde(default)]
    varies: bool,
    reason: String,
    link: Option<String>,
}

impl Baseline {
    /// Reads a file.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn load(path: &Path) -> Result<Self, Complaints> {
        Self::parse(&path.to_string_lossy(), &yaml_file::read(path)?)
    }

    /// Takes the text of a file; `file` is its name in complaints.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn parse(file: &str, text: &str) -> Result<Self, Complaints> {
        let (raw, document): (Raw, _) = yaml_file::parse(file, text)?;
        let (_, root) = document.root();
        let mut complaints = Vec::new();
        if super::coverage::version(&raw.suite).is_none() {
            complaints.push(
                root.key("suite").complaint("bad-version", "the suite's version is like 0.1.0"),
            );
        }
        let entries = root.key("queries");
        for (position, entry) in raw.queries.iter().enumerate() {
            let earlier = &raw.queries[..position];
            complaints.extend(check(entry, earlier, entries.item(position)));
        }
        if !complaints.is_empty() {
            return Err(Complaints(complaints));
        }
        Ok(Self {
            suite: raw.suite,
            implementation: raw.implementation,
            entries: raw.queries.into_iter().map(Entry::from).collect(),
        })
    }
}

impl From<RawEntry> for Entry {
    fn from(raw: RawEntry) -> Self {
        let RawEntry { query, outcome, varies, reason, link } = raw;
        Self { query, outcome, varies, reason, link }
    }
}

fn check(entry: &RawEntry, earlier: &[RawEntry], spot: Spot<'_>) -> Option<Complaint> {
    let query = printable::short_line(entry.query.as_bytes(), 100);
    let complaint = |key, code, message: String| Some(spot.key(key).complaint(code, message));
    if query.is_empty() {
        return complaint("query", "empty-query", "an entry needs a query id or a glob".to_owned());
    }
    if earlier.iter().any(|earlier| earlier.query == entry.query) {
        return complaint("query", "duplicate-entry", format!("`{query}` is listed already"));
    }
    if entry.reason.trim().is_empty() {
        let message = format!("`{query}` needs a reason: why does it come out so?");
        return complaint("reason", "empty-reason", message);
    }
    if matches!(entry.outcome, Outcome::Pass | Outcome::Observed) {
        let message = format!("`{}` is no failure and needs no entry", entry.outcome);
        return complaint("outcome", "not-a-failure", message);
    }
    if entry.varies && !matches!(entry.outcome, Outcome::Timeout | Outcome::OutOfMemory) {
        let message = format!(
            "`{}` does not depend on the machine: only `timeout` and `out-of-memory` vary",
            entry.outcome
        );
        return complaint("varies", "cannot-vary", message);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::Baseline;

    const GOOD: &str = "# Ours.\nsuite: 0.1.0\nimplementation: x\nqueries:\n  \
        - query: 2.2/a#b\n    outcome: fail\n    reason: r\n";

    /// The complaint about the text, as `code line`; and what it says.
    fn complaint(text: &str) -> (String, String) {
        let complaints = Baseline::parse("b.yaml", text).unwrap_err().0;
        assert_eq!(complaints.len(), 1, "{complaints:?}");
        let complaint = &complaints[0];
        assert_eq!(complaint.file, "b.yaml");
        (format!("{} {}", complaint.code, complaint.line.unwrap()), complaint.message.clone())
    }

    #[test]
    fn a_good_file_is_read() {
        let baseline = Baseline::parse("b.yaml", GOOD).unwrap();
        assert_eq!(baseline.implementation, "x");
        assert_eq!(baseline.entries.len(), 1);
        assert_eq!(baseline.entries[0].reason, "r");
    }

    #[test]
    fn each_mistake_has_its_complaint_and_its_line() {
        let twice = "reason: r\n  - query: 2.2/a#b\n    outcome: crash\n    reason: r";
        for (from, to, place, word) in [
            ("reason: r", "reason: ' '", "empty-reason 7", "2.2/a#b"),
            ("    reason: r\n", "", "missing-field 5", "reason"),
            ("reason: r", "reason: r\n    rason: s", "unknown-field 8", "rason"),
            ("reason: r", twice, "duplicate-entry 8", "2.2/a#b"),
            ("outcome: fail", "outcome: pass", "not-a-failure 6", "pass"),
            ("outcome: fail", "outcome: observed", "not-a-failure 6", "observed"),
            ("outcome: fail", "outcome: flaky", "unknown-word 6", "flaky"),
            ("outcome: fail", "outcome: crash\n    varies: true", "cannot-vary 7", "crash"),
            ("2.2/a#b", "''", "empty-query 5", "glob"),
            ("suite: 0.1.0", "suite: today", "bad-version 2", "0.1.0"),
            ("suite: 0.1.0\n", "", "missing-field 2", "suite"),
        ] {
            let (found, message) = complaint(&GOOD.replace(from, to));
            assert_eq!(found, place, "{message}");
            assert!(message.contains(word), "{message}");
        }
    }

    #[test]
    fn a_hostile_file_is_refused_at_once() {
        let (found, _) = complaint(&"[".repeat(200 << 10));
        assert!(found.starts_with("nesting-too-deep"), "{found}");
    }
}
