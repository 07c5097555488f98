//! What is wrong with a file of the suite, and where.

/// One complaint: a stable code, a place, what is wrong and what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {code}: {message}")]
pub struct Complaint {
    /// Stable code, kebab-case: `unknown-field`, `duplicate-id`, …
    pub code: &'static str,
    /// The file.
    pub file: String,
    /// The nearest line, from 1.
    pub line: usize,
    /// What is wrong, and what to do.
    pub message: String,
}

/// At least one complaint.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
pub struct Complaints(pub Vec<Complaint>);
