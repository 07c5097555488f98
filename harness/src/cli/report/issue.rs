//! `repspec report issue`.

use super::super::EXPECTED;
use super::super::implementations::One;
use super::super::run::by_itself;
use super::print;
use crate::printable;
use crate::report::issue::{Issue, Means, find, markdown};
use crate::report::{ImplementationReport, Report, by_reference};
use crate::suite::{self, Suite, did_you_mean};
use anyhow::{Context as _, bail};
use std::path::{Path, PathBuf};

/// Arguments of `repspec report issue`.
#[derive(clap::Args)]
#[command(after_help = "Exit status: 0 what there is to report was printed, 2 error.")]
pub(super) struct Args {
    #[command(flatten)]
    implementation: One,
    /// Only this requirement (`repspec requirements` lists them).
    #[arg(long, value_name = "ID")]
    requirement: Option<String>,
    /// Take the results from this JSON report instead of running the implementation.
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Folder with case files instead of the embedded suite.
    #[arg(long, value_name = "DIR")]
    cases: Option<PathBuf>,
}

pub(super) fn run(args: &Args) -> anyhow::Result<u8> {
    let suite = args.cases.as_deref().map_or_else(suite::embedded, suite::load_dir)?;
    let requirement = args.requirement.as_deref();
    if let Some(id) = requirement {
        check_known(&suite, id)?;
    }
    let report = match &args.report {
        Some(file) => read(file, &suite)?,
        None => by_itself(&suite, args.implementation.target()?)?,
    };
    let implementation = match report.implementations.first() {
        Some(only) if args.report.is_none() => only,
        _ => args.implementation.in_report(&report)?,
    };
    if let Some(problem) = &implementation.not_started {
        bail!("{} did not start: {problem}", implementation.name);
    }
    let issues = find(&suite, implementation, requirement);
    if issues.is_empty() {
        print(&nothing(implementation, requirement)?)?;
    } else {
        print(&text(&issues, (&suite, implementation), &args.implementation.means()?))?;
    }
    Ok(EXPECTED)
}

fn text(issues: &[Issue<'_>], of: (&Suite, &ImplementationReport), means: &Means) -> String {
    let texts = issues.iter().map(|issue| markdown(issue, of, means, by_reference));
    texts.collect::<Vec<_>>().join("\n---\n\n")
}

fn check_known(suite: &Suite, id: &str) -> anyhow::Result<()> {
    if suite.requirement(id).is_some() {
        return Ok(());
    }
    let known = suite.requirements.iter().map(|requirement| requirement.id.as_str());
    let (near, id) = (did_you_mean(id, known), printable::line(id.as_bytes()));
    bail!("no requirement has the id `{id}`{near}; `repspec requirements` lists them")
}

/// A report tells only parts of the cases, so the suite must be the one that it was made with.
fn read(file: &Path, suite: &Suite) -> anyhow::Result<Report> {
    let report = Report::read(file)?;
    if report.suite.hash != suite.hash {
        let short = |hash: &str| hash.get(..12).unwrap_or(hash).to_owned();
        bail!(
            "{} was made with suite {} ({}), and this is suite {} ({}): run it again, or give its cases with --cases",
            printable::line(file.as_os_str().as_encoded_bytes()),
            report.suite.version,
            short(&report.suite.hash),
            suite.version,
            short(&suite.hash)
        );
    }
    Ok(report)
}

/// That there is nothing to report.
fn nothing(
    implementation: &ImplementationReport,
    requirement: Option<&str>,
) -> anyhow::Result<String> {
    let title = implementation.title();
    let Some(id) = requirement else { return Ok(format!("{title}: nothing fails\n")) };
    let mut asked = implementation.queries.iter();
    let asked = asked.any(|result| result.requirement == id);
    asked
        .then(|| format!("{title}: nothing of {id} fails\n"))
        .with_context(|| format!("{title}: nothing was asked about {id}"))
}
