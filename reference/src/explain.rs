//! A decision with everything that led to it, owned and ready to be shown.

use crate::decide::{Decision, Reason, Rules, Verdict};
use crate::seam::{Agent, Candidate, Seam};
use crate::select::SelectedBy;
use alloc::vec::Vec;

/// Why a URI may be accessed or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The decision, the same as `decide` gives.
    pub decision: Decision,
    /// Path and query as they are compared; `None` if the question was refused.
    pub target: Option<Vec<u8>>,
    /// Why the groups were chosen.
    pub selected_by: SelectedBy,
    /// The chosen groups, in the order of the file.
    pub groups: Vec<ChosenGroup>,
    /// The rule that decided.
    pub winner: Option<RuleAccount>,
    /// The rules that match as well but lose, in the order of the file.
    pub losers: Vec<RuleAccount>,
    /// How many rules of the chosen groups do not match.
    pub not_matching: usize,
}

/// A group that the crawler obeys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChosenGroup {
    /// Its user-agent lines: line (from 1) and value.
    pub agents: Vec<(usize, Vec<u8>)>,
    /// How many rules it has.
    pub rules: usize,
}

/// A rule that matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleAccount {
    /// Its line, from 1.
    pub line: usize,
    /// Whether it allows or disallows.
    pub access: Verdict,
    /// Its path as written.
    pub path: Vec<u8>,
    /// Its path as it is compared.
    pub normalised: Vec<u8>,
    /// Its octets, which make it more or less specific.
    pub octets: usize,
}

impl<S: Seam> Rules<'_, S> {
    /// The decision on this URI (or path), with everything that led to it.
    #[must_use]
    pub fn explain(&self, uri: &str) -> Explanation {
        let (decision, target) = match self.target(uri) {
            Ok(target) => (self.decide_target(&target), Some(target)),
            Err(decision) => (decision, None),
        };
        let matching: Vec<_> = target
            .iter()
            .flat_map(|target| self.matching(target))
            .map(|rule| account(&rule))
            .collect();
        let not_matching = self.rules.len() - matching.len();
        let (winners, losers): (Vec<_>, Vec<_>) = matching.into_iter().partition(
            |rule| matches!(decision.reason, Reason::Rule { line, .. } if line == rule.line),
        );
        Explanation {
            decision,
            target: target.map(|target| target.octets().to_vec()),
            selected_by: self.selection.by,
            groups: self.chosen_groups(),
            winner: winners.into_iter().next(),
            losers,
            not_matching,
        }
    }

    fn chosen_groups(&self) -> Vec<ChosenGroup> {
        let groups = self.selection.groups.iter().map(|&index| self.robots.group(index));
        groups
            .map(|group| ChosenGroup {
                agents: group.agents().map(|(line, agent)| (line, value(agent).to_vec())).collect(),
                rules: group.rules().len(),
            })
            .collect()
    }
}

fn value(agent: Agent<'_>) -> &[u8] {
    match agent {
        Agent::Star => b"*",
        Agent::Token(value) | Agent::Invalid(value) => value,
    }
}

fn account(rule: &Candidate<'_>) -> RuleAccount {
    RuleAccount {
        line: rule.line,
        access: rule.access,
        path: rule.pattern.raw().to_vec(),
        normalised: rule.pattern.normalised(),
        octets: rule.pattern.octets(),
    }
}
