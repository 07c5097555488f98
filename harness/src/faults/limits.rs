//! Faults in limits: of the file, of lines, of what they may hold (RFC 9309, sections 2.3.1.5, 2.5 and 3).

use super::rewrite::{ALL_FORBIDDEN, lines, only, plain, record, until};
use super::{Fault, NONE, fault, never_ends};
use crate::variant::Hooks;
use repspec_reference::octets::is_blank;
use repspec_reference::seam::{Path, Record, Rfc, Seam};
use std::borrow::Cow;

pub(super) const FAULTS: &[Fault] = &[
    fault(
        "limit-of-4-kib",
        "limit-at-least-500-kib",
        "Only 4,096 octets are parsed.",
        Hooks { parsed_octets: Some(|length| length.min(4096)), ..NONE },
    ),
    fault(
        "limit-of-100-kb",
        "limit-at-least-500-kib",
        "Only 100,000 octets are parsed.",
        Hooks { parsed_octets: Some(|length| length.min(100_000)), ..NONE },
    ),
    fault(
        "limit-in-utf-16",
        "limit-at-least-500-kib",
        "The limit counts two octets for each character.",
        Hooks { parsed_octets: Some(|length| length.min(256_000)), ..NONE },
    ),
    fault(
        "limit-of-500-kb",
        "limit-at-least-500-kib",
        "Only 500,000 octets are parsed: a kilobyte for a kibibyte.",
        Hooks { parsed_octets: Some(|length| length.min(500_000)), ..NONE },
    ),
    fault(
        "limit-off-by-two",
        "limit-at-least-500-kib",
        "Only 511,998 octets are parsed.",
        Hooks { parsed_octets: Some(|length| length.min(511_998)), ..NONE },
    ),
    fault(
        "limit-cuts-rule",
        "match-needs-the-whole-path",
        "A rule that the limit cuts is used as far as it was read.",
        Hooks { keeps_cut_line: Some(|_| true), ..NONE },
    ),
    fault(
        "large-file-ignored",
        "limit-at-least-500-kib",
        "A file of more than 400,000 octets is taken for an empty one.",
        Hooks { parsed_octets: Some(|length| if length > 400_000 { 0 } else { length }), ..NONE },
    ),
    fault(
        "large-file-forbids",
        "limit-at-least-500-kib",
        "A file of more than 200,000 octets is taken to forbid everything.",
        Hooks {
            text: Some(|octets| {
                Cow::Borrowed(if octets.len() > 200_000 { ALL_FORBIDDEN } else { plain(octets) })
            }),
            ..NONE
        },
    ),
    fault(
        "first-1000-lines",
        "limit-at-least-500-kib",
        "Only the first thousand lines are parsed.",
        Hooks { text: Some(|octets| Cow::Borrowed(until_after(octets, 1000, |_| true))), ..NONE },
    ),
    fault(
        "first-1000-rules",
        "bounded-time",
        "Only the first thousand rules of a file are kept.",
        Hooks {
            text: Some(|octets| {
                let is_rule = |line: &[u8]| matches!(record(line), Record::Rule(..));
                Cow::Borrowed(until_after(octets, 1000, is_rule))
            }),
            ..NONE
        },
    ),
    fault(
        "first-1000-groups",
        "limit-at-least-500-kib",
        "Only the first thousand user-agent lines of a file are kept.",
        Hooks {
            text: Some(|octets| {
                let is_agent = |line: &[u8]| matches!(record(line), Record::Agent(_));
                Cow::Borrowed(until_after(octets, 1000, is_agent))
            }),
            ..NONE
        },
    ),
    fault(
        "many-rules-quadratic",
        "bounded-time",
        "Each rule is compared with all before it: with many, this does not end in time.",
        Hooks {
            text: Some(|octets| {
                let text = plain(octets);
                let is_rule = |line: &&[u8]| matches!(record(line), Record::Rule(..));
                if text.len() > 100_000 && lines(text).filter(is_rule).count() > 15_000 {
                    never_ends();
                }
                Cow::Borrowed(text)
            }),
            ..NONE
        },
    ),
    fault(
        "long-line-dropped",
        "each-line-tried",
        "A line of more than 2,048 octets is skipped.",
        Hooks {
            content: Some(|line| {
                Some(if line.len() > 2048 { &line[..0] } else { Rfc.content(line)? })
            }),
            ..NONE
        },
    ),
    fault(
        "very-long-line-dropped",
        "each-line-tried",
        "A line of more than 65,535 octets is skipped.",
        Hooks {
            content: Some(|line| {
                Some(if line.len() > 65_535 { &line[..0] } else { Rfc.content(line)? })
            }),
            ..NONE
        },
    ),
    fault(
        "long-line-cut",
        "match-needs-the-whole-path",
        "A line is cut after 16,384 octets, and used.",
        Hooks { content: Some(|line| Rfc.content(&line[..line.len().min(16_384)])), ..NONE },
    ),
    fault(
        "long-line-continues",
        "each-line-tried",
        "What is beyond the first 4,096 octets of a line is taken for the next line.",
        Hooks {
            line_end: Some(|rest| {
                let end = Rfc.line_end(rest);
                if end.map_or(rest.len(), |end| end.at) <= 4096 {
                    return end;
                }
                Some(repspec_reference::seam::LineEnd { at: 4096, octets: 0 })
            }),
            ..NONE
        },
    ),
    fault(
        "long-line-ends-parsing",
        "each-line-tried",
        "Parsing stops at a line of more than 16,384 octets.",
        Hooks {
            text: Some(|octets| Cow::Borrowed(until(plain(octets), |line| line.len() > 16_384))),
            ..NONE
        },
    ),
    fault(
        "long-line-forbids",
        "each-line-tried",
        "A file with a line of more than 4,096 octets is taken to forbid everything.",
        Hooks {
            text: Some(|octets| {
                let is_long = |line: &[u8]| line.len() > 4096;
                let text = plain(octets);
                Cow::Borrowed(if lines(text).any(is_long) { ALL_FORBIDDEN } else { text })
            }),
            ..NONE
        },
    ),
    fault(
        "cut-inside-character",
        "untrusted-content",
        "Shortening a long line in the middle of a character makes the parser fail.",
        Hooks {
            content: Some(|line| {
                let is_cut = line.len() > 16_384 && (0x80..0xC0).contains(&line[16_384]);
                assert!(!is_cut, "not a character boundary");
                Rfc.content(line)
            }),
            ..NONE
        },
    ),
    fault(
        "blanks-tried-every-way",
        "each-line-tried",
        "An expression tries all ways to split a run of blanks: with many, this does not end in time.",
        Hooks {
            record: Some(|content| {
                if content.len() > 10_000
                    && content.split(|octet| !is_blank(*octet)).any(|run| run.len() > 10_000)
                {
                    never_ends();
                }
                Rfc.record(content)
            }),
            ..NONE
        },
    ),
    fault(
        "long-pattern-dropped",
        "match-needs-the-whole-path",
        "A pattern of more than 1,000 octets is skipped.",
        Hooks {
            path: Some(|value| if value.len() > 1000 { Path::Empty } else { Rfc.path(value) }),
            ..NONE
        },
    ),
    fault(
        "nul-ends-file",
        "untrusted-content",
        "NUL ends the file, as it ends a string in C.",
        Hooks { text: Some(|octets| Cow::Borrowed(before(plain(octets), 0))), ..NONE },
    ),
    fault(
        "ctrl-z-ends-file",
        "untrusted-content",
        "U+001A ends the file, as it once did in text mode.",
        Hooks { text: Some(|octets| Cow::Borrowed(before(plain(octets), 0x1A))), ..NONE },
    ),
    fault(
        "invalid-utf8-drops-file",
        "parseable-rules-used",
        "A file with octets that are not UTF-8 is taken for an empty one.",
        Hooks {
            text: Some(|octets| {
                let is_text = std::str::from_utf8(octets).is_ok();
                Cow::Borrowed(if is_text { plain(octets) } else { b"" })
            }),
            ..NONE
        },
    ),
    fault(
        "invalid-utf8-forbids",
        "parseable-rules-used",
        "A file with octets that are not UTF-8 is taken to forbid everything.",
        Hooks {
            text: Some(|octets| {
                let is_text = std::str::from_utf8(octets).is_ok();
                Cow::Borrowed(if is_text { plain(octets) } else { ALL_FORBIDDEN })
            }),
            ..NONE
        },
    ),
    fault(
        "invalid-utf8-ends-parsing",
        "parseable-rules-used",
        "Parsing stops at a line that is not UTF-8.",
        Hooks {
            text: Some(|octets| {
                Cow::Borrowed(until(plain(octets), |line| std::str::from_utf8(line).is_err()))
            }),
            ..NONE
        },
    ),
    fault(
        "odd-line-dropped-with-next",
        "parseable-rules-used",
        "A line without colon makes the parser skip the next one too.",
        Hooks {
            text: Some(|octets| {
                let mut odd = false;
                let text = only(plain(octets), |line| {
                    let keeps = !odd;
                    odd = matches!(record(line), Record::Unparseable(_));
                    keeps
                });
                Cow::Owned(text)
            }),
            ..NONE
        },
    ),
];

/// The text up to and with the line that is the `count`th of a kind.
fn until_after(octets: &[u8], count: usize, counts: fn(&[u8]) -> bool) -> &[u8] {
    let mut seen = 0;
    until(plain(octets), |line| {
        let over = seen == count;
        seen += usize::from(counts(line));
        over
    })
}

fn before(text: &[u8], end: u8) -> &[u8] {
    text.split(|octet| *octet == end).next().unwrap_or_default()
}
