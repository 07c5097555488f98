//! robots_txt behind repspec's adapter protocol.

use repspec_adapter::{About, locked_version, serve};
use robots_txt::Robots;
use robots_txt::matcher::SimpleMatcher;
use std::process::ExitCode;

fn main() -> ExitCode {
    let about = About {
        name: "robots_txt",
        version: locked_version(include_str!("Cargo.lock"), "robots_txt"),
        language: "Rust",
        homepage: "https://github.com/alexander-irbis/robots_txt",
    };
    serve(&about, |robots_txt, queries| {
        let text = String::from_utf8_lossy(robots_txt);
        let robots = Robots::from_str_lossy(&text);
        queries.decide(|query| {
            let section = robots.choose_section(&query.token);
            Ok(SimpleMatcher::new(&section.rules).check_path(query.path_and_query()))
        })
    })
}
