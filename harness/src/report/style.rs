//! How the report for people looks: colours, signs, running text.

use super::matrix::Mark;
use crate::printable;
use anstyle::{AnsiColor, Style};
use std::fmt::{Result, Write};

pub(super) const BOLD: Style = Style::new().bold();
pub(super) const DIM: Style = Style::new().dimmed();
pub(super) const BAD: Style = AnsiColor::Red.on_default().bold();
pub(super) const WARN: Style = AnsiColor::Yellow.on_default();
pub(super) const GOOD: Style = AnsiColor::Green.on_default();

/// Columns at which running text is wrapped.
const WIDTH: usize = 100;

/// The signs that mark what is not as it should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marks {
    /// `✗`, `!`, `☠`.
    Unicode,
    /// For terminals that show ASCII only.
    Ascii,
}

impl Marks {
    pub(super) const fn sign(self, mark: Mark) -> &'static str {
        match (mark, self) {
            (Mark::None, _) => "",
            (Mark::Unsupported, _) => "- ",
            (Mark::Warn, _) => "! ",
            (Mark::Fail, Self::Unicode) => "✗ ",
            (Mark::Fail, Self::Ascii) => "x ",
            (Mark::Lost, Self::Unicode) => "☠ ",
            (Mark::Lost, Self::Ascii) => "# ",
        }
    }

    pub(super) fn legend(self) -> String {
        format!(
            "passed/scored;  {}fails  {}warns  {}crashes, hangs or takes too much memory  \
             {}unsupported",
            self.sign(Mark::Fail),
            self.sign(Mark::Warn),
            self.sign(Mark::Lost),
            self.sign(Mark::Unsupported),
        )
    }
}

/// Writes running text after a label, in lines that fit; words are never cut.
pub(super) fn wrapped(out: &mut dyn Write, label: &str, text: &str) -> Result {
    write!(out, "{label}")?;
    let mut column = label.len();
    for (position, word) in text.split_whitespace().enumerate() {
        let word = printable::text(word);
        let width = word.chars().count();
        if position > 0 && column + 1 + width > WIDTH {
            write!(out, "\n{:indent$}", "", indent = label.len())?;
            column = label.len();
        } else if position > 0 {
            write!(out, " ")?;
            column += 1;
        }
        write!(out, "{word}")?;
        column += width;
    }
    writeln!(out)
}
