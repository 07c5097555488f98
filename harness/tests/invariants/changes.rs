//! What is done to a question, and may not change its verdict.

use crate::ask::{Ask, Group, URI, pattern, pieces};
use arbitrary::{Result, Unstructured};

pub(crate) type Change = fn(&mut Ask, &mut Unstructured<'_>) -> Result<()>;

pub(crate) fn line_ends(ask: &mut Ask, u: &mut Unstructured<'_>) -> Result<()> {
    ask.line_end = u.choose(&["\r", "\r\n"])?;
    Ok(())
}

pub(crate) fn blank_line(ask: &mut Ask, u: &mut Unstructured<'_>) -> Result<()> {
    let line = u.choose(&["", " ", "\t \t"])?.to_string();
    ask.any_group(u)?.insert(u, line)
}

pub(crate) fn comment_line(ask: &mut Ask, u: &mut Unstructured<'_>) -> Result<()> {
    let line = comment(u)?;
    ask.any_group(u)?.insert(u, line)
}

pub(crate) fn comment_after(ask: &mut Ask, u: &mut Unstructured<'_>) -> Result<()> {
    for line in ask.lines_mut() {
        *line += u.choose(&["", " ", "\t"])?;
        *line += &comment(u)?;
    }
    Ok(())
}

fn comment(u: &mut Unstructured<'_>) -> Result<String> {
    let legal = ["#", " ", "\t", ":", "/", "\u{30C4}", "disallow: /", "allow: /", "user-agent: *"];
    Ok(format!("#{}", pieces(u, &legal, 3)?))
}

pub(crate) fn key_case(ask: &mut Ask, u: &mut Unstructured<'_>) -> Result<()> {
    for line in ask.lines_mut() {
        let colon = line.find(':').unwrap_or_default();
        let key = other_case(u, &line[..colon])?;
        line.replace_range(..colon, &key);
    }
    Ok(())
}

/// The same letters, some in the other case.
fn other_case(u: &mut Unstructured<'_>, text: &str) -> Result<String> {
    let letter = |letter: char| {
        let (upper, lower) = (letter.to_ascii_uppercase(), letter.to_ascii_lowercase());
        Ok(if u.arbitrary()? { upper } else { lower })
    };
    text.chars().map(letter).collect()
}

/// Before the key, on both sides of the colon, at the end.
pub(crate) fn blanks(ask: &mut Ask, u: &mut Unstructured<'_>) -> Result<()> {
    for line in ask.lines_mut() {
        let Some((key, value)) = line.split_once(": ") else { continue };
        let mut some = || pieces(u, &[" ", "\t"], 3);
        *line = format!("{}{key}{}:{}{value}{}", some()?, some()?, some()?, some()?);
    }
    Ok(())
}

pub(crate) fn token_case(ask: &mut Ask, u: &mut Unstructured<'_>) -> Result<()> {
    ask.token = other_case(u, &ask.token)?;
    for line in ask.groups.iter_mut().flat_map(|group| &mut group.agents) {
        let Some((key, token)) = line.split_once(": ") else { continue };
        *line = format!("{key}: {}", other_case(u, token)?);
    }
    Ok(())
}

fn shuffle<T>(items: &mut [T], u: &mut Unstructured<'_>) -> Result<()> {
    for at in 1..items.len() {
        items.swap(at, u.int_in_range(0..=at)?);
    }
    Ok(())
}

pub(crate) fn order_of_rules(ask: &mut Ask, u: &mut Unstructured<'_>) -> Result<()> {
    shuffle(&mut ask.any_group(u)?.rules, u)
}

pub(crate) fn order_of_groups(ask: &mut Ask, u: &mut Unstructured<'_>) -> Result<()> {
    shuffle(&mut ask.groups, u)
}

pub(crate) fn other_record(ask: &mut Ask, u: &mut Unstructured<'_>) -> Result<()> {
    let records = [
        "sitemap: https://shop.example/map",
        "crawl-delay: 1",
        "content-signal: search=yes",
        "host: shop.example",
        "noindex: /",
        "clean-param: a /",
        "x-note: disallow: /",
    ];
    let line = u.choose(&records)?.to_string();
    ask.any_group(u)?.insert(u, line)
}

pub(crate) fn empty_rule(ask: &mut Ask, u: &mut Unstructured<'_>) -> Result<()> {
    let line = u.choose(&["disallow:", "allow:", "disallow: "])?.to_string();
    ask.any_group(u)?.insert_rule(u, line)
}

pub(crate) fn repeated_rule(ask: &mut Ask, u: &mut Unstructured<'_>) -> Result<()> {
    let group = ask.any_group(u)?;
    let line = u.choose(&group.rules)?.clone();
    group.insert_rule(u, line)
}

pub(crate) fn repeated_group(ask: &mut Ask, u: &mut Unstructured<'_>) -> Result<()> {
    let group = ask.any_group(u)?.clone();
    insert_group(ask, u, group)
}

fn insert_group(ask: &mut Ask, u: &mut Unstructured<'_>, group: Group) -> Result<()> {
    ask.groups.insert(u.int_in_range(0..=ask.groups.len())?, group);
    Ok(())
}

pub(crate) fn split_group(ask: &mut Ask, u: &mut Unstructured<'_>) -> Result<()> {
    let group = ask.any_group(u)?;
    if let last @ 1.. = group.rules.len() - 1 {
        let rules = group.rules.split_off(u.int_in_range(1..=last)?);
        let agents = group.agents.clone();
        insert_group(ask, u, Group { agents, rules })?;
    }
    Ok(())
}

/// Of the URI, in any place but inside a triplet.
pub(crate) fn encoded_unreserved(ask: &mut Ask, u: &mut Unstructured<'_>) -> Result<()> {
    let is_unreserved = |octet: u8| octet.is_ascii_alphanumeric() || b"-._~".contains(&octet);
    let in_triplet = |at: usize| ask.path[at.saturating_sub(2)..at].contains('%');
    let octets = ask.path.bytes().enumerate();
    let places: Vec<_> =
        octets.filter(|&(at, octet)| is_unreserved(octet) && !in_triplet(at)).collect();
    if !places.is_empty() {
        let (at, octet) = *u.choose(&places)?;
        ask.path.replace_range(at..=at, &format!("%{octet:02X}"));
    }
    Ok(())
}

/// Of the URI's hexadecimal digits.
pub(crate) fn hex_case(ask: &mut Ask, u: &mut Unstructured<'_>) -> Result<()> {
    let triplets: Vec<_> = ask.path.match_indices('%').map(|(at, _)| at + 1..at + 3).collect();
    for digits in triplets {
        let other = other_case(u, &ask.path[digits.clone()])?;
        ask.path.replace_range(digits, &other);
    }
    Ok(())
}

/// No crawler that asks has this token, nor is it a part of one's.
pub(crate) fn foreign_group(ask: &mut Ask, u: &mut Unstructured<'_>) -> Result<()> {
    let rules = vec![format!("{}: {}", u.choose(&["disallow", "allow"])?, pattern(u)?)];
    insert_group(ask, u, Group { agents: vec!["user-agent: zz".to_owned()], rules })
}

pub(crate) fn more_disallowed(ask: &mut Ask, u: &mut Unstructured<'_>) -> Result<()> {
    let line = format!("disallow: {}", pattern(u)?);
    ask.any_group(u)?.insert_rule(u, line)
}

pub(crate) fn more_allowed(ask: &mut Ask, u: &mut Unstructured<'_>) -> Result<()> {
    let line = format!("allow: {}", pattern(u)?);
    ask.any_group(u)?.insert_rule(u, line)
}

pub(crate) fn longer_uri(ask: &mut Ask, u: &mut Unstructured<'_>) -> Result<()> {
    ask.path += &pieces(u, &URI, 4)?;
    Ok(())
}
