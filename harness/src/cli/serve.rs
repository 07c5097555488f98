//! `repspec serve`.

use super::EXPECTED;
use super::names::unknown;
use crate::builtin::{self, BUILTIN};

/// Arguments of `repspec serve`.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Name of the built-in implementation.
    name: String,
}

pub(super) fn run(args: &Args) -> anyhow::Result<u8> {
    let Some(mut implementation) = builtin::implementation(&args.name) else {
        let known: Vec<&str> = BUILTIN.iter().map(|builtin| builtin.name).collect();
        anyhow::bail!(unknown(&args.name, &known));
    };
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map_or("?".to_owned(), |place| {
            format!("{}:{}", within_registry(place.file()), place.line())
        });
        anstream::eprintln!("panicked at {place}: {}", message(panic.payload()));
    }));
    crate::serve::on_standard_streams(implementation.as_mut())?;
    Ok(EXPECTED)
}

/// The path of a source file without where Cargo keeps it, so that reports are the same everywhere.
fn within_registry(file: &str) -> &str {
    let below = file.split_once("registry/src/").and_then(|(_, below)| below.split_once('/'));
    below.map_or(file, |(_registry, file)| file)
}

fn message(payload: &dyn std::any::Any) -> &str {
    match payload.downcast_ref::<String>() {
        Some(message) => message,
        None => payload.downcast_ref::<&str>().unwrap_or(&"(no message)"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_do_not_depend_on_the_machine() {
        let file = "/home/me/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/x-1.0.0/src/y.rs";
        assert_eq!(within_registry(file), "x-1.0.0/src/y.rs");
        assert_eq!(within_registry("src/y.rs"), "src/y.rs");
    }
}
