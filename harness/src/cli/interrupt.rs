//! Signals: Ctrl-C (SIGINT) and SIGTERM end a run early.

use crate::drive::Stop;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};

/// Whether such a signal came.
static CAME: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
/// Which one.
static SIGNAL: LazyLock<Arc<AtomicUsize>> = LazyLock::new(Arc::default);

/// A signal ended the command early; what it had started is gone.
#[derive(Debug, thiserror::Error)]
#[error("interrupted")]
pub(super) struct Interrupted;

impl Interrupted {
    /// The exit status that shells give to what a signal ended.
    pub(super) fn status(&self) -> u8 {
        u8::try_from(128 + SIGNAL.load(Ordering::SeqCst)).unwrap_or(u8::MAX)
    }
}

/// From now on the first such signal asks to stop, and the second ends this process at once.
pub(super) fn listen() -> io::Result<Stop> {
    // A parent that ignores it hands that on, and the system then keeps from us how our children ended.
    #[cfg(unix)]
    flag::register(signal_hook::consts::SIGCHLD, Arc::default())?;
    for (signal, number) in [(SIGINT, 2), (SIGTERM, 15)] {
        flag::register_usize(signal, Arc::clone(&SIGNAL), number)?;
        // It comes before the next, so that it does not see what the same signal sets.
        flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(&CAME))?;
        flag::register(signal, Arc::clone(&CAME))?;
    }
    // One that came meanwhile has left its number at least.
    if SIGNAL.load(Ordering::SeqCst) != 0 {
        CAME.store(true, Ordering::SeqCst);
    }
    Ok(Stop::when(&CAME))
}
