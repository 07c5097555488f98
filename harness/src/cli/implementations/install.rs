//! `repspec implementations install`.

use super::super::interrupt::{self, Interrupted};
use super::super::{EXPECTED, UNEXPECTED};
use super::{Named, find};
use crate::drive::Stop;
use crate::install::{Done, Known, Lock, Problem, Release, Store, Wanted, known, make};
use std::time::Instant;

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
    let mut failed = Vec::new();
    for order in &orders {
        let begin = Instant::now();
        let label = order.label();
        match order.make(&lock, stop) {
            Ok(Done::WasThere) => anstream::eprintln!("{label}: is installed already"),
            Ok(Done::Installed(troubles)) => {
                let seconds = begin.elapsed().as_secs();
                anstream::eprintln!("{label}: installed in {seconds} s");
                for trouble in troubles {
                    anstream::eprintln!("{label}: note: {trouble}");
                }
            }
            Err(Problem::Stopped) => return Err(Interrupted.into()),
            Err(problem) => {
                anstream::eprintln!("{label}: NOT installed: {problem}");
                failed.push(label);
            }
        }
    }
    if failed.is_empty() {
        return Ok(EXPECTED);
    }
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

fn named<'k>(known: &'k [Known], names: &[Wanted]) -> anyhow::Result<Vec<Order<'k>>> {
    let mut orders = Vec::new();
    for wanted in names {
        match find(known, wanted)? {
            Named::BuiltIn(builtin) => anstream::eprintln!("{}: is built in", builtin.name),
            Named::Known(known) => orders.push(Order::new(known, wanted.version.as_deref())?),
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

    fn make(&self, lock: &Lock<'_>, stop: Stop) -> Result<Done, Problem> {
        let label = self.label();
        let mut progress = |line: &str| anstream::eprintln!("{label}: {line}");
        let done = make(lock, self.known, &self.release, stop, &mut progress)?;
        if let (Release::Other(_), Done::Installed(_)) = (&self.release, &done) {
            progress("note: its hashes were not checked, as no lock file pins this version");
        }
        Ok(done)
    }
}
