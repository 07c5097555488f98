//! The implementations that this program can install, and which release of one is meant.

use super::embedded;
use crate::adapter::{Adapter, Package, Registry};
use crate::baseline::Baseline;
use crate::suite::{Complaint, Complaints};

/// An implementation that can be installed.
#[derive(Clone, Debug)]
pub struct Known {
    /// What its `adapter.yaml` says.
    pub adapter: Adapter,
    /// The package that is installed for it.
    pub package: Package,
}

/// Which release of an implementation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Release {
    /// The one that the lock files pin.
    Locked(String),
    /// Another one: there are no hashes to check it by.
    Other(String),
    /// The one that the machine has.
    OfSystem,
}

/// A release that cannot be chosen.
#[derive(Debug, thiserror::Error)]
#[error("`{name}` has the version that the machine has ({package}); none can be chosen")]
pub struct NoSuchRelease {
    name: String,
    package: Package,
}

/// All of them, sorted by name.
///
/// # Errors
/// What is wrong with an adapter that this program carries; a test proves that nothing is.
pub fn known() -> Result<Vec<Known>, Complaints> {
    embedded::adapters().map(|(folder, text)| Known::parse(folder, text)).collect()
}

impl Known {
    fn parse(folder: &str, text: &[u8]) -> Result<Self, Complaints> {
        let file = format!("{folder}/adapter.yaml");
        let adapter = Adapter::parse(&file, &String::from_utf8_lossy(text))?;
        let Some(package) = adapter.package.clone().filter(|_| adapter.name == folder) else {
            let message = "a bundled adapter has `package`, and the name of its folder".to_owned();
            let code = "bad-bundled-adapter";
            return Err(Complaints(vec![Complaint { code, file, line: None, message }]));
        };
        Ok(Self { adapter, package })
    }

    /// What its usual release gets wrong, if that is known.
    ///
    /// # Errors
    /// What is wrong with the baseline that this program carries; a test proves that nothing is.
    #[must_use]
    pub fn baseline(&self) -> Option<Result<Baseline, Complaints>> {
        let text = String::from_utf8_lossy(embedded::baseline(&self.adapter.name)?);
        Some(Baseline::parse(&format!("{}/baseline.yaml", self.adapter.name), &text))
    }

    /// The release that is meant unless a version is named.
    #[must_use]
    pub fn usual(&self) -> Release {
        match self.package.registry {
            Registry::Debian | Registry::Runtime => Release::OfSystem,
            _ => Release::Locked(self.adapter.version.clone()),
        }
    }

    /// The release of this version; the usual one if `None`.
    ///
    /// # Errors
    /// If the machine has its version, and another one is asked for.
    pub fn release(&self, version: Option<&str>) -> Result<Release, NoSuchRelease> {
        let usual = self.usual();
        match version {
            Some(version) if version != usual.version() && usual == Release::OfSystem => {
                Err(NoSuchRelease {
                    name: self.adapter.name.clone(),
                    package: self.package.clone(),
                })
            }
            Some(version) if version != usual.version() => Ok(Release::Other(version.to_owned())),
            _ => Ok(usual),
        }
    }

    /// The program that runs the shim, without its folder.
    pub(super) fn program(&self) -> &str {
        let program = self.adapter.command.first().map_or("", String::as_str);
        program.rsplit('/').next().unwrap_or(program)
    }
}

impl Release {
    /// Its version, or the word for the one that the machine has.
    #[must_use]
    pub fn version(&self) -> &str {
        match self {
            Self::Locked(version) | Self::Other(version) => version,
            Self::OfSystem => "system",
        }
    }

    /// The version that a hello must name, where that is known.
    #[must_use]
    pub fn promised(&self) -> Option<&str> {
        match self {
            Self::Locked(version) | Self::Other(version) => Some(version),
            Self::OfSystem => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtin::BUILTIN;

    #[test]
    fn what_is_carried_is_sound_and_named_once() {
        let known = known().unwrap();
        let names: Vec<&str> = known.iter().map(|known| known.adapter.name.as_str()).collect();
        assert!(names.contains(&"protego"), "{names:?}");
        assert!(names.is_sorted_by(|one, other| one < other), "{names:?}");
        assert!(BUILTIN.iter().all(|builtin| !names.contains(&builtin.name)), "{names:?}");
    }

    #[test]
    fn any_version_can_be_chosen_unless_the_machine_has_it() {
        let known = known().unwrap();
        let named = |name| known.iter().find(|known| known.adapter.name == name).unwrap();
        let protego = named("protego");
        let pinned = Release::Locked(protego.adapter.version.clone());
        assert_eq!(protego.release(None).unwrap(), pinned);
        assert_eq!(protego.release(Some(pinned.version())).unwrap(), pinned);
        assert_eq!(protego.release(Some("0.1")).unwrap(), Release::Other("0.1".to_owned()));
        let urllib = named("urllib-robotparser");
        assert_eq!(urllib.release(None).unwrap(), Release::OfSystem);
        assert_eq!(urllib.release(Some("system")).unwrap(), Release::OfSystem);
        let refused = urllib.release(Some("3.11")).unwrap_err().to_string();
        assert!(refused.contains("(runtime python3); none can be chosen"), "{refused}");
    }
}
