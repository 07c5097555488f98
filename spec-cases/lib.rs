//! The conformance cases for RFC 9309 as data: every file of the suite, embedded.

/// Name and text of every file of the suite, sorted by name.
pub const FILES: &[(&str, &str)] = &[];
