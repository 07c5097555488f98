//! Reports that were written to a file, read back. Nothing that such a file says is trusted.

use super::json::{Report, SCHEMA};
use crate::printable;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;
use serde_json::error::Category;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Octets that a report may have: some hundred implementations.
const CAP: u64 = 128 << 20;

/// A file that cannot be used as a report.
#[derive(Debug, thiserror::Error)]
#[error("{file} {problem}")]
pub struct Unusable {
    /// The file, made printable.
    file: String,
    /// What is wrong with it.
    problem: Problem,
}

/// What is wrong with a file.
#[derive(Debug, thiserror::Error)]
enum Problem {
    #[error("cannot be read: {0}")]
    Unreadable(#[from] io::Error),
    #[error("is longer than {CAP} octets, which no report is")]
    TooLong,
    #[error("is no JSON document, or not a whole one: {0}")]
    NotJson(String),
    #[error("is no report as `repspec run --output json=FILE` writes it: {0}")]
    NotAReport(String),
    #[error(
        "is one of the small reports that `repspec run --output reports=DIR` writes for the scoreboard; \
         this takes one that `--output json=FILE` writes"
    )]
    Small,
    #[error("is a report in version {0} of the format, and this repspec knows version {SCHEMA}")]
    OtherVersion(u64),
}

/// What tells in which version of the format a report is.
#[derive(Deserialize)]
#[serde(expecting = "a report")]
struct Version {
    schema: u64,
    /// Only a small report is about one implementation.
    name: Option<IgnoredAny>,
    implementations: Option<IgnoredAny>,
}

impl Report {
    /// Reads a report; all that it says is made printable.
    ///
    /// # Errors
    /// If the file cannot be read, or is no report in the version of the format that is known.
    pub fn read(path: &Path) -> Result<Self, Unusable> {
        octets(path).and_then(|octets| parse(&octets)).map_err(|problem| Unusable {
            file: printable::line(path.as_os_str().as_encoded_bytes()),
            problem,
        })
    }
}

fn octets(path: &Path) -> Result<Vec<u8>, Problem> {
    let mut octets = Vec::new();
    File::open(path)?.take(CAP + 1).read_to_end(&mut octets)?;
    if octets.len() as u64 > CAP { Err(Problem::TooLong) } else { Ok(octets) }
}

fn parse(octets: &[u8]) -> Result<Report, Problem> {
    let Version { schema, name, implementations } =
        serde_json::from_slice(octets).map_err(|error| not_a_report(&error))?;
    if name.is_some() && implementations.is_none() {
        return Err(Problem::Small);
    }
    if schema != u64::from(SCHEMA) {
        return Err(Problem::OtherVersion(schema));
    }
    let mut json = serde_json::Deserializer::from_slice(octets);
    let report: Report = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let path = Some(error.path().to_string()).filter(|path| path != ".");
        let place = path.map(|path| format!("{path}: ")).unwrap_or_default();
        Problem::NotAReport(said(&format!("{place}{}", error.inner())))
    })?;
    if !report.complete {
        return Err(Problem::NotAReport("its run was cut short".to_owned()));
    }
    let report = made_printable(&report).map_err(|error| not_a_report(&error))?;
    check_whole(&report)?;
    Ok(report)
}

fn not_a_report(error: &serde_json::Error) -> Problem {
    let text = said(&error.to_string());
    match error.classify() {
        Category::Data | Category::Io => Problem::NotAReport(text),
        Category::Syntax | Category::Eof => Problem::NotJson(text),
    }
}

/// A complaint can quote the file.
fn said(text: &str) -> String {
    printable::shortened(&printable::text(text), 300).into_owned()
}

/// By way of plain JSON, so that no text of a report can be forgotten.
fn made_printable(report: &Report) -> serde_json::Result<Report> {
    let mut value = serde_json::to_value(report)?;
    make_printable(&mut value, false);
    serde_json::from_value(value)
}

fn make_printable(value: &mut Value, has_lines: bool) {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
        Value::String(text) if has_lines => {
            *text = text.lines().map(printable::text).collect::<Vec<_>>().join("\n");
        }
        Value::String(text) => *text = printable::text(text),
        Value::Array(items) => items.iter_mut().for_each(|item| make_printable(item, false)),
        Value::Object(fields) => {
            for (key, mut value) in std::mem::take(fields) {
                make_printable(&mut value, matches!(key.as_str(), "stderr" | "not_started"));
                fields.insert(printable::text(&key), value);
            }
        }
    }
}

/// Results are looked up by names and ids, and none is missing.
fn check_whole(report: &Report) -> Result<(), Problem> {
    let mut names = BTreeSet::new();
    for implementation in &report.implementations {
        let name = implementation.name.as_str();
        if !names.insert(name) {
            return Err(Problem::NotAReport(format!("it has `{name}` twice")));
        }
        let counted: usize = implementation.counts.outcomes.values().sum();
        if counted > implementation.queries.len() {
            return Err(Problem::NotAReport(format!("results of `{name}` are missing")));
        }
        let mut ids = BTreeSet::new();
        let twice = implementation.queries.iter().find(|result| !ids.insert(result.query.as_str()));
        if let Some(result) = twice {
            let query = &result.query;
            return Err(Problem::NotAReport(format!("`{name}` has two results for `{query}`")));
        }
    }
    Ok(())
}
