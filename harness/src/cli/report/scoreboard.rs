//! `repspec report scoreboard`.

use super::super::EXPECTED;
use super::print;
use crate::report::scoreboard::{markdown, read};
use crate::suite;
use anyhow::Context as _;
use std::path::PathBuf;

/// Arguments of `repspec report scoreboard`.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Folder with the reports that `repspec run --output reports=DIR` wrote, all with this version of the suite.
    dir: PathBuf,
    /// Folder with the case files that were asked; the embedded suite if not given.
    #[arg(long, value_name = "DIR")]
    cases: Option<PathBuf>,
}

pub(super) fn run(args: &Args) -> anyhow::Result<u8> {
    let suite = match &args.cases {
        Some(folder) => suite::load_dir(folder)?,
        None => suite::embedded()?,
    };
    let page = markdown(&read(&args.dir, &suite)?, &suite);
    print(&page).context("cannot write to standard output")?;
    Ok(EXPECTED)
}
