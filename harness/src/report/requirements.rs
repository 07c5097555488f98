//! Which requirements an implementation meets, and the statement that follows.

use super::fold::{Fold, Part, State};
use crate::event::QueryFinished;
use crate::outcome::{Outcome, Reply};
use crate::printable::counted;
use crate::suite::{Case, CatalogueOf, Level, Requirement, Suite, Tested, is_within};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How an implementation did on the queries of one requirement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RequirementResult {
    /// Id of the requirement.
    pub requirement: String,
    /// Its section of RFC 9309.
    pub section: String,
    /// Its level.
    pub level: Level,
    /// Whether it is met.
    pub standing: Standing,
    /// How many queries pass.
    pub passed: usize,
    /// How many are scored; contested ones are not counted.
    pub scored: usize,
}

/// The requirements that were asked about, in the order of the catalogue.
pub(super) fn requirements(fold: &Fold<'_>, part: &Part) -> Vec<RequirementResult> {
    fold.suite
        .requirements
        .iter()
        .filter_map(|requirement| requirement_result(requirement, part))
        .collect()
}

fn requirement_result(requirement: &Requirement, part: &Part) -> Option<RequirementResult> {
    let of_it = part
        .results()
        .filter(|result| result.requirement == requirement.id && !result.contested)
        .filter(|result| result.is_scored() || is_lost(result.outcome) && !is_not_asked(result));
    let counted: Vec<&QueryFinished> = of_it.collect();
    let scored: Vec<&QueryFinished> =
        counted.iter().copied().filter(|result| result.is_scored()).collect();
    let passed = scored.iter().filter(|result| result.outcome == Outcome::Pass).count();
    let not_asked = scored.iter().filter(|result| is_not_asked(result)).count();
    let wrong = |result: &&QueryFinished| result.outcome != Outcome::Pass && !is_not_asked(result);
    let standing = if counted.iter().any(wrong) {
        Standing::NotMet
    } else if not_asked > 0 {
        Standing::NotWhollyAsked
    } else {
        Standing::Met
    };
    (!counted.is_empty()).then(|| RequirementResult {
        requirement: requirement.id.clone(),
        section: requirement.section.clone(),
        level: requirement.level,
        standing,
        passed,
        scored: scored.len(),
    })
}

fn is_not_asked(result: &QueryFinished) -> bool {
    matches!(result.reply, Reply::NotAsked { .. })
}

/// Whether no answer came at all.
pub(super) const fn is_lost(outcome: Outcome) -> bool {
    matches!(outcome, Outcome::Crash | Outcome::Timeout | Outcome::OutOfMemory)
}

/// Whether a requirement is met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// Every scored query passes, and no observed one crashes or hangs.
    Met,
    /// A query shows that it is not.
    NotMet,
    /// No query shows that it is not, but some were not asked.
    NotWhollyAsked,
}

/// How far an implementation complies, in the terms of RFC 1122.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Compliance {
    /// It meets every MUST and every SHOULD that was asked about.
    #[serde(rename = "unconditionally-compliant")]
    Unconditional,
    /// It meets every MUST.
    #[serde(rename = "conditionally-compliant")]
    Conditional,
    /// It does not meet every MUST.
    #[serde(rename = "not-compliant")]
    Not,
}

impl Compliance {
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Unconditional => "unconditionally compliant",
            Self::Conditional => "conditionally compliant",
            Self::Not => "not compliant",
        }
    }
}

/// What can be said of an implementation as a whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Statement {
    /// The class of implementations that it is about.
    pub class: Class,
    /// The statement; absent if none can be made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compliance: Option<Compliance>,
    /// Why none can be made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub withheld: Option<String>,
}

/// A class of implementations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// Whoever parses a robots.txt and matches URIs (sections 2.1, 2.2, 2.3.1.5 and 2.5).
    Parser,
    /// Whoever fetches the file too (all of section 2).
    Crawler,
}

impl Class {
    /// Whether the statement on this class is about a requirement. The considerations of section 3 and the examples of
    /// section 5 are not: they are reported, and repeat in other words what section 2 asks.
    fn has(self, requirement: &Requirement) -> bool {
        let sections: &[&str] = match self {
            Self::Parser => &["2.1", "2.2", "2.3.1.5", "2.5"],
            Self::Crawler => &["2"],
        };
        let is_open = self == Self::Crawler || requirement.tested != Tested::ByAccess;
        is_open && sections.iter().any(|whole| is_within(&requirement.section, whole))
    }

    /// Whether it is asked the queries of a case.
    const fn is_asked(self, case: &Case) -> bool {
        match self {
            Self::Parser => case.file().is_some(),
            Self::Crawler => true,
        }
    }

    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Parser => "a parser",
            Self::Crawler => "a crawler",
        }
    }
}

/// The statement on it as a crawler; `None` if it fetches nothing, or was not asked to.
pub(super) fn crawler_statement(fold: &Fold<'_>, part: &Part) -> Option<Statement> {
    let fetches = fold.results(part).any(|(case, ..)| case.scenario().is_some());
    fetches.then(|| statement(fold, part, Class::Crawler))
}

pub(super) fn statement(fold: &Fold<'_>, part: &Part, class: Class) -> Statement {
    let has = |id: &str| fold.suite.requirement(id).is_some_and(|found| class.has(found));
    let made = match why_withheld(fold, part, class) {
        Some(reason) => Err(reason),
        None => {
            let mut inside = requirements(fold, part);
            inside.retain(|result| has(&result.requirement));
            compliance(&inside)
        }
    };
    let withheld = made.as_ref().err().cloned();
    Statement { class, compliance: made.ok(), withheld }
}

fn why_withheld(fold: &Fold<'_>, part: &Part, class: Class) -> Option<String> {
    if !matches!(part.state, State::Started(_)) {
        return Some("it did not start".to_owned());
    }
    let whole_suite = fold.started.as_ref().is_some_and(|started| started.whole_suite);
    if !whole_suite {
        return Some("only a part of the suite was asked".to_owned());
    }
    if fold.suite.catalogue == CatalogueOf::Itself {
        return Some(
            "the suite has requirements of its own, which need not be the RFC's".to_owned(),
        );
    }
    let results = fold.results(part).filter(|(case, ..)| class.is_asked(case)).count();
    if results < fold.suite.queries().filter(|(case, _)| class.is_asked(case)).count() {
        return Some("not every query has a result".to_owned());
    }
    let unsupported = unsupported(fold, part, class);
    match (not_asked_about(fold.suite, class), unsupported) {
        (0, 0) => None,
        (0, 1) => Some("1 scored query is unsupported".to_owned()),
        (0, many) => Some(format!("{many} scored queries are unsupported")),
        (many, _) => Some(format!("the suite asks nothing about {}", counted(many, "requirement"))),
    }
}

/// Scored queries of the class that the adapter cannot ask.
fn unsupported(fold: &Fold<'_>, part: &Part, class: Class) -> usize {
    let inside = |result: &&QueryFinished| {
        let requirement = fold.suite.requirement(&result.requirement);
        requirement.is_some_and(|requirement| class.has(requirement))
    };
    part.results()
        .filter(|result| result.outcome == Outcome::Unsupported)
        .filter(|result| result.expected.is_some() && !result.contested)
        .filter(inside)
        .count()
}

/// What the class must or should do, a verdict can show, and a suite of one's own may leave out.
fn not_asked_about(suite: &Suite, class: Class) -> usize {
    let asked = |requirement: &Requirement| {
        suite.queries().any(|(_, query)| query.requirement == requirement.id)
    };
    suite
        .requirements
        .iter()
        .filter(|requirement| matches!(requirement.tested, Tested::ByVerdict | Tested::ByAccess))
        .filter(|requirement| requirement.level != Level::May)
        .filter(|requirement| class.has(requirement) && !asked(requirement))
        .count()
}

/// The statement, or why none can be made.
fn compliance(requirements: &[RequirementResult]) -> Result<Compliance, String> {
    let any = |standing: Standing, binds: fn(Level) -> bool| {
        requirements.iter().any(|result| result.standing == standing && binds(result.level))
    };
    let is_should = |level| matches!(level, Level::Should | Level::ShouldNot);
    if any(Standing::NotMet, Level::binds_like_must) {
        Ok(Compliance::Not)
    } else if any(Standing::NotWhollyAsked, |level| level != Level::May) {
        Err("not everything was asked, as smaller files took too long".to_owned())
    } else if any(Standing::NotMet, is_should) {
        Ok(Compliance::Conditional)
    } else {
        Ok(Compliance::Unconditional)
    }
}
