//! Third-party crates, asked as their documentation says; nothing is corrected for them.

use crate::outcome::{Answer, Verdict};
use crate::reproduce::{Language, Reproduce};
use std::borrow::Cow;

pub(super) const ROBOTSTXT: Reproduce = rust(
    r#"fn main() {
    let robots_txt = String::from_utf8_lossy(b{robots_txt});
    let mut matcher = robotstxt::DefaultMatcher::default();
    println!("{}", matcher.one_agent_allowed_by_robots(&robots_txt, {token}, {uri}));
}
"#,
);

pub(super) const ROBOTXT: Reproduce = rust(
    r#"fn main() {
    let robots = robotxt::Robots::parse(b{robots_txt}, {token});
    let uri = robotxt::url::Url::parse({uri}).expect("the URI can be parsed");
    println!("{}", robots.is_url_allowed(&uri));
}
"#,
);

pub(super) const TEXTING_ROBOTS: Reproduce = rust(
    r#"fn main() {
    let robot = texting_robots::Robot::new({token}, b{robots_txt}).expect("it can be parsed");
    println!("{}", robot.allowed({uri}));
}
"#,
);

const fn rust(code: &'static str) -> Reproduce {
    Reproduce { language: Language::Rust, code: Cow::Borrowed(code) }
}

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
