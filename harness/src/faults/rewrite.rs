//! A file rewritten before it is parsed: for faults that are not in one line alone.

use repspec_reference::seam::{Record, Rfc, Seam};

/// A file that forbids everything to everybody.
pub(super) const ALL_FORBIDDEN: &[u8] = b"User-agent: *\nDisallow: /\n";

/// The octets without a byte order mark.
pub(super) fn plain(octets: &[u8]) -> &[u8] {
    octets.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(octets)
}

/// The lines of a text, each with its line end.
pub(super) fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let end = Rfc.line_end(rest).map_or(rest.len(), |end| end.at + end.octets);
        let (line, after) = rest.split_at(end);
        rest = after;
        (!line.is_empty()).then_some(line)
    })
}

/// What a line says.
pub(super) fn record(line: &[u8]) -> Record<'_> {
    let end = Rfc.line_end(line).map_or(line.len(), |end| end.at);
    Rfc.record(Rfc.content(&line[..end]).unwrap_or_default())
}

/// The text before the first line that is to stop it.
pub(super) fn until(text: &[u8], mut stops: impl FnMut(&[u8]) -> bool) -> &[u8] {
    let kept = lines(text).take_while(|line| !stops(line)).map(<[u8]>::len).sum();
    &text[..kept]
}

/// The text without the lines that are not to be kept.
pub(super) fn only(text: &[u8], mut keeps: impl FnMut(&[u8]) -> bool) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for line in lines(text).filter(|line| keeps(line)) {
        out.extend_from_slice(line);
    }
    out
}

/// The octets with each occurrence of one word replaced by another.
pub(super) fn replaced(octets: &[u8], word: &[u8], by: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(octets.len());
    let mut rest = octets;
    while let [first, after @ ..] = rest {
        if let Some(after) = rest.strip_prefix(word) {
            out.extend_from_slice(by);
            rest = after;
        } else {
            out.push(*first);
            rest = after;
        }
    }
    out
}
