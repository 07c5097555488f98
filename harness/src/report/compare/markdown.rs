//! The comparison as Markdown, fit for a comment on a pull request.

use super::{Came, Comparison, ImplementationChange, QueryChange, Sort, Start, words};
use crate::printable::{counted, shortened};
use crate::report::escape::{block, code, code_cell, html, prose};
use std::fmt::{Result, Write};

const ARROW: &str = "→";
/// Octets that a comment may have on usual platforms, and a few to spare.
const ROOM: usize = 60_000;
/// Queries of a list that are shown: the first of these with which all has room.
const SHOWN: [usize; 4] = [200, 50, 10, 0];
/// Octets of a long message that are shown.
const MESSAGE: usize = 2000;
/// Octets of a name that are shown.
const NAME: usize = 200;

/// The comparison as Markdown; what is long stands in `<details>`.
#[must_use]
pub fn markdown(comparison: &Comparison) -> String {
    let mut text = String::new();
    for shown in SHOWN {
        text.clear();
        // Writing to a String cannot fail.
        let _ = write_all(&mut text, comparison, shown);
        if text.len() <= ROOM {
            break;
        }
    }
    text
}

fn write_all(out: &mut dyn Write, comparison: &Comparison, shown: usize) -> Result {
    writeln!(out, "### repspec: {}\n", words::regressions(comparison.regressions))?;
    summary(out, comparison)?;
    for remark in &comparison.remarks {
        writeln!(out, "\n> {}", prose(remark))?;
    }
    for (title, names) in
        [("Only before", &comparison.only_before), ("Only after", &comparison.only_after)]
    {
        if !names.is_empty() {
            writeln!(out, "\n{title}: {}", codes(names))?;
        }
    }
    comparison.implementations.iter().try_for_each(|change| details(out, change, shown))
}

/// A row for each implementation.
fn summary(out: &mut dyn Write, comparison: &Comparison) -> Result {
    let sorts =
        [Sort::NewlyFailing, Sort::Fixed, Sort::Changed, Sort::Contested, Sort::New, Sort::Removed];
    let titles = sorts.map(Sort::title).join(" | ");
    writeln!(out, "| implementation | {titles} | statement |")?;
    writeln!(out, "|---|{}---|", "---:|".repeat(sorts.len()))?;
    for change in &comparison.implementations {
        let name = code_cell(&name(change));
        write!(out, "| {name} |")?;
        for (sort, list) in change.lists() {
            let bold = if sort == Sort::NewlyFailing && !list.is_empty() { "**" } else { "" };
            write!(out, " {bold}{}{bold} |", list.len())?;
        }
        writeln!(out, " {} |", standing(change))?;
    }
    Ok(())
}

fn name(change: &ImplementationChange) -> String {
    shortened(&words::who(&change.who, ARROW), NAME).into_owned()
}

fn standing(change: &ImplementationChange) -> String {
    match (words::start(change.start), &change.statement) {
        (Some(start), _) if change.start == Start::NoLonger => format!("**{start}**"),
        (Some(start), _) => start.to_owned(),
        (None, Some(statement)) => prose(&words::statement(statement, ARROW)),
        (None, None) => "unchanged".to_owned(),
    }
}

fn details(out: &mut dyn Write, change: &ImplementationChange, shown: usize) -> Result {
    let name = format!("<code>{}</code>", html(&name(change)));
    if let Some(why) = &change.not_started {
        writeln!(out, "\n<details><summary>{name}: not started</summary>\n")?;
        writeln!(out, "{}\n</details>", block("", &shortened(why, MESSAGE)))?;
    }
    for (sort, queries) in change.lists() {
        if !queries.is_empty() {
            let (title, count) = (sort.title(), counted(queries.len(), "query"));
            writeln!(out, "\n<details><summary>{name}: {title}: {count}</summary>\n")?;
            table(out, queries, shown)?;
            writeln!(out, "\n</details>")?;
        }
    }
    for (title, ids) in change.requirements() {
        if !ids.is_empty() {
            let count = ids.len();
            writeln!(out, "\n<details><summary>{name}: {title}: {count}</summary>\n")?;
            writeln!(out, "{}\n\n</details>", codes(&ids[..count.min(shown)]))?;
        }
    }
    let readings = words::readings(change);
    if readings.is_empty() {
        return Ok(());
    }
    let lines = readings[..readings.len().min(shown)].join("\n");
    writeln!(out, "\n<details><summary>{name}: readings that changed</summary>\n")?;
    writeln!(out, "{}\n</details>", block("diff", &lines))
}

fn table(out: &mut dyn Write, queries: &[QueryChange], shown: usize) -> Result {
    writeln!(out, "| query | requirement | expected | before | after |")?;
    writeln!(out, "|---|---|---|---|---|")?;
    for change in queries.iter().take(shown) {
        let [query, requirement] =
            [&change.query, &change.requirement].map(|id| code_cell(&shortened(id, NAME)));
        let (level, expected) = (change.level.word(), words::expected(change));
        let [before, after] = [&change.before, &change.after].map(|came| cell(came.as_ref()));
        writeln!(out, "| {query} | {requirement} ({level}) | {expected} | {before} | {after} |")?;
    }
    if let Some(more @ 1..) = queries.len().checked_sub(shown) {
        writeln!(out, "\nand {more} more (`--format json` has all)")?;
    }
    Ok(())
}

fn cell(came: Option<&Came>) -> String {
    came.map(|came| code_cell(&words::came(came))).unwrap_or_default()
}

fn codes(texts: &[String]) -> String {
    texts.iter().map(|text| code(&shortened(text, NAME))).collect::<Vec<_>>().join(", ")
}
