//! What a crawler knows of each service, and what follows from it (RFC 9309, sections 2.3.1 and 2.4).

use super::response::{Outcome, Response, Undefined, Why};
use super::{Authority, Fetch, Fetched, Found, Next};
use crate::decide::{Decision, Verdict};
use crate::parse::Robots;
use crate::seam::{Rfc, Seam};
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

/// A crawler's knowledge of the files of all services.
#[derive(Clone, Debug)]
pub struct Crawler<S = Rfc> {
    seam: S,
    known: BTreeMap<Authority, Known<S>>,
}

/// What is known of one service.
#[derive(Clone, Debug)]
struct Known<S> {
    copy: Option<Copy<S>>,
    latest: Latest,
}

/// A file that was fetched.
#[derive(Clone, Debug)]
struct Copy<S> {
    robots: Robots<S>,
    at: u64,
    chain: Vec<String>,
}

/// What the latest fetch came to.
#[derive(Clone, Debug)]
struct Latest {
    /// `None` if it came to a file.
    outcome: Option<Outcome>,
    why: Why,
    chain: Vec<String>,
    at: u64,
    /// Seconds for which it need not be fetched again.
    lifetime: u64,
    /// Since when the file is unreachable.
    unreachable_since: Option<u64>,
}

/// What a crawler has to do before it may access a URI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Fetch the file: answer this until it is done, and [`Crawler::learn`] what it came to.
    Fetch(Fetch),
    /// Nothing: [`Crawler::decide`] decides.
    Known,
}

/// Whether a URI may be accessed, and where that comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access {
    /// The verdict.
    pub verdict: Verdict,
    /// By what.
    pub policy: Policy,
    /// The service whose file decides; `None` if the URI has none.
    pub authority: Option<Authority>,
    /// The URIs that were requested for what decides; more than one after redirects.
    pub chain: Vec<String>,
    /// Why the latest fetch came to what it did; `None` if there was none.
    pub why: Option<Why>,
    /// How old the file is that decides, in seconds.
    pub age: Option<u64>,
}

/// What a verdict is made by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Policy {
    /// The rules of a file.
    Rules(Decision),
    /// The rules of a copy, while the file itself is not there.
    Copy(Decision),
    /// There is no file, so everything may be accessed.
    AllowAll,
    /// The file is undefined, so nothing may be accessed.
    DisallowAll,
    /// Nothing is known, so nothing may be accessed.
    Unknown,
}

impl Default for Crawler {
    fn default() -> Self {
        Self::new(Rfc)
    }
}

impl<S: Seam + Clone> Crawler<S> {
    /// One that knows nothing yet.
    pub const fn new(seam: S) -> Self {
        Self { seam, known: BTreeMap::new() }
    }

    /// What has to be done before this URI is accessed, at this time in seconds.
    #[must_use]
    pub fn ask(&self, uri: &str, now: u64) -> Asked {
        let Some(authority) = Authority::of(uri) else { return Asked::Known };
        if !matches!(authority.scheme.as_str(), "http" | "https") {
            return Asked::Known;
        }
        let file = self.seam.file_of(&authority, uri);
        let authority = self.seam.scope(authority);
        match self.known.get(&authority) {
            Some(known) if known.latest.is_fresh(now) => Asked::Known,
            _ => Asked::Fetch(Fetch::new(authority, file)),
        }
    }

    /// What has to be done after a response.
    #[must_use]
    pub fn answer(&self, fetch: Fetch, response: &Response<'_>) -> Next {
        fetch.answer(&self.seam, response)
    }

    /// Takes in what a fetch came to, at this time in seconds.
    pub fn learn(&mut self, fetched: Fetched, now: u64) {
        let Fetched { initial, chain, found, why } = fetched;
        let last = chain.last().map_or("", String::as_str);
        let authority = self.seam.stored_for(initial, last);
        let (copy, unreachable_since) = match self.known.remove(&authority) {
            Some(Known { copy, latest }) => (copy, latest.unreachable_since),
            None => (None, None),
        };
        let mut latest =
            Latest { outcome: None, why, chain, at: now, lifetime: 0, unreachable_since: None };
        let copy = match found {
            Found::File { octets, freshness } => {
                latest.lifetime = self.seam.copy_lifetime(freshness);
                let robots = Robots::parse_with(&octets, self.seam.clone());
                Some(Copy { robots, at: now, chain: latest.chain.clone() })
            }
            Found::None(outcome @ Outcome::Unavailable) => {
                latest.outcome = Some(outcome);
                latest.lifetime = self.seam.unavailable_lifetime();
                copy
            }
            Found::None(outcome @ Outcome::Unreachable) => {
                latest.outcome = Some(outcome);
                latest.lifetime = self.seam.unreachable_lifetime();
                latest.unreachable_since = Some(unreachable_since.unwrap_or(now));
                copy
            }
        };
        self.known.insert(authority, Known { copy, latest });
    }

    /// Whether a crawler with this product token may access the URI, by what is known at this time in seconds.
    #[must_use]
    pub fn decide(&self, token: &str, uri: &str, now: u64) -> Access {
        let authority = Authority::of(uri).map(|authority| self.seam.scope(authority));
        let known = authority.as_ref().and_then(|authority| self.known.get(authority));
        let Some(Known { copy, latest }) = known else {
            let (verdict, policy) = (Verdict::Disallow, Policy::Unknown);
            return Access { verdict, policy, authority, chain: Vec::new(), why: None, age: None };
        };
        let decided = |copy: &Copy<S>| copy.robots.decide(token, uri);
        let (policy, copy) = match (latest.outcome, copy) {
            (None, Some(copy)) => (Policy::Rules(decided(copy)), Some(copy)),
            (None, None) => (Policy::Unknown, None),
            (Some(outcome), copy) => {
                let since = latest.unreachable_since.unwrap_or(latest.at);
                let undefined = match outcome {
                    Outcome::Unavailable => self.seam.unavailable(copy.is_some()),
                    Outcome::Unreachable => {
                        self.seam.unreachable(copy.is_some(), now.saturating_sub(since))
                    }
                };
                match (undefined, copy) {
                    (Undefined::Allow, _) => (Policy::AllowAll, None),
                    (Undefined::Copy, Some(copy)) => (Policy::Copy(decided(copy)), Some(copy)),
                    (Undefined::Copy | Undefined::Disallow, _) => (Policy::DisallowAll, None),
                }
            }
        };
        Access {
            verdict: policy.verdict(),
            policy,
            authority,
            chain: copy.map_or(&latest.chain, |copy| &copy.chain).clone(),
            why: Some(latest.why),
            age: copy.map(|copy| now.saturating_sub(copy.at)),
        }
    }
}

impl Latest {
    fn is_fresh(&self, now: u64) -> bool {
        self.lifetime > 0 && now.saturating_sub(self.at) <= self.lifetime
    }
}

impl Policy {
    const fn verdict(&self) -> Verdict {
        match self {
            Self::Rules(decision) | Self::Copy(decision) => decision.verdict,
            Self::AllowAll => Verdict::Allow,
            Self::DisallowAll | Self::Unknown => Verdict::Disallow,
        }
    }
}
