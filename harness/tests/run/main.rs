//! The runner, baselines and reports over a made-up suite and made-up replies.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod baselines;
mod compare;
mod compare_cli;
mod endings;
mod issue;
mod issue_cli;
mod made_up;
mod reports;
mod schema_check;
mod schemas;
mod statements;
