//! Drivers: they put asks to an implementation and bring back a reply for every query.

mod adapter;
mod blame;
mod child;
#[cfg(feature = "web")]
mod crawl;
mod environment;
mod family;
mod in_process;
mod lane;
mod limits;
mod noise;
mod oneshot;
mod pipes;
mod process;
mod process_tree;
mod stop;
mod target;
mod teller;
mod template;
mod text;
#[cfg(feature = "web")]
mod visits;

use std::sync::{Mutex, PoisonError};

pub use stop::Stop;
pub use target::{Ask, Limits, Matter, Noise, NotStarted, Options, Target, Told};

/// Puts every ask to the target and tells each reply.
///
/// Crashes, hangs and floods of the target are replies, never errors; all of its processes are gone when this
/// returns. That is soon once `options.stop` is set; what has no reply by then gets none.
///
/// # Errors
/// [`NotStarted`] if the target cannot be started or (for a command) does not pass the canary; no reply was told.
pub fn drive(
    target: &Target,
    asks: &[Ask<'_>],
    options: Options,
    tell: &mut (dyn FnMut(Told) + Send),
) -> Result<Noise, NotStarted> {
    let _orphans_come_to_us = process_tree::Subreaper::hold();
    let tell = Mutex::new(tell);
    let one_at_a_time = |told| (tell.lock().unwrap_or_else(PoisonError::into_inner))(told);
    let teller = teller::Teller { tell: &one_at_a_time, trace: options.trace, stop: options.stop };
    match target {
        Target::Adapter { name, command, folder, hint, .. } => {
            adapter::drive(command, folder.as_deref(), asks, options, teller).map_err(|problem| {
                match hint {
                    Some(hint) => {
                        NotStarted(format!("{problem}\nTo install what {name} needs: {hint}"))
                    }
                    None => problem,
                }
            })
        }
        Target::OneShot { name, template, allow_when, disallow_when } => {
            let texts = (allow_when.as_deref(), disallow_when.as_deref());
            oneshot::drive(name, template, texts, asks, options, teller)
        }
        #[cfg(feature = "web")]
        Target::Crawler { name, command, token } => {
            crawl::drive(name, (command, token), asks, options, teller)
        }
        Target::InProcess { make, .. } => in_process::drive(make.as_ref(), asks, teller),
    }
}
