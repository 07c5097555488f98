//! Faults in comments (RFC 9309, sections 2.2 and 2.2.3).

use super::rewrite::{lines, plain};
use super::{Fault, NONE, fault};
use crate::variant::Hooks;
use repspec_reference::octets::{is_blank, trim};
use repspec_reference::seam::{Effect, Line, Record, Rfc, Seam};
use std::borrow::Cow;

pub(super) const FAULTS: &[Fault] = &[
    fault(
        "comment-only-on-own-line",
        "hash-starts-comment",
        "A number sign starts a comment only at the beginning of a line.",
        Hooks {
            content: Some(|line| {
                Some(if trim(line).starts_with(b"#") { &line[..0] } else { line })
            }),
            ..NONE
        },
    ),
    fault(
        "comment-needs-blank",
        "eol-production",
        "A number sign starts a comment only after a blank or at the beginning of a line.",
        Hooks {
            content: Some(|line| {
                let starts = |at: usize| line[at] == b'#' && (at == 0 || is_blank(line[at - 1]));
                let end = (0..line.len()).find(|at| starts(*at)).unwrap_or(line.len());
                Some(&line[..end])
            }),
            ..NONE
        },
    ),
    fault(
        "comment-kept-on-agent-line",
        "eol-production",
        "A comment is not taken off a user-agent line.",
        Hooks {
            content: Some(|line| match Rfc.record(line) {
                Record::Agent(_) => Some(line),
                _ => Rfc.content(line),
            }),
            ..NONE
        },
    ),
    fault(
        "comment-spoils-its-line",
        "hash-starts-comment",
        "A line with a comment is skipped.",
        Hooks {
            content: Some(|line| Some(if line.contains(&b'#') { &line[..0] } else { line })),
            ..NONE
        },
    ),
    fault(
        "comment-from-the-last-sign",
        "comment-production",
        "A comment begins at the last number sign of its line.",
        Hooks {
            content: Some(|line| {
                let end = line.iter().rposition(|octet| *octet == b'#');
                Some(&line[..end.unwrap_or(line.len())])
            }),
            ..NONE
        },
    ),
    fault(
        "commented-out-line-used",
        "comment-production",
        "The number sign at the beginning of a line is taken off and the line used.",
        Hooks {
            content: Some(|line| {
                let hash = |octet: &u8| *octet == b'#' || is_blank(*octet);
                let start = line.iter().position(|octet| !hash(octet)).unwrap_or(line.len());
                Rfc.content(&line[start..])
            }),
            ..NONE
        },
    ),
    fault(
        "comment-found-in-characters",
        "eol-production",
        "Where a comment begins is counted in characters and used as a count of octets.",
        Hooks {
            content: Some(|line| {
                let content = Rfc.content(line)?;
                let is_comment = content.len() < line.len();
                let characters = std::str::from_utf8(content).map(|text| text.chars().count());
                Some(&line[..characters.ok().filter(|_| is_comment).unwrap_or(content.len())])
            }),
            ..NONE
        },
    ),
    fault(
        "comment-line-ends-group",
        "group-ends-at-agent-line",
        "A line of nothing but a comment ends the group.",
        Hooks {
            content: Some(|line| {
                Some(if trim(line).starts_with(b"#") { line } else { Rfc.content(line)? })
            }),
            effect: Some(|line| match line {
                Line::Other { key: text, .. } | Line::Unparseable(text)
                    if text.starts_with(b"#") =>
                {
                    Effect::EndGroup
                }
                _ => Rfc.effect(line),
            }),
            ..NONE
        },
    ),
    fault(
        "comment-takes-next-line",
        "comment-production",
        "The line after a comment line is taken for a part of it.",
        Hooks {
            text: Some(|octets| {
                let mut after_comment = false;
                let mut out = Vec::with_capacity(octets.len());
                for line in lines(plain(octets)) {
                    if !after_comment {
                        out.extend_from_slice(line);
                    }
                    after_comment = trim(line).starts_with(b"#");
                }
                Cow::Owned(out)
            }),
            ..NONE
        },
    ),
];
