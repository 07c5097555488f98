//! `repspec cases`: check, list, show and export the cases.

mod export;
mod show;

use super::{COULD_NOT_RUN, EXPECTED};
use crate::suite::{self, Case, Complaints, Query, Scoring, Selection, Suite};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Arguments of `repspec cases`.
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Check a suite, and say everything that is wrong with it.
    Check {
        /// Folder with case files; the embedded suite if not given.
        dir: Option<PathBuf>,
    },
    /// List queries, one a line: id, level, expectation, URI.
    List {
        /// Folder with case files instead of the embedded suite.
        #[arg(long, value_name = "DIR")]
        cases: Option<PathBuf>,
        /// Only this section of RFC 9309, and those below it.
        #[arg(long, value_name = "SECTION")]
        section: Option<String>,
        /// Only queries whose id, or whose case's id, matches (`*`, `?`).
        #[arg(long, value_name = "GLOB")]
        filter: Option<String>,
    },
    /// Show cases in full.
    Show {
        /// Id of a case or a query; `*` and `?` match anything.
        id: String,
        /// Folder with case files instead of the embedded suite.
        #[arg(long, value_name = "DIR")]
        cases: Option<PathBuf>,
    },
    /// Write the whole suite as one JSON file, to drive the cases from a runner of your own.
    Export {
        /// Folder with case files instead of the embedded suite.
        #[arg(long, value_name = "DIR")]
        cases: Option<PathBuf>,
        /// The file; standard output if not given.
        #[arg(long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
}

pub(super) fn run(args: &Args) -> anyhow::Result<u8> {
    let (dir, selection) = match &args.command {
        Command::Check { dir } => (dir, Selection::default()),
        Command::Export { cases, .. } => (cases, Selection::default()),
        Command::List { cases, section, filter } => {
            (cases, selection(section.as_deref(), filter.as_deref()))
        }
        Command::Show { id, cases } => (cases, selection(None, Some(id))),
    };
    let suite = match load(dir.as_deref()) {
        Ok(suite) => suite,
        Err(complaints) => {
            complain(&complaints);
            return Ok(COULD_NOT_RUN);
        }
    };
    let selected = selection.of(&suite)?;
    if let Command::Export { output: Some(path), .. } = &args.command {
        export::to_file(path, &suite)?;
        return Ok(EXPECTED);
    }
    let chosen: Vec<(&Case, &Query)> = selected
        .iter()
        .flat_map(|selected| selected.queries.iter().map(|(query, _)| (selected.case, *query)))
        .collect();
    let mut out = anstream::stdout().lock();
    let written = match &args.command {
        Command::Check { .. } => check(&mut out, &suite),
        Command::List { .. } => list(&mut out, &suite, &chosen),
        Command::Show { .. } => show::cases(&mut out, &suite, &chosen),
        Command::Export { .. } => export::to(&mut out, &suite),
    };
    match written.and_then(|()| out.flush()) {
        // A reader such as `head` had enough.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(EXPECTED),
    }
}

fn load(dir: Option<&Path>) -> Result<Suite, Complaints> {
    dir.map_or_else(suite::embedded, suite::load_dir)
}

fn complain(complaints: &Complaints) {
    let mut out = io::stderr().lock();
    for complaint in &complaints.0 {
        // Nothing can be done about a closed standard error; the exit status tells.
        let _ = writeln!(out, "{complaint}");
    }
}

fn selection(section: Option<&str>, filter: Option<&str>) -> Selection {
    let list = |one: Option<&str>| one.map(str::to_owned).into_iter().collect();
    Selection { sections: list(section), filters: list(filter), levels: Vec::new() }
}

fn check(out: &mut dyn Write, suite: &Suite) -> io::Result<()> {
    let mut files: Vec<&str> = suite.cases.iter().map(|case| case.file.as_str()).collect();
    files.sort_unstable();
    files.dedup();
    writeln!(out, "suite         {}", suite.version)?;
    writeln!(out, "hash          {}", suite.hash)?;
    writeln!(out, "case files    {}", files.len())?;
    writeln!(out, "requirements  {}", suite.requirements.len())?;
    writeln!(out, "readings      {}", suite.readings.len())?;
    writeln!(out, "cases         {}", suite.cases.len())?;
    writeln!(out, "queries       {}", suite.queries().count())
}

fn list(out: &mut dyn Write, suite: &Suite, chosen: &[(&Case, &Query)]) -> io::Result<()> {
    let width = chosen.iter().map(|(_, query)| query.id.len()).max().unwrap_or_default();
    for (case, query) in chosen {
        let level = level(suite, query);
        let expectation = expectation(case, query);
        writeln!(out, "{:width$}  {level:10}  {expectation:19}  {}", query.id, query.uri)?;
    }
    Ok(())
}

fn level(suite: &Suite, query: &Query) -> &'static str {
    suite.requirement(&query.requirement).map_or("", |requirement| requirement.level.word())
}

/// What a query expects, in a word or two.
fn expectation(case: &Case, query: &Query) -> String {
    match (&case.scoring, query.expect) {
        (Scoring::Contested { .. }, Some(verdict)) => format!("{verdict}, contested"),
        (_, Some(verdict)) => verdict.to_string(),
        (_, None) => "observed".to_owned(),
    }
}
