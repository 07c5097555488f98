//! Fetching one file, redirect by redirect (RFC 9309, section 2.3.1).

use super::Authority;
use super::location::resolve;
use super::response::{
    CutBody, Freshness, Outcome, Received, RedirectEnd, Response, StatusClass, Why,
};
use crate::seam::Seam;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// A fetch that is under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fetch {
    initial: Authority,
    chain: Vec<String>,
}

/// What has to be done next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// Request [`Fetch::uri`].
    Request(Fetch),
    /// Nothing: the fetch is at its end.
    Done(Fetched),
}

/// A fetch that is at its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fetched {
    /// For whom it was.
    pub initial: Authority,
    /// The URIs that were requested; at least one.
    pub chain: Vec<String>,
    /// What it came to.
    pub found: Found,
    /// Why.
    pub why: Why,
}

/// What a fetch came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// A file.
    File {
        /// Its octets.
        octets: Vec<u8>,
        /// What its cache control says.
        freshness: Freshness,
    },
    /// No file.
    None(Outcome),
}

impl Fetch {
    pub(super) fn new(initial: Authority, uri: String) -> Self {
        Self { initial, chain: vec![uri] }
    }

    /// What is to be requested now.
    #[must_use]
    pub fn uri(&self) -> &str {
        self.chain.last().map_or("", String::as_str)
    }

    /// How many redirects were followed.
    #[must_use]
    pub fn redirects(&self) -> usize {
        self.chain.len() - 1
    }

    pub(super) fn answer<S: Seam>(self, seam: &S, response: &Response<'_>) -> Next {
        let received = match response {
            Response::Failed(error) => {
                let outcome = seam.network_error(*error, self.redirects());
                return self.without_file(outcome, Why::Network(*error));
            }
            Response::Received(received) => received,
        };
        let why = Why::Status(received.status);
        match seam.status(received.status, self.redirects()) {
            StatusClass::Successful => self.successful(seam, received),
            StatusClass::Redirect => self.redirect(seam, received.location),
            StatusClass::Unavailable => self.without_file(Outcome::Unavailable, why),
            StatusClass::Unreachable => self.without_file(Outcome::Unreachable, why),
        }
    }

    fn successful<S: Seam>(self, seam: &S, received: &Received<'_>) -> Next {
        let octets = match received.is_cut.then(|| seam.cut_body()) {
            None | Some(CutBody::WhatArrived) => received.body,
            Some(CutBody::Empty) => &[],
            Some(CutBody::Unreachable) => return self.without_file(Outcome::Unreachable, Why::Cut),
        };
        let (octets, freshness) = (octets.to_vec(), received.freshness);
        self.done(Found::File { octets, freshness }, Why::Status(received.status))
    }

    fn redirect<S: Seam>(mut self, seam: &S, location: Option<&str>) -> Next {
        match self.target(seam, location) {
            Ok(target) => {
                self.chain.push(target);
                Next::Request(self)
            }
            Err(end) => {
                let outcome = seam.redirect_end(end);
                self.without_file(outcome, Why::Redirect(end))
            }
        }
    }

    fn target<S: Seam>(&self, seam: &S, location: Option<&str>) -> Result<String, RedirectEnd> {
        let location = location.ok_or(RedirectEnd::NoLocation)?;
        let target = resolve(self.uri(), location).ok_or(RedirectEnd::BadLocation)?;
        if self.redirects() >= seam.most_redirects() {
            let is_loop = self.chain.contains(&target);
            return Err(if is_loop { RedirectEnd::Loop } else { RedirectEnd::TooMany });
        }
        let authority = Authority::of(&target).ok_or(RedirectEnd::BadLocation)?;
        if !matches!(authority.scheme.as_str(), "http" | "https") {
            return Err(RedirectEnd::BadLocation);
        }
        if seam.may_request(&authority, &self.initial) {
            Ok(target)
        } else {
            Err(RedirectEnd::Private)
        }
    }

    fn without_file(self, outcome: Outcome, why: Why) -> Next {
        self.done(Found::None(outcome), why)
    }

    fn done(self, found: Found, why: Why) -> Next {
        Next::Done(Fetched { initial: self.initial, chain: self.chain, found, why })
    }
}
