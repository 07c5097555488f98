//! The YAML as it is written; only the loader sees it.
