//! The third-party parsers that the binary can stand for, each served in a process of its own.
