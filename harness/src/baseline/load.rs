//! Reads a baseline, strictly.

use super::{Baseline, Entry};
use crate::outcome::Outcome;
use crate::suite::Complaint;
use crate::yaml_file::{self, complaint};
use serde::Deserialize;
use std::path::Path;

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    suite: String,
    implementation: String,
    queries: Vec<RawEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawEntry {
    query: String,
    outcome: Outcome,
    reason: String,
    link: Option<String>,
}

impl Baseline {
    /// Reads a file.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub fn load(path: &Path) -> Result<Self, Complaint> {
        Self::parse(&path.to_string_lossy(), &yaml_file::read(path)?)
    }

    /// Takes the text of a file; `file` is its name in complaints.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub fn parse(file: &str, text: &str) -> Result<Self, Complaint> {
        let raw: Raw = yaml_file::parse(file, text)?;
        if super::coverage::version(&raw.suite).is_none() {
            return Err(complaint(
                file,
                line_of(text, "suite", 0),
                "bad-version",
                format!("suite `{}` is not a version like 0.1.0", raw.suite),
            ));
        }
        check(file, text, &raw.queries)?;
        Ok(Self {
            suite: raw.suite,
            implementation: raw.implementation,
            entries: raw.queries.into_iter().map(Entry::from).collect(),
            comment: leading_comment(text),
        })
    }
}

impl From<RawEntry> for Entry {
    fn from(raw: RawEntry) -> Self {
        Self { query: raw.query, outcome: raw.outcome, reason: raw.reason, link: raw.link }
    }
}

fn check(file: &str, text: &str, entries: &[RawEntry]) -> Result<(), Complaint> {
    for (position, entry) in entries.iter().enumerate() {
        let complain =
            |code, message| Err(complaint(file, line_of(text, "query", position), code, message));
        let query = &entry.query;
        if query.is_empty() {
            return complain("empty-query", "an entry needs a query id or a glob".to_owned());
        }
        if entries[..position].iter().any(|earlier| earlier.query == *query) {
            return complain("duplicate-entry", format!("`{query}` is listed twice"));
        }
        if entry.reason.trim().is_empty() {
            return complain(
                "empty-reason",
                format!("`{query}` needs a reason: why does it fail?"),
            );
        }
        if matches!(entry.outcome, Outcome::Pass | Outcome::Observed) {
            return complain(
                "not-a-failure",
                format!("`{query}` lists `{}`, which is no failure", entry.outcome),
            );
        }
    }
    Ok(())
}

/// The line, from 1, of the key's occurrence with this index; the last line before it that there is otherwise.
fn line_of(text: &str, key: &str, index: usize) -> usize {
    let is_key = |line: &str| {
        let line = line.trim_start_matches([' ', '-', '{']);
        line.trim_start_matches(['"', '\''])
            .strip_prefix(key)
            .is_some_and(|rest| rest.trim_start_matches(['"', '\'']).trim_start().starts_with(':'))
    };
    text.lines()
        .enumerate()
        .filter(|(_, line)| is_key(line))
        .map(|(position, _)| position + 1)
        .take(index + 1)
        .last()
        .unwrap_or(1)
}

fn leading_comment(text: &str) -> String {
    let comment: Vec<&str> = text
        .lines()
        .take_while(|line| line.trim_start().starts_with('#') || line.trim().is_empty())
        .collect();
    comment.iter().flat_map(|line| [line.trim_end(), "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use super::Baseline;

    const GOOD: &str = "# Ours.\nsuite: 0.1.0\nimplementation: x\nqueries:\n  \
        - query: 2.2/a#b\n    outcome: fail\n    reason: r\n";

    fn complaint(text: &str) -> String {
        Baseline::parse("b.yaml", text).unwrap_err().to_string()
    }

    #[test]
    fn a_good_file_is_read() {
        let baseline = Baseline::parse("b.yaml", GOOD).unwrap();
        assert_eq!(baseline.implementation, "x");
        assert_eq!(baseline.entries.len(), 1);
        assert_eq!(baseline.entries[0].reason, "r");
    }

    #[test]
    fn a_reason_is_needed() {
        let empty = complaint(&GOOD.replace("reason: r", "reason: ' '"));
        assert!(empty.starts_with("b.yaml:5: empty-reason: `2.2/a#b`"), "{empty}");
        let missing = complaint(&GOOD.replace("    reason: r\n", ""));
        assert!(missing.starts_with("b.yaml:5:") && missing.contains("reason"), "{missing}");
    }

    #[test]
    fn an_unknown_field_is_named() {
        let complaint = complaint(&GOOD.replace("reason: r", "reason: r\n    rason: s"));
        assert!(complaint.starts_with("b.yaml:") && complaint.contains("rason"), "{complaint}");
    }

    #[test]
    fn an_entry_is_listed_once() {
        let twice = format!("{GOOD}  - query: 2.2/a#b\n    outcome: crash\n    reason: r\n");
        assert!(complaint(&twice).starts_with("b.yaml:8: duplicate-entry: "), "{twice}");
    }

    #[test]
    fn what_is_no_failure_is_not_listed() {
        for word in ["pass", "observed"] {
            let text = GOOD.replace("outcome: fail", &format!("outcome: {word}"));
            assert!(complaint(&text).starts_with("b.yaml:5: not-a-failure: "), "{text}");
        }
        assert!(complaint(&GOOD.replace("outcome: fail", "outcome: flaky")).contains("flaky"));
    }

    #[test]
    fn the_version_is_one() {
        let complaint = complaint(&GOOD.replace("0.1.0", "today"));
        assert!(complaint.starts_with("b.yaml:2: bad-version: "), "{complaint}");
    }
}
