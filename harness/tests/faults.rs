//! The suite bites: each fault is caught by a query of the requirement that it breaks, and each scored query catches a
//! fault. `cargo test --test faults -- --nocapture` prints the matrix.

use repspec::faults::{self, Fault};
use repspec::outcome::Verdict;
use repspec::suite::{Case, Query, Suite, embedded};
use repspec::variant::Variant;
use repspec_reference::{Reason, Robots, Rules};
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many of a hundred scored queries a fault must answer rightly: a broader one proves little.
const RIGHT_PERCENT: usize = 80;
/// Name of the threads in which faults may panic.
const BENCH: &str = "faults";

/// What is asked of parsers.
static SUITE: LazyLock<Suite> = LazyLock::new(|| {
    let mut suite = embedded().expect("the embedded suite is valid");
    suite.cases.retain(|case| case.file().is_some());
    suite
});
static PARSED: LazyLock<Vec<Robots<Variant>>> = LazyLock::new(|| {
    let parse = |case: &Case| Robots::parse_with(robots_txt(case), Variant::default());
    SUITE.cases.iter().map(parse).collect()
});
static MATRIX: LazyLock<Matrix> = LazyLock::new(Matrix::of_all_faults);

/// Which scored queries each fault fails, in the order of `faults::of_parsers`.
struct Matrix {
    scored: Vec<&'static Query>,
    rows: Vec<Row>,
}

struct Row {
    fault: &'static Fault,
    failed: Vec<&'static Query>,
}

impl Matrix {
    fn of_all_faults() -> Self {
        keep_quiet_about_faults();
        let scored = SUITE.queries().map(|(_, query)| query);
        let scored = scored.filter(|query| query.expect.is_some()).collect();
        let all: Vec<_> = faults::of_parsers().collect();
        let next = AtomicUsize::new(0);
        let work = || {
            let taken = std::iter::from_fn(|| {
                let index = next.fetch_add(1, Ordering::Relaxed);
                all.get(index).map(|fault| (index, Row { fault, failed: failed_by(fault) }))
            });
            taken.collect::<Vec<_>>()
        };
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let mut rows: Vec<_> = std::thread::scope(|scope| {
            let bench = || std::thread::Builder::new().name(BENCH.to_owned());
            let running: Vec<_> = (0..threads)
                .map(|_| bench().spawn_scoped(scope, work).expect("a thread starts"))
                .collect();
            running.into_iter().flat_map(|one| one.join().expect("panics are caught")).collect()
        });
        rows.sort_by_key(|(index, _)| *index);
        Self { scored, rows: rows.into_iter().map(|(_, row)| row).collect() }
    }

    /// The scored queries that catch none of these faults.
    fn queries_without(&self, among: impl Fn(&Fault) -> bool) -> Vec<String> {
        let rows = self.rows.iter().filter(|row| among(row.fault));
        let useful: BTreeSet<_> =
            rows.flat_map(|row| row.failed.iter().map(|query| query.id.as_str())).collect();
        let idle = self.scored.iter().filter(|query| !useful.contains(query.id.as_str()));
        idle.map(|query| format!("{} ({})", query.id, query.requirement)).collect()
    }
}

impl Row {
    fn catches_itself(&self) -> bool {
        self.failed.iter().any(|query| query.requirement == self.fault.requirement)
    }

    /// How many failures each requirement has, the most first.
    fn by_requirement(&self) -> Vec<(&'static str, usize)> {
        let mut counts = BTreeMap::<_, usize>::new();
        for query in &self.failed {
            *counts.entry(query.requirement.as_str()).or_default() += 1;
        }
        let mut counts: Vec<_> = counts.into_iter().collect();
        counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        counts
    }

    fn line(&self) -> String {
        let counts = self.by_requirement();
        let counts: Vec<_> = counts.iter().map(|(id, count)| format!("{id} {count}")).collect();
        let Fault { id, requirement, .. } = self.fault;
        format!("{id} ({requirement}): {} failed: {}", self.failed.len(), counts.join(", "))
    }
}

fn robots_txt(case: &Case) -> &[u8] {
    case.file().map_or(&[], |file| &file.robots_txt)
}

/// Panics are what some faults do: in their threads they need no message.
fn keep_quiet_about_faults() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if std::thread::current().name() != Some(BENCH) {
            usual(panic);
        }
    }));
}

/// The scored queries that a fault does not answer as expected.
fn failed_by(fault: &'static Fault) -> Vec<&'static Query> {
    let cases = SUITE.cases.iter().zip(PARSED.iter());
    cases.flat_map(|(case, parsed)| failed_in(case, parsed, fault)).collect()
}

fn failed_in(
    case: &'static Case,
    parsed: &Robots<Variant>,
    fault: &'static Fault,
) -> Vec<&'static Query> {
    let scored = case.queries.iter().filter_map(|query| Some((query, query.expect?)));
    let scored: Vec<_> = scored.collect();
    if scored.is_empty() {
        return Vec::new();
    }
    let parse = AssertUnwindSafe(|| Variant::from(fault).robots(robots_txt(case), parsed));
    let robots = catch_unwind(parse);
    let Ok(robots) = robots else { return scored.into_iter().map(|(query, _)| query).collect() };
    let mut answers = Answers::new(&robots);
    let wrong = scored.into_iter().filter(|(query, expect)| answers.to(query) != Some(*expect));
    wrong.map(|(query, _)| query).collect()
}

/// Answers of one file; the rules of a crawler are sought once, since some files hold very many.
struct Answers<'r> {
    robots: &'r Robots<Variant>,
    rules: BTreeMap<&'r str, Option<Rules<'r, Variant>>>,
}

impl<'r> Answers<'r> {
    fn new(robots: &'r Robots<Variant>) -> Self {
        Self { robots, rules: BTreeMap::new() }
    }

    /// The verdict; `None` if it is refused, or if the fault panics.
    fn to(&mut self, query: &'r Query) -> Option<Verdict> {
        let robots = self.robots;
        let find = || catch_unwind(AssertUnwindSafe(|| robots.rules_for(&query.token))).ok();
        let rules = self.rules.entry(&query.token).or_insert_with(find).as_ref()?;
        let decision = catch_unwind(AssertUnwindSafe(|| rules.decide(&query.uri))).ok()?;
        (decision.reason != Reason::Refused).then(|| Verdict::from(decision.verdict))
    }
}

/// Fails with one line per complaint, if there is one.
fn assert_none(complaint: &str, lines: &[String]) {
    assert!(lines.is_empty(), "{complaint} ({}):\n{}", lines.len(), lines.join("\n"));
}

#[test]
fn ids_are_unique_and_requirements_exist() {
    let mut ids = BTreeSet::new();
    for fault in faults::all() {
        assert!(ids.insert(fault.id), "{} is there twice", fault.id);
        assert!(!fault.text.is_empty(), "{} says nothing", fault.id);
        assert!(
            SUITE.requirement(fault.requirement).is_some(),
            "{}: {}",
            fault.id,
            fault.requirement
        );
        assert_eq!(faults::find(fault.id).map(|found| found.text), Some(fault.text));
    }
    assert!(ids.len() >= 80, "only {} faults", ids.len());
}

#[test]
fn each_fault_is_caught_by_a_query_of_its_requirement() {
    let survivors: Vec<_> =
        MATRIX.rows.iter().filter(|row| !row.catches_itself()).map(Row::line).collect();
    assert_none("no query of their own requirement fails for these faults", &survivors);
}

#[test]
fn each_fault_is_small_or_says_why_not() {
    let is_broad =
        |row: &&Row| row.failed.len() * 100 > MATRIX.scored.len() * (100 - RIGHT_PERCENT);
    let (broad, small): (Vec<_>, Vec<_>) = MATRIX.rows.iter().partition(is_broad);
    let unexplained: Vec<_> =
        broad.iter().filter(|row| row.fault.broad.is_none()).map(|row| row.line()).collect();
    assert_none("these faults answer too few queries rightly", &unexplained);
    let needless: Vec<_> =
        small.iter().filter(|row| row.fault.broad.is_some()).map(|row| row.line()).collect();
    assert_none("these faults need no reason for being broad", &needless);
}

#[test]
fn each_scored_query_catches_a_fault() {
    assert_none("these queries catch no fault", &MATRIX.queries_without(|_| true));
}

#[test]
fn the_matrix() {
    println!("{} faults against {} scored queries", MATRIX.rows.len(), MATRIX.scored.len());
    for row in &MATRIX.rows {
        println!("{}", row.line());
    }
    let by_broad_ones_only = MATRIX.queries_without(|fault| fault.broad.is_none());
    println!("{} queries catch broad faults only", by_broad_ones_only.len());
    for query in &by_broad_ones_only {
        println!("{query}");
    }
    assert!(MATRIX.rows.iter().all(|row| !row.failed.is_empty()), "a fault without any failure");
}
