//! Adapters: folders with an `adapter.yaml` that says how a foreign implementation is made to answer.

use crate::drive::Target;
use crate::suite::Complaint;
use crate::yaml_file::{self, complaint};
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
    /// The first thing that is wrong with it.
    pub fn load(path: &Path) -> Result<Self, Complaint> {
        let file = if path.is_dir() { path.join("adapter.yaml") } else { path.to_owned() };
        let named = file.to_string_lossy();
        let mut adapter: Self = yaml_file::parse(&named, &yaml_file::read(&file)?)?;
        adapter.check(&named)?;
        adapter.folder = std::path::absolute(&file)
            .map_err(|error| complaint(&named, 1, "unreadable", error.to_string()))?
            .parent()
            .map(Path::to_owned)
            .unwrap_or_default();
        Ok(adapter)
    }

    fn check(&self, file: &str) -> Result<(), Complaint> {
        let complain = |code, message: String| Err(complaint(file, 1, code, message));
        if !is_name(&self.name) {
            return complain(
                "bad-name",
                format!("name `{}` may have only a-z, 0-9, `-`, `_` and `.`", self.name),
            );
        }
        if self.command.first().is_none_or(String::is_empty) {
            return complain("empty-command", "command needs a program".to_owned());
        }
        if self.install.trim().is_empty() || self.install.trim().contains('\n') {
            return complain("bad-install", "install needs one line that says how".to_owned());
        }
        Ok(())
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
    use super::Adapter;
    use crate::drive::Target;

    const GOOD: &str = "name: some-parser\nversion: '1.0'\nlanguage: C\nlicence: MIT\n\
        homepage: https://parser.example/\ncommand: [bin/shim, --fast]\nconverts: [nothing]\n\
        install: make -C adapters/some-parser\n";

    fn load(text: &str) -> Result<Adapter, String> {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("adapter.yaml"), text).unwrap();
        Adapter::load(folder.path()).map_err(|complaint| complaint.to_string())
    }

    #[test]
    fn a_program_with_a_slash_is_the_adapters_own() {
        let adapter = load(GOOD).unwrap();
        let Target::Adapter { command, folder, hint, .. } = adapter.target() else { panic!() };
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
        for (from, to, code) in [
            ("licence: MIT\n", "", "licence"),
            ("licence: MIT", "license: MIT", "license"),
            ("name: some-parser", "name: Some Parser", "bad-name"),
            ("[bin/shim, --fast]", "[]", "empty-command"),
            ("[bin/shim, --fast]", "bin/shim --fast", "sequence"),
            ("install: make -C adapters/some-parser", "install: ''", "bad-install"),
        ] {
            let complaint = load(&GOOD.replace(from, to)).unwrap_err();
            assert!(complaint.contains("adapter.yaml:") && complaint.contains(code), "{complaint}");
        }
    }
}
