//! Reports: folds of the stream of events.

pub mod compare;
mod deciding;
mod escape;
mod excerpt;
mod failure;
mod fold;
pub mod issue;
mod json;
mod matrix;
mod read;
mod readings;
mod requirements;
mod result;
pub mod scoreboard;
mod style;
mod summary;
mod tables;
mod terminal;
pub(crate) mod web;

pub use deciding::{DecidingLine, by_reference};
pub use fold::{Fold, Part, State, Totals};
pub use json::{Counts, EntryProblem, ImplementationReport, NoiseKept, Report, SuiteAsked, report};
pub use read::Unusable;
pub use readings::{ContestedResult, ReadingResult};
pub use requirements::{Class, Compliance, RequirementResult, Standing, Statement};
pub use result::{Got, QueryResult};
pub use style::Marks;
pub use tables::{FailingCase, FailingSubject, RequirementText};
pub use terminal::terminal;
