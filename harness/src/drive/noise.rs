//! What a child writes to standard output that is no answer: kept for the report, and bounded.

use super::target::Noise;
use super::text::{cut, printable};

impl Noise {
    const LINES: usize = 20;
    const CHARACTERS: usize = 200;

    /// One more line; blank ones are not worth showing.
    pub(super) fn add(&mut self, line: &[u8]) {
        let line = line.trim_ascii();
        if line.is_empty() {
            return;
        }
        self.count += 1;
        if self.lines.len() < Self::LINES {
            // Escaping makes a line longer, never shorter: more octets than this are never shown.
            let beginning = &line[..line.len().min(Self::CHARACTERS * 4)];
            self.lines.push(cut(&printable(beginning), Self::CHARACTERS).to_owned());
        }
    }

    /// Takes over what another child wrote.
    pub(super) fn append(&mut self, mut other: Self) {
        other.lines.truncate(Self::LINES - self.lines.len());
        self.lines.append(&mut other.lines);
        self.count += other.count;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_first_lines_and_characters_are_kept() {
        let mut noise = Noise::default();
        noise.add("ü".repeat(1000).as_bytes());
        noise.add(b"\n");
        for _ in 0..1000 {
            noise.add(b"\x07\n");
        }
        let mut all = Noise::default();
        all.add(b"first\n");
        all.append(noise);
        assert_eq!(all.count, 1002);
        assert_eq!(all.lines.len(), 20);
        assert_eq!(all.lines[..3], ["first".to_owned(), "ü".repeat(200), "\\u{7}".to_owned()]);
    }
}
