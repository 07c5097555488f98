//! Why something is not installed, and what to do.

use super::check::Trouble;
use super::tool::Missing;
use crate::suite::Complaints;
use std::io;

/// Why it is not installed.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    /// Something that it needs is not there.
    #[error("{}", missing(.0))]
    Missing(Vec<Missing>),
    /// A tool cannot be run.
    #[error("cannot run `{0}`: {1}")]
    CannotRun(String, io::Error),
    /// A tool failed: its command line, how it ended, what it wrote.
    #[error("`{command}` ended with {status}\n{output}")]
    ToolFailed {
        /// The command line.
        command: String,
        /// How it ended.
        status: String,
        /// What it wrote.
        output: String,
    },
    /// A file that came is not the one that the hash was taken of.
    #[error("{0}")]
    WrongHash(String),
    /// A file does not name the package that is to have another version.
    #[error("{file} does not name the package {package}")]
    NotNamed {
        /// The file.
        file: &'static str,
        /// The package.
        package: String,
    },
    /// Everything came, but it does not start.
    #[error("it does not start: {trouble}{}", apt_get(.debian.as_deref()))]
    NotStarted {
        /// What is wrong.
        trouble: Trouble,
        /// The Debian package that has to be there, if it is one.
        debian: Option<String>,
    },
    /// The copied adapter cannot be read.
    #[error(transparent)]
    Adapter(#[from] Complaints),
    /// The folder cannot be written to.
    #[error("cannot write to its folder: {0}")]
    Io(#[from] io::Error),
    /// All is to end.
    #[error("stopped")]
    Stopped,
}

fn missing(missing: &[Missing]) -> String {
    let lines: Vec<String> = missing.iter().map(ToString::to_string).collect();
    lines.join("; ")
}

fn apt_get(package: Option<&str>) -> String {
    package.map_or_else(String::new, |package| format!("\non Debian: apt-get install {package}"))
}
