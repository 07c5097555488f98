//! Compares the reference with robotxt on files that leave no room for readings.
//!
//!     cargo fuzz run differential

#![no_main]

use libfuzzer_sys::fuzz_target;
use repspec_fuzz::{judge, question::Question};

fuzz_target!(|question: Question| {
    if let Err(finding) = judge::judge(&question) {
        panic!("{finding}");
    }
});
