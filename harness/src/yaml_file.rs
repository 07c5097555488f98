//! Small YAML files that people write: read with a cap, parsed strictly, complained about with a place.

use crate::suite::Complaint;
use serde::de::DeserializeOwned;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Octets that such a file may have.
const CAP: u64 = 256 << 10;

/// Reads a file of UTF-8 text that is not over-long.
pub(crate) fn read(path: &Path) -> Result<String, Complaint> {
    let complain = |code, message| complaint(&path.to_string_lossy(), 1, code, message);
    let mut octets = Vec::new();
    File::open(path)
        .and_then(|file| file.take(CAP + 1).read_to_end(&mut octets))
        .map_err(|error| complain("unreadable", error.to_string()))?;
    if octets.len() as u64 > CAP {
        return Err(complain("too-long", format!("has more than {CAP} octets")));
    }
    String::from_utf8(octets).map_err(|_| complain("not-utf-8", "is not UTF-8".to_owned()))
}

/// Parses it; the type says which fields there are.
pub(crate) fn parse<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, Complaint> {
    serde_yaml::from_str(text).map_err(|error| {
        let line = error.location().map_or(1, |location| location.line());
        complaint(file, line, "not-valid", error.to_string())
    })
}

pub(crate) fn complaint(file: &str, line: usize, code: &'static str, message: String) -> Complaint {
    Complaint { code, file: file.to_owned(), line, message }
}
