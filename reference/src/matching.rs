//! Whether a pattern matches a target (RFC 9309, sections 2.2.2 and 2.2.3).
//!
//! Each literal segment is taken where it first occurs after the one before it. Since a `*` takes any octets, a later
//! place can never be better, so nothing is tried twice and the cost is bounded.

use crate::pattern::{Forms, Pattern};
use crate::seam::Seam;
use crate::target::Target;

/// From this length on a segment is sought by an algorithm that is linear in the worst case.
const LONG_SEGMENT: usize = 32;

/// Whether the end of the pattern is reached before a difference in octets.
#[must_use]
pub fn matches<S: Seam>(seam: &S, pattern: &Pattern<'_>, target: &Target) -> bool {
    let Some((last, at)) = before_last(seam, pattern, target) else { return false };
    match (last, pattern.is_anchored()) {
        (None, false) => true,
        (None, true) => at == target.octets().len(),
        (Some(last), false) => find(seam, target, &last, at).is_some(),
        (Some(last), true) => ends_with(seam, target, &last, at),
    }
}

/// How many octets of the target a pattern takes, its last `*` taking as many as it can; `None` if it does not match.
/// This is what a regular expression would report.
#[must_use]
pub fn matched_octets<S: Seam>(seam: &S, pattern: &Pattern<'_>, target: &Target) -> Option<usize> {
    let (last, at) = before_last(seam, pattern, target)?;
    let length = target.octets().len();
    let taken = match last {
        None => at,
        Some(last) => (at..=length).rev().find_map(|from| find(seam, target, &last, from))?,
    };
    (!pattern.is_anchored() || taken == length).then_some(taken)
}

/// The last segment after a `*`, and where it may start at the earliest; `None` if what is before it does not match.
fn before_last<'p, S: Seam>(
    seam: &S,
    pattern: &'p Pattern<'_>,
    target: &Target,
) -> Option<(Option<Forms<'p>>, usize)> {
    if pattern.is_void() || !target.octets().starts_with(pattern.first()) {
        return None;
    }
    let mut segments = pattern.rest();
    let last = segments.next_back();
    let at =
        segments.try_fold(pattern.first().len(), |at, segment| find(seam, target, &segment, at))?;
    Some((last, at))
}

/// Where the first occurrence of a segment that starts at `from` or later ends.
fn find<S: Seam>(seam: &S, target: &Target, segment: &Forms<'_>, from: usize) -> Option<usize> {
    let (octets, query) = (target.octets(), target.query());
    let Some(in_query) = segment.in_query else {
        return search(seam, octets, segment.octets, from, octets.len());
    };
    search(seam, octets, segment.octets, from, query.saturating_sub(1))
        .or_else(|| search(seam, octets, in_query, from.max(query), octets.len()))
}

/// Whether the target ends with a segment that starts at `from` or later.
fn ends_with<S: Seam>(seam: &S, target: &Target, last: &Forms<'_>, from: usize) -> bool {
    let (octets, query) = (target.octets(), target.query());
    let fits = |form: &[u8], earliest: usize, latest: usize| {
        let start = octets.len().checked_sub(form.len());
        start.is_some_and(|start| {
            (earliest..=latest).contains(&start)
                && octets[start..] == *form
                && seam.star_may_end(octets, start)
        })
    };
    match last.in_query {
        None => fits(last.octets, from, octets.len()),
        Some(in_query) => {
            fits(last.octets, from, query.saturating_sub(1))
                || fits(in_query, from.max(query), octets.len())
        }
    }
}

/// Where the first occurrence of `needle` ends that starts at `earliest` to `latest`.
fn search<S: Seam>(
    seam: &S,
    octets: &[u8],
    needle: &[u8],
    earliest: usize,
    latest: usize,
) -> Option<usize> {
    let end = octets.len().min(latest.saturating_add(needle.len()));
    let mut from = earliest;
    while from <= end {
        let start = from + position(&octets[from..end], needle)?;
        if seam.star_may_end(octets, start) {
            return Some(start + needle.len());
        }
        from = start + 1;
    }
    None
}

/// Where `needle` first occurs.
fn position(octets: &[u8], needle: &[u8]) -> Option<usize> {
    let Some(&first) = needle.first() else { return Some(0) };
    if needle.len() >= LONG_SEGMENT
        && let (Ok(octets), Ok(needle)) =
            (core::str::from_utf8(octets), core::str::from_utf8(needle))
    {
        return octets.find(needle);
    }
    octets.windows(needle.len()).position(|window| window[0] == first && window == needle)
}
