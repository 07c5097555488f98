//! Two reports, and what changed from one to the other.

mod find;
mod markdown;
mod remarks;
mod terminal;
mod words;

use super::json::SuiteAsked;
use super::readings::ReadingResult;
use super::requirements::Statement;
use super::result::Got;
use crate::outcome::{Outcome, Verdict};
use crate::suite::Level;
use schemars::JsonSchema;
use serde::Serialize;

pub use find::compare;
pub use markdown::markdown;
pub use remarks::NotComparable;
pub use terminal::terminal;

/// What changed from one report to another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Comparison {
    /// Version of this format.
    pub schema: u32,
    /// How many queries, and starts of implementations, came out well before and do not any more.
    pub regressions: usize,
    /// What else is to be known of the two reports.
    pub remarks: Vec<String>,
    /// What was asked before.
    pub before: SuiteAsked,
    /// What was asked after.
    pub after: SuiteAsked,
    /// The implementations that both reports have, in the order of the later one.
    pub implementations: Vec<ImplementationChange>,
    /// Those that only the earlier one has.
    pub only_before: Vec<String>,
    /// Those that only the later one has.
    pub only_after: Vec<String>,
}

/// What changed about one implementation; queries are in the order of the suite.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ImplementationChange {
    /// Who it was, and who it is.
    pub who: Change<Who>,
    /// Whether it started.
    pub start: Start,
    /// Why it does not start now, and what to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_started: Option<String>,
    /// Queries that came out well and do not any more, or are not even answered any more.
    pub newly_failing: Vec<QueryChange>,
    /// Queries that did not come out well and now do.
    pub fixed: Vec<QueryChange>,
    /// Queries that fail otherwise than before, and observed ones that are answered otherwise.
    pub changed: Vec<QueryChange>,
    /// Contested queries of which the verdict is another one than before; this does not count.
    pub contested: Vec<QueryChange>,
    /// Queries that were not asked before.
    pub new: Vec<QueryChange>,
    /// Queries that are not asked any more.
    pub removed: Vec<QueryChange>,
    /// Requirements that became met.
    pub requirements_met: Vec<String>,
    /// Requirements that became not met.
    pub requirements_not_met: Vec<String>,
    /// The statement, if it changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub statement: Option<Change<Statement>>,
    /// The readings that changed.
    pub readings: Vec<ReadingChange>,
}

/// Something before and after.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Change<T> {
    /// In the earlier report.
    pub before: T,
    /// In the later one.
    pub after: T,
}

/// An implementation as a report names it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Who {
    /// Its name in the run.
    pub name: String,
    /// The version that it says; empty if it says none or did not start.
    pub version: String,
}

/// Whether an implementation started.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Start {
    /// In both runs.
    Both,
    /// Not any more, which is a regression.
    NoLonger,
    /// Now it does.
    Now,
    /// In neither.
    Never,
}

/// A query with what came of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct QueryChange {
    /// Its id.
    pub query: String,
    /// Id of its requirement.
    pub requirement: String,
    /// The requirement's level.
    pub level: Level,
    /// What came of it before; absent if it was not asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<Came>,
    /// What came of it after; absent if it was not asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<Came>,
}

/// What came of a query.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Came {
    /// How it counts.
    pub outcome: Outcome,
    /// The verdict that the RFC gives; absent on an observed query.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<Verdict>,
    /// What came back.
    pub got: Got,
    /// What there is to say about anything but a verdict.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

/// A reading of the RFC that is followed otherwise than before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ReadingChange {
    /// Its id.
    pub reading: String,
    /// What the cases showed; absent if none was answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<ReadingResult>,
    /// What they show now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<ReadingResult>,
}

/// How a list of queries is titled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    NewlyFailing,
    Fixed,
    Changed,
    Contested,
    New,
    Removed,
}

impl Sort {
    const fn title(self) -> &'static str {
        match self {
            Self::NewlyFailing => "newly failing",
            Self::Fixed => "fixed",
            Self::Changed => "changed",
            Self::Contested => "contested, and changed",
            Self::New => "new",
            Self::Removed => "removed",
        }
    }
}

impl Comparison {
    /// Whether nothing got worse.
    #[must_use]
    pub const fn is_good(&self) -> bool {
        self.regressions == 0
    }
}

impl ImplementationChange {
    /// How much of it got worse.
    const fn regressions(&self) -> usize {
        self.newly_failing.len() + matches!(self.start, Start::NoLonger) as usize
    }

    fn lists(&self) -> [(Sort, &[QueryChange]); 6] {
        [
            (Sort::NewlyFailing, &self.newly_failing),
            (Sort::Fixed, &self.fixed),
            (Sort::Changed, &self.changed),
            (Sort::Contested, &self.contested),
            (Sort::New, &self.new),
            (Sort::Removed, &self.removed),
        ]
    }

    /// Its requirements, titled.
    fn requirements(&self) -> [(&'static str, &[String]); 2] {
        [
            ("requirements that became met", &self.requirements_met),
            ("requirements that became not met", &self.requirements_not_met),
        ]
    }

    /// Whether nothing changed at all.
    fn is_the_same(&self) -> bool {
        self.statement.is_none()
            && self.readings.is_empty()
            && self.lists().iter().all(|(_, list)| list.is_empty())
            && self.requirements().iter().all(|(_, list)| list.is_empty())
    }
}
