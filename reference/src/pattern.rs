//! A rule's path pattern, ready to be compared (RFC 9309, sections 2.2.2 and 2.2.3).

use crate::seam::{Malformed, Part, Seam, Side, Special, normalise};
use alloc::vec::Vec;
use core::ops::Range;

/// A path pattern: literal segments with a `*` between each two, perhaps a `$` at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    raw: Vec<u8>,
    literals: Vec<u8>,
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

impl Pattern {
    /// Reads the path of a rule.
    ///
    /// # Errors
    /// What [`Seam::malformed`] says of a `%` without two hexadecimal digits; never with the RFC's defaults.
    pub fn new<S: Seam>(seam: &S, raw: &[u8]) -> Result<Self, Malformed> {
        let (pieces, end) = split(seam, raw);
        let mut literals = Vec::with_capacity(raw.len() + 8);
        let mut part = normalise(seam, Side::Rule, Part::Path, pieces[0], &mut literals)?;
        let first = 0..literals.len();
        let mut octets = literals.len() + usize::from(end == End::Anchored);
        let mut rest = Vec::with_capacity(pieces.len() - 1);
        for piece in &pieces[1..] {
            let starts_in = part;
            let start = literals.len();
            part = normalise(seam, Side::Rule, starts_in, piece, &mut literals)?;
            let own = start..literals.len();
            octets += 1 + own.len();
            let in_query = match starts_in {
                Part::Query => None,
                Part::Path => form_in_query(seam, piece, &own, &mut literals)?,
            };
            rest.push(Segment { octets: own, in_query });
        }
        Ok(Self { raw: raw.to_vec(), literals, first, rest, end, octets })
    }

    /// The path as written in the file.
    #[must_use]
    pub fn raw(&self) -> &[u8] {
        &self.raw
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

/// The pieces between the `*` (at least one), and how the pattern ends.
fn split<'p, S: Seam>(seam: &S, raw: &'p [u8]) -> (Vec<&'p [u8]>, End) {
    let mut pieces = Vec::new();
    let mut start = 0;
    for (at, octet) in raw.iter().enumerate().filter(|(_, octet)| matches!(octet, b'*' | b'$')) {
        match seam.special(*octet, &raw[at + 1..]) {
            Special::Literal => {}
            Special::Any => {
                pieces.push(&raw[start..at]);
                start = at + 1;
            }
            Special::End => {
                pieces.push(&raw[start..at]);
                return (pieces, End::Anchored);
            }
            Special::Never => {
                pieces.push(&raw[start..]);
                return (pieces, End::Never);
            }
        }
    }
    pieces.push(&raw[start..]);
    (pieces, End::Open)
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
