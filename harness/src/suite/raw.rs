//! The YAML as it is written; only the loader sees it, and the published JSON Schemas describe it.

use super::raw_web::Service;
use super::{Binds, Level, Observation, StatementKind};
use crate::outcome::Verdict;
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;

/// `suite.yaml`: the suite as a whole.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "suite-file")]
pub(super) struct SuiteFile {
    /// Version of the suite: MAJOR.MINOR.PATCH.
    pub(super) version: String,
}

/// `requirements.yaml`: the normative statements of RFC 9309.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "requirements-file")]
pub(super) struct RequirementsFile<R = Requirement> {
    /// In the order of the RFC.
    pub(super) requirements: Vec<R>,
}

/// One normative statement.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Requirement {
    /// Stable id: lower-case words joined by hyphens.
    #[schemars(regex(pattern = "^[a-z0-9]+(-[a-z0-9]+)*$"))]
    pub(super) id: String,
    /// Section of RFC 9309, quoted: "2.2.1".
    pub(super) section: String,
    /// How strongly it binds; `stated` where the text has no BCP 14 keyword.
    pub(super) level: Level,
    /// What sort of statement it is; `keyword` if and only if the level is not `stated`.
    pub(super) kind: StatementKind,
    /// Whom it binds.
    pub(super) binds: Binds,
    /// How it can be tested.
    pub(super) tested: Tested,
    /// The statement in our own words.
    pub(super) text: String,
}

/// How a requirement can be tested: a word, or `{ not: reason }`.
#[derive(Deserialize, JsonSchema)]
#[serde(
    untagged,
    expecting = "it must be `by-verdict`, `by-access`, `by-robustness` or { not: \"reason\" }"
)]
pub(super) enum Tested {
    Here(TestedBy),
    NotHere(NotHere),
}

#[derive(Deserialize, JsonSchema)]
pub(super) enum TestedBy {
    /// By the verdict on a robots.txt, a token and a URI.
    #[serde(rename = "by-verdict")]
    Verdict,
    /// By what a crawler requests from a scripted web.
    #[serde(rename = "by-access")]
    Access,
    /// By hostile input, watching time and memory.
    #[serde(rename = "by-robustness")]
    Robustness,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NotHere {
    /// Why it cannot be tested here.
    pub(super) not: String,
}

/// `readings.yaml`: the points on which RFC 9309 leaves room.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "readings-file")]
pub(super) struct ReadingsFile<R = Reading> {
    /// In the order of the RFC.
    pub(super) readings: Vec<R>,
}

/// One point on which the RFC contradicts itself or is silent.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Reading {
    /// Stable id: lower-case words joined by hyphens.
    #[schemars(regex(pattern = "^[a-z0-9]+(-[a-z0-9]+)*$"))]
    pub(super) id: String,
    /// Section of RFC 9309, quoted: "2.2.1".
    pub(super) section: String,
    /// The point, in one or two sentences.
    pub(super) point: String,
    /// How the suite treats it.
    pub(super) kind: ReadingKind,
    /// For an observed reading, and only there: the ways to take it; the first is the reference's.
    pub(super) answers: Option<Vec<Answer>>,
    /// For a contested or decided reading, and only there: the reason.
    pub(super) because: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum ReadingKind {
    /// Never scored: the report says which answer an implementation follows.
    Observed,
    /// Scored by the text, but kept out of the statement and the exit code.
    Contested,
    /// An ordinary scored point.
    Decided,
}

/// One way to take an observed point.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Answer {
    /// Stable id, unique within its reading.
    #[schemars(regex(pattern = "^[a-z0-9]+(-[a-z0-9]+)*$"))]
    pub(super) id: String,
    /// What it means, in a sentence.
    pub(super) text: String,
}

/// A case file: the cases for one section of RFC 9309.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "case-file")]
pub(super) struct CaseFile<C = Case> {
    /// Section of RFC 9309, quoted: "2.2.2"; or `regressions`.
    pub(super) section: String,
    /// What the section is called.
    pub(super) title: String,
    /// Suite version that first had these queries; 0.1.0 if not given.
    pub(super) since: Option<String>,
    /// At least one.
    #[schemars(length(min = 1))]
    pub(super) cases: Vec<C>,
}

/// One robots.txt or one small web, and what is asked about it. Exactly one of `robots_txt`, `robots_txt_base64`,
/// `robots_txt_parts` and `web` says which.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Case")]
pub(super) struct Case<Q = Query> {
    /// Stable id: lower-case words joined by hyphens, unique in the section.
    #[schemars(regex(pattern = "^[a-z0-9]+(-[a-z0-9]+)*$"))]
    pub(super) id: String,
    /// Why the RFC wants what the queries expect, in a sentence or two.
    pub(super) why: String,
    /// Where the case comes from, or what else to read.
    #[serde(default)]
    pub(super) see: Vec<String>,
    /// The requirement of every query that names no other.
    pub(super) requirement: Option<String>,
    /// The product token of every query that names no other; `examplebot` if not given.
    pub(super) token: Option<String>,
    /// Makes the case observed: an observed reading.
    pub(super) reading: Option<String>,
    /// What each answer to the reading looks like: one observation per query.
    pub(super) signatures: Option<BTreeMap<String, Vec<Observation>>>,
    /// Makes the case contested: a contested reading.
    pub(super) contested: Option<String>,
    /// Cases of one family are the same load, ever larger; once one takes too long, the larger ones are not asked.
    #[schemars(regex(pattern = "^[a-z0-9]+(-[a-z0-9]+)*$"))]
    pub(super) family: Option<String>,
    /// The robots.txt as text: a block scalar or a double-quoted one.
    pub(super) robots_txt: Option<String>,
    /// The robots.txt in Base64 (RFC 4648, section 4), where it is not UTF-8.
    pub(super) robots_txt_base64: Option<String>,
    /// A big robots.txt, described: the parts one after the other.
    pub(super) robots_txt_parts: Option<Vec<Part>>,
    /// The services of a small web by their origin, such as `http://shop.example`, from which a crawler fetches
    /// what it needs. The queries are then steps, one after the other.
    pub(super) web: Option<BTreeMap<String, Service>>,
    /// At least one.
    #[schemars(length(min = 1))]
    pub(super) queries: Vec<Q>,
}

/// One part of a described robots.txt.
#[derive(Deserialize, JsonSchema)]
#[serde(
    untagged,
    expecting = "a part is a text, { base64 }, { repeat, times } or { pad_to, with }"
)]
pub(super) enum Part {
    Text(String),
    Base64(Base64Part),
    Repeat(RepeatPart),
    Pad(PadPart),
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Base64Part {
    /// Octets in Base64.
    pub(super) base64: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RepeatPart {
    /// The text to repeat.
    pub(super) repeat: String,
    /// How often.
    pub(super) times: usize,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PadPart {
    /// How many octets the robots.txt has after this part.
    pub(super) pad_to: usize,
    /// The text to repeat and cut.
    pub(super) with: String,
}

/// One token and URI asked of a case: the unit that is scored.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Query {
    /// Stable id: lower-case words joined by hyphens, unique in the case.
    #[schemars(regex(pattern = "^[a-z0-9]+(-[a-z0-9]+)*$"))]
    pub(super) id: String,
    /// Absolute URI in ASCII.
    pub(super) uri: String,
    /// The verdict that the RFC gives; not in an observed case. On a web it may be left out where `requested` or
    /// `not_requested` say what is wrong.
    pub(super) expect: Option<Verdict>,
    /// Product token of the crawler that asks.
    pub(super) token: Option<String>,
    /// The requirement that it tests.
    pub(super) requirement: Option<String>,
    /// Further requirements that it touches.
    #[serde(default)]
    pub(super) also: Vec<String>,
    /// Suite version that first had it.
    pub(super) since: Option<String>,
    /// Why this verdict, where the case's own reason does not say it.
    pub(super) why: Option<String>,
    /// Only on a web: how long after the query before, by the crawler's clock: `90s`, `5m`, `25h`, `31d`.
    pub(super) after: Option<String>,
    /// Only on a web: services that become other ones before this query, whole.
    pub(super) web: Option<BTreeMap<String, Service>>,
    /// Only on a web: URIs that have to be requested for this query, before its own.
    #[serde(default)]
    pub(super) requested: Vec<String>,
    /// Only on a web: URIs that must not be requested for it; a `*` at the end stands for anything.
    #[serde(default)]
    pub(super) not_requested: Vec<String>,
    /// Only on a web: the query is about what was found at this URI; if it was not requested so far, nothing is wrong.
    pub(super) if_requested: Option<String>,
    /// Only on a web: whether the product token has to occur in the User-Agent header of each request.
    #[serde(default)]
    pub(super) identified: bool,
}
