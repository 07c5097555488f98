//! Any octets in, an answer out, at a bounded cost (RFC 9309, section 3).

use repspec_reference::seam::Seam;
use repspec_reference::{Pattern, Robots, Target, Verdict};
use std::cell::Cell;

#[test]
fn hostile_octets_are_answered() {
    let pieces: [&[u8]; 16] = [
        b"User-agent: *",
        b"Disallow:",
        b"/",
        b"*",
        b"$",
        b"%",
        b"%4",
        b"\n",
        b"\r",
        b"#",
        b":",
        b"\xFF",
        b"\xE3\x83",
        b"\0",
        b"?",
        b"\xEF\xBB\xBF",
    ];
    let mut state = 1_u64;
    for _ in 0..20_000 {
        let mut file = Vec::new();
        let mut uri = String::from("https://h.example");
        for _ in 0..12 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let piece = pieces[(state >> 60) as usize];
            file.extend_from_slice(piece);
            uri.push_str(&String::from_utf8_lossy(piece));
        }
        let robots = Robots::parse(&file);
        let decision = robots.decide("a", &uri);
        assert_eq!(decision, robots.explain("a", &uri).decision);
    }
}

/// Counts how often the matcher asks whether a `*` may end: once per place where a segment occurs.
#[derive(Default)]
struct Counting(Cell<usize>);

impl Seam for Counting {
    fn star_may_end(&self, _target: &[u8], _at: usize) -> bool {
        self.0.set(self.0.get() + 1);
        true
    }
}

#[test]
fn many_stars_against_near_misses_are_tried_once_each() {
    let stars = 20_000;
    let rule = format!("/{}b", "*a".repeat(stars));
    let uri = format!("/{}", "a".repeat(100_000));
    let seam = Counting::default();
    let pattern = Pattern::new(&seam, rule.as_bytes()).expect("no percent sign");
    let target = Target::new(&seam, uri.as_bytes()).expect("no percent sign");
    assert!(!repspec_reference::matches(&seam, &pattern, &target));
    assert!(seam.0.get() <= stars, "{} places were tried", seam.0.get());
    let file = format!("User-agent: *\nDisallow: {rule}\n");
    assert_eq!(Robots::parse(file.as_bytes()).decide("a", &uri).verdict, Verdict::Allow);
}
