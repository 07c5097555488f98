//! What foreign processes write, made fit to be shown.

/// Octets as text in which nothing can steer a terminal: control and format characters are escaped.
pub(super) fn printable(octets: &[u8]) -> String {
    String::from_utf8_lossy(octets).chars().fold(String::new(), |mut text, character| {
        match character {
            '\'' | '"' | '\\' => text.push(character),
            _ => text.extend(character.escape_debug()),
        }
        text
    })
}

/// [`printable`], line by line.
pub(super) fn printable_lines(octets: &[u8]) -> String {
    let text = String::from_utf8_lossy(octets);
    text.lines().map(|line| printable(line.as_bytes())).collect::<Vec<_>>().join("\n")
}

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
        printable_lines(&self.octets[first_whole..]).trim_end().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_can_steer_a_terminal() {
        assert_eq!(printable(b"a\x1b[31m\"b\\\t\xff"), "a\\u{1b}[31m\"b\\\\t\u{fffd}");
        assert_eq!(printable("\u{202e}\u{9b}ü".as_bytes()), "\\u{202e}\\u{9b}ü");
        assert_eq!(printable_lines(b"one\r\ntwo\x07\n"), "one\ntwo\\u{7}");
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
