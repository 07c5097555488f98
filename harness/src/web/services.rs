//! Which answer a request gets.

use super::Counts;
use crate::suite::{Answer, Service, Services};

/// What a service does with a request.
pub(super) enum Reaction {
    /// It answers.
    Answer(Answer),
    /// The connection is closed: there is no such service.
    Close,
}

/// The reaction to a request, which is counted.
pub(super) fn react(
    services: &Services,
    counts: &mut Counts,
    origin: &str,
    target: &str,
) -> Reaction {
    let paths = match services.get(origin) {
        Some(Service::Serving { paths, .. }) => paths,
        Some(Service::Refusing | Service::Absent) => return Reaction::Close,
        None => return Reaction::Answer(not_found()),
    };
    let Some(answers) = paths.get(target) else { return Reaction::Answer(not_found()) };
    let count = counts.entry((origin.to_owned(), target.to_owned())).or_default();
    let answer = answers.get(*count).or(answers.last());
    *count += 1;
    Reaction::Answer(answer.cloned().unwrap_or_else(not_found))
}

const fn not_found() -> Answer {
    Answer::new(404, Vec::new(), Vec::new())
}

/// `host:port` of an origin, with the default port spelt out.
pub(super) fn host_and_port(origin: &str) -> String {
    let (scheme, authority) = origin.split_once("://").unwrap_or(("http", origin));
    let has_port = authority.rsplit(']').next().is_some_and(|rest| rest.contains(':'));
    match (has_port, scheme) {
        (true, _) => authority.to_owned(),
        (false, "https") => format!("{authority}:443"),
        (false, _) => format!("{authority}:80"),
    }
}

#[cfg(test)]
mod tests {
    use super::host_and_port;

    #[test]
    fn default_ports_are_spelt_out() {
        assert_eq!(host_and_port("http://shop.example"), "shop.example:80");
        assert_eq!(host_and_port("https://shop.example"), "shop.example:443");
        assert_eq!(host_and_port("https://shop.example:8443"), "shop.example:8443");
        assert_eq!(host_and_port("http://[::1]"), "[::1]:80");
    }
}
