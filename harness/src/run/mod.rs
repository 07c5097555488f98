//! The runner: puts a selection of the suite to implementations and tells events.

mod judge;
mod slots;

pub use judge::needs_entry;

use crate::baseline::{Baseline, Coverage};
use crate::drive::{self, Ask, Limits, Matter, Noise, NotStarted, Stop, Target, Told};
use crate::event::{
    BaselineProblem, Event, ImplementationFinished, ImplementationNotStarted,
    ImplementationStarted, ProtocolLine, QueryFinished, RunStarted,
};
use crate::outcome::Reply;
use crate::suite::{File, NothingSelected, SelectedCase, Selection, Subject, Suite};
use judge::Judged;
use slots::{Slot, Slots};
use std::sync::{Mutex, PoisonError};

/// An implementation that takes part in a run.
pub struct Entrant {
    /// What is driven.
    pub target: Target,
    /// Its known failures.
    pub baseline: Option<Baseline>,
}

/// How to run.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// What an implementation may use up.
    pub limits: Limits,
    /// How many children may work at a time, over all implementations.
    pub parallel: usize,
    /// Whether warnings, and queries newer than the baseline, count as unexpected.
    pub strict: bool,
    /// Whether to tell the lines of the adapter protocol.
    pub trace: bool,
    /// When to end early.
    pub stop: Stop,
}

/// How a run ended; the worse of two counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ending {
    /// Everything came out as expected.
    #[default]
    AsExpected,
    /// Something was unexpected, be it a pass.
    Unexpected,
    /// An implementation could not be started.
    NotStarted,
    /// It was stopped early: not everything was asked, and [`Event::RunFinished`] was not told.
    Stopped,
}

/// Puts the selection to each implementation and tells what happens.
///
/// The events of one implementation come in its own order; those of several are mixed.
///
/// # Errors
/// If the selection selects nothing; no event was told.
pub fn run(
    suite: &Suite,
    selection: &Selection,
    entrants: &[Entrant],
    options: Options,
    sink: &mut (dyn FnMut(Event) + Send),
) -> Result<Ending, NothingSelected> {
    run_with(&drive::drive, suite, selection, entrants, options, sink)
}

/// A function like [`drive::drive`].
pub type Driver<'d> = dyn Fn(
        &Target,
        &[Ask<'_>],
        drive::Options,
        &mut (dyn FnMut(Told) + Send),
    ) -> Result<Noise, NotStarted>
    + Sync
    + 'd;

/// [`run`], with another driver: for replies that no well-behaved implementation gives.
///
/// # Errors
/// As for [`run`].
pub fn run_with(
    driver: &Driver<'_>,
    suite: &Suite,
    selection: &Selection,
    entrants: &[Entrant],
    options: Options,
    sink: &mut (dyn FnMut(Event) + Send),
) -> Result<Ending, NothingSelected> {
    let cases = selection.of(suite)?;
    let queries = cases.iter().map(|selected| selected.queries.len()).sum();
    let told = Mutex::new(Teller { sink, ending: Ending::AsExpected });
    let run = Run { driver, suite, cases: &cases, options, told: &told };
    run.tell(Event::RunStarted(RunStarted {
        suite_version: suite.version.clone(),
        suite_hash: suite.hash.clone(),
        harness_version: env!("CARGO_PKG_VERSION").to_owned(),
        implementations: entrants.iter().map(|entrant| entrant.target.name().to_owned()).collect(),
        queries,
        whole_suite: queries == suite.queries().count(),
        budget: options.limits.into(),
    }));
    run.all(entrants);
    if options.stop.is_set() {
        return Ok(Ending::Stopped);
    }
    run.tell(Event::RunFinished);
    let ending = told.lock().unwrap_or_else(PoisonError::into_inner).ending;
    Ok(ending)
}

/// Passes events on and remembers the worst that they say.
struct Teller<'a> {
    sink: &'a mut (dyn FnMut(Event) + Send),
    ending: Ending,
}

impl Teller<'_> {
    fn tell(&mut self, event: Event) {
        self.ending = self.ending.max(match &event {
            Event::ImplementationNotStarted(_) => Ending::NotStarted,
            Event::BaselineProblem(_) => Ending::Unexpected,
            Event::QueryFinished(finished) if finished.expectation.is_unexpected() => {
                Ending::Unexpected
            }
            _ => Ending::AsExpected,
        });
        (self.sink)(event);
    }
}

struct Run<'a, 'sink> {
    driver: &'a Driver<'a>,
    suite: &'a Suite,
    cases: &'a [SelectedCase<'a>],
    options: Options,
    told: &'a Mutex<Teller<'sink>>,
}

impl Run<'_, '_> {
    fn tell(&self, event: Event) {
        self.told.lock().unwrap_or_else(PoisonError::into_inner).tell(event);
    }

    /// Several implementations at a time, and the children of each, within the one limit; those that only wait do not count.
    fn all(&self, entrants: &[Entrant]) {
        let parallel = self.options.parallel.max(1);
        let workers = parallel.min(entrants.len()).max(1);
        let slots = Slots::new(workers);
        std::thread::scope(|scope| {
            for entrant in entrants {
                let slot = slots.take();
                if self.options.stop.is_set() {
                    return;
                }
                scope.spawn(move || self.one(entrant, parallel / workers, slot));
            }
        });
    }

    fn one(&self, entrant: &Entrant, parallel: usize, slot: Slot<'_>) {
        let name = entrant.target.name();
        let coverage =
            entrant.baseline.as_ref().map(|baseline| Coverage::new(baseline, self.suite));
        for (entry, problem) in coverage.iter().flat_map(Coverage::idle) {
            self.tell(Event::BaselineProblem(BaselineProblem {
                implementation: name.to_owned(),
                entry: entry.query.clone(),
                problem: problem.clone(),
            }));
        }
        let asks: Vec<Ask<'_>> = self.cases.iter().map(ask).collect();
        let Options { limits, trace, stop, .. } = self.options;
        let options = drive::Options { limits, parallel, trace, stop };
        let mut slot = Some(slot);
        let driven = (self.driver)(&entrant.target, &asks, options, &mut |told| match self.event(
            &entrant.target,
            told,
            coverage.as_ref(),
        ) {
            Some(event) => self.tell(event),
            None => drop(slot.take()),
        });
        if !stop.is_set() {
            self.tell(ended(name, driven));
        }
    }

    /// The event that this is; `None` if it is that the implementation only waits from now on.
    fn event(&self, target: &Target, told: Told, coverage: Option<&Coverage<'_>>) -> Option<Event> {
        let implementation = target.name().to_owned();
        Some(match told {
            Told::Waits => return None,
            Told::Started(about) => {
                let converts = target.converts().to_vec();
                Event::ImplementationStarted(ImplementationStarted {
                    implementation,
                    about,
                    converts,
                })
            }
            Told::Trace { sent, line } => {
                Event::ProtocolLine(ProtocolLine { implementation, sent, line })
            }
            Told::Reply { ask, query, reply } => {
                let selected = &self.cases[ask];
                let (query, level) = selected.queries[query];
                let judged = Judged { case: selected.case, query, level };
                Event::QueryFinished(self.finished(implementation, judged, reply, coverage))
            }
        })
    }

    fn finished(
        &self,
        implementation: String,
        judged: Judged<'_>,
        reply: Reply,
        coverage: Option<&Coverage<'_>>,
    ) -> QueryFinished {
        let outcome = judged.outcome(&reply);
        QueryFinished {
            implementation,
            query: judged.query.id.clone(),
            requirement: judged.query.requirement.clone(),
            level: judged.level,
            contested: judged.is_contested(),
            expected: judged.query.expect,
            reply,
            outcome,
            expectation: judged.expectation(outcome, coverage, self.options.strict),
        }
    }
}

fn ask<'a>(selected: &SelectedCase<'a>) -> Ask<'a> {
    Ask {
        matter: match &selected.case.subject {
            Subject::File(File { robots_txt, family }) => {
                Matter::File { robots_txt, family: family.as_deref() }
            }
            Subject::Web(scenario) => Matter::Web(scenario),
        },
        queries: selected
            .queries
            .iter()
            .map(|(query, _)| (query.token.as_str(), query.uri.as_str()))
            .collect(),
    }
}

fn ended(name: &str, driven: Result<Noise, NotStarted>) -> Event {
    let implementation = name.to_owned();
    match driven {
        Ok(Noise { lines, count }) => Event::ImplementationFinished(ImplementationFinished {
            implementation,
            noise: lines,
            noise_lines: count,
        }),
        Err(NotStarted(problem)) => {
            Event::ImplementationNotStarted(ImplementationNotStarted { implementation, problem })
        }
    }
}
