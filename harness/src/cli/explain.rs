//! `repspec explain`.

use crate::explain::{Account, Rule, explain};
use crate::outcome::Verdict;
use crate::printable;
use anyhow::{Context, bail};
use std::fs::File;
use std::io::{BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// The octets of a file that are read at most: far more than are parsed, to tell what lies after the limit.
const LONGEST: u64 = 64 << 20;

/// How many losing rules or unusable lines people are shown.
const SHOWN: usize = 20;

/// Arguments of `repspec explain`.
#[derive(clap::Args)]
#[command(
    after_help = "Exit status: 0 the URI is allowed, 1 it is disallowed, 2 the question could not be answered."
)]
pub(super) struct Args {
    /// The robots.txt; `-` for standard input
    file: PathBuf,
    /// Product token of the crawler: letters, "-" and "_"
    token: String,
    /// Absolute URI that the crawler wants to access, or its path
    uri: String,
    /// Print the explanation as JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> anyhow::Result<u8> {
    let robots_txt = read(&args.file)?;
    check(&args.token, &args.uri)?;
    let account = explain(&robots_txt, &args.token, &args.uri);
    let mut out = BufWriter::new(std::io::stdout().lock());
    let written = if args.json {
        serde_json::to_writer_pretty(&mut out, &account)
            .map_err(std::io::Error::from)
            .and_then(|()| writeln!(out))
    } else {
        write_account(&mut out, &account)
    };
    match written.and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(match account.verdict {
            Verdict::Allow => super::EXPECTED,
            Verdict::Disallow => super::UNEXPECTED,
        }),
    }
}

fn read(file: &Path) -> anyhow::Result<Vec<u8>> {
    let (input, name): (Box<dyn Read>, _) = if file == Path::new("-") {
        (Box::new(std::io::stdin()), "standard input".to_owned())
    } else {
        let name = file.display().to_string();
        let file = File::open(file).with_context(|| format!("cannot read {name}"))?;
        (Box::new(file), name)
    };
    let mut octets = Vec::new();
    let read = input.take(LONGEST + 1).read_to_end(&mut octets);
    if read.with_context(|| format!("cannot read {name}"))? as u64 > LONGEST {
        bail!("{name} is longer than {LONGEST} octets; only the first 512,000 are parsed anyway");
    }
    Ok(octets)
}

fn check(token: &str, uri: &str) -> anyhow::Result<()> {
    if token.is_empty() || !token.bytes().all(repspec_reference::octets::is_identifier) {
        bail!(
            "`{}` is no product token: it may have letters, \"-\" and \"_\" only \
             (RFC 9309, section 2.2.1); give the name alone, not the whole User-Agent header",
            printable::line(token.as_bytes())
        );
    }
    let has_scheme = uri.split_once("://").is_some_and(|(scheme, rest)| {
        !rest.is_empty() && scheme.starts_with(|first: char| first.is_ascii_alphabetic())
    });
    if !has_scheme && !uri.starts_with('/') {
        bail!(
            "`{}` is no absolute URI and no path: write for example \
             https://www.example.com/page, or /page",
            printable::line(uri.as_bytes())
        );
    }
    Ok(())
}

fn write_account(out: &mut impl Write, account: &Account) -> std::io::Result<()> {
    writeln!(out, "{}: {}", account.verdict, account.reason)?;
    writeln!(out, "\ntarget      {}", printable::shortened(&account.target, 300))?;
    writeln!(out, "groups      {}", account.groups_chosen)?;
    for group in &account.groups {
        let agents = group.user_agents.iter();
        let agents: Vec<_> =
            agents.map(|agent| format!("{} (line {})", agent.value, agent.line)).collect();
        writeln!(out, "            {}; rules: {}", agents.join(", "), group.rules)?;
    }
    if let Some(rule) = &account.winning_rule {
        write_rule(out, "wins", rule)?;
    }
    for rule in account.losing_rules.iter().take(SHOWN) {
        write_rule(out, "loses", rule)?;
    }
    if let Some(more) = account.losing_rules.len().checked_sub(SHOWN + 1) {
        let more = printable::counted(more + 1, "rule");
        writeln!(out, "            and {more} more (--json has all)")?;
    }
    let others = printable::counted(account.rules_not_matching, "other rule");
    writeln!(out, "no match    {others}")?;
    for line in account.unusable_lines.iter().take(SHOWN) {
        writeln!(out, "not used    line {}: {}", line.line, line.why)?;
    }
    if let Some(more) = account.unusable_lines.len().checked_sub(SHOWN + 1) {
        let more = printable::counted(more + 1, "line");
        writeln!(out, "            and {more} more (--json has all)")?;
    }
    if !account.readings.is_empty() {
        writeln!(out, "\nThe RFC leaves room here; read otherwise, the verdict would be:")?;
    }
    for other in &account.readings {
        let verdict = other.verdict.map_or("an error", Verdict::word);
        writeln!(out, "  {:<9} {}: {}", verdict, other.reading, other.answer)?;
    }
    Ok(())
}

fn write_rule(out: &mut impl Write, what: &str, rule: &Rule) -> std::io::Result<()> {
    let path = printable::shortened(&rule.path, 300);
    let octets = printable::counted(rule.octets, "octet");
    write!(out, "{what:<11} line {}: {}: {path}  ({octets}", rule.line, rule.access)?;
    if rule.normalised != rule.path {
        write!(out, ", compared as {}", printable::shortened(&rule.normalised, 300))?;
    }
    writeln!(out, ")")
}
