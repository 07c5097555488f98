//! `repspec report compare`.

use super::super::{EXPECTED, UNEXPECTED};
use super::print;
use crate::report::{Report, compare};
use std::path::PathBuf;

/// Arguments of `repspec report compare`.
#[derive(clap::Args)]
#[command(
    after_help = "Exit status: 0 nothing got worse, 1 something did: a query that passed does not, one is not even \
                  answered any more, or an implementation does not start any more; 2 the reports cannot be compared."
)]
pub(super) struct Args {
    /// The earlier report, as `repspec run --output json=FILE` writes it.
    before: PathBuf,
    /// The later one.
    after: PathBuf,
    /// How to write what changed.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// For people.
    #[default]
    Terminal,
    /// For a comment on a pull request.
    Markdown,
    /// One JSON document.
    Json,
}

pub(super) fn run(args: &Args) -> anyhow::Result<u8> {
    let comparison = compare::compare(&Report::read(&args.before)?, &Report::read(&args.after)?)?;
    let text = match args.format {
        Format::Terminal => compare::terminal(&comparison),
        Format::Markdown => compare::markdown(&comparison),
        Format::Json => serde_json::to_string_pretty(&comparison)? + "\n",
    };
    print(&text)?;
    Ok(if comparison.is_good() { EXPECTED } else { UNEXPECTED })
}
