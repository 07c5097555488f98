//! A machine that has nothing but the tools that a test gives it.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// It, and what a test wants its tools to do.
pub(super) struct Machine {
    folder: tempfile::TempDir,
    /// The tools do this ...
    pub(super) fake_do: &'static str,
    /// ... when they are called with this.
    pub(super) at: &'static str,
}

/// How a command ended, and what it said.
pub(super) struct Said {
    pub(super) status: i32,
    pub(super) stdout: String,
    pub(super) stderr: String,
}

impl Machine {
    /// One that has these tools.
    pub(super) fn with(tools: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let bin = folder.path().join("bin");
        fs::create_dir(&bin).unwrap();
        for tool in tools {
            let file = bin.join(tool);
            fs::write(&file, include_str!("tool.sh")).unwrap();
            fs::set_permissions(file, fs::Permissions::from_mode(0o755)).unwrap();
        }
        Self { folder, fake_do: "", at: "" }
    }

    /// The same, but the tools do something when they are called with `at`.
    pub(super) fn but(mut self, fake_do: &'static str, at: &'static str) -> Self {
        self.misbehave(fake_do, at);
        self
    }

    pub(super) fn misbehave(&mut self, fake_do: &'static str, at: &'static str) {
        (self.fake_do, self.at) = (fake_do, at);
    }

    /// Where things are installed.
    pub(super) fn store(&self) -> PathBuf {
        self.folder.path().join("cache/repspec")
    }

    /// What is in there, sorted, but for the lock.
    pub(super) fn stored(&self) -> Vec<String> {
        let Ok(entries) = fs::read_dir(self.store()) else { return Vec::new() };
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.filter(|name| name != ".lock").collect();
        names.sort();
        names
    }

    /// The command lines since this was asked the last time.
    pub(super) fn log(&self) -> Vec<String> {
        let log = fs::read_to_string(self.log_file()).unwrap_or_default();
        let _ = fs::remove_file(self.log_file());
        log.lines().map(str::to_owned).collect()
    }

    pub(super) fn log_file(&self) -> PathBuf {
        self.folder.path().join("log")
    }

    /// `repspec` on this machine.
    pub(super) fn repspec(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_repspec"));
        command
            .args(args)
            .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures"))
            .env("PATH", self.folder.path().join("bin"))
            .env("XDG_CACHE_HOME", self.folder.path().join("cache"))
            .env("FAKE_LOG", self.log_file())
            .env("FAKE_DO", self.fake_do)
            .env("FAKE_AT", self.at)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// Runs `repspec` with the words of a line.
    pub(super) fn run(&self, line: &str) -> Said {
        let words: Vec<&str> = line.split(' ').collect();
        self.repspec(&words).output().unwrap().into()
    }

    /// Runs `repspec implementations` with the words of a line.
    pub(super) fn implementations(&self, line: &str) -> Said {
        self.run(&format!("implementations {line}"))
    }
}

impl From<Output> for Said {
    fn from(output: Output) -> Self {
        let text = |octets| String::from_utf8(octets).unwrap();
        let (stdout, stderr) = (text(output.stdout), text(output.stderr));
        Self { status: output.status.code().unwrap(), stdout, stderr }
    }
}

impl Said {
    /// It ended with this status, and standard error has all of these.
    #[track_caller]
    pub(super) fn assert(&self, status: i32, parts: &[&str]) {
        assert_eq!(self.status, status, "{}", self.stderr);
        for part in parts {
            assert!(self.stderr.contains(part), "no {part:?} in\n{}", self.stderr);
        }
    }
}
