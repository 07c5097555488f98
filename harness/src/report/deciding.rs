//! Which line of a robots.txt decides a query.

/// Finds the deciding line, from 1, for a robots.txt, a product token and a URI; `None` if no rule decides.
pub type DecidingLine = fn(&[u8], &str, &str) -> Option<usize>;

/// The line by which the reference decides.
#[must_use]
pub fn by_reference(_robots_txt: &[u8], _token: &str, _uri: &str) -> Option<usize> {
    None
}
