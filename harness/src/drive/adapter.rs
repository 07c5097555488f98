//! Driving adapters: the asks are dealt to lanes in a fixed way, and each lane has a child of its own.

use super::child::{Child, NoHello};
use super::lane::Lane;
use super::process::launch;
use super::target::{Ask, Noise, NotStarted, Options};
use super::teller::Teller;
use crate::implementation::About;
use crate::outcome::Failure;
use crate::protocol::Hello;
use std::ops::Range;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Asks that are worth a lane.
const ASKS_PER_LANE: usize = 64;
/// Lanes at most, on every machine: a library that keeps state sees the same asks in every run.
const MOST_LANES: usize = 4;

/// Puts the asks to children that run `command`.
pub(super) fn drive(
    command: &[String],
    folder: Option<&Path>,
    asks: &[Ask<'_>],
    options: Options,
    teller: Teller<'_>,
) -> Result<Noise, NotStarted> {
    let launch = launch(command, folder)?;
    let (first, hello) = Child::start(&launch, options.limits, teller).map_err(not_started)?;
    teller.started(about(hello));

    let lanes = lanes(asks.len());
    let workers = options.parallel.clamp(1, lanes.len());
    let mut first = Some(first);
    let waiting = Mutex::new(
        lanes.into_iter().enumerate().map(|(number, asks)| (number, asks, first.take())),
    );
    let noises = Mutex::new(Vec::new());
    let work = || {
        loop {
            let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((number, range, child)) = next else { return };
            let noise = Lane::new(&launch, asks, options, teller).run(range, child);
            noises.lock().unwrap_or_else(PoisonError::into_inner).push((number, noise));
        }
    };
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(work);
        }
    });

    let mut noises = noises.into_inner().unwrap_or_else(PoisonError::into_inner);
    noises.sort_by_key(|(number, _)| *number);
    let mut all = Noise::default();
    noises.into_iter().for_each(|(_, noise)| all.append(noise));
    Ok(all)
}

/// Neighbouring asks go to one lane; at least one lane, perhaps an empty one.
fn lanes(asks: usize) -> Vec<Range<usize>> {
    let lanes = asks.div_ceil(ASKS_PER_LANE).clamp(1, MOST_LANES);
    let share = asks.div_ceil(lanes);
    (0..lanes).map(|lane| (lane * share).min(asks)..((lane + 1) * share).min(asks)).collect()
}

fn about(hello: Hello) -> About {
    let Hello { name, version, language, homepage, .. } = hello;
    About { name, version, language, homepage }.printable()
}

fn not_started(no_hello: NoHello) -> NotStarted {
    let Failure { detail, stderr } = no_hello.into_failure();
    NotStarted(if stderr.is_empty() {
        detail
    } else {
        format!("{detail}; its last words:\n{stderr}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ask_has_one_lane() {
        for asks in 0..1000 {
            let lanes = lanes(asks);
            assert!((1..=4).contains(&lanes.len()));
            assert!(asks > 64 || lanes.len() == 1);
            assert!(lanes.into_iter().flatten().eq(0..asks), "{asks}");
        }
    }
}
