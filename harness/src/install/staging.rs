//! Folders that appear whole, and vanish whole.

use std::fs;
use std::io;
use std::path::Path;
use tempfile::TempDir;

/// How the names begin of folders that are not whole.
const PREFIX: &str = ".part-";

/// Removes what is not whole.
pub(super) fn clear(store: &Path) -> io::Result<()> {
    for entry in fs::read_dir(store)? {
        let entry = entry?;
        if entry.file_name().to_string_lossy().starts_with(PREFIX) {
            fs::remove_dir_all(entry.path())?;
        }
    }
    Ok(())
}

/// A new folder that will be `place`. It is removed when it is dropped.
///
/// Its name is the same every time: tools write it into what they make.
pub(super) fn begin(store: &Path, place: &Path) -> io::Result<TempDir> {
    let mut prefix = std::ffi::OsString::from(PREFIX);
    prefix.push(place.file_name().unwrap_or_default());
    tempfile::Builder::new().prefix(&prefix).rand_bytes(0).tempdir_in(store)
}

/// Puts a folder that is whole now into its place, instead of what may be there.
pub(super) fn finish(store: &Path, made: TempDir, place: &Path) -> io::Result<()> {
    if place.exists() {
        remove(store, place)?;
    }
    fs::rename(made.path(), place)?;
    // It has another name now; there is nothing to be removed.
    let _ = made.keep();
    Ok(())
}

/// Removes a folder; what is not removed in time does not count as one any more.
pub(super) fn remove(store: &Path, place: &Path) -> io::Result<()> {
    let leaving = tempfile::Builder::new().prefix(PREFIX).tempdir_in(store)?;
    fs::rename(place, leaving.path().join("removed"))?;
    leaving.close()
}
