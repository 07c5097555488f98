//! A bug report as Markdown, which a maintainer can act on without knowing repspec.

use super::{Comes, Issue, Means};
use crate::printable::{self, counted, shortened};
use crate::report::deciding::DecidingLine;
use crate::report::escape::{block, code, code_cell, prose};
use crate::report::excerpt;
use crate::report::json::ImplementationReport;
use crate::report::result::{Got, QueryResult};
use crate::report::web;
use crate::suite::{File, Subject, Suite};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use std::fmt::{Result, Write};

/// Octets of a robots.txt that is printed as it is; what is longer is generated, and described.
const WHOLE: usize = 1_000;
/// Other queries that are listed.
const OTHERS: usize = 10;
/// Octets of a message, or of a URI, that are shown.
const LONG: usize = 1_000;
/// Where repspec is.
const HOME: &str = env!("CARGO_PKG_REPOSITORY");

/// The bug report.
#[must_use]
pub fn markdown(
    issue: &Issue<'_>,
    (suite, implementation): (&Suite, &ImplementationReport),
    means: &Means,
    deciding: DecidingLine,
) -> String {
    let mut text = String::new();
    // Writing to a String cannot fail.
    let _ = write_all(&mut text, issue, (suite, implementation), means, deciding);
    text
}

fn write_all(
    out: &mut dyn Write,
    issue: &Issue<'_>,
    (suite, implementation): (&Suite, &ImplementationReport),
    means: &Means,
    deciding: DecidingLine,
) -> Result {
    let deciding = |file: &File| deciding(&file.robots_txt, &issue.query.token, &issue.query.uri);
    let line = issue.case.file().and_then(deciding);
    let section = &issue.requirement.section;
    let (who, what) = (prose(&implementation.title()), symptom(issue.result));
    writeln!(out, "# {who} {what}: {} (RFC 9309, section {section})\n", issue.requirement.id)?;
    match &issue.case.subject {
        Subject::File(file) => robots_txt(out, &file.robots_txt, line)?,
        Subject::Web(scenario) => {
            let lines = web::lines(issue.case, scenario).join("\n");
            writeln!(out, "On this web:\n\n{}", block("text", &lines))?;
        }
    }
    question(out, issue, line)?;
    why(out, issue)?;
    writeln!(out, "\n## How to reproduce\n")?;
    by_its_interface(out, issue, means)?;
    by_repspec(out, issue, means)?;
    others(out, &issue.others)?;
    let hash = suite.hash.get(..12).unwrap_or(&suite.hash);
    let (version, suite) = (env!("CARGO_PKG_VERSION"), &suite.version);
    writeln!(out, "\nFound by [repspec]({HOME}) {version}, suite {suite} ({hash}).")
}

/// What is wrong, for the title.
const fn symptom(result: &QueryResult) -> &'static str {
    match result.got {
        Got::Allow => "allows what a robots.txt disallows",
        Got::Disallow => "disallows what a robots.txt allows",
        Got::Error => "fails with an error on a robots.txt",
        Got::Crash => "crashes on a robots.txt",
        Got::Timeout => "takes too long for a robots.txt",
        Got::OutOfMemory => "takes too much memory for a robots.txt",
        Got::Unsupported | Got::NotAsked => "gives no answer on a robots.txt",
    }
}

fn robots_txt(out: &mut dyn Write, octets: &[u8], line: Option<usize>) -> Result {
    let count = counted(octets.len(), "octet");
    if octets.is_empty() {
        return writeln!(out, "With an empty robots.txt:\n");
    }
    if octets.len() > WHOLE {
        writeln!(out, "With a robots.txt of {count}, which is here in parts:\n")?;
        let mut text = String::new();
        excerpt::excerpt(&mut text, octets, &line.into_iter().collect())?;
        return writeln!(out, "{}", block("text", &text));
    }
    let lines = printable::lines(octets, WHOLE).join("\n");
    let mut notes = vec![count];
    if !octets.iter().all(|octet| matches!(octet, b'\n' | b' '..=b'~')) || octets.contains(&b'\\') {
        notes.push("what is not printable is escaped, as are backslashes".to_owned());
    }
    if !excerpt::ends_with_line_end(octets) {
        notes.push("no line end after the last line".to_owned());
    }
    writeln!(out, "With this robots.txt ({}):\n", notes.join("; "))?;
    writeln!(out, "{}", block("text", &lines))
}

fn question(out: &mut dyn Write, issue: &Issue<'_>, line: Option<usize>) -> Result {
    let cell = |text: &str| code_cell(&printable::short_line(text.as_bytes(), LONG));
    let Issue { query, result, .. } = issue;
    let got_line = result.got_line.map(|line| format!(", by line {line}")).unwrap_or_default();
    let expected = match (query.expect, line) {
        (None, _) => "any answer".to_owned(),
        (Some(verdict), None) if issue.case.file().is_none() => format!("**{verdict}**"),
        (Some(verdict), Some(line)) => format!("**{verdict}**, by line {line}"),
        (Some(verdict), None) => format!("**{verdict}**, as no rule is for it"),
    };
    let detail = result.detail.as_ref().map(|detail| code_cell(&shortened(detail, LONG)));
    let detail = detail.map(|detail| format!(": {detail}")).unwrap_or_default();
    writeln!(out, "| | |\n|---|---|")?;
    writeln!(out, "| product token | {} |", cell(&query.token))?;
    writeln!(out, "| URI | {} |", cell(&query.uri))?;
    writeln!(out, "| got | **{}**{got_line}{detail} |", result.got.word())?;
    writeln!(out, "| expected | {expected} |")?;
    if let Some(stderr) = &result.stderr {
        let lines: Vec<String> = stderr.lines().map(printable::text).collect();
        write!(out, "\nThe last lines on standard error:\n\n{}", block("text", &lines.join("\n")))?;
    }
    Ok(())
}

fn why(out: &mut dyn Write, issue: &Issue<'_>) -> Result {
    let (requirement, case) = (issue.requirement, issue.case);
    writeln!(out, "\n{}", line(issue.query.why.as_ref().unwrap_or(&case.why)))?;
    let (section, level) = (&requirement.section, requirement.level.word());
    let anchor = format!("https://www.rfc-editor.org/rfc/rfc9309#section-{section}");
    let asks = line(&requirement.text);
    writeln!(out, "\n[RFC 9309, section {section}]({anchor}), {level}: {asks}")?;
    if case.see.is_empty() {
        return Ok(());
    }
    let see: Vec<String> = case.see.iter().map(|see| link(see)).collect();
    writeln!(out, "\nThe same kind of mistake, here or elsewhere: {}", see.join("; "))
}

/// Running text of the suite.
fn line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    prose(&printable::text(&words.join(" ")))
}

/// Running text, or a link if it is a plain one.
fn link(text: &str) -> String {
    let is_plain = |octet: u8| octet.is_ascii_graphic() && !b"<>\\".contains(&octet);
    if text.starts_with("https://") && text.bytes().all(is_plain) {
        format!("<{text}>")
    } else {
        line(text)
    }
}

fn by_its_interface(out: &mut dyn Write, issue: &Issue<'_>, means: &Means) -> Result {
    let Some(File { robots_txt: octets, .. }) = issue.case.file() else { return Ok(()) };
    let query = issue.query;
    if octets.len() > WHOLE {
        let case = code(&issue.case.id);
        return writeln!(
            out,
            "The whole file is in the suite, as base64, as the case {case}: \
             `repspec cases export --output suite.json`\n"
        );
    }
    if let Some(reproduce) = &means.reproduce {
        let program = reproduce.fill(octets, &query.token, &query.uri);
        return writeln!(out, "{}", block(reproduce.language.word(), &program));
    }
    let program = format!("base64 -d > robots.txt <<'END'\n{}\nEND", STANDARD.encode(octets));
    writeln!(out, "This makes the file, octet for octet:\n\n{}", block("sh", &program))?;
    if let Comes::Installable(adapter) = &means.comes {
        let shim = format!("{HOME}/tree/main/harness/adapters/{adapter}");
        writeln!(out, "How the library is asked about it, the [shim]({shim}) says.\n")?;
    }
    Ok(())
}

fn by_repspec(out: &mut dyn Write, issue: &Issue<'_>, means: &Means) -> Result {
    let (name, id) = (&means.name, &issue.query.id);
    let program = match means.comes {
        Comes::BuiltIn => format!("repspec run {name} --filter '{id}'"),
        Comes::Installable(_) => {
            format!("repspec implementations install {name}\nrepspec run {name} --filter '{id}'")
        }
        Comes::Elsewhere => {
            let id = code(id);
            return writeln!(
                out,
                "With [repspec]({HOME}): `repspec run`, for {}, with `--filter` {id}.",
                code(&name.to_string())
            );
        }
    };
    write!(out, "With [repspec]({HOME}):\n\n{}", block("sh", &program))
}

fn others(out: &mut dyn Write, others: &[&str]) -> Result {
    if others.is_empty() {
        return Ok(());
    }
    let verb = if others.len() == 1 { "fails" } else { "fail" };
    let count = counted(others.len(), "more query");
    writeln!(out, "\n{count} of this requirement {verb}:\n")?;
    others.iter().take(OTHERS).try_for_each(|id| writeln!(out, "- {}", code(id)))?;
    match others.len().checked_sub(OTHERS) {
        Some(more @ 1..) => writeln!(out, "- and {more} more"),
        _ => Ok(()),
    }
}
