//! How a reply counts, and whether it was to be expected.

use crate::baseline::Coverage;
use crate::event::Expectation;
use crate::outcome::{Answer, Outcome, Reply, Resource, Verdict};
use crate::suite::{Case, Level, Query, Scoring};

/// What is judged: a query with the level of its requirement.
#[derive(Clone, Copy)]
pub(super) struct Judged<'a> {
    pub(super) case: &'a Case,
    pub(super) query: &'a Query,
    pub(super) level: Level,
}

impl Judged<'_> {
    pub(super) const fn is_contested(self) -> bool {
        matches!(self.case.scoring, Scoring::Contested { .. })
    }

    pub(super) const fn outcome(self, reply: &Reply) -> Outcome {
        match (reply, self.query.expect) {
            (Reply::Crash(_), _) => Outcome::Crash,
            (Reply::Timeout(_) | Reply::NotAsked { spent: Resource::Time, .. }, _) => {
                Outcome::Timeout
            }
            (Reply::OutOfMemory(_) | Reply::NotAsked { spent: Resource::Memory, .. }, _) => {
                Outcome::OutOfMemory
            }
            (Reply::Answered(Answer::Unsupported { .. }), _) => Outcome::Unsupported,
            (Reply::Answered(_) | Reply::WrongRequests { .. } | Reply::NotReached(_), None)
                if self.is_observed() =>
            {
                Outcome::Observed
            }
            (Reply::WrongRequests { .. }, _) => self.wrong(),
            // Nothing can be wrong; or only the requests are judged, and they are right.
            (Reply::NotReached(_), _) | (Reply::Answered(_), None) => Outcome::Pass,
            (Reply::Answered(Answer::Error { .. }), Some(_)) => Outcome::Error,
            (Reply::Answered(Answer::Verdict { verdict, .. }), Some(expected)) => {
                self.verdict(*verdict, expected)
            }
        }
    }

    const fn verdict(self, verdict: Verdict, expected: Verdict) -> Outcome {
        match (verdict, expected) {
            (Verdict::Allow, Verdict::Allow) | (Verdict::Disallow, Verdict::Disallow) => {
                Outcome::Pass
            }
            _ => self.wrong(),
        }
    }

    const fn is_observed(self) -> bool {
        matches!(self.case.scoring, Scoring::Observed { .. })
    }

    const fn wrong(self) -> Outcome {
        if self.level.binds_like_must() { Outcome::Fail } else { Outcome::Warn }
    }

    /// Compares an outcome with the baseline, if there is one.
    pub(super) fn expectation(
        self,
        outcome: Outcome,
        coverage: Option<&Coverage<'_>>,
        strict: bool,
    ) -> Expectation {
        // Only the verdict is contested: to crash, hang or fail to answer is as wrong as elsewhere.
        if self.is_contested() && matches!(outcome, Outcome::Pass | Outcome::Fail | Outcome::Warn) {
            return Expectation::Fine;
        }
        if let Some(entry) = coverage.and_then(|coverage| coverage.entry(&self.query.id)) {
            return match outcome {
                _ if outcome == entry.outcome => {
                    Expectation::Known { reason: entry.reason.clone() }
                }
                _ if entry.lists(outcome) => Expectation::Fine,
                Outcome::Pass | Outcome::Observed => {
                    Expectation::UnexpectedPass { entry: entry.query.clone() }
                }
                _ => Expectation::FailsOtherwise {
                    entry: entry.query.clone(),
                    listed: entry.outcome,
                },
            };
        }
        match (needs_entry(outcome, strict), coverage) {
            (false, _) => Expectation::Fine,
            (true, Some(coverage)) if !strict && coverage.is_older_than(self.query) => {
                Expectation::Newer { since: self.query.since.clone() }
            }
            (true, _) => Expectation::Unexpected,
        }
    }
}

/// Whether an outcome is unexpected unless a baseline lists it.
#[must_use]
pub const fn needs_entry(outcome: Outcome, strict: bool) -> bool {
    match outcome {
        Outcome::Pass | Outcome::Observed => false,
        Outcome::Warn => strict,
        Outcome::Fail
        | Outcome::Unsupported
        | Outcome::Error
        | Outcome::Crash
        | Outcome::Timeout
        | Outcome::OutOfMemory => true,
    }
}
