//! Faults in which rule decides, in what decides without one, and in the cost of it (RFC 9309, sections 2.2.2 and 3).

use super::rewrite::{lines, plain, record};
use super::{Fault, NONE, fault, never_ends};
use crate::variant::Hooks;
use repspec_reference::seam::{Record, Rfc, Seam};
use repspec_reference::{Pattern, SelectedBy, Target, Verdict, matches};
use std::borrow::Cow;

pub(super) const FAULTS: &[Fault] = &[
    fault(
        "first-match-wins",
        "most-specific-match-used",
        "The first rule that matches decides.",
        Hooks { beats: Some(|_, _| false), ..NONE },
    ),
    fault(
        "last-match-wins",
        "most-specific-match-used",
        "The last rule that matches decides.",
        Hooks { beats: Some(|_, _| true), ..NONE },
    ),
    fault(
        "shortest-match-wins",
        "most-octets-is-most-specific",
        "The shortest rule that matches decides.",
        Hooks {
            beats: Some(|challenger, holder| challenger.specificity < holder.specificity),
            ..NONE
        },
    ),
    fault(
        "allow-always-wins",
        "most-octets-is-most-specific",
        "An allow rule that matches beats every disallow rule.",
        Hooks { beats: Some(|challenger, _| challenger.access == Verdict::Allow), ..NONE },
    ),
    fault(
        "disallow-always-wins",
        "most-specific-match-used",
        "A disallow rule that matches beats every allow rule.",
        Hooks { beats: Some(|challenger, _| challenger.access == Verdict::Disallow), ..NONE },
    ),
    fault(
        "disallow-wins-ties",
        "allow-wins-ties",
        "Of an allow and a disallow rule that are equivalent the disallow rule is used.",
        Hooks {
            beats: Some(|challenger, holder| {
                challenger.specificity > holder.specificity
                    || challenger.specificity == holder.specificity
                        && challenger.access == Verdict::Disallow
            }),
            ..NONE
        },
    ),
    fault(
        "first-wins-ties",
        "allow-wins-ties",
        "Of an allow and a disallow rule that are equivalent the first one is used.",
        Hooks {
            beats: Some(|challenger, holder| challenger.specificity > holder.specificity),
            ..NONE
        },
    ),
    fault(
        "last-wins-ties",
        "allow-wins-ties",
        "Of an allow and a disallow rule that are equivalent the last one is used.",
        Hooks {
            beats: Some(|challenger, holder| challenger.specificity >= holder.specificity),
            ..NONE
        },
    ),
    fault(
        "lengths-compared-as-text",
        "most-octets-is-most-specific",
        "Lengths are compared as texts: 9 is more than 16.",
        Hooks {
            beats: Some(|challenger, holder| {
                let (ours, theirs) =
                    (challenger.specificity.to_string(), holder.specificity.to_string());
                ours > theirs || ours == theirs && challenger.access == Verdict::Allow
            }),
            ..NONE
        },
    ),
    fault(
        "segments-counted",
        "most-octets-is-most-specific",
        "The rule with the most slashes decides.",
        Hooks {
            specificity: Some(|pattern, _| {
                pattern.normalised().iter().filter(|octet| **octet == b'/').count()
            }),
            ..NONE
        },
    ),
    fault(
        "star-rules-lose",
        "figure-5",
        "A rule with a star or dollar sign loses to every other.",
        Hooks {
            specificity: Some(
                |pattern, _| {
                    if pattern.specials() > 0 { 0 } else { pattern.octets() }
                },
            ),
            ..NONE
        },
    ),
    fault(
        "star-rules-win",
        "most-specific-match-used",
        "A rule with a star or dollar sign beats every other.",
        Hooks {
            specificity: Some(|pattern, _| pattern.octets() + 1000 * pattern.specials().min(1)),
            ..NONE
        },
    ),
    fault(
        "root-rule-final",
        "most-octets-is-most-specific",
        "An allow rule for the slash alone settles the matter.",
        Hooks {
            beats: Some(|challenger, holder| {
                let settles = |rule: &repspec_reference::seam::Candidate<'_>| {
                    rule.access == Verdict::Allow && rule.pattern.raw() == b"/"
                };
                settles(challenger) || !settles(holder) && Rfc.beats(challenger, holder)
            }),
            ..NONE
        },
    ),
    fault(
        "repeated-rules-cancel",
        "duplicates-may-be-dropped",
        "A rule that is repeated is dropped altogether.",
        Hooks { text: Some(without_repeated_rules), ..NONE },
    ),
    fault(
        "allow-forbids-the-rest",
        "no-match-allows",
        "Where a group has an allow rule, what no rule matches is forbidden.",
        Hooks {
            text: Some(|octets| {
                let mut out = Vec::with_capacity(octets.len());
                for line in lines(plain(octets)) {
                    if matches!(record(line), Record::Rule(Verdict::Allow, [_, ..])) {
                        out.extend_from_slice(b"Disallow: /*\n");
                    }
                    out.extend_from_slice(line);
                }
                Cow::Owned(out)
            }),
            specificity: Some(
                |pattern, _| if pattern.raw() == b"/*" { 0 } else { pattern.octets() },
            ),
            ..NONE
        },
    ),
    fault(
        "no-match-forbids",
        "no-match-allows",
        "What no rule of the crawler's group matches is forbidden.",
        Hooks {
            unmatched: Some(|by| match by {
                SelectedBy::Token | SelectedBy::Star => Verdict::Disallow,
                SelectedBy::Nothing => Verdict::Allow,
            }),
            ..NONE
        },
    )
    .broad("Most allowed URIs of the suite are allowed because no rule matches them."),
    fault(
        "robots-txt-by-rules",
        "robots-txt-allowed",
        "The robots.txt is treated as any other URI.",
        Hooks { implicit_allow: Some(|_| None), ..NONE },
    ),
    fault(
        "robots-txt-as-written",
        "robots-txt-allowed",
        "The robots.txt is allowed only if the URI has it without encoded octets.",
        Hooks {
            path_and_query: Some(|uri| {
                let target = Rfc.path_and_query(uri);
                let normalised = Target::new(&Rfc, uri);
                let is_robots_txt =
                    normalised.is_ok_and(|normalised| normalised.octets() == b"/robots.txt");
                if is_robots_txt && target.contains(&b'%') {
                    return Cow::Owned([&target, &b"#"[..]].concat());
                }
                target
            }),
            ..NONE
        },
    ),
    fault(
        "text-files-allowed",
        "keys-say-the-verdict",
        "Text files at the top are allowed as the robots.txt is.",
        Hooks {
            implicit_allow: Some(|target| {
                let name = target.octets().strip_suffix(b".txt")?;
                (!name[1..].contains(&b'/')).then_some(usize::MAX)
            }),
            ..NONE
        },
    ),
    fault(
        "every-way-tried",
        "bounded-time",
        "Each star is tried with everything that it may stand for: with many, this does not end in time.",
        Hooks { matches: Some(tried_every_way), ..NONE },
    ),
    fault(
        "many-stars-never-match",
        "star-matches-any",
        "A pattern with more than twenty stars is dropped, to save time.",
        Hooks {
            matches: Some(|pattern, target| {
                pattern.specials() <= 20 && matches(&Rfc, pattern, target)
            }),
            ..NONE
        },
    ),
    fault(
        "many-stars-match-all",
        "bounded-time",
        "A pattern with more than twenty stars is taken to match, to save time.",
        Hooks {
            matches: Some(|pattern, target| {
                pattern.specials() > 20 || matches(&Rfc, pattern, target)
            }),
            ..NONE
        },
    ),
    fault(
        "stars-recurse",
        "match-needs-the-whole-path",
        "Each star is a call: with thousands, the stack ends.",
        Hooks {
            matches: Some(|pattern, target| {
                assert!(pattern.specials() < 5000, "the stack has no room left");
                matches(&Rfc, pattern, target)
            }),
            ..NONE
        },
    ),
];

/// A small file without rules that occur more than once in it; in a large one, counting would take too long.
fn without_repeated_rules(octets: &[u8]) -> Cow<'_, [u8]> {
    let text = plain(octets);
    if text.len() > 4096 {
        return Cow::Borrowed(text);
    }
    let is_rule = |line: &[u8]| matches!(record(line), Record::Rule(_, [_, ..]));
    let count = |wanted: &[u8]| lines(text).filter(|line| *line == wanted).count();
    let kept = lines(text).filter(|line| !is_rule(line) || count(line) == 1);
    Cow::Owned(kept.collect::<Vec<_>>().concat())
}

/// A matcher that goes back to each star again and again.
fn tried_every_way(pattern: &Pattern<'_>, target: &Target) -> bool {
    fn from(segments: &[&[u8]], octets: &[u8], anchored: bool, steps: &mut usize) -> bool {
        *steps += 1;
        if *steps > 100_000 {
            never_ends();
        }
        match segments {
            [] => !anchored || octets.is_empty(),
            [segment, after @ ..] => (0..=octets.len()).any(|at| {
                octets[at..].starts_with(segment)
                    && from(after, &octets[at + segment.len()..], anchored, steps)
            }),
        }
    }
    let octets = target.octets();
    let plain = pattern.rest().all(|segment| segment.in_query.is_none());
    if !plain || pattern.specials() > 1000 || !octets.starts_with(pattern.first()) {
        return matches(&Rfc, pattern, target);
    }
    let segments: Vec<&[u8]> = pattern.rest().map(|segment| segment.octets).collect();
    from(&segments, &octets[pattern.first().len()..], pattern.is_anchored(), &mut 0)
}
