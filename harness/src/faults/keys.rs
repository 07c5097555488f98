//! Faults in keys, and in lines without one (RFC 9309, sections 2.2 and 2.3.1.5).

use super::rewrite::{ALL_FORBIDDEN, lines, plain, record, until};
use super::{Fault, NONE, fault};
use crate::variant::Hooks;
use repspec_reference::Verdict;
use repspec_reference::octets::trim;
use repspec_reference::seam::{Record, Rfc, Seam};
use std::borrow::Cow;

pub(super) const FAULTS: &[Fault] = &[
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

fn has_usual_key(content: &[u8]) -> bool {
    let key = content.split(|octet| *octet == b':').next().map(trim).unwrap_or_default();
    let usual =
        ["User-agent", "User-Agent", "user-agent", "Disallow", "disallow", "Allow", "allow"];
    usual.iter().any(|one| key == one.as_bytes())
}
