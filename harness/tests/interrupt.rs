//! Ctrl-C and SIGTERM: `repspec run` takes everything with it that it started. `/proc` proves it, so these are tests for
//! Linux.
#![cfg(all(feature = "cli", target_os = "linux"))]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

const HELLO: &str =
    r#"echo '{"repspec":"hello","protocol":1,"name":"hanging","capabilities":["decide"]}'"#;
/// It is the sign that a child hangs; a session of its own makes it hard to find.
const COMPANION: &str = "setsid sleep 1000 & :";

/// A run whose child hangs.
struct Hanging {
    folder: tempfile::TempDir,
    run: Child,
}

impl Hanging {
    fn adapter(script: &str) -> Self {
        Self::adapter_of(script, Stdio::piped())
    }

    fn adapter_of(script: &str, stderr: Stdio) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let adapter = "name: hanging\nversion: '1'\nlanguage: sh\nlicence: MIT\nhomepage: https://x.example/\n\
             command: [sh, hang.sh]\nconverts: []\ninstall: nothing\n";
        fs::write(folder.path().join("adapter.yaml"), adapter).unwrap();
        fs::write(folder.path().join("hang.sh"), script).unwrap();
        let adapter = folder.path().join("adapter.yaml").to_str().unwrap().to_owned();
        Self::start(folder, &["--adapter", &adapter], stderr)
    }

    /// It passes the canary, and hangs on the first query of the suite.
    fn command() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let script = format!(
            "[ -s \"$1\" ] || exit 2\ncase $2 in\n*/private) exit 1;;\n\
             *shop.example*) {COMPANION}; exec sleep 1000;;\nesac"
        );
        let file = folder.path().join("hang.sh");
        fs::write(&file, script).unwrap();
        let command = format!("hanging=sh {} {{robots}} {{uri}}", file.display());
        Self::start(folder, &["--command", &command], Stdio::piped())
    }

    /// Returns when the child hangs.
    fn start(folder: tempfile::TempDir, implementation: &[&str], stderr: Stdio) -> Self {
        let temporary = folder.path().join("tmp");
        fs::create_dir(&temporary).unwrap();
        let report = folder.path().join("report.json");
        let run = Command::new(env!("CARGO_BIN_EXE_repspec"))
            .args(["run", "--cases", "suite", "--format", "json"])
            .arg(format!("--output=json={}", report.display()))
            .args(implementation)
            .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures"))
            .env("TMPDIR", temporary)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(stderr)
            .spawn()
            .unwrap();
        let until = Instant::now() + Duration::from_secs(60);
        while !started_by(run.id()).iter().any(|(_, command)| command.starts_with("sleep")) {
            assert!(Instant::now() < until, "{:?}", started_by(run.id()));
            thread::sleep(Duration::from_millis(5));
        }
        Self { folder, run }
    }

    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.run), signal).unwrap();
    }

    /// Waits for its end, after which nothing may be left.
    fn assert_ends_with(self, status: i32) {
        let pid = self.run.id();
        let (folder, Output { status: ended, stdout, stderr }) = self.end();
        assert_eq!(ended.code(), Some(status));
        assert_eq!(String::from_utf8(stdout).unwrap(), "");
        assert_eq!(String::from_utf8(stderr).unwrap(), "repspec: interrupted\n");
        assert_eq!(started_by(pid), []);
        assert_eq!(fs::read_dir(folder.path().join("tmp")).unwrap().count(), 0);
        assert!(!folder.path().join("report.json").exists());
    }

    fn end(self) -> (tempfile::TempDir, Output) {
        let asked = Instant::now();
        let output = self.run.wait_with_output().unwrap();
        assert!(asked.elapsed() < Duration::from_secs(5), "{:?}", asked.elapsed());
        (self.folder, output)
    }
}

/// What this run started and is alive, with its command line.
fn started_by(run: u32) -> Vec<(Pid, String)> {
    let marker = format!("REPSPEC_CHILD={run}-");
    let found = fs::read_dir("/proc").unwrap().filter_map(|entry| {
        let entry = entry.ok()?;
        let pid = Pid::from_raw(entry.file_name().to_str()?.parse().ok()?)?;
        let text = |file| {
            Some(String::from_utf8_lossy(&fs::read(entry.path().join(file)).ok()?).into_owned())
        };
        let is_marked = text("environ")?.split('\0').any(|entry| entry.starts_with(&marker));
        is_marked.then_some((pid, text("cmdline")?.replace('\0', " ")))
    });
    found.collect()
}

#[test]
fn a_sleeping_child_goes_with_the_run() {
    for (signal, status) in [(Signal::INT, 130), (Signal::TERM, 143)] {
        let hanging = Hanging::adapter(&format!("{HELLO}; {COMPANION}; exec sleep 1000"));
        hanging.signal(signal);
        hanging.assert_ends_with(status);
    }
}

#[test]
fn a_busy_child_that_ignores_signals_goes_with_the_run() {
    let script = format!("trap '' INT TERM HUP; {HELLO}; {COMPANION}; while :; do :; done");
    let hanging = Hanging::adapter(&script);
    hanging.signal(Signal::INT);
    hanging.assert_ends_with(130);
}

#[test]
fn a_child_that_never_says_hello_goes_with_the_run() {
    let hanging = Hanging::adapter(&format!("{COMPANION}; exec sleep 1000"));
    hanging.signal(Signal::INT);
    hanging.assert_ends_with(130);
}

#[test]
fn commands_go_with_the_run() {
    let hanging = Hanging::command();
    hanging.signal(Signal::TERM);
    hanging.assert_ends_with(143);
}

#[test]
fn a_second_signal_ends_the_run_at_once() {
    // It cannot say that it was interrupted, and waits.
    let (_reader, mut writer) = std::io::pipe().unwrap();
    let stderr = writer.try_clone().unwrap().into();
    thread::spawn(move || while writer.write_all(&[b'x'; 4096]).is_ok() {});
    let script = format!("{HELLO}; {COMPANION}; exec sleep 1000");
    let hanging = Hanging::adapter_of(&script, stderr);
    hanging.signal(Signal::INT);
    while !started_by(hanging.run.id()).is_empty() {
        thread::sleep(Duration::from_millis(5));
    }
    hanging.signal(Signal::TERM);
    assert_eq!(hanging.end().1.status.code(), Some(143));
}
