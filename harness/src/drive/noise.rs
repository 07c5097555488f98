//! What a child writes to standard output that is no answer: kept for the report, and bounded.

use super::target::Noise;
use super::text::cut;
use crate::printable;

impl Noise {
    pub(super) const LINES: usize = 20;

    /// One more line; blank ones are not worth showing.
    pub(super) fn add(&mut self, line: &[u8]) {
        let line = line.trim_ascii();
        if line.is_empty() {
            return;
        }
        self.count += 1;
        if self.lines.len() < Self::LINES {
            self.lines.push(shown(beginning(line)));
        }
    }

    /// Takes over what another child wrote.
    pub(super) fn append(&mut self, mut other: Self) {
        other.lines.truncate(Self::LINES - self.lines.len());
        self.lines.append(&mut other.lines);
        self.count += other.count;
    }
}

/// Characters of a line that are shown.
const CHARACTERS: usize = 200;

/// All of a line that can matter to what is shown of it: to escape it makes it longer, never shorter.
pub(super) fn beginning(line: &[u8]) -> &[u8] {
    &line[..line.len().min(CHARACTERS * 4)]
}

/// What is shown of a line.
pub(super) fn shown(beginning: &[u8]) -> String {
    cut(&printable::line(beginning), CHARACTERS).to_owned()
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
        assert_eq!(all.lines[..3], ["first".to_owned(), "ü".repeat(200), "\\x07".to_owned()]);
    }
}
