//! Finds what changed.

use super::remarks::{NotComparable, remarks};
use super::{
    Came, Change, Comparison, ImplementationChange, QueryChange, ReadingChange, Start, Who,
};
use crate::outcome::Outcome;
use crate::report::json::{ImplementationReport, Report};
use crate::report::requirements::{Standing, is_lost};
use crate::report::result::QueryResult;
use std::collections::{BTreeSet, HashMap};

/// Compares two reports by the names of the implementations. The only one of each is the same, whatever its name, and so are
/// the only ones that are left with a name but for the version (`NAME@VERSION`).
///
/// # Errors
/// If the two have no implementation in common, or did not ask the same selection of queries.
pub fn compare(before: &Report, after: &Report) -> Result<Comparison, NotComparable> {
    let pairs = pairs(before, after);
    let remarks = remarks(before, after, &pairs)?;
    let implementations: Vec<_> =
        pairs.iter().map(|(before, after)| implementation(before, after)).collect();
    let without = |all: &Report, paired: &dyn Fn(&str) -> bool| {
        let names = all.implementations.iter().map(|one| one.name.clone());
        names.filter(|name| !paired(name)).collect()
    };
    Ok(Comparison {
        schema: 1,
        regressions: implementations.iter().map(ImplementationChange::regressions).sum(),
        remarks,
        before: before.suite.clone(),
        after: after.suite.clone(),
        only_before: without(before, &|name| pairs.iter().any(|(one, _)| one.name == name)),
        only_after: without(after, &|name| pairs.iter().any(|(_, one)| one.name == name)),
        implementations,
    })
}

/// An implementation before and after.
pub(super) type Pair<'r> = (&'r ImplementationReport, &'r ImplementationReport);

fn pairs<'r>(before: &'r Report, after: &'r Report) -> Vec<Pair<'r>> {
    if let ([before], [after]) = (&before.implementations[..], &after.implementations[..]) {
        return vec![(before, after)];
    }
    let (before, after) = (&before.implementations, &after.implementations);
    let pair = |one: &'r ImplementationReport| {
        let other_version = || {
            let base = base_of(&one.name);
            only_left(after, before, base).and_then(|_| only_left(before, after, base))
        };
        Some((named(before, &one.name).or_else(other_version)?, one))
    };
    after.iter().filter_map(pair).collect()
}

fn named<'r>(all: &'r [ImplementationReport], name: &str) -> Option<&'r ImplementationReport> {
    all.iter().find(|one| one.name == name)
}

/// The only one with this base name, of those whose names the others do not have.
fn only_left<'r>(
    all: &'r [ImplementationReport],
    others: &[ImplementationReport],
    base: &str,
) -> Option<&'r ImplementationReport> {
    let is_left = |one: &&ImplementationReport| {
        base_of(&one.name) == base && named(others, &one.name).is_none()
    };
    let mut left = all.iter().filter(is_left);
    left.next().filter(|_| left.next().is_none())
}

/// A name without its version.
fn base_of(name: &str) -> &str {
    name.split('@').next().unwrap_or(name)
}

pub(super) const fn start((before, after): Pair<'_>) -> Start {
    match (before.about.is_some(), after.about.is_some()) {
        (true, true) => Start::Both,
        (true, false) => Start::NoLonger,
        (false, true) => Start::Now,
        (false, false) => Start::Never,
    }
}

fn implementation(
    before: &ImplementationReport,
    after: &ImplementationReport,
) -> ImplementationChange {
    let mut change = ImplementationChange {
        who: Change { before: who(before), after: who(after) },
        start: start((before, after)),
        not_started: after.not_started.clone(),
        newly_failing: Vec::new(),
        fixed: Vec::new(),
        changed: Vec::new(),
        contested: Vec::new(),
        new: Vec::new(),
        removed: Vec::new(),
        requirements_met: Vec::new(),
        requirements_not_met: Vec::new(),
        statement: (before.statement != after.statement)
            .then(|| Change { before: before.statement.clone(), after: after.statement.clone() }),
        readings: Vec::new(),
    };
    if change.start == Start::Both {
        queries(&mut change, before, after);
        change.requirements_met = became(Standing::Met, before, after);
        change.requirements_not_met = became(Standing::NotMet, before, after);
        change.readings = readings(before, after);
    }
    change
}

fn who(one: &ImplementationReport) -> Who {
    let version = one.about.as_ref().map(|about| about.version.clone());
    Who { name: one.name.clone(), version: version.unwrap_or_default() }
}

fn queries(
    change: &mut ImplementationChange,
    before: &ImplementationReport,
    after: &ImplementationReport,
) {
    let mut earlier: HashMap<&str, &QueryResult> =
        before.queries.iter().map(|result| (result.query.as_str(), result)).collect();
    for result in &after.queries {
        let was = earlier.remove(result.query.as_str());
        let list = match was.map(|was| kind(was, result)) {
            Some(Kind::Same) => continue,
            Some(_) if is_contested(was, result) => &mut change.contested,
            Some(Kind::NewlyFailing) => &mut change.newly_failing,
            Some(Kind::Fixed) => &mut change.fixed,
            Some(Kind::Changed) => &mut change.changed,
            None => &mut change.new,
        };
        list.push(query_change(result, was, Some(result)));
    }
    let removed =
        before.queries.iter().filter(|result| earlier.contains_key(result.query.as_str()));
    change.removed.extend(removed.map(|result| query_change(result, Some(result), None)));
}

/// Only a verdict is contested: to crash, hang or fail to answer is as wrong as elsewhere.
fn is_contested(before: Option<&QueryResult>, after: &QueryResult) -> bool {
    let is_verdict = |result: &QueryResult| {
        matches!(result.outcome, Outcome::Pass | Outcome::Fail | Outcome::Warn)
    };
    after.contested && is_verdict(after) && before.is_some_and(is_verdict)
}

fn query_change(
    of: &QueryResult,
    before: Option<&QueryResult>,
    after: Option<&QueryResult>,
) -> QueryChange {
    QueryChange {
        query: of.query.clone(),
        requirement: of.requirement.clone(),
        level: of.level,
        before: before.map(came),
        after: after.map(came),
    }
}

fn came(result: &QueryResult) -> Came {
    let QueryResult { outcome, expected, got, detail, .. } = result;
    Came { outcome: *outcome, expected: *expected, got: *got, detail: detail.clone() }
}

/// How a result compares with the earlier one.
enum Kind {
    Same,
    NewlyFailing,
    Fixed,
    Changed,
}

fn kind(before: &QueryResult, after: &QueryResult) -> Kind {
    match (before.outcome, after.outcome) {
        // Only another suite scores what was observed, or the reverse.
        (Outcome::Pass, Outcome::Observed) | (Outcome::Observed, Outcome::Pass) => Kind::Changed,
        (was, is) if !is_lost(was) && is_lost(is) => Kind::NewlyFailing,
        (was, Outcome::Observed) if is_lost(was) => Kind::Fixed,
        (was, is) if was == is && says_the_same(before, after) => Kind::Same,
        (was, is) if was == is => Kind::Changed,
        (Outcome::Pass, _) => Kind::NewlyFailing,
        (_, Outcome::Pass) => Kind::Fixed,
        _ => Kind::Changed,
    }
}

/// Of a process that was lost, each loss may be told in other words.
fn says_the_same(before: &QueryResult, after: &QueryResult) -> bool {
    is_lost(after.outcome)
        || after.outcome == Outcome::Pass
        || (before.got, &before.detail) == (after.got, &after.detail)
}

fn became(
    standing: Standing,
    before: &ImplementationReport,
    after: &ImplementationReport,
) -> Vec<String> {
    let was_other = |id: &str| {
        let mut earlier = before.requirements.iter();
        earlier.any(|was| was.requirement == id && was.standing != standing)
    };
    let now = after.requirements.iter().filter(|is| is.standing == standing);
    now.map(|is| is.requirement.clone()).filter(|id| was_other(id)).collect()
}

fn readings(before: &ImplementationReport, after: &ImplementationReport) -> Vec<ReadingChange> {
    let ids: BTreeSet<&String> = before.readings.keys().chain(after.readings.keys()).collect();
    ids.into_iter()
        .map(|id| ReadingChange {
            reading: id.clone(),
            before: before.readings.get(id).cloned(),
            after: after.readings.get(id).cloned(),
        })
        .filter(|change| change.before != change.after)
        .collect()
}
