//! `repspec report`: what can be made of reports.

mod scoreboard;

/// Arguments of `repspec report`.
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Print a page that compares implementations.
    Scoreboard(scoreboard::Args),
}

pub(super) fn run(args: &Args) -> anyhow::Result<u8> {
    match &args.command {
        Command::Scoreboard(args) => scoreboard::run(args),
    }
}
