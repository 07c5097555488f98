//! What `repspec run` drives for a name.

use super::{Named, Place, find};
use crate::builtin;
use crate::drive::Target;
use crate::install::{Installed, Known, NotFound, Store, Wanted, is_current, known};
use anyhow::{Context as _, bail};

/// The implementations that a run names.
#[derive(clap::Args)]
pub(in crate::cli) struct Chosen {
    /// Implementations that are built in or installed (`repspec implementations list`).
    ///
    /// Without any implementation: all that are built in, under the bundled baselines.
    #[arg(value_name = "NAME[@VERSION]")]
    names: Vec<Wanted>,
    /// All implementations that are installed.
    #[arg(long)]
    all_installed: bool,
    #[command(flatten)]
    place: Place,
}

impl Chosen {
    /// Whether it names none.
    pub(in crate::cli) const fn is_empty(&self) -> bool {
        self.names.is_empty() && !self.all_installed
    }

    /// Those named, then the others that are installed, if all are wanted.
    pub(in crate::cli) fn targets(&self) -> anyhow::Result<Vec<Target>> {
        if self.is_empty() {
            return Ok(Vec::new());
        }
        let store = self.place.store()?;
        let installed = store.installed();
        let installed =
            installed.with_context(|| format!("cannot read {}", store.folder().display()))?;
        let installations = Installations { known: known()?, installed };
        let mut targets = installations.named(&self.names)?;
        if self.all_installed {
            let mut others = installations.all()?;
            others.retain(|other| targets.iter().all(|target| target.name() != other.name()));
            targets.append(&mut others);
        }
        if targets.is_empty() {
            bail!("nothing is installed in {}", store.folder().display());
        }
        Ok(targets)
    }
}

/// What can be run by its name.
struct Installations {
    known: Vec<Known>,
    installed: Vec<Installed>,
}

impl Installations {
    /// Those named. If some are not installed, all of these are said.
    fn named(&self, names: &[Wanted]) -> anyhow::Result<Vec<Target>> {
        let (mut targets, mut missing) = (Vec::new(), Vec::new());
        for wanted in names {
            let known = match find(&self.known, wanted)? {
                Named::BuiltIn(builtin) => {
                    let target = builtin::target(builtin.name);
                    targets.push(target.context("cannot find the program itself")?);
                    continue;
                }
                Named::Known(known) => known,
            };
            let usual = known.usual();
            match Store::find(&self.installed, wanted, Some(usual.version())) {
                Ok(installed) => targets.push(self.target(&installed)?),
                Err(NotFound::NotInstalled(wanted)) => missing.push(wanted.to_string()),
                Err(several @ NotFound::Several { .. }) => bail!(several),
            }
        }
        if missing.is_empty() {
            return Ok(targets);
        }
        let verb = if missing.len() == 1 { "is" } else { "are" };
        let [listed, words] = [", ", " "].map(|between| missing.join(between));
        bail!("{listed} {verb} not installed; this helps:\nrepspec implementations install {words}")
    }

    /// All that are installed.
    fn all(&self) -> anyhow::Result<Vec<Target>> {
        self.installed.iter().map(|installed| self.target(installed)).collect()
    }

    /// Its name in the run has a version if it is not the usual one.
    fn target(&self, installed: &Installed) -> anyhow::Result<Target> {
        let known = self.known.iter().find(|known| known.adapter.name == installed.name);
        if known.is_some_and(|known| !is_current(known, installed)) {
            anstream::eprintln!(
                "{installed}: its adapter is of another version of repspec; install it again"
            );
        }
        let name = match known.map(Known::usual) {
            Some(usual) if usual.version() == installed.version => installed.name.clone(),
            _ => installed.to_string(),
        };
        let hint =
            format!("to make it anew, remove and install {installed} (repspec implementations)");
        Ok(installed.adapter()?.target_as(name, Some(hint)))
    }
}
