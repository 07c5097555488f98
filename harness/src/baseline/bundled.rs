//! The baselines of the built-in implementations, compiled in.

use super::Baseline;
use crate::suite::Complaints;

const BUNDLED: [(&str, &str); 3] = [
    ("robotstxt", include_str!("../../baselines/robotstxt.yaml")),
    ("robotxt", include_str!("../../baselines/robotxt.yaml")),
    ("texting_robots", include_str!("../../baselines/texting_robots.yaml")),
];

/// The bundled baseline of this implementation, if there is one.
///
/// # Errors
/// Everything that is wrong with it.
pub fn bundled(implementation: &str) -> Option<Result<Baseline, Complaints>> {
    let (name, text) = BUNDLED.iter().find(|(name, _)| *name == implementation)?;
    Some(Baseline::parse(&format!("baselines/{name}.yaml"), text))
}

#[cfg(test)]
mod tests {
    use super::{BUNDLED, bundled};

    #[test]
    fn every_bundled_baseline_is_valid_and_of_the_implementation_it_is_named_for() {
        for (name, _) in BUNDLED {
            assert_eq!(bundled(name).unwrap().unwrap().implementation, name);
        }
        assert!(bundled("reference").is_none());
    }
}
