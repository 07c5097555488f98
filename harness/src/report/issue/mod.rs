//! The bug reports that follow from a run: one for each requirement that is not met.

mod markdown;

use super::json::ImplementationReport;
use super::requirements::{Standing, is_lost};
use super::result::{Got, QueryResult};
use crate::install::Wanted;
use crate::outcome::Outcome;
use crate::reproduce::Reproduce;
use crate::suite::{Case, Query, Requirement, Suite};

pub use markdown::markdown;

/// A requirement that is not met, and the smallest file that shows it.
#[derive(Clone, Debug)]
pub struct Issue<'a> {
    /// The requirement.
    pub requirement: &'a Requirement,
    /// The case with the shortest robots.txt of those that fail.
    pub case: &'a Case,
    /// Its first query that fails.
    pub query: &'a Query,
    /// What came of that.
    pub result: &'a QueryResult,
    /// The other queries of the requirement that fail, in the order of the suite.
    pub others: Vec<&'a str>,
}

/// How an implementation can be asked again.
#[derive(Clone, Debug)]
pub struct Means {
    /// Under this name.
    pub name: Wanted,
    /// By its own interface.
    pub reproduce: Option<Reproduce>,
    /// By repspec.
    pub comes: Comes,
}

/// How repspec comes by an implementation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Comes {
    /// It is part of the program.
    BuiltIn,
    /// The program can install it, and has an adapter of this name.
    Installable(String),
    /// Whoever made the report knows.
    Elsewhere,
}

/// The requirements that an implementation does not meet, or only this one if it does not, in the order of the
/// catalogue. What an adapter cannot ask is no fault of the library.
#[must_use]
pub fn find<'a>(
    suite: &'a Suite,
    implementation: &'a ImplementationReport,
    only: Option<&str>,
) -> Vec<Issue<'a>> {
    implementation
        .requirements
        .iter()
        .filter(|result| result.standing == Standing::NotMet)
        .filter(|result| only.is_none_or(|only| result.requirement == only))
        .filter_map(|result| issue(suite, implementation, suite.requirement(&result.requirement)?))
        .collect()
}

fn issue<'a>(
    suite: &'a Suite,
    implementation: &'a ImplementationReport,
    requirement: &'a Requirement,
) -> Option<Issue<'a>> {
    let of_it = |result: &&QueryResult| result.requirement == requirement.id && is_wrong(result);
    let failing = implementation.queries.iter().filter(of_it);
    let failing: Vec<_> = failing.filter_map(|result| place(suite, result)).collect();
    let size = |case: &Case| case.file().map_or(0, |file| file.robots_txt.len());
    let (case, query, result) = *failing.iter().min_by_key(|(case, ..)| size(case))?;
    let others = failing.iter().map(|(_, query, _)| query.id.as_str());
    let others = others.filter(|id| *id != query.id).collect();
    Some(Issue { requirement, case, query, result, others })
}

/// Whether a result counts against the library.
fn is_wrong(result: &QueryResult) -> bool {
    let is_asked = !matches!(result.got, Got::NotAsked | Got::Unsupported);
    let is_wrong = match result.expected {
        Some(_) => result.outcome != Outcome::Pass,
        None => is_lost(result.outcome),
    };
    is_asked && is_wrong && !result.contested
}

fn place<'a>(
    suite: &'a Suite,
    result: &'a QueryResult,
) -> Option<(&'a Case, &'a Query, &'a QueryResult)> {
    let (case, query) = suite.queries().find(|(_, query)| query.id == result.query)?;
    Some((case, query, result))
}
