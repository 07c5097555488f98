//! The published schemas of the suite's files are those of the types. `UPDATE_SCHEMA=1` rewrites them.

use std::path::Path;

#[test]
fn published_schemas_are_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/schema");
    for (name, schema) in repspec::suite::schemas() {
        let fresh = serde_json::to_string_pretty(&schema).unwrap() + "\n";
        let file = folder.join(name);
        if std::env::var_os("UPDATE_SCHEMA").is_some() {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&file, &fresh).unwrap();
        }
        let published = std::fs::read_to_string(&file).unwrap_or_default();
        assert!(published == fresh, "{name} is out of date: run this test with UPDATE_SCHEMA=1");
    }
}
