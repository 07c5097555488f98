//! Names that no implementation has.

use crate::suite::did_you_mean;

/// What to say of a name that is not one of the known ones.
pub(super) fn unknown(name: &str, known: &[&str]) -> String {
    let suggestion = did_you_mean(name, known.iter().copied());
    format!("no implementation is named `{name}`; there are {}{suggestion}", known.join(", "))
}

#[cfg(test)]
mod tests {
    use super::unknown;

    #[test]
    fn an_unknown_name_gets_a_suggestion() {
        let known = ["reference", "robotstxt"];
        assert!(unknown("robotxts", &known).ends_with("; did you mean `robotstxt`?"));
        assert!(unknown("zebra", &known).ends_with("; there are reference, robotstxt"));
    }
}
