//! The matrix: implementations by sections of the RFC.

use super::fold::{Fold, Part, State};
use super::requirements::{Standing, is_lost, requirements};
use super::style::{BAD, BOLD, DIM, Marks, WARN};
use crate::event::QueryFinished;
use crate::outcome::Outcome;
use anstyle::Style;
use std::fmt::{Result, Write};

/// Columns of a terminal that a line may take.
const WIDTH: usize = 100;
/// Columns that the name and version of an implementation may take.
const NAME: usize = 26;
/// Columns that a heading may take.
const HEADING: usize = 8;

/// The worst that is to be seen in a cell, in ascending order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Mark {
    None,
    Unsupported,
    Warn,
    Fail,
    Lost,
}

/// A column: its heading and a cell per implementation.
struct Column {
    heading: String,
    cells: Vec<(String, Mark)>,
}

/// Writes the matrix, in as many blocks as the width asks for.
pub(super) fn matrix(out: &mut dyn Write, fold: &Fold<'_>, marks: &Marks) -> Result {
    let titles: Vec<String> = fold.parts.iter().map(|part| cut(&part.title(), NAME)).collect();
    let name_width = titles.iter().map(|title| width(title)).max().unwrap_or(0);
    let columns: Vec<Column> = columns(fold, marks);
    for block in blocks(&columns, WIDTH - name_width) {
        write!(out, "{:name_width$}", "")?;
        for column in block {
            write!(out, "{BOLD}{:>wide$}{BOLD:#}", column.heading, wide = column.width())?;
        }
        writeln!(out)?;
        for (row, (title, part)) in titles.iter().zip(&fold.parts).enumerate() {
            write!(out, "{BOLD}{title}{BOLD:#}{:pad$}", "", pad = name_width - width(title))?;
            write_row(out, block, row, part)?;
        }
        writeln!(out)?;
    }
    writeln!(out, "{DIM}{}{DIM:#}", marks.legend())
}

fn write_row(out: &mut dyn Write, block: &[Column], row: usize, part: &Part) -> Result {
    if let State::NotStarted(_) = part.state {
        return writeln!(out, "  {BAD}did not start{BAD:#}");
    }
    for column in block {
        let (cell, mark) = &column.cells[row];
        let style = style(*mark);
        let pad = column.width() - width(cell);
        write!(out, "{:pad$}{style}{cell}{style:#}", "")?;
    }
    writeln!(out)
}

const fn style(mark: Mark) -> Style {
    match mark {
        Mark::None => Style::new(),
        Mark::Unsupported => DIM,
        Mark::Warn => WARN,
        Mark::Fail | Mark::Lost => BAD,
    }
}

impl Column {
    /// Columns of a terminal that it takes, with the gap before it.
    fn width(&self) -> usize {
        let cells = self.cells.iter().map(|(cell, _)| width(cell));
        2 + cells.chain([width(&self.heading)]).max().unwrap_or(0)
    }
}

fn columns(fold: &Fold<'_>, marks: &Marks) -> Vec<Column> {
    let mut sections: Vec<&str> = Vec::new();
    for (case, _, _) in fold.parts.iter().flat_map(|part| fold.results(part)) {
        if !sections.contains(&case.section.as_str()) {
            sections.push(&case.section);
        }
    }
    let place = |section: &&str| fold.suite.cases.iter().position(|case| case.section == *section);
    sections.sort_by_key(place);
    let mut columns: Vec<Column> = sections
        .into_iter()
        .map(|section| Column {
            heading: cut(section, HEADING),
            cells: cells(fold, marks, |of| of == section),
        })
        // Of a section in which nothing is scored there is nothing to show, unless it goes wrong.
        .filter(|column| column.cells.iter().any(|(cell, _)| !cell.is_empty()))
        .collect();
    columns.push(Column { heading: "all".to_owned(), cells: cells(fold, marks, |_| true) });
    let met = fold.parts.iter().map(|part| (met(fold, part), Mark::None)).collect();
    columns.push(Column { heading: "requirements".to_owned(), cells: met });
    columns
}

fn met(fold: &Fold<'_>, part: &Part) -> String {
    let requirements = requirements(fold, part);
    let met = requirements.iter().filter(|result| result.standing == Standing::Met).count();
    format!("{met} of {}", requirements.len())
}

fn cells(fold: &Fold<'_>, marks: &Marks, within: impl Fn(&str) -> bool) -> Vec<(String, Mark)> {
    let cell = |part| {
        let results: Vec<&QueryFinished> = fold
            .results(part)
            .filter(|(case, _, result)| within(&case.section) && !result.contested)
            .map(|(_, _, result)| result)
            .collect();
        let scored = results.iter().filter(|result| result.is_scored()).count();
        let passed = results.iter().filter(|result| result.outcome == Outcome::Pass).count();
        let worst = results.iter().map(|result| mark(result.outcome)).max().unwrap_or(Mark::None);
        let numbers = if scored == 0 { String::new() } else { format!("{passed}/{scored}") };
        (format!("{}{numbers}", marks.sign(worst)), worst)
    };
    fold.parts.iter().map(cell).collect()
}

pub(super) const fn mark(outcome: Outcome) -> Mark {
    match outcome {
        _ if is_lost(outcome) => Mark::Lost,
        Outcome::Fail | Outcome::Error => Mark::Fail,
        Outcome::Warn => Mark::Warn,
        Outcome::Unsupported => Mark::Unsupported,
        _ => Mark::None,
    }
}

/// As many columns to a block as fit.
fn blocks(columns: &[Column], room: usize) -> Vec<&[Column]> {
    let mut blocks = Vec::new();
    let (mut start, mut used) = (0, 0);
    for (at, column) in columns.iter().enumerate() {
        if used + column.width() > room && at > start {
            blocks.push(&columns[start..at]);
            (start, used) = (at, 0);
        }
        used += column.width();
    }
    blocks.push(&columns[start..]);
    blocks
}

fn width(text: &str) -> usize {
    text.chars().count()
}

fn cut(text: &str, limit: usize) -> String {
    if width(text) <= limit {
        return text.to_owned();
    }
    let kept: String = text.chars().take(limit - 2).collect();
    format!("{kept}..")
}
