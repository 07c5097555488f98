//! `repspec report`: what can be made of reports.

mod compare;

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
}

pub(super) fn run(args: &Args) -> anyhow::Result<u8> {
    match &args.command {
        Command::Compare(args) => compare::run(args),
    }
}
