//! Conformance suite and differential fuzzing harness for RFC 9309, the Robots Exclusion Protocol.
//!
//! A [`suite::Suite`] of cases is put to implementations; each answer is judged against the verdict
//! that the RFC's text gives, and the run is told as a stream of [`event::Event`]s that reporters fold.
//!
//! To test a parser written in Rust, implement [`implementation::Implementation`]; any other speaks the
//! adapter protocol ([`protocol`]) or is a plain command ([`drive`]).

pub mod adapter;
pub mod answers;
pub mod baseline;
pub mod builtin;
pub mod bundle;
pub mod bundle_web;
#[cfg(feature = "web")]
pub mod crawler;
pub mod drive;
pub mod event;
pub mod explain;
pub mod faults;
pub mod implementation;
pub mod outcome;
pub mod printable;
pub mod protocol;
pub mod reproduce;
pub mod run;
pub mod serve;
pub mod suite;
pub mod traceability;
pub mod variant;
#[cfg(feature = "web")]
pub mod web;
mod yaml_file;

#[cfg(feature = "cli")]
mod atomic;
#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "cli")]
pub mod install;
#[cfg(feature = "cli")]
pub mod report;
