//! The decision: the most specific rule that matches (RFC 9309, section 2.2.2).

use crate::parse::{Robots, RuleLine};
use crate::pattern::Pattern;
use crate::seam::{Candidate, Malformed, Rfc, Seam};
use crate::select::{SelectedBy, Selection};
use crate::target::Target;
use alloc::vec::Vec;

/// Whether a URI may be accessed; also whether a rule allows or disallows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// It may.
    Allow,
    /// It may not.
    Disallow,
}

/// A verdict and what it rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Whether the URI may be accessed.
    pub verdict: Verdict,
    /// What decided.
    pub reason: Reason,
}

/// What decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The most specific rule that matches.
    Rule {
        /// Its line, from 1.
        line: usize,
        /// Its octets after normalising.
        octets: usize,
    },
    /// No rule of the chosen groups matches: allowed.
    NoMatch,
    /// No group names the crawler and none is for `*`: no rules apply.
    NoGroup,
    /// It is /robots.txt, which is always allowed.
    RobotsTxt,
    /// The question was refused; only a [`Seam`] that says [`Malformed::Refuse`] does so. The verdict is void.
    Refused,
}

/// The rules that one crawler obeys, ready to be asked about many URIs.
#[derive(Debug)]
pub struct Rules<'r, S = Rfc> {
    pub(crate) robots: &'r Robots<S>,
    pub(crate) selection: Selection,
    pub(crate) rules: Vec<ReadyRule<'r>>,
    refused: bool,
}

/// A rule with its pattern; an empty pattern matches nothing.
#[derive(Debug)]
pub(crate) struct ReadyRule<'r> {
    pub(crate) line: RuleLine<'r>,
    pub(crate) pattern: Option<Pattern<'r>>,
}

impl<'r, S: Seam> Rules<'r, S> {
    pub(crate) fn new(robots: &'r Robots<S>, selection: Selection) -> Self {
        let groups = selection.groups.iter().map(|&index| robots.group(index));
        let mut rules = Vec::with_capacity(groups.clone().map(|group| group.rules().len()).sum());
        let mut refused = false;
        for line in groups.flat_map(|group| group.rules()) {
            let pattern = match line.path {
                [] => None,
                path => match Pattern::new(robots.seam(), path) {
                    Ok(pattern) => Some(pattern),
                    Err(malformed) => {
                        refused |= malformed == Malformed::Refuse;
                        None
                    }
                },
            };
            rules.push(ReadyRule { line, pattern });
        }
        Self { robots, selection, rules, refused }
    }

    /// May the crawler access this URI (or path)?
    #[must_use]
    pub fn decide(&self, uri: &str) -> Decision {
        match self.target(uri) {
            Ok(target) => self.decide_target(&target),
            Err(decision) => decision,
        }
    }

    /// Which groups the rules come from.
    #[must_use]
    pub const fn selection(&self) -> &Selection {
        &self.selection
    }

    pub(crate) fn target(&self, uri: &str) -> Result<Target, Decision> {
        let refused = Decision { verdict: Verdict::Disallow, reason: Reason::Refused };
        if self.refused {
            return Err(refused);
        }
        Target::new(self.robots.seam(), uri.as_bytes()).map_err(|malformed| match malformed {
            Malformed::Refuse => refused,
            Malformed::Verbatim | Malformed::Reject => self.unmatched(),
        })
    }

    pub(crate) fn decide_target(&self, target: &Target) -> Decision {
        let seam = self.robots.seam();
        let implicit = seam.implicit_allow(target);
        let robots_txt = Decision { verdict: Verdict::Allow, reason: Reason::RobotsTxt };
        if implicit == Some(usize::MAX) {
            return robots_txt;
        }
        let Some(best) = self.matching(target).reduce(|holder, challenger| {
            if seam.beats(&challenger, &holder) { challenger } else { holder }
        }) else {
            return if implicit.is_some() { robots_txt } else { self.unmatched() };
        };
        if implicit.is_some_and(|octets| octets >= best.specificity) {
            return robots_txt;
        }
        let reason = Reason::Rule { line: best.line, octets: best.pattern.octets() };
        Decision { verdict: best.access, reason }
    }

    /// The rules that match, in the order of the file.
    pub(crate) fn matching<'a>(
        &'a self,
        target: &'a Target,
    ) -> impl Iterator<Item = Candidate<'a>> {
        let seam = self.robots.seam();
        self.rules.iter().filter_map(move |rule| {
            let pattern = rule.pattern.as_ref()?;
            seam.matches(pattern, target).then(|| Candidate {
                access: rule.line.access,
                pattern,
                line: rule.line.line,
                specificity: seam.specificity(pattern, target),
            })
        })
    }

    fn unmatched(&self) -> Decision {
        let reason = match self.selection.by {
            SelectedBy::Nothing => Reason::NoGroup,
            SelectedBy::Token | SelectedBy::Star => Reason::NoMatch,
        };
        Decision { verdict: self.robots.seam().unmatched(self.selection.by), reason }
    }
}
