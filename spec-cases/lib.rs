//! The conformance cases for RFC 9309 as data: every file of the suite, embedded.

macro_rules! embed {
    ($($name:literal)*) => { &[$(($name, include_str!($name))),*] };
}

/// Name and text of every file of the suite, sorted by name.
pub const FILES: &[(&str, &str)] = embed![
    "readings.yaml"
    "requirements.yaml"
    "suite.yaml"
];

#[cfg(test)]
mod tests {
    use super::FILES;
    use std::path::Path;

    #[test]
    fn every_file_of_the_folder_is_embedded() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut names: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|name| name.ends_with(".yaml"))
            .collect();
        names.sort();
        let embedded: Vec<&str> = FILES.iter().map(|(name, _)| *name).collect();
        assert_eq!(embedded, names);
    }
}
