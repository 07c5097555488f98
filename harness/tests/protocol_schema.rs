//! What is published about the adapter protocol agrees with the types that speak it.
//!
//! `UPDATE_SCHEMA=1 cargo test -p repspec --test protocol_schema` rewrites the schema.

use repspec::protocol::{FromChild, ToChild, VERSION};
use schemars::SchemaGenerator;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

fn docs(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs").join(file)
}

/// Both directions, so that one schema checks any line of a conversation.
fn schema() -> Value {
    let mut generator = SchemaGenerator::default();
    let to_child = generator.subschema_for::<ToChild>();
    let from_child = generator.subschema_for::<FromChild>();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": format!("repspec adapter protocol, version {VERSION}"),
        "description": "One line of the conversation between the harness and an adapter.",
        "anyOf": [to_child, from_child],
        "$defs": generator.take_definitions(true),
    })
}

#[test]
fn the_published_schema_is_the_one_of_the_types() {
    let file = docs("schema/protocol.schema.json");
    if std::env::var_os("UPDATE_SCHEMA").is_some() {
        std::fs::write(&file, format!("{:#}\n", schema())).unwrap();
    }
    let published: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
    assert!(
        published == schema(),
        "{} is out of date; run this test with UPDATE_SCHEMA=1 and commit the file",
        file.display()
    );
}

#[test]
fn every_message_shown_in_the_documentation_is_one() {
    let text = std::fs::read_to_string(docs("protocol.md")).unwrap();
    let shown: Vec<&str> = text.lines().filter(|line| line.starts_with("{\"repspec\"")).collect();
    assert!(shown.len() >= 3, "hello, ask and answer are shown as lines of their own: {shown:?}");
    for line in shown {
        let to_child = serde_json::from_str::<ToChild>(line);
        let from_child = serde_json::from_str::<FromChild>(line);
        assert!(to_child.is_ok() || from_child.is_ok(), "{line}: {to_child:?} {from_child:?}");
    }
}
