//! A rule's path pattern, ready to be compared (RFC 9309, sections 2.2.2 and 2.2.3).

use crate::normalise::normalise;
use crate::seam::{Malformed, Part, Raw, Seam, Side, Special};
use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ops::Range;

/// A path pattern: literal segments with a `*` between each two, perhaps a `$` at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern<'r> {
    raw: &'r [u8],
    literals: Cow<'r, [u8]>,
    first: Range<usize>,
    rest: Vec<Segment>,
    end: End,
    octets: usize,
}

/// The literal octets after a `*`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Segment {
    octets: Range<usize>,
    in_query: Option<Range<usize>>,
}

/// The forms of a literal segment after a `*`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forms<'p> {
    /// Its normalised octets where it starts in the path, and everywhere if there is no other form.
    pub octets: &'p [u8],
    /// Its normalised octets where it starts in the query, if they differ: delimiters are encoded there.
    pub in_query: Option<&'p [u8]>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Open,
    Anchored,
    Never,
}

impl<'r> Pattern<'r> {
    /// Reads the path of a rule.
    ///
    /// # Errors
    /// What [`Seam::malformed`] says of a `%` without two hexadecimal digits; never with the RFC's defaults.
    pub fn new<S: Seam>(seam: &S, raw: &'r [u8]) -> Result<Self, Malformed> {
        if is_plain(seam, raw) {
            let (literals, first, rest) = (Cow::Borrowed(raw), 0..raw.len(), Vec::new());
            return Ok(Self { raw, literals, first, rest, end: End::Open, octets: raw.len() });
        }
        let mut literals = Vec::with_capacity(raw.len() + 8);
        let (piece, mut next) = first_piece(seam, raw);
        let mut part = normalise(seam, Side::Rule, Part::Path, piece, &mut literals)?;
        let first = 0..literals.len();
        let mut octets = literals.len();
        let mut rest = Vec::new();
        let end = loop {
            let (piece, after) = match next {
                Next::Star(remainder) => first_piece(seam, remainder),
                Next::End(end) => break end,
            };
            let (starts_in, start) = (part, literals.len());
            part = normalise(seam, Side::Rule, starts_in, piece, &mut literals)?;
            let own = start..literals.len();
            octets += 1 + own.len();
            let in_query = match starts_in {
                Part::Query => None,
                Part::Path => form_in_query(seam, piece, &own, &mut literals)?,
            };
            rest.push(Segment { octets: own, in_query });
            next = after;
        };
        octets += usize::from(end == End::Anchored);
        Ok(Self { raw, literals: Cow::Owned(literals), first, rest, end, octets })
    }

    /// The path as written in the file.
    #[must_use]
    pub const fn raw(&self) -> &'r [u8] {
        self.raw
    }

    /// How many octets it has after normalising, special characters included (2.2.2, "most octets").
    #[must_use]
    pub const fn octets(&self) -> usize {
        self.octets
    }

    /// How many of them are special characters.
    #[must_use]
    pub fn specials(&self) -> usize {
        self.rest.len() + usize::from(self.is_anchored())
    }

    /// Whether it must match up to the end of path and query.
    #[must_use]
    pub fn is_anchored(&self) -> bool {
        self.end == End::Anchored
    }

    /// Whether it matches nothing at all; never with the RFC's defaults.
    #[must_use]
    pub fn is_void(&self) -> bool {
        self.end == End::Never
    }

    /// The octets before the first `*`.
    #[must_use]
    pub fn first(&self) -> &[u8] {
        &self.literals[self.first.clone()]
    }

    /// The octets after each `*`.
    pub fn rest(&self) -> impl ExactSizeIterator<Item = Forms<'_>> + DoubleEndedIterator {
        self.rest.iter().map(|segment| Forms {
            octets: &self.literals[segment.octets.clone()],
            in_query: segment.in_query.clone().map(|range| &self.literals[range]),
        })
    }

    /// The whole pattern as it is compared, with its special characters.
    #[must_use]
    pub fn normalised(&self) -> Vec<u8> {
        let mut out = self.first().to_vec();
        for segment in self.rest() {
            out.push(b'*');
            out.extend_from_slice(segment.octets);
        }
        if self.is_anchored() {
            out.push(b'$');
        }
        out
    }
}

/// Whether normalising leaves the pattern as it is and nothing in it is special: so are most, and they need no copy.
fn is_plain<S: Seam>(seam: &S, raw: &[u8]) -> bool {
    raw.iter().fold(true, |plain, &octet| {
        let is_kept = seam.raw(Side::Rule, Part::Path, octet) == Raw::Keep;
        plain & !matches!(octet, b'*' | b'$' | b'%' | b'?') & is_kept
    })
}

/// What follows a piece of a pattern.
enum Next<'r> {
    /// A `*`, and then this.
    Star(&'r [u8]),
    /// Nothing that counts.
    End(End),
}

/// The literal octets up to the next special character, and what follows.
fn first_piece<'r, S: Seam>(seam: &S, raw: &'r [u8]) -> (&'r [u8], Next<'r>) {
    let is_candidate = |octet: &u8| matches!(octet, b'*' | b'$');
    for (at, octet) in raw.iter().enumerate().filter(|(_, octet)| is_candidate(octet)) {
        let after = &raw[at + 1..];
        let next = match seam.special(*octet, after) {
            Special::Literal => continue,
            Special::Any => Next::Star(after),
            Special::End => Next::End(End::Anchored),
            Special::Never => Next::End(End::Never),
        };
        return (&raw[..at], next);
    }
    (raw, Next::End(End::Open))
}

/// The form of a segment inside a query, appended to `literals` if it differs from its own form.
fn form_in_query<S: Seam>(
    seam: &S,
    piece: &[u8],
    own: &Range<usize>,
    literals: &mut Vec<u8>,
) -> Result<Option<Range<usize>>, Malformed> {
    let start = literals.len();
    normalise(seam, Side::Rule, Part::Query, piece, literals)?;
    if literals[start..] == literals[own.clone()] {
        literals.truncate(start);
        return Ok(None);
    }
    Ok(Some(start..literals.len()))
}
