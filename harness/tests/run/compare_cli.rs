//! `repspec report compare`: exit statuses, files that are no reports, and hostile ones.

use crate::compare::{before_and_after, made_comparison};
use repspec::report::Report;
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;

/// Status, standard output, standard error of a comparison within a folder.
fn compare(folder: &Path, args: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_repspec"))
        .args(["report", "compare"])
        .args(args)
        .current_dir(folder)
        .output()
        .unwrap();
    (
        output.status.code().unwrap(),
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

/// A folder with `before.json` and `after.json`.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, report) in ["before.json", "after.json"].into_iter().zip(before_and_after()) {
        std::fs::write(folder.path().join(name), serde_json::to_vec(&report).unwrap()).unwrap();
    }
    folder
}

#[test]
fn a_report_is_read_as_it_was_written() {
    let folder = folder();
    let [before, _] = before_and_after();
    assert_eq!(Report::read(&folder.path().join("before.json")).unwrap(), before);
}

#[test]
fn the_status_says_whether_anything_got_worse() {
    let folder = folder();
    let (status, text, _) = compare(folder.path(), &["before.json", "after.json"]);
    assert_eq!((status, text.lines().last()), (1, Some("3 regressions")));
    let (status, text, _) = compare(folder.path(), &["after.json", "after.json"]);
    assert_eq!((status, text.lines().last()), (0, Some("no regression")));
    let json = ["before.json", "after.json", "--format", "json"];
    let (status, text, _) = compare(folder.path(), &json);
    let wanted = serde_json::to_value(made_comparison()).unwrap();
    assert_eq!((status, serde_json::from_str::<Value>(&text).unwrap()), (1, wanted));
}

#[test]
fn what_is_no_report_is_complained_about_by_name() {
    let folder = folder();
    let good = std::fs::read_to_string(folder.path().join("before.json")).unwrap();
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut report: Value = serde_json::from_str(&good).unwrap();
        change(&mut report);
        report.to_string().into_bytes()
    };
    for (octets, complaint) in [
        (Vec::new(), "no JSON document, or not a whole one"),
        (good.as_bytes()[..good.len() / 2].to_vec(), "not a whole one"),
        (b"\xff\xfe".to_vec(), "no JSON document"),
        ("[".repeat(100_000).into_bytes(), "no report as `repspec run --output json=FILE`"),
        (b"{}".to_vec(), "missing field `schema`"),
        (format!("{good}{good}").into_bytes(), "trailing characters"),
        (
            changed(&|report| report["schema"] = json!(2)),
            "version 2 of the format, and this repspec knows version 1",
        ),
        (changed(&|report| report["schema"] = json!("\u{1b}[2J")), "\\u{1b}[2J"),
        (changed(&|report| report["complete"] = json!(false)), "its run was cut short"),
        (b"{\"schema\":1,\"name\":\"one\",\"queries\":{}}".to_vec(), "one of the small reports"),
        (
            changed(&|report| report["implementations"][0]["queries"] = json!([])),
            "results of `good` are missing",
        ),
        (
            changed(&|report| {
                report["implementations"][0]["queries"][1]["got"] = json!("\u{1b}[2J");
            }),
            "implementations[0].queries[1].got: unknown variant `\\x1B[2J`",
        ),
        (
            changed(&|report| report["implementations"][1] = report["implementations"][0].clone()),
            "it has `good` twice",
        ),
        (
            changed(&|report| {
                let queries = &mut report["implementations"][0]["queries"];
                queries[1] = queries[0].clone();
            }),
            "`good` has two results for `2.2/grammar#plain`",
        ),
    ] {
        std::fs::write(folder.path().join("bad.json"), octets).unwrap();
        for args in [["bad.json", "after.json"], ["before.json", "bad.json"]] {
            let (status, text, stderr) = compare(folder.path(), &args);
            assert_eq!((status, text.as_str()), (2, ""), "{stderr}");
            assert!(
                stderr.starts_with("repspec: bad.json is ") && stderr.contains(complaint),
                "{stderr}"
            );
            assert!(stderr.len() < 600 && !stderr.contains('\u{1b}'), "{stderr:?}");
        }
    }
}

#[test]
fn files_that_cannot_be_read_are_named() {
    let folder = folder();
    for (file, complaint) in [("gone.json", "No such file"), (".", "Is a directory")] {
        let (status, _, stderr) = compare(folder.path(), &[file, "after.json"]);
        assert_eq!(status, 2);
        assert!(stderr.contains(&format!("{file} cannot be read: {complaint}")), "{stderr}");
    }
    let huge = std::fs::File::create(folder.path().join("huge.json")).unwrap();
    huge.set_len(1 << 40).unwrap();
    let (status, _, stderr) = compare(folder.path(), &["huge.json", "after.json"]);
    assert_eq!(status, 2);
    assert!(stderr.contains("huge.json is longer than"), "{stderr}");
}

#[test]
fn nothing_that_a_report_says_is_more_than_text() {
    let folder = folder();
    let path = folder.path().join("after.json");
    let mut report: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    poison(&mut report);
    std::fs::write(&path, report.to_string()).unwrap();
    for format in ["terminal", "markdown", "json"] {
        let args = ["before.json", "after.json", "--format", format];
        let (status, text, stderr) = compare(folder.path(), &args);
        assert_eq!(status, 1, "{stderr}");
        assert!(text.contains("\\u{202E}"), "{format}: {text}");
        let odd = |character: char| {
            character.is_control() && character != '\n' || "\u{202e}\u{9b}".contains(character)
        };
        assert_eq!(text.find(odd), None, "{format}: {text:?}");
        if format == "markdown" {
            assert_eq!(markup(&text), [""; 0], "{text}");
        }
    }
}

/// The lines in which [`poison`] is neither in code nor escaped.
fn markup(markdown: &str) -> Vec<&str> {
    let mut fence = None;
    let mut lines = Vec::new();
    for line in markdown.lines() {
        match fence {
            Some(end) if line == end => fence = None,
            Some(_) => {}
            None if line.starts_with("```") => {
                fence = Some(line.trim_end_matches(|end: char| end != '`'));
            }
            None if line.starts_with('|') => {
                let cells = line.replace("\\|", "").matches('|').count();
                lines.extend(Some(line).filter(|_| cells != 6 && cells != 9));
            }
            None => lines.extend(
                Some(line)
                    .filter(|line| line.contains("</details><b>") || line.starts_with("# big")),
            ),
        }
    }
    assert_eq!(fence, None);
    lines
}

/// Adds what no text should have to every text that may be anything.
fn poison(value: &mut Value) {
    match value {
        Value::String(text) if text.contains(['.', ' ', ':']) => {
            text.push_str("\u{1b}[2J\u{202e}\u{9b}|`</details><b>\n# big");
        }
        Value::Array(items) => items.iter_mut().for_each(poison),
        Value::Object(fields) => fields.values_mut().for_each(poison),
        _ => {}
    }
}
