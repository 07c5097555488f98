//! Driving plain commands: one process per query, whose exit status or output is the verdict.

mod canary;
mod verdicts;

use super::limits::Watch;
use super::process::{Cause, Death, LAST_READ, Process, private_folder};
use super::target::{Ask, Matter, Noise, NotStarted, Options};
use super::teller::Teller;
use super::template::Template;
use crate::implementation::About;
use crate::outcome::{Answer, Failure, Reply};
use std::io::ErrorKind::{ArgumentListTooLong, InvalidInput};
use std::io::Read;
use std::process::{ChildStdout, ExitStatus, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;
use verdicts::Verdicts;

/// Runs the command once per query, after it has passed the canary.
pub(super) fn drive(
    name: &str,
    template: &str,
    texts: (Option<&str>, Option<&str>),
    asks: &[Ask<'_>],
    options: Options,
    teller: Teller<'_>,
) -> Result<Noise, NotStarted> {
    let command = Command { template: Template::parse(template)?, verdicts: Verdicts::new(texts)? };
    canary::check(&command, options)?;
    teller.started(About { name: name.to_owned(), ..About::default() });

    let places: Vec<(usize, usize)> = asks
        .iter()
        .enumerate()
        .filter(|(_, ask)| matches!(ask.matter, Matter::File { .. }))
        .flat_map(|(number, ask)| (0..ask.queries.len()).map(move |query| (number, query)))
        .collect();
    let next = AtomicUsize::new(0);
    let work = || {
        while !options.stop.is_set()
            && let Some(&(number, query)) = places.get(next.fetch_add(1, Ordering::Relaxed))
        {
            let ask = &asks[number];
            let (token, uri) = ask.queries[query];
            let reply = match command.run(Some(ask.robots_txt()), token, uri, options) {
                Ok((reply, _)) => reply,
                Err(NotStarted(detail)) => Reply::Crash(Failure { detail, stderr: String::new() }),
            };
            teller.reply(number, query, reply);
        }
    };
    thread::scope(|scope| {
        for _ in 0..options.parallel.clamp(1, places.len().max(1)) {
            scope.spawn(work);
        }
    });
    Ok(Noise::default())
}

/// A command, and how its verdicts are told.
struct Command {
    template: Template,
    verdicts: Verdicts,
}

/// How a process ended.
struct Finished {
    status: Option<ExitStatus>,
    stdout: Vec<u8>,
    stderr: String,
}

impl Command {
    /// Asks one query; without a robots.txt, names one that does not exist. The reply, and the last lines on standard
    /// error.
    fn run(
        &self,
        robots_txt: Option<&[u8]>,
        token: &str,
        uri: &str,
        options: Options,
    ) -> Result<(Reply, String), NotStarted> {
        let home = private_folder()?;
        let robots = home.path().join("robots.txt");
        if let Some(octets) = robots_txt {
            std::fs::write(&robots, octets).map_err(|error| {
                NotStarted(format!("cannot write {}: {error}", robots.display()))
            })?;
        }
        let launch = self.template.fill(&robots.to_string_lossy(), token, uri);
        let process = match Process::start(&launch, home, Stdio::null()) {
            Ok(process) => process,
            // Too long, or with a NUL octet: the system's limit, and not the command's fault.
            Err(error) if matches!(error.kind(), ArgumentListTooLong | InvalidInput) => {
                let reason = format!("it cannot be an argument of a command: {error}");
                return Ok((Reply::Answered(Answer::Unsupported { reason }), String::new()));
            }
            Err(error) => return Err(launch.failed(&error)),
        };
        Ok(match finish(process, options) {
            Ok(finished) => {
                let last_words = finished.stderr.clone();
                (self.verdicts.reply(finished), last_words)
            }
            Err(death) => {
                let last_words = death.failure.stderr.clone();
                (death.into_reply(), last_words)
            }
        })
    }
}

/// Waits for the process while its limits last.
fn finish(mut process: Process, options: Options) -> Result<Finished, Death> {
    let mut watch = Watch::new(options.limits, options.stop);
    watch.restart(1);
    let output = read_all(process.take_stdout(), options.limits.noise);
    let mut heard = None;
    while !process.has_exited() {
        if heard.is_some() {
            thread::sleep(Duration::from_millis(1));
        } else if let Ok(stdout) = output.recv_timeout(watch.until_look()) {
            let stdout = stdout.map_err(|detail| process.ended_because(Cause::Died, detail))?;
            heard = Some(stdout);
        }
        watch.look(process.tree()).map_err(|exceeded| process.exceeded(exceeded))?;
    }
    let status = process.end();
    let stdout = match heard {
        Some(stdout) => stdout,
        // Whoever held the pipe open is gone now.
        None => output
            .recv_timeout(LAST_READ)
            .unwrap_or_else(|_| Err("left its standard output open".to_owned()))
            .map_err(|detail| process.ended_because(Cause::Died, detail))?,
    };
    Ok(Finished { status, stdout, stderr: process.last_words() })
}

/// Reads everything in a thread; or says that it is too much.
fn read_all(stdout: Option<ChildStdout>, most: usize) -> Receiver<Result<Vec<u8>, String>> {
    let (found, output) = mpsc::channel();
    if let Some(stdout) = stdout {
        thread::spawn(move || {
            let mut octets = Vec::new();
            let limit = u64::try_from(most).unwrap_or(u64::MAX).saturating_add(1);
            // What came before an error counts.
            let _ = stdout.take(limit).read_to_end(&mut octets);
            let all = if octets.len() > most {
                Err(format!("wrote more than {most} octets"))
            } else {
                Ok(octets)
            };
            // It fails if nobody waits any more.
            let _ = found.send(all);
        });
    }
    output
}
