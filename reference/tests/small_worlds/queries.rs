//! Matching in the query (RFC 9309, section 2.2.2, as the answer `equal` to the reading `reserved-in-query` takes it): two
//! texts are equal if they are equal after every delimiter in the query is encoded.

use crate::words::{World, words};
use repspec_reference::seam::{Part, Raw, Rfc, Seam, Side};

/// A character of a path and query as it is written, and whether it stands after the first `?`.
#[derive(Debug)]
struct Unit {
    text: String,
    in_query: bool,
}

/// The characters of a word, a percent-encoded one in one piece.
fn characters(word: &str) -> Vec<String> {
    let mut rest = word;
    let mut characters = Vec::new();
    while !rest.is_empty() {
        let (character, after) = rest.split_at(if rest.starts_with('%') { 3 } else { 1 });
        characters.push(character.to_owned());
        rest = after;
    }
    characters
}

fn units(path: &str) -> Vec<Unit> {
    let mut in_query = false;
    let units = characters(path).into_iter().map(|text| {
        let unit = Unit { in_query, text };
        in_query |= unit.text == "?";
        unit
    });
    units.collect()
}

/// A character with every delimiter encoded.
fn delimiter_encoded(character: &str) -> &str {
    match character {
        "?" => "%3F",
        "=" => "%3D",
        "&" => "%26",
        "/" => "%2F",
        other => other,
    }
}

/// Where the target's character stands decides how the two are compared.
fn is_equal(literal: &String, unit: &Unit) -> bool {
    *literal == unit.text
        || unit.in_query && delimiter_encoded(literal) == delimiter_encoded(&unit.text)
}

/// The symbols are whole characters: what a `*` does inside a triplet is a question for the worlds of paths.
#[test]
fn delimiters_and_their_encoded_forms() {
    let characters_of_paths = ["/", "?", "=", "&", "%26", "%3D", "%3F"];
    let open = words(&["/", "*"], &[&characters_of_paths[..], &["*"]].concat(), 3);
    let anchored: Vec<_> = open.iter().map(|pattern| format!("{pattern}$")).collect();
    let paths = words(&["/"], &characters_of_paths, 4);
    let world = World::new([open, anchored].concat(), paths, 2_340 * 2_801);
    assert_eq!(world.difference(&Rfc, (characters, units), is_equal), None);
    assert!(world.difference(&QueryLikePath, (characters, units), is_equal).is_some());
}

/// Compares a query as the path is compared.
struct QueryLikePath;

impl Seam for QueryLikePath {
    fn raw(&self, side: Side, _part: Part, octet: u8) -> Raw {
        Rfc.raw(side, Part::Path, octet)
    }
}
