//! The suite as one JSON file.

use crate::atomic;
use crate::bundle::Bundle;
use crate::suite::Suite;
use anyhow::Context as _;
use std::io::{self, Write};
use std::path::Path;

pub(super) fn to(out: &mut dyn Write, suite: &Suite) -> io::Result<()> {
    out.write_all(Bundle::of(suite).to_json()?.as_bytes())
}

/// Writes the file, which is never there by half.
pub(super) fn to_file(path: &Path, suite: &Suite) -> anyhow::Result<()> {
    atomic::write(path, |file| to(file, suite))
        .with_context(|| format!("cannot write {}", path.display()))
}
