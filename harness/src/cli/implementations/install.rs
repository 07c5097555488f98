//! `repspec implementations install`.

use super::super::interrupt::{self, Interrupted};
use super::super::{EXPECTED, UNEXPECTED};
use super::{Named, find};
use crate::drive::Stop;
use crate::install::{Done, Known, Lock, Problem, Release, Store, Wanted, known, make};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

/// How many are made at a time: most of the time, one waits for the network.
const AT_A_TIME: usize = 4;

/// What is to be installed.
struct Order<'k> {
    known: &'k Known,
    release: Release,
}

/// Installs those named, or all of them; one that cannot be installed does not keep the others from it.
pub(super) fn run(store: &Store, names: &[Wanted]) -> anyhow::Result<u8> {
    let known = known()?;
    let orders = if names.is_empty() { all(&known)? } else { named(&known, names)? };
    let stop = interrupt::listen()?;
    let lock = super::lock(store, stop)?;
    let waiting = Mutex::new(orders.iter());
    let failed = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..AT_A_TIME.min(orders.len()) {
            scope.spawn(|| {
                while !stop.is_set() {
                    let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
                    let Some(order) = next else { return };
                    if !order.fulfil(&lock, stop) {
                        failed.lock().unwrap_or_else(PoisonError::into_inner).push(order.label());
                    }
                }
            });
        }
    });
    if stop.is_set() {
        return Err(Interrupted.into());
    }
    let mut failed = failed.into_inner().unwrap_or_else(PoisonError::into_inner);
    if failed.is_empty() {
        return Ok(EXPECTED);
    }
    failed.sort();
    anstream::eprintln!(
        "not installed: {} of {}: {}",
        failed.len(),
        orders.len(),
        failed.join(", ")
    );
    Ok(UNEXPECTED)
}

fn all(known: &[Known]) -> anyhow::Result<Vec<Order<'_>>> {
    known.iter().map(|known| Order::new(known, None)).collect()
}

/// Each once: two of a kind would get into each other's way.
fn named<'k>(known: &'k [Known], names: &[Wanted]) -> anyhow::Result<Vec<Order<'k>>> {
    let mut orders: Vec<Order<'k>> = Vec::new();
    for wanted in names {
        match find(known, wanted)? {
            Named::BuiltIn(builtin) => anstream::eprintln!("{}: is built in", builtin.name),
            Named::Known(known) => {
                let order = Order::new(known, wanted.version.as_deref())?;
                if orders.iter().all(|earlier| earlier.label() != order.label()) {
                    orders.push(order);
                }
            }
        }
    }
    Ok(orders)
}

impl<'k> Order<'k> {
    fn new(known: &'k Known, version: Option<&str>) -> anyhow::Result<Self> {
        Ok(Self { known, release: known.release(version)? })
    }

    fn label(&self) -> String {
        format!("{} {}", self.known.adapter.name, self.release.version())
    }

    /// Whether it is installed now.
    fn fulfil(&self, lock: &Lock<'_>, stop: Stop) -> bool {
        let begin = Instant::now();
        let label = self.label();
        let mut say = |line: &str| anstream::eprintln!("{label}: {line}");
        match make(lock, self.known, &self.release, stop, &mut say) {
            Ok(Done::WasThere) => say("is installed already"),
            Ok(Done::Installed(troubles)) => {
                say(&format!("installed in {} s", begin.elapsed().as_secs()));
                if let Release::Other(_) = self.release {
                    say("note: no hash was checked, as no lock file pins this version");
                }
                troubles.iter().for_each(|trouble| say(&format!("note: {trouble}")));
            }
            Err(Problem::Stopped) => return false,
            Err(problem) => {
                say(&format!("NOT installed: {problem}"));
                return false;
            }
        }
        true
    }
}
