//! The child's side of the adapter protocol, for implementations written in Rust.
