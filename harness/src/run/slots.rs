//! How many implementations may work at a time.

use std::sync::{Condvar, Mutex, PoisonError};

/// Slots, some of them free.
pub(super) struct Slots {
    free: Mutex<usize>,
    freed: Condvar,
}

/// A slot that is taken until this is dropped.
pub(super) struct Slot<'a>(&'a Slots);

impl Slots {
    pub(super) const fn new(count: usize) -> Self {
        Self { free: Mutex::new(count), freed: Condvar::new() }
    }

    /// Waits for a slot.
    pub(super) fn take(&self) -> Slot<'_> {
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.freed.wait_while(free, |free| *free == 0);
        *waited.unwrap_or_else(PoisonError::into_inner) -= 1;
        Slot(self)
    }
}

impl Drop for Slot<'_> {
    fn drop(&mut self) {
        *self.0.free.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.0.freed.notify_one();
    }
}
