//! Small worlds: every pattern, path and file that a few symbols make, against naive definitions that share no code with
//! the reference.

mod groups;
mod paths;
mod queries;
mod words;
