//! `repspec run`.

mod baselines;
mod entrants;
mod output;

use super::implementations::Chosen;
use super::interrupt::{self, Interrupted};
use super::{COULD_NOT_RUN, EXPECTED, UNEXPECTED};
use crate::drive::{Limits, Stop, Target};
use crate::report::{self, Fold, Report, State, by_reference};
use crate::run::{self, Ending, Options};
use crate::suite::{self, LevelClass, Selection, Suite};
use anyhow::Context as _;
use baselines::Source;
use output::{File, Format, Sink};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

/// Arguments of `repspec run`.
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    chosen: Chosen,
    /// An implementation with an adapter: its adapter.yaml.
    #[arg(long, value_name = "FILE")]
    adapter: Vec<PathBuf>,
    /// A command to be started once per query: words with {robots}, {token} and {uri}; no shell.
    ///
    /// Exit status 0 means allow, 1 means disallow. NAME= before it names it in reports.
    #[arg(long, value_name = "[NAME=]TEMPLATE")]
    command: Vec<String>,
    /// Text on the commands' standard output that means allow, instead of the exit status.
    #[arg(long, value_name = "TEXT", requires_all = ["command", "disallow_when"])]
    allow_when: Option<String>,
    /// Text on the commands' standard output that means disallow.
    #[arg(long, value_name = "TEXT", requires_all = ["command", "allow_when"])]
    disallow_when: Option<String>,
    #[command(flatten)]
    how: How,
}

/// What is asked, and how it is reported.
#[derive(clap::Args)]
pub(super) struct How {
    /// Take the suite from this folder.
    #[arg(long, value_name = "DIR")]
    cases: Option<PathBuf>,
    /// Ask only the queries of this section of the RFC, and of those below it.
    #[arg(long, value_name = "SECTION")]
    section: Vec<String>,
    /// Ask only the queries whose id, or whose case's id, matches.
    #[arg(long, value_name = "GLOB")]
    filter: Vec<String>,
    /// Ask only the queries of this level (what has no keyword is a must).
    #[arg(long, value_name = "LEVEL")]
    level: Vec<LevelClass>,
    /// The known failures of an implementation, or `bundled` for those of the built-in ones.
    #[arg(long, value_name = "[NAME=]FILE|bundled")]
    baseline: Vec<Source>,
    /// Rewrite the baseline files so that this run is as expected.
    #[arg(long, requires = "baseline")]
    update_baseline: bool,
    /// Warnings, and failures of queries newer than the baseline, are unexpected too.
    #[arg(long)]
    strict: bool,
    /// What to write to standard output.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// A file to write as well: the report as JSON; or, for `repspec report scoreboard`, a small report of each
    /// implementation in a folder.
    #[arg(long, value_name = "json=FILE|reports=DIR")]
    output: Vec<File>,
    /// How many processes may work at a time [default: as many as there are processors].
    #[arg(short, long, value_name = "N", value_parser = jobs)]
    jobs: Option<NonZeroUsize>,
    /// Seconds of CPU time that one query may take, twice that by the clock [default: 2, and 5 by the clock].
    #[arg(long, value_name = "SECONDS", value_parser = limits, allow_negative_numbers = true)]
    timeout: Option<Limits>,
    /// Show the lines of the adapter protocol, or what a crawler requests, on standard error.
    #[arg(long)]
    trace: bool,
}

pub(super) fn run(args: &Args) -> anyhow::Result<u8> {
    let bundled = entrants::is_bare(args).then_some(Source::Bundled);
    put(entrants::targets(args)?, &args.how, bundled)
}

/// Puts the suite to these implementations; `bundled` is a baseline besides those that are named.
pub(super) fn put(targets: Vec<Target>, args: &How, bundled: Option<Source>) -> anyhow::Result<u8> {
    let suite = match &args.cases {
        Some(folder) => suite::load_dir(folder)?,
        None => suite::embedded()?,
    };
    let sources: Vec<Source> = args.baseline.iter().cloned().chain(bundled).collect();
    let names: Vec<&str> = targets.iter().map(Target::name).collect();
    let mut assigned = baselines::assign(&sources, &names, &suite, args.update_baseline)?;
    if args.cases.is_some() {
        assigned.iter_mut().for_each(|assigned| assigned.forget_what_is_not_in(&suite));
    }
    let files: Vec<_> = assigned.iter().map(|assigned| assigned.file.clone()).collect();
    let entrants: Vec<_> = targets
        .into_iter()
        .zip(assigned)
        .map(|(target, assigned)| run::Entrant { target, baseline: assigned.baseline })
        .collect();
    let selection = args.selection();
    if selection != Selection::default()
        && args.output.iter().any(|to| matches!(to, File::Reports(_)))
    {
        anyhow::bail!(
            "reports=DIR is for runs of the whole suite: leave out --section, --filter and --level"
        );
    }
    args.output.iter().try_for_each(File::check)?;
    if args.update_baseline {
        baselines::check(&files)?;
    }
    let mut sink = Sink::new(&suite, args.format);
    let options = args.options(interrupt::listen()?);
    let ending = run::run(&suite, &selection, &entrants, options, &mut |event| {
        sink.take(&event);
    })?;
    if ending == Ending::Stopped {
        return Err(Interrupted.into());
    }
    let fold = sink.finish(&args.output)?;
    if args.update_baseline {
        baselines::update(&suite, &fold, &entrants, &files, args.strict)?;
        return Ok(status_of_others(&fold, &files));
    }
    Ok(status(ending))
}

impl How {
    fn selection(&self) -> Selection {
        Selection {
            sections: self.section.clone(),
            filters: self.filter.clone(),
            levels: self.level.clone(),
        }
    }

    fn options(&self, stop: Stop) -> Options {
        Options {
            limits: self.timeout.unwrap_or_default(),
            parallel: self.jobs.map_or_else(processors, NonZeroUsize::get),
            strict: self.strict,
            trace: self.trace,
            stop,
        }
    }
}

/// Puts the whole suite to one implementation, without a baseline.
pub(super) fn by_itself(suite: &Suite, target: Target) -> anyhow::Result<Report> {
    let options = Options {
        limits: Limits::default(),
        parallel: processors(),
        strict: false,
        trace: false,
        stop: interrupt::listen()?,
    };
    let entrant = run::Entrant { target, baseline: None };
    let mut fold = Fold::new(suite);
    let ending = run::run(suite, &Selection::default(), &[entrant], options, &mut |event| {
        fold.take(&event);
    })?;
    if ending == Ending::Stopped {
        return Err(Interrupted.into());
    }
    report::report(&fold, by_reference).context("the run did not finish")
}

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

const fn status(ending: Ending) -> u8 {
    match ending {
        Ending::AsExpected => EXPECTED,
        Ending::Unexpected => UNEXPECTED,
        Ending::NotStarted | Ending::Stopped => COULD_NOT_RUN,
    }
}

/// After an update, what is in the written files is expected.
fn status_of_others(fold: &Fold<'_>, files: &[Option<PathBuf>]) -> u8 {
    let endings = fold.parts.iter().zip(files).map(|(part, file)| {
        let is_unexpected = part.unexpected() > 0 || !part.problems.is_empty();
        match part.state {
            State::NotStarted(_) | State::Waiting => Ending::NotStarted,
            State::Started(_) if file.is_none() && is_unexpected => Ending::Unexpected,
            State::Started(_) => Ending::AsExpected,
        }
    });
    status(endings.max().unwrap_or_default())
}

fn jobs(count: &str) -> Result<NonZeroUsize, String> {
    count.parse().map_err(|_| "it must be a whole number, 1 or more".to_owned())
}

fn limits(seconds: &str) -> Result<Limits, String> {
    const MOST: f64 = 86_400.0;
    let seconds: f64 = seconds.parse().unwrap_or(f64::NAN);
    if seconds.is_nan() {
        return Err("it must be a number of seconds, like 5 or 0.5".to_owned());
    }
    if seconds > MOST {
        return Err(format!("it must be {MOST} seconds (a day) or less"));
    }
    let cpu = Duration::try_from_secs_f64(seconds).unwrap_or_default();
    if cpu.is_zero() {
        return Err("it must be more than 0 seconds".to_owned());
    }
    Ok(Limits { cpu, wall: cpu * 2, ..Limits::default() })
}

#[cfg(test)]
mod tests {
    use super::limits;
    use std::time::Duration;

    #[test]
    fn a_timeout_sets_both_clocks() {
        let limits = limits("0.5").unwrap();
        assert_eq!((limits.cpu, limits.wall), (Duration::from_millis(500), Duration::from_secs(1)));
        assert!(super::limits("86400").is_ok());
    }

    #[test]
    fn a_timeout_without_sense_is_told_what_would_have_some() {
        for (wrong, advice) in [
            ("0", "more than 0"),
            ("-1", "more than 0"),
            ("-inf", "more than 0"),
            ("1e-30", "more than 0"),
            ("nan", "a number"),
            ("soon", "a number"),
            ("", "a number"),
            ("1e99", "a day"),
            ("inf", "a day"),
        ] {
            let complaint = limits(wrong).unwrap_err();
            assert!(complaint.contains(advice), "{wrong}: {complaint}");
        }
    }
}
