//! The surroundings of a child: little, private, and recognisable.

use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// The variable by which everything that a child started is found again.
pub(super) const MARKER: &str = "REPSPEC_CHILD";

/// What is handed on: where programs and the packages of their runtimes are. Everything else, secrets of a CI
/// system among it, stays out.
const HANDED_ON: [&str; 14] = [
    "PATH",
    "PATHEXT",
    "SYSTEMROOT",
    "LD_LIBRARY_PATH",
    "DOTNET_ROOT",
    "GEM_HOME",
    "GEM_PATH",
    "JAVA_HOME",
    "NODE_PATH",
    "PERL5LIB",
    "PYENV_ROOT",
    "PYTHONPATH",
    "RUSTUP_HOME",
    "RUSTUP_TOOLCHAIN",
];

/// A library whose answers depend on the order of a hash table gives the same ones in every run.
const SAME_ORDER: [(&str, &str); 3] =
    [("PYTHONHASHSEED", "0"), ("PERL_HASH_SEED", "0"), ("PERL_PERTURB_KEYS", "0")];

/// Gives the command an environment of its own, with `home` as its only private place.
pub(super) fn scrub(command: &mut Command, home: &Path, marker: &str) {
    command.env_clear();
    command.envs(HANDED_ON.iter().filter_map(|&name| Some((name, std::env::var_os(name)?))));
    command.env("LANG", "C.UTF-8").env("PYTHONDONTWRITEBYTECODE", "1").env(MARKER, marker);
    command.envs(SAME_ORDER);
    command.envs(["HOME", "TMPDIR", "TEMP", "TMP"].map(|name| (name, home)));
}

/// A text that no other child of any harness has.
pub(super) fn new_marker() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
    format!("{}-{count}-{now:x}", std::process::id())
}
