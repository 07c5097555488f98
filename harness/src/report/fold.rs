//! What the events of a run add up to.

use crate::event::{BaselineProblem, Event, Expectation, QueryFinished, RunStarted};
use crate::implementation::About;
use crate::outcome::Outcome;
use crate::printable;
use crate::suite::{Case, Query, Suite};
use std::collections::{BTreeMap, HashMap};

/// A run so far.
pub struct Fold<'a> {
    /// The suite that is run.
    pub suite: &'a Suite,
    /// How it began.
    pub started: Option<RunStarted>,
    /// One part per implementation, in the order of the run.
    pub parts: Vec<Part>,
    /// Whether the run ended; a report of one that did not must not look like one that did.
    pub finished: bool,
    places: HashMap<&'a str, usize>,
    queries: Vec<(&'a Case, &'a Query)>,
}

/// What is known of one implementation.
pub struct Part {
    /// Its name in this run.
    pub name: String,
    /// How far it came.
    pub state: State,
    /// What is converted before it is asked.
    pub converts: Vec<String>,
    /// Baseline entries that fit no query.
    pub problems: Vec<BaselineProblem>,
    /// The first lines on standard output that were no messages.
    pub noise: Vec<String>,
    /// How many there were.
    pub noise_lines: u64,
    results: BTreeMap<usize, QueryFinished>,
}

/// How far an implementation came.
pub enum State {
    /// It has not said hello yet.
    Waiting,
    /// It said who it is.
    Started(About),
    /// It could not be started.
    NotStarted(String),
}

/// The three numbers of the last line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Queries that came out as expected: known failures and observations too.
    pub passed: usize,
    /// What is unexpected: queries, baseline entries, implementations that did not start.
    pub failed: usize,
    /// Queries that the implementation's adapter cannot ask, as a baseline says.
    pub skipped: usize,
}

impl<'a> Fold<'a> {
    /// Before the first event.
    #[must_use]
    pub fn new(suite: &'a Suite) -> Self {
        let queries: Vec<_> = suite.queries().collect();
        let places = queries.iter().enumerate().map(|(at, (_, query))| (query.id.as_str(), at));
        Self {
            suite,
            started: None,
            parts: Vec::new(),
            finished: false,
            places: places.collect(),
            queries,
        }
    }

    /// Takes in the next event.
    pub fn take(&mut self, event: &Event) {
        match event {
            Event::RunStarted(started) => {
                self.parts = started.implementations.iter().map(|name| Part::new(name)).collect();
                self.started = Some(started.clone());
            }
            Event::ImplementationStarted(started) => {
                self.change(&started.implementation, |part| {
                    part.state = State::Started(started.about.clone());
                    part.converts.clone_from(&started.converts);
                });
            }
            Event::ImplementationNotStarted(not) => {
                let state = State::NotStarted(not.problem.clone());
                self.change(&not.implementation, |part| part.state = state);
            }
            Event::QueryFinished(result) => {
                let Some(place) = self.places.get(result.query.as_str()).copied() else { return };
                self.change(&result.implementation, |part| {
                    part.results.insert(place, result.clone());
                });
            }
            Event::BaselineProblem(problem) => {
                self.change(&problem.implementation, |part| part.problems.push(problem.clone()));
            }
            Event::ImplementationFinished(end) => self.change(&end.implementation, |part| {
                part.noise.clone_from(&end.noise);
                part.noise_lines = end.noise_lines;
            }),
            Event::ProtocolLine(_) => {}
            Event::RunFinished => self.finished = true,
        }
    }

    fn change(&mut self, name: &str, change: impl FnOnce(&mut Part)) {
        if let Some(part) = self.parts.iter_mut().find(|part| part.name == name) {
            change(part);
        }
    }

    /// The results of a part with their cases and queries, in the order of the suite.
    pub fn results<'s>(
        &'s self,
        part: &'s Part,
    ) -> impl Iterator<Item = (&'a Case, &'a Query, &'s QueryFinished)> {
        part.results.iter().map(|(place, result)| {
            let (case, query) = self.queries[*place];
            (case, query, result)
        })
    }

    /// The three numbers of the last line; `failed` is 0 if and only if the run is as expected.
    #[must_use]
    pub fn totals(&self) -> Totals {
        let mut totals = Totals::default();
        for part in &self.parts {
            totals.failed += part.problems.len();
            totals.failed += usize::from(matches!(part.state, State::NotStarted(_)));
            for result in part.results() {
                match (&result.expectation, result.outcome) {
                    (expectation, _) if expectation.is_unexpected() => totals.failed += 1,
                    (_, Outcome::Unsupported) => totals.skipped += 1,
                    _ => totals.passed += 1,
                }
            }
        }
        totals
    }
}

impl Part {
    fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            state: State::Waiting,
            converts: Vec::new(),
            problems: Vec::new(),
            noise: Vec::new(),
            noise_lines: 0,
            results: BTreeMap::new(),
        }
    }

    /// Its results, in the order of the suite.
    pub fn results(&self) -> impl Iterator<Item = &QueryFinished> {
        self.results.values()
    }

    /// Its name and, where it says one, its version; the name of an installed one can end in a version already.
    #[must_use]
    pub fn title(&self) -> String {
        match &self.state {
            State::Started(about) => title(&self.name, &about.version),
            State::Waiting | State::NotStarted(_) => self.name.clone(),
        }
    }

    /// How many of its results are unexpected.
    #[must_use]
    pub fn unexpected(&self) -> usize {
        self.results().filter(|result| result.expectation.is_unexpected()).count()
    }

    /// How many of its warnings no baseline lists, though nothing is unexpected about that.
    #[must_use]
    pub fn unlisted_warnings(&self) -> usize {
        let is_unlisted = |result: &&QueryFinished| {
            result.outcome == Outcome::Warn
                && !result.contested
                && result.expectation == Expectation::Fine
        };
        self.results().filter(is_unlisted).count()
    }

    /// How many of its failures the baseline lists.
    #[must_use]
    pub fn known(&self) -> usize {
        let is_known =
            |result: &&QueryFinished| matches!(result.expectation, Expectation::Known { .. });
        self.results().filter(is_known).count()
    }
}

/// A name in a run, without the version that it can end in, and the version that the implementation says, if any.
pub(super) fn title(name: &str, version: &str) -> String {
    match name.split('@').next() {
        Some(bare) if !version.is_empty() => format!("{bare} {}", printable::text(version)),
        _ => name.to_owned(),
    }
}
