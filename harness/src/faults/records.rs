//! Faults in keys, other records and lines that are none (RFC 9309, sections 2.2, 2.2.4 and 2.3.1.5).

use super::rewrite::{ALL_FORBIDDEN, lines, plain, record, until};
use super::{Fault, NONE, fault};
use crate::variant::Hooks;
use repspec_reference::Verdict;
use repspec_reference::octets::trim;
use repspec_reference::seam::{Effect, Line, Record, Rfc, Seam};
use std::borrow::Cow;

pub(super) const FAULTS: &[Fault] = &[
    fault(
        "sitemap-ends-group",
        "other-record-ends-no-group",
        "A Sitemap line ends the group.",
        Hooks { effect: Some(|line| at_key(line, &["sitemap"], Effect::EndGroup)), ..NONE },
    ),
    fault(
        "sitemap-ends-run",
        "other-record-ends-no-group",
        "A Sitemap line ends a run of user-agent lines.",
        Hooks { effect: Some(|line| at_key(line, &["sitemap"], Effect::EndRun)), ..NONE },
    ),
    fault(
        "crawl-delay-ends-run",
        "other-records-do-not-interfere",
        "A Crawl-delay line ends a run of user-agent lines, as a rule does.",
        Hooks { effect: Some(|line| at_key(line, &["crawl-delay"], Effect::EndRun)), ..NONE },
    ),
    fault(
        "crawl-delay-ends-group",
        "other-records-do-not-interfere",
        "What follows a Crawl-delay line is in no group.",
        Hooks { effect: Some(|line| at_key(line, &["crawl-delay"], Effect::EndGroup)), ..NONE },
    ),
    fault(
        "content-signal-ends-group",
        "other-record-ends-no-group",
        "A Content-Signal line ends the group.",
        Hooks { effect: Some(|line| at_key(line, &["content-signal"], Effect::EndGroup)), ..NONE },
    ),
    fault(
        "host-ends-group",
        "additional-lines",
        "A Host, License, Request-rate or Visit-time line ends the group.",
        Hooks {
            effect: Some(|line| {
                let keys = ["host", "license", "request-rate", "visit-time"];
                at_key(line, &keys, Effect::EndGroup)
            }),
            ..NONE
        },
    ),
    fault(
        "unknown-record-ends-run",
        "other-records-do-not-interfere",
        "Any other record ends a run of user-agent lines.",
        Hooks {
            effect: Some(|line| match line {
                Line::Other { .. } => Effect::EndRun,
                _ => Rfc.effect(line),
            }),
            ..NONE
        },
    ),
    fault(
        "unknown-record-ends-group",
        "additional-lines",
        "A record that is not one of those in wide use ends the group.",
        Hooks {
            effect: Some(|line| match line {
                Line::Other { key, .. } if !is_one_of(key, WIDELY_USED) => Effect::EndGroup,
                _ => Rfc.effect(line),
            }),
            ..NONE
        },
    ),
    fault(
        "unknown-record-ends-parsing",
        "additional-lines",
        "Parsing stops at a record that is not one of those in wide use.",
        Hooks {
            text: Some(|octets| {
                let stops = |line: &[u8]| matches!(record(line), Record::Other { key, .. } if !is_one_of(key, WIDELY_USED));
                Cow::Borrowed(until(plain(octets), stops))
            }),
            ..NONE
        },
    ),
    fault(
        "noindex-forbids",
        "other-records-do-not-interfere",
        "A Noindex line is taken for a disallow rule.",
        Hooks {
            record: Some(|content| as_rule(content, |key, _| is_one_of(key, &["noindex"]))),
            ..NONE
        },
    ),
    fault(
        "path-of-any-record-forbids",
        "other-records-do-not-interfere",
        "Whatever the key, a value that begins with a slash is a path that is disallowed.",
        Hooks {
            record: Some(|content| as_rule(content, |_, value| value.starts_with(b"/"))),
            ..NONE
        },
    ),
    fault(
        "path-in-any-record-forbids",
        "other-records-do-not-interfere",
        "The last word of a Clean-param line is taken for a path that is disallowed.",
        Hooks {
            record: Some(|content| match Rfc.record(content) {
                Record::Other { key, value } if is_one_of(key, &["clean-param"]) => {
                    let word = value.rsplit(|octet| *octet == b' ').next().unwrap_or_default();
                    Record::Rule(Verdict::Disallow, word)
                }
                record => record,
            }),
            ..NONE
        },
    ),
    fault(
        "key-found-anywhere",
        "additional-lines",
        "A rule is found anywhere in a line, not only at its beginning.",
        Hooks {
            record: Some(|content| match Rfc.record(content) {
                Record::Other { value, .. } if !value.is_empty() => match Rfc.record(value) {
                    rule @ Record::Rule(..) => rule,
                    _ => Rfc.record(content),
                },
                record => record,
            }),
            ..NONE
        },
    ),
    fault(
        "split-at-last-colon",
        "utf8-1-production",
        "The key goes up to the last colon of its line.",
        Hooks {
            record: Some(|content| {
                let colon = content.iter().rposition(|octet| *octet == b':');
                match (Rfc.record(content), colon) {
                    (Record::Rule(..) | Record::Agent(_), Some(at))
                        if content[..at].contains(&b':') =>
                    {
                        Record::Other { key: &content[..at], value: &content[at + 1..] }
                    }
                    (record, _) => record,
                }
            }),
            ..NONE
        },
    ),
    fault(
        "value-ends-at-second-colon",
        "utf8-1-production",
        "A value ends at the next colon.",
        Hooks {
            record: Some(|content| {
                let mut colons = (0..content.len()).filter(|at| content[*at] == b':');
                let end = colons.nth(1).unwrap_or(content.len());
                Rfc.record(&content[..end])
            }),
            ..NONE
        },
    ),
    fault(
        "keys-in-usual-case",
        "keys-ignore-case",
        "Keys are known in lower case and with a capital only.",
        Hooks {
            record: Some(|content| match Rfc.record(content) {
                Record::Agent(_) | Record::Rule(..) if !has_usual_key(content) => {
                    Record::Other { key: content, value: b"" }
                }
                record => record,
            }),
            ..NONE
        },
    ),
    fault(
        "agent-key-in-usual-case",
        "keys-ignore-case",
        "The key of user-agent lines is known as User-agent, User-Agent and user-agent only.",
        Hooks {
            record: Some(|content| match Rfc.record(content) {
                Record::Agent(_) if !has_usual_key(content) => {
                    Record::Other { key: content, value: b"" }
                }
                record => record,
            }),
            ..NONE
        },
    ),
    fault(
        "allow-unknown",
        "keys-say-the-verdict",
        "Allow lines are taken for other records.",
        Hooks {
            record: Some(|content| match Rfc.record(content) {
                Record::Rule(Verdict::Allow, value) => Record::Other { key: b"allow", value },
                record => record,
            }),
            ..NONE
        },
    ),
    fault(
        "allow-taken-for-disallow",
        "keys-say-the-verdict",
        "Allow lines forbid.",
        Hooks {
            record: Some(|content| match Rfc.record(content) {
                Record::Rule(Verdict::Allow, value) => Record::Rule(Verdict::Disallow, value),
                record => record,
            }),
            ..NONE
        },
    ),
    fault(
        "missing-key-crashes",
        "each-line-tried",
        "A line that begins with a colon makes the parser fail.",
        Hooks {
            record: Some(|content| {
                assert!(!trim(content).starts_with(b":"), "no key");
                Rfc.record(content)
            }),
            ..NONE
        },
    ),
    fault(
        "missing-colon-ends-parsing",
        "parseable-rules-used",
        "Parsing stops at a line without colon.",
        Hooks {
            text: Some(|octets| {
                let stops = |line: &[u8]| matches!(record(line), Record::Unparseable(_));
                Cow::Borrowed(until(plain(octets), stops))
            }),
            ..NONE
        },
    ),
    fault(
        "missing-colon-forbids",
        "each-line-tried",
        "A file with a line without colon is taken to forbid everything.",
        Hooks {
            text: Some(|octets| {
                let is_odd = |line: &[u8]| matches!(record(line), Record::Unparseable(_));
                let text = plain(octets);
                Cow::Borrowed(if lines(text).any(is_odd) { ALL_FORBIDDEN } else { text })
            }),
            ..NONE
        },
    ),
    fault(
        "html-drops-file",
        "each-line-tried",
        "A file that begins with a less-than sign is taken for a web page and ignored.",
        Hooks {
            text: Some(|octets| {
                let text = plain(octets);
                Cow::Borrowed(if text.trim_ascii().starts_with(b"<") { b"" } else { text })
            }),
            ..NONE
        },
    ),
    fault(
        "odd-rule-drops-file",
        "parseable-rules-used",
        "A rule whose value begins with neither slash nor star makes the parser drop the file.",
        Hooks {
            text: Some(|octets| {
                let is_odd = |line: &[u8]| matches!(record(line), Record::Rule(_, [first, ..]) if !matches!(first, b'/' | b'*'));
                let text = plain(octets);
                Cow::Borrowed(if lines(text).any(is_odd) { b"" } else { text })
            }),
            ..NONE
        },
    ),
    fault(
        "bracket-drops-file",
        "parseable-rules-used",
        "A rule whose value looks like an authority with a bracket makes the parser fail.",
        Hooks {
            record: Some(|content| {
                let record = Rfc.record(content);
                let fails = matches!(record, Record::Rule(_, value) if value.starts_with(b"//["));
                assert!(!fails, "not an address");
                record
            }),
            ..NONE
        },
    ),
];

/// Records that most parsers have heard of.
const WIDELY_USED: &[&str] =
    &["sitemap", "crawl-delay", "host", "clean-param", "noindex", "request-rate"];

fn is_one_of(key: &[u8], keys: &[&str]) -> bool {
    keys.iter().any(|one| key.eq_ignore_ascii_case(one.as_bytes()))
}

/// What a line does, if other records with these keys do this.
fn at_key(line: &Line<'_>, keys: &[&str], effect: Effect) -> Effect {
    match line {
        Line::Other { key, .. } if is_one_of(key, keys) => effect,
        _ => Rfc.effect(line),
    }
}

/// A record, if some others are taken for disallow rules.
fn as_rule(content: &[u8], is_rule: fn(&[u8], &[u8]) -> bool) -> Record<'_> {
    match Rfc.record(content) {
        Record::Other { key, value } if is_rule(key, value) => {
            Record::Rule(Verdict::Disallow, value)
        }
        record => record,
    }
}

fn has_usual_key(content: &[u8]) -> bool {
    let key = content.split(|octet| *octet == b':').next().map(trim).unwrap_or_default();
    let usual =
        ["User-agent", "User-Agent", "user-agent", "Disallow", "disallow", "Allow", "allow"];
    usual.iter().any(|one| key == one.as_bytes())
}
