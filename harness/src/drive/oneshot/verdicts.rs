//! What a command's end means.

use super::Finished;
use crate::drive::process::describe;
use crate::drive::target::NotStarted;
use crate::drive::text::cut;
use crate::outcome::{Answer, Failure, Reply, Verdict};
use crate::printable;

/// How a command tells its verdicts.
pub(super) enum Verdicts {
    /// Exit status 0: allow, 1: disallow, any other: an error.
    ByStatus,
    /// By a text on standard output; the exit status does not matter.
    ByText {
        /// It means "allow".
        allow: String,
        /// It means "disallow".
        disallow: String,
    },
}

impl Verdicts {
    /// From the texts that mean "allow" and "disallow".
    pub(super) fn new(texts: (Option<&str>, Option<&str>)) -> Result<Self, NotStarted> {
        match texts {
            (None, None) => Ok(Self::ByStatus),
            (Some(allow), Some(disallow)) if allow == disallow => {
                Err(NotStarted("the texts for `allow` and `disallow` are the same".to_owned()))
            }
            (Some(allow), Some(disallow)) if !allow.is_empty() && !disallow.is_empty() => {
                Ok(Self::ByText { allow: allow.to_owned(), disallow: disallow.to_owned() })
            }
            _ => Err(NotStarted(
                "a command's verdicts are told by two texts, one for `allow` and one for `disallow`"
                    .to_owned(),
            )),
        }
    }

    /// What the end of a process means.
    pub(super) fn reply(&self, finished: Finished) -> Reply {
        let ended = finished.status.map_or_else(|| "ended".to_owned(), describe);
        let Some(code) = finished.status.and_then(|status| status.code()) else {
            return Reply::Crash(Failure { detail: ended, stderr: finished.stderr });
        };
        let verdict = match (self, code) {
            (Self::ByStatus, 0) => Ok(Verdict::Allow),
            (Self::ByStatus, 1) => Ok(Verdict::Disallow),
            (Self::ByStatus, _) => Err(ended),
            (Self::ByText { allow, disallow }, _) => {
                let output = String::from_utf8_lossy(&finished.stdout);
                by_text(&output, allow, disallow).ok_or_else(|| {
                    let shown = shown(&finished.stdout);
                    format!("{ended}, and its output does not tell a verdict: {shown}")
                })
            }
        };
        Reply::Answered(match verdict {
            Ok(verdict) => Answer::Verdict { verdict, line: None },
            Err(problem) => Answer::Error {
                message: match finished.stderr.lines().last() {
                    Some(last) => format!("{problem}: {last}"),
                    None => problem,
                },
            },
        })
    }
}

/// Where one text holds the other ("disallowed" and "allowed"), the longer one decides.
fn by_text(output: &str, allow: &str, disallow: &str) -> Option<Verdict> {
    match (output.contains(allow), output.contains(disallow)) {
        (true, true) if allow.contains(disallow) => Some(Verdict::Allow),
        (true, true) if disallow.contains(allow) => Some(Verdict::Disallow),
        (true, false) => Some(Verdict::Allow),
        (false, true) => Some(Verdict::Disallow),
        (true, true) | (false, false) => None,
    }
}

fn shown(output: &[u8]) -> String {
    format!("\"{}\"", cut(&printable::line(output.trim_ascii()), 200))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longer_of_two_texts_decides() {
        let verdict = |output| by_text(output, "allowed", "disallowed");
        assert_eq!(verdict("it is allowed"), Some(Verdict::Allow));
        assert_eq!(verdict("it is disallowed"), Some(Verdict::Disallow));
        assert_eq!(verdict("it is"), None);
        assert_eq!(by_text("yes no", "yes", "no"), None);
    }
}
