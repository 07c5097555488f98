//! Checks cases: from the raw types to the model.

use super::body::{Body, Room};
use super::catalogue::{Catalogue, Ids, bad_id, empty};
use super::complaint::{Complaint, quoted};
use super::raw_web::Service;
use super::read::{Document, Spot, item};
use super::scoring::scoring;
use super::web::WebChecker;
use super::words::{is_absolute_uri, is_token, is_version};
use super::{Case, File, Query, Scenario, Step, Subject, raw};
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
        let web = raw.web.take();
        let robots_txt = self.body(&mut raw, web.is_some(), spot);
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
            judges_requests: false,
            since: &head.since,
        };
        let (queries, scenario) = match web {
            None => (self.queries(&defaults, raw.queries, spot.key("queries")), None),
            Some(web) => {
                let (queries, scenario) = self.scenario(&defaults, web, raw.queries, spot);
                (queries, Some(scenario))
            }
        };
        let subject = match scenario {
            Some(scenario) => Subject::Web(scenario),
            None => Subject::File(File { robots_txt: robots_txt?, family: raw.family }),
        };
        Some(Case {
            id,
            section: head.section.clone(),
            why: raw.why,
            see: raw.see,
            subject,
            scoring: scoring?,
            queries,
            file: head.name.to_owned(),
            line: spot.line(),
        })
    }

    fn body(
        &mut self,
        raw: &mut raw::Case<Value>,
        has_web: bool,
        spot: Spot<'_>,
    ) -> Option<Vec<u8>> {
        let text = raw.robots_txt.take().map(Body::Text);
        let base64 = raw.robots_txt_base64.take().map(Body::Base64);
        let parts = raw.robots_txt_parts.take().map(Body::Parts);
        let octets = match (text, base64, parts) {
            (None, None, None) if has_web => return None,
            (Some(body), None, None) | (None, Some(body), None) | (None, None, Some(body))
                if !has_web =>
            {
                self.room.octets(body, spot)
            }
            _ => Err(Some(spot.complaint(
                "one-body",
                "a case has exactly one of robots_txt, robots_txt_base64, robots_txt_parts and web",
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
                self.no_step(&raw, spot);
                queries.extend(self.query(defaults, raw, spot));
            }
        }
        queries
    }

    /// What only a step on a web can have.
    fn no_step(&mut self, raw: &raw::Query, spot: Spot<'_>) {
        let given = [
            ("after", raw.after.is_some()),
            ("web", raw.web.is_some()),
            ("requested", !raw.requested.is_empty()),
            ("if_requested", raw.if_requested.is_some()),
            ("identified", raw.identified),
            ("not_requested", !raw.not_requested.is_empty()),
        ];
        for (field, _) in given.iter().filter(|(_, is_given)| *is_given) {
            let message =
                format!("`{field}` needs a case with a `web`; this one hands over a robots.txt");
            self.complaints.push(spot.key(field).complaint("no-web", message));
        }
    }

    fn scenario(
        &mut self,
        defaults: &Defaults<'_>,
        web: BTreeMap<String, Service>,
        raw: Vec<Value>,
        spot: Spot<'_>,
    ) -> (Vec<Query>, Scenario) {
        let mut complaints = Vec::new();
        let mut room = std::mem::replace(&mut self.room, Room::new());
        let mut checker = WebChecker::new(&mut room, &mut complaints);
        let web = checker.web(web, spot.key("web"));
        let (mut ids, mut queries, mut steps) = (Ids::default(), Vec::new(), Vec::<Step>::new());
        for (index, value) in raw.into_iter().enumerate() {
            let spot = spot.key("queries").item(index);
            let Some(mut raw) = item::<raw::Query>(value, spot, &mut self.complaints) else {
                continue;
            };
            self.complaints.extend(ids.check(&raw.id, spot));
            let step = checker.step(&mut raw, spot);
            let judges_requests =
                !step.requested.is_empty() || !step.not_requested.is_empty() || step.identified;
            let defaults = Defaults { judges_requests, ..*defaults };
            if let Some(query) = self.query(&defaults, raw, spot) {
                queries.push(query);
                steps.push(step);
            }
        }
        self.room = room;
        self.complaints.extend(complaints);
        (queries, Scenario { web, steps })
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
            (Some(_), false) | (None, true) => return,
            (None, false) if defaults.judges_requests => return,
            (None, false) => {
                spot.complaint("missing-expect", "the query needs `expect: allow` or `expect: disallow`")
            }
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
    judges_requests: bool,
}

/// The complaint about a malformed version.
pub(super) fn bad_version(text: &str, spot: Spot<'_>) -> Complaint {
    let message = format!("{} is not a version MAJOR.MINOR.PATCH, such as 0.1.0", quoted(text));
    spot.complaint("bad-version", message)
}
