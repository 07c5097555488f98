//! Files that are never half written.

use std::fs::File;
use std::io::{BufWriter, Result, Write as _};
use std::path::Path;

/// Writes a new file beside `path` and puts it in its place.
pub(crate) fn write(
    path: &Path,
    fill: impl FnOnce(&mut BufWriter<&mut File>) -> Result<()>,
) -> Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut file = tempfile::NamedTempFile::new_in(folder.unwrap_or(Path::new(".")))?;
    let mut buffered = BufWriter::new(file.as_file_mut());
    fill(&mut buffered)?;
    buffered.flush()?;
    drop(buffered);
    readable_by_all(file.as_file())?;
    file.persist(path)?;
    Ok(())
}

/// A temporary file is its owner's alone; a report is not.
#[cfg(unix)]
fn readable_by_all(file: &File) -> Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn readable_by_all(_file: &File) -> Result<()> {
    Ok(())
}
