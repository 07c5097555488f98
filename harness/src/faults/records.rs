//! Faults in other records (RFC 9309, section 2.2.4).

use super::rewrite::{plain, record, until};
use super::{Fault, NONE, fault};
use crate::variant::Hooks;
use repspec_reference::Verdict;
use repspec_reference::seam::{Effect, Line, Record, Rfc, Seam};
use std::borrow::Cow;

pub(super) const FAULTS: &[Fault] = &[
    fault(
        "sitemap-ends-group",
        "other-record-ends-no-group",
        "A Sitemap line ends the group.",
        Hooks { effect: Some(|line| at_key(line, &["sitemap"], Effect::EndGroup)), ..NONE },
    ),
    fault(
        "sitemap-ends-run",
        "other-record-ends-no-group",
        "A Sitemap line ends a run of user-agent lines.",
        Hooks { effect: Some(|line| at_key(line, &["sitemap"], Effect::EndRun)), ..NONE },
    ),
    fault(
        "crawl-delay-ends-run",
        "other-records-do-not-interfere",
        "A Crawl-delay line ends a run of user-agent lines, as a rule does.",
        Hooks { effect: Some(|line| at_key(line, &["crawl-delay"], Effect::EndRun)), ..NONE },
    ),
    fault(
        "crawl-delay-ends-group",
        "other-records-do-not-interfere",
        "What follows a Crawl-delay line is in no group.",
        Hooks { effect: Some(|line| at_key(line, &["crawl-delay"], Effect::EndGroup)), ..NONE },
    ),
    fault(
        "content-signal-ends-group",
        "other-record-ends-no-group",
        "A Content-Signal line ends the group.",
        Hooks { effect: Some(|line| at_key(line, &["content-signal"], Effect::EndGroup)), ..NONE },
    ),
    fault(
        "host-ends-group",
        "additional-lines",
        "A Host, License, Request-rate or Visit-time line ends the group.",
        Hooks {
            effect: Some(|line| {
                let keys = ["host", "license", "request-rate", "visit-time"];
                at_key(line, &keys, Effect::EndGroup)
            }),
            ..NONE
        },
    ),
    fault(
        "unknown-record-ends-run",
        "other-records-do-not-interfere",
        "Any other record ends a run of user-agent lines.",
        Hooks {
            effect: Some(|line| match line {
                Line::Other { .. } => Effect::EndRun,
                _ => Rfc.effect(line),
            }),
            ..NONE
        },
    ),
    fault(
        "unknown-record-ends-group",
        "additional-lines",
        "A record that is not one of those in wide use ends the group.",
        Hooks {
            effect: Some(|line| match line {
                Line::Other { key, .. } if !is_one_of(key, WIDELY_USED) => Effect::EndGroup,
                _ => Rfc.effect(line),
            }),
            ..NONE
        },
    ),
    fault(
        "unknown-record-ends-parsing",
        "additional-lines",
        "Parsing stops at a record that is not one of those in wide use.",
        Hooks {
            text: Some(|octets| {
                let stops = |line: &[u8]| matches!(record(line), Record::Other { key, .. } if !is_one_of(key, WIDELY_USED));
                Cow::Borrowed(until(plain(octets), stops))
            }),
            ..NONE
        },
    ),
    fault(
        "noindex-forbids",
        "other-records-do-not-interfere",
        "A Noindex line is taken for a disallow rule.",
        Hooks {
            record: Some(|content| as_rule(content, |key, _| is_one_of(key, &["noindex"]))),
            ..NONE
        },
    ),
    fault(
        "path-of-any-record-forbids",
        "other-records-do-not-interfere",
        "Whatever the key, a value that begins with a slash is a path that is disallowed.",
        Hooks {
            record: Some(|content| as_rule(content, |_, value| value.starts_with(b"/"))),
            ..NONE
        },
    ),
    fault(
        "clean-param-forbids",
        "other-records-do-not-interfere",
        "The last word of a Clean-param line is taken for a path that is disallowed.",
        Hooks {
            record: Some(|content| match Rfc.record(content) {
                Record::Other { key, value } if is_one_of(key, &["clean-param"]) => {
                    let word = value.rsplit(|octet| *octet == b' ').next().unwrap_or_default();
                    Record::Rule(Verdict::Disallow, word)
                }
                record => record,
            }),
            ..NONE
        },
    ),
];

/// Records that most parsers have heard of.
const WIDELY_USED: &[&str] =
    &["sitemap", "crawl-delay", "host", "clean-param", "noindex", "request-rate"];

fn is_one_of(key: &[u8], keys: &[&str]) -> bool {
    keys.iter().any(|one| key.eq_ignore_ascii_case(one.as_bytes()))
}

/// What a line does, if other records with these keys do this.
fn at_key(line: &Line<'_>, keys: &[&str], effect: Effect) -> Effect {
    match line {
        Line::Other { key, .. } if is_one_of(key, keys) => effect,
        _ => Rfc.effect(line),
    }
}

/// A record, if some others are taken for disallow rules.
fn as_rule(content: &[u8], is_rule: fn(&[u8], &[u8]) -> bool) -> Record<'_> {
    match Rfc.record(content) {
        Record::Other { key, value } if is_rule(key, value) => {
            Record::Rule(Verdict::Disallow, value)
        }
        record => record,
    }
}
