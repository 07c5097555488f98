//! The one seam: every point that could be otherwise is a pure hook whose default is the RFC.
//!
//! The hooks stand in the order in which a file and a URI pass through them. With [`Rfc`] they cost nothing: the
//! defaults are inlined. An implementation of [`Seam`] overrides some of them to follow another reading of the RFC, or
//! to be wrong on purpose.

use crate::decide::Verdict;
use crate::matching;
use crate::octets::{
    decode_triplet, is_control_or_space, is_identifier, is_reserved, is_unreserved, position, trim,
    triplet,
};
use crate::parse::Robots;
use crate::pattern::Pattern;
use crate::select::{self, Selection};
use crate::target::Target;
use alloc::borrow::Cow;

/// The octets of a file that are parsed (section 2.5: at least 500 KiB).
pub const PARSING_LIMIT: usize = 512_000;

/// Every default of [`Seam`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Rfc;

impl Seam for Rfc {}

/// A line that is not empty: its key and value, without blanks around them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Record<'t> {
    /// `user-agent` with its value.
    Agent(&'t [u8]),
    /// `allow` or `disallow` with its value.
    Rule(Verdict, &'t [u8]),
    /// Any other key.
    Other {
        /// The key.
        key: &'t [u8],
        /// The value.
        value: &'t [u8],
    },
    /// Nothing but blanks, before a comment if there is one.
    Empty,
    /// Text that cannot be split into key and value.
    Unparseable(&'t [u8]),
}

/// Whom a user-agent line names (section 2.2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agent<'t> {
    /// `*`: every crawler that no other group names.
    Star,
    /// The crawler with this product token.
    Token(&'t [u8]),
    /// A value that is no product token.
    Invalid(&'t [u8]),
}

/// The value of an allow or disallow line (section 2.2.2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Path<'t> {
    /// A path pattern.
    Pattern(Cow<'t, [u8]>),
    /// An empty pattern, which matches nothing.
    Empty,
    /// Neither; the line is not parseable.
    Invalid(Defect),
}

/// Why the value of a rule is no path pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defect {
    /// It starts with neither `/` nor `*`.
    NoLeadingSlash,
    /// It has a space or a control character in it.
    ControlOrSpace,
    /// It is not UTF-8.
    NotUtf8,
}

/// A line, understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line<'t> {
    /// Nothing but blanks and a comment.
    Empty,
    /// A user-agent line.
    Agent(Agent<'t>),
    /// An allow or disallow line.
    Rule(Verdict, Path<'t>),
    /// Another record (section 2.2.4).
    Other {
        /// The key.
        key: &'t [u8],
        /// The value.
        value: &'t [u8],
    },
    /// A line that is none of these.
    Unparseable(&'t [u8]),
}

/// What a line does to the groups (section 2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing.
    None,
    /// It joins the run of user-agent lines, or starts a group if there is none.
    Agent,
    /// It starts a group, also in a run of user-agent lines.
    NewGroup,
    /// It adds a rule to the group, and ends the run.
    Rule,
    /// It ends the run: the next user-agent line starts a group.
    EndRun,
    /// It ends the group: what follows is in no group.
    EndGroup,
}

/// Whose octets are normalised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The path of a rule.
    Rule,
    /// The URI asked about.
    Uri,
}

/// Which component of a URI an octet is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Before the first `?`.
    Path,
    /// After it.
    Query,
}

/// What becomes of an octet that is not percent-encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Raw {
    /// It is compared as it is.
    Keep,
    /// It is percent-encoded first.
    Encode,
}

/// What becomes of a percent-encoded octet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoded {
    /// It is decoded.
    Decode,
    /// It stays encoded, with upper-case digits.
    Keep,
    /// It stays as it is written.
    Verbatim,
}

/// What becomes of a `%` without two hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Malformed {
    /// It is compared as it is.
    Verbatim,
    /// The rule is ignored (in a URI: no rule matches).
    Reject,
    /// The question is refused with an error.
    Refuse,
}

/// What an octet of a pattern stands for (section 2.2.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Special {
    /// Itself.
    Literal,
    /// Any octets, or none.
    Any,
    /// The end of path and query; what follows in the pattern is dropped.
    End,
    /// Nothing: the pattern matches no URI.
    Never,
}

/// A rule that matches, while the most specific one is sought.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<'r> {
    /// Whether it allows or disallows.
    pub access: Verdict,
    /// Its pattern.
    pub pattern: &'r Pattern<'r>,
    /// Its line, from 1.
    pub line: usize,
    /// What [`Seam::specificity`] says.
    pub specificity: usize,
}

/// The end of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineEnd {
    /// Octets of the line before it.
    pub at: usize,
    /// Octets of the line end itself.
    pub octets: usize,
}

/// Every point that could be otherwise, with the RFC's answer as default.
pub trait Seam: Sized {
    /// How many octets of a file are parsed, from its start (2.5).
    #[inline]
    fn parsed_octets(&self, length: usize) -> usize {
        length.min(PARSING_LIMIT)
    }

    /// Whether a line that the limit cut in two is used: only if the cut is in its comment, since a shortened rule
    /// would be a broader one (2.5).
    #[inline]
    fn keeps_cut_line(&self, line: &[u8]) -> bool {
        line.contains(&b'#')
    }

    /// The octets as UTF-8 text: a byte order mark is no part of it (2.2, 2.3).
    #[inline]
    fn text<'t>(&self, octets: &'t [u8]) -> Cow<'t, [u8]> {
        Cow::Borrowed(octets.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(octets))
    }

    /// The next line end: CR, LF or CRLF (2.2, `NL`).
    #[inline]
    fn line_end(&self, rest: &[u8]) -> Option<LineEnd> {
        let at = position(rest, |octet| matches!(octet, b'\n' | b'\r'))?;
        let octets = if rest[at..].starts_with(b"\r\n") { 2 } else { 1 };
        Some(LineEnd { at, octets })
    }

    /// The line without its comment (2.2, `EOL`); `None` if the comment spoils the line.
    #[inline]
    fn content<'t>(&self, line: &'t [u8]) -> Option<&'t [u8]> {
        let end = position(line, |octet| octet == b'#').unwrap_or(line.len());
        Some(&line[..end])
    }

    /// Splits a line into key and value (2.2, `startgroupline`, `rule`).
    #[inline]
    fn record<'t>(&self, content: &'t [u8]) -> Record<'t> {
        let Some(colon) = position(content, |octet| octet == b':') else {
            let content = trim(content);
            return if content.is_empty() { Record::Empty } else { Record::Unparseable(content) };
        };
        let (key, value) = (trim(&content[..colon]), trim(&content[colon + 1..]));
        if key.eq_ignore_ascii_case(b"disallow") {
            Record::Rule(Verdict::Disallow, value)
        } else if key.eq_ignore_ascii_case(b"allow") {
            Record::Rule(Verdict::Allow, value)
        } else if key.eq_ignore_ascii_case(b"user-agent") {
            Record::Agent(value)
        } else {
            Record::Other { key, value }
        }
    }

    /// Whom the value of a user-agent line names (2.2, `product-token`).
    #[inline]
    fn agent<'t>(&self, value: &'t [u8]) -> Agent<'t> {
        match value {
            b"*" => Agent::Star,
            _ if !value.is_empty() && value.iter().copied().all(is_identifier) => {
                Agent::Token(value)
            }
            _ => Agent::Invalid(value),
        }
    }

    /// The pattern of a rule (2.2, `path-pattern`; a leading `*` as in example 5.1).
    #[inline]
    fn path<'t>(&self, value: &'t [u8]) -> Path<'t> {
        match (value, defect(value)) {
            ([], _) => Path::Empty,
            (_, Some(defect)) => Path::Invalid(defect),
            ([b'/' | b'*', ..], None) => Path::Pattern(Cow::Borrowed(value)),
            _ => Path::Invalid(Defect::NoLeadingSlash),
        }
    }

    /// What a line does to the groups (2.1, 2.2.4, 2.3.1.5): lines that are no user-agent line and no rule do nothing.
    #[inline]
    fn effect(&self, line: &Line<'_>) -> Effect {
        match line {
            Line::Agent(_) => Effect::Agent,
            Line::Rule(_, Path::Pattern(_) | Path::Empty) => Effect::Rule,
            Line::Rule(_, Path::Invalid(_))
            | Line::Empty
            | Line::Other { .. }
            | Line::Unparseable(_) => Effect::None,
        }
    }

    /// Whether a user-agent line other than `*` names the crawler (2.2.1): the same token, without regard to case.
    #[inline]
    fn names(&self, agent: Agent<'_>, crawler: &[u8]) -> bool {
        matches!(agent, Agent::Token(token) if token.eq_ignore_ascii_case(crawler))
    }

    /// The groups that the crawler obeys (2.2.1): all that name it; if none does, all for `*`.
    #[inline]
    fn select(&self, robots: &Robots<Self>, crawler: &[u8]) -> Selection {
        select::select_groups(self, robots, crawler)
    }

    /// The path and query of a URI, neither encoded nor decoded (2.2.2; RFC 3986, sections 3 and 6.2.3).
    #[inline]
    fn path_and_query<'u>(&self, uri: &'u [u8]) -> Cow<'u, [u8]> {
        crate::target::path_and_query(uri)
    }

    /// What becomes of an octet that is not percent-encoded (2.2.2 and Figure 4): what is outside ASCII or not allowed in
    /// a URI is encoded, and so are delimiters in a query, but for the `?` and `=` that the figure leaves alone.
    /// A `*` or `$` that comes here is no special character.
    #[inline]
    fn raw(&self, _side: Side, part: Part, octet: u8) -> Raw {
        match (octet, part) {
            _ if is_unreserved(octet) => Raw::Keep,
            (b'*' | b'$', _) => Raw::Encode,
            (_, Part::Path) if is_reserved(octet) => Raw::Keep,
            (b'?' | b'=', Part::Query) => Raw::Keep,
            _ => Raw::Encode,
        }
    }

    /// What becomes of a percent-encoded octet (2.2.2): unreserved characters are decoded. In a query `?` and `=` are the
    /// same in both forms, as the other delimiters are.
    #[inline]
    fn encoded(&self, _side: Side, part: Part, octet: u8) -> Encoded {
        match (octet, part) {
            _ if is_unreserved(octet) => Encoded::Decode,
            (b'?' | b'=', Part::Query) => Encoded::Decode,
            _ => Encoded::Keep,
        }
    }

    /// What becomes of a `%` without two hexadecimal digits; the RFC is silent.
    #[inline]
    fn malformed(&self, _side: Side) -> Malformed {
        Malformed::Verbatim
    }

    /// What an octet of a pattern stands for, given what follows it (2.2.3).
    #[inline]
    fn special(&self, octet: u8, rest: &[u8]) -> Special {
        match octet {
            b'*' => Special::Any,
            b'$' if rest.is_empty() => Special::End,
            _ => Special::Literal,
        }
    }

    /// Whether what a `*` stands for may end before this octet of the normalised target (2.2.3: any octets).
    #[inline]
    fn star_may_end(&self, _target: &[u8], _at: usize) -> bool {
        true
    }

    /// Whether a pattern matches (2.2.2, 2.2.3).
    #[inline]
    fn matches(&self, pattern: &Pattern<'_>, target: &Target) -> bool {
        matching::matches(self, pattern, target)
    }

    /// How specific a match is (2.2.2): the octets of the rule's path after normalising.
    #[inline]
    fn specificity(&self, pattern: &Pattern<'_>, _target: &Target) -> usize {
        pattern.octets()
    }

    /// Whether a matching rule is preferred to the best one so far (2.2.2): more octets, or as many and "allow".
    #[inline]
    fn beats(&self, challenger: &Candidate<'_>, holder: &Candidate<'_>) -> bool {
        challenger.specificity > holder.specificity
            || challenger.specificity == holder.specificity
                && (challenger.access, holder.access) == (Verdict::Allow, Verdict::Disallow)
    }

    /// The specificity of the allow rule that the target has by itself, if any (2.2.2: /robots.txt is always allowed).
    #[inline]
    fn implicit_allow(&self, target: &Target) -> Option<usize> {
        (target.octets() == b"/robots.txt").then_some(usize::MAX)
    }
}

/// The first octets that the grammar or section 3 excludes from the value of a rule.
#[must_use]
pub fn defect(value: &[u8]) -> Option<Defect> {
    if position(value, is_control_or_space).is_some() {
        return Some(Defect::ControlOrSpace);
    }
    if value.is_ascii() {
        return None;
    }
    match core::str::from_utf8(value) {
        Err(_) => Some(Defect::NotUtf8),
        Ok(text) if text.chars().any(is_c1) => Some(Defect::ControlOrSpace),
        Ok(_) => None,
    }
}

/// A control character beyond ASCII. NEL is not counted: the grammar has it among the octets of a path, and taking it for
/// more than that is a common error.
const fn is_c1(character: char) -> bool {
    matches!(character, '\u{80}'..='\u{9F}') && character != '\u{85}'
}

/// Octets normalised for comparison (2.2.2), appended to `out`; tells the part in which they end.
///
/// # Errors
/// What [`Seam::malformed`] says, if it is not [`Malformed::Verbatim`].
pub fn normalise<S: Seam>(
    seam: &S,
    side: Side,
    mut part: Part,
    octets: &[u8],
    out: &mut alloc::vec::Vec<u8>,
) -> Result<Part, Malformed> {
    let mut rest = octets;
    while let [octet, after @ ..] = rest {
        rest = after;
        if *octet == b'%' {
            match decode_triplet(after) {
                Some(decoded) => {
                    match seam.encoded(side, part, decoded) {
                        Encoded::Decode => out.push(decoded),
                        Encoded::Keep => out.extend_from_slice(&triplet(decoded)),
                        Encoded::Verbatim => out.extend_from_slice(&[b'%', after[0], after[1]]),
                    }
                    rest = &after[2..];
                }
                None => match seam.malformed(side) {
                    Malformed::Verbatim => out.push(b'%'),
                    refusal => return Err(refusal),
                },
            }
            continue;
        }
        match seam.raw(side, part, *octet) {
            Raw::Keep => out.push(*octet),
            Raw::Encode => out.extend_from_slice(&triplet(*octet)),
        }
        if *octet == b'?' {
            part = Part::Query;
        }
    }
    Ok(part)
}
