//! Families: the same load in ever larger sizes. Each query is asked alone, and once one takes too much time or memory
//! the larger ones would only take as much again.

use super::blame::GivenUp;
use super::child::Child;
use super::lane::{Lane, Place};
use crate::outcome::{Failure, Reply};

impl<'a> Lane<'a> {
    /// Asks the asks of families, the smaller ones of each first.
    pub(super) fn ask_families(&mut self, asks: &[usize], mut child: Option<Child<'a>>) {
        let mut places =
            asks.iter().flat_map(|&ask| self.queries(ask)).collect::<Vec<_>>().into_iter();
        let mut exceeded: Option<(Option<&str>, Reply)> = None;
        while let Some(place) = places.next() {
            let family = self.asks[place.0].family;
            if let Some((_, reply)) = exceeded.as_ref().filter(|(known, _)| *known == family) {
                self.tell(place, reply.clone());
                continue;
            }
            match self.ask_alone(&mut child, place) {
                Ok(reply) => {
                    exceeded =
                        not_asked(family.unwrap_or_default(), &reply).map(|rest| (family, rest));
                    self.tell(place, reply);
                }
                Err(GivenUp) => {
                    let rest: Vec<Place> = std::iter::once(place).chain(places).collect();
                    self.give_up(&rest);
                    return;
                }
            }
        }
        if let Some(child) = child {
            self.dismiss(child);
        }
    }
}

/// The reply to the rest of a family after one that used up what it may.
fn not_asked(family: &str, reply: &Reply) -> Option<Reply> {
    let failure = |before: &Failure| Failure {
        detail: format!(
            "not asked, as a query of the family {family} before it: {}",
            before.detail
        ),
        stderr: String::new(),
    };
    match reply {
        Reply::Timeout(before) => Some(Reply::Timeout(failure(before))),
        Reply::OutOfMemory(before) => Some(Reply::OutOfMemory(failure(before))),
        Reply::Answered(_) | Reply::Crash(_) => None,
    }
}
