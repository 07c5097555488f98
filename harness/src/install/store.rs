//! The folder in which implementations are installed.

use super::staging;
use super::wanted::Wanted;
use crate::adapter::Adapter;
use crate::drive::Stop;
use crate::suite::Complaints;
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A folder with a folder `<name>@<version>` for each implementation.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
}

/// An implementation that is installed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Installed {
    /// Its name.
    pub name: String,
    /// The version that was asked for, or `system`.
    pub version: String,
    /// Its folder, which holds that of the adapter.
    pub folder: PathBuf,
}

/// Nothing that is installed is meant by a name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotFound {
    /// It is not there.
    #[error("`{0}` is not installed: repspec implementations install {0}")]
    NotInstalled(Wanted),
    /// There are several versions.
    #[error("several versions of `{name}` are installed; say which: {}", .versions.join(", "))]
    Several {
        /// The name.
        name: String,
        /// What to say instead.
        versions: Vec<String>,
    },
}

/// The right to change what is in a store. There is one at a time, over all processes.
pub struct Lock<'s> {
    store: &'s Store,
    _file: File,
}

impl Store {
    /// The store in this folder, which need not exist.
    #[must_use]
    pub const fn at(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Where it is.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The folder for it among the user's caches, if the user has such a place.
    #[must_use]
    pub fn usual_folder() -> Option<PathBuf> {
        let variable = |name| std::env::var_os(name).map(PathBuf::from);
        let caches = if cfg!(windows) {
            variable("LOCALAPPDATA")
        } else if cfg!(target_os = "macos") {
            variable("HOME").map(|home| home.join("Library/Caches"))
        } else {
            // The XDG Base Directory Specification has a relative path ignored.
            let xdg = variable("XDG_CACHE_HOME").filter(|folder| folder.is_absolute());
            xdg.or_else(|| variable("HOME").map(|home| home.join(".cache")))
        };
        caches.filter(|caches| caches.is_absolute()).map(|caches| caches.join("repspec"))
    }

    /// All that is installed, sorted by name and version.
    ///
    /// # Errors
    /// If the folder is there and cannot be read.
    pub fn installed(&self) -> io::Result<Vec<Installed>> {
        let entries = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let mut installed = Vec::new();
        for entry in entries {
            installed.extend(Installed::at(&entry?.path()));
        }
        installed
            .sort_by(|one, other| (&one.name, &one.version).cmp(&(&other.name, &other.version)));
        Ok(installed)
    }

    /// Which of those installed is meant; `usual` is the version that is meant by a name alone.
    ///
    /// # Errors
    /// [`NotFound`].
    pub fn find(
        installed: &[Installed],
        wanted: &Wanted,
        usual: Option<&str>,
    ) -> Result<Installed, NotFound> {
        let named: Vec<&Installed> =
            installed.iter().filter(|installed| installed.name == wanted.name).collect();
        let of = |version: &str| named.iter().find(|installed| installed.version == version);
        let found = match (&wanted.version, named.as_slice()) {
            (Some(version), _) => of(version),
            (None, [one]) => Some(one),
            (None, _) => usual.and_then(of),
        };
        match found {
            Some(found) => Ok((*found).clone()),
            None if wanted.version.is_some() || named.is_empty() => {
                Err(NotFound::NotInstalled(wanted.clone()))
            }
            None => Err(NotFound::Several {
                name: wanted.name.clone(),
                versions: named.iter().map(ToString::to_string).collect(),
            }),
        }
    }

    /// Waits for its turn to change something, and clears away what an interrupted change left.
    ///
    /// # Errors
    /// If the folder cannot be made or written to, or the wait is stopped.
    pub fn lock(&self, stop: Stop, waits: impl FnOnce()) -> io::Result<Lock<'_>> {
        fs::create_dir_all(&self.folder)?;
        let file = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(self.folder.join(".lock"))?;
        let mut waits = Some(waits);
        loop {
            match file.try_lock() {
                Ok(()) => break,
                Err(TryLockError::Error(error)) => return Err(error),
                Err(TryLockError::WouldBlock) if stop.is_set() => {
                    return Err(ErrorKind::Interrupted.into());
                }
                Err(TryLockError::WouldBlock) => {
                    waits.take().into_iter().for_each(|waits| waits());
                    std::thread::sleep(Duration::from_millis(100));
                }
            }
        }
        staging::clear(&self.folder)?;
        Ok(Lock { store: self, _file: file })
    }
}

impl Lock<'_> {
    /// The store's folder.
    pub(super) fn folder(&self) -> &Path {
        &self.store.folder
    }

    /// Where this one is, or will be.
    #[must_use]
    pub fn place(&self, name: &str, version: &str) -> PathBuf {
        self.folder().join(format!("{name}@{version}"))
    }

    /// Removes what is installed; it is gone at once, even if this is interrupted.
    ///
    /// # Errors
    /// If that is not possible.
    pub fn remove(&self, installed: &Installed) -> io::Result<()> {
        staging::remove(self.folder(), &installed.folder)
    }
}

impl Installed {
    /// What is installed in this folder, if something is.
    pub(super) fn at(folder: &Path) -> Option<Self> {
        let (name, version) = folder.file_name()?.to_str()?.split_once('@')?;
        let installed =
            Self { name: name.to_owned(), version: version.to_owned(), folder: folder.to_owned() };
        installed.adapter_file().is_file().then_some(installed)
    }

    /// Whether it is meant by this name, or name and version.
    #[must_use]
    pub fn is(&self, wanted: &Wanted) -> bool {
        self.name == wanted.name && wanted.version.as_ref().is_none_or(|it| *it == self.version)
    }

    fn adapter_file(&self) -> PathBuf {
        self.folder.join(&self.name).join("adapter.yaml")
    }

    /// Its adapter.
    ///
    /// # Errors
    /// What is wrong with its `adapter.yaml`.
    pub fn adapter(&self) -> Result<Adapter, Complaints> {
        Adapter::load(&self.adapter_file())
    }
}

impl std::fmt::Display for Installed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}@{}", self.name, self.version)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn store_with(folders: &[&str]) -> (tempfile::TempDir, Store) {
        let root = tempfile::tempdir().unwrap();
        for folder in folders {
            let name = folder.split('@').next().unwrap();
            let adapter = root.path().join(folder).join(name);
            fs::create_dir_all(&adapter).unwrap();
            fs::write(adapter.join("adapter.yaml"), "").unwrap();
        }
        let store = Store::at(root.path().to_owned());
        (root, store)
    }

    fn found(installed: &[Installed], text: &str) -> String {
        match Store::find(installed, &text.parse().unwrap(), Some("2.0")) {
            Ok(installed) => installed.to_string(),
            Err(problem) => problem.to_string(),
        }
    }

    #[test]
    fn a_name_means_the_usual_version_or_the_only_one() {
        let (_root, store) = store_with(&["b@2.0", "b@1.0", "a@1.0", "c@1.0", "c@3.0"]);
        let installed = store.installed().unwrap();
        let all: Vec<String> = installed.iter().map(ToString::to_string).collect();
        assert_eq!(all, ["a@1.0", "b@1.0", "b@2.0", "c@1.0", "c@3.0"]);
        assert_eq!(found(&installed, "a"), "a@1.0");
        assert_eq!(found(&installed, "b"), "b@2.0");
        assert_eq!(found(&installed, "b@1.0"), "b@1.0");
        let several = "several versions of `c` are installed; say which: c@1.0, c@3.0";
        assert_eq!(found(&installed, "c"), several);
        for gone in ["a@2.0", "d"] {
            let line = format!("`{gone}` is not installed: repspec implementations install {gone}");
            assert_eq!(found(&installed, gone), line);
        }
    }

    #[test]
    fn only_whole_folders_count() {
        let (root, store) = store_with(&["a@1.0"]);
        fs::create_dir_all(root.path().join("b@1.0/b")).unwrap();
        fs::create_dir_all(root.path().join("c/c")).unwrap();
        assert_eq!(store.installed().unwrap().len(), 1);
        assert_eq!(Store::at(root.path().join("none")).installed().unwrap(), []);
    }

    #[test]
    fn what_an_interrupted_change_left_is_cleared_away() {
        let (root, store) = store_with(&["a@1.0", ".part-b@1.0"]);
        let lock = store.lock(Stop::NEVER, || panic!("nobody else is here")).unwrap();
        assert!(!root.path().join(".part-b@1.0").exists());
        lock.remove(&store.installed().unwrap()[0]).unwrap();
        drop(lock);
        let left: Vec<_> =
            fs::read_dir(root.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
        assert_eq!(left, [".lock"]);
    }

    #[test]
    fn changes_come_one_after_the_other() {
        static STOPPED: std::sync::atomic::AtomicBool = std::sync::atomic::AtomicBool::new(true);
        let (_root, store) = store_with(&[]);
        let _lock = store.lock(Stop::NEVER, || {}).unwrap();
        let Err(refused) = store.lock(Stop::when(&STOPPED), || {}) else { panic!("two at once") };
        assert_eq!(refused.kind(), ErrorKind::Interrupted);
    }
}
