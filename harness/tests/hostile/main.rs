//! Hostile adapters and commands: whatever they do, the right query gets the blame, the rest is asked, and nothing
//! of them is left running. What proves the last is in `/proc`, so these are tests for Linux.
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "these are tests, with a main of their own"
)]

#[cfg(target_os = "linux")]
mod adapters;
#[cfg(target_os = "linux")]
mod child;
#[cfg(target_os = "linux")]
mod commands;
#[cfg(target_os = "linux")]
mod linux;
#[cfg(target_os = "linux")]
mod run;

#[cfg(target_os = "linux")]
fn main() -> std::process::ExitCode {
    linux::main()
}

#[cfg(not(target_os = "linux"))]
fn main() {}
