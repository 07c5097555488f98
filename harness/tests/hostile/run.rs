//! Running a target to its end, with small limits, and seeing that nothing of it is left.

use repspec::drive::{Ask, Limits, Matter, Noise, NotStarted, Options, Stop, Target, Told, drive};
use repspec::outcome::{Answer, Reply, Verdict};
use std::collections::BTreeMap;
use std::fs;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// What came of a run: the reply of each query, and the noise.
pub(crate) struct Run {
    pub(crate) replies: BTreeMap<(usize, usize), Reply>,
    pub(crate) noise: Noise,
    /// How many children said hello.
    pub(crate) hellos: usize,
}

impl Run {
    /// Every query but these was answered with "allow".
    pub(crate) fn assert_all_allowed_but(&self, others: &[(usize, usize)]) {
        let allow = Reply::Answered(Answer::Verdict { verdict: Verdict::Allow, line: None });
        for (place, reply) in &self.replies {
            assert_eq!(*reply != allow, others.contains(place), "{place:?}: {reply:?}");
        }
    }

    /// The message of an error that was answered.
    pub(crate) fn error(&self, place: (usize, usize)) -> &str {
        match &self.replies[&place] {
            Reply::Answered(Answer::Error { message }) => message,
            other => panic!("{place:?} was not answered with an error: {other:?}"),
        }
    }
}

pub(crate) const ROBOTS_TXT: &[u8] = b"User-agent: *\nDisallow: /private\n";

/// Small enough to be quick, and large enough for a busy machine.
pub(crate) fn limits() -> Limits {
    Limits {
        cpu: Duration::from_millis(500),
        wall: Duration::from_secs(20),
        start: Duration::from_secs(20),
        memory: 256 << 20,
        line: 1 << 20,
        noise: 2 << 20,
    }
}

/// For children that do nothing, which only the wall clock can tell.
pub(crate) fn impatient() -> Limits {
    Limits { wall: Duration::from_secs(1), ..limits() }
}

/// Puts one ask per list of tokens to the adapter of that mode.
pub(crate) fn adapter(mode: &str, tokens: &[&[&str]], limits: Limits) -> Result<Run, NotStarted> {
    let tag = new_tag();
    let command = vec![this_program(), crate::linux::PLAY.to_owned(), mode.to_owned(), tag.clone()];
    run(&adapter_target(command), ROBOTS_TXT, tokens, limits, 2, &tag)
}

pub(crate) fn adapter_target(command: Vec<String>) -> Target {
    let hint = Some("make hostile".to_owned());
    Target::Adapter {
        name: "hostile".to_owned(),
        command,
        folder: None,
        hint,
        converts: Vec::new(),
    }
}

/// Puts them to the plain command of that mode.
pub(crate) fn command(
    mode: &str,
    texts: Option<(&str, &str)>,
    tokens: &[&[&str]],
    limits: Limits,
) -> Result<Run, NotStarted> {
    let tag = new_tag();
    run(&command_target(mode, texts, &tag), ROBOTS_TXT, tokens, limits, 2, &tag)
}

pub(crate) fn command_target(mode: &str, texts: Option<(&str, &str)>, tag: &str) -> Target {
    let (program, play) = (this_program(), crate::linux::PLAY);
    Target::OneShot {
        name: mode.to_owned(),
        template: format!("'{program}' {play} {mode} {tag} {{robots}} {{token}} {{uri}}"),
        allow_when: texts.map(|texts| texts.0.to_owned()),
        disallow_when: texts.map(|texts| texts.1.to_owned()),
    }
}

/// Puts one ask per list of tokens to any target whose processes all have the tag among their arguments.
pub(crate) fn run(
    target: &Target,
    robots_txt: &[u8],
    tokens: &[&[&str]],
    limits: Limits,
    parallel: usize,
    tag: &str,
) -> Result<Run, NotStarted> {
    let asks: Vec<Ask<'_>> = tokens
        .iter()
        .map(|tokens| Ask {
            matter: Matter::File { robots_txt, family: None },
            queries: tokens.iter().map(|&token| (token, "https://example.com/")).collect(),
        })
        .collect();
    run_asks(target, &asks, limits, parallel, tag)
}

pub(crate) fn run_asks(
    target: &Target,
    asks: &[Ask<'_>],
    limits: Limits,
    parallel: usize,
    tag: &str,
) -> Result<Run, NotStarted> {
    let (mut starts, mut hellos) = (0, 0);
    let mut replies = BTreeMap::new();
    let options = Options { limits, parallel, trace: true, stop: Stop::NEVER };
    let result = drive(target, asks, options, &mut |told| match told {
        Told::Started(about) => {
            starts += 1;
            assert!(["", "1\\x1B[2J\\u{009B}"].contains(&about.version.as_str()), "{about:?}");
        }
        Told::Reply { ask, query, reply } => {
            assert_eq!(starts, 1, "a reply before the start");
            let before = replies.insert((ask, query), reply);
            assert_eq!(before, None, "two replies to {ask}, {query}");
        }
        Told::Waits => {}
        Told::Trace { line, .. } => {
            assert!(!line.contains(char::is_control), "{line}");
            hellos += usize::from(line.starts_with("{\"repspec\":\"hello\""));
        }
    });
    assert_eq!(left_running(tag), Vec::<String>::new());
    let noise = result.inspect_err(|_| assert_eq!((starts, replies.len()), (0, 0)))?;
    assert_eq!(replies.len(), asks.iter().map(|ask| ask.queries.len()).sum::<usize>());
    Ok(Run { replies, noise, hellos })
}

pub(crate) fn this_program() -> String {
    std::env::current_exe().unwrap().to_string_lossy().into_owned()
}

/// An argument that only the processes of one run have.
pub(crate) fn new_tag() -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    format!("tag-{}-{}-end", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed))
}

fn left_running(tag: &str) -> Vec<String> {
    let processes = fs::read_dir("/proc").unwrap().filter_map(Result::ok);
    let command = |entry: fs::DirEntry| fs::read_to_string(entry.path().join("cmdline")).ok();
    processes.filter_map(command).filter(|command| command.contains(tag)).collect()
}

/// Dead children of this process that nobody waited for.
pub(crate) fn zombies() -> Vec<String> {
    let this = std::process::id().to_string();
    let processes = fs::read_dir("/proc").unwrap().filter_map(Result::ok);
    processes
        .filter_map(|entry| fs::read_to_string(entry.path().join("stat")).ok())
        .filter(|stat| {
            let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
            fields[0] == "Z" && fields[1] == this
        })
        .collect()
}

pub(crate) fn refusal(result: Result<Run, NotStarted>) -> String {
    result.err().expect("it is not started").0
}

pub(crate) fn assert_crash(reply: &Reply, detail: &str) {
    let Reply::Crash(failure) = reply else { panic!("not a crash: {reply:?}") };
    assert_eq!(failure.detail, detail);
}

pub(crate) fn assert_timeout(reply: &Reply, detail: &str) {
    let Reply::Timeout(failure) = reply else { panic!("not a timeout: {reply:?}") };
    assert_eq!(failure.detail, detail);
}
