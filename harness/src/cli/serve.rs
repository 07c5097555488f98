//! `repspec serve`.

use super::EXPECTED;
use crate::builtin::{self, BUILTIN};

/// Arguments of `repspec serve`.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Name of the built-in implementation.
    name: String,
}

pub(super) fn run(args: &Args) -> anyhow::Result<u8> {
    let Some(mut implementation) = builtin::find(&args.name).copied() else {
        anyhow::bail!(unknown(&args.name));
    };
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map_or("?".to_owned(), |place| {
            format!("{}:{}", within_registry(place.file()), place.line())
        });
        anstream::eprintln!("panicked at {place}: {}", message(panic.payload()));
    }));
    crate::serve::on_standard_streams(&mut implementation)?;
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

fn unknown(name: &str) -> String {
    let names: Vec<&str> = BUILTIN.iter().map(|builtin| builtin.name).collect();
    let nearest = names
        .iter()
        .map(|known| (strsim::jaro_winkler(known, name), known))
        .filter(|(likeness, _)| *likeness > 0.7)
        .max_by(|one, other| one.0.total_cmp(&other.0));
    let hint = nearest.map_or_else(String::new, |(_, known)| format!(", did you mean `{known}`?"));
    format!("`{name}` is not built in{hint}\nBuilt in: {}", names.join(", "))
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

    #[test]
    fn an_unknown_name_is_answered_with_the_known_ones() {
        let complaint = unknown("robotext");
        assert!(complaint.contains("did you mean `robotxt`?"), "{complaint}");
        assert!(
            complaint.contains("Built in: reference, robotstxt, robotxt, texting_robots"),
            "{complaint}"
        );
        assert!(!unknown("zzz").contains("did you mean"));
    }
}
