//! The suite: requirements, readings and cases, loaded from YAML into types that cannot be wrong.

mod body;
mod catalogue;
mod check;
mod complaint;
mod load;
mod model;
mod raw;
mod raw_web;
mod read;
mod scenario;
mod schema;
mod scoring;
mod select;
mod text;
mod web;
mod words;
mod yaml;

pub use complaint::{Complaint, Complaints, did_you_mean, nearest};
pub use load::{embedded, load_dir};
pub use model::*;
pub(crate) use read::{Document, Spot, item};
pub use scenario::{Answer, Certificate, Ending, Scenario, Service, Services, Step};
pub use schema::schemas;
#[cfg(feature = "cli")]
pub(crate) use select::is_within;
pub use select::{LevelClass, NothingSelected, SelectedCase, Selection};
#[cfg(feature = "web")]
pub(crate) use words::origin_of;
