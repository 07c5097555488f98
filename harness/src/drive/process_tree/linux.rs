//! Processes as `/proc` shows them.

use super::Usage;
use crate::drive::environment::MARKER;
use rustix::process::{self, Pid, Signal, WaitOptions};
use std::collections::HashSet;
use std::fs;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// While one is held, orphans of our children become our children, so that they can be found and reaped.
pub(in crate::drive) struct Subreaper;

/// How many hold it, and whether the process was a subreaper before the first.
static HELD: Mutex<(usize, bool)> = Mutex::new((0, false));

impl Subreaper {
    pub(in crate::drive) fn hold() -> Self {
        let mut held = HELD.lock().unwrap_or_else(PoisonError::into_inner);
        if held.0 == 0 {
            held.1 = process::child_subreaper().is_ok_and(|set| set.is_some());
            // Linux has had it since 3.4; without it, orphans are still found as long as their parents live.
            let _ = process::set_child_subreaper(Some(process::getpid()));
        }
        held.0 += 1;
        Self
    }
}

impl Drop for Subreaper {
    fn drop(&mut self) {
        let mut held = HELD.lock().unwrap_or_else(PoisonError::into_inner);
        held.0 -= 1;
        if held.0 == 0 && !held.1 {
            let _ = process::set_child_subreaper(None);
        }
    }
}

/// A child, its descendants, its process group, and its orphans.
pub(in crate::drive) struct Tree {
    root: i32,
    marker: String,
    this: i32,
    session: i32,
}

impl Tree {
    /// The tree of a child that leads its own process group and was not waited for yet.
    pub(in crate::drive) fn new(root: u32, marker: &str) -> Self {
        let this = process::getpid().as_raw_nonzero().get();
        Self {
            root: i32::try_from(root).unwrap_or(i32::MAX),
            marker: format!("{MARKER}={marker}"),
            this,
            // It is 0 where the session's leader is outside of our namespace; `getsid` has no way to say so.
            session: Stat::read(this).map_or(0, |stat| stat.session),
        }
    }

    /// What it uses now.
    pub(in crate::drive) fn usage(&self) -> Option<Usage> {
        let ticks = u32::try_from(rustix::param::clock_ticks_per_second()).ok()?.max(1);
        let page = u64::try_from(rustix::param::page_size()).ok()?;
        let mut usage = Usage::default();
        for member in self.members() {
            usage.cpu += Duration::from_secs(member.ticks) / ticks;
            usage.starved += starved(member.pid);
            usage.memory += member.pages * page;
        }
        Some(usage)
    }

    /// Ends all of it. The root itself is left for its owner to wait for.
    pub(in crate::drive) fn kill(&self) {
        // Whoever forks while we look is found in the next round; nothing outruns that many.
        const ROUNDS: u32 = 1000;
        let mut killed = HashSet::new();
        for _ in 0..ROUNDS {
            let mut members = self.members();
            members.retain(|member| !(member.pid == self.root && member.is_dead()));
            for member in &members {
                killed.insert(member.pid);
                if let Some(pid) = Pid::from_raw(member.pid) {
                    let _ = process::kill_process(pid, Signal::KILL);
                }
            }
            let reaped = self.reap_orphans(&killed);
            if members.is_empty() && reaped == 0 {
                return;
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Waits for dead orphans that fell to us: those of this tree, and any that left our session, which
    /// nobody else in this process can be waiting for.
    fn reap_orphans(&self, killed: &HashSet<i32>) -> usize {
        let ours = |stat: &Stat| {
            stat.parent == self.this
                && stat.pid != self.root
                && stat.is_dead()
                && (killed.contains(&stat.pid)
                    || stat.group == self.root
                    || stat.session != self.session)
        };
        let orphans = all_processes().filter(ours).filter_map(|stat| Pid::from_raw(stat.pid));
        orphans
            .filter(|&pid| matches!(process::waitpid(Some(pid), WaitOptions::NOHANG), Ok(Some(_))))
            .count()
    }

    fn members(&self) -> Vec<Stat> {
        let (mut members, mut others): (Vec<_>, Vec<_>) =
            all_processes().partition(|stat| self.is_certain_member(stat));
        loop {
            let pids: HashSet<i32> = members.iter().map(|member| member.pid).collect();
            let (children, rest): (Vec<_>, Vec<_>) =
                others.into_iter().partition(|stat| pids.contains(&stat.parent));
            if children.is_empty() {
                return members;
            }
            members.extend(children);
            others = rest;
        }
    }

    /// Whether it is one without looking at its parents.
    fn is_certain_member(&self, stat: &Stat) -> bool {
        stat.pid == self.root
            || stat.group == self.root
            || (stat.parent == self.this && self.marks(stat.pid))
    }

    fn marks(&self, pid: i32) -> bool {
        fs::read(format!("/proc/{pid}/environ")).is_ok_and(|environment| {
            environment.split(|&octet| octet == 0).any(|entry| entry == self.marker.as_bytes())
        })
    }
}

/// What is needed of `/proc/PID/stat` (see proc(5)).
struct Stat {
    pid: i32,
    state: u8,
    parent: i32,
    group: i32,
    session: i32,
    ticks: u64,
    pages: u64,
}

impl Stat {
    fn is_dead(&self) -> bool {
        matches!(self.state, b'Z' | b'X')
    }

    fn read(pid: i32) -> Option<Self> {
        let text = fs::read(format!("/proc/{pid}/stat")).ok()?;
        // The name before it can hold anything, closing brackets too.
        let after_name = text.iter().rposition(|&octet| octet == b')')? + 1;
        let fields: Vec<&str> =
            std::str::from_utf8(&text[after_name..]).ok()?.split_ascii_whitespace().collect();
        let field = |number: usize| fields.get(number - 3)?.parse::<i64>().ok();
        let small = |number: usize| i32::try_from(field(number)?).ok();
        let ticks = field(14)? + field(15)? + field(16)? + field(17)?;
        Some(Self {
            pid,
            state: *fields.first()?.as_bytes().first()?,
            parent: small(4)?,
            group: small(5)?,
            session: small(6)?,
            ticks: u64::try_from(ticks).unwrap_or(0),
            pages: u64::try_from(field(24)?).unwrap_or(0),
        })
    }
}

/// How long its threads were ready to run and did not (the second number of `schedstat`, where the kernel has it).
fn starved(pid: i32) -> Duration {
    let threads = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten();
    let nanoseconds = threads.filter_map(|thread| {
        let text = fs::read_to_string(thread.ok()?.path().join("schedstat")).ok()?;
        text.split_ascii_whitespace().nth(1)?.parse::<u64>().ok()
    });
    Duration::from_nanos(nanoseconds.sum())
}

fn all_processes() -> impl Iterator<Item = Stat> {
    fs::read_dir("/proc")
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
        .filter_map(Stat::read)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_can_be_read() {
        let stat = Stat::read(process::getpid().as_raw_nonzero().get()).unwrap();
        assert!(stat.pages > 0);
        assert!(!stat.is_dead());
        assert_eq!(Some(stat.parent), process::getppid().map(|pid| pid.as_raw_nonzero().get()));
    }
}
