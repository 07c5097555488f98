//! What foreign processes write, made fit to be shown.

use crate::printable;

/// The first `most` characters.
pub(super) fn cut(text: &str, most: usize) -> &str {
    text.char_indices().nth(most).map_or(text, |(end, _)| &text[..end])
}

/// The end of a stream of octets, bounded.
#[derive(Default)]
pub(super) struct Tail {
    octets: Vec<u8>,
    cut: bool,
}

impl Tail {
    const MOST: usize = 4096;

    pub(super) fn push(&mut self, octets: &[u8]) {
        self.octets.extend_from_slice(octets);
        let excess = self.octets.len().saturating_sub(Self::MOST);
        self.cut |= excess > 0;
        self.octets.drain(..excess);
    }

    /// What is left of the stream, from a whole line on, made printable.
    pub(super) fn text(&self) -> String {
        let first_whole = match self.octets.iter().position(|&octet| octet == b'\n') {
            Some(end) if self.cut => end + 1,
            _ => 0,
        };
        let lines = self.octets[first_whole..].trim_ascii_end().split(|&octet| octet == b'\n');
        let shown = lines.map(|line| printable::line(line.strip_suffix(b"\r").unwrap_or(line)));
        shown.collect::<Vec<_>>().join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_can_steer_a_terminal() {
        let mut tail = Tail::default();
        tail.push(b"one\x1b[31m\r\ntwo\x07\xff\n");
        assert_eq!(tail.text(), "one\\x1B[31m\ntwo\\x07\\xFF");
    }

    #[test]
    fn the_tail_keeps_the_last_whole_lines() {
        let mut tail = Tail::default();
        for number in 0..10_000 {
            tail.push(format!("line {number}\n").as_bytes());
        }
        let text = tail.text();
        assert!(text.len() <= Tail::MOST);
        assert!(text.starts_with("line ") && text.ends_with("line 9999"), "{text}");
    }
}
