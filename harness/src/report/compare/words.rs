//! The words for what changed, which all formats share.

use super::{Came, Change, ImplementationChange, QueryChange, ReadingChange, Start, Who};
use crate::outcome::Outcome;
use crate::printable::{counted, shortened};
use crate::report::fold::title;
use crate::report::readings::ReadingResult;
use crate::report::requirements::Statement;
use similar::{ChangeTag, TextDiff};

/// Octets of a message that are shown.
const MESSAGE: usize = 300;

/// "2 regressions", or that there is none.
pub(super) fn regressions(count: usize) -> String {
    if count == 0 { "no regression".to_owned() } else { counted(count, "regression") }
}

pub(super) fn who(who: &Change<Who>, arrow: &str) -> String {
    let [was, is] = [&who.before, &who.after].map(|who| title(&who.name, &who.version));
    if was == is { is } else { format!("{was} {arrow} {is}") }
}

pub(super) const fn start(start: Start) -> Option<&'static str> {
    match start {
        Start::Both => None,
        Start::NoLonger => Some("does not start any more"),
        Start::Now => Some("did not start before, and now does; nothing is compared"),
        Start::Never => Some("started in neither run; nothing is compared"),
    }
}

pub(super) fn statement(change: &Change<Statement>, arrow: &str) -> String {
    let words = |said: &Statement| match (said.compliance, &said.withheld) {
        (Some(compliance), _) => compliance.words().to_owned(),
        (None, Some(why)) => format!("no statement ({why})"),
        (None, None) => "no statement".to_owned(),
    };
    format!("{} {arrow} {}", words(&change.before), words(&change.after))
}

/// What came of a query, with what came back where the outcome alone does not tell.
pub(super) fn came(came: &Came) -> String {
    let detail = came.detail.as_ref().map(|detail| shortened(detail, MESSAGE));
    match (came.outcome, detail) {
        (Outcome::Pass, _) => "pass".to_owned(),
        (Outcome::Observed, Some(detail)) => format!("observed: {}: {detail}", came.got.word()),
        (outcome, Some(detail)) => format!("{outcome}: {detail}"),
        (outcome, None) => format!("{outcome}: {}", came.got.word()),
    }
}

/// What is expected of a query, if anything.
pub(super) fn expected(change: &QueryChange) -> &'static str {
    let came = change.after.as_ref().or(change.before.as_ref());
    came.and_then(|came| came.expected).map_or("any answer", crate::outcome::Verdict::word)
}

/// Whether a query that was not asked before came out well.
pub(super) fn is_well(change: &QueryChange) -> bool {
    let outcome = change.after.as_ref().map(|came| came.outcome);
    matches!(outcome, Some(Outcome::Pass | Outcome::Observed))
}

/// The readings that changed, as lines that begin with `-` or `+`.
pub(super) fn readings(change: &ImplementationChange) -> Vec<String> {
    change.readings.iter().flat_map(reading).collect()
}

fn reading(change: &ReadingChange) -> Vec<String> {
    let [before, after] =
        [&change.before, &change.after].map(|result| lines(&change.reading, result.as_ref()));
    let difference = TextDiff::from_lines(&before, &after);
    let changed = difference.iter_all_changes().filter(|change| change.tag() != ChangeTag::Equal);
    changed.map(|change| format!("{} {}", change.tag(), change.value().trim_end())).collect()
}

fn lines(reading: &str, result: Option<&ReadingResult>) -> String {
    let cases = result.map(|result| &result.cases).into_iter().flatten();
    cases.map(|(case, answer)| format!("{reading}: {answer} in {case}\n")).collect()
}
