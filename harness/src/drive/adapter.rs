//! Driving adapters: the asks are dealt to lanes in a fixed way, and each lane has a child of its own.

use super::child::{Child, NoHello};
use super::lane::{Dealt, Lane};
use super::process::launch;
use super::target::{Ask, Matter, Noise, NotStarted, Options};
use super::teller::Teller;
use crate::implementation::About;
use crate::outcome::Failure;
use crate::protocol::Hello;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Asks that are worth a lane.
const ASKS_PER_LANE: usize = 64;
/// Lanes at most, on every machine: a library that keeps state sees the same asks in every run.
const MOST_LANES: usize = 4;
/// Lanes for scenarios, which wait more than they work.
#[cfg(feature = "web")]
const LANES_OF_WEBS: usize = 2;

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
    let webs = webs(asks, &hello.capabilities);
    let of_webs = webs.len();
    teller.started(about(hello));

    let lanes = lanes(asks);
    let workers = options.parallel.clamp(1, lanes.len());
    let mut first = Some(first);
    let numbered = |(number, dealt)| (number, dealt, first.take());
    let mut waiting: Vec<_> = lanes.into_iter().chain(webs).enumerate().map(numbered).collect();
    // Who visits a web waits most of the time: each of these lanes has a worker of its own.
    let visiting = waiting.split_off(waiting.len() - of_webs);
    let waiting = Mutex::new(waiting.into_iter());
    let noises = Mutex::new(Vec::new());
    let take = |(number, dealt, child)| {
        let noise = Lane::new(&launch, asks, options, teller).run(dealt, child);
        noises.lock().unwrap_or_else(PoisonError::into_inner).push((number, noise));
    };
    let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
    thread::scope(|scope| {
        for lane in visiting {
            scope.spawn(|| take(lane));
        }
        thread::scope(|busy| {
            for _ in 0..workers {
                busy.spawn(|| std::iter::from_fn(next).for_each(take));
            }
        });
        teller.waits();
    });

    let mut noises = noises.into_inner().unwrap_or_else(PoisonError::into_inner);
    noises.sort_by_key(|(number, _)| *number);
    let mut all = Noise::default();
    noises.into_iter().for_each(|(_, noise)| all.append(noise));
    Ok(all)
}

/// Families have a lane of their own, the first, as it takes longest. Of the other asks, neighbours go to one lane; at
/// least one lane, perhaps an empty one.
fn lanes(asks: &[Ask<'_>]) -> Vec<Dealt> {
    let files = (0..asks.len()).filter(|&ask| matches!(asks[ask].matter, Matter::File { .. }));
    let (mut sizes, plain): (Vec<usize>, Vec<usize>) =
        files.partition(|&ask| asks[ask].family().is_some());
    sizes.sort_by_key(|&ask| (asks[ask].family(), asks[ask].robots_txt().len(), ask));
    let count = plain.len().div_ceil(ASKS_PER_LANE).min(MOST_LANES);
    let share = plain.len().div_ceil(count.max(1)).max(1);
    let shares = plain.chunks(share).map(|share| Dealt::Plain(share.iter().copied().collect()));
    let families = (!sizes.is_empty() || plain.is_empty()).then_some(Dealt::Families(sizes));
    families.into_iter().chain(shares).collect()
}

/// The scenarios, dealt in turn, those with much waiting first, so that they do not meet; none if the implementation
/// fetches nothing.
#[cfg(feature = "web")]
fn webs(asks: &[Ask<'_>], capabilities: &[String]) -> Vec<Dealt> {
    let can = |wanted: &str| capabilities.iter().any(|capability| capability == wanted);
    let waits = |ask: usize| match asks[ask].matter {
        Matter::Web(scenario) => Some(scenario.never_ends()),
        Matter::File { .. } => None,
    };
    let mut webs: Vec<usize> =
        (0..asks.len()).filter(|&ask| can("access") && waits(ask).is_some()).collect();
    webs.sort_by_key(|&ask| waits(ask) == Some(false));
    let share = |lane| webs.iter().copied().skip(lane).step_by(LANES_OF_WEBS).collect::<Vec<_>>();
    let shares = (0..LANES_OF_WEBS).map(share).filter(|share| !share.is_empty());
    shares.map(|asks| Dealt::Webs { asks, has_clock: can("clock") }).collect()
}

/// Without the feature `web`, no scenario can be set up.
#[cfg(not(feature = "web"))]
const fn webs(_: &[Ask<'_>], _: &[String]) -> Vec<Dealt> {
    Vec::new()
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

    fn asks(families: &[Option<&'static str>]) -> Vec<Ask<'static>> {
        let matter = |family| Matter::File { robots_txt: b"", family };
        let ask = |&family| Ask { matter: matter(family), queries: vec![] };
        families.iter().map(ask).collect()
    }

    fn dealt(lane: Dealt) -> Vec<usize> {
        match lane {
            Dealt::Plain(asks) => asks.into(),
            Dealt::Families(asks) => asks,
            #[cfg(feature = "web")]
            Dealt::Webs { asks, .. } => asks,
        }
    }

    #[test]
    fn every_ask_has_one_lane() {
        for count in 0..1000 {
            let lanes = lanes(&asks(&vec![None; count]));
            assert!((1..=4).contains(&lanes.len()));
            assert!(count > 64 || lanes.len() == 1);
            assert!(lanes.into_iter().flat_map(dealt).eq(0..count), "{count}");
        }
    }

    #[test]
    fn families_have_a_lane_of_their_own_and_are_sorted_by_size() {
        let mut asks = asks(&[Some("stars"), None, Some("lines"), Some("stars"), None]);
        asks[0].matter = Matter::File { robots_txt: b"longer", family: Some("stars") };
        let lanes: Vec<Vec<usize>> = lanes(&asks).into_iter().map(dealt).collect();
        assert_eq!(lanes, [vec![2, 3, 0], vec![1, 4]]);
    }
}
