//! robotstxt-rs behind repspec's adapter protocol.

use repspec_adapter::{About, locked_version, serve};
use robotstxt_rs::RobotsTxt;
use std::process::ExitCode;

fn main() -> ExitCode {
    let about = About {
        name: "robotstxt-rs",
        version: locked_version(include_str!("Cargo.lock"), "robotstxt-rs"),
        language: "Rust",
        homepage: "https://github.com/joshmsimpson/robots-txt",
    };
    serve(&about, |robots_txt, queries| {
        let robots = RobotsTxt::parse(&encoding_rs::UTF_8.decode(robots_txt).0);
        queries.decide(|query| Ok(robots.can_fetch(&query.token, query.path_and_query())))
    })
}
