//! Scenarios: a child visits a small web, step by step, and what it requests is looked at.

use super::child::{Answered, Child};
use super::lane::{Lane, Place};
use super::process::Death;
use super::target::Matter;
use crate::outcome::{Answer, Failure, Reply, Resource};
use crate::protocol::{ToChild, Visit};
use crate::suite::{Scenario, Step};
use crate::web::{Web, judged};
use std::time::Duration;

/// How long an implementation that can be told is to wait for a response.
const PATIENCE: Duration = Duration::from_secs(2);
/// A visit may take so many times what a query may: others wait for as long as they like.
const TIMES: usize = 2;
/// The time of the first step: 2026-01-01, in seconds since 1970.
const START: u64 = 1_767_225_600;

/// What a scenario is about, and who visits it.
struct Visited<'s> {
    scenario: &'s Scenario,
    web: Web,
    now: u64,
}

impl<'a> Lane<'a> {
    /// Asks the scenarios one after the other. A child that dies over one is none of the next one's business.
    pub(super) fn ask_webs(
        &mut self,
        asks: &[usize],
        has_clock: bool,
        mut child: Option<Child<'a>>,
    ) {
        for (index, &ask) in asks.iter().enumerate() {
            let Matter::Web(scenario) = self.asks[ask].matter else { continue };
            if self.is_given_up() {
                let rest = asks[index..].iter().flat_map(|&ask| self.queries(ask));
                self.give_up(&rest.collect::<Vec<Place>>());
                break;
            }
            let web = match Web::start(&scenario.web) {
                Ok(web) => web,
                Err(error) => {
                    let message = format!("the web cannot be set up: {error}");
                    self.queries(ask).for_each(|place| self.tell(place, failed(&message)));
                    continue;
                }
            };
            let mut visited = Visited { scenario, web, now: START };
            self.take_steps(&mut visited, ask, has_clock, &mut child);
        }
        if let Some(child) = child {
            self.dismiss(child);
        }
    }

    fn take_steps(
        &mut self,
        visited: &mut Visited<'_>,
        ask: usize,
        has_clock: bool,
        child: &mut Option<Child<'a>>,
    ) {
        let mut over: Option<Reply> = None;
        for place in self.queries(ask) {
            let step = &visited.scenario.steps[place.1];
            if over.is_none() && !step.after.is_zero() && !has_clock {
                let reason = "it cannot be told the time (capability `clock`)".to_owned();
                over = Some(Reply::Answered(Answer::Unsupported { reason }));
            }
            if let Some(reply) = &over {
                self.tell(place, reply.clone());
                continue;
            }
            match self.take_step(visited, step, place, child) {
                Ok(answer) => self.tell(place, answer),
                Err(death) => {
                    let reply = death.into_reply();
                    over = Some(not_taken(&reply));
                    self.tell(place, reply);
                }
            }
        }
    }

    fn take_step(
        &mut self,
        visited: &mut Visited<'_>,
        step: &Step,
        (ask, query): Place,
        child: &mut Option<Child<'a>>,
    ) -> Result<Reply, Death> {
        visited.now += step.after.as_secs();
        if let Err(error) = visited.web.change(&step.changes) {
            return Ok(failed(&format!("the web cannot be changed: {error}")));
        }
        let Some(mut working) = child.take().or_else(|| self.start()) else {
            return Ok(Reply::Crash(self.last_death()));
        };
        let before = visited.web.log().len();
        let (token, uri) = self.asks[ask].queries[query];
        let visit = Visit {
            seq: 0,
            web: visited.web.place(),
            now: visited.now,
            patience_ms: u64::try_from(PATIENCE.as_millis()).unwrap_or(u64::MAX),
            token: token.to_owned(),
            uri: uri.to_owned(),
        };
        working.send_within(TIMES, ask, ToChild::Visit(visit));
        match working.next_answer() {
            Ok(Answered { results, .. }) => {
                *child = Some(working);
                let result = results.map(|results| results.into_iter().next());
                let answer = match result {
                    Ok(Some(result)) => Answer::from(result),
                    Ok(None) => Answer::Error { message: "the answer has no result".to_owned() },
                    Err(message) => Answer::Error { message },
                };
                Ok(judged(answer.printable(), step, (token, uri), (&visited.web.log(), before)))
            }
            Err(death) => {
                self.bury(working, &death);
                Err(death)
            }
        }
    }
}

fn failed(message: &str) -> Reply {
    Reply::Answered(Answer::Error { message: message.to_owned() })
}

/// The reply to the steps after one that was not answered.
fn not_taken(reply: &Reply) -> Reply {
    let detail = "the step before it was not answered".to_owned();
    match reply {
        Reply::Timeout(_) => Reply::NotAsked { spent: Resource::Time, detail },
        Reply::OutOfMemory(_) => Reply::NotAsked { spent: Resource::Memory, detail },
        _ => Reply::Crash(Failure { detail, stderr: String::new() }),
    }
}
