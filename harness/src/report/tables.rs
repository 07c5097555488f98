//! What the results of a report refer to, each thing once.

use super::deciding::DecidingLine;
use super::excerpt;
use super::fold::Fold;
use super::web;
use crate::outcome::Outcome;
use crate::suite::{Case, File, Level, Subject};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A requirement that a result refers to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RequirementText {
    /// Its section of RFC 9309.
    pub section: String,
    /// Its level.
    pub level: Level,
    /// What it says, in our own words.
    pub text: String,
}

/// A case on which not every answer was right.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FailingCase {
    /// Why the RFC wants what its queries expect.
    pub why: String,
    /// Where it comes from, or what else to read.
    pub see: Vec<String>,
    /// What its queries are about.
    pub subject: FailingSubject,
}

/// What the queries of a case are about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FailingSubject {
    /// A robots.txt that is handed over.
    File {
        /// The lines of its robots.txt by number, made printable; of a long file, those around the lines that decide.
        robots_txt: BTreeMap<usize, String>,
        /// How many octets the whole file has.
        octets: usize,
        /// Whether its last line has a line end.
        ends_with_line_end: bool,
    },
    /// A web, from which it is fetched.
    Web {
        /// The web and what happens on it, in lines, made printable.
        web: Vec<String>,
    },
}

/// The requirements that any result refers to, by id.
pub(super) fn requirements(fold: &Fold<'_>) -> BTreeMap<String, RequirementText> {
    let results = fold.parts.iter().flat_map(|part| fold.results(part));
    let used: BTreeSet<&str> = results.map(|(_, query, _)| query.requirement.as_str()).collect();
    let text = |id| {
        let requirement = fold.suite.requirement(id)?;
        let (section, level) = (requirement.section.clone(), requirement.level);
        Some((id.to_owned(), RequirementText { section, level, text: requirement.text.clone() }))
    };
    used.into_iter().filter_map(text).collect()
}

/// The cases on which an implementation did anything but pass, by id.
pub(super) fn failing_cases(
    fold: &Fold<'_>,
    deciding: DecidingLine,
) -> BTreeMap<String, FailingCase> {
    let mut failing: BTreeMap<&str, (&Case, BTreeSet<usize>)> = BTreeMap::new();
    for (case, query, result) in fold.parts.iter().flat_map(|part| fold.results(part)) {
        if !matches!(result.outcome, Outcome::Pass | Outcome::Observed) {
            let (_, lines) = failing.entry(&case.id).or_insert((case, BTreeSet::new()));
            let line = |file: &File| deciding(&file.robots_txt, &query.token, &query.uri);
            lines.extend(case.file().and_then(line));
        }
    }
    failing
        .into_values()
        .map(|(case, lines)| (case.id.clone(), failing_case(case, &lines)))
        .collect()
}

fn failing_case(case: &Case, deciding: &BTreeSet<usize>) -> FailingCase {
    FailingCase {
        why: case.why.clone(),
        see: case.see.clone(),
        subject: match &case.subject {
            Subject::File(File { robots_txt, .. }) => FailingSubject::File {
                robots_txt: excerpt::lines(robots_txt, deciding).into_iter().collect(),
                octets: robots_txt.len(),
                ends_with_line_end: excerpt::ends_with_line_end(robots_txt),
            },
            Subject::Web(scenario) => FailingSubject::Web { web: web::lines(case, scenario) },
        },
    }
}
