//! Faults in line ends and blanks (RFC 9309, section 2.2).

use super::rewrite::{lines, plain, replaced};
use super::{Fault, NONE, fault};
use crate::variant::Hooks;
use repspec_reference::Verdict;
use repspec_reference::octets::{is_blank, trim};
use repspec_reference::seam::{LineEnd, Record, Rfc, Seam};
use std::borrow::Cow;

pub(super) const FAULTS: &[Fault] = &[
    fault(
        "lone-cr-ends-no-line",
        "nl-production",
        "CR alone does not end a line.",
        Hooks {
            line_end: Some(|rest| {
                let lf = rest.iter().position(|octet| *octet == b'\n')?;
                let cr = usize::from(lf > 0 && rest[lf - 1] == b'\r');
                Some(LineEnd { at: lf - cr, octets: 1 + cr })
            }),
            ..NONE
        },
    ),
    fault(
        "cr-kept-before-lf",
        "nl-production",
        "Only LF ends a line; a CR before it belongs to the value.",
        Hooks {
            line_end: Some(|rest| {
                let at = rest.iter().position(|octet| *octet == b'\n')?;
                Some(LineEnd { at, octets: 1 })
            }),
            ..NONE
        },
    ),
    fault(
        "line-end-of-the-first-line",
        "nl-production",
        "All lines must end as the first one does.",
        Hooks { text: Some(with_first_line_end_only), ..NONE },
    ),
    fault(
        "nel-ends-line",
        "nl-production",
        "U+0085 ends a line, as in a split-lines call that knows Unicode.",
        Hooks { line_end: Some(|rest| line_end_too(rest, &["\u{85}"])), ..NONE },
    ),
    fault(
        "ls-and-ps-end-line",
        "nl-production",
        "U+2028 and U+2029 end a line.",
        Hooks { line_end: Some(|rest| line_end_too(rest, &["\u{2028}", "\u{2029}"])), ..NONE },
    ),
    fault(
        "vt-and-ff-end-line",
        "nl-production",
        "Vertical tab and form feed end a line.",
        Hooks { line_end: Some(|rest| line_end_too(rest, &["\x0B", "\x0C"])), ..NONE },
    ),
    fault(
        "separators-end-line",
        "nl-production",
        "U+001C to U+001E end a line.",
        Hooks { line_end: Some(|rest| line_end_too(rest, &["\x1C", "\x1D", "\x1E"])), ..NONE },
    ),
    fault(
        "last-line-needs-end",
        "each-line-tried",
        "A last line without line end is dropped.",
        Hooks {
            text: Some(|octets| {
                let text = plain(octets);
                let end = text.iter().rposition(|octet| matches!(octet, b'\r' | b'\n'));
                Cow::Borrowed(&text[..end.map_or(0, |at| at + 1)])
            }),
            ..NONE
        },
    ),
    fault(
        "blank-line-crashes",
        "group-production",
        "A line of nothing but blanks makes the parser fail.",
        Hooks {
            record: Some(|content| {
                assert!(content.is_empty() || !trim(content).is_empty(), "no first word");
                Rfc.record(content)
            }),
            ..NONE
        },
    ),
    fault(
        "indented-line-skipped",
        "agent-line-production",
        "A line with blanks before its key is skipped.",
        Hooks {
            record: Some(|content| match content {
                [b' ' | b'\t', ..] if !trim(content).is_empty() => Record::Unparseable(content),
                _ => Rfc.record(content),
            }),
            ..NONE
        },
    ),
    fault(
        "tab-is-no-blank",
        "ws-production",
        "Only spaces are taken off keys and values, not tabs.",
        Hooks { record: Some(|content| record_of(content, trim_spaces, trim_spaces)), ..NONE },
    ),
    fault(
        "blanks-at-end-kept",
        "eol-production",
        "Blanks at the end of a line belong to the value.",
        Hooks {
            record: Some(|content| record_of(content, trim, <[u8]>::trim_ascii_start)),
            ..NONE
        },
    ),
    fault(
        "one-blank-after-colon",
        "ws-production",
        "At most one blank is taken off between colon and value.",
        Hooks {
            record: Some(|content| {
                record_of(content, trim, |value| {
                    let value = value.strip_prefix(b" ").unwrap_or(value).trim_ascii_end();
                    if value.first().copied().is_some_and(is_blank) { b"\x01" } else { value }
                })
            }),
            ..NONE
        },
    ),
    fault(
        "no-blank-before-colon",
        "ws-production",
        "A blank between key and colon makes another key.",
        Hooks {
            record: Some(|content| record_of(content, <[u8]>::trim_ascii_start, trim)),
            ..NONE
        },
    ),
    fault(
        "colon-needs-blank",
        "rule-production",
        "A colon without a blank after it does not end the key.",
        Hooks {
            record: Some(|content| {
                let colon = content.iter().position(|octet| *octet == b':');
                match colon.and_then(|at| content.get(at + 1)) {
                    Some(next) if !is_blank(*next) => Record::Unparseable(content),
                    _ => Rfc.record(content),
                }
            }),
            ..NONE
        },
    ),
    fault(
        "empty-disallow-takes-next-line",
        "empty-pattern-production",
        "A rule that ends with its colon takes the next line for its value.",
        Hooks {
            text: Some(|octets| {
                let mut text = plain(octets).to_vec();
                for key in [&b"Disallow:"[..], b"Allow:"] {
                    for end in [&b"\n"[..], b"\r\n", b"\r"] {
                        text = replaced(&text, &[key, end].concat(), key);
                    }
                }
                Cow::Owned(text)
            }),
            ..NONE
        },
    ),
];

/// The next line end, where these characters end a line too.
fn line_end_too(rest: &[u8], characters: &[&str]) -> Option<LineEnd> {
    let usual = Rfc.line_end(rest);
    let line = &rest[..usual.map_or(rest.len(), |end| end.at)];
    let ends = |at: usize| characters.iter().find(|one| line[at..].starts_with(one.as_bytes()));
    let first = (0..line.len()).find_map(|at| Some(LineEnd { at, octets: ends(at)?.len() }));
    first.or(usual)
}

fn with_first_line_end_only(octets: &[u8]) -> Cow<'_, [u8]> {
    let text = plain(octets);
    let Some(first) = Rfc.line_end(text) else { return Cow::Borrowed(text) };
    let first = &text[first.at..first.at + first.octets];
    let mut out = Vec::with_capacity(text.len());
    for line in lines(text) {
        let content = line.trim_ascii_end();
        if line.ends_with(first) && (first.len() == 2 || !line.ends_with(b"\r\n")) {
            out.extend_from_slice(line);
        } else {
            out.extend_from_slice(content);
            out.push(b'\x01');
        }
    }
    Cow::Owned(out)
}

fn trim_spaces(mut octets: &[u8]) -> &[u8] {
    while let [b' ', rest @ ..] | [rest @ .., b' '] = octets {
        octets = rest;
    }
    octets
}

/// The record of a line whose key and value are trimmed in other ways.
fn record_of<'t>(
    content: &'t [u8],
    trim_key: fn(&[u8]) -> &[u8],
    trim_value: fn(&[u8]) -> &[u8],
) -> Record<'t> {
    let Some(colon) = content.iter().position(|octet| *octet == b':') else {
        return Rfc.record(content);
    };
    let (key, value) = (trim_key(&content[..colon]), trim_value(&content[colon + 1..]));
    if key.eq_ignore_ascii_case(b"user-agent") {
        Record::Agent(value)
    } else if key.eq_ignore_ascii_case(b"disallow") {
        Record::Rule(Verdict::Disallow, value)
    } else if key.eq_ignore_ascii_case(b"allow") {
        Record::Rule(Verdict::Allow, value)
    } else {
        Record::Other { key, value }
    }
}
