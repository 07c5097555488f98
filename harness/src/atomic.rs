//! Files that are never half written.

use std::fs::{self, Metadata, OpenOptions};
use std::io::{BufWriter, ErrorKind, Result, Write};
use std::path::{Path, PathBuf};

/// Writes the file at `path`: a new one beside it takes its place, with the mode of the old one.
///
/// A link stays, and what it leads to is written. What is no file (a pipe, a device) is written into.
pub(crate) fn write(path: &Path, fill: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
    let before = before(path)?;
    if before.as_ref().is_some_and(|before| !before.is_file()) {
        return buffered(&mut OpenOptions::new().write(true).open(path)?, fill);
    }
    let path = behind_links(path);
    let mut file = new_beside(&path)?;
    buffered(file.as_file_mut(), fill)?;
    if let Some(before) = before {
        file.as_file().set_permissions(before.permissions())?;
    }
    file.persist(path)?;
    Ok(())
}

/// Whether [`write()`] is likely to succeed: nothing is changed.
pub(crate) fn check(path: &Path) -> Result<()> {
    match before(path)? {
        Some(before) if before.is_dir() => Err(ErrorKind::IsADirectory.into()),
        Some(before) if !before.is_file() => Ok(()),
        _ => new_beside(&behind_links(path)).map(drop),
    }
}

fn before(path: &Path) -> Result<Option<Metadata>> {
    match fs::metadata(path) {
        Ok(metadata) => Ok(Some(metadata)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Where the path leads, be there something or not.
fn behind_links(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    while let Ok(link) = fs::read_link(&path) {
        path = folder(&path).join(link);
    }
    path
}

fn folder(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// A file that goes away unless it is persisted. It has the mode that any new file has, not that of a secret.
fn new_beside(path: &Path) -> Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let folder = folder(path);
    // Its own error names the temporary file, which tells nobody anything.
    builder
        .tempfile_in(folder)
        .map_err(|error| fs::metadata(folder).err().unwrap_or_else(|| error.kind().into()))
}

fn buffered(file: &mut fs::File, fill: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
    let mut buffered = BufWriter::new(file);
    fill(&mut buffered)?;
    buffered.flush()
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::{check, write};
    use std::fs::{self, Permissions};
    use std::os::unix::fs::{FileTypeExt as _, PermissionsExt as _, symlink};
    use std::path::Path;

    fn put(path: &Path, text: &str) {
        check(path).unwrap();
        write(path, |file| file.write_all(text.as_bytes())).unwrap();
    }

    fn text(path: &Path) -> String {
        fs::read_to_string(path).unwrap()
    }

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o7777
    }

    #[test]
    fn a_new_file_is_like_any_other_new_file() {
        let folder = tempfile::tempdir().unwrap();
        let (new, other) = (folder.path().join("new"), folder.path().join("other"));
        put(&new, "text");
        fs::write(&other, "").unwrap();
        assert_eq!((text(&new).as_str(), mode(&new)), ("text", mode(&other)));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "nothing else is left there");
    }

    #[test]
    fn a_file_is_replaced_and_keeps_its_mode() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        for kept in [0o600, 0o640, 0o777] {
            fs::write(&file, "old, and longer").unwrap();
            fs::set_permissions(&file, Permissions::from_mode(kept)).unwrap();
            put(&file, "new");
            assert_eq!((text(&file).as_str(), mode(&file)), ("new", kept));
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left there");
    }

    #[test]
    fn a_file_stays_as_it_is_if_the_new_one_cannot_be_filled() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "old").unwrap();
        let half = |file: &mut dyn std::io::Write| {
            file.write_all(b"half").and(Err(std::io::ErrorKind::StorageFull.into()))
        };
        assert!(write(&file, half).is_err());
        assert_eq!(text(&file), "old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left there");
    }

    #[test]
    fn links_stay_and_what_they_lead_to_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let below = folder.path().join("below");
        fs::create_dir(&below).unwrap();
        let (file, near, far) = (below.join("file"), below.join("near"), folder.path().join("far"));
        symlink("file", &near).unwrap();
        symlink("below/near", &far).unwrap();
        for text_of_it in ["not there before", "there before"] {
            put(&far, text_of_it);
            assert!(file.symlink_metadata().unwrap().is_file());
            assert_eq!(text(&file), text_of_it);
            assert!(near.is_symlink() && far.is_symlink());
        }
    }

    #[test]
    fn links_in_a_circle_are_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let circle = folder.path().join("circle");
        symlink("circle", &circle).unwrap();
        assert!(check(&circle).is_err());
        assert!(write(&circle, |_| Ok(())).is_err());
    }

    #[test]
    fn a_pipe_is_written_into_also_through_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let (pipe, link) = (folder.path().join("pipe"), folder.path().join("link"));
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.unwrap().success());
        symlink("pipe", &link).unwrap();
        for path in [&pipe, &link] {
            let from = pipe.clone();
            let reader = std::thread::spawn(move || fs::read_to_string(from).unwrap());
            put(path, "text");
            assert!(pipe.symlink_metadata().unwrap().file_type().is_fifo());
            assert_eq!(reader.join().unwrap(), "text");
        }
        assert!(link.is_symlink());
    }

    #[test]
    fn a_folder_is_no_place_for_a_file() {
        let folder = tempfile::tempdir().unwrap();
        assert!(check(folder.path()).is_err());
        assert!(write(folder.path(), |_| Ok(())).is_err());
        let nowhere = check(&folder.path().join("nowhere/file")).unwrap_err().to_string();
        assert!(nowhere.starts_with("No such file or directory"), "{nowhere}");
        assert!(!nowhere.contains("nowhere"), "{nowhere}");
    }
}
