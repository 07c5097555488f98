//! Faults in percent-encoding (RFC 9309, section 2.2.2).

use super::patterns::mapped;
use super::rewrite::replaced;
use super::{Fault, NONE, fault};
use crate::variant::Hooks;
use repspec_reference::octets::is_reserved;
use repspec_reference::seam::{Encoded, Malformed, Part, Raw, Rfc, Seam, Side};
use std::borrow::Cow;

pub(super) const FAULTS: &[Fault] = &[
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
pub(super) fn cut_before(
    value: &[u8],
    cuts: fn(char) -> bool,
) -> repspec_reference::seam::Path<'_> {
    mapped(value, |value| {
        let text = String::from_utf8_lossy(value);
        text.split(cuts).next().unwrap_or_default().as_bytes().to_vec()
    })
}
