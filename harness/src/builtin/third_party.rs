//! Third-party crates, asked as their documentation says; nothing is corrected for them.

use crate::outcome::{Answer, Verdict};

pub(super) fn robotstxt(robots_txt: &[u8], token: &str, uri: &str) -> Answer {
    let text = String::from_utf8_lossy(robots_txt);
    let mut matcher = robotstxt::DefaultMatcher::default();
    allowed(matcher.one_agent_allowed_by_robots(&text, token, uri))
}

pub(super) fn robotxt(robots_txt: &[u8], token: &str, uri: &str) -> Answer {
    match robotxt::url::Url::parse(uri) {
        Ok(url) => allowed(robotxt::Robots::parse(robots_txt, token).is_url_allowed(&url)),
        Err(error) => Answer::Error { message: format!("the URI cannot be parsed: {error}") },
    }
}

pub(super) fn texting_robots(robots_txt: &[u8], token: &str, uri: &str) -> Answer {
    match texting_robots::Robot::new(token, robots_txt) {
        Ok(robot) => allowed(robot.allowed(uri)),
        Err(error) => Answer::Error { message: error.to_string() },
    }
}

fn allowed(is_allowed: bool) -> Answer {
    let verdict = if is_allowed { Verdict::Allow } else { Verdict::Disallow };
    Answer::Verdict { verdict, line: None }
}
