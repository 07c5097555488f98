//! Adapters: folders with an `adapter.yaml` that says how a foreign implementation is made to answer.

use crate::drive::Target;
use crate::printable;
use crate::suite::{Complaint, Complaints, Spot};
use crate::yaml_file;
use serde::Deserialize;
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
    /// How to install what it needs; shown if it does not start.
    pub install: String,
    /// The run-time system that it needs.
    pub runtime: Option<String>,
    /// The folder of the file, in which the child starts.
    #[serde(skip)]
    folder: PathBuf,
}

impl Adapter {
    /// Reads an `adapter.yaml`, or the one in a folder.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn load(path: &Path) -> Result<Self, Complaints> {
        let path = if path.is_dir() { path.join("adapter.yaml") } else { path.to_owned() };
        let file = path.to_string_lossy();
        let text = yaml_file::read(&path)?;
        let (mut adapter, document): (Self, _) = yaml_file::parse(&file, &text)?;
        let (_, root) = document.root();
        let complaints = adapter.check(root);
        if !complaints.is_empty() {
            return Err(Complaints(complaints));
        }
        adapter.folder = std::path::absolute(&path)
            .map_err(|error| Complaints(vec![root.complaint("unreadable", error.to_string())]))?
            .parent()
            .map(Path::to_owned)
            .unwrap_or_default();
        Ok(adapter)
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
        if self.install.trim().is_empty() || self.install.trim().contains('\n') {
            complain("install", "bad-install", "one line must say how to install what it needs");
        }
        complaints
    }

    /// What is driven.
    #[must_use]
    pub fn target(&self) -> Target {
        let mut command = self.command.clone();
        if let Some(program) = command.first_mut().filter(|program| program.contains('/')) {
            *program = self.folder.join(&*program).to_string_lossy().into_owned();
        }
        Target::Adapter {
            name: self.name.clone(),
            command,
            folder: Some(self.folder.clone()),
            hint: Some(self.install.trim().to_owned()),
            converts: self.converts.iter().map(|said| printable::line(said.as_bytes())).collect(),
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
