//! The folders of adapters and of their languages' helpers, as this program carries them.

use super::hashes::sha256;
use super::known::Known;
use crate::adapter::Registry;
use std::path::Path;
use std::{fs, io};

/// Path below `adapters/`, and content, of every file; sorted.
const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/adapters.rs"));

/// The names of the folders that hold an `adapter.yaml`, with its text.
pub(super) fn adapters() -> impl Iterator<Item = (&'static str, &'static [u8])> {
    FILES.iter().filter_map(|(path, content)| Some((path.strip_suffix("/adapter.yaml")?, *content)))
}

/// Beside an adapter: what its library gets wrong.
const BASELINE: &str = "baseline.yaml";

/// The text of the baseline in an adapter's folder.
pub(super) fn baseline(name: &str) -> Option<&'static [u8]> {
    let path = format!("{name}/{BASELINE}");
    FILES.iter().find(|file| file.0 == path).map(|file| file.1)
}

/// What one implementation needs of it: its adapter's folder, and its language's helper.
fn files_of(known: &Known) -> impl Iterator<Item = &'static (&'static str, &'static [u8])> {
    let folders = [known.adapter.name.clone(), helper(known).to_owned()];
    FILES.iter().filter(move |(path, _)| {
        path.split_once('/').is_some_and(|(folder, file)| {
            file != BASELINE && folders.iter().any(|own| own == folder)
        })
    })
}

/// The folder of the helper that the shim uses.
fn helper(known: &Known) -> &str {
    match known.package.registry {
        Registry::Pypi => "python",
        Registry::Npm => "node",
        Registry::Maven => "java",
        Registry::Go => "go",
        Registry::Cargo => "rust",
        Registry::Debian | Registry::Runtime => match known.program() {
            "python3" => "python",
            program => program,
        },
    }
}

/// Writes them into a folder.
pub(super) fn write(known: &Known, folder: &Path) -> io::Result<()> {
    for (path, content) in files_of(known) {
        // A folder with a Cargo.toml would not be part of our own package.
        let path = folder.join(path.strip_suffix(".in").unwrap_or(path));
        path.parent().map_or(Ok(()), fs::create_dir_all)?;
        fs::write(path, content)?;
    }
    Ok(())
}

/// A hash over them: whether what was installed once is still what would be installed.
pub(super) fn hash(known: &Known) -> String {
    let lines = files_of(known).map(|(path, content)| format!("{}  {path}\n", sha256(content)));
    sha256(lines.collect::<String>().as_bytes())
}

#[cfg(test)]
mod tests {
    use super::super::known;
    use super::*;

    #[test]
    fn every_shim_comes_with_its_helper() {
        for known in known().unwrap() {
            let helper = format!("{}/", helper(&known));
            let name = &known.adapter.name;
            assert!(
                files_of(&known).any(|(path, _)| path.starts_with(&helper)),
                "{name}: {helper}"
            );
        }
    }

    #[test]
    fn every_implementation_has_a_baseline_of_its_own() {
        for known in known().unwrap() {
            let name = &known.adapter.name;
            let baseline = known.baseline().unwrap_or_else(|| panic!("{name} has none")).unwrap();
            assert_eq!(&baseline.implementation, name);
            for entry in &baseline.entries {
                assert!(!entry.reason.contains("not explained"), "{name}: {}", entry.query);
            }
        }
    }

    #[test]
    fn nothing_that_is_installed_is_carried() {
        let octets: usize = FILES.iter().map(|(_, content)| content.len()).sum();
        assert!(octets < 3 << 20, "{octets} octets");
        for (path, _) in FILES {
            assert!(!path.contains("/venv/") && !path.contains("/node_modules/"), "{path}");
        }
    }
}
