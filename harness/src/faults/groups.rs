//! Faults in where groups begin and end (RFC 9309, sections 2.1, 2.2 and 2.2.2).

use super::rewrite::{lines, plain, record};
use super::{Fault, NONE, fault};
use crate::variant::Hooks;
use repspec_reference::seam::{Effect, Line, Path, Record, Rfc, Seam};
use std::borrow::Cow;

pub(super) const FAULTS: &[Fault] = &[
    fault(
        "blank-line-ends-group",
        "group-production",
        "An empty line ends the group: what follows is in none.",
        Hooks { effect: Some(|line| at_empty_line(line, Effect::EndGroup)), ..NONE },
    ),
    fault(
        "blank-line-ends-run",
        "group-is-agents-then-rules",
        "An empty line ends a run of user-agent lines.",
        Hooks { effect: Some(|line| at_empty_line(line, Effect::EndRun)), ..NONE },
    ),
    fault(
        "blank-line-ends-file",
        "group-production",
        "Parsing stops at the first empty line after a rule.",
        Hooks {
            text: Some(|octets| {
                let mut in_rules = false;
                Cow::Borrowed(super::rewrite::until(plain(octets), |line| {
                    in_rules |= matches!(record(line), Record::Rule(..));
                    in_rules && matches!(line, b"\n" | b"\r\n" | b"\r")
                }))
            }),
            ..NONE
        },
    ),
    fault(
        "line-of-blanks-ends-file",
        "emptyline-production",
        "Parsing stops at a line of nothing but blanks.",
        Hooks {
            text: Some(|octets| {
                let is_blank = |line: &[u8]| line.iter().any(|octet| b" \t".contains(octet));
                let stops = |line: &[u8]| line.trim_ascii().is_empty() && is_blank(line);
                Cow::Borrowed(super::rewrite::until(plain(octets), stops))
            }),
            ..NONE
        },
    ),
    fault(
        "agent-line-always-starts-group",
        "group-is-agents-then-rules",
        "Each user-agent line starts a group of its own.",
        Hooks {
            effect: Some(|line| match line {
                Line::Agent(_) => Effect::NewGroup,
                _ => Rfc.effect(line),
            }),
            ..NONE
        },
    ),
    fault(
        "empty-rule-keeps-run",
        "empty-pattern-production",
        "A rule with an empty pattern does not end a run of user-agent lines.",
        Hooks { effect: Some(|line| at_empty_rule(line, Effect::None)), ..NONE },
    ),
    fault(
        "empty-rule-ends-group",
        "empty-pattern-production",
        "What follows a rule with an empty pattern is in no group.",
        Hooks { effect: Some(|line| at_empty_rule(line, Effect::EndGroup)), ..NONE },
    ),
    fault(
        "rules-before-group-for-star",
        "rules-outside-groups-ignored",
        "Rules before the first group are taken for the star's.",
        Hooks {
            text: Some(|octets| {
                let text = plain(octets);
                let first = lines(text)
                    .map(record)
                    .find(|record| matches!(record, Record::Rule(..) | Record::Agent(_)));
                match first {
                    Some(Record::Rule(..)) => Cow::Owned([b"User-agent: *\n", text].concat()),
                    _ => Cow::Borrowed(text),
                }
            }),
            ..NONE
        },
    ),
    fault(
        "rules-before-group-in-first",
        "rules-outside-groups-ignored",
        "Rules before the first group are taken for that group's.",
        Hooks { text: Some(with_early_rules_in_first_group), ..NONE },
    ),
    fault(
        "file-without-group-for-all",
        "no-group-no-rules",
        "The rules of a file without user-agent lines are for everybody.",
        Hooks {
            text: Some(|octets| {
                let text = plain(octets);
                let has_group = lines(text).any(|line| matches!(record(line), Record::Agent(_)));
                if has_group {
                    Cow::Borrowed(text)
                } else {
                    Cow::Owned([b"User-agent: *\n", text].concat())
                }
            }),
            ..NONE
        },
    ),
];

fn at_empty_line(line: &Line<'_>, effect: Effect) -> Effect {
    match line {
        Line::Empty => effect,
        _ => Rfc.effect(line),
    }
}

fn at_empty_rule(line: &Line<'_>, effect: Effect) -> Effect {
    match line {
        Line::Rule(_, Path::Empty) => effect,
        _ => Rfc.effect(line),
    }
}

/// The file with the rules before its first group moved behind that group's user-agent line.
fn with_early_rules_in_first_group(octets: &[u8]) -> Cow<'_, [u8]> {
    let text = plain(octets);
    let is_agent = |line: &[u8]| matches!(record(line), Record::Agent(_));
    let early = super::rewrite::until(text, is_agent);
    let Some(agent) = lines(&text[early.len()..]).next() else { return Cow::Borrowed(text) };
    if !lines(early).any(|line| matches!(record(line), Record::Rule(..))) {
        return Cow::Borrowed(text);
    }
    let rest = &text[early.len() + agent.len()..];
    Cow::Owned([agent, early, rest].concat())
}
