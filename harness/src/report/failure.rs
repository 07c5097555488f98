//! What an implementation got wrong, told so that nothing else need be looked up.

use super::deciding::DecidingLine;
use super::excerpt::excerpt;
use super::matrix::mark;
use super::requirements::is_lost;
use super::style::{BAD, BOLD, DIM, Marks, wrapped};
use super::web;
use crate::event::{Expectation, QueryFinished};
use crate::outcome::{Answer, Reply};
use crate::printable;
use crate::suite::{Case, Query, Scoring, Subject, Suite};
use std::fmt::{Result, Write};

/// The failures on one case: its robots.txt once, then each query.
pub(super) fn case(
    out: &mut dyn Write,
    suite: &Suite,
    case: &Case,
    failed: &[(&Query, &QueryFinished)],
    (marks, deciding): (&Marks, DecidingLine),
) -> Result {
    writeln!(out, "\n  {BOLD}{}{BOLD:#}", case.id)?;
    wrapped(out, "    why: ", &case.why)?;
    if !case.see.is_empty() {
        wrapped(out, "    see: ", &case.see.join("; "))?;
    }
    let line = |query: &Query| deciding(&case.file()?.robots_txt, &query.token, &query.uri);
    match &case.subject {
        Subject::File(file) => {
            let marked = failed.iter().filter_map(|(query, _)| line(query)).collect();
            excerpt(out, &file.robots_txt, &marked)?;
        }
        Subject::Web(scenario) => {
            writeln!(out, "    web:")?;
            web::lines(case, scenario)
                .iter()
                .try_for_each(|line| writeln!(out, "      {DIM}|{DIM:#} {line}"))?;
        }
    }
    for (query, result) in failed {
        one(out, (suite, case), query, result, line(query), marks)?;
    }
    Ok(())
}

fn one(
    out: &mut dyn Write,
    (suite, case): (&Suite, &Case),
    query: &Query,
    result: &QueryFinished,
    line: Option<usize>,
    marks: &Marks,
) -> Result {
    let sign = marks.sign(mark(result.outcome));
    let outcome = result.outcome;
    writeln!(out, "    {BAD}{sign}{outcome}{BAD:#}  {BOLD}{}{BOLD:#}", query.id)?;
    if let Some(requirement) = suite.requirement(&query.requirement) {
        let (level, id, section) =
            (requirement.level.word(), &requirement.id, &requirement.section);
        let text = format!("{level}, section {section}, {id}: {}", requirement.text);
        wrapped(out, "      ", &text)?;
    }
    writeln!(out, "      token     {}", printable::line(query.token.as_bytes()))?;
    writeln!(out, "      URI       {}", printable::short_line(query.uri.as_bytes(), 400))?;
    match (query.expect, line) {
        (Some(verdict), Some(line)) => writeln!(out, "      expected  {verdict}, by line {line}")?,
        (Some(verdict), None) if case.file().is_none() => {
            writeln!(out, "      expected  {verdict}")?;
        }
        (Some(verdict), None) => writeln!(out, "      expected  {verdict}, by no rule")?,
        (None, _) if matches!(case.scoring, Scoring::Scored) => {}
        (None, _) => writeln!(out, "      expected  any answer (the RFC leaves this open)")?,
    }
    writeln!(out, "      got       {}", got(&result.reply))?;
    if let Some(why) = &query.why {
        wrapped(out, "      why       ", why)?;
    }
    if let Expectation::FailsOtherwise { entry, listed } = &result.expectation {
        let entry = printable::line(entry.as_bytes());
        writeln!(out, "      baseline  lists `{listed}` (entry `{entry}`)")?;
    }
    stderr(out, &result.reply)
}

/// What came back, in a line.
pub(super) fn got(reply: &Reply) -> String {
    match reply {
        Reply::Answered(answer) | Reply::NotReached(answer) => answered(answer),
        Reply::WrongRequests { answer, problem } => {
            format!("{}, and {}", answered(answer), printable::text(problem))
        }
        Reply::Crash(failure) => format!("crash: {}", printable::text(&failure.detail)),
        Reply::Timeout(failure) => format!("timeout: {}", printable::text(&failure.detail)),
        Reply::OutOfMemory(failure) => {
            format!("out of memory: {}", printable::text(&failure.detail))
        }
        Reply::NotAsked { detail, .. } => format!("not asked: {}", printable::text(detail)),
    }
}

fn answered(answer: &Answer) -> String {
    let short = |text: &str| printable::shortened(&printable::text(text), 300).into_owned();
    match answer {
        Answer::Verdict { verdict, line: None } => verdict.to_string(),
        Answer::Verdict { verdict, line: Some(line) } => format!("{verdict}, by line {line}"),
        Answer::Unsupported { reason } => format!("unsupported: {}", short(reason)),
        Answer::Error { message } => format!("error: {}", short(message)),
    }
}

fn stderr(out: &mut dyn Write, reply: &Reply) -> Result {
    let stderr = super::result::failure(reply).map_or("", |failure| &failure.stderr);
    if stderr.is_empty() {
        return Ok(());
    }
    writeln!(out, "      last words on standard error:")?;
    stderr
        .lines()
        .try_for_each(|line| writeln!(out, "        {DIM}| {}{DIM:#}", printable::text(line)))
}

/// A result that needs one line only.
pub(super) fn line(out: &mut dyn Write, result: &QueryFinished, marks: &Marks) -> Result {
    let QueryFinished { query, outcome, .. } = result;
    let sign = marks.sign(mark(*outcome));
    let detail = match (&result.expectation, result.expected) {
        (Expectation::Known { reason }, _) => printable::line(reason.as_bytes()),
        (Expectation::UnexpectedPass { entry }, _) => {
            let entry = printable::line(entry.as_bytes());
            format!("the baseline's entry `{entry}` says that it fails: remove it")
        }
        (Expectation::Newer { since }, _) => format!("newer than the baseline: since {since}"),
        (_, Some(expected)) if !is_lost(*outcome) => {
            format!("expected {expected}, got {}", got(&result.reply))
        }
        _ => got(&result.reply),
    };
    writeln!(out, "    {sign}{outcome}  {query}  {DIM}{detail}{DIM:#}")
}
