//! What can be driven, and the interface that the runner sees.

use super::stop::Stop;
use crate::event::Budget;
use crate::implementation::{About, Implementation};
use crate::outcome::Reply;
use crate::suite::Scenario;
use std::path::PathBuf;
use std::time::Duration;

/// An implementation that can be run.
pub enum Target {
    /// A child that speaks the adapter protocol.
    Adapter {
        /// Name in this run.
        name: String,
        /// Program and arguments.
        command: Vec<String>,
        /// Folder in which it starts; the current one if `None`.
        folder: Option<PathBuf>,
        /// What to say when it does not start (how to install what is missing).
        hint: Option<String>,
        /// What is converted between the protocol and the implementation, one sentence each.
        converts: Vec<String>,
    },
    /// A plain command, started once per query.
    OneShot {
        /// Name in this run.
        name: String,
        /// The template, not yet split or filled.
        template: String,
        /// Text on standard output that means "allow"; goes with `disallow_when`. Without the two, exit status 0
        /// means "allow" and 1 "disallow".
        allow_when: Option<String>,
        /// Text on standard output that means "disallow".
        disallow_when: Option<String>,
    },
    /// A whole crawler, started once for each case on a site that is made of it: what it requests tells its verdicts.
    #[cfg(feature = "web")]
    Crawler {
        /// Name in this run.
        name: String,
        /// Program and arguments, with `{start}` for the page to start at.
        command: Vec<String>,
        /// Its product token, which takes the place of those in the cases.
        token: String,
    },
    /// In this process: only where the user chose it (tests, fuzzing, benchmarks).
    InProcess {
        /// Name in this run.
        name: String,
        /// Makes the implementation, in the thread that drives it.
        make: Box<dyn Fn() -> Box<dyn Implementation> + Send + Sync>,
    },
}

impl Target {
    /// Name in this run.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Adapter { name, .. }
            | Self::OneShot { name, .. }
            | Self::InProcess { name, .. } => name,
            #[cfg(feature = "web")]
            Self::Crawler { name, .. } => name,
        }
    }

    /// What is converted before the implementation is asked.
    #[must_use]
    pub fn converts(&self) -> &[String] {
        match self {
            Self::Adapter { converts, .. } => converts,
            Self::OneShot { .. } | Self::InProcess { .. } => &[],
            #[cfg(feature = "web")]
            Self::Crawler { .. } => &[],
        }
    }
}

/// What an implementation may use up before it is ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// CPU time per query.
    pub cpu: Duration,
    /// Wall-clock time per query, the backstop for one that sleeps. Waiting for a processor does not count.
    pub wall: Duration,
    /// Wall-clock time until the hello; CPU time, too. Waiting for a processor does not count.
    pub start: Duration,
    /// Resident memory of the child and its descendants, in octets.
    pub memory: u64,
    /// Octets of one line of output.
    pub line: usize,
    /// Octets of output that is no answer, in all.
    pub noise: usize,
}

impl From<Limits> for Budget {
    fn from(limits: Limits) -> Self {
        let ms = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        Self { cpu_ms: ms(limits.cpu), wall_ms: ms(limits.wall), memory_octets: limits.memory }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            cpu: Duration::from_secs(2),
            wall: Duration::from_secs(5),
            start: Duration::from_secs(30),
            memory: 512 << 20,
            line: 1 << 20,
            noise: 16 << 20,
        }
    }
}

/// One robots.txt or one web, and what is asked about it.
#[derive(Clone, Debug)]
pub struct Ask<'a> {
    /// What the queries are about.
    pub matter: Matter<'a>,
    /// Product token and absolute URI of each query; at least one.
    pub queries: Vec<(&'a str, &'a str)>,
}

/// What is asked about.
#[derive(Clone, Copy, Debug)]
pub enum Matter<'a> {
    /// A robots.txt that is handed over.
    File {
        /// Its octets.
        robots_txt: &'a [u8],
        /// The load of which it is one size: asked alone, after the smaller ones, and no more once one of them hangs.
        family: Option<&'a str>,
    },
    /// A web, from which the implementation fetches what it needs; it has a step for each query.
    Web(&'a Scenario),
}

impl<'a> Ask<'a> {
    /// The robots.txt that is handed over; empty if none is.
    pub(super) const fn robots_txt(&self) -> &'a [u8] {
        match self.matter {
            Matter::File { robots_txt, .. } => robots_txt,
            Matter::Web(_) => &[],
        }
    }

    /// Its family, if it has one.
    pub(super) const fn family(&self) -> Option<&'a str> {
        match self.matter {
            Matter::File { family, .. } => family,
            Matter::Web(_) => None,
        }
    }
}

/// What a driver tells while it works.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// The implementation is ready; said once, before any reply.
    Started(About),
    /// A query has its reply; said exactly once for each query of each ask, in any order, unless the drive ends early.
    /// Nothing is said of asks that need a capability which the implementation does not have.
    Reply {
        /// Index of the ask.
        ask: usize,
        /// Index of the query within it.
        query: usize,
        /// What came back.
        reply: Reply,
    },
    /// From now on the implementation waits most of the time, and another may work beside it.
    Waits,
    /// A protocol line that was sent or received, for `--trace`.
    Trace {
        /// Whether the harness sent it.
        sent: bool,
        /// The line, made printable.
        line: String,
    },
}

/// What an implementation wrote to standard output that was no answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Noise {
    /// The first few lines, made printable.
    pub lines: Vec<String>,
    /// How many there were.
    pub count: u64,
}

/// How to drive.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// What an implementation may use up.
    pub limits: Limits,
    /// How many children may work at a time. Which child gets which ask does not depend on it.
    pub parallel: usize,
    /// Whether to tell [`Told::Trace`].
    pub trace: bool,
    /// When to end early.
    pub stop: Stop,
}

/// The implementation could not be started, or a command was refused; says why and what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NotStarted(pub String);
