//! The robots.txt of a case as people see it: numbered, marked, printable, and cut where it is long.

use crate::printable;
use std::collections::BTreeSet;
use std::fmt::{Result, Write};

/// A file with at most so many lines is shown whole.
const WHOLE: usize = 24;
/// Lines shown at the start of a longer one.
const HEAD: usize = 4;
/// Lines shown on each side of a marked one.
const AROUND: usize = 3;
/// Octets of a line that are shown.
const WIDTH: usize = 160;

/// Writes the file with the lines that decide (from 1) marked by `>`.
pub(super) fn excerpt(out: &mut dyn Write, robots_txt: &[u8], marked: &BTreeSet<usize>) -> Result {
    let lines = printable::lines(robots_txt, WIDTH);
    if lines.is_empty() {
        return writeln!(out, "      (the robots.txt is empty)");
    }
    let width = lines.len().to_string().len();
    let mut left_out = 0;
    for (number, line) in (1..).zip(&lines) {
        if lines.len() > WHOLE && !is_shown(number, marked) {
            left_out += 1;
            continue;
        }
        left_out_lines(out, &mut left_out, width)?;
        let mark = if marked.contains(&number) { '>' } else { ' ' };
        let gap = if line.is_empty() { "" } else { " " };
        writeln!(out, "    {mark} {number:>width$} |{gap}{line}")?;
    }
    left_out_lines(out, &mut left_out, width)?;
    if robots_txt.ends_with(b"\n") || robots_txt.ends_with(b"\r") {
        return Ok(());
    }
    writeln!(out, "      {:width$} | (no line end after the last line)", "")
}

fn is_shown(number: usize, marked: &BTreeSet<usize>) -> bool {
    let from = number.saturating_sub(AROUND);
    number <= HEAD || marked.range(from..=number + AROUND).next().is_some()
}

fn left_out_lines(out: &mut dyn Write, left_out: &mut usize, width: usize) -> Result {
    match std::mem::take(left_out) {
        0 => Ok(()),
        1 => writeln!(out, "      {:width$} | [... 1 line ...]", ""),
        many => writeln!(out, "      {:width$} | [... {many} lines ...]", ""),
    }
}

#[cfg(test)]
mod tests {
    use super::excerpt;

    fn shown(robots_txt: &[u8], marked: &[usize]) -> String {
        let mut text = String::new();
        excerpt(&mut text, robots_txt, &marked.iter().copied().collect()).unwrap();
        text
    }

    #[test]
    fn a_long_file_is_cut_but_the_deciding_line_stays() {
        let shown = shown(&b"# x\n".repeat(1000), &[500]);
        assert!(shown.contains("    >  500 | # x\n"), "{shown}");
        assert!(shown.contains("[... 492 lines ...]"), "{shown}");
        assert!(shown.contains("[... 497 lines ...]"), "{shown}");
        assert!(shown.lines().count() < 20, "{shown}");
    }

    #[test]
    fn no_octet_reaches_the_terminal_raw() {
        let shown = shown(b"Disallow: /\x1b[2J\xff\x07", &[]);
        assert!(shown.contains("/\\x1B[2J\\xFF\\x07"), "{shown}");
    }
}
