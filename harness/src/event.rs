//! What happens during a run, as a stream of events; every report is a fold of it.

use crate::implementation::About;
use crate::outcome::{Outcome, Reply, Verdict};
use crate::suite::Level;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// The run begins.
    RunStarted(RunStarted),
    /// An implementation said hello (or is a command that passed the canary).
    ImplementationStarted(ImplementationStarted),
    /// An implementation could not be started; the others go on, and the exit code is 2.
    ImplementationNotStarted(ImplementationNotStarted),
    /// A query has its outcome.
    QueryFinished(QueryFinished),
    /// A line of the adapter protocol, where the run was asked to tell them.
    ProtocolLine(ProtocolLine),
    /// An implementation was asked everything; what it wrote that was not an answer.
    ImplementationFinished(ImplementationFinished),
    /// A baseline entry fits no query of the suite.
    BaselineProblem(BaselineProblem),
    /// The run ended.
    RunFinished,
}

/// The beginning of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RunStarted {
    /// Version of the suite.
    pub suite_version: String,
    /// SHA-256 of the suite, hex.
    pub suite_hash: String,
    /// Version of the harness.
    pub harness_version: String,
    /// Names of the implementations, in the order of the report.
    pub implementations: Vec<String>,
    /// How many queries each is asked.
    pub queries: usize,
    /// Whether that is the whole suite; a part of it gets no statement.
    pub whole_suite: bool,
    /// What an implementation may use up for each of them.
    pub budget: Budget,
}

/// What an implementation may use up for one query before it is ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Budget {
    /// CPU time, in milliseconds.
    pub cpu_ms: u64,
    /// Time by the clock, in milliseconds; waiting for a processor does not count.
    pub wall_ms: u64,
    /// Resident memory, in octets.
    pub memory_octets: u64,
}

/// An implementation is ready.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ImplementationStarted {
    /// Its name in this run.
    pub implementation: String,
    /// What it says of itself, made printable.
    pub about: About,
    /// What is converted before it is asked, as its adapter declares.
    #[serde(default)]
    pub converts: Vec<String>,
}

/// An implementation did not start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ImplementationNotStarted {
    /// Its name in this run.
    pub implementation: String,
    /// What is wrong, and what to do.
    pub problem: String,
}

/// A query's outcome.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct QueryFinished {
    /// Name of the implementation in this run.
    pub implementation: String,
    /// Id of the query.
    pub query: String,
    /// Id of the requirement.
    pub requirement: String,
    /// Its level.
    pub level: Level,
    /// Whether the query is contested: shown, but not counted.
    pub contested: bool,
    /// The verdict that the RFC gives; `None` on an observed query.
    pub expected: Option<Verdict>,
    /// What came back.
    pub reply: Reply,
    /// How it counts.
    pub outcome: Outcome,
    /// How that compares with what was to be expected.
    pub expectation: Expectation,
}

impl QueryFinished {
    /// Whether a verdict was expected, or the requests were judged: it is no observation.
    #[must_use]
    pub const fn is_scored(&self) -> bool {
        self.expected.is_some()
            || matches!(self.outcome, Outcome::Pass | Outcome::Fail | Outcome::Warn)
    }
}

/// How an outcome compares with what the baseline leads one to expect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Expectation {
    /// Nothing to worry about: a pass, an observation, a warning, an unsupported or a contested query.
    Fine,
    /// It comes out as the baseline says.
    Known {
        /// The baseline's reason.
        reason: String,
    },
    /// It fails, but the query is newer than the baseline, which could not list it.
    Newer {
        /// The version of the suite that first had the query.
        since: String,
    },
    /// It fails, and nothing said that it would.
    Unexpected,
    /// The baseline lists it, but it fails in another way.
    FailsOtherwise {
        /// The entry's query id or glob.
        entry: String,
        /// The outcome that is listed.
        listed: Outcome,
    },
    /// The baseline lists it as failing, but it does not.
    UnexpectedPass {
        /// The entry's query id or glob.
        entry: String,
    },
}

impl Expectation {
    /// Whether the run ends with a complaint for it.
    #[must_use]
    pub const fn is_unexpected(&self) -> bool {
        matches!(self, Self::Unexpected | Self::FailsOtherwise { .. } | Self::UnexpectedPass { .. })
    }
}

/// A line of the adapter protocol.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ProtocolLine {
    /// Name of the implementation in this run.
    pub implementation: String,
    /// Whether the harness sent it.
    pub sent: bool,
    /// The line, made printable.
    pub line: String,
}

/// The end of an implementation's part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ImplementationFinished {
    /// Its name in this run.
    pub implementation: String,
    /// Lines on standard output that were no messages, made printable, the first few.
    pub noise: Vec<String>,
    /// How many such lines there were.
    pub noise_lines: u64,
}

/// A baseline entry that does not fit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BaselineProblem {
    /// Name of the implementation in this run.
    pub implementation: String,
    /// The entry's query id or glob.
    pub entry: String,
    /// What is wrong with it, and what to do.
    pub problem: String,
}
