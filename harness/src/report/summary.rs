//! The end of the report for people: what is unexpected, and what to do about it.

use super::fold::{Fold, Part, State, Totals};
use super::style::{BAD, GOOD};
use crate::outcome::Outcome;
use crate::printable;
use std::collections::BTreeMap;
use std::fmt::{Result, Write};

/// Writes what is unexpected; the last line is plain numbers.
pub(super) fn summary(out: &mut dyn Write, fold: &Fold<'_>) -> Result {
    writeln!(out)?;
    for part in &fold.parts {
        unexpected(out, part)?;
    }
    let totals = fold.totals();
    if totals.failed > 0 {
        next(out, fold)?;
    }
    let style = if totals.failed == 0 { GOOD } else { BAD };
    let Totals { passed, failed, skipped } = totals;
    writeln!(out, "{style}{passed} passed, {failed} failed, {skipped} skipped{style:#}")
}

fn unexpected(out: &mut dyn Write, part: &Part) -> Result {
    let name = &part.name;
    if let State::NotStarted(_) = part.state {
        writeln!(out, "{BAD}{name} did not start.{BAD:#}")?;
    }
    let mut counts: BTreeMap<Outcome, usize> = BTreeMap::new();
    for result in part.results().filter(|result| result.expectation.is_unexpected()) {
        *counts.entry(result.outcome).or_default() += 1;
    }
    if !counts.is_empty() {
        let counts: Vec<String> =
            counts.iter().map(|(outcome, count)| format!("{count} {outcome}")).collect();
        writeln!(out, "{BAD}{name}: unexpected: {}.{BAD:#}", counts.join(", "))?;
    }
    let warnings = part.unlisted_warnings();
    if warnings > 0 {
        writeln!(out, "{name}: {warnings} warn in no baseline: unexpected with --strict only.")?;
    }
    for found in &part.problems {
        let (entry, problem) = (printable::line(found.entry.as_bytes()), &found.problem);
        let stop = if problem.ends_with('?') { "" } else { "." };
        writeln!(out, "{BAD}{name}: baseline entry `{entry}`: {problem}{stop}{BAD:#}")?;
    }
    Ok(())
}

/// What to do about it.
fn next(out: &mut dyn Write, fold: &Fold<'_>) -> Result {
    let mut results = fold.parts.iter().flat_map(Part::results);
    if let Some(first) = results.find(|result| result.expectation.is_unexpected()) {
        let (name, query) = (&first.implementation, &first.query);
        writeln!(out, "To see one alone: the same command for {name} with --filter '{query}'")?;
    }
    let is_update = |part: &Part| part.unexpected() > 0 || !part.problems.is_empty();
    if fold.parts.iter().any(is_update) {
        writeln!(
            out,
            "To record what is known: --baseline FILE --update-baseline, then give reasons"
        )?;
    }
    Ok(())
}
