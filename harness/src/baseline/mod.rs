//! Baselines: known failures with reasons, kept as data.
//!
//! A listed query is run and must come out as listed; one that passes, or an entry that fits no query, is
//! unexpected.

mod bundled;
mod coverage;
mod layout;
mod load;
mod update;
mod write;

pub use bundled::bundled;
pub use coverage::Coverage;

use crate::outcome::Outcome;

/// The known failures of one implementation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Baseline {
    /// Version of the suite that it was made with.
    pub suite: String,
    /// Name of the implementation.
    pub implementation: String,
    /// What is known to fail, in the order of the file.
    pub entries: Vec<Entry>,
}

/// A query, or several, known to fail in one way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Id of the query, or a glob over ids.
    pub query: String,
    /// How it comes out.
    pub outcome: Outcome,
    /// Whether a faster machine, or one with more memory, may get an answer: a pass is expected as well.
    pub varies: bool,
    /// Why; never empty.
    pub reason: String,
    /// Where to read more.
    pub link: Option<String>,
}

impl Entry {
    /// Whether this outcome is as listed.
    #[must_use]
    pub fn lists(&self, outcome: Outcome) -> bool {
        outcome == self.outcome
            || self.varies && matches!(outcome, Outcome::Pass | Outcome::Observed)
    }
}

impl Baseline {
    /// One without entries, to be filled by [`Baseline::updated`].
    #[must_use]
    pub fn empty(suite: &str, implementation: &str) -> Self {
        Self {
            suite: suite.to_owned(),
            implementation: implementation.to_owned(),
            entries: Vec::new(),
        }
    }
}
