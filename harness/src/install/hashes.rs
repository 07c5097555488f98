//! Lists of SHA-256 hashes, as `sha256sum` writes them.

use sha2::{Digest as _, Sha256};
use std::collections::BTreeSet;
use std::path::Path;
use std::{fs, io};

/// Checks the files of a list in this folder; `Err` is what is wrong. A file beside a listed one is listed, too.
pub(super) fn check(folder: &Path, list: &str) -> io::Result<Result<(), String>> {
    let text = fs::read_to_string(folder.join(list))?;
    let mut listed = BTreeSet::new();
    for line in text.lines() {
        let Some((hash, name)) = line.split_once("  ") else {
            return Ok(Err(format!("{list} has a line that is no hash and file: {line}")));
        };
        if !folder.join(name).is_file() {
            return Ok(Err(format!("{name} is in {list}, and was not installed")));
        }
        if sha256(&fs::read(folder.join(name))?) != hash {
            return Ok(Err(format!("{name} does not have the hash that {list} gives")));
        }
        listed.insert(name.to_owned());
    }
    let folders: BTreeSet<&str> =
        listed.iter().filter_map(|name| Some(name.rsplit_once('/')?.0)).collect();
    for within in folders {
        for entry in fs::read_dir(folder.join(within))? {
            let name = format!("{within}/{}", entry?.file_name().to_string_lossy());
            if !listed.contains(&name) {
                return Ok(Err(format!("{name} was installed, and is not in {list}")));
            }
        }
    }
    Ok(Ok(()))
}

/// In hexadecimal digits.
pub(super) fn sha256(octets: &[u8]) -> String {
    Sha256::digest(octets).iter().map(|octet| format!("{octet:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_listed_and_has_its_hash() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        let check = || check(folder.path(), "list").unwrap();
        fs::create_dir(folder.path().join("lib")).unwrap();
        let line = |name| format!("{}  lib/{name}\n", sha256(b"right"));
        write("list", &(line("a") + &line("b")));
        write("lib/a", "right");
        assert_eq!(check(), Err("lib/b is in list, and was not installed".to_owned()));
        write("lib/b", "wrong");
        assert_eq!(check(), Err("lib/b does not have the hash that list gives".to_owned()));
        write("lib/b", "right");
        assert_eq!(check(), Ok(()));
        write("lib/c", "right");
        assert_eq!(check(), Err("lib/c was installed, and is not in list".to_owned()));
        write("list", "nonsense\n");
        assert!(check().unwrap_err().starts_with("list has a line that is no hash"));
    }
}
