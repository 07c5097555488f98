//! Faults in the values of rules and in how paths are compared (RFC 9309, sections 2.2 and 2.2.2).

use super::rewrite::{lines, only, plain, record};
use super::{Fault, NONE, fault};
use crate::variant::Hooks;
use repspec_reference::Verdict;
use repspec_reference::matches;
use repspec_reference::seam::{Defect, Path, Record, Rfc, Seam};
use std::borrow::Cow;

pub(super) const FAULTS: &[Fault] = &[
    fault(
        "empty-disallow-forbids-all",
        "empty-pattern-production",
        "A disallow rule without value forbids everything.",
        Hooks {
            record: Some(|content| match Rfc.record(content) {
                Record::Rule(Verdict::Disallow, b"") => Record::Rule(Verdict::Disallow, b"/"),
                record => record,
            }),
            ..NONE
        },
    ),
    fault(
        "empty-rule-undoes-earlier",
        "empty-pattern-production",
        "A disallow rule without value undoes the rules before it in its group.",
        Hooks { text: Some(without_rules_before_empty), ..NONE },
    ),
    fault(
        "empty-rule-ends-rules",
        "empty-pattern-production",
        "The rules of a group after one without value are not looked at.",
        Hooks {
            text: Some(|octets| {
                let mut over = false;
                Cow::Owned(only(plain(octets), |line| match record(line) {
                    Record::Agent(_) => {
                        over = false;
                        true
                    }
                    Record::Rule(_, value) => {
                        let keeps = !over;
                        over |= value.is_empty();
                        keeps
                    }
                    _ => true,
                }))
            }),
            ..NONE
        },
    ),
    fault(
        "empty-rule-is-no-line",
        "empty-pattern-production",
        "A line without value is dropped before its key is looked at.",
        Hooks {
            record: Some(|content| match Rfc.record(content) {
                Record::Rule(_, b"") => Record::Empty,
                record => record,
            }),
            ..NONE
        },
    ),
    fault(
        "slash-alone-skipped",
        "path-pattern-production",
        "A pattern of nothing but a slash is taken for an empty one.",
        Hooks {
            path: Some(|value| if value == b"/" { Path::Empty } else { Rfc.path(value) }),
            ..NONE
        },
    ),
    fault(
        "last-rule-of-a-kind-kept",
        "rule-is-key-and-path",
        "A group holds one path for each key: a later rule replaces an earlier one.",
        Hooks { text: Some(|octets| Cow::Owned(one_rule_of_a_kind(octets, true))), ..NONE },
    ),
    fault(
        "first-rule-of-a-kind-kept",
        "rule-is-key-and-path",
        "A group holds one path for each key: a later rule does not replace it.",
        Hooks { text: Some(|octets| Cow::Owned(one_rule_of_a_kind(octets, false))), ..NONE },
    ),
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
        "A rule for a file below a folder is taken for one for the folder.",
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

fn before_query(octets: &[u8]) -> &[u8] {
    octets.split(|octet| *octet == b'?').next().unwrap_or_default()
}

/// The file without the rules of a group that stand before a disallow rule without value.
fn without_rules_before_empty(octets: &[u8]) -> Cow<'_, [u8]> {
    let text = plain(octets);
    let mut out: Vec<&[u8]> = Vec::new();
    for line in lines(text) {
        match record(line) {
            Record::Rule(Verdict::Disallow, b"") => {
                let group = out.iter().rposition(|line| matches!(record(line), Record::Agent(_)));
                out.truncate(group.map_or(0, |at| at + 1));
                out.push(line);
            }
            _ => out.push(line),
        }
    }
    Cow::Owned(out.concat())
}

/// The file with the last or first rule for each key of a group only.
fn one_rule_of_a_kind(octets: &[u8], last: bool) -> Vec<u8> {
    let mut out: Vec<&[u8]> = Vec::new();
    let mut kept: [Option<usize>; 2] = [None; 2];
    for line in lines(plain(octets)) {
        match record(line) {
            Record::Agent(_) => kept = [None; 2],
            Record::Rule(access, [_, ..]) => {
                let kept = &mut kept[usize::from(access == Verdict::Allow)];
                match *kept {
                    Some(at) if last => out[at] = b"\n",
                    Some(_) => continue,
                    None => {}
                }
                *kept = Some(out.len());
            }
            _ => {}
        }
        out.push(line);
    }
    out.concat()
}
