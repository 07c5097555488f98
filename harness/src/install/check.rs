//! A smoke test: does what is installed start, say who it is, and tell an allowed URI from a disallowed one?

use super::tool::{self, Missing};
use crate::adapter::Adapter;
use crate::drive::{self, Ask, Limits, Matter, Options, Stop, Target, Told};
use crate::implementation::About;
use crate::outcome::{Answer, Failure, Reply, Verdict};
use crate::printable;
use crate::suite::Complaints;

/// One thing that is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// What runs the shim is not there.
    #[error("{0}")]
    ProgramMissing(Missing),
    /// Its adapter is not the one that this program carries.
    #[error("its adapter is of another version of repspec; install it again")]
    OutOfDate,
    /// Its adapter cannot be read.
    #[error("its adapter cannot be read: {0}")]
    Adapter(Complaints),
    /// It did not start, or said no hello that will do.
    #[error("{0}")]
    NoHello(String),
    /// Its hello is that of another implementation.
    #[error("its hello names `{said}`, not `{name}`")]
    OtherName {
        /// The name in the hello.
        said: String,
        /// The name that it should have.
        name: String,
    },
    /// Its hello is that of another version.
    #[error("its hello says that it is version {said}, not {version}")]
    OtherVersion {
        /// The version in the hello.
        said: String,
        /// The version that was installed.
        version: String,
    },
    /// It answered, and wrongly.
    #[error("it answers `{said}` for {uri} under {ROBOTS_TXT:?}")]
    WrongAnswer {
        /// Its verdict.
        said: Verdict,
        /// What was asked.
        uri: &'static str,
    },
    /// It did not answer.
    #[error("it has no answer for {uri} under {ROBOTS_TXT:?}: {problem}")]
    NoAnswer {
        /// What came instead.
        problem: String,
        /// What was asked.
        uri: &'static str,
    },
}

const ROBOTS_TXT: &str = "User-agent: *\nDisallow: /private/\n";
const TOKEN: &str = "examplebot";
/// What is asked, and what every parser knows.
const ASKED: [(&str, Verdict); 2] = [
    ("https://shop.example/public/page", Verdict::Allow),
    ("https://shop.example/private/page", Verdict::Disallow),
];

impl Trouble {
    /// Whether it cannot be asked anything at all.
    #[must_use]
    pub const fn keeps_it_from_starting(&self) -> bool {
        matches!(self, Self::ProgramMissing(_) | Self::NoHello(_) | Self::Adapter(_))
    }
}

/// The program that its command starts, if that is not there.
pub(super) fn missing_program(adapter: &Adapter) -> Option<Missing> {
    let Target::Adapter { command, .. } = adapter.target_as(adapter.name.clone(), None) else {
        return None;
    };
    tool::missing_program(command.first()?)
}

/// Everything that is wrong; `version` is what the hello must say, if that is known.
#[must_use]
pub fn check(adapter: &Adapter, version: Option<&str>, stop: Stop) -> Vec<Trouble> {
    if let Some(missing) = missing_program(adapter) {
        return vec![Trouble::ProgramMissing(missing)];
    }
    let target = adapter.target_as(adapter.name.clone(), None);
    let asks = [Ask {
        matter: Matter::File { robots_txt: ROBOTS_TXT.as_bytes(), family: None },
        queries: ASKED.iter().map(|(uri, _)| (TOKEN, *uri)).collect(),
    }];
    let options = Options { limits: Limits::default(), parallel: 1, trace: false, stop };
    let mut troubles = Vec::new();
    let driven = drive::drive(&target, &asks, options, &mut |told| match told {
        Told::Started(about) => troubles.extend(of_hello(&about, adapter, version)),
        Told::Reply { query, reply, .. } => troubles.extend(of_reply(query, reply)),
        Told::Waits | Told::Trace { .. } => {}
    });
    troubles.extend(driven.err().map(|not_started| Trouble::NoHello(not_started.0)));
    troubles
}

fn of_hello(about: &About, adapter: &Adapter, version: Option<&str>) -> Vec<Trouble> {
    let mut troubles = Vec::new();
    if about.name != adapter.name {
        let said = printable::text(&about.name);
        troubles.push(Trouble::OtherName { said, name: adapter.name.clone() });
    }
    if let Some(version) = version
        && !is_same_version(&about.version, version)
    {
        let said = printable::text(&about.version);
        troubles.push(Trouble::OtherVersion { said, version: version.to_owned() });
    }
    troubles
}

/// Registries take `1.0` for `1.0.0`, and Go has a `v` before it.
fn is_same_version(one: &str, other: &str) -> bool {
    let plain = |version: &str| {
        let mut version = version.strip_prefix('v').unwrap_or(version);
        while let Some(shorter) = version.strip_suffix(".0") {
            version = shorter;
        }
        version.to_owned()
    };
    plain(one) == plain(other)
}

fn of_reply(query: usize, reply: Reply) -> Option<Trouble> {
    let (uri, right) = ASKED[query];
    let problem = match reply {
        Reply::Answered(Answer::Verdict { verdict, .. }) => {
            return (verdict != right).then_some(Trouble::WrongAnswer { said: verdict, uri });
        }
        Reply::Answered(Answer::Unsupported { reason }) => printable::text(&reason),
        Reply::Answered(Answer::Error { message }) => printable::text(&message),
        Reply::Crash(failure) | Reply::Timeout(failure) | Reply::OutOfMemory(failure) => {
            last_words(failure)
        }
        Reply::NotReached(answer) => return of_reply(query, Reply::Answered(answer)),
        Reply::WrongRequests { problem: detail, .. } | Reply::NotAsked { detail, .. } => detail,
    };
    Some(Trouble::NoAnswer { problem, uri })
}

fn last_words(Failure { detail, stderr }: Failure) -> String {
    if stderr.is_empty() { detail } else { format!("{detail}; its last words:\n{stderr}") }
}
