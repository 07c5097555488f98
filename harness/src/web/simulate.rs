//! The same web without sockets, for tests of crawlers in this process.

use super::log::Request;
use super::services::{Reaction, react};
use super::{Counts, host_and_port};
use crate::crawler::Fetched;
use crate::suite::{Answer, Certificate, Ending, Service, Services, origin_of};
use repspec_reference::access::{Authority, NetworkError, is_private};
use repspec_reference::seam::PARSING_LIMIT;

/// A web that answers by itself.
#[derive(Clone, Debug, Default)]
pub struct Simulated {
    services: Services,
    counts: Counts,
    log: Vec<Request>,
}

impl Simulated {
    /// With these services.
    #[must_use]
    pub fn new(services: Services) -> Self {
        Self { services, ..Self::default() }
    }

    /// From now on these services are other ones.
    pub fn change(&mut self, services: &Services) {
        self.counts.retain(|(origin, _), _| !services.contains_key(origin));
        self.services.extend(services.clone());
    }

    /// What was requested so far.
    #[must_use]
    pub fn log(&self) -> &[Request] {
        &self.log
    }

    /// Requests a URI for the crawler with this product token, and waits for nothing: what would not come in time has not.
    pub fn get(&mut self, uri: &str, token: &str) -> Fetched {
        let Some(origin) = origin_of(uri) else { return Fetched::Failed(NetworkError::Malformed) };
        match self.services.get(&origin) {
            Some(Service::Refusing) => return Fetched::Failed(NetworkError::Refused),
            Some(Service::Serving { certificate, .. })
                if *certificate != Certificate::Good && origin.starts_with("https:") =>
            {
                return Fetched::Failed(NetworkError::Tls);
            }
            Some(Service::Serving { .. }) => {}
            None if Authority::of(uri).is_some_and(|authority| is_private(&authority.host)) => {}
            Some(Service::Absent) | None => return Fetched::Failed(NetworkError::NameNotFound),
        }
        let (_, rest) = uri.split_once("://").unwrap_or_default();
        let target = rest.find('/').map_or("/", |start| &rest[start..]).to_owned();
        self.log.push(Request {
            method: "GET".to_owned(),
            origin: origin.clone(),
            target: target.clone(),
            headers: vec![
                ("Host".to_owned(), host_and_port(&origin)),
                ("User-Agent".to_owned(), token.to_owned()),
            ],
        });
        match react(&self.services, &mut self.counts, &origin, &target) {
            Reaction::Answer(answer) => fetched(&answer),
            Reaction::Close => Fetched::Failed(NetworkError::Reset),
        }
    }
}

fn fetched(answer: &Answer) -> Fetched {
    let whole = answer.body.as_slice();
    let (body, is_cut) = match answer.ending {
        Ending::Complete => (whole.to_vec(), false),
        Ending::Reset(0) | Ending::Closed => return Fetched::Failed(NetworkError::Reset),
        Ending::Cut(octets) | Ending::Reset(octets) => {
            (whole[..octets.min(whole.len())].to_vec(), true)
        }
        Ending::Drip | Ending::Silent => return Fetched::Failed(NetworkError::Timeout),
        Ending::Endless => (whole.iter().copied().cycle().take(PARSING_LIMIT + 1).collect(), false),
        Ending::Malformed => return Fetched::Failed(NetworkError::Malformed),
    };
    let header = |wanted: &str| {
        let mut headers = answer.headers.iter();
        headers.find(|(name, _)| name.eq_ignore_ascii_case(wanted)).map(|(_, value)| value.as_str())
    };
    Fetched::Received {
        status: answer.status,
        location: header("location").map(str::to_owned),
        body: decoded(body, header("content-encoding")),
        is_cut,
        freshness: crate::crawler::freshness(header("cache-control").into_iter()),
    }
}

/// The content without its content coding.
fn decoded(body: Vec<u8>, coding: Option<&str>) -> Vec<u8> {
    use std::io::Read as _;
    if coding != Some("gzip") {
        return body;
    }
    let mut decoded = Vec::new();
    // What cannot be decoded is no content.
    let _ = flate2::read::GzDecoder::new(body.as_slice()).read_to_end(&mut decoded);
    decoded
}
