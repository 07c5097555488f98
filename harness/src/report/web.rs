//! A small web and what happens on it, in lines for people.

use crate::printable::{counted, short_line};
use crate::suite::{Answer, Case, Certificate, Ending, Scenario, Service, Services, Step};
use std::fmt::Write as _;

/// Octets of a content that are shown.
const LONG: usize = 120;

/// The web at the start, then the steps that change something or look at the requests.
pub(crate) fn lines(case: &Case, scenario: &Scenario) -> Vec<String> {
    let mut lines = services(&scenario.web);
    for (query, step) in case.queries.iter().zip(&scenario.steps) {
        let name = query.id.split_once('#').map_or(query.id.as_str(), |(_, name)| name);
        let told = step_lines(step);
        if !told.is_empty() {
            lines.push(format!("#{name}"));
            lines.extend(told.into_iter().map(|line| format!("  {line}")));
        }
    }
    lines
}

fn step_lines(step: &Step) -> Vec<String> {
    let mut lines = Vec::new();
    if !step.after.is_zero() {
        lines.push(format!("{} later", time(step.after.as_secs())));
    }
    lines.extend(services(&step.changes));
    lines.extend(step.requested.iter().map(|uri| format!("has to request {uri}")));
    lines.extend(step.not_requested.iter().map(|uri| format!("must not request {uri}")));
    lines.extend(step.identified.then(|| "has to name its product token".to_owned()));
    lines.extend(step.if_requested.iter().map(|uri| format!("asked if it requested {uri}")));
    lines
}

fn time(seconds: u64) -> String {
    let (count, unit) =
        if seconds.is_multiple_of(3_600) { (seconds / 3_600, "hour") } else { (seconds, "second") };
    counted(usize::try_from(count).unwrap_or(usize::MAX), unit)
}

fn services(web: &Services) -> Vec<String> {
    let mut lines = Vec::new();
    for (origin, service) in web {
        match service {
            Service::Refusing => lines.push(format!("{origin} refuses connections")),
            Service::Absent => lines.push(format!("{origin} does not exist")),
            Service::Serving { paths, certificate } => {
                lines.push(format!("{origin}{}", trouble(*certificate)));
                for (path, answers) in paths {
                    let answers: Vec<String> = answers.iter().map(answer).collect();
                    lines.push(format!("  {path}  {}", answers.join(", then ")));
                }
            }
        }
    }
    lines
}

const fn trouble(certificate: Certificate) -> &'static str {
    match certificate {
        Certificate::Good => "",
        Certificate::Untrusted => " (its certificate is not trusted)",
        Certificate::Expired => " (its certificate has expired)",
        Certificate::WrongName => " (its certificate names another host)",
    }
}

fn answer(answer: &Answer) -> String {
    let mut told = match answer.ending {
        Ending::Silent => return "no answer at all".to_owned(),
        Ending::Closed => return "the connection is closed".to_owned(),
        Ending::Malformed => return "no HTTP".to_owned(),
        Ending::Complete | Ending::Cut(_) | Ending::Reset(_) | Ending::Drip | Ending::Endless => {
            answer.status.to_string()
        }
    };
    if let Some(interim) = answer.interim {
        told = format!("{interim}, then {told}");
    }
    for (name, value) in &answer.headers {
        let is_usual = name == "Content-Type" && value == "text/plain; charset=utf-8";
        if !is_usual {
            // Writing to a String cannot fail.
            let _ = write!(told, ", {name}: {}", short_line(value.as_bytes(), LONG));
        }
    }
    if !answer.body.is_empty() {
        let _ = write!(told, ", \"{}\"", short_line(&answer.body, LONG));
    }
    match answer.ending {
        Ending::Cut(octets) => drop(write!(told, ", cut after {}", counted(octets, "octet"))),
        Ending::Reset(octets) => drop(write!(told, ", reset after {}", counted(octets, "octet"))),
        Ending::Drip => told.push_str(", one octet at a time without end"),
        Ending::Endless => told.push_str(", repeated without end"),
        Ending::Complete | Ending::Silent | Ending::Closed | Ending::Malformed => {}
    }
    told
}
