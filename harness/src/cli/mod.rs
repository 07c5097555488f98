//! The command line: words, and which function each one calls.

mod cases;
#[cfg(feature = "web")]
mod crawl;
mod explain;
mod implementations;
mod interrupt;
mod names;
mod report;
mod requirements;
mod run;
mod serve;

use crate::suite::Complaints;
use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Everything went as expected.
const EXPECTED: u8 = 0;
/// Something unexpected was found.
const UNEXPECTED: u8 = 1;
/// The command could not do its work.
const COULD_NOT_RUN: u8 = 2;

/// Conformance suite and differential fuzzing harness for RFC 9309 (robots.txt).
#[derive(Parser)]
#[command(name = "repspec", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run the suite over implementations and report what they get wrong.
    Run(Box<run::Args>),
    /// Run the suite over a whole crawler, on sites made from the cases, and judge it by what it requests.
    #[cfg(feature = "web")]
    Crawl(Box<crawl::Args>),
    /// Decide one URI and say why. Exit status: 0 allow, 1 disallow, 2 error.
    Explain(explain::Args),
    /// Compare reports, write bug reports, make a scoreboard.
    Report(report::Args),
    /// Show what the RFC asks for and which queries test it. Exit status: 1 if something testable has none.
    Requirements(requirements::Args),
    /// Check, list, show or export the cases.
    Cases(cases::Args),
    /// List, install, check or remove implementations that can be tested.
    Implementations(implementations::Args),
    /// Speak the adapter protocol for a built-in implementation.
    Serve(serve::Args),
}

/// Runs the command line; the exit status is 0, 1 or 2 as the documentation says, or 128 and the number of the signal
/// that ended it early.
#[must_use]
pub fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Run(args) => run::run(&args),
        #[cfg(feature = "web")]
        Command::Crawl(args) => crawl::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Report(args) => report::run(&args),
        Command::Requirements(args) => requirements::run(&args),
        Command::Cases(args) => cases::run(&args),
        Command::Implementations(args) => implementations::run(&args),
        Command::Serve(args) => serve::run(&args),
    };
    match done {
        Ok(status) => ExitCode::from(status),
        Err(error) => {
            match error.downcast_ref::<Complaints>() {
                Some(complaints) => anstream::eprintln!("{complaints}"),
                None => anstream::eprintln!("repspec: {error:#}"),
            }
            let interrupted = error.downcast_ref().map(interrupt::Interrupted::status);
            ExitCode::from(interrupted.unwrap_or(COULD_NOT_RUN))
        }
    }
}
