//! Faults in how paths are compared (RFC 9309, section 2.2.2).

use super::{Fault, NONE, fault};
use crate::variant::Hooks;
use repspec_reference::matches;
use repspec_reference::seam::{Defect, Path, Rfc, Seam};
use std::borrow::Cow;

pub(super) const FAULTS: &[Fault] = &[
    fault(
        "path-anywhere",
        "match-starts-at-first-octet",
        "A pattern may match anywhere in the path.",
        Hooks { path: Some(|value| mapped(value, |value| [b"*", value].concat())), ..NONE },
    ),
    fault(
        "path-without-slash-anywhere",
        "match-starts-at-first-octet",
        "A value without slash at its beginning matches anywhere in the path.",
        Hooks {
            path: Some(|value| match (value, Rfc.path(value)) {
                ([_, ..], Path::Invalid(Defect::NoLeadingSlash)) => {
                    Path::Pattern(Cow::Owned([b"/*", value].concat()))
                }
                (_, path) => path,
            }),
            ..NONE
        },
    ),
    fault(
        "whole-uri-searched",
        "match-starts-at-first-octet",
        "A pattern may match anywhere in the URI, its host included.",
        Hooks {
            path: Some(|value| mapped(value, |value| [b"*", value].concat())),
            path_and_query: Some(|uri| {
                let scheme = uri.iter().position(|octet| *octet == b':');
                Cow::Borrowed(&uri[scheme.map_or(0, |at| at + 1)..])
            }),
            implicit_allow: Some(|target| {
                target.octets().ends_with(b"/robots.txt").then_some(usize::MAX)
            }),
            ..NONE
        },
    ),
    fault(
        "port-taken-for-path",
        "match-starts-at-first-octet",
        "The path begins at the URI's port.",
        Hooks {
            path_and_query: Some(|uri| {
                let target = Rfc.path_and_query(uri);
                let authority = &uri[..uri.len() - target.len().min(uri.len())];
                let digits = authority.rsplit(|octet| *octet == b':').next().unwrap_or_default();
                if !digits.is_empty() && digits.iter().all(u8::is_ascii_digit) {
                    return Cow::Owned([b"/", digits, &target].concat());
                }
                target
            }),
            ..NONE
        },
    ),
    fault(
        "target-after-last-authority",
        "match-starts-at-first-octet",
        "The path is sought after the last two slashes of the URI.",
        Hooks {
            path_and_query: Some(|uri| {
                let last = (1..uri.len()).rfind(|at| uri[*at..].starts_with(b"://"));
                let path = last.and_then(|at| {
                    let after = &uri[at + 3..];
                    Some(&after[after.iter().position(|octet| *octet == b'/')?..])
                });
                path.map_or_else(|| Rfc.path_and_query(uri), Cow::Borrowed)
            }),
            ..NONE
        },
    ),
    fault(
        "case-ignored",
        "match-is-case-sensitive",
        "Paths are compared without regard to case.",
        Hooks {
            path: Some(|value| mapped(value, <[u8]>::to_ascii_lowercase)),
            path_and_query: Some(|uri| Cow::Owned(Rfc.path_and_query(uri).to_ascii_lowercase())),
            ..NONE
        },
    ),
    fault(
        "pattern-lower-cased",
        "match-is-case-sensitive",
        "Patterns are made lower case, the URI is not.",
        Hooks { path: Some(|value| mapped(value, <[u8]>::to_ascii_lowercase)), ..NONE },
    ),
    fault(
        "uri-lower-cased",
        "match-is-case-sensitive",
        "The URI is made lower case, patterns are not.",
        Hooks {
            path_and_query: Some(|uri| Cow::Owned(Rfc.path_and_query(uri).to_ascii_lowercase())),
            ..NONE
        },
    ),
    fault(
        "query-dropped-from-uri",
        "figure-4",
        "The URI's query is dropped before the comparison.",
        Hooks {
            path_and_query: Some(|uri| Cow::Owned(before_query(&Rfc.path_and_query(uri)).to_vec())),
            ..NONE
        },
    ),
    fault(
        "query-dropped-from-rule",
        "figure-4",
        "A pattern ends before its question mark.",
        Hooks { path: Some(|value| mapped(value, |value| before_query(value).to_vec())), ..NONE },
    ),
    fault(
        "bare-question-mark-dropped",
        "match-needs-the-whole-path",
        "A question mark at the end of a pattern is dropped, as from a URI with an empty query.",
        Hooks {
            path: Some(|value| {
                mapped(value, |value| value.strip_suffix(b"?").unwrap_or(value).to_vec())
            }),
            ..NONE
        },
    ),
    fault(
        "slash-at-end-dropped",
        "star-matches-any",
        "A slash at the end of a pattern, or before its last star, is optional.",
        Hooks {
            path: Some(|value| {
                mapped(value, |value| {
                    let start = value.strip_suffix(b"*").unwrap_or(value);
                    match start.strip_suffix(b"/") {
                        Some(start @ [_, ..]) => start.to_vec(),
                        _ => value.to_vec(),
                    }
                })
            }),
            ..NONE
        },
    ),
    fault(
        "slash-at-end-of-uri-dropped",
        "star-matches-any",
        "A slash at the end of the URI is dropped.",
        Hooks {
            path_and_query: Some(|uri| match Rfc.path_and_query(uri).strip_suffix(b"/") {
                Some(start @ [_, ..]) => Cow::Owned(start.to_vec()),
                _ => Rfc.path_and_query(uri),
            }),
            ..NONE
        },
    ),
    fault(
        "match-ends-at-segment",
        "match-needs-the-whole-path",
        "A match must end where a segment of the URI ends.",
        Hooks {
            matches: Some(|pattern, target| {
                let end = |octet: &u8| matches!(octet, b'/' | b'?' | b'&' | b'=');
                let octets = target.octets();
                let plain = pattern.specials() == 0 && !pattern.raw().ends_with(b"/");
                let next = octets.get(pattern.octets());
                matches(&Rfc, pattern, target) && (!plain || next.is_none_or(end))
            }),
            ..NONE
        },
    ),
    fault(
        "file-rule-matches-folder",
        "no-match-allows",
        "A rule for a web page below a folder is taken for one for the folder.",
        Hooks {
            path: Some(|value| {
                mapped(value, |value| match value.iter().rposition(|octet| *octet == b'/') {
                    Some(at) if at > 0 && value.ends_with(b".html") => value[..=at].to_vec(),
                    _ => value.to_vec(),
                })
            }),
            ..NONE
        },
    ),
    fault(
        "first-octets-compared-only",
        "match-needs-the-whole-path",
        "A rule matches if the URI ends before any octet differs, too.",
        Hooks {
            matches: Some(|pattern, target| {
                let short = pattern.specials() == 0
                    && target.octets().len() > 1
                    && pattern.first().starts_with(target.octets());
                short || matches(&Rfc, pattern, target)
            }),
            ..NONE
        },
    ),
    fault(
        "file-rule-is-exact",
        "match-needs-the-whole-path",
        "A pattern that does not end with a slash matches one page only.",
        Hooks {
            matches: Some(|pattern, target| {
                let page = pattern.specials() == 0 && !pattern.first().ends_with(b"/");
                let path = before_query(target.octets());
                matches(&Rfc, pattern, target) && (!page || path.len() <= pattern.octets())
            }),
            ..NONE
        },
    ),
    fault(
        "last-octet-not-compared",
        "match-needs-the-whole-path",
        "The comparison stops one octet before the end of a long pattern.",
        Hooks {
            matches: Some(|pattern, target| {
                let first = pattern.first();
                let near = pattern.specials() == 0
                    && first.len() > 8
                    && target.octets().starts_with(&first[..first.len() - 1]);
                near || matches(&Rfc, pattern, target)
            }),
            ..NONE
        },
    ),
];

/// The pattern of a rule after its value was changed; other values stay as they are.
pub(super) fn mapped(value: &[u8], change: impl Fn(&[u8]) -> Vec<u8>) -> Path<'_> {
    match Rfc.path(value) {
        Path::Pattern(pattern) => Path::Pattern(Cow::Owned(change(&pattern))),
        path => path,
    }
}

pub(super) fn before_query(octets: &[u8]) -> &[u8] {
    octets.split(|octet| *octet == b'?').next().unwrap_or_default()
}
