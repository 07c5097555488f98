//! `repspec report`: what can be made of reports.

mod compare;
mod issue;
mod scoreboard;

use std::io::{ErrorKind, Write};

/// Arguments of `repspec report`.
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Say what changed from one JSON report to another.
    ///
    /// Implementations are compared by their names. If each report has one only, these two are compared.
    Compare(compare::Args),
    /// Write bug reports for the maintainer of an implementation: one for each requirement that it does not meet.
    Issue(issue::Args),
    /// Print a page that compares implementations.
    Scoreboard(scoreboard::Args),
}

pub(super) fn run(args: &Args) -> anyhow::Result<u8> {
    match &args.command {
        Command::Compare(args) => compare::run(args),
        Command::Issue(args) => issue::run(args),
        Command::Scoreboard(args) => scoreboard::run(args),
    }
}

fn print(text: &str) -> std::io::Result<()> {
    let mut out = anstream::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        // A reader such as `head` had enough.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}
