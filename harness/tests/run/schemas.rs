//! The published JSON Schemas are those of the types. `UPDATE_SCHEMA=1` rewrites them.

use repspec::event::Event;
use repspec::report::Report;
use schemars::{JsonSchema, schema_for};
use std::path::Path;

fn check<T: JsonSchema>(file: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/schema").join(file);
    let schema = serde_json::to_string_pretty(&schema_for!(T)).unwrap() + "\n";
    if std::env::var_os("UPDATE_SCHEMA").is_some() {
        std::fs::write(&path, &schema).unwrap();
    }
    let published = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(published == schema, "{file} is out of date: run the test with UPDATE_SCHEMA=1");
}

#[test]
fn of_the_report() {
    check::<Report>("report.schema.json");
}

#[test]
fn of_an_event() {
    check::<Event>("events.schema.json");
}
