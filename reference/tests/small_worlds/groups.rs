//! The choice of rules (RFC 9309, sections 2.1 and 2.2.1).

use repspec_reference::seam::{Effect, Line, Path, Rfc, Seam};
use repspec_reference::{Robots, Verdict};

const LINES: [&str; 8] = [
    "user-agent: a",
    "user-agent: b",
    "user-agent: *",
    "disallow: /",
    "allow: /",
    "disallow: ",
    "sitemap: https://shop.example/map",
    "",
];

/// The naive definition. A rule is for a user-agent line above it if between the two there are only user-agent lines and
/// then only rules. The lines that name the crawler count, if the file has any; else those for `*`.
fn verdict(lines: &[&str], token: &str) -> Verdict {
    let records = lines.iter().filter_map(|line| line.split_once(": "));
    let records: Vec<_> = records.filter(|(key, _)| *key != "sitemap").collect();
    let wanted = if records.contains(&("user-agent", token)) { token } else { "*" };
    let is_rule = |&(key, _): &(&str, &str)| key != "user-agent";
    let applies = |access: &str| {
        let mut rules = (0..records.len()).filter(|&rule| records[rule] == (access, "/"));
        rules.any(|rule| {
            (0..rule).any(|agent| {
                records[agent] == ("user-agent", wanted)
                    && records[agent..rule].is_sorted_by_key(is_rule)
            })
        })
    };
    if applies("disallow") && !applies("allow") { Verdict::Disallow } else { Verdict::Allow }
}

/// All files of `count` lines.
fn files(count: u32) -> impl Iterator<Item = Vec<&'static str>> {
    let kinds = LINES.len();
    (0..kinds.pow(count)).map(move |number| {
        (0..count).map(|place| LINES[number / kinds.pow(place) % kinds]).collect()
    })
}

/// The first file and token of which the reference, with this seam, says something else.
fn difference<S: Seam + Copy>(seam: S) -> Option<String> {
    (0..=5).flat_map(files).find_map(|file| {
        let text = file.join("\n");
        let robots = Robots::parse_with(text.as_bytes(), seam);
        let differs = |token: &&str| {
            robots.decide(token, "https://shop.example/x").verdict != verdict(&file, token)
        };
        ["a", "b", "c"].into_iter().find(differs).map(|token| format!("for {token}: {text:?}"))
    })
}

/// All files of up to 5 lines.
#[test]
fn files_of_a_few_lines() {
    assert_eq!(difference(Rfc), None);
    assert!(difference(EmptyRuleIsNone).is_some());
}

/// A rule without a value does not end a run of user-agent lines.
#[derive(Clone, Copy)]
struct EmptyRuleIsNone;

impl Seam for EmptyRuleIsNone {
    fn effect(&self, line: &Line<'_>) -> Effect {
        match line {
            Line::Rule(_, Path::Empty) => Effect::None,
            _ => Rfc.effect(line),
        }
    }
}
