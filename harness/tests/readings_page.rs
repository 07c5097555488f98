//! `docs/readings.md` lists the readings of the suite. `UPDATE_DOCS=1` rewrites its list.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use repspec::suite::{Reading, ReadingKind, embedded};
use std::fmt::Write as _;
use std::path::Path;

const MARK: &str = "--test readings_page -->\n";

#[test]
fn the_page_lists_every_reading_as_the_suite_has_it() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/readings.md");
    let text = std::fs::read_to_string(&page).unwrap();
    let (introduction, published) = text.split_once(MARK).unwrap();
    let fresh = list(embedded().unwrap().readings);
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&page, format!("{introduction}{MARK}{fresh}")).unwrap();
        return;
    }
    assert!(
        published == fresh,
        "docs/readings.md is out of date: run this test with UPDATE_DOCS=1"
    );
}

/// The readings, section by section, each section's in the order of the suite.
fn list(mut readings: Vec<Reading>) -> String {
    let number = |part: &str| part.parse::<u32>().unwrap();
    readings.sort_by_key(|reading| reading.section.split('.').map(number).collect::<Vec<_>>());
    let mut list = String::new();
    for section in readings.chunk_by(|left, right| left.section == right.section) {
        writeln!(list, "\n## Section {}", section[0].section).unwrap();
        section.iter().for_each(|reading| describe(&mut list, reading));
    }
    list
}

fn describe(list: &mut String, reading: &Reading) {
    writeln!(list, "\n### {}\n\n{}\n", reading.id, reading.point).unwrap();
    match &reading.kind {
        ReadingKind::Observed(answers) => {
            writeln!(list, "Observed:\n").unwrap();
            for answer in answers {
                writeln!(list, "- `{}`: {}", answer.id, answer.text).unwrap();
            }
        }
        ReadingKind::Contested(because) => writeln!(list, "Contested: {because}").unwrap(),
        ReadingKind::Decided(because) => writeln!(list, "Decided: {because}").unwrap(),
    }
}
