//! The site that is crawled for a case: its services, a page to start at, and pages to find.

use crate::drive::target::{Ask, Matter};
use crate::suite::{Answer, Certificate, Service, Services, origin_of};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The service that has the start page, and no rules: whoever obeys them has to come to the links first.
const START_ORIGIN: &str = "http://start.example";
/// Where the start page is.
const START: &str = "/start.html";
const ROBOTS_TXT: &str = "/robots.txt";

/// A site to crawl.
pub(super) struct Site {
    /// What there is, with its robots.txt.
    pub(super) services: Services,
    /// The page to start at, which links all targets.
    pub(super) start: String,
    /// What is to be requested for each query; `None` if a crawl cannot show it.
    pub(super) targets: Vec<Option<String>>,
}

impl Site {
    /// The site of a case, for a crawler with this product token.
    pub(super) fn of(ask: &Ask<'_>, token: &str) -> Self {
        let asked = ask.queries.first().map_or("", |(token, _)| token);
        let fits = |query: usize| match ask.matter {
            Matter::File { .. } => true,
            Matter::Web(scenario) => scenario.steps[..=query]
                .iter()
                .all(|step| step.after.is_zero() && step.changes.is_empty()),
        };
        let target = |(query, (other, uri)): (usize, &(&str, &str))| {
            (*other == asked && fits(query)).then(|| match ask.matter {
                Matter::File { .. } => plain(without_fragment(uri)),
                Matter::Web(_) => without_fragment(uri).to_owned(),
            })
        };
        let targets: Vec<Option<String>> = ask.queries.iter().enumerate().map(target).collect();
        let mut services = match ask.matter {
            Matter::Web(scenario) => renamed_in(&scenario.web, asked, token),
            Matter::File { robots_txt, .. } => {
                let file = answer("text/plain; charset=utf-8", renamed(robots_txt, asked, token));
                let paths = BTreeMap::from([(ROBOTS_TXT.to_owned(), vec![file])]);
                let origins = targets.iter().flatten().filter_map(|uri| origin_of(uri));
                origins.map(|origin| (origin, serving(paths.clone()))).collect()
            }
        };
        add_pages(&mut services, &targets);
        let start = format!("{START_ORIGIN}{START}");
        Self { services, start, targets }
    }

    /// The same services, all in order and without a robots.txt.
    pub(super) fn without_robots_txt(&self) -> Services {
        let mut services = self.services.clone();
        for service in services.values_mut() {
            if let Service::Serving { paths, certificate } = service {
                paths.remove(ROBOTS_TXT);
                *certificate = Certificate::Good;
            }
        }
        services
    }
}

/// A URI as it is requested.
fn without_fragment(uri: &str) -> &str {
    uri.split('#').next().unwrap_or_default()
}

/// The URI by plain HTTP: of a file, whose rules know no schemes, more crawlers can tell something so.
fn plain(uri: &str) -> String {
    uri.strip_prefix("https://").map_or_else(|| uri.to_owned(), |rest| format!("http://{rest}"))
}

/// Adds a page for each target, and one that links them.
fn add_pages(services: &mut Services, targets: &[Option<String>]) {
    let mut links = String::new();
    for uri in targets.iter().flatten() {
        let escaped = uri.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
        // Writing to a String cannot fail.
        let _ = writeln!(links, "<p><a href=\"{escaped}\">A page</a></p>");
        let origin = origin_of(uri).unwrap_or_default();
        if let Some(Service::Serving { paths, .. }) = services.get_mut(&origin) {
            let path = uri.split_once("://").and_then(|(_, rest)| Some(&rest[rest.find('/')?..]));
            let page =
                answer("text/html; charset=utf-8", b"<html><body>Here.</body></html>\n".into());
            paths.entry(path.unwrap_or("/").to_owned()).or_insert_with(|| vec![page]);
        }
    }
    let page = format!("<html><body>\n{links}</body></html>\n");
    let page = answer("text/html; charset=utf-8", page.into_bytes());
    let paths = BTreeMap::from([(START.to_owned(), vec![page])]);
    services.insert(START_ORIGIN.to_owned(), serving(paths));
}

const fn serving(paths: BTreeMap<String, Vec<Answer>>) -> Service {
    Service::Serving { paths, certificate: Certificate::Good }
}

fn answer(media_type: &str, body: Vec<u8>) -> Answer {
    let headers = vec![("Content-Type".to_owned(), media_type.to_owned())];
    Answer::new(200, headers, body)
}

fn renamed_in(services: &Services, from: &str, to: &str) -> Services {
    let mut services = services.clone();
    for service in services.values_mut() {
        let Service::Serving { paths, .. } = service else { continue };
        for answer in paths.values_mut().flatten() {
            answer.body = renamed(&answer.body, from, to);
        }
    }
    services
}

/// The octets with another product token for this one, in the case in which it stands there.
fn renamed(octets: &[u8], from: &str, to: &str) -> Vec<u8> {
    let mut renamed = Vec::with_capacity(octets.len());
    let mut rest = octets;
    while let Some(first) = rest.first() {
        match rest.get(..from.len()).filter(|start| start.eq_ignore_ascii_case(from.as_bytes())) {
            Some(found) if !from.is_empty() => {
                let cased = match found {
                    _ if found == from.to_ascii_uppercase().as_bytes() => to.to_ascii_uppercase(),
                    _ if found == from.to_ascii_lowercase().as_bytes() => to.to_ascii_lowercase(),
                    _ => to.to_owned(),
                };
                renamed.extend(cased.bytes());
                rest = &rest[from.len()..];
            }
            _ => {
                renamed.push(*first);
                rest = &rest[1..];
            }
        }
    }
    renamed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_renamed_in_its_case() {
        let renamed = |text: &str| {
            String::from_utf8(super::renamed(text.as_bytes(), "examplebot", "Wget")).unwrap()
        };
        assert_eq!(renamed("User-agent: examplebot\n"), "User-agent: wget\n");
        assert_eq!(renamed("EXAMPLEBOT ExampleBot xexamplebot"), "WGET Wget xwget");
        assert_eq!(renamed("example"), "example");
    }

    #[test]
    fn a_file_becomes_a_site_with_a_page_for_each_target() {
        let ask = Ask {
            matter: Matter::File {
                robots_txt: b"User-agent: ExampleBot\nDisallow: /a\n",
                family: None,
            },
            queries: vec![
                ("examplebot", "https://shop.example/a?b&c#d"),
                ("otherbot", "https://shop.example/a"),
                ("examplebot", "http://shop.example:8080"),
            ],
        };
        let site = Site::of(&ask, "Wget");
        assert_eq!(site.start, "http://start.example/start.html");
        let targets: Vec<Option<&str>> = site.targets.iter().map(Option::as_deref).collect();
        assert_eq!(
            targets,
            [Some("http://shop.example/a?b&c"), None, Some("http://shop.example:8080")]
        );
        let Service::Serving { paths, .. } = &site.services["http://shop.example"] else {
            panic!()
        };
        assert_eq!(paths["/robots.txt"][0].body, b"User-agent: Wget\nDisallow: /a\n");
        assert_eq!(paths["/a?b&c"][0].status, 200);
        let Service::Serving { paths, .. } = &site.services["http://start.example"] else {
            panic!()
        };
        let start = String::from_utf8(paths[START][0].body.clone()).unwrap();
        assert!(start.contains("<a href=\"http://shop.example/a?b&amp;c\">"), "{start}");
        let Service::Serving { paths, .. } = &site.without_robots_txt()["http://shop.example:8080"]
        else {
            panic!()
        };
        assert!(!paths.contains_key("/robots.txt") && paths.contains_key("/"));
    }
}
