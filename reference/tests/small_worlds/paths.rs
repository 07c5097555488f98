//! Matching in the path (RFC 9309, sections 2.2.2 and 2.2.3).

use crate::words::{World, words};
use repspec_reference::seam::{Encoded, Part, Rfc, Seam, Side, Special};

/// A path in its one comparable form: unreserved characters decoded; a `*` or `$` that stands for itself encoded, as in
/// Figure 6; a delimiter in the form that it has; a `%` that encodes nothing as it is.
fn normalised(path: &str) -> Vec<u8> {
    let mut out = String::new();
    let mut rest = path;
    while let Some(first) = rest.chars().next() {
        if let Some(octet) = encoded(rest) {
            let decoded = char::from(octet);
            if decoded.is_ascii_alphanumeric() || "-._~".contains(decoded) {
                out.push(decoded);
            } else {
                out += &format!("%{octet:02X}");
            }
            rest = &rest[3..];
            continue;
        }
        match first {
            '*' => out += "%2A",
            '$' => out += "%24",
            other => out.push(other),
        }
        rest = &rest[first.len_utf8()..];
    }
    out.into_bytes()
}

/// The octet that the text starts with in percent-encoded form.
fn encoded(text: &str) -> Option<u8> {
    let digits = text.strip_prefix('%')?.get(..2)?;
    digits.chars().all(|digit| digit.is_ascii_hexdigit()).then_some(())?;
    u8::from_str_radix(digits, 16).ok()
}

fn difference(world: &World, seam: &impl Seam) -> Option<String> {
    world.difference(seam, (normalised, normalised), |literal, octet| literal == octet)
}

/// All patterns of up to 5 octets, all paths of up to 6. `%33` is `3`, so that a triplet is made of the alphabet and
/// decodes into it.
#[test]
fn octets_with_a_triplet_that_is_decoded() {
    let octets = ["/", "3", "*", "$", "%"];
    let (patterns, paths) = (words(&["/", "*"], &octets, 4), words(&["/"], &octets, 5));
    let world = World::new(patterns, paths, 1_562 * 3_906);
    assert_eq!(difference(&world, &Rfc), None);
    assert!(difference(&world, &NeverDecodes).is_some());
}

/// All patterns and paths of up to 5 octets. `%24` is `$`, which stays encoded.
#[test]
fn octets_with_a_triplet_that_is_kept() {
    let octets = ["/", "2", "4", "*", "$", "%"];
    let (patterns, paths) = (words(&["/", "*"], &octets, 4), words(&["/"], &octets, 4));
    let world = World::new(patterns, paths, 3_110 * 1_555);
    assert_eq!(difference(&world, &Rfc), None);
    assert!(difference(&world, &AlwaysDecodes).is_some());
}

/// Pieces instead of octets, so that a word holds several triplets of each kind.
#[test]
fn pieces_with_triplets_of_each_kind() {
    let pieces = ["/", "a", "%61", "%2F", "%2a", "%C3", "*", "$"];
    let (patterns, paths) = (words(&["/", "*"], &pieces, 3), words(&["/"], &pieces, 4));
    let world = World::new(patterns, paths, 1_170 * 4_681);
    assert_eq!(difference(&world, &Rfc), None);
    assert!(difference(&world, &LastStarIsTheEnd).is_some());
}

struct NeverDecodes;

impl Seam for NeverDecodes {
    fn encoded(&self, _side: Side, _part: Part, _octet: u8) -> Encoded {
        Encoded::Keep
    }
}

struct AlwaysDecodes;

impl Seam for AlwaysDecodes {
    fn encoded(&self, _side: Side, _part: Part, _octet: u8) -> Encoded {
        Encoded::Decode
    }
}

/// Takes the last `*` for the end of the pattern.
struct LastStarIsTheEnd;

impl Seam for LastStarIsTheEnd {
    fn special(&self, octet: u8, rest: &[u8]) -> Special {
        match octet {
            b'*' if rest.contains(&b'*') => Special::Any,
            b'*' => Special::End,
            _ => Rfc.special(octet, rest),
        }
    }
}
