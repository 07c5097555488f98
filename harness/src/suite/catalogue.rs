//! Checks the requirements and the readings.

use super::complaint::{Complaint, did_you_mean, quoted};
use super::read::{Document, Spot, item};
use super::words::{is_id, section_numbers};
use super::{Level, Reading, ReadingAnswer, ReadingKind, Requirement, StatementKind, Tested, raw};
use serde_yaml::Value;
use std::collections::BTreeMap;

/// What cases refer to.
pub(super) struct Catalogue {
    /// In the order of the RFC's sections.
    pub(super) requirements: Vec<Requirement>,
    /// In the order of their file.
    pub(super) readings: Vec<Reading>,
    /// Whether both files are without fault; if not, what seems unknown may be there.
    pub(super) complete: bool,
}

impl Catalogue {
    /// Complains about an id that no requirement has.
    pub(super) fn requirement(&self, id: &str, spot: Spot<'_>) -> Option<Complaint> {
        let known = || self.requirements.iter().map(|requirement| requirement.id.as_str());
        (self.complete && known().all(|name| name != id)).then(|| {
            let message =
                format!("no requirement has the id {}{}", quoted(id), did_you_mean(id, known()));
            spot.complaint("unknown-requirement", message)
        })
    }

    /// The reading with this id; without it, perhaps a complaint.
    pub(super) fn reading(&self, id: &str, spot: Spot<'_>) -> Result<&Reading, Option<Complaint>> {
        let known = || self.readings.iter().map(|reading| reading.id.as_str());
        self.readings.iter().find(|reading| reading.id == id).ok_or_else(|| {
            let message =
                format!("no reading has the id {}{}", quoted(id), did_you_mean(id, known()));
            self.complete.then(|| spot.complaint("unknown-reading", message))
        })
    }

    /// Complains about a section that neither the requirements have nor is `regressions`.
    pub(super) fn section(&self, section: &str, spot: Spot<'_>) -> Option<Complaint> {
        let known = || self.requirements.iter().map(|requirement| requirement.section.as_str());
        let unknown = section != "regressions" && known().all(|name| name != section);
        (self.complete && unknown).then(|| {
            let message = format!(
                "no requirement belongs to section {}; it must be a section of requirements.yaml, or `regressions`",
                quoted(section)
            );
            spot.complaint("unknown-section", message)
        })
    }
}

/// Notes ids that were seen, with their places, and complains about a second use.
#[derive(Default)]
pub(super) struct Ids(BTreeMap<String, String>);

impl Ids {
    /// Complains if the id is malformed, or was there before.
    pub(super) fn check(&mut self, id: &str, spot: Spot<'_>) -> Option<Complaint> {
        let spot = spot.key("id");
        if let Some(complaint) = bad_id(id, spot) {
            return Some(complaint);
        }
        if let Some(before) = self.0.get(id) {
            let message = format!("the id {} is taken already, at {before}", quoted(id));
            return Some(spot.complaint("duplicate-id", message));
        }
        self.0.insert(id.to_owned(), spot.to_string());
        None
    }
}

/// Complains about an id that is not one.
pub(super) fn bad_id(id: &str, spot: Spot<'_>) -> Option<Complaint> {
    let message =
        || format!("the id {} must be lower-case words or numbers joined by hyphens", quoted(id));
    (!is_id(id)).then(|| spot.complaint("bad-id", message()))
}

/// Complains about a text without a word.
pub(super) fn empty(text: &str, spot: Spot<'_>) -> Option<Complaint> {
    text.trim()
        .is_empty()
        .then(|| spot.complaint("empty-text", "this text is empty; write a sentence"))
}

fn bad_section(section: &str, spot: Spot<'_>) -> Option<Complaint> {
    section_numbers(section).is_none().then(|| {
        let message =
            format!("{} is not the number of a section, such as \"2.2.1\"", quoted(section));
        spot.key("section").complaint("unknown-section", message)
    })
}

/// Reads `requirements.yaml`.
pub(super) fn requirements(
    document: &Document<'_>,
    complaints: &mut Vec<Complaint>,
) -> Vec<Requirement> {
    let (value, spot) = document.root();
    let Some(file) = item::<raw::RequirementsFile<Value>>(value, spot, complaints) else {
        return Vec::new();
    };
    let mut ids = Ids::default();
    let mut requirements = Vec::new();
    for (index, value) in file.requirements.into_iter().enumerate() {
        let spot = spot.key("requirements").item(index);
        let Some(raw) = item::<raw::Requirement>(value, spot, complaints) else { continue };
        complaints.extend(ids.check(&raw.id, spot));
        requirements.push(requirement(raw, spot, complaints));
    }
    requirements.sort_by_key(|requirement| section_numbers(&requirement.section));
    requirements
}

fn requirement(
    raw: raw::Requirement,
    spot: Spot<'_>,
    complaints: &mut Vec<Complaint>,
) -> Requirement {
    complaints.extend(bad_section(&raw.section, spot));
    complaints.extend(empty(&raw.text, spot.key("text")));
    if (raw.kind == StatementKind::Keyword) == (raw.level == Level::Stated) {
        let message = "a statement with a keyword has `kind: keyword` and the keyword's level; one without has \
                       `level: stated` and another kind";
        complaints.push(spot.key("kind").complaint("level-and-kind", message));
    }
    let tested = match raw.tested {
        raw::Tested::Here(raw::TestedBy::Verdict) => Tested::ByVerdict,
        raw::Tested::Here(raw::TestedBy::Access) => Tested::ByAccess,
        raw::Tested::Here(raw::TestedBy::Robustness) => Tested::ByRobustness,
        raw::Tested::NotHere(because) => {
            complaints.extend(empty(&because.not, spot.key("tested")));
            Tested::Not(because.not)
        }
    };
    let raw::Requirement { id, section, level, kind, binds, text, .. } = raw;
    Requirement { id, section, level, kind, binds, tested, text }
}

/// Reads `readings.yaml`.
pub(super) fn readings(document: &Document<'_>, complaints: &mut Vec<Complaint>) -> Vec<Reading> {
    let (value, spot) = document.root();
    let Some(file) = item::<raw::ReadingsFile<Value>>(value, spot, complaints) else {
        return Vec::new();
    };
    let mut ids = Ids::default();
    let mut readings = Vec::new();
    for (index, value) in file.readings.into_iter().enumerate() {
        let spot = spot.key("readings").item(index);
        let Some(raw) = item::<raw::Reading>(value, spot, complaints) else { continue };
        complaints.extend(ids.check(&raw.id, spot));
        readings.extend(reading(raw, spot, complaints));
    }
    readings
}

fn reading(raw: raw::Reading, spot: Spot<'_>, complaints: &mut Vec<Complaint>) -> Option<Reading> {
    complaints.extend(bad_section(&raw.section, spot));
    complaints.extend(empty(&raw.point, spot.key("point")));
    let kind = match (raw.kind, raw.answers, raw.because) {
        (raw::ReadingKind::Observed, Some(given), None) => {
            ReadingKind::Observed(answers(given, spot.key("answers"), complaints))
        }
        (raw::ReadingKind::Contested, None, Some(because)) => {
            complaints.extend(empty(&because, spot.key("because")));
            ReadingKind::Contested(because)
        }
        (raw::ReadingKind::Decided, None, Some(because)) => {
            complaints.extend(empty(&because, spot.key("because")));
            ReadingKind::Decided(because)
        }
        _ => {
            let message = "an observed reading has `answers`; a contested or decided one has `because`; none has both";
            complaints.push(spot.key("kind").complaint("answers-or-because", message));
            return None;
        }
    };
    Some(Reading { id: raw.id, section: raw.section, point: raw.point, kind })
}

fn answers(
    raw: Vec<raw::Answer>,
    spot: Spot<'_>,
    complaints: &mut Vec<Complaint>,
) -> Vec<ReadingAnswer> {
    if raw.is_empty() {
        complaints.push(
            spot.complaint("answers-or-because", "an observed reading has at least one answer"),
        );
    }
    let mut ids = Ids::default();
    for (index, answer) in raw.iter().enumerate() {
        let spot = spot.item(index);
        complaints.extend(ids.check(&answer.id, spot));
        complaints.extend(empty(&answer.text, spot.key("text")));
    }
    raw.into_iter().map(|raw::Answer { id, text }| ReadingAnswer { id, text }).collect()
}
