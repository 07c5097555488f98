//! The command `repspec`.

use std::process::ExitCode;

fn main() -> ExitCode {
    repspec::cli::main()
}
