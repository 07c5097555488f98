//! The webs of scenarios in the bundle.

use crate::bundle::{Body, body};
use crate::suite::{Answer, Certificate, Ending, Service, Services, Step};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// One service of a web.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum BundledService {
    /// It answers.
    Serving {
        /// What is wrong with its certificate.
        certificate: Certificate,
        /// By path and query: the answers to successive requests, the last of them for ever. Other paths are answered
        /// with 404.
        paths: BTreeMap<String, Vec<BundledAnswer>>,
    },
    /// Connections are refused.
    Refusing,
    /// Its name does not exist.
    Absent,
}

/// What comes back to a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct BundledAnswer {
    /// Status code.
    pub status: u16,
    /// Header fields, besides those of the framing.
    pub headers: Vec<(String, String)>,
    /// The content.
    pub body: Body,
    /// How it comes to its end.
    pub ending: Ending,
    /// A status from 100 to 199 that comes first, in a response of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interim: Option<u16>,
}

/// What goes with a query of a scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct BundledStep {
    /// Seconds after the query before, by the crawler's clock.
    pub after_seconds: u64,
    /// Services that become other ones before it, whole.
    pub changes: BTreeMap<String, BundledService>,
    /// URIs that have to be requested during it, before that of the query.
    pub requested: Vec<String>,
    /// URIs that must not be requested during it; a `*` at the end stands for anything.
    pub not_requested: Vec<String>,
    /// The query is about what was found at this URI: if it was not requested so far, nothing can be wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub if_requested: Option<String>,
    /// Whether the product token has to occur in the User-Agent header of each request.
    pub identified: bool,
}

pub(super) fn bundled_web(services: &Services) -> BTreeMap<String, BundledService> {
    services.iter().map(|(origin, service)| (origin.clone(), bundled_service(service))).collect()
}

fn bundled_service(service: &Service) -> BundledService {
    match service {
        Service::Refusing => BundledService::Refusing,
        Service::Absent => BundledService::Absent,
        Service::Serving { paths, certificate } => BundledService::Serving {
            certificate: *certificate,
            paths: paths
                .iter()
                .map(|(path, answers)| (path.clone(), answers.iter().map(bundled_answer).collect()))
                .collect(),
        },
    }
}

fn bundled_answer(answer: &Answer) -> BundledAnswer {
    BundledAnswer {
        status: answer.status,
        headers: answer.headers.clone(),
        body: body(&answer.body),
        ending: answer.ending,
        interim: answer.interim,
    }
}

pub(super) fn bundled_step(step: &Step) -> BundledStep {
    BundledStep {
        after_seconds: step.after.as_secs(),
        changes: bundled_web(&step.changes),
        requested: step.requested.clone(),
        not_requested: step.not_requested.clone(),
        if_requested: step.if_requested.clone(),
        identified: step.identified,
    }
}
