//! Families: the same load in ever larger sizes, one ask at a time. Once a query takes too much time or memory, the
//! larger ones would only take as much again.

use super::child::{Answered, Child};
use super::lane::{Lane, Place};
use crate::outcome::{Reply, Resource};
use crate::protocol::ToChild;

/// Octets of a file that takes time to parse; a smaller one can be parsed anew for each query.
const BIG: usize = 64 * 1024;

impl<'a> Lane<'a> {
    /// Asks the asks of families, the smaller ones of each first.
    pub(super) fn ask_families(&mut self, asks: &[usize], mut child: Option<Child<'a>>) {
        let mut exceeded: Option<(Option<&str>, Reply)> = None;
        for (index, &ask) in asks.iter().enumerate() {
            let family = self.asks[ask].family();
            exceeded = exceeded.filter(|(known, _)| *known == family);
            for place in self.queries(ask) {
                if let Some((_, reply)) = &exceeded {
                    self.tell(place, reply.clone());
                    continue;
                }
                if place.1 == 1 && self.ask_the_others(&mut child, ask) {
                    break;
                }
                let Ok(reply) = self.ask_alone(&mut child, place) else {
                    let left = self.queries(ask).skip(place.1);
                    let larger = asks[index + 1..].iter().flat_map(|&ask| self.queries(ask));
                    return self.give_up(&left.chain(larger).collect::<Vec<Place>>());
                };
                exceeded = not_asked(family.unwrap_or_default(), &reply).map(|rest| (family, rest));
                self.tell(place, reply);
            }
        }
        if let Some(child) = child {
            self.dismiss(child);
        }
    }

    /// Asks all queries about a big file but the first at once, in the time of one: whether they were answered. If
    /// not, which one is to blame has to be found out.
    fn ask_the_others(&mut self, child: &mut Option<Child<'a>>, ask: usize) -> bool {
        if self.asks[ask].robots_txt().len() < BIG {
            return false;
        }
        let Some(mut working) = child.take().or_else(|| self.start()) else { return false };
        let others = self.message(ask, 1..self.asks[ask].queries.len());
        working.send_within(1, ask, ToChild::Ask(others));
        match working.next_answer() {
            Ok(Answered { results, .. }) => {
                self.tell_results(self.queries(ask).skip(1), results);
                *child = Some(working);
                true
            }
            Err(death) => {
                self.bury(working, &death);
                false
            }
        }
    }
}

/// The reply to the rest of a family after one that used up what it may.
fn not_asked(family: &str, reply: &Reply) -> Option<Reply> {
    let (spent, before) = match reply {
        Reply::Timeout(before) => (Resource::Time, before),
        Reply::OutOfMemory(before) => (Resource::Memory, before),
        _ => return None,
    };
    let detail = format!("a query of the family {family} before it: {}", before.detail);
    Some(Reply::NotAsked { spent, detail })
}
