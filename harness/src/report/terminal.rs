//! The report for people: the matrix, then each implementation, then what to do.

use super::deciding::DecidingLine;
use super::failure;
use super::fold::{Fold, Part, State};
use super::matrix::matrix;
use super::readings::{by_case, contested, readings};
use super::requirements::{Class, Standing, crawler_statement, requirements, statement};
use super::style::{BAD, BOLD, DIM, Marks, wrapped};
use super::summary::summary;
use crate::event::{Budget, Expectation, QueryFinished};
use crate::outcome::Outcome;
use crate::printable;
use crate::suite::Query;
use std::fmt::{Result, Write};
use std::time::Duration;

/// The whole report, with ANSI colours.
#[must_use]
pub fn terminal(fold: &Fold<'_>, marks: Marks, deciding: DecidingLine) -> String {
    let mut text = String::new();
    // Writing to a String cannot fail.
    let _ = write_all(&mut text, fold, (&marks, deciding));
    text
}

fn write_all(out: &mut dyn Write, fold: &Fold<'_>, how: (&Marks, DecidingLine)) -> Result {
    header(out, fold)?;
    matrix(out, fold, how.0)?;
    for part in &fold.parts {
        implementation(out, fold, part, how)?;
    }
    summary(out, fold)
}

fn header(out: &mut dyn Write, fold: &Fold<'_>) -> Result {
    let Some(started) = &fold.started else { return Ok(()) };
    let hash = started.suite_hash.get(..12).unwrap_or(&started.suite_hash);
    let queries = printable::counted(started.queries, "query");
    let part = if started.whole_suite { "" } else { " (a part of the suite)" };
    writeln!(
        out,
        "{BOLD}repspec {}{BOLD:#}, RFC 9309, suite {} ({hash}): {queries}{part}",
        started.harness_version, started.suite_version
    )?;
    let Budget { cpu_ms, wall_ms, memory_octets } = started.budget;
    let (cpu, wall) = (Duration::from_millis(cpu_ms), Duration::from_millis(wall_ms));
    let memory = memory_octets >> 20;
    writeln!(out, "for each: {cpu:?} of CPU time, {wall:?} by the clock, {memory} MiB of memory\n")
}

fn implementation(
    out: &mut dyn Write,
    fold: &Fold<'_>,
    part: &Part,
    how: (&Marks, DecidingLine),
) -> Result {
    writeln!(out, "\n{BOLD}{}{BOLD:#}", part.title())?;
    if let State::NotStarted(problem) = &part.state {
        writeln!(out, "  {BAD}did not start{BAD:#}")?;
        return problem.lines().try_for_each(|line| writeln!(out, "    {}", printable::text(line)));
    }
    standing(out, fold, part)?;
    if !part.converts.is_empty() {
        let converts: Vec<&str> =
            part.converts.iter().map(|said| said.trim_end_matches('.')).collect();
        wrapped(out, "  converts: ", &converts.join("; "))?;
    }
    noise(out, part)?;
    let (marks, _) = how;
    lines(out, "warnings", part, marks, |result| {
        result.outcome == Outcome::Warn
            && result.expectation == Expectation::Fine
            && !result.contested
    })?;
    lines(out, "contested, and not as the text says", part, marks, |result| {
        result.contested && matches!(result.outcome, Outcome::Fail | Outcome::Warn)
    })?;
    lines(out, "known failures", part, marks, |result| {
        matches!(result.expectation, Expectation::Known { .. })
    })?;
    lines(out, "failures newer than the baseline", part, marks, |result| {
        matches!(result.expectation, Expectation::Newer { .. })
    })?;
    lines(out, "unexpected passes", part, marks, |result| {
        matches!(result.expectation, Expectation::UnexpectedPass { .. })
    })?;
    failures(out, fold, part, how)
}

fn standing(out: &mut dyn Write, fold: &Fold<'_>, part: &Part) -> Result {
    let asked = part.results().count();
    let queries = fold.started.as_ref().map_or(0, |started| started.queries);
    if asked < queries && !matches!(part.state, State::NotStarted(_)) {
        writeln!(out, "  {asked} of {queries} queries say something about it")?;
    }
    let parser = statement(fold, part, Class::Parser);
    for said in std::iter::once(parser).chain(crawler_statement(fold, part)) {
        let class = said.class.words();
        match (said.compliance, said.withheld) {
            (Some(compliance), _) => writeln!(out, "  {} as {class}", compliance.words())?,
            (None, Some(why)) => writeln!(out, "  no statement as {class}: {why}")?,
            (None, None) => {}
        }
    }
    let results = requirements(fold, part);
    let standing = |wanted: Standing| -> Vec<String> {
        results
            .iter()
            .filter(|result| result.standing == wanted)
            .map(|result| {
                let (id, level) = (&result.requirement, result.level.word());
                match result.scored {
                    0 => format!("{id} ({level}, an observed query has no answer)"),
                    scored => format!("{id} ({level}, {}/{scored})", result.passed),
                }
            })
            .collect()
    };
    list(out, "requirements not met", &standing(Standing::NotMet))?;
    list(out, "requirements not wholly asked about", &standing(Standing::NotWhollyAsked))?;
    let followed: Vec<String> = readings(fold, part)
        .into_iter()
        .map(|(id, reading)| match reading.answer {
            Some(answer) => format!("{id}: {answer}"),
            None => {
                let answers: Vec<String> = reading
                    .cases
                    .iter()
                    .map(|(case, answer)| format!("{answer} in {case}"))
                    .collect();
                format!("{id}: {}", answers.join(" and "))
            }
        })
        .collect();
    list(out, "readings followed", &followed)?;
    let contested: Vec<String> = contested(fold, part)
        .into_iter()
        .map(|(id, result)| format!("{id} {}/{}", result.passed, result.asked))
        .collect();
    list(out, "contested, as the text says (not counted)", &contested)
}

fn list(out: &mut dyn Write, title: &str, items: &[String]) -> Result {
    if items.is_empty() {
        return Ok(());
    }
    writeln!(out, "  {title}:")?;
    wrapped(out, "    ", &items.join(", "))
}

fn noise(out: &mut dyn Write, part: &Part) -> Result {
    if part.noise_lines == 0 {
        return Ok(());
    }
    let count = usize::try_from(part.noise_lines).unwrap_or(usize::MAX);
    let among = if count > part.noise.len() { ", among them" } else { "" };
    let lines = printable::counted(count, "line");
    writeln!(out, "  {lines} on standard output besides messages{among}:")?;
    part.noise
        .iter()
        .try_for_each(|line| writeln!(out, "    {DIM}| {}{DIM:#}", printable::text(line)))
}

fn lines(
    out: &mut dyn Write,
    title: &str,
    part: &Part,
    marks: &Marks,
    wanted: impl Fn(&QueryFinished) -> bool,
) -> Result {
    let mut results = part.results().filter(|result| wanted(result)).peekable();
    if results.peek().is_some() {
        writeln!(out, "  {title}:")?;
    }
    results.try_for_each(|result| failure::line(out, result, marks))
}

fn failures(
    out: &mut dyn Write,
    fold: &Fold<'_>,
    part: &Part,
    how: (&Marks, DecidingLine),
) -> Result {
    let mut titled = false;
    for (case, results) in by_case(fold, part) {
        let query =
            |result: &QueryFinished| case.queries.iter().find(|query| query.id == result.query);
        let failed: Vec<(&Query, &QueryFinished)> = results
            .into_iter()
            .filter(|result| {
                matches!(
                    result.expectation,
                    Expectation::Unexpected | Expectation::FailsOtherwise { .. }
                )
            })
            .filter_map(|result| Some((query(result)?, result)))
            .collect();
        if !failed.is_empty() {
            if !std::mem::replace(&mut titled, true) {
                writeln!(out, "  {BAD}unexpected failures:{BAD:#}")?;
            }
            failure::case(out, fold.suite, case, &failed, how)?;
        }
    }
    Ok(())
}
