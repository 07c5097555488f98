//! The canary: does a command tell its errors apart from its verdicts?

use super::Command;
use super::verdicts::Verdicts;
use crate::drive::target::{Limits, NotStarted, Options};
use crate::outcome::{Answer, Reply, Verdict};

const ROBOTS_TXT: &[u8] = b"User-agent: *\nDisallow: /private\n";

/// A question whose answer is known.
struct Probe {
    what: &'static str,
    /// `None`: a file that does not exist.
    robots_txt: Option<&'static [u8]>,
    uri: &'static str,
    /// What it may say; `None`: an error.
    allowed: &'static [Option<Verdict>],
}

const PROBES: [Probe; 4] = [
    Probe {
        what: "an allowed URI",
        robots_txt: Some(ROBOTS_TXT),
        uri: "https://example.com/public",
        allowed: &[Some(Verdict::Allow)],
    },
    Probe {
        what: "a disallowed URI",
        robots_txt: Some(ROBOTS_TXT),
        uri: "https://example.com/private",
        allowed: &[Some(Verdict::Disallow)],
    },
    Probe {
        what: "a robots.txt file that does not exist",
        robots_txt: None,
        uri: "https://example.com/public",
        allowed: &[None],
    },
    Probe {
        what: "an allowed URI and a robots.txt file that is not UTF-8",
        robots_txt: Some(b"# \xFF\nUser-agent: *\nDisallow: /private\n"),
        uri: "https://example.com/public",
        allowed: &[Some(Verdict::Allow), None],
    },
];

/// Refuses a command whose answers cannot be trusted.
pub(super) fn check(command: &Command, options: Options) -> Result<(), NotStarted> {
    // The first start of a program can take long.
    let Limits { cpu, wall, start, .. } = options.limits;
    let limits = Limits { cpu: cpu.max(start), wall: wall.max(start), ..options.limits };
    let options = Options { limits, ..options };
    for Probe { what, robots_txt, uri, allowed } in PROBES {
        let (reply, last_words) = command.run(robots_txt, "examplebot", uri, options)?;
        let verdict = match &reply {
            Reply::Answered(Answer::Verdict { verdict, .. }) => Some(*verdict),
            _ => None,
        };
        if allowed.contains(&verdict) {
            continue;
        }
        let seen = describe(&reply);
        let words = allowed.iter().map(|one| one.map_or("an error", Verdict::word));
        let expected = words.collect::<Vec<_>>().join(" or ");
        let advice = advice(&command.verdicts);
        let mut problem = format!(
            "the command was refused: asked about {what}, it should give {expected}, and gave {seen}.\n{advice}"
        );
        if !last_words.is_empty() {
            problem.push_str("\nIt wrote on standard error:\n");
            problem.push_str(&last_words);
        }
        return Err(NotStarted(problem));
    }
    Ok(())
}

fn advice(verdicts: &Verdicts) -> &'static str {
    match verdicts {
        Verdicts::ByStatus => {
            "Exit status 0 means allow, 1 disallow, and any other an error. An uncaught exception exits with 1 in \
             Python and Node: catch it and exit with 2, or tell the verdicts by texts on standard output."
        }
        Verdicts::ByText { .. } => {
            "A verdict is told by a text on standard output, which must not be there when something goes wrong."
        }
    }
}

fn describe(reply: &Reply) -> String {
    let (what, failure) = match reply {
        Reply::Answered(Answer::Verdict { verdict, .. }) => return verdict.to_string(),
        Reply::Answered(Answer::Unsupported { reason }) => return format!("an error ({reason})"),
        Reply::Answered(Answer::Error { message }) => return format!("an error ({message})"),
        Reply::Crash(failure) => ("a crash", failure),
        Reply::Timeout(failure) => ("no answer in time", failure),
        Reply::OutOfMemory(failure) => ("no answer for lack of memory", failure),
        Reply::NotReached(answer) => return describe(&Reply::Answered(answer.clone())),
        Reply::WrongRequests { problem, .. } => return format!("wrong requests ({problem})"),
        Reply::NotAsked { detail, .. } => return format!("no answer ({detail})"),
    };
    format!("{what} ({})", failure.detail)
}
