//! A child and everything it started: what they use, and how they are ended.

#[cfg(target_os = "linux")]
mod linux;
#[cfg(target_os = "linux")]
pub(super) use linux::{Subreaper, Tree};

#[cfg(not(target_os = "linux"))]
mod elsewhere;
#[cfg(not(target_os = "linux"))]
pub(super) use elsewhere::{Subreaper, Tree};

use std::time::Duration;

/// What a tree of processes uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Usage {
    /// CPU time of all that live, and of those that they waited for.
    pub(super) cpu: Duration,
    /// How long the threads that live waited for a processor; 0 where that is not told.
    pub(super) starved: Duration,
    /// Resident memory in octets.
    pub(super) memory: u64,
}
