//! Watching what a child uses up.

use super::process_tree::Tree;
use super::stop::Stop;
use super::target::Limits;
use std::time::{Duration, Instant};

/// How long a child works before it is looked at, and between looks.
const INTERVAL: Duration = Duration::from_millis(15);

/// What a child used up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Exceeded {
    /// Its time; says which.
    Time(String),
    /// Its memory; says how much it may have.
    Memory(String),
    /// Nothing: all is to end.
    Stopped,
}

/// The clocks of one child: what it works on, and when to look at it next.
pub(super) struct Watch {
    limits: Limits,
    stop: Stop,
    cpu: Duration,
    wall: Duration,
    started: Instant,
    cpu_before: Option<Duration>,
    next_look: Instant,
}

impl Watch {
    /// A child that is to say hello.
    pub(super) fn new(limits: Limits, stop: Stop) -> Self {
        let started = Instant::now();
        let next_look = started + INTERVAL;
        let (cpu, wall) = (limits.start, limits.start);
        Self { limits, stop, cpu, wall, started, cpu_before: None, next_look }
    }

    /// It now works on that many queries.
    pub(super) fn restart(&mut self, queries: usize) {
        let queries = u32::try_from(queries).unwrap_or(u32::MAX);
        self.cpu = self.limits.cpu.saturating_mul(queries);
        self.wall = self.limits.wall.saturating_mul(queries);
        self.started = Instant::now();
        self.cpu_before = None;
    }

    /// Time until [`Watch::look`] is worth calling.
    pub(super) fn until_look(&self) -> Duration {
        self.next_look.saturating_duration_since(Instant::now())
    }

    /// Looks at the child, if it is time to.
    pub(super) fn look(&mut self, tree: &Tree) -> Result<(), Exceeded> {
        if self.stop.is_set() {
            return Err(Exceeded::Stopped);
        }
        let now = Instant::now();
        if now < self.next_look {
            return Ok(());
        }
        let usage = tree.usage();
        // Looking must not cost more than a tenth of the time, however many processes the machine runs.
        self.next_look = Instant::now() + INTERVAL.max(now.elapsed() * 10);
        if let Some(usage) = usage {
            if usage.memory > self.limits.memory {
                let most = self.limits.memory >> 20;
                return Err(Exceeded::Memory(format!("used more than {most} MiB of memory")));
            }
            let before = *self.cpu_before.get_or_insert(usage.cpu);
            if usage.cpu.saturating_sub(before) > self.cpu {
                return Err(Exceeded::Time(format!("no answer after {:?} of CPU time", self.cpu)));
            }
        }
        if now.duration_since(self.started) > self.wall {
            return Err(Exceeded::Time(format!("no answer after {:?}", self.wall)));
        }
        Ok(())
    }
}
