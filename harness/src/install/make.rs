//! Installing one implementation.

use super::check::{Trouble, check, missing_program};
use super::known::{Known, Release};
use super::problem::Problem;
use super::recipe::{Step, recipe};
use super::store::{Installed, Lock};
use super::tool::{self, Failed, Missing, Need, Place};
use super::{embedded, hashes, staging};
use crate::adapter::{Adapter, Registry};
use crate::drive::Stop;
use std::path::Path;
use std::{fs, io};

/// Beside the adapter: the hash of the files that it was made from.
const MADE_FROM: &str = "made-from";

/// How it came out.
#[derive(Debug)]
pub enum Done {
    /// It is installed now; what is odd about it.
    Installed(Vec<Trouble>),
    /// It was installed already.
    WasThere,
}

/// Installs it, unless it is there; nothing is left of it if that fails.
///
/// # Errors
/// [`Problem`].
pub fn make(
    lock: &Lock<'_>,
    known: &Known,
    release: &Release,
    stop: Stop,
    progress: &mut dyn FnMut(&str),
) -> Result<Done, Problem> {
    let wanted = lock.place(&known.adapter.name, release.version());
    if Installed::at(&wanted).is_some_and(|there| is_current(known, &there) && can_start(&there)) {
        return Ok(Done::WasThere);
    }
    let missing = missing_for(known);
    if !missing.is_empty() {
        return Err(Problem::Missing(missing));
    }
    let made = staging::begin(lock.folder(), &wanted)?;
    embedded::write(known, made.path())?;
    let (folder, temporary) = (made.path().join(&known.adapter.name), made.path().join("tmp"));
    fs::create_dir(&temporary)?;
    let place = Place { folder: &folder, temporary: &temporary };
    let work = Work { known, release, place, stop };
    let recipe = recipe(known.package.registry);
    let steps = if let Release::Other(_) = release { recipe.other } else { recipe.locked };
    for step in steps {
        work.step(step, progress)?;
    }
    let troubles = work.check()?;
    fs::write(made.path().join(MADE_FROM), embedded::hash(known))?;
    fs::remove_dir_all(&temporary)?;
    staging::finish(lock.folder(), made, &wanted)?;
    Ok(Done::Installed(troubles))
}

/// Whether what is installed was made from the adapter that this program carries.
#[must_use]
pub fn is_current(known: &Known, installed: &Installed) -> bool {
    let made_from = fs::read_to_string(installed.folder.join(MADE_FROM));
    made_from.is_ok_and(|hash| hash == embedded::hash(known))
}

/// Whether its adapter can be read, and the program is there that it starts.
fn can_start(installed: &Installed) -> bool {
    installed.adapter().is_ok_and(|adapter| missing_program(&adapter).is_none())
}

/// What the machine lacks.
fn missing_for(known: &Known) -> Vec<Missing> {
    let needs = recipe(known.package.registry).needs.iter();
    let mut missing: Vec<Missing> = needs.filter_map(Need::missing).collect();
    if let Some(program) = known.adapter.command.first()
        && (!program.contains('/') || program.starts_with('/'))
    {
        missing.extend(tool::missing_program(program));
    }
    missing.dedup();
    missing
}

/// One installation in the making.
struct Work<'a> {
    known: &'a Known,
    release: &'a Release,
    place: Place<'a>,
    stop: Stop,
}

impl Work<'_> {
    fn step(&self, step: &Step, progress: &mut dyn FnMut(&str)) -> Result<(), Problem> {
        match step {
            Step::Run(command) => {
                let command: Vec<String> = command.iter().map(|word| self.fill(word)).collect();
                progress(&command.join(" "));
                self.run(&command)
            }
            Step::Edit(file, edit) => {
                let (path, package) = (self.place.folder.join(file), &self.known.package.name);
                let edited = edit(&fs::read_to_string(&path)?, package, self.release.version());
                let edited =
                    edited.ok_or_else(|| Problem::NotNamed { file, package: package.clone() })?;
                Ok(fs::write(path, edited)?)
            }
            Step::Hashes(list) => {
                hashes::check(self.place.folder, list)?.map_err(Problem::WrongHash)
            }
            Step::KeepOnly(within, file) => Ok(keep_only(&self.place.folder.join(within), file)?),
        }
    }

    fn fill(&self, word: &str) -> String {
        let package = &self.known.package.name;
        word.replace("{package}", package).replace("{version}", self.release.version())
    }

    fn run(&self, command: &[String]) -> Result<(), Problem> {
        let Some((program, arguments)) = command.split_first() else { return Ok(()) };
        tool::run(program, arguments, self.place, self.stop).map_err(|failed| match failed {
            Failed::CannotRun(error) => Problem::CannotRun(program.clone(), error),
            Failed::Ended(status, output) => Problem::ToolFailed {
                command: command.join(" "),
                status: status.to_string().replacen(": ", " ", 1),
                output,
            },
            Failed::Stopped => Problem::Stopped,
        })
    }

    /// Asks it something. One that answers wrongly can be installed, and tested.
    fn check(&self) -> Result<Vec<Trouble>, Problem> {
        let adapter = Adapter::load(self.place.folder)?;
        let mut troubles = check(&adapter, self.release.promised(), self.stop);
        if self.stop.is_set() {
            return Err(Problem::Stopped);
        }
        match troubles.iter().position(Trouble::keeps_it_from_starting) {
            None => Ok(troubles),
            Some(at) => {
                let is_debian = self.known.package.registry == Registry::Debian;
                let debian = is_debian.then(|| self.known.package.name.clone());
                Err(Problem::NotStarted { trouble: troubles.swap_remove(at), debian })
            }
        }
    }
}

fn keep_only(folder: &Path, file: &str) -> io::Result<()> {
    let kept = tempfile::NamedTempFile::new_in(folder.parent().unwrap_or(folder))?.into_temp_path();
    fs::rename(folder.join(file), &kept)?;
    fs::remove_dir_all(folder)?;
    let place = folder.join(file);
    place.parent().map_or(Ok(()), fs::create_dir_all)?;
    fs::rename(&kept, place)?;
    // It has another name now; there is nothing to be removed.
    let _ = kept.keep();
    Ok(())
}
