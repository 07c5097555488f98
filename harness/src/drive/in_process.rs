//! Driving an implementation in this process. It cannot be limited, and a panic costs no more than its query.

use super::target::{Ask, Matter, Noise, NotStarted};
use super::teller::Teller;
use crate::implementation::Implementation;
use crate::outcome::{Failure, Reply};
use crate::printable;
use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

/// Asks everything, in the order given.
pub(super) fn drive(
    make: &dyn Fn() -> Box<dyn Implementation>,
    asks: &[Ask<'_>],
    teller: Teller<'_>,
) -> Result<Noise, NotStarted> {
    let start = || {
        caught(|| {
            let implementation = make();
            (implementation.about(), implementation)
        })
        .map_err(|panic| NotStarted(format!("it panicked before it was asked: {panic}")))
    };
    let (about, mut implementation) = start()?;
    teller.started(about.printable());
    for (number, ask) in asks.iter().enumerate() {
        let Matter::File { robots_txt, .. } = ask.matter else { continue };
        for (query, (token, uri)) in ask.queries.iter().enumerate() {
            if teller.stop.is_set() {
                return Ok(Noise::default());
            }
            let reply = match caught(|| implementation.decide(robots_txt, token, uri)) {
                Ok(answer) => Reply::Answered(answer.printable()),
                Err(panic) => {
                    // What it holds may be half changed: another one goes on, if there is one.
                    if let Ok((_, fresh)) = start() {
                        implementation = fresh;
                    }
                    Reply::Crash(Failure {
                        detail: format!("panicked {panic}"),
                        stderr: String::new(),
                    })
                }
            };
            teller.reply(number, query, reply);
        }
    }
    Ok(Noise::default())
}

thread_local! {
    /// In a thread that catches panics: the message of the last one.
    static CAUGHT: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Runs it; a panic is not printed, but comes back as its place and message.
fn caught<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let others = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let ours = CAUGHT.with_borrow_mut(|caught| {
                caught.as_mut().map(|message| *message = info.to_string())
            });
            if ours.is_none() {
                others(info);
            }
        }));
    });
    CAUGHT.set(Some(String::new()));
    let result = panic::catch_unwind(AssertUnwindSafe(run));
    let message = CAUGHT.take().unwrap_or_default();
    result.map_err(|_| {
        let message = message.strip_prefix("panicked ").unwrap_or(&message);
        printable::line(message.replacen(":\n", ": ", 1).as_bytes())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drive::{Limits, Options, Stop, Target, Told, drive};
    use crate::implementation::About;
    use crate::outcome::{Answer, Verdict};

    struct Fragile;

    impl Implementation for Fragile {
        fn about(&self) -> About {
            About { name: "fragile".to_owned(), ..About::default() }
        }

        fn decide(&mut self, robots_txt: &[u8], _token: &str, _uri: &str) -> Answer {
            assert!(robots_txt != b"bad", "it is bad");
            Answer::Verdict { verdict: Verdict::Allow, line: None }
        }
    }

    #[test]
    fn a_panic_is_the_crash_of_its_query() {
        let target =
            Target::InProcess { name: "fragile".to_owned(), make: Box::new(|| Box::new(Fragile)) };
        let queries = vec![("a", "https://example.com/")];
        let asks: Vec<Ask<'_>> = [&b"good"[..], b"bad", b"good"]
            .into_iter()
            .map(|robots_txt| Ask {
                matter: Matter::File { robots_txt, family: None },
                queries: queries.clone(),
            })
            .collect();
        let mut replies = Vec::new();
        let options =
            Options { limits: Limits::default(), parallel: 1, trace: false, stop: Stop::NEVER };
        drive(&target, &asks, options, &mut |told| {
            if let Told::Reply { ask, reply, .. } = told {
                replies.push((ask, reply));
            }
        })
        .unwrap();
        let allow = Reply::Answered(Answer::Verdict { verdict: Verdict::Allow, line: None });
        assert_eq!(replies.len(), 3);
        assert_eq!(replies[0], (0, allow.clone()));
        assert_eq!(replies[2], (2, allow));
        let (1, Reply::Crash(Failure { detail, .. })) = &replies[1] else {
            panic!("{:?}", replies[1]);
        };
        assert!(detail.starts_with("panicked at ") && detail.ends_with(": it is bad"), "{detail}");
    }
}
