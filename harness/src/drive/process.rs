//! One process of a target, with all that it starts.

use super::limits::Exceeded;
use super::process_tree::Tree;
use super::text::Tail;
use super::{environment, target::NotStarted};
use crate::outcome::{Failure, Reply};
use crate::printable;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How long a thread may take to read the rest of a pipe that nobody writes to any more: on a busy machine it waits
/// for its turn, and what it reads must not depend on that.
pub(super) const LAST_READ: Duration = Duration::from_secs(2);

/// What to start.
#[derive(Clone, Debug)]
pub(super) struct Launch {
    pub(super) program: String,
    pub(super) arguments: Vec<String>,
    /// Where to start it; the current folder if `None`.
    pub(super) folder: Option<PathBuf>,
    /// Variables of its environment, besides those that every child has.
    pub(super) variables: Vec<(&'static str, String)>,
}

impl Launch {
    /// What to say if that fails.
    pub(super) fn failed(&self, error: &io::Error) -> NotStarted {
        NotStarted(format!("cannot run `{}`: {error}", printable::line(self.program.as_bytes())))
    }
}

/// Why a process will not answer any more.
#[derive(Clone, Debug)]
pub(super) struct Death {
    pub(super) cause: Cause,
    pub(super) failure: Failure,
}

/// What sort of end it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    Died,
    UsedUpTime,
    UsedUpMemory,
}

impl Death {
    /// The same, where no query repeated it.
    pub(super) fn not_reproduced(mut self) -> Self {
        self.failure.detail.push_str(", not reproduced when asked alone");
        self
    }

    /// The reply to the query that is to blame.
    pub(super) fn into_reply(self) -> Reply {
        match self.cause {
            Cause::Died => Reply::Crash(self.failure),
            Cause::UsedUpTime => Reply::Timeout(self.failure),
            Cause::UsedUpMemory => Reply::OutOfMemory(self.failure),
        }
    }
}

/// A running process in a group of its own, with a private folder; dropping it ends the whole tree.
pub(super) struct Process {
    child: Child,
    tree: Tree,
    last_words: LastWords,
    ended: Option<ExitStatus>,
    _home: TempDir,
}

impl Process {
    /// Starts it in `home`, which is removed when the process is dropped.
    pub(super) fn start(launch: &Launch, home: TempDir, stdin: Stdio) -> io::Result<Self> {
        let mut command = Command::new(&launch.program);
        command.args(&launch.arguments);
        if let Some(folder) = &launch.folder {
            command.current_dir(folder);
        }
        let marker = environment::new_marker();
        environment::scrub(&mut command, home.path(), &marker);
        command.envs(launch.variables.iter().map(|(name, value)| (name, value)));
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        command.stdin(stdin).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn()?;
        let tree = Tree::new(child.id(), &marker);
        let last_words = LastWords::listen(child.stderr.take());
        Ok(Self { child, tree, last_words, ended: None, _home: home })
    }

    pub(super) fn take_stdin(&mut self) -> Option<ChildStdin> {
        self.child.stdin.take()
    }

    pub(super) fn take_stdout(&mut self) -> Option<ChildStdout> {
        self.child.stdout.take()
    }

    pub(super) fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Whether it has ended by itself. It is not waited for, so that its number stays its own.
    #[cfg(unix)]
    pub(super) fn has_exited(&self) -> bool {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        self.ended.is_some()
            || !matches!(waitid(WaitId::Pid(Pid::from_child(&self.child)), options), Ok(None))
    }

    /// Whether it has ended by itself.
    #[cfg(not(unix))]
    pub(super) fn has_exited(&mut self) -> bool {
        self.ended.is_some() || !matches!(self.child.try_wait(), Ok(None))
    }

    /// Waits at most so long for it to end by itself.
    pub(super) fn wait(&mut self, most: Duration) -> bool {
        let until = Instant::now() + most;
        while !self.has_exited() {
            if Instant::now() > until {
                return false;
            }
            thread::sleep(Duration::from_millis(2));
        }
        true
    }

    /// Ends whatever is left of the tree. The status is that of its own end, if it came before.
    pub(super) fn end(&mut self) -> Option<ExitStatus> {
        if self.ended.is_some() {
            return self.ended;
        }
        self.tree.kill();
        // On systems where the tree cannot be found, this one at least; it fails when it is dead already.
        let _ = self.child.kill();
        self.ended = self.child.wait().ok();
        self.ended
    }

    /// Ends the tree and says that it ended by itself.
    pub(super) fn died(&mut self) -> Death {
        let detail = if self.wait(LAST_READ) {
            self.end().map_or_else(|| "ended".to_owned(), describe)
        } else {
            "closed its standard output".to_owned()
        };
        self.ended_because(Cause::Died, detail)
    }

    /// Ends the tree for what it used up.
    pub(super) fn exceeded(&mut self, exceeded: Exceeded) -> Death {
        match exceeded {
            Exceeded::Time(detail) => self.ended_because(Cause::UsedUpTime, detail),
            Exceeded::Memory(detail) => self.ended_because(Cause::UsedUpMemory, detail),
            Exceeded::Stopped => self.ended_because(Cause::Died, "stopped".to_owned()),
        }
    }

    /// Ends the tree for the given reason.
    pub(super) fn ended_because(&mut self, cause: Cause, detail: String) -> Death {
        self.end();
        Death { cause, failure: Failure { detail, stderr: self.last_words.text() } }
    }

    /// The last lines that it wrote to standard error; complete once it has ended.
    pub(super) fn last_words(&self) -> String {
        self.last_words.text()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

/// "exit status 3", "signal 11 (SIGSEGV)".
pub(super) fn describe(status: ExitStatus) -> String {
    status.to_string().replacen(": ", " ", 1).replace(" (core dumped)", "")
}

/// A new folder that only this user can read.
pub(super) fn private_folder() -> Result<TempDir, NotStarted> {
    tempfile::Builder::new()
        .prefix("repspec-")
        .tempdir()
        .map_err(|error| NotStarted(format!("cannot make a temporary folder: {error}")))
}

/// Program and arguments of a command line that was split already.
pub(super) fn launch(command: &[String], folder: Option<&Path>) -> Result<Launch, NotStarted> {
    let (program, arguments) =
        command.split_first().ok_or_else(|| NotStarted("the command is empty".to_owned()))?;
    Ok(Launch {
        program: program.clone(),
        arguments: arguments.to_vec(),
        folder: folder.map(Path::to_owned),
        variables: Vec::new(),
    })
}

/// The end of standard error, read by a thread so that the pipe never fills.
struct LastWords {
    tail: Arc<Mutex<Tail>>,
    end: Receiver<()>,
}

impl LastWords {
    fn listen(stderr: Option<ChildStderr>) -> Self {
        let tail = Arc::new(Mutex::new(Tail::default()));
        let (at_end, end) = mpsc::channel();
        if let Some(mut stderr) = stderr {
            let tail = Arc::clone(&tail);
            thread::spawn(move || {
                let _at_end = at_end;
                let mut buffer = [0; 4096];
                while let Ok(read @ 1..) = stderr.read(&mut buffer) {
                    tail.lock().unwrap_or_else(PoisonError::into_inner).push(&buffer[..read]);
                }
            });
        }
        Self { tail, end }
    }

    fn text(&self) -> String {
        // The thread drops its end when the pipe is empty and nobody is left to hold it open.
        let _ = self.end.recv_timeout(LAST_READ);
        self.tail.lock().unwrap_or_else(PoisonError::into_inner).text()
    }
}
