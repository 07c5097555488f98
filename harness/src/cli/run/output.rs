//! Where the reports go.

use crate::atomic;
use crate::event::Event;
use crate::printable;
use crate::report::{self, Fold, Marks, Report, by_reference, scoreboard};
use crate::suite::Suite;
use anyhow::{Context as _, anyhow};
use serde::Serialize;
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// What goes to standard output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Format {
    /// The report for people.
    #[default]
    Terminal,
    /// The report as one JSON document.
    Json,
    /// Every event as a line of JSON, as it happens.
    Events,
}

/// A value of `--output`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum File {
    /// The JSON report, in a file.
    Json(PathBuf),
    /// What the scoreboard needs, in a folder: a file for each implementation.
    Reports(PathBuf),
}

impl FromStr for File {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once('=') {
            Some(("json", path)) if !path.is_empty() => Ok(Self::Json(path.into())),
            Some(("reports", path)) if !path.is_empty() => Ok(Self::Reports(path.into())),
            _ => Err("is not of the form json=FILE or reports=DIR".to_owned()),
        }
    }
}

impl File {
    /// Says before a run what would prevent the file from being written after it.
    pub(super) fn check(&self) -> anyhow::Result<()> {
        let (path, checked) = match self {
            Self::Json(path) => (path, atomic::check(path)),
            Self::Reports(folder) => (
                folder,
                fs::create_dir_all(folder).and_then(|()| atomic::check(&folder.join(".json"))),
            ),
        };
        checked.with_context(|| cannot_write(path))
    }

    fn write(&self, report: &Report) -> anyhow::Result<()> {
        match self {
            Self::Json(path) => write_json(path, report),
            Self::Reports(folder) => scoreboard::scores(report).iter().try_for_each(|score| {
                write_json(&folder.join(format!("{}.json", score.name)), score)
            }),
        }
    }
}

fn write_json(path: &Path, document: &impl Serialize) -> anyhow::Result<()> {
    let text = serde_json::to_string_pretty(document)? + "\n";
    atomic::write(path, |file| file.write_all(text.as_bytes())).with_context(|| cannot_write(path))
}

fn cannot_write(path: &Path) -> String {
    format!("cannot write {}", printable::line(path.as_os_str().as_encoded_bytes()))
}

/// Takes the events of a run.
pub(super) struct Sink<'a> {
    fold: Fold<'a>,
    format: Format,
    written: io::Result<()>,
}

impl<'a> Sink<'a> {
    pub(super) fn new(suite: &'a Suite, format: Format) -> Self {
        Self { fold: Fold::new(suite), format, written: Ok(()) }
    }

    pub(super) fn take(&mut self, event: &Event) {
        self.fold.take(event);
        if self.format == Format::Events {
            if self.written.is_ok() {
                self.written = write_event(event);
            }
        } else if let Event::ProtocolLine(traced) = event {
            let direction = if traced.sent { '>' } else { '<' };
            anstream::eprintln!("{} {direction} {}", traced.implementation, traced.line);
        }
    }

    /// Writes the reports of the finished run. A file that cannot be written is no reason to keep the others back.
    pub(super) fn finish(self, files: &[File]) -> anyhow::Result<Fold<'a>> {
        let report = report::report(&self.fold, by_reference)
            .ok_or_else(|| anyhow!("the run did not finish"))?;
        let saved: Vec<_> = files.iter().map(|file| file.write(&report)).collect();
        let written = match self.format {
            Format::Terminal => {
                let text = report::terminal(&self.fold, marks(), by_reference);
                write_out(&mut anstream::stdout().lock(), &text)
            }
            Format::Json => {
                let text = serde_json::to_string_pretty(&report)? + "\n";
                write_out(&mut io::stdout().lock(), &text)
            }
            Format::Events => self.written,
        };
        match written {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {}
            written => written.context("cannot write to standard output")?,
        }
        saved.into_iter().collect::<anyhow::Result<()>>()?;
        Ok(self.fold)
    }
}

fn write_event(event: &Event) -> io::Result<()> {
    write_out(&mut io::stdout().lock(), &(serde_json::to_string(event)? + "\n"))
}

fn write_out(out: &mut dyn Write, text: &str) -> io::Result<()> {
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// What the locale says that the terminal can show.
fn marks() -> Marks {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .iter()
        .filter_map(std::env::var_os)
        .find(|value| !value.is_empty())
        .map(|value| value.to_string_lossy().to_ascii_lowercase());
    match locale {
        Some(locale) if locale.contains("utf-8") || locale.contains("utf8") => Marks::Unicode,
        _ => Marks::Ascii,
    }
}
