//! A second matcher whose stars and literals can be wrong.

use repspec_reference::{Pattern, Target};

/// What a wrong matcher holds to be true.
#[derive(Clone, Copy)]
pub(super) struct Wrong {
    /// Whether a star may stand for these octets.
    pub(super) star: fn(&[u8]) -> bool,
    /// Whether an octet of the pattern equals one of the target.
    pub(super) equal: fn(u8, u8) -> bool,
}

/// Nothing wrong yet.
pub(super) const RIGHT: Wrong =
    Wrong { star: |_| true, equal: |pattern, target| pattern == target };

/// Whether a pattern matches in the eyes of a wrong matcher. Every place that a segment can end at is kept, so this ends
/// in time.
pub(super) fn matches(wrong: Wrong, pattern: &Pattern<'_>, target: &Target) -> bool {
    let octets = target.octets();
    let starts = |form: &[u8], at: usize| {
        octets.get(at..at + form.len()).is_some_and(|there| {
            form.iter().zip(there).all(|(form, octet)| (wrong.equal)(*form, *octet))
        })
    };
    if pattern.is_void() || !starts(pattern.first(), 0) {
        return false;
    }
    let mut ends = vec![pattern.first().len()];
    for segment in pattern.rest() {
        let mut reached = Vec::new();
        for at in 0..=octets.len() {
            let form = if at >= target.query() { segment.in_query } else { None };
            let form = form.unwrap_or(segment.octets);
            let by_star = || {
                let mut from = ends.iter().filter(|end| **end <= at);
                from.any(|end| (wrong.star)(&octets[*end..at]))
            };
            if starts(form, at) && by_star() {
                reached.push(at + form.len());
            }
        }
        if reached.is_empty() {
            return false;
        }
        ends = reached;
    }
    !pattern.is_anchored() || ends.contains(&octets.len())
}
