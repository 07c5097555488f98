//! The bug reports that follow from a run.

use crate::made_up::*;
use repspec::install::Wanted;
use repspec::outcome::Reply;
use repspec::report::issue::{Comes, Issue, Means, find, markdown};
use repspec::report::{ImplementationReport, report};
use repspec::reproduce::{Language, Reproduce};
use repspec::suite::{Case, File, Subject, Suite};

fn of(suite: &Suite, replies: Replies<'_>) -> ImplementationReport {
    let done = run_all(&[made("one", replies)]);
    report(&done.fold(suite), deciding).unwrap().implementations.remove(0)
}

fn means(comes: Comes) -> Means {
    Means { name: "one".parse::<Wanted>().unwrap(), reproduce: None, comes }
}

fn python() -> Means {
    let code = "print(ask(b{robots_txt}, {token}, {uri}))\n".into();
    let reproduce = Some(Reproduce { language: Language::Python, code });
    Means { reproduce, ..means(Comes::Installable("one".into())) }
}

fn texts(suite: &Suite, one: &ImplementationReport, means: &Means) -> Vec<String> {
    let issues = find(suite, one, None);
    issues.iter().map(|issue| markdown(issue, (suite, one), means, deciding)).collect()
}

fn ids(issues: &[Issue<'_>]) -> Vec<String> {
    issues.iter().map(|issue| issue.query.id.clone()).collect()
}

#[test]
fn everything_that_fails() {
    let suite = suite();
    let one = of(
        &suite,
        &[
            (STATED, Reply::Crash(failure())),
            (CONTESTED, wrong()),
            (MUST, wrong()),
            (ANOTHER_MUST, error()),
            (SHOULD, unsupported()),
            (NEW, wrong()),
        ],
    );
    insta::assert_snapshot!(texts(&suite, &one, &python()).join("\n---\n\n"));
}

#[test]
fn only_what_is_wrong_is_reported() {
    let suite = suite();
    let crash = || Reply::Crash(failure());
    for (replies, wanted) in [
        (vec![], vec![]),
        (vec![(CONTESTED, wrong()), (SHOULD, unsupported()), (OBSERVED, error())], vec![]),
        (vec![(OBSERVED, crash()), (MAY, wrong())], vec![OBSERVED, MAY]),
        (vec![(NEW, wrong()), (STATED, wrong())], vec![STATED, NEW]),
    ] {
        assert_eq!(ids(&find(&suite, &of(&suite, &replies), None)), wanted, "{replies:?}");
    }
    let one = of(&suite, &[(NEW, wrong()), (STATED, wrong())]);
    assert_eq!(ids(&find(&suite, &one, Some("limit"))), [NEW]);
    assert!(find(&suite, &one, Some("escapes")).is_empty());
}

fn file(robots_txt: Vec<u8>) -> Subject {
    Subject::File(File { robots_txt, family: None })
}

/// A suite in which the requirement `most-octets` has another, shorter case, after the first.
fn with_a_shorter_case() -> Suite {
    let mut suite = suite();
    let at = suite.cases.iter().position(|case| case.id == "2.2.2/longest").unwrap();
    let mut shorter = Case { subject: file(b"Disallow: /".to_vec()), ..suite.cases[at].clone() };
    shorter.id = "2.2.2/shorter".into();
    for query in &mut shorter.queries {
        query.id = query.id.replace("longest", "shorter");
    }
    suite.cases.push(shorter);
    suite
}

#[test]
fn the_smallest_file_comes_first_and_ten_others_are_listed() {
    let suite = with_a_shorter_case();
    let mut one = of(&suite, &[(MUST, wrong()), (ANOTHER_MUST, wrong())]);
    let shorter: Vec<_> = one
        .queries
        .iter()
        .filter(|result| result.query.starts_with("2.2.2/longest"))
        .cloned()
        .map(|mut result| {
            result.query = result.query.replace("longest", "shorter");
            result
        })
        .collect();
    one.queries.extend(shorter);
    let mut issues = find(&suite, &one, None);
    assert_eq!(ids(&issues), ["2.2.2/shorter#long"]);
    assert_eq!(issues[0].others, [MUST, ANOTHER_MUST, "2.2.2/shorter#short"]);
    issues[0].others = vec![MUST; 13];
    let text = markdown(&issues[0], (&suite, &one), &python(), deciding);
    assert!(text.contains("13 more queries of this requirement fail:\n"), "{text}");
    assert_eq!(text.matches(&format!("- `{MUST}`\n")).count(), 10, "{text}");
    assert!(text.contains("- and 3 more\n"), "{text}");
    assert!(text.contains("(11 octets; no line end after the last line)"), "{text}");
}

#[test]
fn without_a_snippet_the_file_and_the_shim_are_shown() {
    let suite = suite();
    let one = of(&suite, &[(STATED, wrong())]);
    let with = |comes| texts(&suite, &one, &means(comes)).remove(0);
    let file = "base64 -d > robots.txt <<'END'\nVXNlci1hZ2VudDogKgpEaXNhbGxvdzogLwo=\nEND\n";
    for (comes, shim, command) in [
        (Comes::BuiltIn, false, "repspec run one --filter '2.2/grammar#plain'"),
        (
            Comes::Installable("one".into()),
            true,
            "repspec implementations install one\nrepspec run",
        ),
        (Comes::Elsewhere, false, "`repspec run`, for `one`, with `--filter` `2.2/grammar#plain`"),
    ] {
        let text = with(comes);
        assert!(text.contains(file) && text.contains(command), "{text}");
        assert_eq!(text.contains("/harness/adapters/one)"), shim, "{text}");
    }
}

#[test]
fn a_long_file_is_described() {
    let mut suite = suite();
    for case in &mut suite.cases {
        case.subject = file(b"# x\n".repeat(1000));
    }
    let text = texts(&suite, &of(&suite, &[(NEW, wrong())]), &python()).remove(0);
    assert!(text.contains("With a robots.txt of 4000 octets, which is here in parts:"), "{text}");
    assert!(text.contains("case `2.5/limit`: `repspec cases export"), "{text}");
    assert!(text.len() < 2_500 && !text.contains("print(ask("), "{text}");
}

#[test]
fn nothing_that_a_library_says_is_more_than_text() {
    let suite = suite();
    let hostile = "\u{1b}[2J|`</details>\n# big @all";
    let mut failure = failure();
    (failure.detail, failure.stderr) = (hostile.into(), format!("```\n{hostile}"));
    let mut one = of(&suite, &[(STATED, Reply::Crash(failure))]);
    one.about.as_mut().unwrap().version = hostile.into();
    let text = texts(&suite, &one, &python()).remove(0);
    assert!(!text.contains('\u{1b}') && text.contains("````text\n```\n"), "{text}");
    assert!(
        text.contains("| got | **crash**: ``\\x1B[2J\\|`</details>\\n# big @all`` |"),
        "{text}"
    );
    assert!(
        text.starts_with("# one \\\\x1B\\[2J\\|\\`\\</details\\>\\\\n\\# big \\@<!-- -->all "),
        "{text}"
    );
}
