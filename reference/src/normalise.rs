//! Octets made ready for comparison (RFC 9309, section 2.2.2).

use crate::octets::{decode_triplet, triplet};
use crate::seam::{Encoded, Malformed, Part, Raw, Seam, Side};
use alloc::vec::Vec;

/// Octets normalised for comparison (2.2.2), appended to `out`; tells the part in which they end.
///
/// # Errors
/// What [`Seam::malformed`] says, if it is not [`Malformed::Verbatim`].
pub fn normalise<S: Seam>(
    seam: &S,
    side: Side,
    mut part: Part,
    octets: &[u8],
    out: &mut Vec<u8>,
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
