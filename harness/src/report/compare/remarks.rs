//! Whether two reports can be compared, and what to keep in mind.

use super::Start;
use super::find::{Pair, start};
use crate::event::Budget;
use crate::report::json::{ImplementationReport, Report, SuiteAsked};
use std::collections::BTreeSet;
use std::time::Duration;

/// Two reports that cannot be compared.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotComparable {
    /// No implementation is in both.
    #[error(
        "the reports have no implementation in common: before {}, after {}",
        list(before),
        list(after)
    )]
    NothingInCommon {
        /// Those of the earlier one.
        before: Vec<String>,
        /// Those of the later one.
        after: Vec<String>,
    },
    /// The same suite, but not the same part of it.
    #[error(
        "the reports are of other queries of the same suite ({before} before, {after} after); \
         give both runs the same --section, --filter and --level"
    )]
    OtherQueries {
        /// How many it was before.
        before: usize,
        /// How many it was after.
        after: usize,
    },
    /// Of another suite, one asked all and one a part.
    #[error(
        "only one of the reports is of a whole suite, so that what is not asked any more cannot be told"
    )]
    WholeAndPart,
}

fn list(names: &[String]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

/// What is to be kept in mind.
pub(super) fn remarks(
    before: &Report,
    after: &Report,
    pairs: &[Pair<'_>],
) -> Result<Vec<String>, NotComparable> {
    if pairs.is_empty() {
        let [before, after] = [before, after]
            .map(|report| report.implementations.iter().map(|one| one.name.clone()).collect());
        return Err(NotComparable::NothingInCommon { before, after });
    }
    let is_same_suite = before.suite.hash == after.suite.hash;
    check(before, after, pairs, is_same_suite)?;
    let mut remarks = Vec::new();
    if !is_same_suite {
        let [was, is] = [&before.suite, &after.suite].map(suite);
        remarks.push(format!("the suites differ: {was} before, {is} after"));
    }
    if !before.suite.whole && !after.suite.whole {
        remarks.push("only a part of the suite was asked".to_owned());
    }
    if before.budget != after.budget {
        let [was, is] = [&before.budget, &after.budget].map(budget);
        remarks.push(format!("a query may use up other amounts: {was} before, {is} after"));
    }
    if before.harness != after.harness {
        let (was, is) = (&before.harness, &after.harness);
        remarks.push(format!("repspec {was} wrote the report before, {is} the one after"));
    }
    Ok(remarks)
}

fn check(
    before: &Report,
    after: &Report,
    pairs: &[Pair<'_>],
    is_same_suite: bool,
) -> Result<(), NotComparable> {
    if !is_same_suite && before.suite.whole != after.suite.whole {
        return Err(NotComparable::WholeAndPart);
    }
    let asked_others =
        |pair: &&Pair<'_>| start(**pair) == Start::Both && ids(pair.0) != ids(pair.1);
    let others = is_same_suite && pairs.iter().any(|pair| asked_others(&pair));
    if others {
        let [before, after] = [before.suite.queries, after.suite.queries];
        return Err(NotComparable::OtherQueries { before, after });
    }
    Ok(())
}

fn ids(one: &ImplementationReport) -> BTreeSet<&str> {
    one.queries.iter().map(|result| result.query.as_str()).collect()
}

fn suite(suite: &SuiteAsked) -> String {
    format!("{} ({})", suite.version, suite.hash.get(..12).unwrap_or(&suite.hash))
}

fn budget(budget: &Budget) -> String {
    let [cpu, wall] = [budget.cpu_ms, budget.wall_ms].map(Duration::from_millis);
    format!("{cpu:?} of CPU time, {wall:?} by the clock, {} MiB", budget.memory_octets >> 20)
}
