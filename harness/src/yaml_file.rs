//! Small YAML files that people write: read with a cap, taken strictly, complained about with a place.

use crate::suite::{Complaint, Complaints, Document, item};
use serde::de::DeserializeOwned;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Octets that such a file may have.
const CAP: u64 = 256 << 10;

/// Reads a file of UTF-8 text that is not over-long.
pub(crate) fn read(path: &Path) -> Result<String, Complaints> {
    let complain = |code, message: &str| {
        let file = path.to_string_lossy().into_owned();
        Complaints(vec![Complaint { code, file, line: None, message: message.to_owned() }])
    };
    let mut octets = Vec::new();
    File::open(path)
        .and_then(|file| file.take(CAP + 1).read_to_end(&mut octets))
        .map_err(|error| complain("unreadable", &error.to_string()))?;
    if octets.len() as u64 > CAP {
        return Err(complain("file-too-long", &format!("the file is longer than {CAP} octets")));
    }
    let text =
        String::from_utf8(octets).map_err(|_| complain("not-utf-8", "the file is not UTF-8"))?;
    if text.starts_with('\u{FEFF}') {
        return Err(complain("raw-character", "the file begins with a byte order mark; remove it"));
    }
    Ok(text)
}

/// Takes its text; the type says which fields there are, and the document where each value stands.
pub(crate) fn parse<'a, T: DeserializeOwned>(
    file: &'a str,
    text: &str,
) -> Result<(T, Document<'a>), Complaints> {
    let document = Document::of_text(file, text).map_err(Complaints)?;
    let (value, root) = document.root();
    let mut complaints = Vec::new();
    match item(value, root, &mut complaints) {
        Some(taken) if complaints.is_empty() => Ok((taken, document)),
        _ => Err(Complaints(complaints)),
    }
}
