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
    crate::serve::on_standard_streams(&mut implementation)?;
    Ok(EXPECTED)
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
    fn an_unknown_name_is_answered_with_the_known_ones() {
        let complaint = unknown("robotext");
        assert!(complaint.contains("did you mean `robotxt`?"), "{complaint}");
        assert!(complaint.contains("Built in: robotstxt, robotxt, texting_robots"), "{complaint}");
        assert!(!unknown("zzz").contains("did you mean"));
    }
}
