//! Faults in percent-encoding and in characters outside ASCII (RFC 9309, sections 2.2 and 2.2.2).

use super::patterns::mapped;
use super::rewrite::{plain, replaced};
use super::{Fault, NONE, fault};
use crate::variant::Hooks;
use repspec_reference::octets::is_reserved;
use repspec_reference::seam::{Encoded, Malformed, Part, Raw, Rfc, Seam, Side};
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
    fault(
        "encoded-slash-decoded",
        "encode-before-comparison",
        "An encoded slash is decoded, in patterns and in the URI.",
        Hooks {
            encoded: Some(|side, part, octet| {
                if octet == b'/' { Encoded::Decode } else { Rfc.encoded(side, part, octet) }
            }),
            ..NONE
        },
    ),
    fault(
        "rule-slash-decoded",
        "encode-before-comparison",
        "An encoded slash is decoded in patterns only.",
        Hooks {
            encoded: Some(|side, part, octet| {
                if (side, octet) == (Side::Rule, b'/') {
                    Encoded::Decode
                } else {
                    Rfc.encoded(side, part, octet)
                }
            }),
            ..NONE
        },
    ),
    fault(
        "uri-slash-decoded",
        "decode-unreserved-in-uri",
        "An encoded slash is decoded in the URI only.",
        Hooks {
            encoded: Some(|side, part, octet| {
                if (side, octet) == (Side::Uri, b'/') {
                    Encoded::Decode
                } else {
                    Rfc.encoded(side, part, octet)
                }
            }),
            ..NONE
        },
    ),
    fault(
        "everything-decoded",
        "decode-unreserved-in-uri",
        "Every encoded octet is decoded, on both sides.",
        Hooks { encoded: Some(|_, _, _| Encoded::Decode), ..NONE },
    ),
    fault(
        "uri-decoded-twice",
        "decode-unreserved-in-uri",
        "The URI is decoded twice.",
        Hooks {
            path_and_query: Some(|uri| {
                Cow::Owned(replaced(&Rfc.path_and_query(uri), b"%25", b"%"))
            }),
            ..NONE
        },
    ),
    fault(
        "rule-decoded-twice",
        "decode-unreserved-in-uri",
        "Patterns are decoded twice.",
        Hooks { path: Some(|value| mapped(value, |value| replaced(value, b"%25", b"%"))), ..NONE },
    ),
    fault(
        "rule-encoded-twice",
        "figure-4",
        "The percent sign of an encoded octet is encoded again in patterns.",
        Hooks { path: Some(|value| mapped(value, |value| replaced(value, b"%", b"%25"))), ..NONE },
    ),
    fault(
        "uri-encoded-twice",
        "figure-4",
        "The percent sign of an encoded octet is encoded again in the URI.",
        Hooks {
            path_and_query: Some(|uri| {
                Cow::Owned(replaced(&Rfc.path_and_query(uri), b"%", b"%25"))
            }),
            ..NONE
        },
    ),
    fault(
        "unreserved-not-decoded",
        "decode-unreserved-in-uri",
        "Encoded unreserved octets of the URI stay encoded.",
        Hooks {
            encoded: Some(|side, part, octet| match side {
                Side::Uri => Encoded::Keep,
                Side::Rule => Rfc.encoded(side, part, octet),
            }),
            ..NONE
        },
    ),
    fault(
        "encoded-letters-confused",
        "decode-unreserved-in-uri",
        "One letter is decoded to another.",
        Hooks {
            path_and_query: Some(|uri| {
                let target = Rfc.path_and_query(uri);
                Cow::Owned(replaced(&target, b"%6D", b"a"))
            }),
            ..NONE
        },
    ),
    fault(
        "query-compared-raw",
        "encode-before-comparison",
        "Reserved characters in a query are compared as they are written.",
        Hooks {
            raw: Some(|side, part, octet| match part {
                Part::Query if is_reserved(octet) => Raw::Keep,
                _ => Rfc.raw(side, part, octet),
            }),
            encoded: Some(|side, part, octet| match part {
                Part::Query if is_reserved(octet) => Encoded::Keep,
                _ => Rfc.encoded(side, part, octet),
            }),
            ..NONE
        },
    ),
    fault(
        "query-encoded-in-rule-only",
        "encode-before-comparison",
        "Reserved characters in a query are encoded in patterns only.",
        Hooks { raw: Some(|side, part, octet| raw_query_of(Side::Uri, side, part, octet)), ..NONE },
    ),
    fault(
        "query-encoded-in-uri-only",
        "encode-before-comparison",
        "Reserved characters in a query are encoded in the URI only.",
        Hooks {
            raw: Some(|side, part, octet| raw_query_of(Side::Rule, side, part, octet)),
            ..NONE
        },
    ),
    fault(
        "equals-sign-encoded-in-uri",
        "encode-before-comparison",
        "The equals sign is encoded in the URI only.",
        Hooks {
            raw: Some(|side, part, octet| encoded_in(Side::Uri, b"=", side, part, octet)),
            ..NONE
        },
    ),
    fault(
        "question-mark-encoded-in-rule",
        "figure-4",
        "The question mark of a pattern is encoded as one that belongs to the path.",
        Hooks { path: Some(|value| mapped(value, |value| replaced(value, b"?", b"%3F"))), ..NONE },
    ),
    fault(
        "delimiters-encoded-in-uri",
        "utf8-1-production",
        "Apostrophe, parentheses and exclamation mark are encoded in the URI only.",
        Hooks {
            raw: Some(|side, part, octet| encoded_in(Side::Uri, b"'()!", side, part, octet)),
            ..NONE
        },
    ),
    fault(
        "tilde-encoded-in-rule",
        "utf8-1-production",
        "The tilde is encoded in patterns only.",
        Hooks {
            raw: Some(|side, part, octet| encoded_in(Side::Rule, b"~", side, part, octet)),
            ..NONE
        },
    ),
    fault(
        "query-cut-at-ampersand",
        "utf8-1-production",
        "A pattern ends before the first ampersand or semicolon.",
        Hooks { path: Some(|value| cut_before(value, |one| matches!(one, '&' | ';'))), ..NONE },
    ),
    fault(
        "malformed-escape-crashes",
        "untrusted-content",
        "A percent sign without two digits makes the parser fail.",
        Hooks { malformed: Some(|_| panic!("invalid digit")), ..NONE },
    ),
    fault(
        "malformed-escape-refuses",
        "untrusted-content",
        "A percent sign without two digits makes every answer an error.",
        Hooks { malformed: Some(|_| Malformed::Refuse), ..NONE },
    ),
    fault(
        "malformed-escape-ends-pattern",
        "untrusted-content",
        "A pattern ends before a percent sign without two digits.",
        Hooks {
            path: Some(|value| {
                mapped(value, |value| {
                    let digits = repspec_reference::octets::decode_triplet;
                    let bad = |at: &usize| value[*at] == b'%' && digits(&value[at + 1..]).is_none();
                    value[..(0..value.len()).find(bad).unwrap_or(value.len())].to_vec()
                })
            }),
            ..NONE
        },
    ),
];

fn raw_query_of(kept: Side, side: Side, part: Part, octet: u8) -> Raw {
    match part {
        Part::Query if side == kept && is_reserved(octet) => Raw::Keep,
        _ => Rfc.raw(side, part, octet),
    }
}

fn encoded_in(wrong: Side, octets: &[u8], side: Side, part: Part, octet: u8) -> Raw {
    if side == wrong && octets.contains(&octet) { Raw::Encode } else { Rfc.raw(side, part, octet) }
}

/// The pattern before the first of some characters.
fn cut_before(value: &[u8], cuts: fn(char) -> bool) -> repspec_reference::seam::Path<'_> {
    mapped(value, |value| {
        let text = String::from_utf8_lossy(value);
        text.split(cuts).next().unwrap_or_default().as_bytes().to_vec()
    })
}

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
