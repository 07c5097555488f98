//! The traceability table and its rows, as text and as Markdown.

use crate::printable;
use crate::suite::{Binds, Requirement, StatementKind, Tested};
use crate::traceability::{
    Counts, KEYWORD_STATEMENTS, Totals, Traceability, Traced, TracedFault, TracedQuery,
};
use std::io::{Result, Write};

const COLUMNS: usize = 10;
const HEAD: [&str; COLUMNS] = [
    "section",
    "requirement",
    "level",
    "kind",
    "binds",
    "tested",
    "queries",
    "scored",
    "also",
    "faults",
];
/// From here on columns hold numbers, which are set to the right.
const NUMBERS: usize = 6;

pub(super) fn text(out: &mut dyn Write, table: &Traceability) -> Result<()> {
    let rows: Vec<[String; COLUMNS]> = std::iter::once(HEAD.map(str::to_owned))
        .chain(table.requirements.iter().map(row))
        .collect();
    let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or_default();
    let widths: [usize; COLUMNS] = std::array::from_fn(width);
    for row in &rows {
        for (column, (cell, width)) in row.iter().zip(widths).enumerate() {
            let gap = if column == 0 { "" } else { "  " };
            if column < NUMBERS {
                write!(out, "{gap}{cell:width$}")?;
            } else {
                write!(out, "{gap}{cell:>width$}")?;
            }
        }
        writeln!(out)?;
    }
    writeln!(out)?;
    sums(&table.totals).iter().try_for_each(|line| writeln!(out, "{line}"))
}

pub(super) fn markdown(out: &mut dyn Write, table: &Traceability) -> Result<()> {
    writeln!(out, "| {} |", HEAD.join(" | "))?;
    let rules: [&str; COLUMNS] =
        std::array::from_fn(|column| if column < NUMBERS { "---" } else { "---:" });
    writeln!(out, "| {} |", rules.join(" | "))?;
    for traced in &table.requirements {
        writeln!(out, "| {} |", row(traced).join(" | "))?;
    }
    sums(&table.totals).iter().try_for_each(|line| writeln!(out, "\n{line}"))
}

pub(super) fn one_as_text(out: &mut dyn Write, traced: &Traced) -> Result<()> {
    writeln!(out, "{}  ({})", traced.requirement.id, about(traced))?;
    writeln!(out, "  {}", line(&traced.requirement.text))?;
    for (title, items) in lists(traced) {
        writeln!(out, "{title}: {}", items.len())?;
        items.iter().try_for_each(|item| writeln!(out, "  {item}"))?;
    }
    Ok(())
}

pub(super) fn one_as_markdown(out: &mut dyn Write, traced: &Traced) -> Result<()> {
    writeln!(out, "### {}\n\n{}\n", traced.requirement.id, about(traced))?;
    writeln!(out, "{}", line(&traced.requirement.text))?;
    for (title, items) in lists(traced) {
        writeln!(out, "\n{title}: {}\n", items.len())?;
        items.iter().try_for_each(|item| writeln!(out, "- {item}"))?;
    }
    Ok(())
}

fn row(traced: &Traced) -> [String; COLUMNS] {
    let Requirement { id, section, level, kind, binds, tested, .. } = &traced.requirement;
    [
        section.clone(),
        id.clone(),
        level.word().to_owned(),
        kind_word(*kind).to_owned(),
        binds_word(*binds).to_owned(),
        tested_word(tested).to_owned(),
        traced.queries.len().to_string(),
        traced.queries.iter().filter(is_scored).count().to_string(),
        traced.also.len().to_string(),
        traced.faults.len().to_string(),
    ]
}

fn is_scored(query: &&TracedQuery) -> bool {
    query.counts == Counts::Scored
}

fn about(traced: &Traced) -> String {
    let Requirement { section, level, kind, binds, tested, .. } = &traced.requirement;
    let (level, kind, binds) = (level.word(), kind_word(*kind), binds_word(*binds));
    let how = match tested {
        Tested::Not(reason) => format!("not tested here: {}", line(reason)),
        other => format!("tested by {}", tested_word(other)),
    };
    format!("section {section}, {level}, {kind}, binds the {binds}, {how}")
}

fn lists(traced: &Traced) -> [(&'static str, Vec<String>); 3] {
    let own = |query: &TracedQuery| match query.counts {
        Counts::Scored => query.id.clone(),
        Counts::Contested => format!("{} (contested)", query.id),
        Counts::Observed => format!("{} (observed)", query.id),
    };
    let fault = |fault: &TracedFault| format!("{}: {}", fault.id, fault.text);
    [
        ("queries", traced.queries.iter().map(own).collect()),
        ("queries of other requirements that touch it", traced.also.clone()),
        ("faults that break it", traced.faults.iter().map(fault).collect()),
    ]
}

/// What the table adds up to, in a few lines; those that miss a query are named.
fn sums(totals: &Totals) -> Vec<String> {
    let levels: Vec<String> = totals
        .keywords
        .iter()
        .map(|(level, number)| format!("{number} {}", level.word()))
        .collect();
    let Totals { requirements, keywords, testable, covered, missing, faults } = totals;
    let keywords: usize = keywords.values().sum();
    let mut lines = vec![
        format!(
            "{keywords} of the RFC's {KEYWORD_STATEMENTS} keyword statements: {}",
            levels.join(", ")
        ),
        format!(
            "{requirements} requirements, {testable} of them testable by queries, {covered} tested; \
             {faults} faults break them"
        ),
    ];
    lines.extend(missing.iter().map(|id| format!("no query tests {id}")));
    lines
}

const fn kind_word(kind: StatementKind) -> &'static str {
    match kind {
        StatementKind::Keyword => "keyword",
        StatementKind::Statement => "statement",
        StatementKind::Grammar => "grammar",
        StatementKind::Figure => "figure",
        StatementKind::Security => "security",
    }
}

const fn binds_word(binds: Binds) -> &'static str {
    match binds {
        Binds::Parser => "parser",
        Binds::Crawler => "crawler",
        Binds::ServiceOwner => "service owner",
    }
}

const fn tested_word(tested: &Tested) -> &'static str {
    match tested {
        Tested::ByVerdict => "verdict",
        Tested::ByAccess => "access",
        Tested::ByRobustness => "robustness",
        Tested::Not(_) => "not here",
    }
}

/// A text of the catalogue on one printable line.
fn line(text: &str) -> String {
    printable::line(text.split_whitespace().collect::<Vec<_>>().join(" ").as_bytes())
}
