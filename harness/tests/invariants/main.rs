//! Relations between two questions that hold whatever the verdicts are: they need no expected one. Each is shown to fail
//! for references that are wrong on purpose.

mod ask;
mod changes;
mod octets;

use arbitrary::{Result, Unstructured};
use ask::{Ask, Group, pattern};
use changes::Change;
use repspec::answers::Answers;
use repspec::faults;
use repspec::variant::Variant;
use repspec_reference::{Robots, Verdict};

/// How many questions each relation is tried on.
const TRIES: u64 = 3_000;

/// What the change may do to the verdict.
#[derive(Clone, Copy, Debug)]
enum Relation {
    Same,
    NeverFreed,
    NeverForbidden,
}
use Relation::{NeverForbidden, NeverFreed, Same};

impl Relation {
    fn holds(self, before: Verdict, after: Verdict) -> bool {
        match self {
            Same => before == after,
            NeverFreed => before == Verdict::Allow || after == Verdict::Disallow,
            NeverForbidden => before == Verdict::Disallow || after == Verdict::Allow,
        }
    }
}

struct Invariant {
    name: &'static str,
    ask: fn(&mut Unstructured<'_>) -> Result<Ask>,
    change: Change,
    relation: Relation,
    /// Faults, or answers to readings, that break it.
    broken_by: &'static [&'static str],
}

const fn same(name: &'static str, change: Change, broken_by: &'static [&'static str]) -> Invariant {
    Invariant { name, ask: Ask::new, change, relation: Same, broken_by }
}

static INVARIANTS: &[Invariant] = &[
    same("CR, LF or CRLF", changes::line_ends, &["lone-cr-ends-no-line", "cr-kept-before-lf"]),
    same("an empty line", changes::blank_line, &["blank-line-ends-group", "blank-line-ends-run"]),
    same(
        "a comment line",
        changes::comment_line,
        &["comment-line-ends-group", "commented-out-line-used"],
    ),
    same(
        "comments after records",
        changes::comment_after,
        &["comment-needs-blank", "comment-kept-on-agent-line", "comment-from-the-last-sign"],
    ),
    same("case of keys", changes::key_case, &["keys-in-usual-case", "agent-key-in-usual-case"]),
    same(
        "blanks",
        changes::blanks,
        &["no-blank-before-colon", "one-blank-after-colon", "tab-is-no-blank"],
    ),
    same(
        "case of tokens",
        changes::token_case,
        &["token-case-matters", "only-file-lower-cased", "only-crawler-lower-cased"],
    ),
    same(
        "order of rules",
        changes::order_of_rules,
        &["first-match-wins", "last-match-wins", "first-wins-ties"],
    ),
    same(
        "order of groups",
        changes::order_of_groups,
        &["first-group-only", "star-wins-if-first", "group-before-added"],
    ),
    same(
        "an other record",
        changes::other_record,
        &["sitemap-ends-run", "crawl-delay-ends-group", "path-of-any-record-forbids"],
    ),
    same(
        "an empty rule",
        changes::empty_rule,
        &["empty-disallow-forbids-all", "empty-rule-undoes-earlier", "empty-rule-ends-rules"],
    ),
    same("a rule twice", changes::repeated_rule, &["repeated-rules-cancel"]),
    same(
        "a group twice",
        changes::repeated_group,
        &["last-group-only", "repeated-star-groups: last-only"],
    ),
    same(
        "a group in two",
        changes::split_group,
        &["first-group-only", "neighbouring-groups-only", "repeated-star-groups: first-only"],
    ),
    same(
        "an encoded unreserved octet",
        changes::encoded_unreserved,
        &["unreserved-not-decoded", "uri-encoded-twice"],
    ),
    same("case of hexadecimal digits", changes::hex_case, &["hex-case: distinct"]),
    same(
        "a group for another",
        changes::foreign_group,
        &["all-groups-obeyed", "next-group-added", "first-group-for-the-unnamed"],
    ),
    Invariant {
        name: "one more disallow rule",
        ask: Ask::new,
        change: changes::more_disallowed,
        relation: NeverFreed,
        broken_by: &["last-rule-of-a-kind-kept", "first-rule-of-a-kind-kept"],
    },
    Invariant {
        name: "one more allow rule",
        ask: Ask::new,
        change: changes::more_allowed,
        relation: NeverForbidden,
        broken_by: &["allow-forbids-the-rest", "allow-taken-for-disallow"],
    },
    Invariant {
        name: "a longer URI under one rule without a final dollar sign",
        ask: one_rule,
        change: changes::longer_uri,
        relation: NeverFreed,
        broken_by: &["match-ends-at-segment", "first-octets-compared-only", "file-rule-is-exact"],
    },
];

fn one_rule(u: &mut Unstructured<'_>) -> Result<Ask> {
    let mut ask = Ask::new(u)?;
    let (agents, rules) =
        (vec!["user-agent: *".to_owned()], vec![format!("disallow: {}", pattern(u)?)]);
    ask.groups = vec![Group { agents, rules }];
    Ok(ask)
}

fn verdict(variant: &Variant, ask: &Ask) -> Verdict {
    let robots = Robots::parse_with(ask.robots_txt().as_bytes(), variant.clone());
    robots.decide(&ask.token, &ask.uri()).verdict
}

impl Invariant {
    /// A question and what the change makes of it.
    fn questions(&self, seed: u64) -> Result<(Ask, Ask)> {
        let octets = random_octets(seed);
        let mut u = Unstructured::new(&octets);
        let before = (self.ask)(&mut u)?;
        let mut after = before.clone();
        (self.change)(&mut after, &mut u)?;
        Ok((before, after))
    }

    /// The first questions on which it does not hold.
    fn violation(&self, variant: &Variant) -> Option<String> {
        (0..TRIES).find_map(|seed| {
            let (before, after) = self.questions(seed).expect("there are octets enough");
            let verdicts = (verdict(variant, &before), verdict(variant, &after));
            let holds = self.relation.holds(verdicts.0, verdicts.1);
            (!holds).then(|| format!("{}: {verdicts:?}\n{before:#?}\n{after:#?}", self.name))
        })
    }
}

/// SplitMix64: the same octets for a seed everywhere.
fn random_octets(seed: u64) -> Vec<u8> {
    let mut state = seed;
    let words = std::iter::repeat_with(|| {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let word = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ (word >> 31)
    });
    words.take(128).flat_map(u64::to_le_bytes).collect()
}

/// A fault, or an answer to a reading.
fn wrong(name: &str) -> Variant {
    let Some((reading, answer)) = name.split_once(": ") else {
        return faults::find(name).expect("the fault exists").into();
    };
    let mut answers = Answers::default();
    answers.give(reading, answer).expect("the answer exists");
    answers.into()
}

#[test]
fn the_reference_keeps_every_invariant() {
    for invariant in INVARIANTS {
        assert_eq!(invariant.violation(&Variant::default()), None);
    }
}

#[test]
fn each_invariant_can_be_broken() {
    let mut kept = Vec::new();
    for invariant in INVARIANTS {
        let broken_by = invariant.broken_by.iter();
        let keep = broken_by.filter(|name| invariant.violation(&wrong(name)).is_none());
        kept.extend(keep.map(|name| format!("{}: {name}", invariant.name)));
        assert!(!invariant.broken_by.is_empty(), "{} is broken by nothing", invariant.name);
    }
    assert!(kept.is_empty(), "these do not break what they should:\n{}", kept.join("\n"));
}
