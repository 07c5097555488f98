//! The child's side of repspec's adapter protocol, for libraries written in Rust (1.85 or newer).
//!
//! ```no_run
//! use repspec_adapter::{About, locked_version, serve};
//! # const LOCK: &str = "";
//!
//! fn main() -> std::process::ExitCode {
//!     let about = About {
//!         name: "somecrate",
//!         version: locked_version(LOCK, "somecrate"), // LOCK: include_str!("Cargo.lock")
//!         language: "Rust",
//!         homepage: "https://somecrate.example",
//!     };
//!     serve(&about, |robots_txt, queries| {
//!         let robots = std::str::from_utf8(robots_txt)?; // somecrate::parse(robots_txt)?
//!         queries.decide(|query| Ok(robots.contains(query.path_and_query())))
//!     })
//! }
//! ```
//!
//! While it serves, what the library prints goes to standard error, and its standard input is empty. A panic ends the
//! process: repspec reports the crash of that query, and starts another one.
//!
//! Cargo leaves every folder with a `Cargo.toml` out of the package of the folder around it, and repspec's package
//! carries its adapters. So the manifests are called `Cargo.toml.in`; copy one to `Cargo.toml` to build where it is.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::ExitCode;

const PROTOCOL: u32 = 1;
const LONGEST_MESSAGE: usize = 1000;

/// What the hello says of the library.
pub struct About<'a> {
    /// Its short name.
    pub name: &'a str,
    /// Its version.
    pub version: &'a str,
    /// The programming language that it is written in.
    pub language: &'a str,
    /// Where its project lives.
    pub homepage: &'a str,
}

/// One question.
pub struct Query {
    /// The product token.
    pub token: String,
    /// The URI, absolute and in ASCII.
    pub uri: String,
}

impl Query {
    /// Path and query as they stand in the URI, without the fragment: for libraries that ask for a path.
    #[must_use]
    pub fn path_and_query(&self) -> &str {
        let target = self.uri.split('#').next().unwrap_or_default();
        let Some((_, rest)) = target.split_once("://") else { return target };
        rest.find(['/', '?']).map_or("", |start| &rest[start..])
    }
}

/// The questions about one robots.txt.
pub struct Queries(Vec<Query>);

impl Queries {
    /// Puts each of them to the library: `Ok(true)` allows.
    ///
    /// # Errors
    /// None of its own; it returns what the function given to [`serve`] has to return.
    pub fn decide(
        &self,
        mut decide: impl FnMut(&Query) -> Result<bool, Problem>,
    ) -> Result<Answers, Problem> {
        Ok(Answers(self.0.iter().map(|query| decide(query).map_or_else(result, verdict)).collect()))
    }
}

/// One result for each query.
pub struct Answers(Vec<Value>);

/// Why there is no verdict. Every error converts into [`Problem::Error`].
pub enum Problem {
    /// The library reported an error.
    Error(String),
    /// The library cannot be asked this at all; says why.
    Unsupported(String),
}

impl<E: std::error::Error> From<E> for Problem {
    fn from(error: E) -> Self {
        Self::Error(error.to_string())
    }
}

/// The version of a package that a `Cargo.lock` pins; empty if there is none.
#[must_use]
pub fn locked_version<'a>(lock: &'a str, package: &str) -> &'a str {
    let value =
        |line: &'a str, key| line.strip_prefix(key)?.strip_prefix(" = \"")?.strip_suffix('"');
    let mut lines = lock.lines();
    let found = lines.any(|line| value(line, "name") == Some(package));
    lines.next().filter(|_| found).and_then(|line| value(line, "version")).unwrap_or_default()
}

/// Says hello, then answers until standard input ends.
///
/// `answer` is called once per robots.txt, with its octets and all questions about it: the place to parse. If it
/// fails before it asks, every question has its problem as the result.
pub fn serve(
    about: &About<'_>,
    answer: impl FnMut(&[u8], &Queries) -> Result<Answers, Problem>,
) -> ExitCode {
    match converse(about, answer) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("cannot talk to repspec: {error}");
            ExitCode::from(2)
        }
    }
}

fn converse(
    about: &About<'_>,
    mut answer: impl FnMut(&[u8], &Queries) -> Result<Answers, Problem>,
) -> io::Result<()> {
    let (asks, mut answers) = own_streams()?;
    let hello = json!({
        "repspec": "hello",
        "protocol": PROTOCOL,
        "name": about.name,
        "version": about.version,
        "language": about.language,
        "homepage": about.homepage,
        "capabilities": ["decide"],
    });
    say(&mut answers, &hello)?;
    for line in BufReader::new(asks).split(b'\n') {
        let ask: Value = serde_json::from_slice(&line?)?;
        if ask["repspec"] == "ask" {
            let (robots_txt, queries) = taken(&ask)?;
            let Answers(results) = answer(&robots_txt, &queries)
                .unwrap_or_else(|problem| Answers(vec![result(problem); queries.0.len()]));
            say(
                &mut answers,
                &json!({"repspec": "answer", "seq": ask["seq"], "results": results}),
            )?;
        }
    }
    Ok(())
}

/// The robots.txt and the queries of an ask.
fn taken(ask: &Value) -> io::Result<(Vec<u8>, Queries)> {
    let text = |value: &Value| value.as_str().map(str::to_owned).ok_or(io::ErrorKind::InvalidData);
    let robots_txt = STANDARD.decode(text(&ask["robots_txt"])?).map_err(io::Error::other)?;
    let queries = ask["queries"].as_array().ok_or(io::ErrorKind::InvalidData)?;
    let query =
        |query: &Value| Ok(Query { token: text(&query["token"])?, uri: text(&query["uri"])? });
    Ok((robots_txt, Queries(queries.iter().map(query).collect::<io::Result<_>>()?)))
}

fn verdict(is_allowed: bool) -> Value {
    json!({"verdict": if is_allowed { "allow" } else { "disallow" }})
}

fn result(problem: Problem) -> Value {
    let short = |text: String| text.chars().take(LONGEST_MESSAGE).collect::<String>();
    match problem {
        Problem::Error(text) => json!({"error": short(text)}),
        Problem::Unsupported(text) => json!({"unsupported": short(text)}),
    }
}

fn say(answers: &mut impl Write, message: &Value) -> io::Result<()> {
    answers.write_all(format!("{message}\n").as_bytes())?;
    answers.flush()
}

/// Keeps the streams of the protocol and hands the library harmless ones.
#[cfg(unix)]
fn own_streams() -> io::Result<(impl Read, impl Write)> {
    use std::fs::File;
    use std::os::fd::AsFd;
    let asks = io::stdin().as_fd().try_clone_to_owned()?;
    let answers = io::stdout().as_fd().try_clone_to_owned()?;
    rustix::stdio::dup2_stdin(File::open("/dev/null")?)?;
    rustix::stdio::dup2_stdout(io::stderr())?;
    Ok((File::from(asks), File::from(answers)))
}

/// The streams of the protocol.
#[cfg(not(unix))]
fn own_streams() -> io::Result<(impl Read, impl Write)> {
    Ok((io::stdin(), io::stdout()))
}
