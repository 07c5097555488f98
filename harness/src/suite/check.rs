//! Checks cases: from the raw types to the model.

use super::body::{Body, Room};
use super::catalogue::{Catalogue, Ids, bad_id, empty};
use super::complaint::{Complaint, quoted};
use super::read::{Document, Spot, item};
use super::scoring::scoring;
use super::words::{is_absolute_uri, is_token, is_version};
use super::{Case, Query, raw};
use serde_yaml::Value;
use std::collections::BTreeMap;

const DEFAULT_TOKEN: &str = "examplebot";
const DEFAULT_SINCE: &str = "0.1.0";

/// Checks case files one after the other and keeps what must be unique over all of them.
pub(super) struct Checker<'a> {
    catalogue: &'a Catalogue,
    ids: BTreeMap<String, Ids>,
    room: Room,
    pub(super) complaints: Vec<Complaint>,
}

/// What a case takes from its file.
struct Head<'a> {
    name: &'a str,
    section: String,
    since: String,
}

impl<'a> Checker<'a> {
    pub(super) const fn new(catalogue: &'a Catalogue) -> Self {
        Self { catalogue, ids: BTreeMap::new(), room: Room::new(), complaints: Vec::new() }
    }

    /// The cases of one file; those with a mistake may be left out, as the suite is refused then.
    pub(super) fn file(&mut self, name: &str, document: &Document<'_>) -> Vec<Case> {
        let (value, spot) = document.root();
        let Some(file) = item::<raw::CaseFile<Value>>(value, spot, &mut self.complaints) else {
            return Vec::new();
        };
        self.complaints.extend(self.catalogue.section(&file.section, spot.key("section")));
        self.complaints.extend(empty(&file.title, spot.key("title")));
        self.since(file.since.as_deref(), spot);
        if file.cases.is_empty() {
            let complaint =
                spot.key("cases").complaint("no-cases", "the file has no case; add one");
            self.complaints.push(complaint);
        }
        let since = file.since.unwrap_or_else(|| DEFAULT_SINCE.to_owned());
        let head = Head { name, section: file.section, since };
        let mut cases = Vec::new();
        for (index, value) in file.cases.into_iter().enumerate() {
            let spot = spot.key("cases").item(index);
            if let Some(raw) = item::<raw::Case<Value>>(value, spot, &mut self.complaints) {
                cases.extend(self.case(&head, raw, spot));
            }
        }
        cases
    }

    fn case(&mut self, head: &Head<'_>, mut raw: raw::Case<Value>, spot: Spot<'_>) -> Option<Case> {
        let ids = self.ids.entry(head.section.clone()).or_default();
        self.complaints.extend(ids.check(&raw.id, spot));
        self.complaints.extend(empty(&raw.why, spot.key("why")));
        for (index, see) in raw.see.iter().enumerate() {
            self.complaints.extend(empty(see, spot.key("see").item(index)));
        }
        self.requirement(raw.requirement.as_deref(), spot.key("requirement"));
        self.token(raw.token.as_deref(), spot);
        let family = raw.family.as_deref();
        self.complaints.extend(family.and_then(|family| bad_id(family, spot.key("family"))));
        let robots_txt = self.body(&mut raw, spot);
        let scoring = scoring(&raw, self.catalogue, spot, &mut self.complaints);
        if raw.queries.is_empty() {
            let complaint =
                spot.key("queries").complaint("no-queries", "the case asks nothing; add a query");
            self.complaints.push(complaint);
        }
        let id = format!("{}/{}", head.section, raw.id);
        let defaults = Defaults {
            case: &id,
            observed: raw.reading.is_some(),
            requirement: raw.requirement.as_deref(),
            token: raw.token.as_deref().unwrap_or(DEFAULT_TOKEN),
            since: &head.since,
        };
        let queries = self.queries(&defaults, raw.queries, spot.key("queries"));
        Some(Case {
            id,
            section: head.section.clone(),
            why: raw.why,
            see: raw.see,
            robots_txt: robots_txt?,
            scoring: scoring?,
            family: raw.family,
            queries,
            file: head.name.to_owned(),
            line: spot.line(),
        })
    }

    fn body(&mut self, raw: &mut raw::Case<Value>, spot: Spot<'_>) -> Option<Vec<u8>> {
        let text = raw.robots_txt.take().map(Body::Text);
        let base64 = raw.robots_txt_base64.take().map(Body::Base64);
        let parts = raw.robots_txt_parts.take().map(Body::Parts);
        let octets = match (text, base64, parts) {
            (Some(body), None, None) | (None, Some(body), None) | (None, None, Some(body)) => {
                self.room.octets(body, spot)
            }
            _ => Err(Some(spot.complaint(
                "one-body",
                "a case has exactly one of robots_txt, robots_txt_base64 and robots_txt_parts",
            ))),
        };
        octets.map_err(|complaint| self.complaints.extend(complaint)).ok()
    }

    fn queries(&mut self, defaults: &Defaults<'_>, raw: Vec<Value>, spot: Spot<'_>) -> Vec<Query> {
        let mut ids = Ids::default();
        let mut queries = Vec::new();
        for (index, value) in raw.into_iter().enumerate() {
            let spot = spot.item(index);
            if let Some(raw) = item::<raw::Query>(value, spot, &mut self.complaints) {
                self.complaints.extend(ids.check(&raw.id, spot));
                queries.extend(self.query(defaults, raw, spot));
            }
        }
        queries
    }

    fn query(&mut self, defaults: &Defaults<'_>, raw: raw::Query, spot: Spot<'_>) -> Option<Query> {
        self.token(raw.token.as_deref(), spot);
        self.since(raw.since.as_deref(), spot);
        self.complaints.extend(raw.why.as_deref().and_then(|why| empty(why, spot.key("why"))));
        if !is_absolute_uri(&raw.uri) {
            let message = format!(
                "{} is not an absolute URI in ASCII, such as https://host.example/path",
                quoted(&raw.uri)
            );
            self.complaints.push(spot.key("uri").complaint("bad-uri", message));
        }
        self.expectation(defaults, &raw, spot);
        let requirement = self.main_requirement(defaults, &raw, spot);
        self.also(requirement.as_deref(), &raw.also, spot.key("also"));
        Some(Query {
            id: format!("{}#{}", defaults.case, raw.id),
            token: raw.token.unwrap_or_else(|| defaults.token.to_owned()),
            uri: raw.uri,
            expect: raw.expect,
            requirement: requirement?,
            also: raw.also,
            since: raw.since.unwrap_or_else(|| defaults.since.to_owned()),
            why: raw.why,
        })
    }

    fn expectation(&mut self, defaults: &Defaults<'_>, raw: &raw::Query, spot: Spot<'_>) {
        let complaint = match (raw.expect, defaults.observed) {
            (Some(_), true) => spot.key("expect").complaint(
                "expect-when-observed",
                "the case is observed, and no answer is wrong; remove `expect`, or `reading` and `signatures`",
            ),
            (None, false) => {
                spot.complaint("missing-expect", "the query needs `expect: allow` or `expect: disallow`")
            }
            (Some(_), false) | (None, true) => return,
        };
        self.complaints.push(complaint);
    }

    fn main_requirement(
        &mut self,
        defaults: &Defaults<'_>,
        raw: &raw::Query,
        spot: Spot<'_>,
    ) -> Option<String> {
        self.requirement(raw.requirement.as_deref(), spot.key("requirement"));
        let requirement = raw.requirement.as_deref().or(defaults.requirement);
        if requirement.is_none() {
            let message =
                "neither the query nor its case names a `requirement`; every query tests one";
            self.complaints.push(spot.complaint("missing-requirement", message));
        }
        requirement.map(str::to_owned)
    }

    fn also(&mut self, requirement: Option<&str>, also: &[String], spot: Spot<'_>) {
        for (index, id) in also.iter().enumerate() {
            let spot = spot.item(index);
            if requirement == Some(id.as_str()) || also[..index].contains(id) {
                let message = format!("the requirement {} is named already; remove it", quoted(id));
                self.complaints.push(spot.complaint("duplicate-id", message));
            } else {
                self.requirement(Some(id), spot);
            }
        }
    }

    fn requirement(&mut self, id: Option<&str>, spot: Spot<'_>) {
        self.complaints.extend(id.and_then(|id| self.catalogue.requirement(id, spot)));
    }

    fn token(&mut self, token: Option<&str>, spot: Spot<'_>) {
        if let Some(token) = token.filter(|token| !is_token(token)) {
            let message = format!(
                "{} is not a product token: letters, `_` and `-` only (RFC 9309, section 2.2.1)",
                quoted(token)
            );
            self.complaints.push(spot.key("token").complaint("bad-token", message));
        }
    }

    fn since(&mut self, since: Option<&str>, spot: Spot<'_>) {
        if let Some(since) = since.filter(|since| !is_version(since)) {
            self.complaints.push(bad_version(since, spot.key("since")));
        }
    }
}

/// What a query takes from its case.
struct Defaults<'a> {
    case: &'a str,
    observed: bool,
    requirement: Option<&'a str>,
    token: &'a str,
    since: &'a str,
}

/// The complaint about a malformed version.
pub(super) fn bad_version(text: &str, spot: Spot<'_>) -> Complaint {
    let message = format!("{} is not a version MAJOR.MINOR.PATCH, such as 0.1.0", quoted(text));
    spot.complaint("bad-version", message)
}
