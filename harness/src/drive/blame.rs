//! Which query killed a child? The one that does it again when it is asked alone.

use super::child::Child;
use super::lane::{Lane, Place};
use super::process::{Cause, Death};
use crate::outcome::{Answer, Reply};
use crate::protocol::{self, AskedQuery};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// The lane's child died too often; nothing more is asked.
pub(super) struct GivenUp;

impl<'a> Lane<'a> {
    /// Asks the queries that a dead child left unanswered one by one, and tells a reply to each. If none of them
    /// kills its child again, the first one takes the blame: it was being worked on.
    pub(super) fn blame(&mut self, death: Death, unanswered: &[Place]) {
        let mut child: Option<Child<'a>> = None;
        let mut replies = Vec::new();
        for &place in unanswered {
            match self.ask_alone(&mut child, place) {
                Ok(reply) => replies.push(reply),
                Err(GivenUp) => break,
            }
        }
        if let Some(child) = child {
            self.dismiss(child);
        }
        let asked_all = replies.len() == unanswered.len();
        let all_answered = replies.iter().all(|reply| matches!(reply, Reply::Answered(_)));
        match replies.first_mut() {
            None if !asked_all => replies.push(death.into_reply()),
            Some(first) if asked_all && all_answered => {
                *first = death.not_reproduced().into_reply();
            }
            _ => {}
        }
        let rest = &unanswered[replies.len()..];
        for (&place, reply) in unanswered.iter().zip(replies) {
            self.tell(place, reply);
        }
        self.give_up(rest);
    }

    /// Asks one query of a child that works on nothing else. If it takes too long, that is proof. For a child that
    /// answered other queries before and dies it is none: the query is asked once more of a fresh one.
    pub(super) fn ask_alone(
        &mut self,
        child: &mut Option<Child<'a>>,
        place: Place,
    ) -> Result<Reply, GivenUp> {
        loop {
            let is_fresh = child.is_none();
            let mut working = match child.take() {
                Some(child) => child,
                None => self.start_warm()?,
            };
            match ask(&mut working, self.message(place.0, std::iter::once(place.1))) {
                Ok(answer) => {
                    *child = Some(working);
                    return Ok(Reply::Answered(answer.printable()));
                }
                Err(death) => {
                    self.bury(working, &death);
                    if is_fresh || death.cause == Cause::UsedUpTime {
                        return Ok(death.into_reply());
                    }
                }
            }
        }
    }

    /// A fresh child that has answered something harmless: it works at all.
    fn start_warm(&mut self) -> Result<Child<'a>, GivenUp> {
        while !self.is_given_up() {
            let Some(mut child) = self.start() else { continue };
            match ask(&mut child, harmless()) {
                Ok(_) => return Ok(child),
                Err(death) => self.bury(child, &death),
            }
        }
        Err(GivenUp)
    }
}

fn ask(child: &mut Child<'_>, message: protocol::Ask) -> Result<Answer, Death> {
    child.send(0, message);
    let results = child.next_answer()?.results;
    Ok(match results.map(|results| results.into_iter().next()) {
        Ok(Some(result)) => result.into(),
        Ok(None) => Answer::Error { message: "protocol: the answer has no result".to_owned() },
        Err(message) => Answer::Error { message },
    })
}

/// The most ordinary file there is: some parsers fail for an empty one.
fn harmless() -> protocol::Ask {
    let robots_txt = STANDARD.encode("User-agent: *\nDisallow: /private/\n");
    let query =
        AskedQuery { token: "examplebot".to_owned(), uri: "https://example.com/".to_owned() };
    protocol::Ask { seq: 0, robots_txt, queries: vec![query] }
}
