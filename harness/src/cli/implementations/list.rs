//! `repspec implementations list`.

use super::super::EXPECTED;
use crate::adapter::Package;
use crate::builtin::BUILTIN;
use crate::install::{Installed, Known, Store, known};
use serde::Serialize;
use std::io::{self, ErrorKind, Write};

/// An implementation, as it is listed.
#[derive(Serialize)]
struct Row {
    name: String,
    version: String,
    language: String,
    licence: String,
    homepage: String,
    /// How it is published; nothing if it is built in.
    package: Option<Package>,
    /// The versions that are installed.
    installed: Vec<String>,
}

pub(super) fn run(store: &Store, json: bool) -> anyhow::Result<u8> {
    let installed = store.installed()?;
    let known = known()?;
    let rows: Vec<Row> =
        built_in().chain(known.iter().map(|known| row(known, &installed))).collect();
    let mut out = anstream::stdout().lock();
    let written = if json {
        writeln!(out, "{}", serde_json::to_string_pretty(&rows)?)
    } else {
        table(&mut out, &rows)
    };
    match written.and_then(|()| out.flush()) {
        // A reader such as `head` had enough.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(EXPECTED),
    }
}

fn built_in() -> impl Iterator<Item = Row> {
    BUILTIN.iter().map(|builtin| Row {
        name: builtin.name.to_owned(),
        version: builtin.version.to_owned(),
        language: builtin.language.to_owned(),
        licence: builtin.licence.to_owned(),
        homepage: builtin.homepage.to_owned(),
        package: None,
        installed: Vec::new(),
    })
}

fn row(known: &Known, installed: &[Installed]) -> Row {
    let adapter = known.adapter.clone();
    let versions = installed.iter().filter(|installed| installed.name == adapter.name);
    Row {
        installed: versions.map(|installed| installed.version.clone()).collect(),
        name: adapter.name,
        version: known.usual().version().to_owned(),
        language: adapter.language,
        licence: adapter.licence,
        homepage: adapter.homepage,
        package: Some(known.package.clone()),
    }
}

impl Row {
    fn cells(&self) -> [String; 6] {
        let (package, installed) = match &self.package {
            Some(package) => (package.to_string(), self.installed.join(", ")),
            None => (String::new(), "built in".to_owned()),
        };
        let [name, version, language, licence] =
            [&self.name, &self.version, &self.language, &self.licence].map(Clone::clone);
        [name, version, language, licence, package, installed]
    }
}

fn table(out: &mut dyn Write, rows: &[Row]) -> io::Result<()> {
    let heading = ["NAME", "VERSION", "LANGUAGE", "LICENCE", "PACKAGE", "INSTALLED"];
    let mut lines = vec![heading.map(str::to_owned)];
    lines.extend(rows.iter().map(Row::cells));
    let width = |column: usize| lines.iter().map(|line| line[column].len()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..heading.len()).map(width).collect();
    for line in &lines {
        let mut text = String::new();
        for (cell, width) in line.iter().zip(&widths) {
            text.push_str(&format!("{cell:width$}  "));
        }
        writeln!(out, "{}", text.trim_end())?;
    }
    Ok(())
}
