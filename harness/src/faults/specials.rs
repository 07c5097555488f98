//! Faults in the special characters (RFC 9309, section 2.2.3).

use super::glob::{RIGHT, Wrong, matches};
use super::patterns::mapped;
use super::rewrite::replaced;
use super::{Fault, NONE, fault};
use crate::variant::Hooks;
use repspec_reference::Pattern;
use repspec_reference::seam::{Raw, Rfc, Seam, Side, Special};

pub(super) const FAULTS: &[Fault] = &[
    fault(
        "dollar-is-literal",
        "dollar-ends-pattern",
        "A dollar sign at the end of a pattern stands for itself.",
        Hooks { special: Some(|octet, rest| unless(octet == b'$', octet, rest)), ..NONE },
    ),
    fault(
        "dollar-dropped",
        "dollar-ends-pattern",
        "A dollar sign at the end of a pattern is dropped.",
        Hooks {
            path: Some(|value| {
                mapped(value, |value| value.strip_suffix(b"$").unwrap_or(value).to_vec())
            }),
            ..NONE
        },
    ),
    fault(
        "dollar-needs-star",
        "dollar-ends-pattern",
        "A dollar sign is special only in a pattern with a star.",
        Hooks {
            path: Some(|value| {
                mapped(value, |value| match value {
                    [start @ .., b'$'] if !value.contains(&b'*') => [start, b"%24"].concat(),
                    _ => value.to_vec(),
                })
            }),
            ..NONE
        },
    ),
    fault(
        "dollar-ends-path",
        "dollar-ends-pattern",
        "A dollar sign stands for the end of the path: a query may follow.",
        Hooks {
            matches: Some(|pattern, target| {
                let octets = target.octets();
                let path = &octets[..target.query().saturating_sub(1)];
                let ends_here = pattern.is_anchored()
                    && pattern.specials() == 1
                    && target.query() < octets.len()
                    && path == pattern.first();
                ends_here || repspec_reference::matches(&Rfc, pattern, target)
            }),
            ..NONE
        },
    ),
    fault(
        "dollar-after-star-fails",
        "special-characters",
        "A dollar sign right after a star never matches.",
        Hooks {
            matches: Some(|pattern, target| {
                !pattern.raw().ends_with(b"*$") && repspec_reference::matches(&Rfc, pattern, target)
            }),
            ..NONE
        },
    ),
    fault(
        "first-place-only",
        "special-characters",
        "A pattern with star and dollar sign takes the first place that fits, and fails if the URI goes on.",
        Hooks { matches: Some(first_place_only), ..NONE },
    ),
    fault(
        "star-is-literal",
        "star-matches-any",
        "A star stands for itself.",
        Hooks { special: Some(|octet, rest| unless(octet == b'*', octet, rest)), ..NONE },
    ),
    fault(
        "star-at-end-literal",
        "star-matches-any",
        "A star at the end of a pattern stands for itself.",
        Hooks {
            special: Some(|octet, rest| unless(octet == b'*' && rest.is_empty(), octet, rest)),
            ..NONE
        },
    ),
    fault(
        "star-ends-pattern",
        "star-matches-any",
        "What follows a star in a pattern is dropped.",
        Hooks {
            path: Some(|value| {
                mapped(value, |value| match value.iter().position(|octet| *octet == b'*') {
                    Some(at) => value[..=at].to_vec(),
                    None => value.to_vec(),
                })
            }),
            ..NONE
        },
    ),
    fault(
        "star-needs-one",
        "star-matches-any",
        "A star stands for one octet at least.",
        Hooks {
            matches: Some(|pattern, target| {
                matches(Wrong { star: |taken| !taken.is_empty(), ..RIGHT }, pattern, target)
            }),
            ..NONE
        },
    ),
    fault(
        "star-at-most-one",
        "star-matches-any",
        "A star stands for one octet or none.",
        Hooks {
            matches: Some(|pattern, target| {
                matches(Wrong { star: |taken| taken.len() <= 1, ..RIGHT }, pattern, target)
            }),
            ..NONE
        },
    ),
    fault(
        "star-stops-at-slash",
        "star-matches-any",
        "A star does not stand for a slash.",
        Hooks {
            matches: Some(|pattern, target| {
                matches(Wrong { star: |taken| !taken.contains(&b'/'), ..RIGHT }, pattern, target)
            }),
            ..NONE
        },
    ),
    fault(
        "star-stops-at-query",
        "star-matches-any",
        "A star does not reach across the question mark.",
        Hooks {
            matches: Some(|pattern, target| {
                matches(Wrong { star: |taken| !taken.contains(&b'?'), ..RIGHT }, pattern, target)
            }),
            ..NONE
        },
    ),
    fault(
        "star-stops-at-escape",
        "star-matches-any",
        "A star does not stand for percent-encoded octets.",
        Hooks {
            matches: Some(|pattern, target| {
                matches(Wrong { star: |taken| !taken.contains(&b'%'), ..RIGHT }, pattern, target)
            }),
            ..NONE
        },
    ),
    fault(
        "first-star-only",
        "star-matches-any",
        "Only the first star of a pattern is special.",
        Hooks { path: Some(|value| mapped(value, first_star_only)), ..NONE },
    ),
    fault(
        "dot-matches-any-octet",
        "match-needs-the-whole-path",
        "A dot matches any octet, as in a regular expression.",
        Hooks {
            matches: Some(|pattern, target| {
                let equal = |pattern, target| pattern == b'.' || pattern == target;
                matches(Wrong { equal, ..RIGHT }, pattern, target)
            }),
            ..NONE
        },
    ),
    fault(
        "dot-escaped-twice",
        "match-needs-the-whole-path",
        "A dot is escaped for a regular expression and then compared with its backslash.",
        Hooks { path: Some(|value| mapped(value, |value| replaced(value, b".", b"\\."))), ..NONE },
    ),
    fault(
        "question-mark-matches-any-octet",
        "match-needs-the-whole-path",
        "A question mark matches any octet, as in a shell.",
        Hooks {
            matches: Some(|pattern, target| {
                let equal = |pattern, target| pattern == b'?' || pattern == target;
                matches(Wrong { equal, ..RIGHT }, pattern, target)
            }),
            ..NONE
        },
    ),
    fault(
        "plus-dropped",
        "match-needs-the-whole-path",
        "A plus sign in a pattern is dropped.",
        Hooks { path: Some(|value| mapped(value, |value| replaced(value, b"+", b""))), ..NONE },
    ),
    fault(
        "plus-is-any",
        "match-needs-the-whole-path",
        "A plus sign stands for any octets.",
        Hooks { path: Some(|value| mapped(value, |value| replaced(value, b"+", b"*"))), ..NONE },
    ),
    fault(
        "parentheses-group",
        "match-needs-the-whole-path",
        "Parentheses are taken for a group, as in a regular expression.",
        Hooks {
            path: Some(|value| {
                mapped(value, |value| replaced(&replaced(value, b"(", b""), b")", b""))
            }),
            ..NONE
        },
    ),
    fault(
        "encoded-star-is-star",
        "figure-6",
        "An encoded star in a pattern is decoded before it is looked at.",
        Hooks { path: Some(|value| mapped(value, |value| replaced(value, b"%2A", b"*"))), ..NONE },
    ),
    fault(
        "encoded-dollar-is-dollar",
        "figure-6",
        "An encoded dollar sign in a pattern is decoded before it is looked at.",
        Hooks { path: Some(|value| mapped(value, |value| replaced(value, b"%24", b"$"))), ..NONE },
    ),
    fault(
        "raw-star-in-uri-stays",
        "special-characters-encoded",
        "A star of the URI does not equal an encoded one of a pattern.",
        Hooks { raw: Some(|side, part, octet| kept_in_uri(b'*', side, part, octet)), ..NONE },
    ),
    fault(
        "raw-dollar-in-uri-stays",
        "special-characters-encoded",
        "A dollar sign of the URI does not equal an encoded one of a pattern.",
        Hooks { raw: Some(|side, part, octet| kept_in_uri(b'$', side, part, octet)), ..NONE },
    ),
    fault(
        "encoded-specials-match-only-raw",
        "figure-6",
        "The URI's encoded star and dollar sign do not equal those of a pattern.",
        Hooks {
            path_and_query: Some(|uri| {
                let target = Rfc.path_and_query(uri);
                let target = replaced(&target, b"%2A", b"%252A");
                replaced(&target, b"%24", b"%2524").into()
            }),
            ..NONE
        },
    ),
];

/// What an octet stands for, unless it is literal by mistake.
fn unless(is_literal: bool, octet: u8, rest: &[u8]) -> Special {
    if is_literal { Special::Literal } else { Rfc.special(octet, rest) }
}

fn kept_in_uri(kept: u8, side: Side, part: repspec_reference::seam::Part, octet: u8) -> Raw {
    if side == Side::Uri && octet == kept { Raw::Keep } else { Rfc.raw(side, part, octet) }
}

fn first_star_only(value: &[u8]) -> Vec<u8> {
    match value.iter().position(|octet| *octet == b'*') {
        Some(at) => [&value[..=at], &replaced(&value[at + 1..], b"*", b"%2A")].concat(),
        None => value.to_vec(),
    }
}

/// Whether a pattern matches if each segment is sought once, and an anchored one must end right there.
fn first_place_only(pattern: &Pattern<'_>, target: &repspec_reference::Target) -> bool {
    let octets = target.octets();
    if !octets.starts_with(pattern.first()) {
        return false;
    }
    let mut at = pattern.first().len();
    for segment in pattern.rest() {
        let form = if at >= target.query() { segment.in_query } else { None };
        let form = form.unwrap_or(segment.octets);
        let found = (at..=octets.len()).find(|start| octets[*start..].starts_with(form));
        match found {
            Some(start) if form.is_empty() && pattern.is_anchored() => at = octets.len().max(start),
            Some(start) => at = start + form.len(),
            None => return repspec_reference::matches(&Rfc, pattern, target),
        }
    }
    !pattern.is_anchored() || at == octets.len()
}
