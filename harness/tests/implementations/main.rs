//! `repspec implementations`, with a script in place of all tools: no network is needed.
#![cfg(all(feature = "cli", unix))]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod install;
mod installed;
mod machine;
