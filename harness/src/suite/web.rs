//! Checks the webs of scenarios: from the raw types to the model.

use super::body::{Body, Room};
use super::complaint::{Complaint, did_you_mean, quoted};
use super::raw;
use super::raw_web;
use super::read::Spot;
use super::scenario::{Answer, Ending, Service, Services, Step};
use super::words::{duration, is_absolute_uri, origin, origin_of};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

/// Checks one scenario after the start of its web.
pub(super) struct WebChecker<'a> {
    room: &'a mut Room,
    complaints: &'a mut Vec<Complaint>,
    origins: BTreeSet<String>,
}

impl<'a> WebChecker<'a> {
    pub(super) const fn new(room: &'a mut Room, complaints: &'a mut Vec<Complaint>) -> Self {
        Self { room, complaints, origins: BTreeSet::new() }
    }

    /// The web, or a part of it that changes.
    pub(super) fn web(
        &mut self,
        raw: BTreeMap<String, raw_web::Service>,
        spot: Spot<'_>,
    ) -> Services {
        let mut web = Services::new();
        for (name, service) in raw {
            let spot = spot.key(&name);
            if !origin(&name) {
                let message = format!(
                    "{} is no origin: http or https, a name in lower case, and a port if it is not the default one, such as \
                     http://shop.example:8080",
                    quoted(&name)
                );
                self.complaints.push(spot.complaint("bad-origin", message));
                continue;
            }
            let service = self.service(service, spot);
            self.origins.insert(name.clone());
            web.insert(name, service);
        }
        web
    }

    fn service(&mut self, raw: raw_web::Service, spot: Spot<'_>) -> Service {
        let raw_web::Paths { certificate, answers } = match raw {
            raw_web::Service::Word(raw_web::ServiceWord::Refused) => return Service::Refusing,
            raw_web::Service::Word(raw_web::ServiceWord::NoSuchHost) => return Service::Absent,
            raw_web::Service::Paths(paths) => paths,
        };
        let mut paths = BTreeMap::new();
        for (path, answers) in answers {
            let spot = spot.key(&path);
            if !path.starts_with('/') {
                let message = format!("{} is neither a path nor `certificate`", quoted(&path));
                self.complaints.push(spot.complaint("bad-path", message));
            }
            let answers = match answers {
                raw_web::Answers::One(answer) => vec![answer],
                raw_web::Answers::Many(answers) => answers,
            };
            if answers.is_empty() {
                self.complaints.push(spot.complaint("no-answers", "give at least one answer"));
            }
            let answers = answers.into_iter().filter_map(|raw| self.answer(raw, spot)).collect();
            paths.insert(path, answers);
        }
        Service::Serving { paths, certificate }
    }

    fn answer(&mut self, raw: raw_web::Answer, spot: Spot<'_>) -> Option<Answer> {
        let fields = match raw {
            raw_web::Answer::Status(status) => {
                self.status(status, 100..=999, spot);
                return Some(Answer::new(status, Vec::new(), Vec::new()));
            }
            raw_web::Answer::Text(text) => {
                let body = self.body(Body::Text(text), spot)?;
                return Some(Answer::new(200, vec![plain_text()], body));
            }
            raw_web::Answer::Fields(fields) => *fields,
        };
        let status = fields.status.unwrap_or(if fields.redirect.is_some() { 302 } else { 200 });
        self.status(status, 100..=999, spot);
        if let Some(interim) = fields.interim {
            self.status(interim, 100..=199, spot.key("interim"));
        }
        let (ending, interim) = (self.ending(&fields, spot), fields.interim);
        let has_type = fields.headers.keys().any(|name| name.eq_ignore_ascii_case("content-type"));
        let text = fields.body.map(Body::Text);
        let base64 = fields.body_base64.map(Body::Base64);
        let parts = fields.body_parts.map(Body::Parts);
        let body = match (text, base64, parts) {
            (None, None, None) => None,
            (Some(body), None, None) | (None, Some(body), None) | (None, None, Some(body)) => {
                Some(self.body(body, spot)?)
            }
            _ => {
                let message = "an answer has at most one of body, body_base64 and body_parts";
                self.complaints.push(spot.complaint("one-body", message));
                return None;
            }
        };
        let mut headers: Vec<_> = fields.headers.into_iter().collect();
        headers.extend(fields.redirect.map(|location| ("Location".to_owned(), location)));
        match fields.media_type {
            Some(none) if none == "none" => {}
            Some(media_type) => headers.push(("Content-Type".to_owned(), media_type)),
            None if body.is_some() && !has_type => headers.push(plain_text()),
            None => {}
        }
        Some(Answer { ending, interim, ..Answer::new(status, headers, body.unwrap_or_default()) })
    }

    fn status(&mut self, status: u16, range: RangeInclusive<u16>, spot: Spot<'_>) {
        if !range.contains(&status) {
            let (first, last) = range.into_inner();
            let message = format!("{status} is no status code from {first} to {last}");
            self.complaints.push(spot.complaint("bad-status", message));
        }
    }

    fn ending(&mut self, fields: &raw_web::AnswerFields, spot: Spot<'_>) -> Ending {
        match (fields.ending, fields.cut_after, fields.reset_after) {
            (None, None, None) => Ending::Complete,
            (None, Some(octets), None) => Ending::Cut(octets),
            (None, None, Some(octets)) => Ending::Reset(octets),
            (Some(word), None, None) => match word {
                raw_web::EndingWord::Drip => Ending::Drip,
                raw_web::EndingWord::Endless => Ending::Endless,
                raw_web::EndingWord::Silent => Ending::Silent,
                raw_web::EndingWord::Closed => Ending::Closed,
                raw_web::EndingWord::Malformed => Ending::Malformed,
            },
            _ => {
                let message = "an answer has at most one of ending, cut_after and reset_after";
                self.complaints.push(spot.complaint("one-ending", message));
                Ending::Complete
            }
        }
    }

    fn body(&mut self, body: Body, spot: Spot<'_>) -> Option<Vec<u8>> {
        self.room.octets(body, spot).map_err(|complaint| self.complaints.extend(complaint)).ok()
    }

    /// What goes with a query, which has to be about a service of the web.
    pub(super) fn step(&mut self, raw: &mut raw::Query, spot: Spot<'_>) -> Step {
        let after = raw.after.take().map(|text| {
            duration(&text).unwrap_or_else(|| {
                let message =
                    format!("{} is no duration such as 90s, 5m, 25h or 31d", quoted(&text));
                self.complaints.push(spot.key("after").complaint("bad-duration", message));
                std::time::Duration::ZERO
            })
        });
        let changes = raw.web.take().map(|web| self.web(web, spot.key("web")));
        self.known(&raw.uri, spot.key("uri"));
        for (index, uri) in raw.requested.iter().enumerate() {
            self.known(uri, spot.key("requested").item(index));
        }
        for (index, uri) in raw.not_requested.iter().enumerate() {
            if !is_absolute_uri(uri) {
                let message = format!("{} is not an absolute URI in ASCII", quoted(uri));
                let spot = spot.key("not_requested").item(index);
                self.complaints.push(spot.complaint("bad-uri", message));
            }
        }
        if let Some(uri) = &raw.if_requested {
            self.known(uri, spot.key("if_requested"));
        }
        Step {
            if_requested: raw.if_requested.take(),
            identified: raw.identified,
            after: after.unwrap_or_default(),
            changes: changes.unwrap_or_default(),
            requested: std::mem::take(&mut raw.requested),
            not_requested: std::mem::take(&mut raw.not_requested),
        }
    }

    fn known(&mut self, uri: &str, spot: Spot<'_>) {
        let Some(origin) = origin_of(uri) else { return };
        if !self.origins.contains(&origin) {
            let near = did_you_mean(&origin, self.origins.iter().map(String::as_str));
            let message = format!(
                "the web has no {}{near}; give it answers, or say `refused` or `no-such-host`",
                quoted(&origin)
            );
            self.complaints.push(spot.complaint("unknown-host", message));
        }
    }
}

fn plain_text() -> (String, String) {
    ("Content-Type".to_owned(), "text/plain; charset=utf-8".to_owned())
}
