//! robotparser behind repspec's adapter protocol.

use repspec_adapter::{About, locked_version, serve};
use robotparser::parser::parse_robots_txt;
use robotparser::service::RobotsTxtService;
use std::process::ExitCode;
use url::Url;

fn main() -> ExitCode {
    let about = About {
        name: "robotparser",
        version: locked_version(include_str!("Cargo.lock"), "robotparser"),
        language: "Rust",
        homepage: "https://github.com/messense/robotparser-rs",
    };
    serve(&about, |robots_txt, queries| {
        let text = encoding_rs::UTF_8.decode(robots_txt).0;
        queries.decide(|query| {
            let url = Url::parse(&query.uri)?;
            let robots = parse_robots_txt(url.origin(), &text).get_result();
            Ok(robots.can_fetch(&query.token, &url))
        })
    })
}
