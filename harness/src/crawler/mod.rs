//! The crawler that the reference makes: its state machine over HTTP.
//!
//! It fetches robots.txt files from the web of a [`Visit`], and decides; the pages themselves it does not request.

mod http;

use crate::outcome::Answer;
use crate::protocol::Visit;
use crate::variant::Variant;
use http::Client;
use repspec_reference::Verdict;
use repspec_reference::access::{Access, NetworkError};
use repspec_reference::access::{Asked, Crawler, Freshness, Next, Policy, Received, Response};

/// What came of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fetched {
    /// A response.
    Received {
        /// Status code.
        status: u16,
        /// Value of the Location header.
        location: Option<String>,
        /// The content, decoded; of a long one, as much as is parsed.
        body: Vec<u8>,
        /// Whether the connection broke before all of the content was there.
        is_cut: bool,
        /// What its cache control says.
        freshness: Freshness,
    },
    /// None.
    Failed(NetworkError),
}

/// Decides about a URI at a time in seconds; `request` brings the responses.
pub fn decide(
    crawler: &mut Crawler<Variant>,
    request: &mut dyn FnMut(&str) -> Fetched,
    (token, uri): (&str, &str),
    now: u64,
) -> Access {
    if let Asked::Fetch(mut fetch) = crawler.ask(uri, now) {
        let fetched = loop {
            let came = request(fetch.uri());
            match crawler.answer(fetch, &response(&came)) {
                Next::Request(next) => fetch = next,
                Next::Done(fetched) => break fetched,
            }
        };
        crawler.learn(fetched, now);
    }
    crawler.decide(token, uri, now)
}

fn response(fetched: &Fetched) -> Response<'_> {
    match fetched {
        Fetched::Failed(error) => Response::Failed(*error),
        Fetched::Received { status, location, body, is_cut, freshness } => {
            Response::Received(Received {
                status: *status,
                location: location.as_deref(),
                body,
                is_cut: *is_cut,
                freshness: *freshness,
            })
        }
    }
}

/// The reference crawler, or a variant of it, on one web after the other.
#[derive(Debug)]
pub struct ReferenceCrawler {
    variant: Variant,
    visited: Option<Visited>,
}

/// A web and what is known of it.
#[derive(Debug)]
struct Visited {
    number: u64,
    client: Client,
    crawler: Crawler<Variant>,
}

impl ReferenceCrawler {
    /// One that has seen nothing yet.
    #[must_use]
    pub const fn new(variant: Variant) -> Self {
        Self { variant, visited: None }
    }

    /// May the URI of the visit be accessed?
    pub fn visit(&mut self, visit: &Visit) -> Answer {
        let visited = match self.visited.take().filter(|known| known.number == visit.web.number) {
            Some(visited) => visited,
            None => match Client::new(&visit.web, visit.patience_ms) {
                Ok(client) => Visited {
                    number: visit.web.number,
                    client,
                    crawler: Crawler::new(self.variant.clone()),
                },
                Err(message) => return Answer::Error { message },
            },
        };
        let Visited { client, crawler, .. } = self.visited.insert(visited);
        let mut request = |uri: &str| client.get(uri, &visit.token);
        let access = decide(crawler, &mut request, (&visit.token, &visit.uri), visit.now);
        answer(&access)
    }
}

/// What the values of Cache-Control say that matters here (RFC 9111, section 5.2.2).
pub(crate) fn freshness<'v>(values: impl Iterator<Item = &'v str>) -> Freshness {
    let mut freshness = Freshness::default();
    for directive in values.flat_map(|value| value.split(',')) {
        let directive = directive.trim().to_ascii_lowercase();
        match directive.split_once('=') {
            Some(("max-age", seconds)) => {
                freshness.max_age = seconds.trim_matches('"').parse().ok();
            }
            None if directive == "no-store" => freshness.no_store = true,
            _ => {}
        }
    }
    freshness
}

fn answer(access: &Access) -> Answer {
    let line = match &access.policy {
        Policy::Rules(decision) | Policy::Copy(decision) => match decision.reason {
            repspec_reference::Reason::Rule { line, .. } => u64::try_from(line).ok(),
            _ => None,
        },
        Policy::AllowAll | Policy::DisallowAll | Policy::Unknown => None,
    };
    let verdict = match access.verdict {
        Verdict::Allow => crate::outcome::Verdict::Allow,
        Verdict::Disallow => crate::outcome::Verdict::Disallow,
    };
    Answer::Verdict { verdict, line }
}
