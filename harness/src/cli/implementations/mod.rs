//! `repspec implementations`: list, install, check and remove what can be tested.

mod check;
mod install;
mod list;
mod remove;
mod targets;

pub(super) use targets::{Chosen, One};

use super::interrupt::Interrupted;
use crate::builtin::{self, Builtin};
use crate::drive::Stop;
use crate::install::{Known, Lock, Store, Wanted};
use crate::suite::did_you_mean;
use anyhow::{Context as _, anyhow, bail};
use std::path::PathBuf;

/// Arguments of `repspec implementations`.
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    place: Place,
}

/// Where implementations are installed.
#[derive(clap::Args)]
struct Place {
    /// Folder in which implementations are installed [default: `repspec` in the user's cache folder, ~/.cache on Linux].
    #[arg(long, value_name = "DIR", global = true)]
    dir: Option<PathBuf>,
}

#[derive(clap::Subcommand)]
enum Command {
    /// List the implementations: version, language, licence, how each is published, what is installed.
    List {
        /// Write one JSON document.
        #[arg(long)]
        json: bool,
    },
    /// Install implementations, each in a folder of its own; what is there is left as it is.
    ///
    /// Of a version other than the one in the list, the package's hash is not checked.
    #[command(after_help = "Exit status: 0 all are installed, 1 some could not be, 2 wrong usage.")]
    Install {
        /// Which ones; NAME@VERSION for another version.
        #[arg(value_name = "NAME[@VERSION]", required_unless_present = "all")]
        names: Vec<Wanted>,
        /// All that this machine can hold.
        #[arg(long, conflicts_with = "names")]
        all: bool,
    },
    /// Start installed implementations and ask each two simple questions.
    #[command(after_help = "Exit status: 0 all is well, 1 something is wrong, 2 wrong usage.")]
    Check {
        /// Which ones; all that are installed if not given.
        #[arg(value_name = "NAME[@VERSION]")]
        names: Vec<Wanted>,
    },
    /// Remove installed implementations.
    Remove {
        /// Which ones; all versions of NAME.
        #[arg(value_name = "NAME[@VERSION]", required = true)]
        names: Vec<Wanted>,
    },
}

pub(super) fn run(args: &Args) -> anyhow::Result<u8> {
    let store = args.place.store()?;
    match &args.command {
        Command::List { json } => list::run(&store, *json),
        Command::Install { names, .. } => install::run(&store, names),
        Command::Check { names } => check::run(&store, names),
        Command::Remove { names } => remove::run(&store, names),
    }
}

impl Place {
    /// The store in that folder.
    fn store(&self) -> anyhow::Result<Store> {
        let folder = match &self.dir {
            Some(dir) => std::path::absolute(dir)?,
            None => {
                Store::usual_folder().context("there is no folder for caches; say --dir DIR")?
            }
        };
        Ok(Store::at(folder))
    }
}

/// Waits for the right to change something.
fn lock(store: &Store, stop: Stop) -> anyhow::Result<Lock<'_>> {
    let folder = store.folder().display();
    let waits = || anstream::eprintln!("waiting for another repspec, which changes {folder}");
    match store.lock(stop, waits) {
        Err(_) if stop.is_set() => Err(Interrupted.into()),
        lock => lock.with_context(|| format!("cannot change {folder}")),
    }
}

/// What a name stands for.
enum Named<'k> {
    /// Part of this program.
    BuiltIn(&'static Builtin),
    /// It can be installed.
    Known(&'k Known),
}

/// What this one stands for.
fn find<'k>(known: &'k [Known], wanted: &Wanted) -> anyhow::Result<Named<'k>> {
    let Wanted { name, version } = wanted;
    match (builtin::find(name), version) {
        (Some(builtin), Some(version)) if version != builtin.version => {
            bail!("`{name}` is built in, in version {} and no other", builtin.version)
        }
        (Some(builtin), _) => Ok(Named::BuiltIn(builtin)),
        (None, _) => known
            .iter()
            .find(|known| known.adapter.name == *name)
            .map(Named::Known)
            .ok_or_else(|| unknown(known, name)),
    }
}

fn unknown(known: &[Known], name: &str) -> anyhow::Error {
    let built_in = builtin::BUILTIN.iter().map(|builtin| builtin.name);
    let names = built_in.chain(known.iter().map(|known| known.adapter.name.as_str()));
    let suggestion = did_you_mean(name, names);
    anyhow!(
        "no implementation is named `{name}`{suggestion} (`repspec implementations list` shows all)"
    )
}
