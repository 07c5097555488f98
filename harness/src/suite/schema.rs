//! The published JSON Schemas of the suite's files.

use super::raw;
use schemars::{Schema, schema_for};

/// The schema of every kind of file, by the name under which it is published.
#[must_use]
pub fn schemas() -> [(&'static str, Schema); 4] {
    [
        ("case-file.schema.json", schema_for!(raw::CaseFile)),
        ("requirements.schema.json", schema_for!(raw::RequirementsFile)),
        ("readings.schema.json", schema_for!(raw::ReadingsFile)),
        ("suite.schema.json", schema_for!(raw::SuiteFile)),
    ]
}
