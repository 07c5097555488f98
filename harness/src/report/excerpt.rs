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

/// The numbers (from 1) and the text of the lines that are shown, those that decide among them.
pub(super) fn lines(robots_txt: &[u8], deciding: &BTreeSet<usize>) -> Vec<(usize, String)> {
    let lines = printable::lines(robots_txt, WIDTH);
    let is_long = lines.len() > WHOLE;
    let shown = (1..).zip(lines).filter(|(number, _)| !is_long || is_shown(*number, deciding));
    shown.collect()
}

/// Whether the last line has a line end.
pub(super) fn ends_with_line_end(robots_txt: &[u8]) -> bool {
    robots_txt.ends_with(b"\n") || robots_txt.ends_with(b"\r")
}

/// Writes the file with the lines that decide (from 1) marked by `>`.
pub(super) fn excerpt(out: &mut dyn Write, robots_txt: &[u8], marked: &BTreeSet<usize>) -> Result {
    let count = printable::lines(robots_txt, 0).len();
    if count == 0 {
        return writeln!(out, "      (the robots.txt is empty)");
    }
    let width = count.to_string().len();
    let mut next = 1;
    for (number, line) in lines(robots_txt, marked) {
        left_out_lines(out, number - next, width)?;
        next = number + 1;
        let mark = if marked.contains(&number) { '>' } else { ' ' };
        let gap = if line.is_empty() { "" } else { " " };
        writeln!(out, "    {mark} {number:>width$} |{gap}{line}")?;
    }
    left_out_lines(out, count + 1 - next, width)?;
    if ends_with_line_end(robots_txt) {
        return Ok(());
    }
    writeln!(out, "      {:width$} | (no line end after the last line)", "")
}

fn is_shown(number: usize, marked: &BTreeSet<usize>) -> bool {
    let from = number.saturating_sub(AROUND);
    number <= HEAD || marked.range(from..=number + AROUND).next().is_some()
}

fn left_out_lines(out: &mut dyn Write, left_out: usize, width: usize) -> Result {
    if left_out == 0 {
        return Ok(());
    }
    writeln!(out, "      {:width$} | [... {} ...]", "", printable::counted(left_out, "line"))
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
