//! Where things stand in the text of a baseline.

use super::Baseline;
use super::load::Raw;
use crate::yaml_file;
use std::ops::Range;

/// Lines of a text, counted from 0.
pub(super) struct Layout {
    pub(super) suite: usize,
    pub(super) queries: usize,
    /// Of each entry, from its dash to its last value.
    pub(super) entries: Vec<Range<usize>>,
}

/// What the text says, and where; `None` if it is no baseline, or not one whose values have lines of their own.
pub(super) fn layout(text: &str) -> Option<(Baseline, Layout)> {
    let baseline = Baseline::parse("", text).ok()?;
    let (_, document): (Raw, _) = yaml_file::parse("", text).ok()?;
    let (_, root) = document.root();
    let lines: Vec<&str> = text.lines().map(str::trim_start).collect();
    // YAML knows more line ends than people do.
    let line_of = |key: &str| Some(root.key(key).line() - 1).filter(|line| *line < lines.len());
    let keys = [line_of("suite")?, line_of("implementation")?, line_of("queries")?];
    let has_dash = |line: &usize| lines.get(*line).is_some_and(|line| line.starts_with('-'));
    let dash_of = |entry| (0..root.key("queries").item(entry).line()).rev().find(has_dash);
    let dashes: Vec<usize> = (0..baseline.entries.len()).map(dash_of).collect::<Option<_>>()?;
    let limits = || dashes.iter().chain(&keys).copied().chain([lines.len()]);
    let is_value = |line: &usize| !lines[*line].is_empty() && !lines[*line].starts_with('#');
    let range = |dash: usize| {
        let limit = limits().filter(|limit| *limit > dash).min()?;
        let last = (dash..limit).rev().find(is_value)?;
        Some(dash..last + 1)
    };
    let entries = dashes.iter().map(|dash| range(*dash)).collect::<Option<_>>()?;
    Some((baseline, Layout { suite: keys[0], queries: keys[2], entries }))
}
