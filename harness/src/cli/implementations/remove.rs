//! `repspec implementations remove`.

use super::super::EXPECTED;
use super::super::interrupt;
use super::Named;
use crate::install::{Installed, Store, Wanted, known};
use anyhow::{Context as _, bail};

/// Removes those named; nothing if one of the names stands for nothing.
pub(super) fn run(store: &Store, names: &[Wanted]) -> anyhow::Result<u8> {
    let known = known()?;
    let lock = super::lock(store, interrupt::listen()?)?;
    let installed = store.installed()?;
    let mut chosen: Vec<&Installed> = Vec::new();
    for wanted in names {
        let before = chosen.len();
        chosen.extend(installed.iter().filter(|one| one.is(wanted)));
        if chosen.len() == before {
            match super::find(&known, wanted)? {
                Named::BuiltIn(_) => bail!("`{wanted}` is built in, and stays"),
                Named::Known(_) => bail!("`{wanted}` is not installed"),
            }
        }
    }
    chosen.dedup();
    for one in chosen {
        lock.remove(one).with_context(|| format!("cannot remove {}", one.folder.display()))?;
        anstream::eprintln!("{one}: removed");
    }
    Ok(EXPECTED)
}
