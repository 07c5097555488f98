//! Faults in characters outside ASCII and in octets that are none (RFC 9309, sections 2.2 and 2.2.2).

use super::encoding::cut_before;
use super::patterns::mapped;
use super::rewrite::plain;
use super::{Fault, NONE, fault};
use crate::variant::Hooks;
use repspec_reference::seam::{Raw, Rfc, Seam};
use std::borrow::Cow;

pub(super) const FAULTS: &[Fault] = &[
    fault(
        "non-ascii-not-encoded",
        "figure-4",
        "Characters outside ASCII in a pattern are compared as they are.",
        Hooks {
            raw: Some(
                |side, part, octet| {
                    if octet.is_ascii() { Rfc.raw(side, part, octet) } else { Raw::Keep }
                },
            ),
            ..NONE
        },
    ),
    fault(
        "file-read-as-latin-1",
        "utf8-2-production",
        "The file is read as ISO 8859-1.",
        Hooks {
            text: Some(|octets| {
                let text: String = plain(octets).iter().copied().map(char::from).collect();
                Cow::Owned(text.into_bytes())
            }),
            ..NONE
        },
    ),
    fault(
        "non-ascii-ends-pattern",
        "utf8-2-production",
        "A pattern ends before its first octet outside ASCII.",
        Hooks { path: Some(|value| cut_before(value, |character| !character.is_ascii())), ..NONE },
    ),
    fault(
        "wide-characters-end-pattern",
        "utf8-3-production",
        "A pattern ends before its first character of three octets or more.",
        Hooks { path: Some(|value| cut_before(value, |character| character > '\u{7FF}')), ..NONE },
    ),
    fault(
        "astral-characters-end-pattern",
        "utf8-4-production",
        "A pattern ends before its first character of four octets.",
        Hooks { path: Some(|value| cut_before(value, |character| character > '\u{FFFF}')), ..NONE },
    ),
    fault(
        "wide-characters-replaced",
        "utf8-3-production",
        "Characters of three octets or more become a replacement character.",
        Hooks { path: Some(|value| with_replaced(value, |one| one > '\u{7FF}')), ..NONE },
    ),
    fault(
        "astral-characters-replaced",
        "utf8-4-production",
        "Characters of four octets become a replacement character.",
        Hooks { path: Some(|value| with_replaced(value, |one| one > '\u{FFFF}')), ..NONE },
    ),
    fault(
        "last-octet-of-character-lost",
        "utf8-2-production",
        "The last octet of a pattern's characters outside ASCII is not compared.",
        Hooks { path: Some(without_last_octets), ..NONE },
    ),
    fault(
        "non-ascii-drops-file",
        "parseable-rules-used",
        "A file with characters outside ASCII is taken for an empty one.",
        Hooks {
            text: Some(|octets| Cow::Borrowed(if octets.is_ascii() { octets } else { b"" })),
            ..NONE
        },
    ),
];

/// The pattern with some characters replaced by U+FFFD.
fn with_replaced(value: &[u8], replaces: fn(char) -> bool) -> repspec_reference::seam::Path<'_> {
    mapped(value, |value| {
        let text = String::from_utf8_lossy(value);
        let one = |one| if replaces(one) { char::REPLACEMENT_CHARACTER } else { one };
        text.chars().map(one).collect::<String>().into_bytes()
    })
}

/// The pattern with a star for the last octet of each character outside ASCII.
fn without_last_octets(value: &[u8]) -> repspec_reference::seam::Path<'_> {
    mapped(value, |value| {
        let mut out = Vec::new();
        for character in String::from_utf8_lossy(value).chars() {
            let mut octets = [0; 4];
            let octets = character.encode_utf8(&mut octets).as_bytes();
            match octets {
                [start @ .., _] if !start.is_empty() => {
                    out.extend_from_slice(start);
                    out.push(b'*');
                }
                _ => out.extend_from_slice(octets),
            }
        }
        out
    })
}
