//! Whether what was requested is what a step asks for.

use super::Request;
use crate::outcome::{Answer, Reply};
use crate::suite::Step;

/// The reply that an answer is, given the log of all requests so far and how many of them came before this step
/// (RFC 9309, sections 2.2.1, 2.3 and 3).
#[must_use]
pub fn judged(
    answer: Answer,
    step: &Step,
    token: &str,
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
    let missing = step.requested.iter().filter(|uri| !requested.contains(uri));
    let missing = missing.map(|uri| format!("did not request {uri}"));
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
