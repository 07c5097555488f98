//! The conformance cases for RFC 9309 as data: every file of the suite, embedded.

macro_rules! embed {
    ($($name:literal)*) => { &[$(($name, include_str!($name))),*] };
}

/// Name and text of every file of the suite, sorted by name.
pub const FILES: &[(&str, &str)] = embed![
    "2.1-protocol-definition.yaml"
    "2.2-formal-syntax.yaml"
    "2.2-lines.yaml"
    "2.2-outside-the-grammar.yaml"
    "2.2-utf-8.yaml"
    "2.2.1-invalid-tokens.yaml"
    "2.2.1-user-agent-line.yaml"
    "2.2.2-allow-and-disallow.yaml"
    "2.2.2-percent-encoding.yaml"
    "2.2.2-targets.yaml"
    "2.2.3-special-characters.yaml"
    "2.2.4-other-records.yaml"
    "2.3.1.5-parsing-errors.yaml"
    "2.5-limits.yaml"
    "3-security.yaml"
    "5.1-simple-example.yaml"
    "5.2-longest-match.yaml"
    "access/2.2.1-identification.yaml"
    "access/2.3-access-method.yaml"
    "access/2.3.1.1-successful-access.yaml"
    "access/2.3.1.2-redirects.yaml"
    "access/2.3.1.3-unavailable.yaml"
    "access/2.3.1.4-unreachable.yaml"
    "access/2.4-caching.yaml"
    "access/3-security.yaml"
    "readings.yaml"
    "regressions.yaml"
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
        let names_in = |below: &str| {
            let entries = std::fs::read_dir(folder.join(below)).unwrap();
            let name = |name: std::ffi::OsString| format!("{below}{}", name.into_string().unwrap());
            entries.map(move |entry| name(entry.unwrap().file_name())).collect::<Vec<_>>()
        };
        let mut names = [names_in(""), names_in("access/")].concat();
        names.retain(|name| name.ends_with(".yaml"));
        names.sort();
        let embedded: Vec<&str> = FILES.iter().map(|(name, _)| *name).collect();
        assert_eq!(embedded, names);
    }
}
