//! A suite with one of everything, and implementations that reply as a test says.

use repspec::baseline::Baseline;
use repspec::drive::{self, Ask, Limits, Noise, NotStarted, Stop, Target, Told};
use repspec::event::Event;
use repspec::implementation::About;
use repspec::outcome::{Answer, Failure, Reply, Verdict};
use repspec::report::Fold;
use repspec::run::{self, Ending, Entrant, Options};
use repspec::suite::{
    Binds, Case, CatalogueOf, File, Level, NothingSelected, Observation, Query, Reading,
    ReadingAnswer, ReadingKind, Requirement, Scoring, Selection, Signature, StatementKind, Subject,
    Suite, Tested,
};
use std::collections::HashMap;

pub(crate) const MUST: &str = "2.2.2/longest#long";
pub(crate) const ANOTHER_MUST: &str = "2.2.2/longest#short";
pub(crate) const STATED: &str = "2.2/grammar#plain";
pub(crate) const SHOULD: &str = "2.2.2/case#upper";
pub(crate) const MAY: &str = "2.2.3/escapes#both";
pub(crate) const CONTESTED: &str = "2.2.1/prefix#longer";
pub(crate) const OBSERVED: &str = "2.2/leading-star#first";
pub(crate) const ALSO_OBSERVED: &str = "2.2/leading-star#second";
pub(crate) const NEW: &str = "2.5/limit#beyond";

pub(crate) fn suite() -> Suite {
    Suite {
        version: "0.2.0".into(),
        hash: "0123456789abcdef".repeat(4),
        requirements: vec![
            requirement("grammar", "2.2", Level::Stated),
            requirement("one-group", "2.2.1", Level::MustNot),
            requirement("most-octets", "2.2.2", Level::Must),
            requirement("case-matters", "2.2.2", Level::Should),
            requirement("escapes", "2.2.3", Level::May),
            requirement("limit", "2.5", Level::Must),
            Requirement {
                tested: Tested::ByRobustness,
                ..requirement("not-asked-about", "2.5", Level::Must)
            },
        ],
        catalogue: CatalogueOf::TheRfc,
        readings: vec![
            Reading {
                id: "leading-star".into(),
                section: "2.2".into(),
                point: "A value that starts with a star.".into(),
                kind: ReadingKind::Observed(
                    ["pattern", "not-a-rule"]
                        .map(|id| ReadingAnswer { id: id.into(), text: "Is it.".into() })
                        .into(),
                ),
            },
            Reading {
                id: "prefix".into(),
                section: "2.2.1".into(),
                point: "Whether a token is a prefix.".into(),
                kind: ReadingKind::Contested("A draft says otherwise.".into()),
            },
        ],
        cases: vec![
            case("2.2/grammar", "grammar", b"User-agent: *\nDisallow: /\n", &["plain"]),
            Case {
                scoring: Scoring::Observed {
                    reading: "leading-star".into(),
                    signatures: vec![
                        signature("pattern", [Observation::Disallow, Observation::Allow]),
                        signature("not-a-rule", [Observation::Allow, Observation::Allow]),
                    ],
                },
                ..observed(case(
                    "2.2/leading-star",
                    "grammar",
                    b"User-agent: *\nDisallow: *.gif$\n",
                    &["first", "second"],
                ))
            },
            Case {
                scoring: Scoring::Contested { reading: "prefix".into() },
                ..case("2.2.1/prefix", "one-group", b"User-agent: a\nDisallow: /\n", &["longer"])
            },
            case(
                "2.2.2/longest",
                "most-octets",
                b"User-agent: *\r\nDisallow: /archive/\x1b[2J\xff\r\nAllow: /archive/public/\r\n",
                &["long", "short"],
            ),
            case("2.2.2/case", "case-matters", b"User-agent: *\nDisallow: /A\n", &["upper"]),
            case("2.2.3/escapes", "escapes", b"User-agent: *\nDisallow: /%41\n", &["both"]),
            newer(case("2.5/limit", "limit", &b"# padding\n".repeat(60), &["beyond"])),
        ],
    }
}

fn requirement(id: &str, section: &str, level: Level) -> Requirement {
    Requirement {
        id: id.into(),
        section: section.into(),
        level,
        kind: StatementKind::Keyword,
        binds: Binds::Parser,
        tested: Tested::ByVerdict,
        text: format!("What {id} asks for, in a sentence that is not short."),
    }
}

fn case(id: &str, requirement: &str, robots_txt: &[u8], queries: &[&str]) -> Case {
    let section = id.split('/').next().unwrap();
    Case {
        id: id.into(),
        section: section.into(),
        why: format!("The reason for {id}."),
        see: vec!["RFC 9309, section 5.2".into()],
        subject: Subject::File(File { robots_txt: robots_txt.into(), family: None }),
        scoring: Scoring::Scored,
        queries: queries.iter().map(|query| make_query(id, query, requirement)).collect(),
        file: format!("{section}.yaml"),
        line: 1,
    }
}

fn make_query(case: &str, query: &str, requirement: &str) -> Query {
    Query {
        id: format!("{case}#{query}"),
        token: "examplebot".into(),
        uri: format!("https://shop.example/{case}/{query}"),
        expect: Some(Verdict::Disallow),
        requirement: requirement.into(),
        also: Vec::new(),
        since: "0.1.0".into(),
        why: (query == "short").then(|| "The shorter one loses.".into()),
    }
}

fn observed(mut case: Case) -> Case {
    case.queries.iter_mut().for_each(|query| query.expect = None);
    case
}

fn newer(mut case: Case) -> Case {
    case.queries.iter_mut().for_each(|query| query.since = "0.2.0".into());
    case
}

fn signature(answer: &str, verdicts: [Observation; 2]) -> Signature {
    Signature { answer: answer.into(), verdicts: verdicts.into() }
}

pub(crate) fn verdict(verdict: Verdict) -> Reply {
    Reply::Answered(Answer::Verdict { verdict, line: None })
}

pub(crate) fn wrong() -> Reply {
    Reply::Answered(Answer::Verdict { verdict: Verdict::Allow, line: Some(2) })
}

pub(crate) fn error() -> Reply {
    Reply::Answered(Answer::Error { message: "ValueError: \x1b[31mno".into() })
}

pub(crate) fn unsupported() -> Reply {
    Reply::Answered(Answer::Unsupported { reason: "has no tokens".into() })
}

pub(crate) fn failure() -> Failure {
    Failure {
        detail: "exit status 101".into(),
        stderr: "thread panicked\nat C:\\\\x.rs\\x07".into(),
    }
}

/// What an implementation replies to the queries for which it does not simply disallow.
pub(crate) type Replies<'a> = &'a [(&'a str, Reply)];

/// An implementation under a name; `None` does not start.
pub(crate) struct Made<'a> {
    pub(crate) name: &'a str,
    pub(crate) replies: Option<Replies<'a>>,
    pub(crate) baseline: Option<&'a str>,
}

/// One that starts and has no baseline.
pub(crate) fn made<'a>(name: &'a str, replies: Replies<'a>) -> Made<'a> {
    Made { name, replies: Some(replies), baseline: None }
}

/// As if the reference were asked.
pub(crate) fn deciding(robots_txt: &[u8], _token: &str, uri: &str) -> Option<usize> {
    match robots_txt.len() {
        600 => Some(30),
        _ if uri.ends_with("/long") => Some(3),
        _ => Some(2),
    }
}

/// What a run led to.
pub(crate) struct Done {
    pub(crate) ending: Ending,
    pub(crate) events: Vec<Event>,
}

impl Done {
    pub(crate) fn fold<'a>(&self, suite: &'a Suite) -> Fold<'a> {
        let mut fold = Fold::new(suite);
        self.events.iter().for_each(|event| fold.take(event));
        fold
    }
}

pub(crate) fn run_all(made: &[Made<'_>]) -> Done {
    run_part(made, &Selection::default(), false).unwrap()
}

pub(crate) fn run_strictly(made: &[Made<'_>]) -> Done {
    run_part(made, &Selection::default(), true).unwrap()
}

pub(crate) fn run_part(
    made: &[Made<'_>],
    selection: &Selection,
    strict: bool,
) -> Result<Done, NothingSelected> {
    let suite = suite();
    let entrants: Vec<Entrant> = made.iter().map(entrant).collect();
    let options =
        Options { limits: Limits::default(), parallel: 2, strict, trace: false, stop: Stop::NEVER };
    let mut events = Vec::new();
    let driver = |target: &Target,
                  asks: &[Ask<'_>],
                  _: drive::Options,
                  tell: &mut (dyn FnMut(Told) + Send)| {
        let made = made.iter().find(|made| made.name == target.name()).unwrap();
        play(&suite, made, asks, tell)
    };
    let ending = run::run_with(&driver, &suite, selection, &entrants, options, &mut |event| {
        events.push(event);
    })?;
    Ok(Done { ending, events })
}

fn entrant(made: &Made<'_>) -> Entrant {
    Entrant {
        target: Target::Adapter {
            name: made.name.into(),
            command: Vec::new(),
            folder: None,
            hint: None,
            converts: if made.name == "mixed" {
                vec!["URIs: to paths.".into(), "octets: to text.".into()]
            } else {
                Vec::new()
            },
        },
        baseline: made.baseline.map(|text| Baseline::parse("baseline.yaml", text).unwrap()),
    }
}

/// Replies to the last query first, as a driver may.
fn play(
    suite: &Suite,
    made: &Made<'_>,
    asks: &[Ask<'_>],
    tell: &mut (dyn FnMut(Told) + Send),
) -> Result<Noise, NotStarted> {
    let Some(replies) = made.replies else {
        return Err(NotStarted("no such program; install it with: make".into()));
    };
    let ids: HashMap<&str, &str> =
        suite.queries().map(|(_, query)| (query.uri.as_str(), query.id.as_str())).collect();
    tell(Told::Started(About {
        name: made.name.into(),
        version: "1.0".into(),
        ..About::default()
    }));
    for (ask, asked) in asks.iter().enumerate().rev() {
        for (query, (_, uri)) in asked.queries.iter().enumerate().rev() {
            let scripted = replies.iter().find(|(id, _)| *id == ids[uri]);
            let reply = scripted.map_or(verdict(Verdict::Disallow), |(_, reply)| reply.clone());
            tell(Told::Reply { ask, query, reply });
        }
    }
    Ok(Noise { lines: vec!["a line that is no message".into()], count: 3 })
}
