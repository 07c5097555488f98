//! The terms in which the hooks of the [seam](crate::seam) speak.

use crate::decide::Verdict;
use crate::pattern::Pattern;
use alloc::borrow::Cow;

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
    /// What [`Seam::specificity`](crate::seam::Seam::specificity) says.
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
