//! What can come of a query: verdicts, answers and outcomes.

use crate::printable;
use serde::{Deserialize, Serialize};

/// The answer to "may this crawler access this URI?".
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The URI may be accessed.
    Allow,
    /// The URI may not be accessed.
    Disallow,
}

impl Verdict {
    /// The word used in cases, reports and the adapter protocol.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Disallow => "disallow",
        }
    }
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.pad(self.word())
    }
}

/// What an implementation itself said about one query.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// A verdict and, where the implementation tells it, the line of the rule that decided (from 1).
    Verdict {
        /// What it decided.
        verdict: Verdict,
        /// Line number of the deciding rule, counted from 1.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        line: Option<u64>,
    },
    /// It cannot be asked this; never counted as a pass.
    Unsupported {
        /// Why not.
        reason: String,
    },
    /// It reported an error (an exception, an error value) instead of a verdict.
    Error {
        /// What it said.
        message: String,
    },
}

impl Answer {
    /// The same, with what the implementation says made printable.
    #[must_use]
    pub fn printable(mut self) -> Self {
        match &mut self {
            Self::Verdict { .. } => {}
            Self::Unsupported { reason: said } | Self::Error { message: said } => {
                *said = printable::line(said.as_bytes());
            }
        }
        self
    }
}

/// What became of one query that was put to an implementation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Reply {
    /// It answered.
    Answered(Answer),
    /// It answered, but it requested what it must not, or did not request what it has to.
    WrongRequests {
        /// What it answered.
        answer: Answer,
        /// Which requests are wrong, or missing.
        problem: String,
    },
    /// It answered without having requested what the query is about, so that nothing can be wrong with the answer.
    NotReached(Answer),
    /// Its process died, or had to be ended for what it did (flooding its output, say).
    Crash(Failure),
    /// It used up its time.
    Timeout(Failure),
    /// It used up its memory.
    OutOfMemory(Failure),
    /// It was not asked: a smaller file of the same kind had used up its time or memory. It counts as that did, and
    /// proves nothing about what it would have tested.
    NotAsked {
        /// What was used up.
        spent: Resource,
        /// One line: over what.
        detail: String,
    },
}

/// What a query may use only so much of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Resource {
    /// Time, of a processor or by the clock.
    Time,
    /// Resident memory.
    Memory,
}

/// How an implementation failed to answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Failure {
    /// One line: "exit status 101", "signal 11", "no answer after 5 s of CPU time", "not reproduced", …
    pub detail: String,
    /// The last lines the process wrote to standard error, made printable; empty when there were none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stderr: String,
}

/// How one query counts.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// The verdict is the expected one.
    Pass,
    /// The wrong verdict on a MUST (or a statement without a keyword).
    Fail,
    /// The wrong verdict on a SHOULD or a MAY.
    Warn,
    /// An observed query was answered; there is no wrong answer.
    Observed,
    /// The adapter says that it cannot ask this.
    Unsupported,
    /// The implementation reported an error.
    Error,
    /// The implementation's process died.
    Crash,
    /// The implementation did not answer in time.
    Timeout,
    /// The implementation used more memory than it may.
    OutOfMemory,
}

impl Outcome {
    /// All outcomes, the good ones first.
    pub const ALL: [Self; 9] = [
        Self::Pass,
        Self::Fail,
        Self::Warn,
        Self::Observed,
        Self::Unsupported,
        Self::Error,
        Self::Crash,
        Self::Timeout,
        Self::OutOfMemory,
    ];

    /// The word used in baselines and reports.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail => "fail",
            Self::Warn => "warn",
            Self::Observed => "observed",
            Self::Unsupported => "unsupported",
            Self::Error => "error",
            Self::Crash => "crash",
            Self::Timeout => "timeout",
            Self::OutOfMemory => "out-of-memory",
        }
    }
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.pad(self.word())
    }
}
