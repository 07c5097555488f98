//! What is wrong with a file of the suite, and where.

use crate::printable;

/// One complaint: a stable code, a place, what is wrong and what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("error[{code}]: {message} --> {}", place(file, *line))]
pub struct Complaint {
    /// Stable code, kebab-case: `unknown-field`, `duplicate-id`, …
    pub code: &'static str,
    /// The file, made printable.
    pub file: String,
    /// The nearest line, from 1; `None` if it is about the file (or the folder) as a whole.
    pub line: Option<usize>,
    /// What is wrong, and what to do, in one printable line.
    pub message: String,
}

fn place(file: &str, line: Option<usize>) -> String {
    line.map_or_else(|| file.to_owned(), |line| format!("{file}:{line}"))
}

/// At least one complaint.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
pub struct Complaints(pub Vec<Complaint>);

/// Text of a file, fit to stand in a message.
pub(super) fn quoted(text: &str) -> String {
    format!("`{}`", printable::short_line(text.as_bytes(), 80))
}

/// The known name that comes closest to an unknown one, if any comes close.
#[must_use]
pub fn nearest<'a>(unknown: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const CLOSE: f64 = 0.6;
    known
        .into_iter()
        .map(|name| (strsim::normalized_damerau_levenshtein(unknown, name), name))
        .filter(|(likeness, _)| *likeness >= CLOSE)
        .max_by(|left, right| left.0.total_cmp(&right.0))
        .map(|(_, name)| name)
}

/// "; did you mean …?", or nothing.
#[must_use]
pub fn did_you_mean<'a>(unknown: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(unknown, known).map_or_else(String::new, |name| format!("; did you mean `{name}`?"))
}
