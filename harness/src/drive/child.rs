//! A child that speaks the adapter protocol.

use super::limits::Watch;
use super::pipes::{self, ChildNoise, Heard, Message};
use super::process::{Cause, Death, LAST_READ, Launch, Process, private_folder};
use super::target::{Limits, Noise, NotStarted};
use super::teller::Teller;
use crate::outcome::Failure;
use crate::printable;
use crate::protocol::{self, Hello, ToChild};
use serde_json::Value;
use std::collections::VecDeque;
use std::process::Stdio;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How long a child may take to end after its input was closed.
const GRACE: Duration = Duration::from_millis(200);

/// An ask that was sent, and has no answer yet.
struct InFlight {
    seq: u64,
    ask: usize,
    queries: usize,
    times: usize,
    octets: usize,
}

/// A running adapter.
pub(super) struct Child<'a> {
    process: Process,
    watch: Watch,
    lines: Receiver<Heard>,
    asks: Option<Sender<Vec<u8>>>,
    noise: Arc<Mutex<ChildNoise>>,
    teller: Teller<'a>,
    in_flight: VecDeque<InFlight>,
    next_seq: u64,
    has_answered: bool,
}

/// An answer that came back.
pub(super) struct Answered {
    /// What was given to [`Child::send`].
    pub(super) ask: usize,
    /// One result per query, or what is wrong with the answer.
    pub(super) results: Result<Vec<protocol::WireResult>, String>,
}

/// A child that did not say hello, or not one that will do.
pub(super) enum NoHello {
    /// It cannot be started, or does not speak our protocol.
    Unfit(NotStarted),
    /// It died first, or was ended.
    Died(Death),
}

impl NoHello {
    /// What is wrong, as the failure of a child.
    pub(super) fn into_failure(self) -> Failure {
        match self {
            Self::Unfit(problem) => Failure { detail: problem.0, stderr: String::new() },
            Self::Died(Death { failure: Failure { detail, stderr }, .. }) => {
                Failure { detail: format!("{detail}, before its hello"), stderr }
            }
        }
    }
}

impl<'a> Child<'a> {
    /// Starts it and waits for its hello.
    pub(super) fn start(
        launch: &Launch,
        limits: Limits,
        teller: Teller<'a>,
    ) -> Result<(Self, Hello), NoHello> {
        let mut process = private_folder()
            .and_then(|home| {
                Process::start(launch, home, Stdio::piped()).map_err(|error| launch.failed(&error))
            })
            .map_err(NoHello::Unfit)?;
        let noise = Arc::new(Mutex::new(ChildNoise::new(limits)));
        let lines = pipes::read_lines(process.take_stdout(), limits.line, Arc::clone(&noise));
        let asks = pipes::write_asks(process.take_stdin());
        let mut child = Self {
            process,
            watch: Watch::new(limits, teller.stop),
            lines,
            asks: Some(asks),
            noise,
            teller,
            in_flight: VecDeque::new(),
            next_seq: 1,
            has_answered: false,
        };
        let hello = child.hello()?;
        Ok((child, hello))
    }

    fn hello(&mut self) -> Result<Hello, NoHello> {
        match self.first_hello() {
            Ok(message) => {
                let unfit = |problem: String| NotStarted(printable::line(problem.as_bytes()));
                check_hello(message).map_err(|problem| NoHello::Unfit(unfit(problem)))
            }
            Err(mut death) => {
                // A program that is no adapter at all often complains on standard output.
                let mut words = vec![death.failure.stderr, self.last_noise()];
                words.retain(|words| !words.is_empty());
                death.failure.stderr = words.join("\n");
                Err(NoHello::Died(death))
            }
        }
    }

    fn first_hello(&mut self) -> Result<Message, Death> {
        loop {
            let message = self.next_message()?;
            if message["repspec"] == "hello" {
                return Ok(message);
            }
            self.disregard(&message)?;
        }
    }

    /// Sends the ask, which has the time of all its queries; `ask` is handed back with its answer.
    pub(super) fn send(&mut self, ask: usize, message: protocol::Ask) {
        let times = message.queries.len();
        self.send_within(times, ask, ToChild::Ask(message));
    }

    /// Sends what has so many times the time of a query.
    pub(super) fn send_within(&mut self, times: usize, ask: usize, message: ToChild) {
        let (seq, queries) = (self.next_seq, message.results());
        let mut line = serde_json::to_string(&message.numbered(seq)).unwrap_or_default();
        self.teller.trace(true, line.as_bytes());
        line.push('\n');
        let octets = line.len();
        if let Some(asks) = &self.asks {
            // It fails if the child closed its input; that it does not answer is noticed anyway.
            let _ = asks.send(line.into_bytes());
        }
        if self.in_flight.is_empty() {
            self.watch.restart(times);
        }
        self.next_seq += 1;
        self.in_flight.push_back(InFlight { seq, ask, queries, times, octets });
    }

    /// Whether the child owes answers.
    pub(super) fn is_busy(&self) -> bool {
        !self.in_flight.is_empty()
    }

    /// Octets of the asks that it owes answers to.
    pub(super) fn outstanding(&self) -> usize {
        self.in_flight.iter().map(|ask| ask.octets).sum()
    }

    /// What was sent and not answered, oldest first.
    pub(super) fn unanswered(&self) -> impl Iterator<Item = usize> {
        self.in_flight.iter().map(|ask| ask.ask)
    }

    /// Whether it ever answered.
    pub(super) fn has_answered(&self) -> bool {
        self.has_answered
    }

    /// Waits for the next answer to anything that was sent.
    pub(super) fn next_answer(&mut self) -> Result<Answered, Death> {
        loop {
            let message = self.next_message()?;
            let Some(index) = self.answers(&message) else {
                self.disregard(&message)?;
                continue;
            };
            let Self { watch, process, .. } = self;
            watch.look_at_memory(process.tree()).map_err(|exceeded| process.exceeded(exceeded))?;
            let Some(sent) = self.in_flight.remove(index) else { continue };
            self.has_answered = true;
            if let Some(next) = self.in_flight.front() {
                self.watch.restart(next.times);
            }
            return Ok(Answered { ask: sent.ask, results: results(message, sent.queries) });
        }
    }

    /// Which ask the message answers. One that does not say so is taken to answer the oldest.
    fn answers(&self, message: &Message) -> Option<usize> {
        if message["repspec"] != "answer" {
            return None;
        }
        match message.get("seq").and_then(Value::as_u64) {
            Some(seq) => self.in_flight.iter().position(|ask| ask.seq == seq),
            None => self.is_busy().then_some(0),
        }
    }

    /// The next line that is a message, while the limits last.
    fn next_message(&mut self) -> Result<Message, Death> {
        let mut is_over = false;
        loop {
            let patience = if is_over { LAST_READ } else { self.watch.until_look() };
            match self.lines.recv_timeout(patience) {
                Ok(Heard::Message(message, line)) => {
                    self.teller.trace(false, &line);
                    return Ok(message);
                }
                Ok(Heard::TooMuch(detail)) => {
                    return Err(self.process.ended_because(Cause::Died, detail));
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.process.died()),
                Err(RecvTimeoutError::Timeout) if is_over => return Err(self.process.died()),
                Err(RecvTimeoutError::Timeout) if self.process.has_exited() => {
                    // With whoever else holds its pipe, which now comes to an end after what was written.
                    self.process.end();
                    is_over = true;
                }
                Err(RecvTimeoutError::Timeout) => self.look()?,
            }
        }
    }

    fn look(&mut self) -> Result<(), Death> {
        let Self { watch, process, .. } = self;
        watch.look(process.tree()).map_err(|exceeded| process.exceeded(exceeded))
    }

    /// A message that nobody waits for is noise.
    fn disregard(&mut self, message: &Message) -> Result<(), Death> {
        self.look()?;
        let line = serde_json::to_vec(message).unwrap_or_default();
        let added = self.noise.lock().unwrap_or_else(PoisonError::into_inner).add(&line);
        added.map_err(|detail| self.process.ended_because(Cause::Died, detail))
    }

    /// Lets it end by itself, for a moment; then whatever is left of it is ended. What it wrote that was no answer.
    pub(super) fn finish(mut self) -> Noise {
        drop(self.asks.take());
        self.process.wait(GRACE);
        self.into_noise()
    }

    /// Ends it. What it wrote that was no answer.
    pub(super) fn into_noise(mut self) -> Noise {
        self.process.end();
        self.take_noise()
    }

    /// All that it wrote, now that it has ended, and was no answer.
    fn take_noise(&mut self) -> Noise {
        self.hear_the_rest();
        self.noise.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// The last of it.
    fn last_noise(&mut self) -> String {
        self.hear_the_rest();
        self.noise.lock().unwrap_or_else(PoisonError::into_inner).last_lines()
    }

    fn hear_the_rest(&mut self) {
        while let Ok(heard) = self.lines.recv_timeout(LAST_READ) {
            if let Heard::Message(message, line) = heard
                && self.answers(&message).is_none()
            {
                // It cannot be ended for too much any more.
                let _ = self.noise.lock().unwrap_or_else(PoisonError::into_inner).add(&line);
            }
        }
    }
}

fn check_hello(message: Message) -> Result<Hello, String> {
    let spoken = message.get("protocol").and_then(Value::as_u64);
    if let Some(spoken) = spoken.filter(|&spoken| spoken != u64::from(protocol::VERSION)) {
        let ours = protocol::VERSION;
        return Err(format!(
            "it speaks version {spoken} of the adapter protocol, and only {ours} is understood"
        ));
    }
    let hello: Hello = serde_json::from_value(Value::Object(message))
        .map_err(|error| format!("its hello is malformed: {error}"))?;
    if hello.capabilities.iter().any(|capability| capability == "decide") {
        Ok(hello)
    } else {
        Err("its hello does not list the capability `decide`".to_owned())
    }
}

fn results(message: Message, queries: usize) -> Result<Vec<protocol::WireResult>, String> {
    let reply: protocol::Reply = serde_json::from_value(Value::Object(message))
        .map_err(|error| format!("protocol: the answer is malformed: {error}"))?;
    match reply.results.len() {
        count if count == queries => Ok(reply.results),
        count => Err(format!(
            "protocol: the answer has {} for {}",
            printable::counted(count, "result"),
            printable::counted(queries, "query")
        )),
    }
}
