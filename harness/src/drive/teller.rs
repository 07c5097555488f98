//! Telling the caller what happens, from several threads.

use super::stop::Stop;
use super::target::Told;
use crate::implementation::About;
use crate::outcome::Reply;
use crate::printable;

/// The caller's function, made fit for several threads.
#[derive(Clone, Copy)]
pub(super) struct Teller<'a> {
    /// Tells one thing.
    pub(super) tell: &'a (dyn Fn(Told) + Sync),
    /// Whether lines of the protocol are told.
    pub(super) trace: bool,
    /// When nothing more is told.
    pub(super) stop: Stop,
}

impl Teller<'_> {
    pub(super) fn started(self, about: About) {
        (self.tell)(Told::Started(about));
    }

    /// What became of a query. Once all is to end, that is our doing and nobody's fault.
    pub(super) fn reply(self, ask: usize, query: usize, reply: Reply) {
        if !self.stop.is_set() {
            (self.tell)(Told::Reply { ask, query, reply });
        }
    }

    /// Nothing is left but what waits most of the time.
    pub(super) fn waits(self) {
        (self.tell)(Told::Waits);
    }

    /// A line of the protocol, if lines are traced.
    pub(super) fn trace(self, sent: bool, line: &[u8]) {
        if self.trace {
            // JSON has backslashes of its own, which stay.
            let line = printable::text(&String::from_utf8_lossy(line.trim_ascii()));
            (self.tell)(Told::Trace { sent, line });
        }
    }
}
