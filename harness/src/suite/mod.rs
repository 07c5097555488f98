//! The suite: requirements, readings and cases, loaded from YAML into types that cannot be wrong.

mod complaint;
mod load;
mod model;
mod raw;
mod yaml;

pub use complaint::{Complaint, Complaints};
pub use load::{embedded, load_dir};
pub use model::*;
