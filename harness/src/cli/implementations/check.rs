//! `repspec implementations check`.

use super::super::interrupt::{self, Interrupted};
use super::super::{EXPECTED, UNEXPECTED};
use super::{Named, find};
use crate::drive::Stop;
use crate::install::{Installed, Known, Release, Store, Trouble, Wanted, check, is_current, known};

/// Checks those named, in every version that is installed, or all that are.
pub(super) fn run(store: &Store, names: &[Wanted]) -> anyhow::Result<u8> {
    let known = known()?;
    let installed = store.installed()?;
    let mut chosen: Vec<&Installed> = Vec::new();
    let mut status = EXPECTED;
    for wanted in names {
        if let Named::BuiltIn(builtin) = find(&known, wanted)? {
            anstream::eprintln!("{}: is built in", builtin.name);
            continue;
        }
        let meant: Vec<_> = installed.iter().filter(|one| one.is(wanted)).collect();
        if meant.is_empty() {
            anstream::eprintln!(
                "{wanted}: not installed: repspec implementations install {wanted}"
            );
            status = UNEXPECTED;
        }
        chosen.extend(meant);
    }
    if names.is_empty() {
        anyhow::ensure!(
            !installed.is_empty(),
            "nothing is installed in {}",
            store.folder().display()
        );
        chosen.extend(&installed);
    }
    let stop = interrupt::listen()?;
    for one in chosen {
        let troubles = troubles_of(one, &known, stop);
        if stop.is_set() {
            return Err(Interrupted.into());
        }
        if !say(one, &troubles) {
            status = UNEXPECTED;
        }
    }
    Ok(status)
}

fn troubles_of(installed: &Installed, known: &[Known], stop: Stop) -> Vec<Trouble> {
    let adapter = match installed.adapter() {
        Ok(adapter) => adapter,
        Err(complaints) => return vec![Trouble::Adapter(complaints)],
    };
    let known = known.iter().find(|known| known.adapter.name == installed.name);
    let mut troubles = check(&adapter, promised(installed), stop);
    if known.is_some_and(|known| !is_current(known, installed)) {
        troubles.push(Trouble::OutOfDate);
    }
    troubles
}

/// The version that its hello must name.
fn promised(installed: &Installed) -> Option<&str> {
    (installed.version != Release::OfSystem.version()).then_some(&*installed.version)
}

/// Whether all is well.
fn say(installed: &Installed, troubles: &[Trouble]) -> bool {
    for trouble in troubles {
        anstream::eprintln!("{installed}: {trouble}");
    }
    if troubles.iter().any(Trouble::keeps_it_from_starting) {
        anstream::eprintln!("{installed}: to make it anew, remove it and install it again");
    }
    if troubles.is_empty() {
        anstream::eprintln!("{installed}: ok");
    }
    troubles.is_empty()
}
