//! The trait by which a robots.txt implementation written in Rust is tested.

use crate::outcome::Answer;
use crate::printable;
use crate::protocol::Visit;
use serde::{Deserialize, Serialize};

/// Who an implementation is; shown in reports.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct About {
    /// Short name, unique in a run: lower-case letters, digits, `-`, `_` and `.`.
    pub name: String,
    /// Version of the implementation (not of its adapter).
    #[serde(default)]
    pub version: String,
    /// Programming language, as people write it.
    #[serde(default)]
    pub language: String,
    /// Where the project lives.
    #[serde(default)]
    pub homepage: String,
}

impl About {
    /// The same, made printable.
    #[must_use]
    pub fn printable(&self) -> Self {
        let printable = |text: &str| printable::line(text.as_bytes());
        Self {
            name: printable(&self.name),
            version: printable(&self.version),
            language: printable(&self.language),
            homepage: printable(&self.homepage),
        }
    }
}

/// A robots.txt parser and matcher under test (RFC 9309, sections 2.2 and 2.5).
///
/// ```
/// use repspec::{implementation::{About, Implementation}, outcome::{Answer, Verdict}};
///
/// struct AllowAll;
/// impl Implementation for AllowAll {
///     fn about(&self) -> About {
///         About { name: "allow-all".into(), version: "1.0".into(), ..About::default() }
///     }
///     fn decide(&mut self, _robots_txt: &[u8], _token: &str, _uri: &str) -> Answer {
///         Answer::Verdict { verdict: Verdict::Allow, line: None }
///     }
/// }
/// ```
pub trait Implementation {
    /// Who this is.
    fn about(&self) -> About;

    /// May a crawler with this product token access this absolute URI under this robots.txt?
    ///
    /// `robots_txt` can be any octets. A panic here counts as a crash of the query.
    fn decide(&mut self, robots_txt: &[u8], token: &str, uri: &str) -> Answer;

    /// What it can do: `decide`, and `access` and `clock` if [`Implementation::visit`] is more than the default.
    fn capabilities(&self) -> &'static [&'static str] {
        &["decide"]
    }

    /// May the URI of the visit be accessed? The implementation fetches the robots.txt itself (RFC 9309, sections 2.3
    /// and 2.4), from the web that the visit names.
    fn visit(&mut self, _visit: &Visit) -> Answer {
        Answer::Unsupported { reason: "it fetches nothing".to_owned() }
    }
}
