//! The target: path and query of a URI, ready to be compared (RFC 9309, section 2.2.2).

use crate::normalise::normalise;
use crate::seam::{Malformed, Part, Seam, Side};
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// Path and query of the URI asked about, normalised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    octets: Vec<u8>,
    query: usize,
}

impl Target {
    /// The target of a URI, or of a path that starts with `/`.
    ///
    /// # Errors
    /// What [`Seam::malformed`] says of a `%` without two hexadecimal digits; never with the RFC's defaults.
    pub fn new<S: Seam>(seam: &S, uri: &[u8]) -> Result<Self, Malformed> {
        let raw = seam.path_and_query(uri);
        let mut octets = Vec::with_capacity(raw.len() + 16);
        normalise(seam, Side::Uri, Part::Path, &raw, &mut octets)?;
        let question = octets.iter().position(|&octet| octet == b'?');
        let query = question.map_or(octets.len(), |at| at + 1);
        Ok(Self { octets, query })
    }

    /// The normalised octets.
    #[must_use]
    pub fn octets(&self) -> &[u8] {
        &self.octets
    }

    /// Where the query begins, after its `?`; the length if there is none.
    #[must_use]
    pub const fn query(&self) -> usize {
        self.query
    }
}

/// What follows scheme and authority, without the fragment; `/` if the path is empty. What starts with `/` has neither.
pub(crate) fn path_and_query(uri: &[u8]) -> Cow<'_, [u8]> {
    let uri = uri.split(|&octet| octet == b'#').next().unwrap_or_default();
    let rest = match uri {
        [b'/', ..] => uri,
        _ => match after_scheme(uri) {
            [b'/', b'/', rest @ ..] | rest => after_authority(rest),
        },
    };
    match rest {
        path @ [b'/', ..] => Cow::Borrowed(path),
        query => Cow::Owned([b"/", query].concat()),
    }
}

fn after_scheme(uri: &[u8]) -> &[u8] {
    match uri.iter().position(|octet| matches!(octet, b':' | b'/' | b'?')) {
        Some(at) if uri[at] == b':' => &uri[at + 1..],
        _ => uri,
    }
}

/// What follows the authority; all of it if there is none.
fn after_authority(rest: &[u8]) -> &[u8] {
    let end = rest.iter().position(|octet| matches!(octet, b'/' | b'?'));
    &rest[end.unwrap_or(rest.len())..]
}
