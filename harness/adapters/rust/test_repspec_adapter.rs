//! Tests of the helper: a small shim runs as a child, as the harness runs it.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use std::io::Write;
use std::process::{Command, Stdio};

fn ask(seq: u32, octets: &[u8], tokens: &[&str]) -> Value {
    ask_uri(seq, octets, tokens, "https://shop.example/")
}

fn ask_uri(seq: u32, octets: &[u8], tokens: &[&str], uri: &str) -> Value {
    let queries: Vec<_> = tokens.iter().map(|token| json!({"token": token, "uri": uri})).collect();
    json!({"repspec": "ask", "seq": seq, "robots_txt": STANDARD.encode(octets), "queries": queries})
}

/// Sends the messages to a fresh child; returns its exit status, what it said, and its standard error.
fn converse(messages: &[Value]) -> (Option<i32>, Vec<Value>, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_noisy"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    for message in messages {
        writeln!(input, "{message}").unwrap();
    }
    drop(input);
    let done = child.wait_with_output().unwrap();
    let said = done.stdout.split_inclusive(|&octet| octet == b'\n');
    let said = said.map(|line| serde_json::from_slice(line).unwrap()).collect();
    (done.status.code(), said, String::from_utf8(done.stderr).unwrap())
}

fn results(octets: &[u8], tokens: &[&str]) -> Value {
    let (status, said, _) = converse(&[ask(1, octets, tokens)]);
    assert_eq!(status, Some(0));
    said[1]["results"].clone()
}

#[test]
fn says_hello_first() {
    let hello = json!({
        "repspec": "hello", "protocol": 1, "name": "noisy", "version": "1.2", "language": "Rust",
        "homepage": "https://noisy.example", "capabilities": ["decide"],
    });
    assert_eq!(converse(&[]), (Some(0), vec![hello], String::new()));
}

#[test]
fn answers_each_ask_with_its_number_and_all_results_in_order() {
    let right = b"User-agent: *\r\n\xff";
    let (_, said, _) =
        converse(&[ask(7, right, &["a"]), ask(9, b"other", &["b", "long", "stdin"])]);
    assert_eq!(said[1], json!({"repspec": "answer", "seq": 7, "results": [{"verdict": "allow"}]}));
    assert_eq!(said[2]["seq"], 9);
    assert_eq!(said[2]["results"][0], json!({"verdict": "disallow"}));
    assert!(said[2]["results"][1]["error"].is_string());
    assert_eq!(said[2]["results"][2], json!({"verdict": "allow"}));
}

#[test]
fn keeps_prints_of_library_and_children_out_of_the_protocol() {
    let (_, said, stderr) = converse(&[ask(1, b"", &["child"])]);
    assert_eq!(said.len(), 2);
    assert!(stderr.contains("deciding https://shop.example/"), "{stderr}");
    assert!(stderr.contains("so does its child"), "{stderr}");
}

#[test]
fn leaves_the_library_an_empty_standard_input() {
    let (_, said, _) = converse(&[ask(1, b"", &["stdin"]), ask(2, &[b' '; 100_000], &["a"])]);
    assert_eq!(said[1]["results"], json!([{"verdict": "allow"}]));
    assert_eq!(said[2]["seq"], 2);
}

#[test]
fn reports_a_failure_to_parse_for_every_query() {
    let results = results(b"text \xff", &["a", "b"]);
    assert!(results[0]["error"].as_str().unwrap().starts_with("invalid utf-8"), "{results}");
    assert_eq!(results.as_array().unwrap().len(), 2);
    assert_eq!(results[0], results[1]);
}

#[test]
fn messages_are_short() {
    let results = results(b"", &["long"]);
    assert_eq!(results[0]["error"].as_str().unwrap().chars().count(), 1000);
}

#[test]
fn says_unsupported_with_the_reason() {
    assert_eq!(results(b"", &["unsupported"]), json!([{"unsupported": "cannot say"}]));
}

#[test]
fn gives_path_and_query_as_they_stand() {
    for (uri, path) in [
        ("https://shop.example/a/../%7eb?c=//d?#e?f", "/a/../%7eb?c=//d?"),
        ("http://user@shop.example:8080/x", "/x"),
        ("https://shop.example?q=/a", "?q=/a"),
        ("https://shop.example", ""),
    ] {
        let (_, said, _) = converse(&[ask_uri(1, b"", &["path"], uri)]);
        assert_eq!(said[1]["results"][0]["error"], path);
    }
}

#[test]
fn ignores_messages_it_does_not_know() {
    let (_, said, _) = converse(&[json!({"repspec": "farewell"}), ask(1, b"", &["a"])]);
    assert_eq!(said[1]["seq"], 1);
}

#[test]
fn a_library_that_exits_or_panics_ends_the_child() {
    let (status, said, _) = converse(&[ask(1, b"", &["a", "exit"])]);
    assert_eq!((status, said.len()), (Some(3), 1));
    let (status, said, stderr) = converse(&[ask(1, b"", &["a", "panic"])]);
    assert_eq!((status, said.len()), (Some(101), 1));
    assert!(stderr.contains("at https://shop.example/"), "its last words: {stderr}");
}
