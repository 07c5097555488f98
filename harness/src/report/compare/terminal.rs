//! The comparison for people.

use super::{Comparison, ImplementationChange, QueryChange, Sort, words};
use crate::printable::{self, counted};
use crate::report::style::{BAD, BOLD, DIM, GOOD, WARN, wrapped};
use anstyle::Style;
use similar::{ChangeTag, TextDiff};
use std::fmt::{Result, Write};

const ARROW: &str = "->";

/// The comparison, with ANSI colours.
#[must_use]
pub fn terminal(comparison: &Comparison) -> String {
    let mut text = String::new();
    // Writing to a String cannot fail.
    let _ = write_all(&mut text, comparison);
    text
}

fn write_all(out: &mut dyn Write, comparison: &Comparison) -> Result {
    for remark in &comparison.remarks {
        wrapped(out, "note: ", remark)?;
    }
    for change in &comparison.implementations {
        implementation(out, change)?;
    }
    for (title, names) in
        [("only before", &comparison.only_before), ("only after", &comparison.only_after)]
    {
        if !names.is_empty() {
            writeln!(out, "\n{title}: {}", names.join(", "))?;
        }
    }
    let style = if comparison.is_good() { GOOD } else { BAD };
    writeln!(out, "\n{style}{}{style:#}", words::regressions(comparison.regressions))
}

fn implementation(out: &mut dyn Write, change: &ImplementationChange) -> Result {
    writeln!(out, "\n{BOLD}{}{BOLD:#}", words::who(&change.who, ARROW))?;
    if let Some(start) = words::start(change.start) {
        writeln!(out, "  {BAD}{start}{BAD:#}")?;
        let mut why = change.not_started.iter().flat_map(|why| why.lines());
        return why.try_for_each(|line| writeln!(out, "    {}", printable::text(line)));
    }
    if let Some(statement) = &change.statement {
        writeln!(out, "  statement: {}", words::statement(statement, ARROW))?;
    }
    for (title, ids) in change.requirements() {
        if !ids.is_empty() {
            writeln!(out, "  {title}:")?;
            wrapped(out, "    ", &ids.join(", "))?;
        }
    }
    for (sort, queries) in change.lists() {
        list(out, sort, queries)?;
    }
    let readings = words::readings(change);
    if !readings.is_empty() {
        writeln!(out, "  readings:")?;
    }
    readings.iter().try_for_each(|line| {
        let style = if line.starts_with('+') { GOOD } else { BAD };
        writeln!(out, "    {style}{line}{style:#}")
    })?;
    if change.is_the_same() {
        writeln!(out, "  nothing changed")?;
    }
    Ok(())
}

fn list(out: &mut dyn Write, sort: Sort, queries: &[QueryChange]) -> Result {
    if queries.is_empty() {
        return Ok(());
    }
    let (style, title) = (style(sort), sort.title());
    writeln!(out, "  {style}{title}: {}{style:#}", counted(queries.len(), "query"))?;
    let (well, others): (Vec<&QueryChange>, Vec<&QueryChange>) =
        queries.iter().partition(|query| query.before.is_none() && words::is_well(query));
    others.iter().try_for_each(|query| one(out, query))?;
    if well.is_empty() {
        return Ok(());
    }
    writeln!(out, "    {DIM}{} with nothing wrong{DIM:#}", counted(well.len(), "query"))
}

const fn style(sort: Sort) -> Style {
    match sort {
        Sort::NewlyFailing => BAD,
        Sort::Fixed => GOOD,
        Sort::Changed | Sort::Contested | Sort::New | Sort::Removed => WARN,
    }
}

fn one(out: &mut dyn Write, change: &QueryChange) -> Result {
    let QueryChange { query, requirement, level, .. } = change;
    let about = format!("{requirement}, {}, expected {}", level.word(), words::expected(change));
    writeln!(out, "    {query}  {DIM}{about}{DIM:#}")?;
    match (&change.before, &change.after) {
        (Some(before), Some(after)) if before.outcome == after.outcome => {
            difference(out, &words::came(before), &words::came(after))
        }
        (before, after) => {
            let came: Vec<String> = before.iter().chain(after).map(words::came).collect();
            writeln!(out, "      {}", came.join(&format!(" {ARROW} ")))
        }
    }
}

/// Two texts, one above the other, with the words in which they differ in colour.
fn difference(out: &mut dyn Write, before: &str, after: &str) -> Result {
    let difference = TextDiff::from_words(before, after);
    for (sign, left_out, style) in [('-', ChangeTag::Insert, BAD), ('+', ChangeTag::Delete, GOOD)] {
        write!(out, "      {sign} ")?;
        for word in difference.iter_all_changes().filter(|word| word.tag() != left_out) {
            let style = if word.tag() == ChangeTag::Equal { Style::new() } else { style };
            write!(out, "{style}{}{style:#}", word.value())?;
        }
        writeln!(out)?;
    }
    Ok(())
}
