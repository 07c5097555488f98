//! The octets of a case's robots.txt, from the way they are written down.

use super::complaint::Complaint;
use super::raw::Part;
use super::read::Spot;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;

/// The longest robots.txt, in octets: eight times what a crawler must read.
const LONGEST: usize = 4 << 20;
/// All of the suite's robots.txt files together.
const LONGEST_IN_ALL: usize = 64 << 20;

/// How a case writes its robots.txt down.
pub(super) enum Body {
    Text(String),
    Base64(String),
    Parts(Vec<Part>),
}

/// How many octets the bodies of a suite may still have; `None` once one did not fit.
pub(super) struct Room(Option<usize>);

impl Room {
    pub(super) const fn new() -> Self {
        Self(Some(LONGEST_IN_ALL))
    }

    /// The octets of a body; no body is made any more after one that did not fit.
    pub(super) fn octets(
        &mut self,
        body: Body,
        spot: Spot<'_>,
    ) -> Result<Vec<u8>, Option<Complaint>> {
        let left = self.0.ok_or(None)?;
        let octets = match body {
            Body::Text(text) => text.into_bytes(),
            Body::Base64(text) => decoded(&text, spot.key("robots_txt_base64"))?,
            Body::Parts(parts) => joined(&parts, spot.key("robots_txt_parts"))?,
        };
        self.0 = left.checked_sub(octets.len());
        if self.0.is_none() {
            let message = format!(
                "with this one, the suite's bodies have more than {LONGEST_IN_ALL} octets; make them smaller"
            );
            return Err(Some(spot.complaint("body-too-long", message)));
        }
        Ok(octets)
    }
}

fn decoded(text: &str, spot: Spot<'_>) -> Result<Vec<u8>, Complaint> {
    let text: String = text.split_ascii_whitespace().collect();
    BASE64_STANDARD.decode(text).map_err(|error| {
        spot.complaint(
            "bad-base64",
            format!("not Base64 (RFC 4648, section 4, with padding): {error}"),
        )
    })
}

fn joined(parts: &[Part], spot: Spot<'_>) -> Result<Vec<u8>, Complaint> {
    if parts.is_empty() {
        return Err(spot.complaint("bad-part", "at least one part is needed"));
    }
    let mut octets = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        append(&mut octets, part, spot.item(index))?;
    }
    Ok(octets)
}

fn append(octets: &mut Vec<u8>, part: &Part, spot: Spot<'_>) -> Result<(), Complaint> {
    match part {
        Part::Text(text) => fits(octets, text.len(), spot).map(|()| octets.extend(text.bytes())),
        Part::Base64(part) => {
            let added = decoded(&part.base64, spot)?;
            fits(octets, added.len(), spot).map(|()| octets.extend(added))
        }
        Part::Repeat(part) => {
            if part.repeat.is_empty() || part.times == 0 {
                return Err(spot.complaint("bad-part", "a text is repeated, at least once"));
            }
            fits(octets, part.repeat.len().saturating_mul(part.times), spot)
                .map(|()| octets.extend(part.repeat.repeat(part.times).bytes()))
        }
        Part::Pad(part) => {
            let Some(missing) = part.pad_to.checked_sub(octets.len()) else {
                let message = format!("there are {} octets already", octets.len());
                return Err(spot.complaint("bad-part", message));
            };
            if part.with.is_empty() {
                return Err(spot.complaint("bad-part", "`with` must not be empty"));
            }
            fits(octets, missing, spot)
                .map(|()| octets.extend(part.with.bytes().cycle().take(missing)))
        }
    }
}

fn fits(octets: &[u8], added: usize, spot: Spot<'_>) -> Result<(), Complaint> {
    if octets.len().saturating_add(added) > LONGEST {
        let message = format!("the body would have more than {LONGEST} octets; make it smaller");
        return Err(spot.complaint("body-too-long", message));
    }
    Ok(())
}
