//! Makes questions for which the relations hold: small good files, and URIs that their rules are about.

use arbitrary::{Result, Unstructured};

/// A robots.txt, a product token and a URI.
#[derive(Clone, Debug)]
pub(crate) struct Ask {
    /// What ends each line.
    pub(crate) line_end: &'static str,
    /// The groups, in the order of the file.
    pub(crate) groups: Vec<Group>,
    /// The crawler's product token.
    pub(crate) token: String,
    /// Path and query of the URI.
    pub(crate) path: String,
}

/// Whole lines. A change may put lines of another kind between them.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    /// From the first user-agent line on.
    pub(crate) agents: Vec<String>,
    /// From the first rule on.
    pub(crate) rules: Vec<String>,
}

/// One is the beginning of another.
const TOKENS: [&str; 3] = ["a", "ab", "b-c"];
const PATTERN: [&str; 15] = [
    "a",
    "a",
    "b",
    "b",
    "/",
    "*",
    ".",
    "?",
    "=",
    "&",
    "%61",
    "%2F",
    "%3d",
    "\u{30C4}",
    "%e3%83%84",
];
/// Characters that are allowed in path and query.
pub(crate) const URI: [&str; 14] =
    ["a", "a", "b", "b", "/", ".", "?", "=", "&", "$", "%61", "%2f", "%3D", "%E3%83%84"];

impl Ask {
    /// Every group has a rule, and a `$` stands at the end of a pattern only.
    pub(crate) fn new(u: &mut Unstructured<'_>) -> Result<Self> {
        let count = u.int_in_range(1..=3)?;
        Ok(Self {
            line_end: "\n",
            groups: (0..count).map(|_| Group::new(u)).collect::<Result<_>>()?,
            token: u.choose(&["a", "A", "ab", "b-c", "other"])?.to_string(),
            path: format!("/{}", pieces(u, &URI, 5)?),
        })
    }

    pub(crate) fn robots_txt(&self) -> String {
        self.lines().map(|line| format!("{line}{}", self.line_end)).collect()
    }

    pub(crate) fn uri(&self) -> String {
        format!("https://shop.example{}", self.path)
    }

    fn lines(&self) -> impl Iterator<Item = &String> {
        self.groups.iter().flat_map(|group| group.agents.iter().chain(&group.rules))
    }

    pub(crate) fn lines_mut(&mut self) -> impl Iterator<Item = &mut String> {
        self.groups.iter_mut().flat_map(|group| group.agents.iter_mut().chain(&mut group.rules))
    }

    pub(crate) fn any_group(&mut self, u: &mut Unstructured<'_>) -> Result<&mut Group> {
        let index = u.choose_index(self.groups.len())?;
        Ok(&mut self.groups[index])
    }
}

impl Group {
    fn new(u: &mut Unstructured<'_>) -> Result<Self> {
        let agents = u.int_in_range(1..=2)?;
        let agent = |u: &mut Unstructured<'_>| -> Result<String> {
            let name = if u.ratio(1, 3)? { "*" } else { u.choose(&TOKENS)? };
            Ok(format!("user-agent: {name}"))
        };
        let rules = u.int_in_range(1..=4)?;
        Ok(Self {
            agents: (0..agents).map(|_| agent(u)).collect::<Result<_>>()?,
            rules: (0..rules).map(|_| rule(u)).collect::<Result<_>>()?,
        })
    }

    /// Puts a line anywhere, also before and after the group.
    pub(crate) fn insert(&mut self, u: &mut Unstructured<'_>, line: String) -> Result<()> {
        let lines = if u.arbitrary()? { &mut self.agents } else { &mut self.rules };
        lines.insert(u.int_in_range(0..=lines.len())?, line);
        Ok(())
    }

    /// Puts a line somewhere after the first rule.
    pub(crate) fn insert_rule(&mut self, u: &mut Unstructured<'_>, line: String) -> Result<()> {
        self.rules.insert(u.int_in_range(1..=self.rules.len())?, line);
        Ok(())
    }
}

fn rule(u: &mut Unstructured<'_>) -> Result<String> {
    let key = u.choose(&["disallow", "allow"])?;
    let end = if u.ratio(1, 8)? { "$" } else { "" };
    Ok(format!("{key}: {}{end}", pattern(u)?))
}

/// A path pattern without `$`.
pub(crate) fn pattern(u: &mut Unstructured<'_>) -> Result<String> {
    let first = if u.ratio(1, 8)? { "*" } else { "/" };
    Ok(format!("{first}{}", pieces(u, &PATTERN, 3)?))
}

/// Up to `most` of some pieces.
pub(crate) fn pieces(u: &mut Unstructured<'_>, among: &[&str], most: usize) -> Result<String> {
    let count = u.int_in_range(0..=most)?;
    (0..count).map(|_| u.choose(among).copied()).collect()
}
