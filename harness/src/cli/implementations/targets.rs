//! What `repspec run` drives for a name.

use super::super::names::unknown;
use super::{Named, Place, find};
use crate::builtin;
use crate::drive::Target;
use crate::install::{Installed, Known, NotFound, Store, Wanted, is_current, known};
use crate::report::issue::{Comes, Means};
use crate::report::{ImplementationReport, Report};
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
        let installations = Installations::at(&self.place)?;
        let mut targets = installations.named(&self.names)?;
        if self.all_installed {
            let mut others = installations.all()?;
            others.retain(|other| targets.iter().all(|target| target.name() != other.name()));
            targets.append(&mut others);
        }
        if targets.is_empty() {
            bail!("nothing is installed in {}", self.place.store()?.folder().display());
        }
        Ok(targets)
    }
}

/// The implementation that a command is about.
#[derive(clap::Args)]
pub(in crate::cli) struct One {
    /// An implementation that is built in or installed (`repspec implementations list`), or one that a report has.
    #[arg(value_name = "NAME[@VERSION]")]
    name: Wanted,
    #[command(flatten)]
    place: Place,
}

impl One {
    /// What is driven for it.
    pub(in crate::cli) fn target(&self) -> anyhow::Result<Target> {
        let named = Installations::at(&self.place)?.named(std::slice::from_ref(&self.name))?;
        named.into_iter().next().context("there is no such implementation")
    }

    /// The one that is meant of those in a report: by the name there, or by its version too.
    pub(in crate::cli) fn in_report<'r>(
        &self,
        report: &'r Report,
    ) -> anyhow::Result<&'r ImplementationReport> {
        let (text, all) = (self.name.to_string(), &report.implementations);
        let says = |one: &&ImplementationReport| {
            let version = one.about.as_ref().map(|about| about.version.as_str());
            base(&one.name) == self.name.name && version == self.name.version.as_deref()
        };
        let found = all.iter().find(|one| one.name == text).or_else(|| all.iter().find(says));
        found.with_context(|| {
            let known: Vec<&str> = all.iter().map(|one| one.name.as_str()).collect();
            unknown(&text, &known)
        })
    }

    /// How it can be asked again.
    pub(in crate::cli) fn means(&self) -> anyhow::Result<Means> {
        let known = known()?;
        let (reproduce, comes) = match find(&known, &self.name) {
            Ok(Named::BuiltIn(builtin)) => (builtin.reproduce.clone(), Comes::BuiltIn),
            Ok(Named::Known(Known { adapter, .. })) => {
                (adapter.reproduce.clone(), Comes::Installable(adapter.name.clone()))
            }
            Err(_) => (None, Comes::Elsewhere),
        };
        Ok(Means { name: self.name.clone(), reproduce, comes })
    }
}

/// A name in a run without its version.
fn base(name: &str) -> &str {
    name.split('@').next().unwrap_or(name)
}

/// What can be run by its name.
struct Installations {
    known: Vec<Known>,
    installed: Vec<Installed>,
    /// `--dir` as it has to be given again, with a blank before it.
    dir: String,
}

impl Installations {
    fn at(place: &Place) -> anyhow::Result<Self> {
        let store = place.store()?;
        let installed = store.installed();
        let installed =
            installed.with_context(|| format!("cannot read {}", store.folder().display()))?;
        let dir = place.dir.as_ref().map(|dir| format!(" --dir {}", dir.display()));
        Ok(Self { known: known()?, installed, dir: dir.unwrap_or_default() })
    }

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
        let dir = &self.dir;
        bail!(
            "{listed} {verb} not installed; this helps:\nrepspec implementations install {words}{dir}"
        )
    }

    /// All that are installed.
    fn all(&self) -> anyhow::Result<Vec<Target>> {
        self.installed.iter().map(|installed| self.target(installed)).collect()
    }

    /// Its name in the run has a version if it is not the usual one.
    fn target(&self, installed: &Installed) -> anyhow::Result<Target> {
        let known = self.known(installed);
        if self.is_old(installed) {
            let old = self.installed.iter().filter(|installed| self.is_old(installed));
            let old: Vec<String> = old.map(Installed::to_string).collect();
            let [listed, words] = [", ", " "].map(|between| old.join(between));
            let dir = &self.dir;
            bail!(
                "{listed}: installed with the adapter of another version of repspec; this helps:\n\
                 repspec implementations install {words}{dir}"
            );
        }
        let name = match known.map(Known::usual) {
            Some(usual) if usual.version() == installed.version => installed.name.clone(),
            _ => installed.to_string(),
        };
        let hint =
            format!("to make it anew, remove and install {installed} (repspec implementations)");
        let adapter =
            installed.adapter().with_context(|| format!("{installed} is damaged; {hint}"))?;
        Ok(adapter.target_as(name, Some(hint)))
    }

    /// What it is a release of.
    fn known(&self, installed: &Installed) -> Option<&Known> {
        self.known.iter().find(|known| known.adapter.name == installed.name)
    }

    /// Whether it was installed by another version of repspec, with another adapter.
    fn is_old(&self, installed: &Installed) -> bool {
        self.known(installed).is_some_and(|known| !is_current(known, installed))
    }
}
