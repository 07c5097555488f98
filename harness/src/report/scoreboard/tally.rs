//! The numbers of one row.

use super::Score;
use crate::outcome::Outcome;
use crate::report::{Compliance, RequirementResult, Standing};
use crate::suite::Level;

/// Requirements of one class of levels: how many are met, of how many that were asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Met {
    pub(super) met: usize,
    pub(super) asked: usize,
}

impl std::fmt::Display for Met {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{} of {}", self.met, self.asked)
    }
}

impl Score {
    /// The requirements of these levels. One of which nothing is scored is none that can be met.
    pub(super) fn met(&self, has_level: impl Fn(Level) -> bool) -> Met {
        let asked: Vec<&RequirementResult> = self
            .requirements
            .iter()
            .filter(|result| result.scored > 0 && has_level(result.level))
            .collect();
        let met = asked.iter().filter(|result| result.standing == Standing::Met).count();
        Met { met, asked: asked.len() }
    }

    /// Contested queries that come out as the text says, of all.
    pub(super) fn contested(&self) -> Met {
        let sum = |count: fn(&crate::report::ContestedResult) -> usize| {
            self.contested.values().map(count).sum()
        };
        Met { met: sum(|result| result.passed), asked: sum(|result| result.asked) }
    }

    /// How many queries came out so, observed and contested ones among them.
    pub(super) fn queries_that(&self, outcome: Outcome) -> usize {
        let word = outcome.word();
        self.queries.values().filter(|came| came.split(' ').next() == Some(word)).count()
    }

    /// The statement in a few words.
    pub(super) const fn statement_words(&self) -> &'static str {
        match self.statement.compliance {
            Some(Compliance::Unconditional) => "unconditionally compliant",
            Some(Compliance::Conditional) => "conditionally compliant",
            Some(Compliance::Not) => "not compliant",
            None => "none",
        }
    }
}
