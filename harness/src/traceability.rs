//! Which queries and faults stand behind each requirement, and which requirement has none.

use crate::faults::{self, Fault};
use crate::suite::{Case, Level, Query, Requirement, Scoring, StatementKind, Suite, Tested};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// The RFC's statements with a BCP 14 keyword.
pub const KEYWORD_STATEMENTS: usize = 40;

/// The traceability table of a suite.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Traceability {
    /// Version of this format.
    pub schema: u32,
    /// Always true: a table that was cut short is no JSON.
    pub complete: bool,
    /// Version of the suite.
    pub suite_version: String,
    /// SHA-256 of the suite, hex.
    pub suite_hash: String,
    /// What it adds up to.
    pub totals: Totals,
    /// The requirements, in the order of the catalogue.
    pub requirements: Vec<Traced>,
}

/// A requirement and what tests it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Traced {
    /// The requirement itself.
    #[serde(flatten)]
    pub requirement: Requirement,
    /// Whether a query can test it, and whether one does.
    pub coverage: Coverage,
    /// The queries that test it, in the order of the suite.
    pub queries: Vec<TracedQuery>,
    /// Ids of the queries that touch it and test another one.
    pub also: Vec<String>,
    /// The deliberately wrong references that break it; the suite catches each.
    pub faults: Vec<TracedFault>,
}

/// Whether queries test a requirement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Coverage {
    /// It has queries.
    Covered,
    /// A verdict can show it, and there is no query.
    Missing,
    /// It shows elsewhere: in what a crawler requests, under load, or not at all.
    Elsewhere,
}

/// A query that tests a requirement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TracedQuery {
    /// Its id.
    pub id: String,
    /// How it counts.
    pub counts: Counts,
}

/// A fault that breaks a requirement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TracedFault {
    /// Its id.
    pub id: String,
    /// What it does, in a sentence.
    pub text: String,
}

/// How a query counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Counts {
    /// By the requirement's level.
    Scored,
    /// Scored and shown, but left out of the statement and the exit status.
    Contested,
    /// Never scored.
    Observed,
}

/// What a table adds up to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Totals {
    /// Requirements in the catalogue.
    pub requirements: usize,
    /// Those with a BCP 14 keyword, by level.
    pub keywords: BTreeMap<Level, usize>,
    /// Those that queries can test.
    pub testable: usize,
    /// Those that queries do test.
    pub covered: usize,
    /// Ids of those that queries can test and none does.
    pub missing: Vec<String>,
    /// Faults that break one of them.
    pub faults: usize,
}

impl Traceability {
    /// The table of this suite.
    #[must_use]
    pub fn of(suite: &Suite) -> Self {
        let requirements: Vec<Traced> =
            suite.requirements.iter().map(|requirement| traced(suite, requirement)).collect();
        Self {
            schema: 1,
            complete: true,
            suite_version: suite.version.clone(),
            suite_hash: suite.hash.clone(),
            totals: totals(&requirements),
            requirements,
        }
    }
}

fn traced(suite: &Suite, requirement: &Requirement) -> Traced {
    let id = &requirement.id;
    let queries: Vec<TracedQuery> = suite
        .queries()
        .filter(|(_, query)| query.requirement == *id)
        .map(|(case, query)| traced_query(case, query))
        .collect();
    let touches = |(_, query): &(&Case, &Query)| query.also.contains(id);
    Traced {
        requirement: requirement.clone(),
        coverage: coverage(&requirement.tested, queries.len()),
        queries,
        also: suite.queries().filter(touches).map(|(_, query)| query.id.clone()).collect(),
        faults: faults::all().filter(|fault| fault.requirement == id).map(traced_fault).collect(),
    }
}

fn traced_query(case: &Case, query: &Query) -> TracedQuery {
    let counts = match case.scoring {
        Scoring::Scored => Counts::Scored,
        Scoring::Contested { .. } => Counts::Contested,
        Scoring::Observed { .. } => Counts::Observed,
    };
    TracedQuery { id: query.id.clone(), counts }
}

fn traced_fault(fault: &Fault) -> TracedFault {
    TracedFault { id: fault.id.to_owned(), text: fault.text.to_owned() }
}

/// A query with hostile input tests robustness too; what no file of a suite can show is not asked of it.
fn coverage(tested: &Tested, queries: usize) -> Coverage {
    match (tested, queries) {
        (_, 1..) => Coverage::Covered,
        (Tested::ByVerdict, 0) => Coverage::Missing,
        (_, 0) => Coverage::Elsewhere,
    }
}

fn totals(requirements: &[Traced]) -> Totals {
    let mut totals = Totals { requirements: requirements.len(), ..Totals::default() };
    for traced in requirements {
        let Requirement { id, level, kind, .. } = &traced.requirement;
        if *kind == StatementKind::Keyword {
            *totals.keywords.entry(*level).or_default() += 1;
        }
        totals.faults += traced.faults.len();
        match traced.coverage {
            Coverage::Covered => totals.covered += 1,
            Coverage::Missing => totals.missing.push(id.clone()),
            Coverage::Elsewhere => {}
        }
    }
    totals.testable = totals.covered + totals.missing.len();
    totals
}
