//! The text of a baseline: what people wrote stays as they wrote it.

use super::layout::{Layout, layout};
use super::{Baseline, Entry};
use std::fmt::Write as _;
use std::ops::Range;

/// How far entries are indented where there is none to follow.
const INDENT: &str = "  ";

/// Lines of the old text, and what comes in their place.
type Edit = (Range<usize>, String);

impl Baseline {
    /// The text of the file. `before` is its text until now, if there is one: of that, what still holds keeps its
    /// octets, and so do the comments around the entries.
    #[must_use]
    pub fn to_yaml(&self, before: &str) -> String {
        let says_so = |text: &String| Self::parse("", text).is_ok_and(|read| read == *self);
        let unchanged = Some(before.to_owned()).filter(says_so);
        // Not everything that YAML allows can be changed in place.
        let changed = || self.in_place(before).filter(says_so);
        unchanged.or_else(changed).unwrap_or_else(|| self.afresh(before))
    }

    fn afresh(&self, before: &str) -> String {
        let is_comment = |line: &&str| line.trim_start().starts_with('#') || line.trim().is_empty();
        let mut text: String = before.split_inclusive('\n').take_while(is_comment).collect();
        let (suite, implementation) = (scalar(&self.suite), scalar(&self.implementation));
        let none = if self.entries.is_empty() { " []" } else { "" };
        // Writing to a String cannot fail.
        let _ = write!(text, "suite: {suite}\nimplementation: {implementation}\nqueries:{none}\n");
        self.entries.iter().for_each(|entry| text.push_str(&entry.to_yaml(INDENT)));
        text
    }

    fn in_place(&self, before: &str) -> Option<String> {
        let (old, layout) = layout(before)?;
        let lines: Vec<&str> = before.split_inclusive('\n').collect();
        let mut edits = self.entry_edits(&old, &layout, &lines)?;
        let mut edit = |line: usize, from: &str, to: &str| {
            edits.push((line..line + 1, lines[line].replacen(from, to, 1)));
        };
        if old.suite != self.suite {
            edit(layout.suite, &old.suite, &self.suite);
        }
        match (old.entries.is_empty(), self.entries.is_empty()) {
            (true, false) => edit(layout.queries, " []", ""),
            (false, true) => edit(layout.queries, "queries:", "queries: []"),
            _ => {}
        }
        edits.sort_by_key(|(range, _)| range.start);
        Some(edited(&lines, &edits))
    }

    /// Entries that are not wanted any more go, those that come in their place take it, and the rest is appended.
    fn entry_edits(&self, old: &Self, layout: &Layout, lines: &[&str]) -> Option<Vec<Edit>> {
        let indent = layout.entries.first().map_or(INDENT, |range| {
            let dash = lines[range.start];
            &dash[..dash.len() - dash.trim_start().len()]
        });
        let line_end = if lines.iter().any(|line| line.ends_with("\r\n")) { "\r\n" } else { "\n" };
        let text = |entry: &Entry| entry.to_yaml(indent).replace('\n', line_end);
        let mut wanted = self.entries.iter().peekable();
        let mut edits = Vec::new();
        for (entry, range) in old.entries.iter().zip(&layout.entries) {
            if self.entries.contains(entry) {
                wanted.next().filter(|next| *next == entry)?;
                continue;
            }
            let mut instead = String::new();
            while let Some(new) = wanted.next_if(|next| !old.entries.contains(next)) {
                instead.push_str(&text(new));
            }
            let range = if instead.is_empty() { with_gap(range, lines) } else { range.clone() };
            edits.push((range, instead));
        }
        let end = layout.entries.last().map_or(layout.queries + 1, |last| last.end);
        edits.push((end..end, wanted.map(text).collect()));
        Some(edits)
    }
}

/// The lines of an entry that goes; of blank lines on both sides, those on one go with it.
fn with_gap(range: &Range<usize>, lines: &[&str]) -> Range<usize> {
    let is_blank = |at: usize| lines.get(at).is_some_and(|line| line.trim().is_empty());
    let mut end = range.end;
    while is_blank(range.start - 1) && is_blank(end) {
        end += 1;
    }
    range.start..end
}

fn edited(lines: &[&str], edits: &[Edit]) -> String {
    let mut text = String::new();
    let mut next = 0;
    for (range, instead) in edits {
        text.extend(lines[next..range.start].iter().copied());
        if !instead.is_empty() && !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        text.push_str(instead);
        next = range.end;
    }
    text.extend(lines[next..].iter().copied());
    text
}

impl Entry {
    fn to_yaml(&self, indent: &str) -> String {
        let Self { query, outcome, varies, reason, link } = self;
        let varies = if *varies { format!("{indent}  varies: true\n") } else { String::new() };
        let mut text = format!(
            "{indent}- query: {}\n{indent}  outcome: {outcome}\n{varies}{indent}  reason: {}\n",
            scalar(query),
            scalar(reason)
        );
        if let Some(link) = link {
            let _ = writeln!(text, "{indent}  link: {}", scalar(link));
        }
        text
    }
}

/// A plain scalar where YAML reads it back as the same text, otherwise one in double quotes: JSON's escapes are
/// YAML's.
fn scalar(text: &str) -> String {
    let read_back = serde_yaml::from_str::<serde_yaml::Value>(text);
    let is_same = read_back.is_ok_and(|value| value.as_str() == Some(text));
    if is_same && text.starts_with(char::is_alphanumeric) {
        return text.to_owned();
    }
    let mut quoted = String::new();
    for character in serde_json::Value::from(text).to_string().chars() {
        match character {
            '\u{7f}'..='\u{a0}' | '\u{2028}' | '\u{2029}' | '\u{feff}' => {
                let _ = write!(quoted, "\\u{:04x}", u32::from(character));
            }
            _ => quoted.push(character),
        }
    }
    quoted
}

#[cfg(test)]
mod tests {
    use super::Baseline;

    const BEFORE: &str = "---\n# Ours.\n\nimplementation:  'x'   # the parser\nsuite: \"0.1.0\"  # by hand\n\
        queries:  # all known\n\n- outcome: fail # since ever\n  query: 2.2/a#b\n  # in the middle\n  \
        reason: >\n    of\n    old\n\n# Both of one cause.\n- {query: 2.2/c#d, outcome: warn, reason: r}\n\
        -\n  query: '2.2/e#*'\n  outcome: crash\n  reason: s\n\n# The end.\n";
    const FIRST: &str = "- outcome: fail # since ever\n  query: 2.2/a#b\n  # in the middle\n  \
        reason: >\n    of\n    old\n";
    const SECOND: &str = "- {query: 2.2/c#d, outcome: warn, reason: r}\n";
    const THIRD: &str = "-\n  query: '2.2/e#*'\n  outcome: crash\n  reason: s\n";

    fn read(text: &str) -> Baseline {
        Baseline::parse("b.yaml", text).unwrap()
    }

    fn added(query: &str) -> (super::Entry, String) {
        let mut entry = read(BEFORE).entries.remove(1);
        entry.query = query.to_owned();
        (entry, format!("- query: {query}\n  outcome: warn\n  reason: r\n"))
    }

    /// The text after a change; what is to be said is said.
    fn after(before: &str, change: impl FnOnce(&mut Baseline)) -> String {
        let mut baseline = read(before);
        change(&mut baseline);
        let text = baseline.to_yaml(before);
        assert_eq!(read(&text), baseline, "{text}");
        text
    }

    #[test]
    fn nothing_to_change_changes_nothing() {
        let crlf = BEFORE.replace('\n', "\r\n");
        let without_end = BEFORE.split("\n\n# The end").next().unwrap();
        let flow =
            "{suite: 0.1.0, implementation: x, queries: [{query: a, outcome: fail, reason: r}]}";
        let none = "queries: [ ]\nsuite: 0.1.0\nimplementation: x";
        for before in [BEFORE, &crlf, without_end, flow, none] {
            assert_eq!(after(before, |_| {}), before);
        }
    }

    #[test]
    fn an_entry_goes_alone() {
        for (at, gone, instead) in
            [(0, format!("{FIRST}\n"), ""), (1, SECOND.into(), ""), (2, THIRD.into(), "")]
        {
            let text = after(BEFORE, |baseline| drop(baseline.entries.remove(at)));
            assert_eq!(text, BEFORE.replace(&gone, instead));
        }
    }

    #[test]
    fn a_new_one_comes_after_the_last() {
        let (entry, text) = added("2.2/new#one");
        let wanted = BEFORE.replace(THIRD, &format!("{THIRD}{text}"));
        assert_eq!(after(BEFORE, |baseline| baseline.entries.push(entry.clone())), wanted);
        let crlf =
            after(&BEFORE.replace('\n', "\r\n"), |baseline| baseline.entries.push(entry.clone()));
        assert_eq!(crlf, wanted.replace('\n', "\r\n"));
        let without_end = BEFORE.split("\n\n# The end").next().unwrap();
        let text = after(without_end, |baseline| baseline.entries.push(entry));
        assert_eq!(text, wanted.split("\n\n# The end").next().unwrap().to_owned() + "\n");
    }

    #[test]
    fn what_comes_in_the_place_of_another_takes_its_place() {
        let ((one, one_text), (two, two_text)) = (added("2.2/c#e"), added("2.2/c#f"));
        let text = after(BEFORE, |baseline| drop(baseline.entries.splice(1..2, [one, two])));
        assert_eq!(text, BEFORE.replace(SECOND, &(one_text + &two_text)));
    }

    #[test]
    fn the_version_is_changed_where_it_stands() {
        let text = after(BEFORE, |baseline| baseline.suite = "0.10.0".into());
        assert_eq!(text, BEFORE.replace("0.1.0", "0.10.0"));
    }

    #[test]
    fn the_last_one_goes_and_the_first_one_comes() {
        let empty = after(BEFORE, |baseline| baseline.entries.clear());
        let wanted = BEFORE.replace("queries:  #", "queries: []  #");
        let wanted =
            [FIRST, SECOND, THIRD].iter().fold(wanted, |text, gone| text.replace(gone, ""));
        assert_eq!(empty, wanted.replace("\n\n\n", "\n\n"));
        let (entry, text) = added("2.2/new#one");
        let again = after(&empty, |baseline| baseline.entries.push(entry));
        let indented = format!("  {}\n", text.trim_end().replace('\n', "\n  "));
        assert_eq!(
            again,
            empty.replace(" []  # all known\n", &format!("  # all known\n{indented}"))
        );
    }

    #[test]
    fn what_cannot_be_changed_in_place_is_written_afresh_under_its_comment() {
        let before = "# Ours.\n\nsuite: 0.1.0\nimplementation: x\nqueries: [\n  \
            {query: a, outcome: fail, reason: r}, {query: b, outcome: fail, reason: r}]\n";
        let odd = before.replace("\n\nsuite", "\n\r\rsuite");
        assert!(after(&odd, |baseline| drop(baseline.entries.pop())).contains("query: a\n"));
        let text = after(before, |baseline| drop(baseline.entries.pop()));
        assert_eq!(
            text,
            "# Ours.\n\nsuite: 0.1.0\nimplementation: x\nqueries:\n  - query: a\n    \
            outcome: fail\n    reason: r\n"
        );
    }
}
