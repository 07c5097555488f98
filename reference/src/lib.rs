//! RFC 9309, the Robots Exclusion Protocol, as code: a parser and matcher in the order of the RFC that decides
//! and explains.
//!
//! ```
//! use repspec_reference::{Robots, Verdict};
//!
//! let robots = Robots::parse(b"User-agent: *\nDisallow: /private/\n");
//! let decision = robots.decide("examplebot", "https://shop.example/private/x");
//! assert_eq!(decision.verdict, Verdict::Disallow);
//! ```
//!
//! Where the RFC contradicts itself or is silent, the defaults of [`seam::Seam`] say what this crate does; any of
//! them can be answered otherwise without a second parser or matcher. Any octets are accepted, nothing panics, and
//! the cost of a match is bounded: near linear in the length of the URI and the pattern.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod access;
mod decide;
mod explain;
mod matching;
mod normalise;
pub mod octets;
mod parse;
mod pattern;
pub mod seam;
mod select;
mod target;
mod terms;

pub use decide::{Decision, Reason, Rules, Verdict};
pub use explain::{ChosenGroup, Explanation, RuleAccount};
pub use matching::{matched_octets, matches};
pub use normalise::normalise;
pub use parse::{Group, Robots, RuleLine, for_each_line};
pub use pattern::Pattern;
pub use select::{SelectedBy, Selection, select_groups};
pub use target::Target;
