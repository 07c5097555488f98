//! What the fuzz targets are made of: generators make questions, oracles judge the answers, and a target only
//! joins the two.

#![forbid(unsafe_code)]

pub mod judge;
pub mod question;
