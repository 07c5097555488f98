//! Drivers: they put asks to an implementation and bring back a reply for every query.

mod target;
pub use target::{Ask, Limits, Noise, NotStarted, Options, Target, Told};

/// Puts every ask to the target and tells each reply.
///
/// Crashes, hangs and floods of the target are replies, never errors; all of its processes are gone when this
/// returns.
///
/// # Errors
/// [`NotStarted`] if the target cannot be started or (for a command) does not pass the canary; no reply was told.
pub fn drive(
    _target: &Target,
    _asks: &[Ask<'_>],
    _options: Options,
    _tell: &mut (dyn FnMut(Told) + Send),
) -> Result<Noise, NotStarted> {
    Err(NotStarted("driving is not built yet".to_owned()))
}
