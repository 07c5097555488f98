//! What people name: `protego`, or `protego@0.1.16`.

use crate::adapter::is_name;
use std::fmt;
use std::str::FromStr;

/// An implementation that is named, perhaps with a version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: Option<String>,
}

impl FromStr for Wanted {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, version) = match text.split_once('@') {
            Some((name, version)) => (name, Some(version)),
            None => (text, None),
        };
        if !is_name(name) {
            return Err("a name has only a-z, 0-9, `-`, `_` and `.`".to_owned());
        }
        let version = version.map(plain_version).transpose()?;
        Ok(Self { name: name.to_owned(), version })
    }
}

/// A version as registries write it, but for the `v` that Go has before it.
fn plain_version(text: &str) -> Result<String, String> {
    let plain = text.strip_prefix('v').unwrap_or(text);
    let is_fit = |octet: u8| octet.is_ascii_alphanumeric() || b".+_-".contains(&octet);
    if plain.starts_with(|first: char| first.is_ascii_alphanumeric()) && plain.bytes().all(is_fit) {
        Ok(plain.to_owned())
    } else {
        Err("a version has only letters, digits, `.`, `+`, `_` and `-`".to_owned())
    }
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.version {
            Some(version) => write!(f, "{}@{version}", self.name),
            None => f.write_str(&self.name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_and_perhaps_a_version() {
        for (text, name, version) in [
            ("protego", "protego", None),
            ("protego@0.1.16", "protego", Some("0.1.16")),
            ("temoto@v1.1.2", "temoto", Some("1.1.2")),
            ("x@1.0rc1+b_2-3", "x", Some("1.0rc1+b_2-3")),
        ] {
            let wanted: Wanted = text.parse().unwrap();
            assert_eq!((wanted.name.as_str(), wanted.version.as_deref()), (name, version));
        }
    }

    #[test]
    fn nothing_that_could_be_a_path_or_an_option() {
        for text in ["", "@1", "x@", "x@v", "x@.", "x@../y", "x@-r", "x@1/2", "x@1@2", "x@1 2", "X"]
        {
            assert!(text.parse::<Wanted>().is_err(), "{text}");
        }
    }
}
