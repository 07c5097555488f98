//! The report as one JSON document.

use super::deciding::DecidingLine;
use super::fold::{Fold, Part, State, title};
use super::readings::{self, ContestedResult, ReadingResult};
use super::requirements::{self, Class, RequirementResult, Standing, Statement};
use super::result::{self, QueryResult};
use super::tables::{self, FailingCase, RequirementText};
use crate::event::Budget;
use crate::implementation::About;
use crate::outcome::Outcome;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Version of the format.
pub(super) const SCHEMA: u32 = 1;

/// A finished run. The same run gives the same octets: there are no times in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Report {
    /// Version of this format.
    pub schema: u32,
    /// Always true: a run that was cut short has no report.
    pub complete: bool,
    /// Version of the harness.
    pub harness: String,
    /// What was asked.
    pub suite: SuiteAsked,
    /// What an implementation may use up for each query.
    pub budget: Budget,
    /// The requirements that results refer to, by id.
    pub requirements: BTreeMap<String, RequirementText>,
    /// The cases on which an implementation did anything but pass, by id: what comes before `#` in a query's.
    pub failing_cases: BTreeMap<String, FailingCase>,
    /// What each implementation made of it, in the order of the run.
    pub implementations: Vec<ImplementationReport>,
}

/// What was asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SuiteAsked {
    /// Version of the suite.
    pub version: String,
    /// SHA-256 of the suite, hex.
    pub hash: String,
    /// How many queries each implementation was asked.
    pub queries: usize,
    /// Whether that is the whole suite.
    pub whole: bool,
}

/// What one implementation made of the suite.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ImplementationReport {
    /// Its name in this run.
    pub name: String,
    /// What it says of itself; absent if it did not start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub about: Option<About>,
    /// What is converted before it is asked, as its adapter declares; absent if it did not start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub converts: Option<Vec<String>>,
    /// Why it did not start, and what to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_started: Option<String>,
    /// How far it complies.
    pub statement: Statement,
    /// The statement on it as a crawler; absent if it fetches nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub crawler_statement: Option<Statement>,
    /// How its results count.
    pub counts: Counts,
    /// The requirements that were asked about, in the order of the catalogue.
    pub requirements: Vec<RequirementResult>,
    /// The observed readings, by id.
    pub readings: BTreeMap<String, ReadingResult>,
    /// The contested readings, by id.
    pub contested: BTreeMap<String, ContestedResult>,
    /// Baseline entries that fit no query.
    pub baseline_problems: Vec<EntryProblem>,
    /// Lines on standard output that were no messages.
    pub noise: NoiseKept,
    /// Every result, in the order of the suite.
    pub queries: Vec<QueryResult>,
}

/// How the results of an implementation count.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Counts {
    /// Queries by outcome, contested ones left out.
    pub outcomes: BTreeMap<Outcome, usize>,
    /// Requirements that it meets, of those that were asked about.
    pub requirements_met: usize,
    /// Failures that the baseline lists.
    pub known: usize,
    /// Results that are unexpected.
    pub unexpected: usize,
}

/// A baseline entry that fits no query.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EntryProblem {
    /// The entry's query id or glob.
    pub entry: String,
    /// What is wrong with it, and what to do.
    pub problem: String,
}

/// Lines on standard output that were no messages.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NoiseKept {
    /// How many there were.
    pub count: u64,
    /// The first few, made printable.
    pub lines: Vec<String>,
}

impl ImplementationReport {
    /// Its name and, where it says one, its version.
    #[must_use]
    pub fn title(&self) -> String {
        title(&self.name, self.about.as_ref().map_or("", |about| &about.version))
    }
}

/// The report of a run; `None` if it has not finished.
#[must_use]
pub fn report(fold: &Fold<'_>, deciding: DecidingLine) -> Option<Report> {
    let started = fold.started.as_ref().filter(|_| fold.finished)?;
    Some(Report {
        schema: SCHEMA,
        complete: true,
        harness: started.harness_version.clone(),
        suite: SuiteAsked {
            version: started.suite_version.clone(),
            hash: started.suite_hash.clone(),
            queries: started.queries,
            whole: started.whole_suite,
        },
        budget: started.budget,
        requirements: tables::requirements(fold),
        failing_cases: tables::failing_cases(fold, deciding),
        implementations: fold
            .parts
            .iter()
            .map(|part| implementation(fold, part, deciding))
            .collect(),
    })
}

fn implementation(fold: &Fold<'_>, part: &Part, deciding: DecidingLine) -> ImplementationReport {
    let (about, not_started) = match &part.state {
        State::Started(about) => (Some(about.clone()), None),
        State::NotStarted(problem) => (None, Some(problem.clone())),
        State::Waiting => (None, None),
    };
    let requirements = requirements::requirements(fold, part);
    ImplementationReport {
        name: part.name.clone(),
        about,
        converts: matches!(part.state, State::Started(_)).then(|| part.converts.clone()),
        not_started,
        statement: requirements::statement(fold, part, Class::Parser),
        crawler_statement: requirements::crawler_statement(fold, part),
        counts: counts(part, &requirements),
        requirements,
        readings: readings::readings(fold, part),
        contested: readings::contested(fold, part),
        baseline_problems: part
            .problems
            .iter()
            .map(|found| EntryProblem {
                entry: found.entry.clone(),
                problem: found.problem.clone(),
            })
            .collect(),
        noise: NoiseKept { count: part.noise_lines, lines: part.noise.clone() },
        queries: fold
            .results(part)
            .map(|(case, query, finished)| result::result(case, query, finished, deciding))
            .collect(),
    }
}

fn counts(part: &Part, requirements: &[RequirementResult]) -> Counts {
    let mut outcomes = BTreeMap::new();
    for result in part.results().filter(|result| !result.contested) {
        *outcomes.entry(result.outcome).or_default() += 1;
    }
    Counts {
        outcomes,
        requirements_met: requirements
            .iter()
            .filter(|result| result.standing == Standing::Met)
            .count(),
        known: part.known(),
        unexpected: part.unexpected(),
    }
}
