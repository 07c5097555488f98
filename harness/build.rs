//! Lists the files of `adapters/`, so that the command carries them.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// What installing by hand leaves in an adapter's folder, and what tools leave everywhere.
const INSTALLED: &[&str] =
    &["venv", "node_modules", "lib", "classes", "target", "shim", "Cargo.toml", "__pycache__"];

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=adapters");
    let root = PathBuf::from(variable("CARGO_MANIFEST_DIR")?).join("adapters");
    let mut files = Vec::new();
    collect(&root, &mut files)?;
    files.sort();
    let mut list = "&[\n".to_owned();
    for file in &files {
        let name = file.strip_prefix(&root).map_err(io::Error::other)?;
        let name = name.to_string_lossy().replace('\\', "/");
        // A line that cannot be written to a string is out of memory.
        let _ = writeln!(list, "    ({name:?}, include_bytes!({file:?})),");
    }
    list.push(']');
    fs::write(PathBuf::from(variable("OUT_DIR")?).join("adapters.rs"), list)
}

fn variable(name: &str) -> io::Result<String> {
    env::var(name).map_err(io::Error::other)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with('.') || INSTALLED.contains(&name.as_str()) {
            continue;
        }
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), files)?;
        } else {
            files.push(entry.path());
        }
    }
    Ok(())
}
