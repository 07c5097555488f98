//! Watching what a child uses up.

use super::process_tree::{Tree, Usage};
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

/// What one child may use up for what it works on, what it did use, and when to look at it next.
pub(super) struct Watch {
    limits: Limits,
    stop: Stop,
    cpu: Duration,
    wall: Duration,
    spent: Spent,
    last_look: Instant,
    interval: Duration,
}

impl Watch {
    /// A child that is to say hello.
    pub(super) fn new(limits: Limits, stop: Stop) -> Self {
        let (cpu, wall, spent) = (limits.start, limits.start, Spent::default());
        Self { limits, stop, cpu, wall, spent, last_look: Instant::now(), interval: INTERVAL }
    }

    /// It now works on something that may take so many times what a query may.
    pub(super) fn restart(&mut self, times: usize) {
        let times = u32::try_from(times).unwrap_or(u32::MAX);
        self.cpu = self.limits.cpu.saturating_mul(times);
        self.wall = self.limits.wall.saturating_mul(times);
        self.spent = Spent::default();
    }

    /// Time until a look is worth the effort.
    pub(super) fn until_look(&self) -> Duration {
        self.interval.saturating_sub(self.last_look.elapsed())
    }

    /// Looks at a child that we wait for, if it is time to.
    pub(super) fn look(&mut self, tree: &Tree) -> Result<(), Exceeded> {
        self.look_at_memory(tree)?;
        if self.spent.cpu > self.cpu {
            return Err(Exceeded::Time(format!("no answer after {:?} of CPU time", self.cpu)));
        }
        if self.spent.wall() > self.wall {
            return Err(Exceeded::Time(format!("no answer after {:?}", self.wall)));
        }
        Ok(())
    }

    /// Looks at one that has answered: that was in time, even if we come to hear of it late.
    pub(super) fn look_at_memory(&mut self, tree: &Tree) -> Result<(), Exceeded> {
        if self.stop.is_set() {
            return Err(Exceeded::Stopped);
        }
        if !self.until_look().is_zero() {
            return Ok(());
        }
        let begin = Instant::now();
        let usage = tree.usage();
        // We can be stopped, or wait for our turn: then an answer may be there, and was not heard.
        let elapsed = begin.duration_since(self.last_look).min(self.interval * 2);
        self.spent.add(elapsed, usage);
        // Looking must not cost more than a tenth of the time, however many processes the machine runs.
        self.interval = INTERVAL.max(begin.elapsed() * 10);
        self.last_look = Instant::now();
        if usage.is_some_and(|usage| usage.memory > self.limits.memory) {
            let most = self.limits.memory >> 20;
            return Err(Exceeded::Memory(format!("used more than {most} MiB of memory")));
        }
        Ok(())
    }
}

/// The time that a child spent on what it works on.
#[derive(Default)]
struct Spent {
    elapsed: Duration,
    starved: Duration,
    cpu: Duration,
    before: Option<Usage>,
}

impl Spent {
    /// Takes in what it had used in all when it was looked at, that long after the last time.
    fn add(&mut self, elapsed: Duration, usage: Option<Usage>) {
        self.elapsed += elapsed;
        if let (Some(before), Some(now)) = (self.before, usage) {
            // What ends takes its numbers along: they can get smaller.
            self.cpu += now.cpu.saturating_sub(before.cpu);
            self.starved += now.starved.saturating_sub(before.starved);
            // Threads can wait at the same time, which is no credit for later.
            self.starved = self.starved.min(self.elapsed);
        }
        self.before = usage;
    }

    /// By the clock, but for what it waited for a processor: a busy machine is not its fault.
    fn wall(&self) -> Duration {
        self.elapsed.saturating_sub(self.starved)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The times in milliseconds of a child that is looked at every 10 ms, and uses the same from look to look.
    fn after(looks: u32, cpu: u64, starved: u64) -> (u128, u128) {
        let mut spent = Spent::default();
        for look in 0..=looks {
            let usage = Usage {
                cpu: Duration::from_millis(cpu) * look,
                starved: Duration::from_millis(starved) * look,
                memory: 0,
            };
            spent.add(Duration::from_millis(10), Some(usage));
        }
        (spent.wall().as_millis(), spent.cpu.as_millis())
    }

    #[test]
    fn waiting_for_a_processor_takes_no_time() {
        assert_eq!(after(99, 0, 0), (1000, 0));
        assert_eq!(after(99, 10, 0), (1000, 990));
        assert_eq!(after(99, 1, 9), (1000 - 891, 99));
        assert_eq!(after(99, 1, 50), (0, 99));
    }

    #[test]
    fn a_wait_is_known_when_it_is_over() {
        let mut spent = Spent::default();
        for starved in [0, 0, 0, 0, 40] {
            let starved = Duration::from_millis(starved);
            spent.add(Duration::from_millis(10), Some(Usage { starved, ..Usage::default() }));
        }
        assert_eq!(spent.wall(), Duration::from_millis(10));
    }

    #[test]
    fn what_ended_is_not_counted_twice() {
        let mut spent = Spent::default();
        for cpu in [100, 150, 50, 60] {
            let cpu = Duration::from_millis(cpu);
            spent.add(Duration::from_millis(10), Some(Usage { cpu, ..Usage::default() }));
        }
        assert_eq!(spent.cpu, Duration::from_millis(60));
    }
}
