//! What is kept of a run for the scoreboard: small, and the same on every machine.

use crate::event::Budget;
use crate::report::{
    ContestedResult, Got, ImplementationReport, QueryResult, ReadingResult, Report,
    RequirementResult, Statement, SuiteAsked,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Version of the format.
pub(super) const SCHEMA: u32 = 1;

/// What one implementation made of the whole suite. There are no times, no paths and no words of the implementation's
/// in it: the same version gives the same octets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Score {
    /// Version of this format.
    pub schema: u32,
    /// Its name.
    pub name: String,
    /// Its version; of what comes with the machine, that of the machine.
    pub version: String,
    /// The programming language that it is written in.
    pub language: String,
    /// Where the project lives.
    pub homepage: String,
    /// What is converted before it is asked, as its adapter declares.
    pub converts: Vec<String>,
    /// What was asked.
    pub suite: SuiteAsked,
    /// What it may use up for each query.
    pub budget: Budget,
    /// How far it complies.
    pub statement: Statement,
    /// The requirements, in the order of the catalogue.
    pub requirements: Vec<RequirementResult>,
    /// The answers that it gives to the observed readings; several where its cases differ, with the cases.
    pub readings: BTreeMap<String, String>,
    /// The contested readings.
    pub contested: BTreeMap<String, ContestedResult>,
    /// What came of each query: its outcome, or that it was not asked; of an observed one, what was observed.
    pub queries: BTreeMap<String, String>,
}

/// What a report says of each implementation that started.
#[must_use]
pub fn scores(report: &Report) -> Vec<Score> {
    report.implementations.iter().filter_map(|one| score(report, one)).collect()
}

fn score(report: &Report, one: &ImplementationReport) -> Option<Score> {
    let about = one.about.as_ref()?;
    Some(Score {
        schema: SCHEMA,
        name: one.name.clone(),
        version: about.version.clone(),
        language: about.language.clone(),
        homepage: about.homepage.clone(),
        converts: one.converts.clone().unwrap_or_default(),
        suite: report.suite.clone(),
        budget: report.budget,
        statement: one.statement.clone(),
        requirements: one.requirements.clone(),
        readings: one.readings.iter().map(|(id, one)| (id.clone(), answers(one))).collect(),
        contested: one.contested.clone(),
        queries: one.queries.iter().map(|one| (one.query.clone(), came_out(one))).collect(),
    })
}

fn answers(reading: &ReadingResult) -> String {
    reading.answer.clone().unwrap_or_else(|| {
        let each = reading.cases.iter().map(|(case, answer)| format!("{answer} in {case}"));
        each.collect::<Vec<_>>().join(", ")
    })
}

fn came_out(result: &QueryResult) -> String {
    let outcome = result.outcome.word();
    match (result.expected, result.contested) {
        _ if result.got == Got::NotAsked => result.got.word().to_owned(),
        (None, _) => result.got.word().to_owned(),
        (Some(_), true) => format!("{outcome} (contested)"),
        (Some(_), false) => outcome.to_owned(),
    }
}
