//! The one seam: every point that could be otherwise is a pure hook whose default is the RFC.
//!
//! The hooks stand in the order in which a file and a URI pass through them. With [`Rfc`] they cost nothing: the
//! defaults are inlined. An implementation of [`Seam`] overrides some of them to follow another reading of the RFC, or
//! to be wrong on purpose.

use crate::access::{
    Authority, CutBody, Freshness, NetworkError, Outcome, RedirectEnd, StatusClass, Undefined,
    is_private,
};
use crate::decide::Verdict;
use crate::matching;
use crate::octets::{
    is_control_or_space, is_identifier, is_reserved, is_unreserved, position, trim,
};
use crate::parse::Robots;
use crate::pattern::Pattern;
use crate::select::{self, SelectedBy, Selection};
use crate::target::{self, Target};
use alloc::borrow::Cow;
use alloc::string::String;

pub use crate::terms::{
    Agent, Candidate, Defect, Effect, Encoded, Line, LineEnd, Malformed, Part, Path, Raw, Record,
    Side, Special,
};

/// The octets of a file that are parsed (section 2.5: at least 500 KiB).
pub const PARSING_LIMIT: usize = 512_000;

/// Seconds for which a copy of a file may be used (section 2.4: 24 hours).
pub const DAY: u64 = 86_400;

/// Every default of [`Seam`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Rfc;

impl Seam for Rfc {}

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
        target::path_and_query(uri)
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

    /// The verdict where no rule matches, or no group was chosen (2.2.1, 2.2.2).
    #[inline]
    fn unmatched(&self, _by: SelectedBy) -> Verdict {
        Verdict::Allow
    }

    /// The specificity of the allow rule that the target has by itself, if any (2.2.2: /robots.txt is always allowed).
    #[inline]
    fn implicit_allow(&self, target: &Target) -> Option<usize> {
        (target.octets() == b"/robots.txt").then_some(usize::MAX)
    }

    /// For whom one file holds (2.3): scheme, host and port.
    fn scope(&self, authority: Authority) -> Authority {
        authority
    }

    /// The URI of the file that says whether this URI may be accessed (2.3).
    fn file_of(&self, authority: &Authority, _uri: &str) -> String {
        authority.robots_txt()
    }

    /// What a status says after so many redirects (2.3.1.1 to 2.3.1.4): what is no success, no redirect and no client
    /// error leaves the file undefined.
    fn status(&self, status: u16, _redirects: usize) -> StatusClass {
        match status {
            200..=299 => StatusClass::Successful,
            301 | 302 | 303 | 307 | 308 => StatusClass::Redirect,
            400..=499 => StatusClass::Unavailable,
            _ => StatusClass::Unreachable,
        }
    }

    /// What no response means, after so many redirects (2.3.1.4).
    fn network_error(&self, _error: NetworkError, _redirects: usize) -> Outcome {
        Outcome::Unreachable
    }

    /// What a content means that was cut; the RFC is silent, and a part of a file may allow what the whole does not.
    fn cut_body(&self) -> CutBody {
        CutBody::Unreachable
    }

    /// How many redirects in a row are followed (2.3.1.2: at least five).
    fn most_redirects(&self) -> usize {
        5
    }

    /// What it means that a redirect is not followed (2.3.1.2: after five the file may be taken as unavailable). One into
    /// a private network says nothing about the file, which stays undefined.
    fn redirect_end(&self, end: RedirectEnd) -> Outcome {
        match end {
            RedirectEnd::TooMany
            | RedirectEnd::Loop
            | RedirectEnd::NoLocation
            | RedirectEnd::BadLocation => Outcome::Unavailable,
            RedirectEnd::Private => Outcome::Unreachable,
        }
    }

    /// Whether a redirect may lead to this service (3): not into a private network, unless the crawl began there.
    fn may_request(&self, target: &Authority, initial: &Authority) -> bool {
        target.host == initial.host || !is_private(&target.host)
    }

    /// For whom what was fetched holds, given the last URI that was requested (2.3.1.2: for the initial authority).
    fn stored_for(&self, initial: Authority, _last: &str) -> Authority {
        initial
    }

    /// Seconds for which a file is used before it is fetched again (2.4): by its cache control, 24 hours at most.
    fn copy_lifetime(&self, freshness: Freshness) -> u64 {
        if freshness.no_store { 0 } else { freshness.max_age.unwrap_or(DAY).min(DAY) }
    }

    /// Seconds for which it is believed that there is no file; the RFC is silent.
    fn unavailable_lifetime(&self) -> u64 {
        DAY
    }

    /// Seconds for which an unreachable file is not asked for again; the RFC is silent, and each use asks again.
    fn unreachable_lifetime(&self) -> u64 {
        0
    }

    /// What is done while the file is unavailable (2.3.1.3), with a copy from before or without.
    fn unavailable(&self, _has_copy: bool) -> Undefined {
        Undefined::Allow
    }

    /// What is done while the file has been unreachable for so many seconds (2.3.1.4 and 2.4): a copy is used; without
    /// one everything is disallowed, and after 30 days everything is allowed.
    fn unreachable(&self, has_copy: bool, seconds: u64) -> Undefined {
        match has_copy {
            _ if seconds >= 30 * DAY => Undefined::Allow,
            true => Undefined::Copy,
            false => Undefined::Disallow,
        }
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
