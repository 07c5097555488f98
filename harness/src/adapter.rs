//! Adapters: folders with an `adapter.yaml` that says how a foreign implementation is made to answer.

use crate::drive::Target;
use crate::printable;
use crate::reproduce::Reproduce;
use crate::suite::{Complaint, Complaints, Spot};
use crate::yaml_file;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::{Path, PathBuf};

/// What an `adapter.yaml` says.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Adapter {
    /// Name in a run.
    pub name: String,
    /// Version of the implementation that it is written for.
    pub version: String,
    /// The implementation's programming language.
    pub language: String,
    /// The implementation's licence, as an SPDX expression.
    pub licence: String,
    /// Where the implementation's project lives.
    pub homepage: String,
    /// Program and arguments. A program with a slash is looked for in the adapter's folder, any other in `PATH`.
    pub command: Vec<String>,
    /// What is converted between the protocol and the implementation, one sentence each.
    pub converts: Vec<String>,
    /// The published package that is installed for it, if the registry of implementations knows it.
    pub package: Option<Package>,
    /// How to install what it needs, if that is not a package; shown if it does not start.
    pub install: Option<String>,
    /// The run-time system that it needs.
    pub runtime: Option<String>,
    /// How to ask the implementation without the adapter, for bug reports.
    pub reproduce: Option<Reproduce>,
    /// The folder of the file, in which the child starts.
    #[serde(skip)]
    folder: PathBuf,
}

/// A published package.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Package {
    /// Where it is published.
    pub registry: Registry,
    /// Its name there.
    pub name: String,
}

impl fmt::Display for Package {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.registry.word(), self.name)
    }
}

/// Where packages are published, and so how they are installed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Registry {
    /// The Rust crates' registry; built with Cargo.
    Cargo,
    /// Debian's archive: installed by the system's owner.
    Debian,
    /// Go's module proxy; built with Go.
    Go,
    /// Maven Central.
    Maven,
    /// Node's registry.
    Npm,
    /// The Python package index.
    Pypi,
    /// None: it comes with the run-time system.
    Runtime,
}

impl Registry {
    /// Its word in an `adapter.yaml`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Cargo => "cargo",
            Self::Debian => "debian",
            Self::Go => "go",
            Self::Maven => "maven",
            Self::Npm => "npm",
            Self::Pypi => "pypi",
            Self::Runtime => "runtime",
        }
    }
}

impl Adapter {
    /// Reads an `adapter.yaml`, or the one in a folder.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn load(path: &Path) -> Result<Self, Complaints> {
        let path = if path.is_dir() { path.join("adapter.yaml") } else { path.to_owned() };
        let mut adapter = Self::parse(&path.to_string_lossy(), &yaml_file::read(&path)?)?;
        // Without a current folder, it stays as it was given.
        let absolute = std::path::absolute(&path).unwrap_or(path);
        adapter.folder = absolute.parent().map(Path::to_owned).unwrap_or_default();
        Ok(adapter)
    }

    /// Takes the text of an `adapter.yaml`; `file` is its name in complaints.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn parse(file: &str, text: &str) -> Result<Self, Complaints> {
        let (adapter, document): (Self, _) = yaml_file::parse(file, text)?;
        let complaints = adapter.check(document.root().1);
        if complaints.is_empty() { Ok(adapter) } else { Err(Complaints(complaints)) }
    }

    fn check(&self, root: Spot<'_>) -> Vec<Complaint> {
        let mut complaints = Vec::new();
        let mut complain = |key: &str, code, message: &str| {
            complaints.push(root.key(key).complaint(code, message));
        };
        if !is_name(&self.name) {
            complain("name", "bad-name", "a name has only a-z, 0-9, `-`, `_` and `.`");
        }
        if self.command.first().is_none_or(String::is_empty) {
            complain("command", "empty-command", "the command needs a program");
        }
        match (&self.package, self.hint()) {
            (None, None) => complain(
                "install",
                "bad-install",
                "one line must say how to install what it needs, or `package` which one it is",
            ),
            (_, Some(line)) if line.is_empty() || line.contains('\n') => {
                complain("install", "bad-install", "it must be one line");
            }
            _ => {}
        }
        if let Some(name) = self.reproduce.as_ref().and_then(Reproduce::missing) {
            complain("reproduce", "bad-reproduce", &format!("the code has no {name}"));
        }
        complaints
    }

    /// What is driven.
    #[must_use]
    pub fn target(&self) -> Target {
        self.target_as(self.name.clone(), self.hint())
    }

    /// [`Self::target`] with another name in the run, and other words on what to do if it does not start.
    #[must_use]
    pub fn target_as(&self, name: String, hint: Option<String>) -> Target {
        let mut command = self.command.clone();
        if let Some(program) = command.first_mut().filter(|program| program.contains('/')) {
            *program = self.folder.join(&*program).to_string_lossy().into_owned();
        }
        let converts = self.converts.iter().map(|said| printable::line(said.as_bytes())).collect();
        Target::Adapter { name, command, folder: Some(self.folder.clone()), hint, converts }
    }

    /// How to install what it needs.
    fn hint(&self) -> Option<String> {
        match (&self.install, &self.package) {
            (Some(line), _) => Some(line.trim().to_owned()),
            (None, Some(_)) => Some(format!("repspec implementations install {}", self.name)),
            (None, None) => None,
        }
    }
}

/// Whether this can be the name of an implementation.
#[must_use]
pub fn is_name(text: &str) -> bool {
    let is_fit =
        |octet: u8| octet.is_ascii_lowercase() || octet.is_ascii_digit() || b"-_.".contains(&octet);
    !text.is_empty() && text.bytes().all(is_fit)
}

#[cfg(test)]
mod tests {
    use super::{Adapter, Complaints};
    use crate::drive::Target;

    const GOOD: &str = "name: some-parser\nversion: '1.0'\nlanguage: C\nlicence: MIT\n\
        homepage: https://parser.example/\ncommand: [bin/shim, --fast]\nconverts: [nothing]\n\
        install: make -C adapters/some-parser\n";

    fn load(text: &str) -> Result<Adapter, Complaints> {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("adapter.yaml"), text).unwrap();
        Adapter::load(folder.path())
    }

    #[test]
    fn a_program_with_a_slash_is_the_adapters_own() {
        let adapter = load(GOOD).unwrap();
        let target = adapter.target();
        assert_eq!(target.converts(), ["nothing"]);
        let Target::Adapter { command, folder, hint, .. } = target else { panic!() };
        let own = folder.unwrap().join("bin/shim");
        assert!(own.is_absolute());
        assert_eq!(command, [own.to_str().unwrap(), "--fast"]);
        assert_eq!(hint.unwrap(), "make -C adapters/some-parser");
        let elsewhere = load(&GOOD.replace("bin/shim", "python3")).unwrap();
        let Target::Adapter { command, .. } = elsewhere.target() else { panic!() };
        assert_eq!(command[0], "python3");
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (from, to, place) in [
            ("licence: MIT\n", "", "missing-field 1"),
            ("licence: MIT", "license: MIT", "unknown-field 4"),
            ("name: some-parser", "name: Some Parser", "bad-name 1"),
            ("[bin/shim, --fast]", "[]", "empty-command 6"),
            ("[bin/shim, --fast]", "bin/shim --fast", "wrong-type 6"),
            ("install: make -C adapters/some-parser", "install: ''", "bad-install 8"),
            ("install: make -C adapters/some-parser\n", "", "bad-install 1"),
            (
                "install: make",
                "reproduce: { language: c, code: '' }\ninstall: make",
                "unknown-word 8",
            ),
            (
                "install: make",
                "reproduce: { language: ruby, code: 'ask({robots_txt}, {token})' }\ninstall: make",
                "bad-reproduce 8",
            ),
            (
                "install: make",
                "package: { registry: cpan, name: x }\ninstall: make",
                "unknown-word 8",
            ),
        ] {
            let complaints = load(&GOOD.replace(from, to)).unwrap_err().0;
            let found: Vec<String> = complaints
                .iter()
                .map(|complaint| format!("{} {}", complaint.code, complaint.line.unwrap()))
                .collect();
            assert_eq!(found, [place], "{complaints:?}");
            assert!(complaints[0].file.ends_with("adapter.yaml"));
        }
    }
}
