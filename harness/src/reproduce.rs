//! Snippets that ask a library one question by its own interface, for bug reports.

use serde::Deserialize;
use std::borrow::Cow;

/// A program that asks a library one question and prints the answer.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reproduce {
    /// The language that it is written in, which need not be the library's own.
    pub language: Language,
    /// The program, with `{robots_txt}`, `{token}` and `{uri}`, each of which becomes a literal in double quotes.
    pub code: Cow<'static, str>,
}

/// A language of which the string literals are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Language {
    /// Go.
    Go,
    /// Java.
    Java,
    /// JavaScript.
    Javascript,
    /// Perl.
    Perl,
    /// Python.
    Python,
    /// Ruby.
    Ruby,
    /// Rust.
    Rust,
}

/// What stands for the robots.txt, the product token and the URI.
const PLACEHOLDERS: [&str; 3] = ["{robots_txt}", "{token}", "{uri}"];

impl Reproduce {
    /// A placeholder that the code does without, though it must not.
    pub(crate) fn missing(&self) -> Option<&'static str> {
        PLACEHOLDERS.into_iter().find(|name| !self.code.contains(name))
    }

    /// The program for one question.
    #[must_use]
    pub fn fill(&self, robots_txt: &[u8], token: &str, uri: &str) -> String {
        let values = [robots_txt, token.as_bytes(), uri.as_bytes()];
        let mut filled = String::new();
        let mut rest = &*self.code;
        // One pass: what is filled in can hold the text of a placeholder.
        while let Some(brace) = rest.find('{') {
            let (before, from) = rest.split_at(brace);
            filled.push_str(before);
            let found = PLACEHOLDERS.iter().zip(values).find(|(name, _)| from.starts_with(**name));
            rest = match found {
                Some((name, value)) => {
                    filled.push_str(&self.language.literal(value));
                    &from[name.len()..]
                }
                None => {
                    filled.push('{');
                    &from[1..]
                }
            };
        }
        filled + rest
    }
}

impl Language {
    /// Its word, also in front of a block of code in Markdown.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Go => "go",
            Self::Java => "java",
            Self::Javascript => "javascript",
            Self::Perl => "perl",
            Self::Python => "python",
            Self::Ruby => "ruby",
            Self::Rust => "rust",
        }
    }

    /// A literal in double quotes of so many octets, or in Java and JavaScript of characters with the same numbers.
    fn literal(self, octets: &[u8]) -> String {
        let escaped: String = octets.iter().map(|octet| self.escaped(*octet)).collect();
        format!("\"{escaped}\"")
    }

    fn escaped(self, octet: u8) -> String {
        match (octet, self) {
            (b'\n', _) => "\\n".to_owned(),
            (b'\r', _) => "\\r".to_owned(),
            (b'\t', _) => "\\t".to_owned(),
            // Else these begin an interpolation.
            (b'"' | b'\\', _) | (b'#', Self::Ruby) | (b'$' | b'@', Self::Perl) => {
                format!("\\{}", char::from(octet))
            }
            (b' '..=b'~', _) => char::from(octet).to_string(),
            // Java has no `\x`, and takes `\u` for a character of the source.
            (_, Self::Java) => format!("\\{octet:03o}"),
            _ => format!("\\x{octet:02x}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Language, Reproduce};

    const ALL: [Language; 7] = [
        Language::Go,
        Language::Java,
        Language::Javascript,
        Language::Perl,
        Language::Python,
        Language::Ruby,
        Language::Rust,
    ];

    #[test]
    fn octets_are_escaped_as_each_language_asks() {
        for language in ALL {
            let wanted = match language {
                Language::Java => r##""a\"\\\n\r\t\000\0331\377#{x}$y@z""##,
                Language::Perl => r##""a\"\\\n\r\t\x00\x1b1\xff#{x}\$y\@z""##,
                Language::Ruby => r##""a\"\\\n\r\t\x00\x1b1\xff\#{x}$y@z""##,
                _ => r##""a\"\\\n\r\t\x00\x1b1\xff#{x}$y@z""##,
            };
            let octets = b"a\"\\\n\r\t\x00\x1b1\xff#{x}$y@z";
            assert_eq!(language.literal(octets), wanted, "{language:?}");
        }
    }

    #[test]
    fn no_literal_has_anything_but_printable_ascii() {
        let every: Vec<u8> = (0..=255).collect();
        for language in ALL {
            let literal = language.literal(&every);
            assert!(literal.bytes().all(|octet| (b' '..=b'~').contains(&octet)), "{literal}");
        }
    }

    #[test]
    fn only_the_placeholders_are_replaced_and_only_once() {
        let code = "{ if {x} ask(b{robots_txt}, {token}, {uri}) }".into();
        let reproduce = Reproduce { language: Language::Python, code };
        let filled = reproduce.fill(b"{uri}", "{token}", "{");
        assert_eq!(filled, r#"{ if {x} ask(b"{uri}", "{token}", "{") }"#);
    }
}
