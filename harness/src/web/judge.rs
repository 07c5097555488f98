//! Whether what was requested is what a step asks for.

use super::Request;
use crate::outcome::{Answer, Reply};
use crate::suite::Step;

/// The reply that an answer on a URI is for a product token, given the log of all requests so far and how many of them
/// came before this step (RFC 9309, sections 2.2.1, 2.3 and 3).
#[must_use]
pub fn judged(
    answer: Answer,
    step: &Step,
    (token, uri): (&str, &str),
    (log, before): (&[Request], usize),
) -> Reply {
    if matches!(answer, Answer::Unsupported { .. }) {
        return Reply::Answered(answer);
    }
    if step.if_requested.as_ref().is_some_and(|uri| log.iter().all(|one| one.uri() != *uri)) {
        return Reply::NotReached(answer);
    }
    let requests = &log[before..];
    let requested: Vec<String> = requests.iter().map(Request::uri).collect();
    let page = requested.iter().position(|one| one == uri);
    let missing = step.requested.iter().filter_map(|wanted| {
        match (requested.iter().position(|one| one == wanted), page) {
            (None, _) => Some(format!("did not request {wanted}")),
            (Some(wanted_at), Some(page)) if page < wanted_at => {
                Some(format!("requested {uri} before {wanted}"))
            }
            (Some(_), _) => None,
        }
    });
    let wrong = requested.iter().filter(|uri| step.not_requested.iter().any(|not| fits(uri, not)));
    let wrong = wrong.map(|uri| format!("requested {uri}, which it must not"));
    let unnamed = requests.iter().filter(|one| step.identified && !one.names(token));
    let unnamed =
        unnamed.map(|one| format!("its User-Agent for {} does not name {token}", one.uri()));
    let problems: Vec<String> = missing.chain(wrong).chain(unnamed).collect();
    match problems.as_slice() {
        [] => Reply::Answered(answer),
        problems => Reply::WrongRequests { answer, problem: problems.join("; ") },
    }
}

/// Whether a URI is the one that is meant; a `*` at the end stands for anything.
fn fits(uri: &str, meant: &str) -> bool {
    match meant.strip_suffix('*') {
        Some(start) => uri.starts_with(start),
        None => uri == meant,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::Verdict;

    const PAGE: &str = "http://shop.example/page";
    const ROBOTS_TXT: &str = "http://shop.example/robots.txt";

    fn request(path: &str) -> Request {
        Request {
            method: "GET".to_owned(),
            origin: "http://shop.example".to_owned(),
            target: path.to_owned(),
            headers: vec![("User-Agent".to_owned(), "ExampleBot/1.0".to_owned())],
        }
    }

    /// What is wrong, after one request that belongs to the step before.
    fn problem(step: &Step, paths: &[&str]) -> Option<String> {
        let log: Vec<Request> =
            ["/robots.txt"].iter().chain(paths).map(|path| request(path)).collect();
        let answer = Answer::Verdict { verdict: Verdict::Allow, line: None };
        match judged(answer, step, ("examplebot", PAGE), (&log, 1)) {
            Reply::WrongRequests { problem, .. } => Some(problem),
            _ => None,
        }
    }

    #[test]
    fn what_is_wanted_has_to_be_requested_before_the_page() {
        let step = Step { requested: vec![ROBOTS_TXT.to_owned()], ..Step::default() };
        assert_eq!(problem(&step, &["/robots.txt", "/page"]), None);
        assert_eq!(problem(&step, &["/robots.txt"]), None);
        let missing = problem(&step, &["/page"]).expect("it is missing");
        assert_eq!(missing, format!("did not request {ROBOTS_TXT}"));
        let late = problem(&step, &["/page", "/robots.txt"]).expect("it is late");
        assert_eq!(late, format!("requested {PAGE} before {ROBOTS_TXT}"));
    }

    #[test]
    fn what_is_forbidden_is_an_exact_uri_or_a_prefix() {
        let not = |uri: &str| Step { not_requested: vec![uri.to_owned()], ..Step::default() };
        assert_eq!(problem(&not("http://shop.example/p"), &["/page"]), None);
        assert!(problem(&not("http://shop.example/p*"), &["/page"]).is_some());
        assert!(problem(&not(PAGE), &["/page"]).is_some());
    }

    #[test]
    fn who_is_to_name_itself_does_so_in_every_request() {
        let step = Step { identified: true, ..Step::default() };
        assert_eq!(problem(&step, &["/page"]), None);
        let log = [Request { headers: Vec::new(), ..request("/page") }];
        let answer = Answer::Verdict { verdict: Verdict::Allow, line: None };
        let reply = judged(answer, &step, ("examplebot", PAGE), (&log, 0));
        assert!(matches!(reply, Reply::WrongRequests { .. }), "{reply:?}");
    }
}
