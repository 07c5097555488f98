//! Reports: folds of the stream of events.
