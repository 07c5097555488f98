//! RFC 9309 (robots.txt) as code.
#![no_std]
