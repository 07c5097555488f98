//! What the loader makes of good suites.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use repspec::outcome::Verdict;
use repspec::suite::{self, Level, Observation, Scoring, Suite, Tested};
use std::path::Path;

fn fixture() -> Suite {
    suite::load_dir(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/suite")).unwrap()
}

#[test]
fn cases_come_in_the_order_of_sections_and_queries_as_written() {
    let suite = fixture();
    let ids: Vec<&str> = suite.queries().map(|(_, query)| query.id.as_str()).collect();
    assert_eq!(
        ids,
        [
            "2.2.2/longest#inside",
            "2.2.2/longest#outside",
            "2.2.2/prefix#news",
            "2.4/big#x",
            "regressions/star#gif",
            "regressions/star#png",
        ]
    );
    let sections: Vec<&str> =
        suite.requirements.iter().map(|found| found.section.as_str()).collect();
    assert_eq!(sections, ["2.2", "2.2.2", "2.4"]);
}

#[test]
fn queries_take_what_they_do_not_say_from_their_case_and_file() {
    let suite = fixture();
    let queries: Vec<_> = suite.queries().map(|(_, query)| query).collect();
    let [inside, outside, news, big, ..] = queries[..] else { panic!() };
    assert_eq!((inside.token.as_str(), inside.since.as_str()), ("examplebot", "0.1.0"));
    assert_eq!((outside.token.as_str(), outside.since.as_str()), ("otherbot", "0.2.0"));
    assert_eq!(outside.expect, Some(Verdict::Disallow));
    assert_eq!(outside.also, ["starts-with-slash"]);
    assert_eq!(outside.why.as_deref(), Some("Only the shorter rule matches."));
    assert_eq!(news.token, "examplebot-news");
    assert_eq!((big.requirement.as_str(), big.since.as_str()), ("day-old-copy", "0.2.0"));
}

#[test]
fn bodies_are_the_octets_that_were_meant() {
    let suite = fixture();
    let bodies: Vec<&[u8]> =
        suite.cases.iter().map(|case| case.file().unwrap().robots_txt.as_slice()).collect();
    assert_eq!(
        bodies[0],
        b"User-agent: *\n\tDisallow: /*&b!c\n&anchor\n*alias: &x *x\n[[[ {{{\nAllow: /a/b\n"
    );
    assert_eq!(bodies[1], b"User-agent: \xff\r\n");
    let padding = "#+\n".repeat(52 / 3) + "#";
    let described =
        [&b"User-agent: *\r\n\xff\r\n"[..], &b"# padding\n".repeat(3), padding.as_bytes()];
    assert_eq!(described.concat().len(), 100);
    assert_eq!(bodies[2], [&described.concat()[..], b"Disallow: /x\n"].concat());
    assert_eq!(bodies[3], "User-agent: *\nDisallow: *.gif$\n\u{202e}\x1b[31m\n".as_bytes());
}

#[test]
fn scoring_signatures_and_places() {
    let suite = fixture();
    assert_eq!(suite.cases[0].scoring, Scoring::Scored);
    assert_eq!(suite.cases[1].scoring, Scoring::Contested { reading: "token-match".into() });
    let Scoring::Observed { reading, signatures } = &suite.cases[3].scoring else { panic!() };
    assert_eq!(reading, "leading-star");
    let in_the_order_of_answers: Vec<_> =
        signatures.iter().map(|one| (one.answer.as_str(), one.verdicts[0])).collect();
    assert_eq!(
        in_the_order_of_answers,
        [("pattern", Observation::Disallow), ("not-a-rule", Observation::Allow)]
    );
    assert_eq!((suite.cases[1].file.as_str(), suite.cases[1].line), ("2.2.2-rules.yaml", 25));
}

#[test]
fn the_catalogue_is_read() {
    let suite = fixture();
    assert_eq!(suite.version, "0.3.0");
    let copy = suite.requirement("day-old-copy").unwrap();
    assert_eq!(
        (copy.level, &copy.tested),
        (Level::ShouldNot, &Tested::Not("it takes a day".into()))
    );
    assert!(suite.reading("encoded-slash").is_some());
}

#[test]
fn the_hash_depends_on_names_and_contents_only() {
    let there = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/suite");
    let copy = tempfile::tempdir().unwrap();
    let names = [
        "suite.yaml",
        "requirements.yaml",
        "readings.yaml",
        "2.2.2-rules.yaml",
        "2.10-far.yaml",
        "regressions.yaml",
    ];
    for name in names {
        std::fs::copy(there.join(name), copy.path().join(name)).unwrap();
    }
    let hash = || suite::load_dir(copy.path()).unwrap().hash;
    let before = hash();
    assert_eq!(before, fixture().hash);
    assert!(before.len() == 64 && before.bytes().all(|octet| octet.is_ascii_hexdigit()));

    std::fs::rename(copy.path().join("2.10-far.yaml"), copy.path().join("2.4-far.yaml")).unwrap();
    let renamed = hash();
    assert_ne!(renamed, before);
    let file = copy.path().join("regressions.yaml");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text + "# more\n").unwrap();
    assert_ne!(hash(), renamed);
}

#[test]
fn the_examples_of_the_documentation_are_valid() {
    let page = include_str!("../../docs/cases.md");
    let blocks = page.split("```yaml\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let cases: Vec<&str> = blocks.filter(|block| block.contains("queries:")).collect();
    assert!(cases.len() >= 3, "observed, contested and scored cases are shown");
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("examples.yaml"), cases.concat()).unwrap();
    let suite = suite::load_dir(folder.path()).unwrap_or_else(|complaints| panic!("{complaints}"));
    assert_eq!(suite.cases.len(), cases.len());
}
