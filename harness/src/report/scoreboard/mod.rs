//! The scoreboard: how implementations compare, made from one small report of each.

mod differing;
mod markdown;
mod score;
mod tally;

pub use markdown::markdown;
pub use score::{Score, scores};

use super::Report;
use crate::suite::Suite;
use std::path::{Path, PathBuf};

/// Why the reports make no scoreboard.
#[derive(Debug, thiserror::Error)]
pub enum NoScoreboard {
    /// A file or folder cannot be read.
    #[error("{}: cannot be read", path.display())]
    Unreadable {
        /// Which.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A file is no report of this kind.
    #[error("{}: is no report that `repspec run --output reports=DIR` wrote", path.display())]
    NoScore {
        /// Which.
        path: PathBuf,
        /// Why.
        source: serde_json::Error,
    },
    /// A file is a report of the other kind.
    #[error(
        "{}: is a whole report (`--output json=FILE`); a scoreboard is made of those that `--output reports=DIR` writes",
        .0.display()
    )]
    Whole(PathBuf),
    /// Two reports are of the same implementation.
    #[error("{} and {}: are both of `{name}`", paths.0.display(), paths.1.display())]
    Twice {
        /// Its name.
        name: String,
        /// The two files.
        paths: (PathBuf, PathBuf),
    },
    /// Two reports were made with other limits.
    #[error("{} and {}: were made with other limits for a query", .0.display(), .1.display())]
    OtherBudget(PathBuf, PathBuf),
    /// A report has a format that is not known.
    #[error("{}: is of version {found} of its format, and only {} is understood", path.display(), score::SCHEMA)]
    OtherFormat {
        /// Which.
        path: PathBuf,
        /// Its version.
        found: u32,
    },
    /// A report is of another suite.
    #[error("{}: was made with suite {} ({}), and this is {} ({}): make it anew", path.display(), found.0, short(&found.1), wanted.0, short(&wanted.1))]
    OtherSuite {
        /// Which.
        path: PathBuf,
        /// Version and hash of its suite.
        found: (String, String),
        /// Version and hash of this one.
        wanted: (String, String),
    },
    /// There is no report.
    #[error("{}: has no report (*.json); `repspec run --all-installed --output reports={}` writes some", .0.display(), .0.display())]
    Nothing(PathBuf),
}

fn short(hash: &str) -> &str {
    hash.get(..12).unwrap_or(hash)
}

/// Reads the reports in a folder, sorted by the names of the implementations.
///
/// # Errors
/// [`NoScoreboard`]: the first thing that is wrong.
pub fn read(folder: &Path, suite: &Suite) -> Result<Vec<Score>, NoScoreboard> {
    let unreadable = |source| NoScoreboard::Unreadable { path: folder.to_owned(), source };
    let mut scores = Vec::new();
    for entry in folder.read_dir().map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.extension() == Some("json".as_ref()) {
            scores.push((read_one(path.clone(), suite)?, path));
        }
    }
    if scores.is_empty() {
        return Err(NoScoreboard::Nothing(folder.to_owned()));
    }
    scores.sort_by(|(one, _), (other, _)| one.name.cmp(&other.name));
    for ((one, path), (other, next)) in scores.iter().zip(&scores[1..]) {
        let (path, next) = (path.clone(), next.clone());
        if one.name == other.name {
            return Err(NoScoreboard::Twice { name: one.name.clone(), paths: (path, next) });
        }
        if one.budget != other.budget {
            return Err(NoScoreboard::OtherBudget(path, next));
        }
    }
    Ok(scores.into_iter().map(|(score, _)| score).collect())
}

fn read_one(path: PathBuf, suite: &Suite) -> Result<Score, NoScoreboard> {
    let text = match std::fs::read(&path) {
        Ok(text) => text,
        Err(source) => return Err(NoScoreboard::Unreadable { path, source }),
    };
    let score: Score = match serde_json::from_slice(&text) {
        Ok(score) => score,
        Err(_) if Report::read(&path).is_ok() => return Err(NoScoreboard::Whole(path)),
        Err(source) => return Err(NoScoreboard::NoScore { path, source }),
    };
    if score.schema != score::SCHEMA {
        return Err(NoScoreboard::OtherFormat { path, found: score.schema });
    }
    if score.suite.hash == suite.hash {
        return Ok(score);
    }
    let (found, wanted) =
        ((score.suite.version, score.suite.hash), (suite.version.clone(), suite.hash.clone()));
    Err(NoScoreboard::OtherSuite { path, found, wanted })
}
