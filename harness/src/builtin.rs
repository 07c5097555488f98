//! The implementations that the binary can stand for, each served in a process of its own.

#[cfg(feature = "builtin")]
mod third_party;

#[cfg(feature = "web")]
use crate::crawler::ReferenceCrawler;
use crate::drive::Target;
use crate::implementation::{About, Implementation};
use crate::outcome::Answer;
use crate::reproduce::Reproduce;
#[cfg(feature = "web")]
use crate::{protocol::Visit, variant::Variant};
use repspec_reference::{Reason, Robots};

/// One that is built in.
#[derive(Clone, Debug)]
pub struct Builtin {
    /// Name, as `repspec run` and `repspec serve` take it.
    pub name: &'static str,
    /// Version of the crate that is built in.
    pub version: &'static str,
    /// Programming language.
    pub language: &'static str,
    /// Where the project lives.
    pub homepage: &'static str,
    /// Its licence, as an SPDX expression.
    pub licence: &'static str,
    /// What had to be converted before the library could be asked.
    pub converts: &'static [&'static str],
    /// How to ask the library without this program, for bug reports.
    pub reproduce: Option<Reproduce>,
    /// Asks the library: octets of the robots.txt, product token, URI.
    pub decide: fn(&[u8], &str, &str) -> Answer,
}

/// All that are built in.
pub const BUILTIN: &[Builtin] = &[
    Builtin {
        name: "reference",
        version: env!("CARGO_PKG_VERSION"),
        language: "Rust",
        homepage: env!("CARGO_PKG_REPOSITORY"),
        licence: env!("CARGO_PKG_LICENSE"),
        converts: &[],
        reproduce: None,
        decide: reference,
    },
    #[cfg(feature = "builtin")]
    Builtin {
        name: "robotstxt",
        version: "0.3.0",
        language: "Rust",
        homepage: "https://github.com/Folyd/robotstxt",
        licence: "Apache-2.0",
        converts: &["robots.txt: to text as UTF-8, with U+FFFD for what is not UTF-8"],
        reproduce: Some(third_party::ROBOTSTXT),
        decide: third_party::robotstxt,
    },
    #[cfg(feature = "builtin")]
    Builtin {
        name: "robotxt",
        version: "0.7.0",
        language: "Rust",
        homepage: "https://github.com/spire-rs/kit",
        licence: "MIT",
        converts: &["URI: to `url::Url`, which normalises it as the URL Standard says"],
        reproduce: Some(third_party::ROBOTXT),
        decide: third_party::robotxt,
    },
    #[cfg(feature = "builtin")]
    Builtin {
        name: "texting_robots",
        version: "0.2.2",
        language: "Rust",
        homepage: "https://github.com/Smerity/texting_robots",
        licence: "MIT OR Apache-2.0",
        converts: &[],
        reproduce: Some(third_party::TEXTING_ROBOTS),
        decide: third_party::texting_robots,
    },
];

fn reference(robots_txt: &[u8], token: &str, uri: &str) -> Answer {
    let decision = Robots::parse(robots_txt).decide(token, uri);
    let line = match decision.reason {
        Reason::Rule { line, .. } => u64::try_from(line).ok(),
        Reason::NoMatch | Reason::NoGroup | Reason::RobotsTxt | Reason::Refused => None,
    };
    Answer::Verdict { verdict: decision.verdict.into(), line }
}

/// The one with this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Builtin> {
    BUILTIN.iter().find(|builtin| builtin.name == name)
}

/// The built-in implementation of this name, to be served; the reference fetches by itself too.
#[must_use]
pub fn implementation(name: &str) -> Option<Box<dyn Implementation>> {
    let builtin = find(name)?.clone();
    #[cfg(feature = "web")]
    if name == "reference" {
        let crawler = ReferenceCrawler::new(Variant::default());
        return Some(Box::new(Reference { builtin, crawler }));
    }
    Some(Box::new(builtin))
}

/// The built-in implementation of this name as a target: the running program started once more as
/// `repspec serve NAME`, so this is for the command `repspec` alone.
#[must_use]
pub fn target(name: &str) -> Option<Target> {
    let builtin = find(name)?;
    let this_program = std::env::current_exe().ok()?.to_str()?.to_owned();
    Some(Target::Adapter {
        name: builtin.name.to_owned(),
        command: vec![this_program, "serve".to_owned(), builtin.name.to_owned()],
        folder: None,
        hint: None,
        converts: builtin.converts.iter().map(ToString::to_string).collect(),
    })
}

impl Implementation for Builtin {
    fn about(&self) -> About {
        About {
            name: self.name.to_owned(),
            version: self.version.to_owned(),
            language: self.language.to_owned(),
            homepage: self.homepage.to_owned(),
        }
    }

    fn decide(&mut self, robots_txt: &[u8], token: &str, uri: &str) -> Answer {
        (self.decide)(robots_txt, token, uri)
    }
}

/// The reference with its crawler.
#[cfg(feature = "web")]
struct Reference {
    builtin: Builtin,
    crawler: ReferenceCrawler,
}

#[cfg(feature = "web")]
impl Implementation for Reference {
    fn about(&self) -> About {
        self.builtin.about()
    }

    fn decide(&mut self, robots_txt: &[u8], token: &str, uri: &str) -> Answer {
        self.builtin.decide(robots_txt, token, uri)
    }

    fn capabilities(&self) -> &'static [&'static str] {
        &["decide", "access", "clock"]
    }

    fn visit(&mut self, visit: &Visit) -> Answer {
        self.crawler.visit(visit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::Verdict;

    #[test]
    fn each_knows_an_allowed_from_a_disallowed_uri() {
        let robots_txt =
            b"User-agent: *\nDisallow: /private\n\nUser-agent: otherbot\nDisallow: /\n";
        for builtin in BUILTIN {
            let verdict = |token, path| {
                let uri = format!("https://shop.example{path}");
                match (builtin.decide)(robots_txt, token, &uri) {
                    Answer::Verdict { verdict, .. } => verdict,
                    other => panic!("{}: {other:?}", builtin.name),
                }
            };
            assert_eq!(verdict("examplebot", "/public"), Verdict::Allow, "{}", builtin.name);
            assert_eq!(verdict("examplebot", "/private/x"), Verdict::Disallow, "{}", builtin.name);
            assert_eq!(verdict("otherbot", "/public"), Verdict::Disallow, "{}", builtin.name);
        }
    }

    #[test]
    fn all_but_the_reference_can_be_asked_without_this_program() {
        for builtin in BUILTIN {
            let missing = builtin.reproduce.as_ref().map(Reproduce::missing);
            let wanted = (builtin.name != "reference").then_some(None);
            assert_eq!(missing, wanted, "{}", builtin.name);
        }
    }
}
