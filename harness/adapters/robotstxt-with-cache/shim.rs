//! robotstxt-with-cache behind repspec's adapter protocol.

use repspec_adapter::{About, locked_version, serve};
use robotstxt_with_cache::{DefaultCachingMatcher, DefaultMatcher};
use std::process::ExitCode;

fn main() -> ExitCode {
    let about = About {
        name: "robotstxt-with-cache",
        version: locked_version(include_str!("Cargo.lock"), "robotstxt-with-cache"),
        language: "Rust",
        homepage: "https://github.com/Folyd/robotstxt",
    };
    serve(&about, |robots_txt, queries| {
        let mut matcher = DefaultCachingMatcher::new(DefaultMatcher::default());
        matcher.parse(&String::from_utf8_lossy(robots_txt));
        queries.decide(|query| Ok(matcher.one_agent_allowed_by_robots(&query.token, &query.uri)))
    })
}
