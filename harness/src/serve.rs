//! The child's side of the adapter protocol, for implementations written in Rust.
//!
//! ```no_run
//! # use repspec::{implementation::{About, Implementation}, outcome::Answer};
//! # struct MyParser;
//! # impl Implementation for MyParser {
//! #     fn about(&self) -> About { About::default() }
//! #     fn decide(&mut self, _: &[u8], _: &str, _: &str) -> Answer {
//! #         Answer::Unsupported { reason: String::new() }
//! #     }
//! # }
//! fn main() -> std::process::ExitCode {
//!     repspec::serve::main(&mut MyParser)
//! }
//! ```

use crate::implementation::Implementation;
use crate::protocol::{Ask, FromChild, Hello, Reply, ToChild, VERSION};
use base64::Engine;
use std::io::{self, BufRead, Write};
use std::process::ExitCode;

/// Why serving ended before the harness closed the input.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The harness cannot be read from, or written to.
    #[error("cannot talk to the harness: {0}")]
    Pipe(#[from] io::Error),
    /// A line is no ask.
    #[error("line {line} of the input is no ask: {problem}")]
    NoAsk {
        /// Number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
}

/// Serves on standard input and output until the input ends; the exit status is 0, or 2 after an error.
///
/// What the implementation itself prints goes to standard error. If it panics, so does this: the process dies with
/// the message on standard error, and the harness counts a crash of the query.
#[must_use]
pub fn main(implementation: &mut dyn Implementation) -> ExitCode {
    match on_standard_streams(implementation) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // There is nowhere to complain if this fails.
            let _ = writeln!(io::stderr(), "{error}");
            ExitCode::from(2)
        }
    }
}

/// [`main`], for a program that reports errors its own way.
///
/// # Errors
/// As [`serve`].
pub fn on_standard_streams(implementation: &mut dyn Implementation) -> Result<(), ServeError> {
    serve(implementation, io::stdin().lock(), own_output()?)
}

/// Says hello, then answers every line of `input` with one line on `output`, until the input ends.
///
/// # Errors
/// [`ServeError`] if a line is no ask, or one of the pipes breaks.
pub fn serve(
    implementation: &mut dyn Implementation,
    input: impl BufRead,
    mut output: impl Write,
) -> Result<(), ServeError> {
    let about = implementation.about();
    let hello = Hello {
        protocol: VERSION,
        name: about.name,
        version: about.version,
        language: about.language,
        homepage: about.homepage,
        capabilities: implementation.capabilities().iter().map(ToString::to_string).collect(),
    };
    say(&mut output, &FromChild::Hello(hello))?;
    for (number, line) in input.split(b'\n').enumerate() {
        let reply = answer(implementation, &line?)
            .map_err(|problem| ServeError::NoAsk { line: number + 1, problem })?;
        say(&mut output, &FromChild::Answer(reply))?;
    }
    Ok(())
}

fn answer(implementation: &mut dyn Implementation, line: &[u8]) -> Result<Reply, String> {
    let message = serde_json::from_slice(line).map_err(|error| error.to_string())?;
    let Ask { seq, robots_txt, queries } = match message {
        ToChild::Ask(ask) => ask,
        ToChild::Visit(visit) => {
            let results = vec![implementation.visit(&visit).into()];
            return Ok(Reply { seq: visit.seq, results });
        }
    };
    let robots_txt = base64::engine::general_purpose::STANDARD
        .decode(robots_txt)
        .map_err(|error| format!("`robots_txt` is no Base64: {error}"))?;
    let decide = |query: &crate::protocol::AskedQuery| {
        implementation.decide(&robots_txt, &query.token, &query.uri).into()
    };
    Ok(Reply { seq, results: queries.iter().map(decide).collect() })
}

fn say(output: &mut impl Write, message: &FromChild) -> io::Result<()> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    output.write_all(&line)?;
    output.flush()
}

/// Standard output for the protocol alone: whoever else prints, prints to standard error from now on.
#[cfg(unix)]
fn own_output() -> io::Result<impl Write> {
    let output = rustix::io::dup(io::stdout())?;
    rustix::stdio::dup2_stdout(io::stderr())?;
    Ok(std::fs::File::from(output))
}

/// Standard output.
#[cfg(not(unix))]
fn own_output() -> io::Result<impl Write> {
    Ok(io::stdout())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::implementation::About;
    use crate::outcome::{Answer, Verdict};

    /// Disallows what the robots.txt names, and knows only one token.
    struct Toy;

    impl Implementation for Toy {
        fn about(&self) -> About {
            About { name: "toy".to_owned(), ..About::default() }
        }

        fn decide(&mut self, robots_txt: &[u8], token: &str, uri: &str) -> Answer {
            if token != "examplebot" {
                return Answer::Unsupported { reason: token.to_owned() };
            }
            let verdict =
                if uri.as_bytes() == robots_txt { Verdict::Disallow } else { Verdict::Allow };
            Answer::Verdict { verdict, line: None }
        }
    }

    fn served(input: &str) -> (Result<(), ServeError>, Vec<serde_json::Value>) {
        let mut output = Vec::new();
        let result = serve(&mut Toy, input.as_bytes(), &mut output);
        let lines = output.split_inclusive(|&octet| octet == b'\n');
        (result, lines.map(|line| serde_json::from_slice(line).unwrap()).collect())
    }

    #[test]
    fn hello_comes_first_and_every_ask_has_an_answer() {
        let (result, lines) = served(concat!(
            r#"{"repspec":"ask","seq":7,"robots_txt":"aHR0cDovL2Ev","queries":[{"token":"examplebot","uri":"http://a/"},{"token":"other","uri":"http://a/"}]}"#,
            "\n",
            r#"{"repspec":"ask","seq":9,"robots_txt":"","queries":[{"token":"examplebot","uri":"http://a/"}]}"#,
        ));
        assert!(result.is_ok());
        assert_eq!(lines.len(), 3);
        assert_eq!(lines[0]["repspec"], "hello");
        assert_eq!(lines[0]["protocol"], 1);
        assert_eq!(lines[0]["capabilities"][0], "decide");
        let expected = serde_json::json!({
            "repspec": "answer", "seq": 7, "results": [{"verdict": "disallow"}, {"unsupported": "other"}]
        });
        assert_eq!(lines[1], expected);
        assert_eq!(lines[2]["results"][0]["verdict"], "allow");
    }

    #[test]
    fn a_line_that_is_no_ask_ends_it() {
        let base64 = r#"{"repspec":"ask","seq":1,"robots_txt":"?","queries":[]}"#;
        for bad in ["", "hello", r#"{"repspec":"order"}"#, base64] {
            let (result, lines) = served(&format!("{bad}\n"));
            assert!(matches!(result, Err(ServeError::NoAsk { line: 1, .. })), "{bad}");
            assert_eq!(lines.len(), 1);
        }
    }
}
