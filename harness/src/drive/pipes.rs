//! The two pipes of an adapter, each with a thread, so that neither can block us.

use super::noise;
use super::target::{Limits, Noise};
use serde_json::{Map, Value};
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{ChildStdin, ChildStdout};
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// A line that is a message: a JSON object with the member `repspec`.
pub(super) type Message = Map<String, Value>;

/// What the reading thread found.
pub(super) enum Heard {
    /// A message, and its line for the trace.
    Message(Message, Vec<u8>),
    /// The child writes too much; says what.
    TooMuch(String),
}

/// What one child wrote that was no answer.
pub(super) struct ChildNoise {
    kept: Noise,
    last: VecDeque<Vec<u8>>,
    octets: usize,
    limits: Limits,
}

impl ChildNoise {
    pub(super) fn new(limits: Limits) -> Self {
        Self { kept: Noise::default(), last: VecDeque::new(), octets: 0, limits }
    }

    pub(super) fn take(&mut self) -> Noise {
        std::mem::take(&mut self.kept)
    }

    /// The last lines, made printable.
    pub(super) fn last_lines(&self) -> String {
        self.last.iter().map(|line| noise::shown(line)).collect::<Vec<_>>().join("\n")
    }

    /// One more line; says so when there are too many.
    pub(super) fn add(&mut self, line: &[u8]) -> Result<(), String> {
        self.octets += line.len();
        self.kept.add(line);
        let line_shown = noise::beginning(line.trim_ascii());
        if !line_shown.is_empty() {
            self.last.push_back(line_shown.to_vec());
        }
        if self.last.len() > Noise::LINES {
            self.last.pop_front();
        }
        if self.octets > self.limits.noise {
            let most = self.limits.noise;
            return Err(format!("wrote more than {most} octets that are no answer"));
        }
        Ok(())
    }
}

/// Reads lines in a thread, which ends with the child or with what is read here.
pub(super) fn read_lines(
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
pub(super) fn write_asks(stdin: Option<ChildStdin>) -> Sender<Vec<u8>> {
    let (asks, lines) = mpsc::channel::<Vec<u8>>();
    if let Some(mut stdin) = stdin {
        thread::spawn(move || {
            // The input closes when the sender is gone, or when the child does not read any more.
            lines.iter().try_for_each(|line| stdin.write_all(&line)).ok()
        });
    }
    asks
}
