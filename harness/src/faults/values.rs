//! Faults in which values of rules are kept, empty ones above all (RFC 9309, section 2.2).

use super::rewrite::{lines, only, plain, record};
use super::{Fault, NONE, fault};
use crate::variant::Hooks;
use repspec_reference::Verdict;
use repspec_reference::seam::{Path, Record, Rfc, Seam};
use std::borrow::Cow;

pub(super) const FAULTS: &[Fault] = &[
    fault(
        "empty-disallow-forbids-all",
        "empty-pattern-production",
        "A disallow rule without value forbids everything.",
        Hooks {
            record: Some(|content| match Rfc.record(content) {
                Record::Rule(Verdict::Disallow, b"") => Record::Rule(Verdict::Disallow, b"/"),
                record => record,
            }),
            ..NONE
        },
    ),
    fault(
        "empty-rule-undoes-earlier",
        "empty-pattern-production",
        "A disallow rule without value undoes the rules before it in its group.",
        Hooks { text: Some(without_rules_before_empty), ..NONE },
    ),
    fault(
        "empty-rule-ends-rules",
        "empty-pattern-production",
        "The rules of a group after one without value are not looked at.",
        Hooks {
            text: Some(|octets| {
                let mut over = false;
                Cow::Owned(only(plain(octets), |line| match record(line) {
                    Record::Agent(_) => {
                        over = false;
                        true
                    }
                    Record::Rule(_, value) => {
                        let keeps = !over;
                        over |= value.is_empty();
                        keeps
                    }
                    _ => true,
                }))
            }),
            ..NONE
        },
    ),
    fault(
        "slash-alone-skipped",
        "path-pattern-production",
        "A pattern of nothing but a slash is taken for an empty one.",
        Hooks {
            path: Some(|value| if value == b"/" { Path::Empty } else { Rfc.path(value) }),
            ..NONE
        },
    ),
    fault(
        "last-rule-of-a-kind-kept",
        "rule-is-key-and-path",
        "A group holds one path for each key: a later rule replaces an earlier one.",
        Hooks { text: Some(|octets| Cow::Owned(one_rule_of_a_kind(octets, true))), ..NONE },
    ),
    fault(
        "first-rule-of-a-kind-kept",
        "rule-is-key-and-path",
        "A group holds one path for each key: a later rule does not replace it.",
        Hooks { text: Some(|octets| Cow::Owned(one_rule_of_a_kind(octets, false))), ..NONE },
    ),
    fault(
        "first-two-rules-matched",
        "paths-matched-against-uri",
        "A URI is matched against the first two rules of a group only.",
        Hooks { text: Some(|octets| Cow::Owned(two_rules_a_group(octets))), ..NONE },
    ),
];

/// The file without those rules of a group that come after its first two.
fn two_rules_a_group(octets: &[u8]) -> Vec<u8> {
    let mut rules = 0;
    super::rewrite::only(plain(octets), |line| {
        match record(line) {
            Record::Agent(_) => rules = 0,
            Record::Rule(..) => rules += 1,
            _ => {}
        }
        rules <= 2 || !matches!(record(line), Record::Rule(..))
    })
}

/// The file without the rules of a group that stand before a disallow rule without value.
fn without_rules_before_empty(octets: &[u8]) -> Cow<'_, [u8]> {
    let text = plain(octets);
    let mut out: Vec<&[u8]> = Vec::new();
    for line in lines(text) {
        match record(line) {
            Record::Rule(Verdict::Disallow, b"") => {
                let group = out.iter().rposition(|line| matches!(record(line), Record::Agent(_)));
                out.truncate(group.map_or(0, |at| at + 1));
                out.push(line);
            }
            _ => out.push(line),
        }
    }
    Cow::Owned(out.concat())
}

/// The file with the last or first rule for each key of a group only.
fn one_rule_of_a_kind(octets: &[u8], last: bool) -> Vec<u8> {
    let mut out: Vec<&[u8]> = Vec::new();
    let mut kept: [Option<usize>; 2] = [None; 2];
    for line in lines(plain(octets)) {
        match record(line) {
            Record::Agent(_) => kept = [None; 2],
            Record::Rule(access, [_, ..]) => {
                let kept = &mut kept[usize::from(access == Verdict::Allow)];
                match *kept {
                    Some(at) if last => out[at] = b"\n",
                    Some(_) => continue,
                    None => {}
                }
                *kept = Some(out.len());
            }
            _ => {}
        }
        out.push(line);
    }
    out.concat()
}
