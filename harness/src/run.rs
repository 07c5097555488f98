//! The runner: puts a selection of the suite to implementations and tells events.
