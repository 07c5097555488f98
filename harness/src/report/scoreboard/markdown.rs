//! The scoreboard as a page of Markdown.

use super::Score;
use super::differing::{FEW, Unpopular, Usual, unpopular, unusual, usual_answers};
use crate::event::Budget;
use crate::outcome::Outcome;
use crate::printable::{self, counted};
use crate::suite::{Level, Suite};
use std::fmt::{Result, Write};
use std::time::Duration;

/// The name of the reference: it is shown, and not counted among those that differ.
const REFERENCE: &str = "reference";

/// The page. `scores` are of this suite, sorted by name.
#[must_use]
pub fn markdown(scores: &[Score], suite: &Suite) -> String {
    let mut text = String::new();
    // Writing to a String cannot fail.
    let _ = page(&mut text, scores, suite);
    text
}

fn page(out: &mut dyn Write, scores: &[Score], suite: &Suite) -> Result {
    let others: Vec<&Score> = scores.iter().filter(|score| score.name != REFERENCE).collect();
    head(out, scores, suite)?;
    table(out, scores, &others)?;
    most_differ(out, &unpopular(&others, suite), suite, others.len())?;
    readings(out, scores, &others)
}

fn head(out: &mut dyn Write, scores: &[Score], suite: &Suite) -> Result {
    writeln!(out, "# Scoreboard\n")?;
    writeln!(
        out,
        "{} and suite {} (`{}`): {}. Made by `repspec report scoreboard`; the files beside it hold every result.",
        counted(scores.len(), "implementation"),
        suite.version,
        suite.hash.get(..12).unwrap_or(&suite.hash),
        counted(suite.queries().count(), "query")
    )?;
    if let Some(Budget { cpu_ms, wall_ms, memory_octets }) = scores.first().map(|one| one.budget) {
        let (cpu, wall) = (Duration::from_millis(cpu_ms), Duration::from_millis(wall_ms));
        writeln!(
            out,
            "For each query an implementation may use {cpu:?} of CPU time, {wall:?} by the clock and {} MiB of memory.",
            memory_octets >> 20
        )?;
    }
    writeln!(
        out,
        "\nNumbers under *MUST*, *stated* (what the RFC says without a keyword) and *SHOULD* are requirements met of \
         those asked about: all scored queries of a requirement pass. *Contested* queries count in no statement. \
         *Crash*, *timeout* and *memory* count queries; larger ones of a kind that took too long are not asked. *Readings* are answers, where the RFC leaves room, that differ \
         from those of most.\n"
    )
}

fn table(out: &mut dyn Write, scores: &[Score], others: &[&Score]) -> Result {
    writeln!(
        out,
        "| implementation | version | language | MUST | stated | SHOULD | contested | crash | timeout | memory | statement | readings |"
    )?;
    writeln!(out, "|---|---|---|--:|--:|--:|--:|--:|--:|--:|---|--:|")?;
    let usual = usual_answers(others);
    for score in scores {
        let must = score.met(|level| matches!(level, Level::Must | Level::MustNot));
        let stated = score.met(|level| level == Level::Stated);
        let should = score.met(|level| matches!(level, Level::Should | Level::ShouldNot));
        writeln!(
            out,
            "| {} | {} | {} | {must} | {stated} | {should} | {} | {} | {} | {} | {} | {} |",
            linked(score),
            cell(&score.version),
            cell(&score.language),
            score.contested(),
            score.queries_that(Outcome::Crash),
            score.queries_that(Outcome::Timeout),
            score.queries_that(Outcome::OutOfMemory),
            score.statement_words(),
            unusual(score, &usual).len(),
        )?;
    }
    writeln!(out)
}

fn most_differ(
    out: &mut dyn Write,
    found: &[Unpopular<'_>],
    suite: &Suite,
    others: usize,
) -> Result {
    writeln!(out, "## Where most differ from the RFC's letter\n")?;
    writeln!(
        out,
        "Scored queries that at least half of them do not pass, the reference left out. `repspec cases show ID` gives the text behind \
         each.\n"
    )?;
    writeln!(out, "| query | requirement | level | differ |\n|---|---|---|--:|")?;
    for Unpopular { query, differ } in found {
        let level = suite
            .requirement(&query.requirement)
            .map_or("", |requirement| requirement.level.word());
        writeln!(
            out,
            "| `{}` | {} | {level} | {differ} of {others} |",
            query.id, query.requirement
        )?;
    }
    writeln!(out)
}

fn readings(out: &mut dyn Write, scores: &[Score], others: &[&Score]) -> Result {
    let usual = usual_answers(others);
    writeln!(out, "## How most read what the RFC leaves open\n")?;
    writeln!(
        out,
        "[The points](../docs/readings.md) are explained elsewhere. The reference is left out, and what fewer than {FEW} \
         show.\n"
    )?;
    for (reading, Usual { answer, count, of }) in &usual {
        writeln!(out, "- {reading}: {answer} ({count} of {of})")?;
    }
    writeln!(out, "\n## Who reads it otherwise\n")?;
    for score in scores {
        let unusual = unusual(score, &usual);
        let each: Vec<String> =
            unusual.iter().map(|(reading, answer)| format!("{reading}: {answer}")).collect();
        let each = if each.is_empty() { "nothing".to_owned() } else { each.join("; ") };
        writeln!(out, "- **{}**: {}", cell(&score.name), cell(&each))?;
    }
    Ok(())
}

/// Its name; with a link, if it has a homepage that is one.
fn linked(score: &Score) -> String {
    let (name, homepage) = (cell(&score.name), &score.homepage);
    let is_plain = |one: char| one.is_ascii_alphanumeric() || "-._~:/?#@&=+%".contains(one);
    if (homepage.starts_with("https://") || homepage.starts_with("http://"))
        && homepage.chars().all(is_plain)
    {
        format!("[{name}]({homepage})")
    } else {
        name
    }
}

/// Text in a cell of a table.
fn cell(text: &str) -> String {
    let text = printable::line(text.as_bytes());
    text.replace('\\', "\\\\").replace('|', "\\|").replace('<', "&lt;")
}
