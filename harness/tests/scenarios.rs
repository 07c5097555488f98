//! Scenarios: how they are read, and what is wrong with bad ones.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use repspec::suite::{self, Case, Certificate, Complaint, Ending, Service};
use std::path::Path;
use std::time::Duration;

const FILE: &str = "access/2.4-caching.yaml";

fn fixture() -> String {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/scenarios");
    std::fs::read_to_string(fixtures.join(FILE)).unwrap()
}

fn load(text: &str) -> Result<Vec<Case>, Vec<Complaint>> {
    let dir = tempfile::tempdir().unwrap();
    std::fs::create_dir(dir.path().join("access")).unwrap();
    std::fs::write(dir.path().join(FILE), text).unwrap();
    suite::load_dir(dir.path()).map(|suite| suite.cases).map_err(|complaints| complaints.0)
}

#[test]
fn a_scenario_is_a_web_and_a_step_for_each_query() {
    let cases = load(&fixture()).unwrap();
    let scenario = cases[0].scenario().unwrap();
    let origins: Vec<&str> = scenario.web.keys().map(String::as_str).collect();
    let hosts = ["http://gone.example", "http://none.example", "http://shop.example"];
    assert_eq!(origins, [hosts.as_slice(), &["https://shop.example"]].concat());
    assert_eq!(scenario.web[hosts[0]], Service::Refusing);
    assert_eq!(scenario.web[hosts[1]], Service::Absent);

    let Service::Serving { paths, certificate } = &scenario.web["https://shop.example"] else {
        panic!("it serves")
    };
    assert_eq!(*certificate, Certificate::Expired);
    let location = ("Location".to_owned(), "/x".to_owned());
    assert_eq!(
        (paths["/robots.txt"][0].status, &paths["/robots.txt"][0].headers),
        (302, &vec![location])
    );
    let (first, second) = (&paths["/x"][0], &paths["/x"][1]);
    assert_eq!((first.status, first.headers.len(), first.body.len()), (503, 0, 0));
    assert_eq!(
        (second.status, second.body.as_slice(), second.ending),
        (200, b"#".as_slice(), Ending::Cut(0))
    );
    assert_eq!(
        second.headers,
        [("Content-Type".to_owned(), "text/plain; charset=utf-8".to_owned())]
    );

    let [at_first, later] = scenario.steps.as_slice() else { panic!("two steps") };
    assert_eq!((at_first.after, at_first.identified), (Duration::ZERO, true));
    assert_eq!(at_first.requested, ["http://shop.example/robots.txt"]);
    assert_eq!((later.after, later.identified), (Duration::from_secs(90_000), false));
    assert_eq!(later.not_requested, ["http://gone.example/*"]);
    assert_eq!(later.if_requested.as_deref(), Some("http://shop.example/robots.txt"));
    assert_eq!(later.changes.len(), 1);
    assert_eq!(cases[0].queries[1].expect, None);
}

/// Code of the complaint; what is replaced, by what; what stands in the line complained about.
const EDITS: &[(&str, &str, &str, &str)] = &[
    (
        "unknown-host",
        "uri: \"http://shop.example/a/x\"\n",
        "uri: \"http://shop.exmple/a/x\"\n",
        "shop.exmple",
    ),
    (
        "unknown-host",
        "[\"http://shop.example/robots.txt\"]",
        "[\"http://other.example/\"]",
        "other",
    ),
    ("unknown-host", "if_requested: \"http://shop", "if_requested: \"http://ship", "http://ship"),
    (
        "missing-expect",
        "expect: disallow, requested: [\"http://shop.example/robots.txt\"], identified: true",
        "after: 1s",
        "at-first",
    ),
    ("bad-origin", "http://none.example: no", "http://none.example/: no", "none.example/:"),
    ("bad-origin", "http://none.example: no", "http://None.example: no", "None"),
    ("bad-origin", "http://none.example: no", "http://none.example:80: no", "none.example:80"),
    ("bad-origin", "http://none.example: no", "ftp://none.example: no", "ftp"),
    ("bad-path", "/x: [503", "x: [503", "certificate: expired"),
    ("no-answers", "/x: [503, { status: 200, body: \"#\", cut_after: 0 }]", "/x: []", "/x: []"),
    ("bad-status", "[503,", "[99,", "[99"),
    ("one-body", "body: \"#\"", "body: \"#\", body_base64: \"Iw==\"", "body_base64"),
    ("bad-status", "cut_after: 0", "interim: 200", "interim"),
    ("one-ending", "cut_after: 0", "cut_after: 0, reset_after: 0", "reset_after"),
    ("bad-duration", "after: 25h", "after: 25 hours", "25 hours"),
    ("bad-duration", "after: 25h", "after: h", "after: h"),
    ("bad-uri", "[\"http://gone.example/*\"]", "[\"gone.example\"]", "gone.example\""),
    ("wrong-type", "no-such-host", "no-such-hst", "case"),
    ("unknown-field", "identified", "identifed", "identifed"),
    ("one-body", "    web:\n", "    robots_txt: \"x\"\n    web:\n", "id: one-day"),
];

#[test]
fn each_mistake_gets_a_complaint_in_the_right_line() {
    for (code, old, new, line) in EDITS {
        let good = fixture();
        assert!(good.contains(old), "{old}");
        let bad = good.replacen(old, new, 1);
        let complaints = load(&bad).unwrap_err();
        let [complaint] = complaints.as_slice() else { panic!("{new}: {complaints:?}") };
        assert_eq!(complaint.code, *code, "{new}: {complaint}");
        assert!(complaint.file.ends_with(FILE), "{complaint}");
        let place =
            complaint.line.and_then(|number| bad.lines().nth(number - 1)).unwrap_or_default();
        assert!(*line == "case" || place.contains(line), "{new}: {complaint}: {place}");
    }
}

#[test]
fn what_belongs_to_a_web_needs_one() {
    for field in [
        "after: 1s",
        "web: {}",
        "requested: [\"http://a.example/\"]",
        "not_requested: [\"http://a.example/\"]",
        "if_requested: \"http://a.example/\"",
        "identified: true",
    ] {
        let text = format!(
            "section: \"2.4\"\ntitle: T\ncases:\n  - id: x\n    why: W.\n    requirement: day-old-copy-not-used\n    \
             robots_txt: \"\"\n    queries:\n      - {{ id: q, uri: \"http://a.example/\", expect: allow, {field} }}\n"
        );
        let complaints = load(&text).unwrap_err();
        assert_eq!(
            complaints.iter().map(|complaint| complaint.code).collect::<Vec<_>>(),
            ["no-web"],
            "{field}"
        );
    }
}
