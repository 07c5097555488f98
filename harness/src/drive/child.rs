//! A child that speaks the adapter protocol.

use super::limits::Watch;
use super::process::{Cause, Death, Launch, Process, private_folder};
use super::target::{Limits, Noise, NotStarted};
use super::teller::Teller;
use crate::outcome::Failure;
use crate::protocol::{self, Hello, ToChild};
use serde_json::{Map, Value};
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{ChildStdin, ChildStdout, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// How long a child may take to end after its input was closed.
const GRACE: Duration = Duration::from_millis(200);
/// How long the lines of a dead child may take to come through its pipe.
const LAST_LINES: Duration = Duration::from_millis(50);

/// A member `repspec` makes a line a message.
pub(super) type Message = Map<String, Value>;

/// An ask that was sent, and has no answer yet.
struct InFlight {
    seq: u64,
    ask: usize,
    queries: usize,
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
            .and_then(|home| Process::start(launch, home, Stdio::piped()))
            .map_err(NoHello::Unfit)?;
        let noise = Arc::new(Mutex::new(ChildNoise { kept: Noise::default(), octets: 0, limits }));
        let lines = read_lines(process.take_stdout(), limits.line, Arc::clone(&noise));
        let asks = write_asks(process.take_stdin());
        let mut child = Self {
            process,
            watch: Watch::new(limits),
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
        let message = loop {
            let message = self.next_message().map_err(NoHello::Died)?;
            if message["repspec"] == "hello" {
                break message;
            }
            self.disregard(&message).map_err(NoHello::Died)?;
        };
        check_hello(message).map_err(|problem| NoHello::Unfit(NotStarted(problem)))
    }

    /// Sends the ask; `ask` is handed back with its answer.
    pub(super) fn send(&mut self, ask: usize, mut message: protocol::Ask) {
        message.seq = self.next_seq;
        let (seq, queries) = (message.seq, message.queries.len());
        let mut line = serde_json::to_string(&ToChild::Ask(message)).unwrap_or_default();
        self.teller.trace(true, line.as_bytes());
        line.push('\n');
        let octets = line.len();
        if let Some(asks) = &self.asks {
            // It fails if the child closed its input; that it does not answer is noticed anyway.
            let _ = asks.send(line.into_bytes());
        }
        if self.in_flight.is_empty() {
            self.watch.restart(queries);
        }
        self.next_seq += 1;
        self.in_flight.push_back(InFlight { seq, ask, queries, octets });
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
            let Some(sent) = self.in_flight.remove(index) else { continue };
            self.has_answered = true;
            if let Some(next) = self.in_flight.front() {
                self.watch.restart(next.queries);
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
        let mut exited = false;
        loop {
            let patience = if exited { LAST_LINES } else { self.watch.until_look() };
            match self.lines.recv_timeout(patience) {
                Ok(Heard::Message(message, line)) => {
                    self.teller.trace(false, &line);
                    self.look()?;
                    return Ok(message);
                }
                Ok(Heard::TooMuch(detail)) => {
                    return Err(self.process.ended_because(Cause::Died, detail));
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.process.died()),
                Err(RecvTimeoutError::Timeout) if exited => return Err(self.process.died()),
                Err(RecvTimeoutError::Timeout) => {
                    exited = self.process.has_exited();
                    self.look()?;
                }
            }
        }
    }

    fn look(&mut self) -> Result<(), Death> {
        let Self { watch, process, .. } = self;
        watch.look(process.tree()).map_err(|exceeded| process.exceeded(exceeded))
    }

    /// A message that nobody waits for is noise.
    fn disregard(&mut self, message: &Message) -> Result<(), Death> {
        let line = serde_json::to_vec(message).unwrap_or_default();
        let added = self.noise.lock().unwrap_or_else(PoisonError::into_inner).add(&line);
        added.map_err(|detail| self.process.ended_because(Cause::Died, detail))
    }

    /// Lets it end by itself, for a moment; then whatever is left of it is ended. What it wrote that was no answer.
    pub(super) fn finish(mut self) -> Noise {
        drop(self.asks.take());
        self.process.wait(GRACE);
        self.process.end();
        self.into_noise()
    }

    /// Ends it. What it wrote that was no answer.
    pub(super) fn into_noise(mut self) -> Noise {
        self.process.end();
        std::mem::take(&mut self.noise.lock().unwrap_or_else(PoisonError::into_inner).kept)
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
        count => Err(format!("protocol: the answer has {count} results for {queries} queries")),
    }
}

/// What the reading thread found.
enum Heard {
    /// A message, and its line for the trace.
    Message(Message, Vec<u8>),
    /// The child writes too much; says what.
    TooMuch(String),
}

/// What one child wrote that was no answer.
struct ChildNoise {
    kept: Noise,
    octets: usize,
    limits: Limits,
}

impl ChildNoise {
    fn add(&mut self, line: &[u8]) -> Result<(), String> {
        self.octets += line.len();
        self.kept.add(line);
        if self.octets > self.limits.noise {
            let most = self.limits.noise;
            return Err(format!("wrote more than {most} octets that are no answer"));
        }
        Ok(())
    }
}

/// Reads lines in a thread, which ends with the child or with what is read here.
fn read_lines(
    stdout: Option<ChildStdout>,
    longest: usize,
    noise: Arc<Mutex<ChildNoise>>,
) -> Receiver<Heard> {
    // Few, since a line can be long; who floods us has to wait.
    let (found, lines) = mpsc::sync_channel(4);
    if let Some(stdout) = stdout {
        thread::spawn(move || {
            if let Err(detail) = tell_lines(stdout, longest, &noise, &found) {
                // It fails if nobody listens any more.
                let _ = found.send(Heard::TooMuch(detail));
            }
        });
    }
    lines
}

fn tell_lines(
    stdout: ChildStdout,
    longest: usize,
    noise: &Mutex<ChildNoise>,
    found: &SyncSender<Heard>,
) -> Result<(), String> {
    let mut stdout = BufReader::with_capacity(1 << 16, stdout);
    let mut line = Vec::new();
    loop {
        line.clear();
        let most = u64::try_from(longest).unwrap_or(u64::MAX).saturating_add(1);
        match stdout.by_ref().take(most).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return Ok(()),
            Ok(read) if read > longest => {
                return Err(format!("wrote a line of more than {longest} octets"));
            }
            Ok(_) => {}
        }
        match message(&line) {
            Some(message) => {
                if found.send(Heard::Message(message, std::mem::take(&mut line))).is_err() {
                    return Ok(());
                }
            }
            None => noise.lock().unwrap_or_else(PoisonError::into_inner).add(&line)?,
        }
    }
}

fn message(line: &[u8]) -> Option<Message> {
    if !line.trim_ascii_start().starts_with(b"{") {
        return None;
    }
    let message: Message = serde_json::from_slice(line).ok()?;
    message.contains_key("repspec").then_some(message)
}

/// Writes asks in a thread, so that a child which writes instead of reading never blocks us.
fn write_asks(stdin: Option<ChildStdin>) -> Sender<Vec<u8>> {
    let (asks, lines) = mpsc::channel::<Vec<u8>>();
    if let Some(mut stdin) = stdin {
        thread::spawn(move || {
            // The input closes when the sender is gone, or when the child does not read any more.
            lines.iter().try_for_each(|line| stdin.write_all(&line)).ok()
        });
    }
    asks
}
