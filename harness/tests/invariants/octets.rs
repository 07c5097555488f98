//! Any octets at all are answered: no panic, in time.

use crate::{random_octets, wrong};
use arbitrary::{Result, Unstructured};
use repspec::variant::Variant;
use repspec_reference::Robots;
use std::panic::catch_unwind;

/// What is hard on parsers.
const PIECES: [&[u8]; 22] = [
    b"User-agent: *",
    b"Disallow: /",
    b"Allow: /*",
    b"\nDisallow:",
    b"a",
    b"*a",
    b"/",
    b"$",
    b"%",
    b"%4",
    b"%E3",
    b"?",
    b"\n",
    b"\r",
    b"#",
    b":",
    b" ",
    b"\xFF",
    b"\xE3\x83\x84",
    b"\xE3\x83",
    b"\0",
    b"\xEF\xBB\xBF",
];

/// How many files and URIs are tried.
const TRIES: u64 = 500;
const QUIET: &str = "quiet";

/// Faults that are, or stand for, a panic or a cost without bound.
const BROKEN_BY: [&str; 8] = [
    "missing-key-crashes",
    "blank-line-crashes",
    "malformed-escape-crashes",
    "no-group-crashes",
    "every-way-tried",
    "many-rules-quadratic",
    "blanks-tried-every-way",
    "stars-recurse",
];

/// Some pieces, one of them often, perhaps after a good beginning.
fn octets(u: &mut Unstructured<'_>, start: &[u8], often: &[u8]) -> Result<Vec<u8>> {
    let mut octets = if u.ratio(3, 4)? { start.to_vec() } else { Vec::new() };
    for _ in 0..u.int_in_range(0..=2)? {
        octets.extend_from_slice(u.choose(&PIECES)?);
    }
    octets.extend(often.repeat(*u.choose(&[100, 40_000])?));
    octets.extend_from_slice(u.choose(&PIECES)?);
    Ok(octets)
}

/// A file, and a URI with some of the same octets.
fn question(seed: u64) -> Result<(Vec<u8>, String)> {
    let source = random_octets(seed);
    let mut u = Unstructured::new(&source);
    let often = *u.choose(&PIECES)?;
    let file = octets(&mut u, b"User-agent: *\nDisallow: /", often)?;
    let uri = octets(&mut u, b"https://shop.example/", often)?;
    Ok((file, String::from_utf8_lossy(&uri).into_owned()))
}

/// Whether a reference answers this question; explaining is a part of it.
fn is_answered(variant: &Variant, seed: u64) -> bool {
    let (file, uri) = question(seed).expect("there are octets enough");
    let decide = || {
        let robots = Robots::parse_with(&file, variant.clone());
        robots.decide("a", &uri) == robots.explain("a", &uri).decision
    };
    catch_unwind(decide).unwrap_or(false)
}

#[test]
fn the_reference_answers_any_octets() {
    let unanswered = (0..TRIES).find(|&seed| !is_answered(&Variant::default(), seed));
    assert_eq!(unanswered, None);
}

/// They panic, which needs no message: in a thread of its own.
#[test]
fn some_octets_are_too_much_for_others() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if std::thread::current().name() != Some(QUIET) {
            usual(panic);
        }
    }));
    let answers_all = |name: &&&str| (0..TRIES).all(|seed| is_answered(&wrong(name), seed));
    let thread = std::thread::Builder::new().name(QUIET.to_owned());
    let answering: Vec<_> = std::thread::scope(|scope| {
        let seek = || BROKEN_BY.iter().filter(answers_all).collect();
        let seeking = thread.spawn_scoped(scope, seek).expect("a thread starts");
        seeking.join().expect("panics are caught")
    });
    assert!(answering.is_empty(), "{answering:?}");
}
