//! Installing the world's implementations: each with its adapter, in a folder of its own.
//!
//! The adapters are part of this program ([`known`]). A [`Store`] is a folder with what is installed: one folder
//! `<name>@<version>` for each, which appears when everything in it is ready. How a package of a registry is made ready
//! is data (`recipe`).

mod check;
mod edit;
mod embedded;
mod hashes;
mod known;
mod make;
mod problem;
mod recipe;
mod staging;
mod store;
mod tool;
mod wanted;

pub use check::{Trouble, check};
pub use known::{Known, NoSuchRelease, Release, known};
pub use make::{Done, is_current, make};
pub use problem::Problem;
pub use store::{Installed, Lock, NotFound, Store};
pub use tool::Missing;
pub use wanted::Wanted;
