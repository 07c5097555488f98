//! A lane: some of the asks, put to one child after another, with several in flight.

use super::child::{Answered, Child};
use super::process::{Death, Launch};
use super::target::{Ask, Noise, Options};
use super::teller::Teller;
use crate::outcome::{Answer, Failure, Reply};
use crate::protocol::{self, AskedQuery, WireResult};
use base64::Engine;
use std::collections::VecDeque;

/// More is sent while fewer octets of asks than this are unanswered: enough to keep a child busy, and little to
/// ask again when it dies.
const WINDOW: usize = 32 * 1024;
/// Deaths in a row without an answer, after which nothing more is asked.
const DEATHS: u32 = 3;

/// One query: index of its ask, and its own within that.
pub(super) type Place = (usize, usize);

/// What a lane has to ask, by index.
pub(super) enum Dealt {
    /// Asks that can be in flight together.
    Plain(VecDeque<usize>),
    /// Asks of families, the smaller ones of each first.
    Families(Vec<usize>),
    /// Scenarios.
    #[cfg(feature = "web")]
    Webs {
        /// Those asks.
        asks: Vec<usize>,
        /// Whether the implementation takes the time from us.
        has_clock: bool,
    },
}

/// What a lane works with, and what it has seen.
pub(super) struct Lane<'a> {
    launch: &'a Launch,
    pub(super) asks: &'a [Ask<'a>],
    options: Options,
    teller: Teller<'a>,
    noise: Noise,
    silent_deaths: u32,
    last_death: Failure,
}

impl<'a> Lane<'a> {
    pub(super) fn new(
        launch: &'a Launch,
        asks: &'a [Ask<'a>],
        options: Options,
        teller: Teller<'a>,
    ) -> Self {
        let (noise, last_death) = (Noise::default(), Failure::default());
        Self { launch, asks, options, teller, noise, silent_deaths: 0, last_death }
    }

    /// Asks everything, beginning with the child that is there already.
    pub(super) fn run(mut self, dealt: Dealt, ready: Option<Child<'a>>) -> Noise {
        match dealt {
            Dealt::Plain(asks) => self.ask_plain(asks, ready),
            Dealt::Families(asks) => self.ask_families(&asks, ready),
            #[cfg(feature = "web")]
            Dealt::Webs { asks, has_clock } => self.ask_webs(&asks, has_clock, ready),
        }
        self.noise
    }

    fn ask_plain(&mut self, mut waiting: VecDeque<usize>, mut ready: Option<Child<'a>>) {
        while !waiting.is_empty() && !self.is_given_up() {
            if let Some(child) = ready.take().or_else(|| self.start()) {
                self.work(child, &mut waiting);
            }
        }
        if let Some(unneeded) = ready {
            self.dismiss(unneeded);
        }
        let rest: Vec<Place> = waiting.iter().flat_map(|&ask| self.queries(ask)).collect();
        self.give_up(&rest);
    }

    /// Puts the waiting asks to the child. If it dies over them, finds out what is to blame.
    fn work(&mut self, mut child: Child<'a>, waiting: &mut VecDeque<usize>) {
        match self.pipeline(&mut child, waiting) {
            Ok(()) => self.dismiss(child),
            Err(death) => {
                let unanswered: Vec<Place> =
                    child.unanswered().flat_map(|ask| self.queries(ask)).collect();
                self.bury(child, &death);
                self.blame(death, &unanswered);
            }
        }
    }

    fn pipeline(&self, child: &mut Child<'a>, waiting: &mut VecDeque<usize>) -> Result<(), Death> {
        loop {
            while child.outstanding() < WINDOW
                && let Some(ask) = waiting.pop_front()
            {
                let queries = 0..self.asks[ask].queries.len();
                child.send(ask, self.message(ask, queries));
            }
            if !child.is_busy() {
                return Ok(());
            }
            let Answered { ask, results } = child.next_answer()?;
            self.tell_results(self.queries(ask), results);
        }
    }

    /// Tells what was answered to these queries, or what is wrong with the answer.
    pub(super) fn tell_results(
        &self,
        places: impl Iterator<Item = Place>,
        results: Result<Vec<WireResult>, String>,
    ) {
        match results {
            Ok(results) => places.zip(results).for_each(|(place, result)| {
                self.tell(place, Reply::Answered(Answer::from(result).printable()));
            }),
            Err(message) => places.for_each(|place| {
                let error = Answer::Error { message: message.clone() };
                self.tell(place, Reply::Answered(error.printable()));
            }),
        }
    }

    /// A fresh child, if one starts.
    pub(super) fn start(&mut self) -> Option<Child<'a>> {
        match Child::start(self.launch, self.options.limits, self.teller) {
            Ok((child, _)) => Some(child),
            Err(no_hello) => {
                let failure = no_hello.into_failure();
                self.count_death(&failure, false);
                None
            }
        }
    }

    /// Takes what is left of a dead child.
    pub(super) fn bury(&mut self, child: Child<'a>, death: &Death) {
        self.count_death(&death.failure, child.has_answered());
        self.noise.append(child.into_noise());
    }

    /// Ends a child that is not needed any more.
    pub(super) fn dismiss(&mut self, child: Child<'a>) {
        self.noise.append(child.finish());
    }

    fn count_death(&mut self, failure: &Failure, answered: bool) {
        self.silent_deaths = if answered { 0 } else { self.silent_deaths + 1 };
        self.last_death.clone_from(failure);
    }

    /// What the last child died of.
    #[cfg(feature = "web")]
    pub(super) fn last_death(&self) -> Failure {
        self.last_death.clone()
    }

    pub(super) fn is_given_up(&self) -> bool {
        self.silent_deaths >= DEATHS || self.options.stop.is_set()
    }

    /// Tells that these will not be asked.
    pub(super) fn give_up(&self, rest: &[Place]) {
        let last = &self.last_death.detail;
        let detail = format!("given up after {DEATHS} deaths without an answer (the last: {last})");
        for &place in rest {
            let failure = Failure { detail: detail.clone(), stderr: String::new() };
            self.tell(place, Reply::Crash(failure));
        }
    }

    /// All queries of an ask.
    pub(super) fn queries(&self, ask: usize) -> impl Iterator<Item = Place> + use<> {
        (0..self.asks[ask].queries.len()).map(move |query| (ask, query))
    }

    pub(super) fn tell(&self, (ask, query): Place, reply: Reply) {
        self.teller.reply(ask, query, reply);
    }

    /// The message for some queries of one ask.
    pub(super) fn message(
        &self,
        ask: usize,
        queries: impl Iterator<Item = usize>,
    ) -> protocol::Ask {
        let ask = &self.asks[ask];
        let asked = |query: usize| {
            let (token, uri) = ask.queries[query];
            AskedQuery { token: token.to_owned(), uri: uri.to_owned() }
        };
        protocol::Ask {
            seq: 0,
            robots_txt: base64::engine::general_purpose::STANDARD.encode(ask.robots_txt()),
            queries: queries.map(asked).collect(),
        }
    }
}
