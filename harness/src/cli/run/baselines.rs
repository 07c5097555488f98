//! Which baseline is whose, and how the files are brought up to date.

use super::super::names::unknown;
use crate::atomic;
use crate::baseline::{Baseline, Coverage, Entry, bundled};
use crate::install::{Wanted, known};
use crate::printable;
use crate::report::{Fold, State};
use crate::run::Entrant;
use crate::suite::Suite;
use anyhow::{Context as _, bail};
use similar::TextDiff;
use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The name of the reference; a baseline that names nobody is not its own.
const REFERENCE: &str = "reference";

/// Where a baseline comes from: a value of `--baseline`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Source {
    /// Those that are compiled in.
    Bundled,
    /// A file, for the implementation that it names.
    File(PathBuf),
    /// A file for this implementation.
    Named(String, PathBuf),
}

impl FromStr for Source {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(match text.split_once('=') {
            _ if text == "bundled" => Self::Bundled,
            Some((name, file)) if name.parse::<Wanted>().is_ok() => {
                Self::Named(name.to_owned(), file.into())
            }
            _ => Self::File(text.into()),
        })
    }
}

/// The baseline of one implementation, and the file that it is from.
#[derive(Clone, Debug, Default)]
pub(super) struct Assigned {
    pub(super) baseline: Option<Baseline>,
    pub(super) file: Option<PathBuf>,
}

impl Assigned {
    /// For cases of the user's own: a bundled baseline is about other ones, and nobody can mend its entries.
    pub(super) fn forget_what_is_not_in(&mut self, suite: &Suite) {
        if let (Some(baseline), None) = (&mut self.baseline, &self.file) {
            let whole = baseline.clone();
            let idle: Vec<&Entry> =
                Coverage::new(&whole, suite).idle().map(|(entry, _)| *entry).collect();
            baseline.entries.retain(|entry| !idle.contains(&entry));
        }
    }
}

/// One item per implementation. A file that is to be updated need not exist yet.
pub(super) fn assign(
    sources: &[Source],
    names: &[&str],
    suite: &Suite,
    update: bool,
) -> anyhow::Result<Vec<Assigned>> {
    let mut assigned: Vec<Assigned> = names.iter().map(|_| Assigned::default()).collect();
    for source in sources {
        let (owner, file) = match source {
            Source::Bundled => continue,
            Source::File(file) => (None, file),
            Source::Named(name, file) => match names.iter().position(|known| known == name) {
                Some(owner) => (Some(owner), file),
                None => bail!("--baseline {name}={}: {}", file.display(), unknown(name, names)),
            },
        };
        let baseline = load(file, suite, update)?;
        let owner = owner_of(file, baseline.as_ref(), owner, names)?;
        if assigned[owner].file.is_some() {
            bail!("two baselines are given for `{}`", names[owner]);
        }
        let baseline = baseline.unwrap_or_else(|| Baseline::empty(&suite.version, names[owner]));
        assigned[owner] = Assigned { baseline: Some(baseline), file: Some(file.clone()) };
    }
    if update && assigned.iter().all(|assigned| assigned.file.is_none()) {
        bail!(
            "--update-baseline needs a file to write: --baseline FILE (bundled ones are compiled in)"
        );
    }
    if sources.contains(&Source::Bundled) {
        let known = known()?;
        let of_adapter = |name: &str| known.iter().find(|one| one.adapter.name == name)?.baseline();
        for (assigned, name) in assigned.iter_mut().zip(names) {
            if assigned.baseline.is_none() {
                assigned.baseline = bundled(name).or_else(|| of_adapter(name)).transpose()?;
            }
        }
    }
    Ok(assigned)
}

/// Whose baseline it is: the file says so, and a name on the command line must agree. One that is to be made has none.
fn owner_of(
    file: &Path,
    baseline: Option<&Baseline>,
    named: Option<usize>,
    names: &[&str],
) -> anyhow::Result<usize> {
    let Some(baseline) = baseline else {
        return named.map_or_else(|| only(names, file), Ok);
    };
    let found = names.iter().position(|name| *name == baseline.implementation);
    let of = printable::line(baseline.implementation.as_bytes());
    let wanted = named.or((names.len() == 1).then_some(0));
    match (found, wanted) {
        (Some(found), None) => Ok(found),
        (Some(found), Some(wanted)) if found == wanted => Ok(found),
        (_, Some(wanted)) => {
            bail!("{} is a baseline of `{of}`, not of `{}`", file.display(), names[wanted])
        }
        (None, None) => {
            bail!("{} is a baseline of `{of}`; the run has {}", file.display(), names.join(", "))
        }
    }
}

/// The only implementation that a baseline without a name can be made for.
fn only(names: &[&str], file: &Path) -> anyhow::Result<usize> {
    let others: Vec<usize> =
        (0..names.len()).filter(|at| names.len() == 1 || names[*at] != REFERENCE).collect();
    let [owner] = others[..] else {
        bail!(
            "whose is the baseline {}? Say NAME=FILE; the run has {}",
            file.display(),
            names.join(", ")
        )
    };
    Ok(owner)
}

/// Reads the file; `None` if it is to be made.
fn load(file: &Path, suite: &Suite, update: bool) -> anyhow::Result<Option<Baseline>> {
    if update && !file.exists() {
        return Ok(None);
    }
    let baseline = Baseline::load(file)?;
    if baseline.is_newer_than(suite) {
        bail!(
            "{} was made with version {} of the suite, and this is {}: take a newer repspec, or the \
             cases that the baseline was made with",
            file.display(),
            baseline.suite,
            suite.version
        );
    }
    Ok(Some(baseline))
}

/// Says before a run which file could not be rewritten after it.
pub(super) fn check(files: &[Option<PathBuf>]) -> anyhow::Result<()> {
    files
        .iter()
        .flatten()
        .try_for_each(|file| atomic::check(file).with_context(|| cannot_write(file)))
}

fn cannot_write(file: &Path) -> String {
    format!("cannot write {}", printable::line(file.as_os_str().as_encoded_bytes()))
}

/// Rewrites the files and shows what changes; one of an implementation that did not start is left alone.
pub(super) fn update(
    suite: &Suite,
    fold: &Fold<'_>,
    entrants: &[Entrant],
    files: &[Option<PathBuf>],
    strict: bool,
) -> anyhow::Result<()> {
    for ((entrant, file), part) in entrants.iter().zip(files).zip(&fold.parts) {
        let (Some(baseline), Some(file)) = (&entrant.baseline, file) else { continue };
        if !matches!(part.state, State::Started(_)) {
            continue;
        }
        let results: Vec<_> = part.results().collect();
        let updated = baseline.updated(suite, &results, strict);
        let before = std::fs::read_to_string(file).unwrap_or_default();
        let after = updated.to_yaml(&before);
        show_difference(file, &before, &after);
        if before != after {
            atomic::write(file, |file| file.write_all(after.as_bytes()))
                .with_context(|| cannot_write(file))?;
        }
    }
    Ok(())
}

fn show_difference(file: &Path, before: &str, after: &str) {
    let name = file.to_string_lossy();
    if before == after {
        anstream::eprintln!("{name}: nothing to change");
        return;
    }
    let difference = TextDiff::from_lines(before, after);
    let text = difference.unified_diff().header(&name, &name).to_string();
    for line in text.lines() {
        anstream::eprintln!("{}", printable::line(line.as_bytes()));
    }
}
