//! Baselines: known failures with reasons, kept as data.
