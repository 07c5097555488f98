//! The result of one query, told so that it is of use alone.

use super::deciding::DecidingLine;
use crate::event::{Expectation, QueryFinished};
use crate::outcome::{Answer, Failure, Outcome, Reply, Verdict};
use crate::printable;
use crate::suite::{Case, Level, Query};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The result of one query.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct QueryResult {
    /// Id of the query.
    pub query: String,
    /// How it counts.
    pub outcome: Outcome,
    /// How that compares with what was to be expected.
    pub expectation: Expectation,
    /// Product token of the crawler that asks.
    pub token: String,
    /// Absolute URI asked about.
    pub uri: String,
    /// The verdict that the RFC gives; absent on an observed query.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<Verdict>,
    /// Line of the rule that gives it, from 1; absent if no rule does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_line: Option<usize>,
    /// What came back.
    pub got: Got,
    /// Line of the rule that decided, from 1, if the implementation says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub got_line: Option<u64>,
    /// What there is to say about anything but a verdict, made printable.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// The last lines on standard error of a process that did not answer, made printable.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stderr: Option<String>,
    /// Why the RFC wants what is expected; on an observed query, what the case is about.
    pub why: String,
    /// Id of its requirement, which the report's table has in full.
    pub requirement: String,
    /// The requirement's level.
    pub level: Level,
    /// Whether it is shown but not counted.
    pub contested: bool,
}

/// What came back, in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Got {
    /// The verdict that the URI may be accessed.
    Allow,
    /// The verdict that it may not.
    Disallow,
    /// Nothing: the adapter cannot ask this.
    Unsupported,
    /// An error instead of a verdict.
    Error,
    /// Nothing: the process died.
    Crash,
    /// Nothing: it was not asked, as a smaller file of the same kind had used up its time or memory.
    NotAsked,
    /// Nothing: the process used up its time.
    Timeout,
    /// Nothing: the process used up its memory.
    OutOfMemory,
}

impl Got {
    /// The word used in reports.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Disallow => "disallow",
            Self::Unsupported => "unsupported",
            Self::Error => "error",
            Self::Crash => "crash",
            Self::NotAsked => "not-asked",
            Self::Timeout => "timeout",
            Self::OutOfMemory => "out-of-memory",
        }
    }
}

impl From<Verdict> for Got {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Allow => Self::Allow,
            Verdict::Disallow => Self::Disallow,
        }
    }
}

pub(super) fn result(
    case: &Case,
    query: &Query,
    finished: &QueryFinished,
    deciding: DecidingLine,
) -> QueryResult {
    let (got, got_line, detail) = got(&finished.reply);
    let expected = query.expect;
    QueryResult {
        query: query.id.clone(),
        outcome: finished.outcome,
        expectation: finished.expectation.clone(),
        token: query.token.clone(),
        uri: query.uri.clone(),
        expected,
        expected_line: expected
            .and(case.file())
            .and_then(|file| deciding(&file.robots_txt, &query.token, &query.uri)),
        got,
        got_line,
        detail: detail.map(printable::text),
        stderr: failure(&finished.reply)
            .filter(|failure| !failure.stderr.is_empty())
            .map(|failure| lines(&failure.stderr)),
        why: query.why.as_ref().unwrap_or(&case.why).clone(),
        requirement: query.requirement.clone(),
        level: finished.level,
        contested: finished.contested,
    }
}

fn got(reply: &Reply) -> (Got, Option<u64>, Option<&str>) {
    match reply {
        Reply::Answered(answer) | Reply::NotReached(answer) => answered(answer),
        Reply::WrongRequests { answer, problem } => {
            let (got, line, _) = answered(answer);
            (got, line, Some(problem))
        }
        Reply::Crash(failure) => (Got::Crash, None, Some(&failure.detail)),
        Reply::Timeout(failure) => (Got::Timeout, None, Some(&failure.detail)),
        Reply::OutOfMemory(failure) => (Got::OutOfMemory, None, Some(&failure.detail)),
        Reply::NotAsked { detail, .. } => (Got::NotAsked, None, Some(detail)),
    }
}

fn answered(answer: &Answer) -> (Got, Option<u64>, Option<&str>) {
    match answer {
        Answer::Verdict { verdict, line } => ((*verdict).into(), *line, None),
        Answer::Unsupported { reason } => (Got::Unsupported, None, Some(reason)),
        Answer::Error { message } => (Got::Error, None, Some(message)),
    }
}

fn lines(text: &str) -> String {
    text.lines().map(printable::text).collect::<Vec<_>>().join("\n")
}

/// What is known of a process that did not answer.
pub(super) const fn failure(reply: &Reply) -> Option<&Failure> {
    match reply {
        Reply::Crash(failure) | Reply::Timeout(failure) | Reply::OutOfMemory(failure) => {
            Some(failure)
        }
        Reply::Answered(_)
        | Reply::WrongRequests { .. }
        | Reply::NotReached(_)
        | Reply::NotAsked { .. } => None,
    }
}
