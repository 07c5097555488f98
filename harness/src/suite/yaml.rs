//! Checks on YAML text that must come before the YAML parser.
