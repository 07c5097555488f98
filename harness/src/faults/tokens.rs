//! Faults in whom user-agent lines name (RFC 9309, sections 2.2 and 2.2.1).

use super::{Fault, NONE, fault};
use crate::variant::Hooks;
use repspec_reference::octets::{is_blank, is_identifier};
use repspec_reference::seam::{Agent, Rfc, Seam};
use repspec_reference::select_groups;

pub(super) const FAULTS: &[Fault] = &[
    fault(
        "star-anywhere-in-token",
        "product-token-production",
        "A value with a star in it stands for every crawler.",
        Hooks {
            agent: Some(|value| if value.contains(&b'*') { Agent::Star } else { Rfc.agent(value) }),
            ..NONE
        },
    ),
    fault(
        "star-removed-from-token",
        "identifier-production",
        "Stars are taken out of a value, so that a wrong name becomes a token.",
        Hooks {
            names: Some(|agent, crawler| match agent {
                Agent::Invalid(value) => is_without(value, crawler, |octet| octet == b'*'),
                _ => Rfc.names(agent, crawler),
            }),
            ..NONE
        },
    ),
    fault(
        "star-inside-token-expanded",
        "identifier-production",
        "A star inside a token stands for any characters.",
        Hooks {
            names: Some(|agent, crawler| match agent {
                Agent::Invalid(value) => {
                    let star = value.iter().position(|octet| *octet == b'*');
                    star.is_some_and(|at| {
                        let (start, end) = (&value[..at], &value[at + 1..]);
                        !start.is_empty()
                            && start.len() + end.len() <= crawler.len()
                            && crawler.starts_with(start)
                            && crawler.ends_with(end)
                    })
                }
                _ => Rfc.names(agent, crawler),
            }),
            ..NONE
        },
    ),
    fault(
        "token-ends-with-letter",
        "identifier-production",
        "A token must end with a letter.",
        Hooks {
            agent: Some(|value| match value {
                [.., b'-' | b'_'] => Agent::Invalid(value),
                _ => Rfc.agent(value),
            }),
            ..NONE
        },
    ),
    fault(
        "words-joined",
        "identifier-production",
        "Blanks are taken out of a value, so that two words become a token.",
        Hooks {
            names: Some(|agent, crawler| match agent {
                Agent::Invalid(value) => is_without(value, crawler, is_blank),
                _ => Rfc.names(agent, crawler),
            }),
            ..NONE
        },
    ),
    fault(
        "token-ends-at-hyphen",
        "identifier-production",
        "A token is made of letters and underscores only, and ends before the first hyphen.",
        Hooks { agent: Some(|value| cut_token(value, b'-')), ..NONE },
    ),
    fault(
        "token-ends-at-underscore",
        "identifier-production",
        "A token is made of letters and hyphens only, and ends before the first underscore.",
        Hooks { agent: Some(|value| cut_token(value, b'_')), ..NONE },
    ),
    fault(
        "token-by-letters",
        "identifier-production",
        "Groups are kept in a table by the letters of their tokens, where a later one replaces an earlier.",
        Hooks {
            names: Some(|agent, crawler| {
                let is_mark = |octet| matches!(octet, b'-' | b'_');
                named_by(agent, |token| {
                    let letters: Vec<u8> =
                        crawler.iter().copied().filter(|octet| !is_mark(*octet)).collect();
                    is_without(token, &letters, is_mark)
                })
            }),
            select: Some(|robots, crawler| {
                let mut chosen = select_groups(robots.seam(), robots, crawler);
                chosen.groups.drain(..chosen.groups.len().saturating_sub(1));
                chosen
            }),
            ..NONE
        },
    ),
    fault(
        "token-of-one-letter-dropped",
        "identifier-production",
        "A token must have two characters or more.",
        Hooks {
            agent: Some(|value| match value {
                [octet] if *octet != b'*' => Agent::Invalid(value),
                _ => Rfc.agent(value),
            }),
            ..NONE
        },
    ),
    fault(
        "token-begins-with-letter",
        "identifier-production",
        "A token must begin with a letter.",
        Hooks {
            agent: Some(|value| match value {
                [b'-' | b'_', ..] => Agent::Invalid(value),
                _ => Rfc.agent(value),
            }),
            ..NONE
        },
    ),
    fault(
        "token-case-matters",
        "token-match-ignores-case",
        "Tokens are compared with regard to case.",
        Hooks { names: Some(|agent, crawler| named_by(agent, |token| token == crawler)), ..NONE },
    ),
    fault(
        "only-file-lower-cased",
        "token-match-ignores-case",
        "The file's tokens are made lower case, the crawler's is not.",
        Hooks {
            names: Some(|agent, crawler| {
                named_by(agent, |token| token.to_ascii_lowercase() == crawler)
            }),
            ..NONE
        },
    ),
    fault(
        "only-crawler-lower-cased",
        "token-match-ignores-case",
        "The crawler's token is made lower case, the file's are not.",
        Hooks {
            names: Some(|agent, crawler| {
                named_by(agent, |token| *token == crawler.to_ascii_lowercase())
            }),
            ..NONE
        },
    ),
    fault(
        "token-inside-crawlers",
        "token-finds-groups",
        "A group is for each crawler whose token contains the group's.",
        Hooks {
            names: Some(|agent, crawler| named_by(agent, |token| contains(crawler, token))),
            ..NONE
        },
    ),
    fault(
        "crawlers-inside-token",
        "token-finds-groups",
        "A group is for each crawler whose token the group's contains.",
        Hooks {
            names: Some(|agent, crawler| named_by(agent, |token| contains(token, crawler))),
            ..NONE
        },
    ),
    fault(
        "token-prefix-of-crawlers",
        "token-finds-groups",
        "A group is for each crawler whose token begins with the group's.",
        Hooks {
            names: Some(|agent, crawler| named_by(agent, |token| starts_with(crawler, token))),
            ..NONE
        },
    ),
    fault(
        "crawlers-prefix-of-token",
        "token-finds-groups",
        "A group is for each crawler with whose token the group's begins.",
        Hooks {
            names: Some(|agent, crawler| named_by(agent, |token| starts_with(token, crawler))),
            ..NONE
        },
    ),
    fault(
        "mozilla-names-everybody",
        "token-finds-groups",
        "A group for Mozilla is for each crawler, since most send that word.",
        Hooks {
            names: Some(|agent, crawler| {
                named_by(agent, |token| {
                    token.eq_ignore_ascii_case(b"mozilla") || token.eq_ignore_ascii_case(crawler)
                })
            }),
            ..NONE
        },
    ),
];

fn named_by(agent: Agent<'_>, names: impl Fn(&[u8]) -> bool) -> bool {
    matches!(agent, Agent::Token(token) if names(token))
}

fn starts_with(longer: &[u8], shorter: &[u8]) -> bool {
    longer.get(..shorter.len()).is_some_and(|start| start.eq_ignore_ascii_case(shorter))
}

fn contains(longer: &[u8], shorter: &[u8]) -> bool {
    longer.windows(shorter.len()).any(|part| part.eq_ignore_ascii_case(shorter))
}

/// Whether a value without some octets is the crawler's token.
fn is_without(value: &[u8], crawler: &[u8], dropped: fn(u8) -> bool) -> bool {
    let kept = value.iter().copied().filter(|octet| !dropped(*octet));
    kept.map(|octet| octet.to_ascii_lowercase()).eq(crawler.iter().map(u8::to_ascii_lowercase))
}

/// A token that ends before an octet that an identifier may hold.
fn cut_token(value: &[u8], end: u8) -> Agent<'_> {
    match Rfc.agent(value) {
        Agent::Token(token) => match token.split(|octet| *octet == end).next() {
            Some(start @ [_, ..]) if start.iter().copied().all(is_identifier) => {
                Agent::Token(start)
            }
            _ => Agent::Invalid(value),
        },
        agent => agent,
    }
}
