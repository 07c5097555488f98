//! Which queries of the suite are meant.

use super::complaint::did_you_mean;
use super::{Case, Level, Query, Suite};
use wildmatch::WildMatch;

/// What was asked for; what is left empty selects everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// Sections: `2.2` selects 2.2 and all that is below it.
    pub sections: Vec<String>,
    /// Globs over the ids of queries or of their cases: `*` stands for any characters, `?` for one.
    pub filters: Vec<String>,
    /// Levels.
    pub levels: Vec<LevelClass>,
}

/// The levels in the three classes that people select by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum LevelClass {
    /// MUST, MUST NOT, and what is stated without a keyword.
    Must,
    /// SHOULD and SHOULD NOT.
    Should,
    /// MAY.
    May,
}

impl From<Level> for LevelClass {
    fn from(level: Level) -> Self {
        match level {
            Level::Must | Level::MustNot | Level::Stated => Self::Must,
            Level::Should | Level::ShouldNot => Self::Should,
            Level::May => Self::May,
        }
    }
}

/// Nothing of the suite is selected; says why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("nothing is selected: {0}")]
pub struct NothingSelected(String);

/// A case with those of its queries that are selected.
#[derive(Clone, Debug)]
pub struct SelectedCase<'a> {
    /// The case.
    pub case: &'a Case,
    /// At least one of its queries, each with the level of its requirement.
    pub queries: Vec<(&'a Query, Level)>,
}

impl Selection {
    /// What of the suite is selected, in its order.
    ///
    /// # Errors
    /// If nothing is, or if a section or glob matches nothing (a slip that would otherwise go unseen).
    pub fn of<'a>(&self, suite: &'a Suite) -> Result<Vec<SelectedCase<'a>>, NothingSelected> {
        self.check_sections(suite)?;
        let globs = self.globs(suite)?;
        let selected: Vec<SelectedCase<'a>> = suite
            .cases
            .iter()
            .filter(|case| self.has_section(&case.section))
            .map(|case| SelectedCase { case, queries: self.queries(suite, case, &globs) })
            .filter(|selected| !selected.queries.is_empty())
            .collect();
        if selected.is_empty() {
            let why = if suite.cases.is_empty() {
                "the suite has no cases"
            } else {
                "no query meets all of the conditions"
            };
            return Err(NothingSelected(why.to_owned()));
        }
        Ok(selected)
    }

    fn globs(&self, suite: &Suite) -> Result<Vec<WildMatch>, NothingSelected> {
        let glob = |filter: &String| {
            let glob = WildMatch::new(filter);
            if suite.queries().any(|(case, query)| has_id(&glob, case, query)) {
                return Ok(glob);
            }
            let ids =
                suite.queries().flat_map(|(case, query)| [case.id.as_str(), query.id.as_str()]);
            let near = did_you_mean(filter, ids);
            Err(NothingSelected(format!("no id of a query or a case matches `{filter}`{near}")))
        };
        self.filters.iter().map(glob).collect()
    }

    fn check_sections(&self, suite: &Suite) -> Result<(), NothingSelected> {
        let unknown = self
            .sections
            .iter()
            .find(|section| !suite.cases.iter().any(|case| is_within(&case.section, section)));
        let Some(section) = unknown else { return Ok(()) };
        let mut known: Vec<&str> = suite.cases.iter().map(|case| case.section.as_str()).collect();
        known.dedup();
        Err(NothingSelected(format!(
            "no case belongs to section `{section}`; there are cases for {}{}",
            known.join(", "),
            did_you_mean(section, known.iter().copied())
        )))
    }

    fn has_section(&self, section: &str) -> bool {
        self.sections.is_empty() || self.sections.iter().any(|wanted| is_within(section, wanted))
    }

    fn queries<'a>(
        &self,
        suite: &'a Suite,
        case: &'a Case,
        globs: &[WildMatch],
    ) -> Vec<(&'a Query, Level)> {
        case.queries
            .iter()
            .filter(|query| globs.is_empty() || globs.iter().any(|glob| has_id(glob, case, query)))
            .map(|query| (query, level(suite, query)))
            .filter(|(_, level)| {
                self.levels.is_empty() || self.levels.contains(&LevelClass::from(*level))
            })
            .collect()
    }
}

/// The level of the query's requirement; the loader has made sure that there is one.
fn level(suite: &Suite, query: &Query) -> Level {
    suite.requirement(&query.requirement).map_or(Level::Stated, |requirement| requirement.level)
}

fn has_id(glob: &WildMatch, case: &Case, query: &Query) -> bool {
    glob.matches(&case.id) || glob.matches(&query.id)
}

/// Whether a section is the wanted one or below it.
pub(crate) fn is_within(section: &str, wanted: &str) -> bool {
    section
        .strip_prefix(wanted.trim_end_matches('.'))
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

#[cfg(test)]
mod tests {
    use super::is_within;

    #[test]
    fn a_section_holds_what_is_below_it_and_nothing_beside_it() {
        assert!(is_within("2.2", "2.2"));
        assert!(is_within("2.2.1", "2.2"));
        assert!(is_within("2.3.1.5", "2."));
        assert!(!is_within("2.21", "2.2"));
        assert!(!is_within("2", "2.2"));
    }
}
