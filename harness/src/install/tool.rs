//! The tools that install packages: whether they are there, and running one.

use crate::drive::Stop;
use crate::printable;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

/// Octets of a tool's output that are shown.
const SHOWN: u64 = 16 << 10;

/// Settings of the user's that would put what is made elsewhere.
const NOT_HANDED_ON: &[&str] = &[
    "CARGO_BUILD_TARGET",
    "CARGO_BUILD_TARGET_DIR",
    "CARGO_TARGET_DIR",
    "GOARCH",
    "GOFLAGS",
    "GOOS",
    "PIP_PREFIX",
    "PIP_TARGET",
    "PIP_USER",
    "PYTHONHOME",
];

/// Something that must be on the machine.
#[derive(Clone, Copy, Debug)]
pub(super) struct Need {
    /// What it is called; that of a program is its name.
    what: &'static str,
    /// The Debian package that has it.
    debian: &'static str,
    /// Program and arguments that succeed if it is there; a program is only looked for.
    probe: Option<&'static [&'static str]>,
}

const fn program(what: &'static str, debian: &'static str) -> Need {
    Need { what, debian, probe: None }
}

pub(super) const CARGO: Need = program("cargo", "cargo");
pub(super) const CC: Need = program("cc", "build-essential");
pub(super) const GO: Need = program("go", "golang-go");
pub(super) const JAVAC: Need = program("javac", "default-jdk-headless");
pub(super) const MVN: Need = program("mvn", "maven");
pub(super) const NPM: Need = program("npm", "npm");
pub(super) const PYTHON: Need = program("python3", "python3");
pub(super) const VENV: Need = Need {
    what: "Python's module venv",
    debian: "python3-venv",
    probe: Some(&["python3", "-c", "import ensurepip, venv"]),
};

/// What runs a shim.
const RUNTIMES: &[Need] = &[
    program("java", "default-jre-headless"),
    program("node", "nodejs"),
    program("perl", "perl"),
    PYTHON,
    program("ruby", "ruby"),
];

/// Something that is not there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// What it is called.
    pub what: String,
    /// The Debian package that has it, if we know one.
    pub debian: Option<&'static str>,
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is missing", self.what)?;
        self.debian.map_or(Ok(()), |package| write!(f, " (on Debian: apt-get install {package})"))
    }
}

impl Need {
    /// What is missing, if it is not there.
    pub(super) fn missing(&self) -> Option<Missing> {
        let is_there = match self.probe {
            None => is_there(self.what),
            // Without its program, that is what is missing.
            Some([program, ..]) if !is_there(program) => true,
            Some(command) => succeeds(command),
        };
        (!is_there).then(|| Missing { what: self.what.to_owned(), debian: Some(self.debian) })
    }
}

/// What is missing if a program, which may have a path, is not there.
pub(super) fn missing_program(program: &str) -> Option<Missing> {
    if is_there(program) {
        return None;
    }
    let name = program.rsplit('/').next().unwrap_or(program);
    let known = RUNTIMES.iter().find(|need| need.what == name);
    Some(Missing { what: program.to_owned(), debian: known.map(|need| need.debian) })
}

/// Whether there is a program: in `PATH`, unless it has a path of its own.
fn is_there(program: &str) -> bool {
    if program.contains('/') {
        return is_executable(Path::new(program));
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| is_executable(&folder.join(program)))
}

#[cfg(unix)]
fn is_executable(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    fs::metadata(file).is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(file: &Path) -> bool {
    file.is_file() || file.with_extension("exe").is_file() || file.with_extension("cmd").is_file()
}

fn succeeds(command: &[&str]) -> bool {
    let Some((program, arguments)) = command.split_first() else { return false };
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Why a tool did not do its work.
#[derive(Debug)]
pub(super) enum Failed {
    /// It cannot be run.
    CannotRun(io::Error),
    /// It ended with an error, after this output.
    Ended(ExitStatus, String),
    /// All is to end.
    Stopped,
}

impl From<io::Error> for Failed {
    fn from(error: io::Error) -> Self {
        Self::CannotRun(error)
    }
}

/// Where a tool works.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    /// The folder in which it starts; a program with a slash is one of that folder.
    pub(super) folder: &'a Path,
    /// The folder for its temporary files: it may have no time to remove them.
    pub(super) temporary: &'a Path,
}

/// Runs a tool.
pub(super) fn run(
    program: &str,
    arguments: &[String],
    Place { folder, temporary }: Place<'_>,
    stop: Stop,
) -> Result<(), Failed> {
    let mut output = tempfile::tempfile()?;
    let program = if program.contains('/') { folder.join(program) } else { program.into() };
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    command.stdout(output.try_clone()?).stderr(output.try_clone()?);
    command.envs(["TMPDIR", "TEMP", "TMP"].map(|name| (name, temporary)));
    command.env("NO_COLOR", "1").env("CARGO_TERM_COLOR", "never");
    NOT_HANDED_ON.iter().for_each(|name| {
        command.env_remove(name);
    });
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let status = wait(command.spawn()?, stop)?;
    if status.success() {
        return Ok(());
    }
    Err(Failed::Ended(status, end_of(&mut output)?))
}

/// Waits for it to end; it is ended, with all that it started, if all is to end.
fn wait(mut child: Child, stop: Stop) -> Result<ExitStatus, Failed> {
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        if stop.is_set() {
            end(&mut child);
            child.wait()?;
            return Err(Failed::Stopped);
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[cfg(unix)]
fn end(child: &mut Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    // It fails if all have ended already.
    let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
}

#[cfg(not(unix))]
fn end(child: &mut Child) {
    // It fails if it has ended already.
    let _ = child.kill();
}

/// The last lines of a file, made printable.
fn end_of(file: &mut File) -> io::Result<String> {
    let length = file.seek(SeekFrom::End(0))?;
    file.seek(SeekFrom::Start(length.saturating_sub(SHOWN)))?;
    let mut octets = Vec::new();
    file.read_to_end(&mut octets)?;
    let lines = octets.split(|&octet| octet == b'\n').map(<[u8]>::trim_ascii_end);
    let lines: Vec<String> = lines.map(printable::line).collect();
    Ok(lines.join("\n").trim_end().to_owned())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn sh(script: &str, stop: Stop) -> Result<(), Failed> {
        let place = Place { folder: Path::new("/"), temporary: Path::new("/nowhere") };
        run("sh", &["-c".to_owned(), script.to_owned()], place, stop)
    }

    #[test]
    fn output_is_kept_for_failures() {
        assert!(sh("echo fine", Stop::NEVER).is_ok());
        let script = "echo one in $TMPDIR; printf 'two\\033[1m\\r\\n' >&2; exit 3";
        let Err(Failed::Ended(status, output)) = sh(script, Stop::NEVER) else { panic!() };
        assert_eq!(status.code(), Some(3));
        assert_eq!(output, "one in /nowhere\ntwo\\x1B[1m");
    }

    #[test]
    fn it_is_stopped_with_what_it_started() {
        static STOPPED: std::sync::atomic::AtomicBool = std::sync::atomic::AtomicBool::new(true);
        let begin = std::time::Instant::now();
        let stopped = sh("sleep 100 & wait", Stop::when(&STOPPED));
        assert!(matches!(stopped, Err(Failed::Stopped)));
        assert!(begin.elapsed() < Duration::from_secs(50));
    }

    #[test]
    fn what_is_missing_has_a_name_and_perhaps_a_package() {
        assert_eq!(program("sh", "dash").missing(), None);
        let missing = program("no-such-tool", "some-package").missing().unwrap();
        assert_eq!((missing.what.as_str(), missing.debian), ("no-such-tool", Some("some-package")));
        let probe = Need { what: "it", debian: "it", probe: Some(&["sh", "-c", "exit 1"]) };
        assert!(probe.missing().is_some());
        assert_eq!(missing_program("/bin/sh"), None);
        assert_eq!(missing_program("/nowhere/perl").unwrap().debian, Some("perl"));
        assert_eq!(missing_program("no-such-tool").unwrap().debian, None);
    }
}
