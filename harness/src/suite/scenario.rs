//! Scenarios: a small web, and what happens on it while a crawler asks (RFC 9309, sections 2.3 and 2.4).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Duration;

/// A small web and the steps that are taken on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// What there is at the start.
    pub web: Services,
    /// One per query of the case, in order.
    pub steps: Vec<Step>,
}

impl Scenario {
    /// Whether there is an answer in it that never comes to its end.
    #[must_use]
    pub fn never_ends(&self) -> bool {
        let mut webs =
            std::iter::once(&self.web).chain(self.steps.iter().map(|step| &step.changes));
        webs.any(|web| {
            let answers = web.values().flat_map(|service| match service {
                Service::Serving { paths, .. } => paths.values().flatten().collect(),
                Service::Refusing | Service::Absent => Vec::new(),
            });
            let mut endings = answers.map(|answer| answer.ending);
            endings.any(|ending| matches!(ending, Ending::Drip | Ending::Endless | Ending::Silent))
        })
    }
}

/// The services of a web by their origin: `http://shop.example`, `https://shop.example:8443`. Names that are not in it do
/// not exist.
pub type Services = BTreeMap<String, Service>;

/// What goes with a query of a scenario.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// How long after the step before, by the crawler's clock.
    pub after: Duration,
    /// Services that become other ones before it, whole.
    pub changes: Services,
    /// URIs that have to be requested during it, before that of the query.
    pub requested: Vec<String>,
    /// URIs that must not be requested during it; a `*` at the end stands for anything.
    pub not_requested: Vec<String>,
    /// The query is about what was found at this URI: if it was not requested so far, nothing can be wrong.
    pub if_requested: Option<String>,
    /// Whether the product token has to occur in the User-Agent header of each request.
    pub identified: bool,
}

/// One service.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Service {
    /// It answers.
    Serving {
        /// By path and query, as requested: the answers to successive requests, the last of them for ever. What is not
        /// in it is answered with 404.
        paths: BTreeMap<String, Vec<Answer>>,
        /// What is wrong with its certificate.
        certificate: Certificate,
    },
    /// Connections are refused.
    Refusing,
    /// Its name does not exist.
    Absent,
}

/// The certificate of a service that is reached by HTTPS.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Certificate {
    /// As it should be.
    #[default]
    Good,
    /// Issued by an authority that nobody knows.
    Untrusted,
    /// Valid until long ago.
    Expired,
    /// Issued to another name.
    WrongName,
}

/// What comes back to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Status code.
    pub status: u16,
    /// Header fields, besides those of the framing.
    pub headers: Vec<(String, String)>,
    /// The content.
    pub body: Vec<u8>,
    /// How it comes to its end.
    pub ending: Ending,
    /// A status from 100 to 199 that comes first, in a response of its own (RFC 9110, section 15.2).
    pub interim: Option<u16>,
}

impl Answer {
    /// A complete answer.
    #[must_use]
    pub const fn new(status: u16, headers: Vec<(String, String)>, body: Vec<u8>) -> Self {
        Self { status, headers, body, ending: Ending::Complete, interim: None }
    }
}

/// How an answer comes to its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// As it should.
    #[default]
    Complete,
    /// The connection is closed after so many octets of the content, which was said to be longer.
    Cut(usize),
    /// The connection is reset after so many octets of the content.
    Reset(usize),
    /// The content comes an octet at a time, and never ends.
    Drip,
    /// The content is repeated as fast as it is read, and never ends.
    Endless,
    /// The request is read, and nothing ever comes back.
    Silent,
    /// The connection is closed before anything is sent.
    Closed,
    /// What is sent is no HTTP.
    Malformed,
}
