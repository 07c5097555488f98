//! From the octets of a file to the raw types, item by item, so that one mistake does not hide the others.

use super::complaint::{Complaint, did_you_mean, nearest, quoted};
use super::text::text;
use super::yaml::{Node, outline};
use crate::printable;
use serde::de::DeserializeOwned;
use serde_path_to_error::Segment;
use serde_yaml::Value;

/// A file whose YAML is well-formed.
pub(crate) struct Document<'a> {
    file: &'a str,
    value: Value,
    node: Node,
}

impl<'a> Document<'a> {
    /// Reads a file, or says why its octets are no YAML that a suite allows.
    pub(super) fn parse(file: &'a str, octets: &[u8]) -> Result<Self, Vec<Complaint>> {
        Self::of_text(file, text(file, octets)?)
    }

    /// Reads text in which no octet matters to YAML that an editor may change.
    pub(crate) fn of_text(file: &'a str, text: &str) -> Result<Self, Vec<Complaint>> {
        let node = outline(file, text)?;
        let value = serde_yaml::from_str(text).map_err(|error| {
            let line = error.location().map(|place| place.line());
            let message =
                format!("not valid YAML: {}", printable::line(error.to_string().as_bytes()));
            vec![Complaint { code: "syntax", file: file.to_owned(), line, message }]
        })?;
        Ok(Self { file, value, node })
    }

    /// The value of the whole file, and where it stands.
    pub(crate) fn root(&self) -> (Value, Spot<'_>) {
        (self.value.clone(), Spot { file: self.file, node: &self.node })
    }
}

/// A place in a file, for complaints.
#[derive(Clone, Copy)]
pub(crate) struct Spot<'a> {
    file: &'a str,
    node: &'a Node,
}

impl Spot<'_> {
    pub(crate) fn key(self, key: &str) -> Self {
        Self { node: self.node.key(key), ..self }
    }

    pub(crate) fn item(self, index: usize) -> Self {
        Self { node: self.node.item(index), ..self }
    }

    pub(crate) const fn line(self) -> usize {
        self.node.line
    }

    pub(crate) fn complaint(self, code: &'static str, message: impl Into<String>) -> Complaint {
        Complaint {
            code,
            file: self.file.to_owned(),
            line: Some(self.line()),
            message: message.into(),
        }
    }
}

impl std::fmt::Display for Spot<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}:{}", self.file, self.line())
    }
}

/// So many unknown fields of one item are told; each costs another attempt.
const MOST_UNKNOWN_FIELDS: usize = 10;

/// Reads one item; its unknown fields are complained about, and the first other mistake of shape.
pub(crate) fn item<T: DeserializeOwned>(
    mut value: Value,
    spot: Spot<'_>,
    complaints: &mut Vec<Complaint>,
) -> Option<T> {
    let mut unknown_fields = 0;
    while unknown_fields < MOST_UNKNOWN_FIELDS {
        let error = match serde_path_to_error::deserialize(value.clone()) {
            Ok(item) => return Some(item).filter(|_| unknown_fields == 0),
            Err(error) => error,
        };
        let complaint = complaint(&error, spot);
        let removed = complaint.code == "unknown-field" && remove(&mut value, &error);
        // A misspelled field is missing under its right name: that is one mistake, not two.
        if unknown_fields == 0 || complaint.code != "missing-field" {
            complaints.push(complaint);
        }
        if !removed {
            return None;
        }
        unknown_fields += 1;
    }
    None
}

type ShapeError = serde_path_to_error::Error<serde_yaml::Error>;

fn complaint(error: &ShapeError, spot: Spot<'_>) -> Complaint {
    let spot = error.path().iter().fold(spot, |spot, segment| match segment {
        Segment::Seq { index } => spot.item(*index),
        Segment::Map { key } => spot.key(key),
        Segment::Enum { .. } | Segment::Unknown => spot,
    });
    let said = error.inner().to_string();
    let mut names = said.split('`').skip(1).step_by(2);
    let first = names.next().unwrap_or_default();
    let known: Vec<&str> = names.collect();
    let (code, message) = if said.starts_with("unknown field") {
        ("unknown-field", format!("unknown field {}{}", quoted(first), alternatives(first, &known)))
    } else if said.starts_with("unknown variant") {
        ("unknown-word", format!("unknown word {}{}", quoted(first), alternatives(first, &known)))
    } else if said.starts_with("missing field") {
        ("missing-field", format!("the field `{first}` is missing"))
    } else if said.ends_with("expected a string") {
        ("wrong-type", format!("{}; put it in double quotes", shown(&said)))
    } else if let Some((found, _)) = said.split_once(", expected struct ") {
        ("wrong-type", format!("{}, expected a mapping of fields", shown(found)))
    } else {
        ("wrong-type", shown(&said))
    };
    spot.complaint(code, message)
}

fn alternatives(unknown: &str, known: &[&str]) -> String {
    match nearest(unknown, known.iter().copied()) {
        Some(_) => did_you_mean(unknown, known.iter().copied()),
        None if known.is_empty() => String::new(),
        None => format!("; known here: {}", known.join(", ")),
    }
}

fn shown(said: &str) -> String {
    printable::short_line(said.as_bytes(), 300)
}

/// Takes the field that the error is about out of the value.
fn remove(value: &mut Value, error: &ShapeError) -> bool {
    let mut path: Vec<&Segment> = error.path().iter().collect();
    let Some(Segment::Map { key: last }) = path.pop() else { return false };
    let parent = path.into_iter().try_fold(value, |value, segment| match segment {
        Segment::Seq { index } => value.get_mut(*index),
        Segment::Map { key } => value.get_mut(key.as_str()),
        Segment::Enum { .. } | Segment::Unknown => None,
    });
    parent
        .and_then(Value::as_mapping_mut)
        .is_some_and(|fields| fields.remove(last.as_str()).is_some())
}
