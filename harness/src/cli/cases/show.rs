//! Cases in full, for people.

use super::{expectation, level};
use crate::printable;
use crate::report::web;
use crate::suite::{Case, Observation, Query, Scoring, Signature, Subject, Suite};
use std::io::{self, Write};

/// The most lines of a robots.txt that are shown, and the most octets of one line.
const LINES: usize = 60;
const LINE: usize = 240;

/// Each case of the chosen queries, with these queries.
pub(super) fn cases(
    out: &mut dyn Write,
    suite: &Suite,
    chosen: &[(&Case, &Query)],
) -> io::Result<()> {
    for (index, chunk) in chosen.chunk_by(|left, right| left.0.id == right.0.id).enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        let case = chunk[0].0;
        head(out, suite, case)?;
        match &case.subject {
            Subject::File(file) => body(out, &file.robots_txt)?,
            Subject::Web(scenario) => {
                writeln!(out, "web")?;
                web::lines(case, scenario).iter().try_for_each(|line| writeln!(out, "  {line}"))?;
            }
        }
        writeln!(out, "queries")?;
        for (_, asked) in chunk {
            query(out, suite, case, asked)?;
        }
        if let Scoring::Observed { signatures, .. } = &case.scoring {
            writeln!(out, "signatures")?;
            for one in signatures {
                signature(out, case, one)?;
            }
        }
    }
    Ok(())
}

fn head(out: &mut dyn Write, suite: &Suite, case: &Case) -> io::Result<()> {
    writeln!(out, "{}  ({}:{})", case.id, case.file, case.line)?;
    writeln!(out, "  why   {}", text(&case.why))?;
    for see in &case.see {
        writeln!(out, "  see   {}", text(see))?;
    }
    let (word, id) = match &case.scoring {
        Scoring::Scored => return Ok(()),
        Scoring::Contested { reading } => ("contested", reading),
        Scoring::Observed { reading, .. } => ("observed", reading),
    };
    let point = suite.reading(id).map_or("", |reading| reading.point.as_str());
    writeln!(out, "  {word}: {id}: {}", text(point))
}

fn body(out: &mut dyn Write, robots_txt: &[u8]) -> io::Result<()> {
    writeln!(out, "robots.txt ({})", printable::counted(robots_txt.len(), "octet"))?;
    let lines = printable::lines(robots_txt, LINE);
    let hidden = lines.len().saturating_sub(LINES);
    let (first, last) = if hidden > 0 { (LINES / 2, lines.len() - LINES / 2) } else { (0, 0) };
    for (index, line) in lines.iter().enumerate() {
        if hidden > 0 && index == first {
            writeln!(out, "        ... {} ...", printable::counted(hidden, "line"))?;
        }
        if hidden == 0 || index < first || index >= last {
            writeln!(out, "{:5} | {line}", index + 1)?;
        }
    }
    if !robots_txt.is_empty() && !robots_txt.ends_with(b"\n") && !robots_txt.ends_with(b"\r") {
        writeln!(out, "        (no line end after the last line)")?;
    }
    Ok(())
}

fn query(out: &mut dyn Write, suite: &Suite, case: &Case, query: &Query) -> io::Result<()> {
    let Query { token, uri, requirement, .. } = query;
    writeln!(out, "  #{}  {}  {token}  {uri}", name(query), expectation(case, query))?;
    let statement = suite.requirement(requirement).map_or("", |found| found.text.as_str());
    writeln!(out, "      {requirement} ({}): {}", level(suite, query), text(statement))?;
    for also in &query.also {
        writeln!(out, "      also {also}")?;
    }
    if let Some(why) = &query.why {
        writeln!(out, "      why {}", text(why))?;
    }
    Ok(())
}

fn signature(out: &mut dyn Write, case: &Case, signature: &Signature) -> io::Result<()> {
    write!(out, "  {}:", signature.answer)?;
    for (query, observation) in case.queries.iter().zip(&signature.verdicts) {
        let word = match observation {
            Observation::Allow => "allow",
            Observation::Disallow => "disallow",
            Observation::Error => "error",
        };
        write!(out, "  #{} {word}", name(query))?;
    }
    writeln!(out)
}

/// The last part of a query's id.
fn name(query: &Query) -> &str {
    query.id.split_once('#').map_or(query.id.as_str(), |(_, name)| name)
}

/// A text of the suite on one line.
fn text(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    printable::line(words.join(" ").as_bytes())
}
