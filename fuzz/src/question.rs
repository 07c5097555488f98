//! Makes questions: a robots.txt, and who asks for what.

use arbitrary::{Arbitrary, Result, Unstructured};

/// A robots.txt, a product token and a URI.
#[derive(Clone, Debug)]
pub struct Question {
    /// The octets of the robots.txt.
    pub robots_txt: Vec<u8>,
    /// The crawler's product token.
    pub token: String,
    /// The URI asked about.
    pub uri: String,
    /// What may be expected of the answers.
    pub kind: Kind,
}

/// How well behaved a question is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The RFC decides it, with no room for readings.
    Plain,
    /// Anything at all.
    Wild,
}

/// No token is the beginning of another, so that it does not matter how much of one is compared.
const TOKENS: [&str; 3] = ["examplebot", "newsbot", "SomeOther-Crawler"];

/// No dot, which some libraries resolve as a dot segment.
const SEGMENTS: [&str; 6] = ["a", "b", "ab", "a-b", "_1", "~a"];

impl<'a> Arbitrary<'a> for Question {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        if u.ratio(1, 4)? { wild(u) } else { plain(u) }
    }
}

/// Octets between the lines of a good file; token and URI are any text.
fn wild(u: &mut Unstructured<'_>) -> Result<Question> {
    let mut question = plain(u)?;
    question.kind = Kind::Wild;
    for _ in 0..u.int_in_range(1..=4)? {
        let place = u.int_in_range(0..=question.robots_txt.len())?;
        let octets = u.arbitrary::<Vec<u8>>()?;
        question.robots_txt.splice(place..place, octets);
    }
    if u.arbitrary()? {
        question.uri.push_str(u.arbitrary()?);
    } else {
        question.uri = u.arbitrary()?;
    }
    if u.arbitrary()? {
        question.token = u.arbitrary()?;
    }
    Ok(question)
}

/// Good groups of good rules; the URI is made from one of the rules.
fn plain(u: &mut Unstructured<'_>) -> Result<Question> {
    let end = *u.choose(&["\n", "\r\n"])?;
    // What an octet of a pattern with specials counts is a reading: such a rule stands alone.
    let one_rule = u.ratio(1, 3)?;
    let mut file = String::new();
    let mut rules = Vec::new();
    let mut star_is_free = true;
    for _ in 0..if one_rule { 1 } else { u.int_in_range(1..=4)? } {
        for _ in 0..u.int_in_range(1..=2)? {
            file += &user_agent(u, &mut star_is_free)?;
            file += end;
        }
        for _ in 0..if one_rule { 1 } else { u.int_in_range(1..=4)? } {
            let path = if one_rule { pattern(u)? } else { path(u)? };
            let key = *u.choose(&["Allow", "Disallow", "disallow"])?;
            file += &format!("{key}: {path}{end}");
            file += u.choose(&["", "", "", "# a comment"])?;
            file += end;
            rules.push(path);
        }
    }
    let token = (*u.choose(&TOKENS)?).to_owned();
    let rule = u.choose(&rules)?;
    let uri = format!("https://shop.example{}", near(u, rule)?);
    Ok(Question { robots_txt: file.into_bytes(), token, uri, kind: Kind::Plain })
}

/// A user-agent line; `*` at most once in a file, since repeated groups for it are a reading.
fn user_agent(u: &mut Unstructured<'_>, star_is_free: &mut bool) -> Result<String> {
    if *star_is_free && u.ratio(1, 3)? {
        *star_is_free = false;
        return Ok("User-agent: *".to_owned());
    }
    let token = *u.choose(&TOKENS)?;
    Ok(match u.int_in_range(0..=2)? {
        0 => format!("User-agent: {token}"),
        1 => format!("user-agent:{}", token.to_ascii_uppercase()),
        _ => format!("USER-AGENT: {} # a crawler", token.to_ascii_lowercase()),
    })
}

/// `/`, or some segments with or without a slash after the last.
fn path(u: &mut Unstructured<'_>) -> Result<String> {
    let mut path = String::from("/");
    for _ in 0..u.int_in_range(0..=3)? {
        path += u.choose(&SEGMENTS)?;
        path += "/";
    }
    if path.len() > 1 && u.arbitrary()? {
        path.pop();
    }
    Ok(path)
}

/// A path with some `*` in it and perhaps a final `$`.
fn pattern(u: &mut Unstructured<'_>) -> Result<String> {
    let mut pattern = path(u)?;
    for _ in 0..u.int_in_range(0..=3)? {
        let place = u.int_in_range(1..=pattern.len())?;
        pattern.insert(place, '*');
    }
    if u.arbitrary()? {
        pattern.push('$');
    }
    Ok(pattern)
}

/// A path that the rule matches, or nearly so.
fn near(u: &mut Unstructured<'_>, rule: &str) -> Result<String> {
    let filling = *u.choose(&["", "a", "b-b", "x"])?;
    let mut near = rule.trim_end_matches('$').replace('*', filling);
    match u.int_in_range(0..=3)? {
        0 => near += u.choose(&SEGMENTS)?,
        1 if near.len() > 1 => near.truncate(near.len() - 1),
        2 => near = path(u)?,
        _ => {}
    }
    // Two slashes in a row are a reading.
    while near.contains("//") {
        near = near.replace("//", "/");
    }
    Ok(near)
}
