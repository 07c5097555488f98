//! Which queries are meant.

use super::{Case, Query};
use wildmatch::WildMatch;

/// A choice of queries; everything if nothing is set.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// A section of RFC 9309, with those below it: `2.2` takes in `2.2.1`.
    pub section: Option<String>,
    /// A glob (`*`, `?`) over the ids of queries or of their cases.
    pub filter: Option<String>,
}

impl Selection {
    /// Whether the query is chosen.
    #[must_use]
    pub fn takes(&self, case: &Case, query: &Query) -> bool {
        let section =
            self.section.as_deref().is_none_or(|section| is_within(&case.section, section));
        section && self.filter.as_deref().is_none_or(|glob| takes_id(glob, case, query))
    }
}

fn is_within(section: &str, whole: &str) -> bool {
    section.strip_prefix(whole).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

fn takes_id(glob: &str, case: &Case, query: &Query) -> bool {
    let glob = WildMatch::new(glob);
    glob.matches(&case.id) || glob.matches(&query.id)
}
