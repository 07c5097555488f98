//! `repspec requirements`: what the RFC asks for, and what tests it.

mod table;

use super::{EXPECTED, UNEXPECTED};
use crate::printable;
use crate::suite;
use crate::traceability::{Coverage, Traceability, Traced};
use anyhow::anyhow;
use std::io::{ErrorKind, Write};
use std::path::PathBuf;

/// Arguments of `repspec requirements`.
#[derive(clap::Args)]
#[command(
    after_help = "Exit status: 0 every requirement that a verdict can show has a query, 1 one has none, 2 error."
)]
pub(super) struct Args {
    /// Id of one requirement, to see its queries; the whole table if not given.
    id: Option<String>,
    /// How to write it.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Folder with case files instead of the embedded suite.
    #[arg(long, value_name = "DIR")]
    cases: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Columns for people.
    #[default]
    Text,
    /// A Markdown table.
    Markdown,
    /// One JSON document.
    Json,
}

pub(super) fn run(args: &Args) -> anyhow::Result<u8> {
    let suite = args.cases.as_deref().map_or_else(suite::embedded, suite::load_dir)?;
    let table = Traceability::of(&suite);
    let one = args.id.as_deref().map(|id| find(&table, id)).transpose()?;
    let mut out = anstream::stdout().lock();
    let written = match (args.format, one) {
        (Format::Text, None) => table::text(&mut out, &table),
        (Format::Markdown, None) => table::markdown(&mut out, &table),
        (Format::Json, None) => writeln!(out, "{}", serde_json::to_string_pretty(&table)?),
        (Format::Text, Some(one)) => table::one_as_text(&mut out, one),
        (Format::Markdown, Some(one)) => table::one_as_markdown(&mut out, one),
        (Format::Json, Some(one)) => writeln!(out, "{}", serde_json::to_string_pretty(one)?),
    };
    match written.and_then(|()| out.flush()) {
        // A reader such as `head` had enough.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(status(&table, one)),
    }
}

fn find<'a>(table: &'a Traceability, id: &str) -> anyhow::Result<&'a Traced> {
    let found = table.requirements.iter().find(|traced| traced.requirement.id == id);
    found.ok_or_else(|| {
        let known = table.requirements.iter().map(|traced| traced.requirement.id.as_str());
        let near = suite::did_you_mean(id, known);
        anyhow!("no requirement has the id `{}`{near}", printable::line(id.as_bytes()))
    })
}

/// Of all that is shown, whether something testable has no query.
fn status(table: &Traceability, one: Option<&Traced>) -> u8 {
    let shown = one.map_or(table.requirements.as_slice(), std::slice::from_ref);
    if shown.iter().any(|traced| traced.coverage == Coverage::Missing) {
        UNEXPECTED
    } else {
        EXPECTED
    }
}
