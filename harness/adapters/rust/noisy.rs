//! A shim for a library that misbehaves in every way the tests ask for.

use repspec_adapter::{About, Problem, Query, locked_version, serve};
use std::io::Read;
use std::process::{Command, ExitCode};

const LOCK: &str = "[[package]]\nname = \"other\"\nversion = \"9.9\"\n\n\
    [[package]]\nname = \"noisy\"\nversion = \"1.2\"\n";

fn main() -> ExitCode {
    let about = About {
        name: "noisy",
        version: locked_version(LOCK, "noisy"),
        language: "Rust",
        homepage: "https://noisy.example",
    };
    serve(&about, |robots_txt, queries| {
        if robots_txt.starts_with(b"text ") {
            std::str::from_utf8(robots_txt)?;
        }
        queries.decide(|query| decide(robots_txt, query))
    })
}

fn decide(robots_txt: &[u8], query: &Query) -> Result<bool, Problem> {
    println!("deciding {}", query.uri);
    match query.token.as_str() {
        "panic" => panic!("at {}", query.uri),
        "long" => Err(Problem::Error("é".repeat(5000))),
        "unsupported" => Err(Problem::Unsupported("cannot say".to_owned())),
        "exit" => std::process::exit(3),
        "stdin" => Ok(std::io::stdin().read(&mut [0])? == 0),
        "child" => Ok(Command::new("echo").arg("so does its child").status()?.success()),
        "path" => Err(Problem::Error(query.path_and_query().to_owned())),
        _ => Ok(robots_txt == b"User-agent: *\r\n\xff"),
    }
}
