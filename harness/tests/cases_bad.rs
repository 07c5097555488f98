//! Bad documents: each is one edit of a good suite, and gets exactly one complaint at the right place.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use repspec::suite::{self, Complaint};
use std::path::Path;
use std::time::{Duration, Instant};

const SUITE: &str = "suite.yaml";
const REQUIREMENTS: &str = "requirements.yaml";
const READINGS: &str = "readings.yaml";
const RULES: &str = "2.2.2-rules.yaml";
const FAR: &str = "2.10-far.yaml";
const STAR: &str = "regressions.yaml";

/// Code of the complaint; the file; what is replaced, by what; what stands in the line complained about.
type Edit = (&'static str, &'static str, &'static str, &'static str, &'static str);

const EDITS: &[Edit] = &[
    // Fields and words.
    (
        "unknown-field",
        RULES,
        "    requirement: longest-wins\n    token",
        "    requirment: longest-wins\n    token",
        "requirment",
    ),
    ("unknown-field", RULES, "title:", "author: me\ntitle:", "author"),
    (
        "unknown-field",
        RULES,
        "expect: allow }\n      - id",
        "expect: allow, method: GET }\n      - id",
        "method",
    ),
    ("unknown-field", REQUIREMENTS, "    text: A path", "    note: x\n    text: A path", "note: x"),
    ("unknown-field", READINGS, "text: \"It is a pattern.\"", "text: x, by: y", "by: y"),
    ("unknown-field", SUITE, "version: 0.3.0", "version: 0.3.0\nname: x", "name"),
    (
        "missing-field",
        RULES,
        "    why: The rule with the most octets decides, wherever it stands.\n",
        "",
        "id: longest",
    ),
    ("missing-field", RULES, "uri: \"https://shop.example/a/b\", ", "", "id: inside"),
    (
        "unknown-word",
        RULES,
        "\"https://shop.example/a/b\", expect: allow",
        "\"https://shop.example/a/b\", expect: alow",
        "alow",
    ),
    ("unknown-word", REQUIREMENTS, "level: should-not", "level: SHOULD", "SHOULD"),
    ("wrong-type", RULES, "section: \"2.2.2\"", "section: 2.2", "section: 2.2"),
    ("wrong-type", RULES, "see: [\"RFC 9309, section 5.2\"]", "see: \"RFC 9309\"", "see:"),
    ("wrong-type", REQUIREMENTS, "{ not: \"it takes a day\" }", "later", "later"),
    ("wrong-type", FAR, "times: 3", "times: -3", "repeat"),
    // Ids and references.
    ("bad-id", RULES, "id: outside", "id: Outside", "Outside"),
    ("bad-id", RULES, "id: prefix", "id: a--b", "a--b"),
    ("duplicate-id", RULES, "id: prefix", "id: longest", "- id: longest"),
    ("duplicate-id", RULES, "id: outside", "id: inside", "      - id: inside"),
    ("duplicate-id", RULES, "[starts-with-slash]", "[longest-wins]", "also"),
    ("duplicate-id", REQUIREMENTS, "id: day-old-copy", "id: starts-with-slash # again", "# again"),
    ("duplicate-id", READINGS, "id: token-match", "id: leading-star", "Prefix"),
    ("duplicate-id", READINGS, "id: slash-prepended", "id: pattern", "A slash is put"),
    ("unknown-requirement", RULES, "[starts-with-slash]", "[starts-with-slsh]", "starts-with-slsh"),
    (
        "unknown-requirement",
        RULES,
        "    requirement: longest-wins\n    token",
        "    requirement: longest\n    token",
        "requirement: longest",
    ),
    ("unknown-reading", STAR, "reading: leading-star", "reading: leading-stars", "leading-stars"),
    ("unknown-reading", RULES, "contested: token-match", "contested: tokens", "tokens"),
    ("unknown-section", RULES, "section: \"2.2.2\"", "section: \"2.2.7\"", "2.2.7"),
    ("unknown-section", RULES, "section: \"2.2.2\"", "section: regression", "section: regression"),
    ("unknown-section", READINGS, "section: \"2.2.1\"", "section: \"two\"", "two"),
    ("missing-requirement", FAR, ", requirement: day-old-copy", "", "id: x"),
    // How a case counts.
    ("missing-expect", RULES, "        expect: disallow\n", "", "id: outside"),
    (
        "missing-expect",
        RULES,
        "\"https://shop.example/\", expect: allow",
        "\"https://shop.example/\"",
        "id: news",
    ),
    ("expect-when-observed", STAR, "a.png\" }", "a.png\", expect: allow }", "a.png"),
    (
        "reading-and-signatures",
        STAR,
        "    signatures:\n      not-a-rule: [allow, allow]\n      pattern: [disallow, allow]\n",
        "",
        "id: star",
    ),
    (
        "two-scorings",
        STAR,
        "    reading: leading-star\n",
        "    reading: leading-star\n    contested: token-match\n",
        "contested",
    ),
    ("wrong-kind", STAR, "reading: leading-star", "reading: token-match", "reading:"),
    ("wrong-kind", RULES, "contested: token-match", "contested: encoded-slash", "contested:"),
    ("unknown-answer", STAR, "pattern: [", "patern: [", "patern"),
    ("signature-length", STAR, "pattern: [disallow, allow]", "pattern: [disallow]", "pattern"),
    ("equal-signatures", STAR, "pattern: [disallow, allow]", "pattern: [allow, allow]", "pattern"),
    (
        "no-signatures",
        STAR,
        "signatures:\n      not-a-rule: [allow, allow]\n      pattern: [disallow, allow]\n",
        "signatures: {}\n",
        "signatures",
    ),
    ("unknown-word", STAR, "pattern: [disallow, allow]", "pattern: [disallow, maybe]", "pattern"),
    ("level-and-kind", REQUIREMENTS, "kind: grammar", "kind: keyword", "kind: keyword\n"),
    (
        "answers-or-because",
        READINGS,
        "kind: decided, because: \"RFC 3986.\"",
        "kind: decided",
        "encoded-slash",
    ),
    ("answers-or-because", READINGS, "kind: contested", "kind: observed", "token-match"),
    // Queries, tokens, URIs, versions, texts.
    (
        "no-queries",
        RULES,
        "queries:\n      - { id: news, uri: \"https://shop.example/\", expect: allow }",
        "queries: []",
        "queries: []",
    ),
    ("bad-token", RULES, "token: otherbot", "token: otherbot/1.0", "otherbot/1.0"),
    ("bad-token", RULES, "token: examplebot-news", "token: \"*\"", "token: \"*\""),
    ("bad-uri", RULES, "\"https://shop.example/a/b\"", "/a/b", "id: inside"),
    ("bad-uri", RULES, "shop.example/x&b!c\"", "shop.example/\u{e9}\"", "\u{e9}"),
    ("bad-version", RULES, "since: \"0.2.0\"", "since: \"0.2\"", "since"),
    ("bad-version", SUITE, "0.3.0", "v0.3.0", "v0.3.0"),
    ("empty-text", RULES, "why: The text wants the whole token.", "why: \" \"", "why: \" \""),
    ("empty-text", RULES, "title: The \"Allow\" and \"Disallow\" lines", "title: \"\"", "title"),
    // Bodies.
    (
        "one-body",
        FAR,
        "    robots_txt_parts:",
        "    robots_txt: x\n    robots_txt_parts:",
        "id: big",
    ),
    ("one-body", RULES, "    robots_txt_base64: VXNlci1hZ2VudDog/w0K\n", "", "id: prefix"),
    ("bad-base64", RULES, "VXNlci1hZ2VudDog/w0K", "VXNlci1hZ2VudDog/w0", "robots_txt_base64"),
    ("bad-base64", FAR, "\"/w0K\"", "\"!w0K\"", "!w0K"),
    ("bad-part", FAR, "times: 3", "times: 0", "repeat"),
    ("bad-part", FAR, "pad_to: 100", "pad_to: 10", "pad_to"),
    ("bad-part", FAR, "with: \"#+\\n\"", "with: \"\"", "pad_to"),
    ("body-too-long", FAR, "times: 3", "times: 18446744073709551615", "repeat"),
    ("body-too-long", FAR, "pad_to: 100", "pad_to: 4194305", "pad_to"),
    // YAML.
    ("alias", RULES, "why: The text wants", "why: &why The text wants", "&why"),
    ("alias", RULES, "[starts-with-slash]", "*starts", "*starts"),
    ("tag", RULES, "why: The text wants", "why: !why The text wants", "!why"),
    (
        "duplicate-key",
        RULES,
        "    token: examplebot-news\n",
        "    token: examplebot-news\n    token: a\n",
        "token: a",
    ),
    ("syntax", RULES, "expect: allow }\n      - id", "expect: allow\n      - id", "id: inside"),
    ("syntax", RULES, "cases:\n", "cases:\n---\n", "---"),
    (
        "tab",
        RULES,
        "    token: examplebot-news",
        "\ttoken: examplebot-news",
        "token: examplebot-news",
    ),
    (
        "tab",
        RULES,
        "    token: examplebot-news",
        "  \ttoken: examplebot-news",
        "token: examplebot-news",
    ),
    ("tab", RULES, "      [[[ {{{", "\t[[[ {{{", "[[["),
    ("trailing-blank", RULES, "      Allow: /a/b\n", "      Allow: /a/b \n", "Allow: /a/b "),
    ("trailing-blank", RULES, "id: outside\n", "id: outside\t\n", "id: outside"),
    ("raw-character", RULES, "title: ", "title: \u{FEFF}", "title"),
    ("raw-character", RULES, "# Comments may", "\u{FEFF}# Comments may", "Comments may"),
    ("raw-character", RULES, "      Allow: /a/b\n", "      Allow: /a/b\r\n", "Allow: /a/b"),
    ("raw-character", RULES, "      Allow: /a/b\n", "      Allow: /a\u{85}/b\n", "Allow: /a"),
    ("raw-character", RULES, "      Allow: /a/b\n", "      Allow: /a\u{2028}/b\n", "Allow: /a"),
    ("raw-character", RULES, "      Allow: /a/b\n", "      Allow: /a\u{2029}/b\n", "Allow: /a"),
    ("raw-character", RULES, "      Allow: /a/b\n", "      Allow: /a\0/b\n", "Allow: /a"),
];

fn suite_with(name: &str, octets: &[u8]) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    for file in [SUITE, REQUIREMENTS, READINGS, RULES, FAR, STAR] {
        std::fs::copy(fixtures().join(file), dir.path().join(file)).unwrap();
    }
    std::fs::write(dir.path().join(name), octets).unwrap();
    dir
}

fn fixtures() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/suite")
}

/// The complaints about a suite with this file; they must come within a very generous time.
fn complaints(name: &str, octets: &[u8]) -> Vec<Complaint> {
    let dir = suite_with(name, octets);
    let start = Instant::now();
    let complaints = suite::load_dir(dir.path()).map_or_else(|found| found.0, |_| Vec::new());
    assert!(start.elapsed() < Duration::from_secs(20), "{name}: {:?}", start.elapsed());
    complaints
}

#[test]
fn each_mistake_gets_one_complaint_in_the_right_line() {
    let mut wrong = Vec::new();
    for (code, name, from, to, at) in EDITS {
        let good = std::fs::read_to_string(fixtures().join(name)).unwrap();
        assert_eq!(good.matches(from).count(), 1, "{name}: {from}");
        let bad = good.replace(from, to);
        let found = complaints(name, bad.as_bytes());
        let fits = |one: &Complaint| {
            let line = bad.split_inclusive('\n').nth(one.line.unwrap() - 1).unwrap_or_default();
            one.code == *code && one.file.ends_with(name) && line.contains(at)
        };
        if found.len() != 1 || !fits(&found[0]) {
            wrong.push(format!("{code}, {name}, {to:?}: {found:#?}"));
        }
        assert!(found.iter().all(|one| !one.message.contains(char::is_control)));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_documentation_has_every_code() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/cases.md");
    let docs = std::fs::read_to_string(docs).unwrap();
    let others = [
        "file-too-long",
        "not-utf-8",
        "nesting-too-deep",
        "no-cases",
        "missing-file",
        "unreadable",
    ];
    for code in EDITS.iter().map(|edit| edit.0).chain(others) {
        assert!(docs.contains(&format!("| `{code}` |")), "{code}");
    }
}

#[test]
fn several_mistakes_are_told_together() {
    let good = std::fs::read_to_string(fixtures().join(RULES)).unwrap();
    let bad = good
        .replace("why: The text", "wy: The text")
        .replace("expect: disallow", "expect: no")
        .replace("- { id: news", "- { id: News")
        .replace("also: [starts", "also: [startz")
        .replace("id: inside, uri: \"https:", "id: inside, colour: red, size: 1, uri: \"");
    let found = complaints(RULES, bad.as_bytes());
    let codes: Vec<_> = found.iter().map(|one| (one.line.unwrap(), one.code)).collect();
    assert_eq!(
        codes,
        [(17, "unknown-field"), (17, "unknown-field"), (20, "unknown-word"), (26, "unknown-field")]
    );
}

#[test]
fn a_broken_catalogue_does_not_make_its_ids_unknown() {
    for file in [REQUIREMENTS, READINGS] {
        let good = std::fs::read_to_string(fixtures().join(file)).unwrap();
        let codes: Vec<_> =
            complaints(file, (good + "\tx").as_bytes()).into_iter().map(|one| one.code).collect();
        assert_eq!(codes, ["tab"]);
    }
}

#[test]
fn unknown_names_get_a_suggestion() {
    let good = std::fs::read_to_string(fixtures().join(RULES)).unwrap();
    for (from, to, suggestion) in [
        ("[starts-with-slash]", "[start-with-slash]", "did you mean `starts-with-slash`?"),
        ("contested: token-match", "contested: tokens-match", "did you mean `token-match`?"),
        (
            "    requirement: longest-wins\n    token",
            "    requirment: x\n    token",
            "did you mean `requirement`?",
        ),
        ("expect: disallow", "expect: disalow", "did you mean `disallow`?"),
    ] {
        let found = complaints(RULES, good.replace(from, to).as_bytes());
        assert!(found[0].message.contains(suggestion), "{found:?}");
    }
}

#[test]
fn octets_that_are_not_utf_8() {
    let found = complaints("x.yaml", b"section: \"2.2\"\ntitle: caf\xe9\n");
    assert_eq!((found.len(), found[0].code, found[0].line), (1, "not-utf-8", Some(2)));
}

#[test]
fn hostile_files_are_refused_at_once() {
    let bomb = (1..30).fold("a0: &a0 [x,x,x,x,x,x,x,x,x]\n".to_owned(), |text, level| {
        let before = format!("*a{}", level - 1);
        text + &format!("a{level}: &a{level} [{}]\n", [before.as_str(); 9].join(","))
    });
    for (code, text) in [
        ("nesting-too-deep", "[".repeat(200_000)),
        ("nesting-too-deep", "[\n".repeat(200_000)),
        ("nesting-too-deep", "{a:\n".repeat(200_000)),
        ("nesting-too-deep", "- ".repeat(200_000) + "a"),
        ("nesting-too-deep", (0..1000).map(|depth| " ".repeat(depth) + "a:\n").collect()),
        ("alias", bomb),
        ("file-too-long", "# padding\n".repeat(110_000)),
        ("wrong-type", "[],".repeat(100_000).replacen("[]", "[[]", 1) + "]"),
        ("wrong-type", "a ".repeat(100_000) + "a"),
    ] {
        let found = complaints("x.yaml", text.as_bytes());
        let codes: Vec<_> = found.iter().map(|one| one.code).collect();
        assert_eq!(codes, [code], "{text:.20}");
    }
}

#[test]
fn very_many_unknown_fields_are_not_told_one_by_one() {
    let fields: String = (0..20_000).map(|number| format!("  field{number}: x\n")).collect();
    let head = "section: \"2.2\"\ntitle: x\ncases:\n- id: x\n";
    let found = complaints("x.yaml", (head.to_owned() + &fields).as_bytes());
    assert!((1..100).contains(&found.len()));
    assert!(found.iter().all(|one| one.code == "unknown-field"));
}

#[test]
fn described_bodies_cannot_fill_the_memory() {
    let head = "section: \"2.2\"\ntitle: x\ncases:\n";
    let case = |number: usize| {
        format!(
            "  - id: c{number}\n    why: x\n    requirement: longest-wins\n    \
             robots_txt_parts: [{{ repeat: x, times: 4194304 }}]\n    \
             queries: [{{ id: q, uri: \"https://h/\", expect: allow }}]\n"
        )
    };
    let cases: String = (0..17).map(case).collect();
    let found = complaints("x.yaml", (head.to_owned() + &cases).as_bytes());
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].code, found[0].line), ("body-too-long", Some(4 + 15 * 5)));
}

#[test]
fn folders_without_cases() {
    let empty = tempfile::tempdir().unwrap();
    let codes = |dir: &Path| -> Vec<&str> {
        suite::load_dir(dir).unwrap_err().0.iter().map(|one| one.code).collect()
    };
    assert!(codes(empty.path()).contains(&"no-cases"));
    for file in [SUITE, REQUIREMENTS, READINGS] {
        std::fs::copy(fixtures().join(file), empty.path().join(file)).unwrap();
    }
    assert_eq!(codes(empty.path()), ["no-cases"]);
    std::fs::write(empty.path().join("x.yaml"), "section: \"2.2\"\ntitle: x\ncases: []\n").unwrap();
    assert_eq!(codes(empty.path()), ["no-cases"]);
    assert_eq!(codes(&empty.path().join("not-there")), ["unreadable"]);
}

#[test]
#[cfg(unix)]
fn a_case_file_that_is_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let (device, looping) = (folder.path().join("device.yaml"), folder.path().join("loop.yaml"));
    std::os::unix::fs::symlink("/dev/zero", device).unwrap();
    std::os::unix::fs::symlink("loop.yaml", looping).unwrap();
    std::fs::create_dir(folder.path().join("folder.yaml")).unwrap();
    let found = suite::load_dir(folder.path()).unwrap_err().0;
    assert!(found.iter().all(|one| one.code == "unreadable"), "{found:?}");
    assert_eq!(found.len(), 2);
    assert!(found.iter().any(|one| one.message.contains("not a regular file")), "{found:?}");
}
