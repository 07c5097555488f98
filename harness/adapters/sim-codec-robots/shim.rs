//! sim-codec-robots behind repspec's adapter protocol.

use repspec_adapter::{About, locked_version, serve};
use sim_codec_robots::{RobotsLimits, parse_robots};
use std::process::ExitCode;

fn main() -> ExitCode {
    let about = About {
        name: "sim-codec-robots",
        version: locked_version(include_str!("Cargo.lock"), "sim-codec-robots"),
        language: "Rust",
        homepage: "https://github.com/sim-nest/sim-codecs",
    };
    serve(&about, |robots_txt, queries| {
        let robots = parse_robots(robots_txt, &RobotsLimits::default(), None)?;
        queries.decide(|query| Ok(robots.allows(&query.token, query.path_and_query())))
    })
}
