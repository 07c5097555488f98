//! The reference against the RFC's own figures, examples and sentences.

use repspec_reference::{Reason, Robots, SelectedBy, Verdict};

fn verdict(robots_txt: &str, token: &str, uri: &str) -> Verdict {
    let robots = Robots::parse(robots_txt.as_bytes());
    let decision = robots.decide(token, uri);
    assert_eq!(robots.explain(token, uri).decision, decision, "explain agrees with decide");
    decision.verdict
}

fn is_allowed(robots_txt: &str, token: &str, uri: &str) -> bool {
    verdict(robots_txt, token, uri) == Verdict::Allow
}

/// Whether `Disallow: pattern` matches a path.
fn hits(pattern: &str, path: &str) -> bool {
    !is_allowed(
        &format!("User-agent: *\nDisallow: {pattern}\n"),
        "bot",
        &format!("https://a.example{path}"),
    )
}

#[test]
fn figure_2_groups_of_one_token_are_merged() {
    let file = "user-agent: AppleBot\ndisallow: /x\n\nuser-agent: PearBot\ndisallow: /z\n\nUser-Agent: applebot\ndisallow: /y\n";
    assert!(!is_allowed(file, "applebot", "/x"));
    assert!(!is_allowed(file, "APPLEBOT", "/y"));
    assert!(is_allowed(file, "applebot", "/z"));
}

#[test]
fn figure_3_star_is_the_fall_back_and_only_that() {
    let file = "user-agent: *\ndisallow: /x\n\nuser-agent: pearbot\ndisallow: /z\n";
    assert!(!is_allowed(file, "applebot", "/x"));
    assert!(is_allowed(file, "pearbot", "/x"));
    assert!(is_allowed(file, "pear", "/z"), "a token is no prefix");
}

#[test]
fn figure_4_octets_are_compared_after_encoding() {
    assert!(hits("/shop/list?cat=toy", "/shop/list?cat=toy"));
    assert!(hits("/shop/list?ref=https://a.example", "/shop/list?ref=https%3A%2F%2Fa.example"));
    assert!(hits("/shop/list?ref=https%3A%2F%2Fa.example", "/shop/list?ref=https://a.example"));
    assert!(hits("/shop/list/ツ", "/shop/list/%E3%83%84"));
    assert!(hits("/shop/list/%E3%83%84", "/shop/list/%e3%83%84"));
    assert!(hits("/shop/list/%74%6F%79", "/shop/list/toy"));
    assert!(hits("/shop/list/toy", "/shop/list/%74%6F%79"));
    assert!(!hits("/a%2Fb", "/a/b"));
    assert!(!hits("/a/b", "/a%2Fb"));
    assert!(!hits("/%62", "/%2562"), "decoded once");
}

#[test]
fn figure_6_encoded_special_characters_match_verbatim() {
    assert!(hits("/note-%2A.html", "/note-*.html"));
    assert!(!hits("/note-%2A.html", "/note-b.html"));
    assert!(hits("/price-%24", "/price-$"));
    assert!(hits("/price-%24", "/price-$bar"));
}

#[test]
fn the_same_text_on_both_sides_matches_also_behind_a_star() {
    for query in ["a=b&c=d", "q=:x", "q=%3Ax", "u=https://h/p?x=1", "a%26b", "a%3Db", "x?y"] {
        let path = format!("/p?{query}");
        assert!(hits(&path, &path), "{path}");
        let tail = &query[1..];
        assert!(hits(&format!("/*{tail}"), &path), "/*{tail} on {path}");
        assert!(hits(&format!("/*{tail}$"), &path), "/*{tail}$ on {path}");
    }
    assert!(hits("/*/x/*:y", "/p/x/a?b=:y"));
    assert!(!hits("/*%2Fx", "/a/x"), "in the path the two forms differ");
}

#[test]
fn special_characters_have_their_meaning() {
    assert!(hits("/one/*/two", "/one/a/b/two/and/more"));
    assert!(hits("/one/*two", "/one/two"));
    assert!(hits("/just$", "/just"));
    assert!(!hits("/just$", "/just/not"));
    assert!(!hits("/just$", "/just?q"));
    assert!(hits("/a*$", "/abc?d"));
    assert!(hits("/*.gif$", "/a.gif.gif"));
    assert!(!hits("/*ab*ba$", "/aba"), "the segments may not overlap");
    assert!(hits("/a$b", "/a$bc"), "a dollar inside is itself");
    assert!(hits("*.gif$", "/x.gif"));
    assert!(hits("/a # comment", "/a"));
}

#[test]
fn the_most_octets_win_in_either_order_and_allow_wins_a_tie() {
    for file in [
        "user-agent: *\nallow: /p/\ndisallow: /p/x\n",
        "user-agent: *\ndisallow: /p/x\nallow: /p/\n",
    ] {
        assert!(!is_allowed(file, "bot", "/p/x"));
        assert!(is_allowed(file, "bot", "/p/y"));
    }
    for file in
        ["user-agent: *\nallow: /p\ndisallow: /p\n", "user-agent: *\ndisallow: /p\nallow: /p\n"]
    {
        assert!(is_allowed(file, "bot", "/p"));
    }
    assert!(!is_allowed("user-agent: *\nallow: /p\ndisallow: /*p\n", "bot", "/p"));
}

#[test]
fn only_a_user_agent_line_ends_a_group() {
    let file = "User-agent: a\nSitemap: https://s.example/m\nUser-agent: b\n\n# note\nCrawl-delay: 1\nDisallow: /x\njunk\n\nDisallow: /y\nUser-agent: c\nDisallow: /z";
    for token in ["a", "b"] {
        assert!(!is_allowed(file, token, "/x"), "{token}");
        assert!(!is_allowed(file, token, "/y"), "{token}");
        assert!(is_allowed(file, token, "/z"), "{token}");
    }
    assert!(!is_allowed(file, "c", "/z"));
    assert!(is_allowed(file, "c", "/x"));
}

#[test]
fn an_empty_pattern_matches_nothing_but_is_a_rule() {
    let file = "User-agent: a\nDisallow:\nUser-agent: b\nDisallow: /x\n";
    assert!(is_allowed(file, "a", "/x"), "the empty rule ended the run of user-agent lines");
    assert!(!is_allowed(file, "b", "/x"));
    assert!(is_allowed("User-agent: *\nDisallow: /\n\nUser-agent: a\nDisallow:\n", "a", "/x"));
    assert!(!is_allowed("User-agent: a\nDisallow: /\nAllow:\n", "a", "/x"));
}

#[test]
fn rules_outside_groups_are_ignored() {
    assert!(is_allowed("Disallow: /x\nUser-agent: a\nDisallow: /y\n", "a", "/x"));
    let robots = Robots::parse(b"Disallow: /\n");
    assert_eq!(robots.decide("a", "/x").reason, Reason::NoGroup);
}

#[test]
fn every_line_end_is_one_and_blanks_may_stand_around() {
    for end in ["\n", "\r", "\r\n"] {
        let file = format!("\t User-AGENT \t:\t a \t#c{end} DISALLOW\t: /x{end}{end}allow:/x/y");
        assert!(!is_allowed(&file, "a", "/x"), "{end:?}");
        assert!(is_allowed(&file, "a", "/x/y"), "{end:?}");
        assert_eq!(
            Robots::parse(file.as_bytes()).decide("a", "/x/y").reason,
            Reason::Rule { line: 4, octets: 4 }
        );
    }
    assert!(is_allowed("User-agent: *\nDisallow:/a\u{2028}Disallow:/b\n", "a", "/b"));
}

#[test]
fn robots_txt_itself_is_allowed() {
    let file = "User-agent: *\nDisallow: /\n";
    assert!(is_allowed(file, "a", "https://h.example/robots.txt"));
    assert!(is_allowed(file, "a", "https://h.example/%72obots.txt"));
    assert!(!is_allowed(file, "a", "https://h.example/robots.txt.bak"));
    assert!(!is_allowed(file, "a", "https://h.example/x/robots.txt"));
}

#[test]
fn the_target_is_path_and_query_of_the_uri() {
    let file = "User-agent: *\nDisallow: /?q\nDisallow: /x$\n";
    assert!(!is_allowed(file, "a", "https://h.example?q=1"));
    assert!(!is_allowed(file, "a", "https://u@h.example:8080/x#frag"));
    assert!(!is_allowed(file, "a", "h.example/x"));
    assert!(is_allowed(file, "a", "https://h.example"));
    assert!(is_allowed(file, "a", "https://x/y"));
    assert!(is_allowed(file, "a", "//b/x"), "what begins with a slash is a path");
}

#[test]
fn the_limit_is_500_kib_and_cuts_no_rule_short() {
    let rule = "Disallow: /deciding";
    let file = |padding: usize| format!("User-agent: *\n{}\n{rule}", "#".repeat(padding - 1));
    let room = 512_000 - rule.len() - "User-agent: *\n".len();
    assert!(!is_allowed(&(file(room) + "\n"), "a", "/deciding"), "up to the last octet");
    assert!(is_allowed(&(file(room + 1) + "\n"), "a", "/deciding"));
    assert!(is_allowed(&(file(room + 1) + "\n"), "a", "/decidin"), "the cut rule is dropped");
    assert!(
        !is_allowed(&(file(room - 2) + " # a comment\n"), "a", "/deciding"),
        "a comment is cut"
    );
}

#[test]
fn an_explanation_tells_winner_losers_and_groups() {
    let robots = Robots::parse(
        b"User-agent: a\nDisallow: /p\nAllow: /p/%62\nUser-agent: b\nAllow: /\nUser-agent: A\nDisallow: /q\n",
    );
    let told = robots.explain("a", "https://h.example/p/b");
    assert_eq!(told.selected_by, SelectedBy::Token);
    assert_eq!(told.groups.len(), 2);
    let winner = told.winner.expect("a rule wins");
    assert_eq!((winner.line, winner.octets), (3, 4));
    assert_eq!(winner.normalised, b"/p/b");
    assert_eq!(told.losers.iter().map(|rule| rule.line).collect::<Vec<_>>(), [2]);
    assert_eq!(told.not_matching, 1);
    assert_eq!(told.target.as_deref(), Some(&b"/p/b"[..]));
}
