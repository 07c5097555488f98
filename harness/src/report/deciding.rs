//! Which line of a robots.txt decides a query.

use repspec_reference::{Reason, Robots};

/// Finds the deciding line, from 1, for a robots.txt, a product token and a URI; `None` if no rule decides.
pub type DecidingLine = fn(&[u8], &str, &str) -> Option<usize>;

/// The line by which the reference decides.
#[must_use]
pub fn by_reference(robots_txt: &[u8], token: &str, uri: &str) -> Option<usize> {
    match Robots::parse(robots_txt).decide(token, uri).reason {
        Reason::Rule { line, .. } => Some(line),
        Reason::NoMatch | Reason::NoGroup | Reason::RobotsTxt | Reason::Refused => None,
    }
}
