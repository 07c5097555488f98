//! Whole crawlers under test. This binary plays both parts: the tests, and the spiders that they start.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod spider;

use libtest_mimic::{Arguments, Failed, Trial};
use repspec::drive::{Limits, Stop, Target};
use repspec::event::{Event, QueryFinished};
use repspec::outcome::{Answer, Outcome, Reply, Verdict};
use repspec::run::{Ending, Entrant, Options, run};
use repspec::suite::{Selection, embedded};
use std::collections::BTreeMap;
use std::time::Duration;

/// The argument that makes this a spider.
const PLAY: &str = "play-the-spider";
const TOKEN: &str = "Spider";

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let [_, play, manner, start, proxy] = arguments.as_slice()
        && play == PLAY
    {
        return spider::crawl(manner, start, proxy);
    }
    let tests: [(&str, fn()); 4] = [
        ("a_spider_that_obeys_passes_all_that_it_can_show", obeys),
        ("one_that_ignores_robots_txt_fails_what_is_disallowed", ignores),
        ("one_that_never_ends_is_ended", never_ends),
        ("one_that_does_not_come_to_the_start_page_or_its_link_is_refused", comes_not),
    ];
    let trial = |(name, test): (&str, fn())| {
        Trial::test(name, move || {
            std::panic::catch_unwind(test).map_err(|_| Failed::from("it panicked"))
        })
    };
    let arguments = Arguments::from_args();
    libtest_mimic::run(&arguments, tests.map(trial).into()).exit();
}

/// The results of a spider of this manner by the ids of the queries, and how the run ended.
fn crawl(manner: &str, filters: &[&str]) -> (BTreeMap<String, QueryFinished>, Ending, String) {
    let this = std::env::current_exe().unwrap().to_str().unwrap().to_owned();
    let command = [&this, PLAY, manner, "{start}", "{proxy}"].map(str::to_owned).into();
    let target = Target::Crawler { name: "spider".to_owned(), command, token: TOKEN.to_owned() };
    let entrants = [Entrant { target, baseline: None }];
    let filters = filters.iter().map(ToString::to_string).collect();
    let selection = Selection { filters, ..Selection::default() };
    let limits = Limits { wall: Duration::from_millis(1_500), ..Limits::default() };
    let options = Options { limits, parallel: 4, strict: false, trace: false, stop: Stop::NEVER };
    let (mut results, mut problem) = (BTreeMap::new(), String::new());
    let suite = embedded().unwrap();
    let ending = run(&suite, &selection, &entrants, options, &mut |event| match event {
        Event::QueryFinished(finished) => drop(results.insert(finished.query.clone(), finished)),
        Event::ImplementationNotStarted(not) => problem = not.problem,
        _ => {}
    });
    (results, ending.unwrap(), problem)
}

fn obeys() {
    let cases = ["2.2.2/*", "2.2.1/*", "2.3/*", "2.3.1.*", "2.4/*"];
    let (results, ..) = crawl("obeying", &cases);
    let scored = results.values().filter(|result| result.is_scored());
    let wrong: Vec<String> = scored
        .filter(|result| result.outcome != Outcome::Pass && !result.contested)
        // It speaks no TLS, undoes no coding, and follows no redirects.
        .filter(|result| {
            !["2.3.1.2", "gzip", "chunked"].iter().any(|part| result.query.contains(part))
        })
        .map(|result| format!("{}: {:?}", result.query, result.reply))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(results.len() > 100, "{} queries", results.len());
    let later = results.keys().find(|id| id.ends_with("a-day-later"));
    assert_eq!(later, None, "a crawl cannot show what is a day later");
}

fn ignores() {
    let cases = ["2.3.1.1/file*", "2.3.1.4/status-503*"];
    let (results, ending, _) = crawl("ignoring", &cases);
    assert_eq!(ending, Ending::Unexpected);
    let outcomes: Vec<(&str, Outcome)> =
        results.iter().map(|(id, result)| (id.as_str(), result.outcome)).collect();
    assert_eq!(
        outcomes,
        [
            // It may be requested, but not before its robots.txt was asked for.
            ("2.3.1.1/file#matched", Outcome::Fail),
            ("2.3.1.1/file#not-matched", Outcome::Fail),
            ("2.3.1.4/status-503#page", Outcome::Fail),
        ]
    );
    let Reply::WrongRequests { answer, problem } = &results["2.3.1.1/file#matched"].reply else {
        panic!("it requested what it must not")
    };
    assert_eq!(*answer, Answer::Verdict { verdict: Verdict::Allow, line: None });
    assert_eq!(problem, "requested http://shop.example/private/x, which it must not");
}

fn never_ends() {
    let (results, ..) = crawl("hanging", &["2.3.1.1/file*"]);
    let timeouts = results.values().filter(|result| result.outcome == Outcome::Timeout).count();
    assert_eq!((results.len(), timeouts), (2, 2));
}

fn comes_not() {
    let (results, ending, problem) = crawl("absent", &["2.3.1.1/file*"]);
    assert_eq!((results.len(), ending), (0, Ending::NotStarted));
    assert!(problem.contains("http://start.example/start.html, that it is to"), "{problem}");
    assert!(problem.contains("I stay at home."), "{problem}");
    let (results, ending, problem) = crawl("contented", &["2.3.1.1/file*"]);
    assert_eq!((results.len(), ending), (0, Ending::NotStarted));
    assert!(problem.contains("http://shop.example/page.html, which the page"), "{problem}");
}
