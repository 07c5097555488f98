//! A way to end early.

use std::sync::atomic::{AtomicBool, Ordering};

/// Says when to end early: once its flag is set, nothing more is started, asked or told, and what runs is ended.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stop(Option<&'static AtomicBool>);

impl Stop {
    /// Goes on to the end.
    pub const NEVER: Self = Self(None);

    /// Ends early once the flag is set. It must not be unset again.
    #[must_use]
    pub const fn when(flag: &'static AtomicBool) -> Self {
        Self(Some(flag))
    }

    /// Whether to end now.
    #[must_use]
    pub fn is_set(self) -> bool {
        self.0.is_some_and(|flag| flag.load(Ordering::SeqCst))
    }
}
