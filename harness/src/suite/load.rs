//! Loads a suite: which files there are, in which order, and their hash.

use super::catalogue::{self, Catalogue};
use super::check::{Checker, bad_version};
use super::complaint::Complaint;
use super::read::{Document, item};
use super::words::{is_version, section_numbers};
use super::{Case, CatalogueOf, Complaints, Suite, raw, text};
use crate::printable;
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::Path;

const SUITE: &str = "suite.yaml";
const REQUIREMENTS: &str = "requirements.yaml";
const READINGS: &str = "readings.yaml";

/// The octets of the suite's files by name.
type Files = BTreeMap<String, Vec<u8>>;

/// The suite that is compiled in.
///
/// # Errors
/// Everything that is wrong with it.
pub fn embedded() -> Result<Suite, Complaints> {
    suite(&embedded_files(), "spec-cases")
}

/// The suite in a folder: its `*.yaml` files, and those of its folder `access`.
///
/// `suite.yaml`, `requirements.yaml` and `readings.yaml` are taken from the embedded suite where the folder
/// has none, so that a folder may hold nothing but cases.
///
/// # Errors
/// Everything that is wrong with it.
pub fn load_dir(dir: &Path) -> Result<Suite, Complaints> {
    let place = printable::line(dir.as_os_str().as_encoded_bytes());
    suite(&completed(files_in(dir, &place)?, embedded_files()), &place)
}

/// The files of a folder, and what every suite has from the embedded suite where it has none.
fn completed(mut files: Files, embedded: Files) -> Files {
    for (name, octets) in embedded.into_iter().filter(|(name, _)| is_special(name)) {
        files.entry(name).or_insert(octets);
    }
    files
}

fn is_special(name: &str) -> bool {
    matches!(name, SUITE | REQUIREMENTS | READINGS)
}

fn embedded_files() -> Files {
    let owned = |(name, text): &(&str, &str)| ((*name).to_owned(), text.as_bytes().to_vec());
    repspec_cases::FILES.iter().map(owned).collect()
}

/// The folder of a suite that holds its scenarios.
const ACCESS: &str = "access";

/// The YAML files in a folder and in its folder `access`; of each, no more than is needed to see that it is too long.
fn files_in(dir: &Path, place: &str) -> Result<Files, Complaints> {
    let mut files = Files::new();
    let mut complaints = Vec::new();
    add_files(&mut files, &mut complaints, dir, (place, ""));
    let access = dir.join(ACCESS);
    if access.is_dir() {
        add_files(&mut files, &mut complaints, &access, (place, "access/"));
    }
    if complaints.is_empty() { Ok(files) } else { Err(Complaints(complaints)) }
}

fn add_files(
    files: &mut Files,
    complaints: &mut Vec<Complaint>,
    dir: &Path,
    (place, below): (&str, &str),
) {
    let unreadable = |file: String, error: &std::io::Error| Complaint {
        code: "unreadable",
        file,
        line: None,
        message: format!("cannot be read: {error}"),
    };
    let folder = if below.is_empty() { place.to_owned() } else { joined(place, ACCESS) };
    let entries = match dir.read_dir().and_then(Iterator::collect::<Result<Vec<_>, _>>) {
        Ok(entries) => entries,
        Err(error) => return complaints.push(unreadable(folder, &error)),
    };
    for path in entries.iter().map(std::fs::DirEntry::path) {
        if path.extension() != Some("yaml".as_ref()) || path.is_dir() {
            continue;
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let name = format!("{below}{name}");
        match first_octets(&path) {
            Ok(octets) => drop(files.insert(name, octets)),
            Err(error) => complaints.push(unreadable(joined(place, &name), &error)),
        }
    }
}

fn first_octets(path: &Path) -> std::io::Result<Vec<u8>> {
    // A pipe might never end, or never begin.
    if !path.metadata()?.is_file() {
        return Err(std::io::Error::other("it is not a regular file"));
    }
    let mut octets = Vec::new();
    std::fs::File::open(path)?.take(text::LONGEST as u64 + 1).read_to_end(&mut octets)?;
    Ok(octets)
}

fn joined(place: &str, name: &str) -> String {
    format!("{}/{}", place.trim_end_matches('/'), printable::line(name.as_bytes()))
}

fn suite(files: &Files, place: &str) -> Result<Suite, Complaints> {
    let mut loader = Loader { files, place, complaints: Vec::new() };
    let version = loader.version();
    let catalogue = loader.catalogue();
    let cases = loader.cases(&catalogue);
    match version {
        Some(version) if loader.complaints.is_empty() => Ok(Suite {
            version,
            hash: hash(files),
            requirements: catalogue.requirements,
            catalogue: catalogue_of(files),
            readings: catalogue.readings,
            cases,
        }),
        _ => Err(Complaints(loader.complaints)),
    }
}

fn catalogue_of(files: &Files) -> CatalogueOf {
    let embedded = repspec_cases::FILES.iter().find(|(name, _)| *name == REQUIREMENTS);
    match (files.get(REQUIREMENTS), embedded) {
        (Some(ours), Some((_, text))) if ours == text.as_bytes() => CatalogueOf::TheRfc,
        _ => CatalogueOf::Itself,
    }
}

struct Loader<'a> {
    files: &'a Files,
    place: &'a str,
    complaints: Vec<Complaint>,
}

impl Loader<'_> {
    fn version(&mut self) -> Option<String> {
        self.special(SUITE, |document, complaints| {
            let (value, spot) = document.root();
            let version = item::<raw::SuiteFile>(value, spot, complaints)?.version;
            if !is_version(&version) {
                complaints.push(bad_version(&version, spot.key("version")));
            }
            Some(version)
        })?
    }

    fn catalogue(&mut self) -> Catalogue {
        let before = self.complaints.len();
        let requirements = self.special(REQUIREMENTS, catalogue::requirements).unwrap_or_default();
        let readings = self.special(READINGS, catalogue::readings).unwrap_or_default();
        Catalogue { requirements, readings, complete: self.complaints.len() == before }
    }

    fn cases(&mut self, catalogue: &Catalogue) -> Vec<Case> {
        let mut files = self.files.iter().filter(|(name, _)| !is_special(name)).peekable();
        if files.peek().is_none() {
            let message = "there is no case file (*.yaml) here".to_owned();
            self.complain("no-cases", self.place.to_owned(), message);
        }
        let mut checker = Checker::new(catalogue);
        let mut cases = Vec::new();
        for (name, octets) in files {
            let file = joined(self.place, name);
            match Document::parse(&file, octets) {
                Ok(document) => cases.extend(checker.file(name, &document)),
                Err(complaints) => checker.complaints.extend(complaints),
            }
        }
        self.complaints.extend(checker.complaints);
        // Stable: cases of one section stay in the order of their files. What is no section comes last.
        cases.sort_by_cached_key(|case| {
            let numbers = section_numbers(&case.section);
            (numbers.is_none(), numbers, case.section.clone())
        });
        cases
    }

    /// What a reader makes of a file that every suite has.
    fn special<T>(
        &mut self,
        name: &str,
        read: impl FnOnce(&Document<'_>, &mut Vec<Complaint>) -> T,
    ) -> Option<T> {
        let file = joined(self.place, name);
        let Some(octets) = self.files.get(name) else {
            self.complain("missing-file", file, "every suite has this file".to_owned());
            return None;
        };
        match Document::parse(&file, octets) {
            Ok(document) => Some(read(&document, &mut self.complaints)),
            Err(complaints) => {
                self.complaints.extend(complaints);
                None
            }
        }
    }

    fn complain(&mut self, code: &'static str, file: String, message: String) {
        self.complaints.push(Complaint { code, file, line: None, message });
    }
}

/// SHA-256 over names and contents, each after its length, in the order of the names.
fn hash(files: &Files) -> String {
    let mut hash = Sha256::new();
    for (name, octets) in files {
        for part in [name.as_bytes(), octets] {
            hash.update((part.len() as u64).to_be_bytes());
            hash.update(part);
        }
    }
    hash.finalize().iter().map(|octet| format!("{octet:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::{Files, completed};

    fn files(names: &[(&str, &str)]) -> Files {
        names.iter().map(|(name, text)| ((*name).to_owned(), (*text).into())).collect()
    }

    #[test]
    fn a_folder_of_cases_takes_the_rest_from_the_embedded_suite() {
        let own = files(&[("mine.yaml", "own"), ("readings.yaml", "own")]);
        let embedded = files(&[
            ("2.2.yaml", "embedded"),
            ("readings.yaml", "embedded"),
            ("requirements.yaml", "embedded"),
            ("suite.yaml", "embedded"),
        ]);
        let expected = files(&[
            ("mine.yaml", "own"),
            ("readings.yaml", "own"),
            ("requirements.yaml", "embedded"),
            ("suite.yaml", "embedded"),
        ]);
        assert_eq!(completed(own, embedded), expected);
    }
}
