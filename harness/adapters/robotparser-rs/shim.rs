//! robotparser-rs behind repspec's adapter protocol.

use repspec_adapter::{About, locked_version, serve};
use robotparser_rs::RobotFileParser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let about = About {
        name: "robotparser-rs",
        version: locked_version(include_str!("Cargo.lock"), "robotparser-rs"),
        language: "Rust",
        homepage: "https://github.com/VoiceLessQ/robotparser-rs",
    };
    serve(&about, |robots_txt, queries| {
        let text = String::from_utf8_lossy(robots_txt).replace("\r\n", "\n");
        let mut robots = RobotFileParser::new("");
        robots.parse(&text.split_terminator(['\n', '\r']).collect::<Vec<_>>());
        queries.decide(|query| Ok(robots.can_fetch(&query.token, &query.uri)?))
    })
}
