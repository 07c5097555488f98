//! What a valid suite consists of.

use super::scenario::Scenario;
use crate::outcome::Verdict;
use serde::{Deserialize, Serialize};

/// Everything that is asked, and why.
#[derive(Clone, Debug)]
pub struct Suite {
    /// The suite's own version, `MAJOR.MINOR.PATCH`.
    pub version: String,
    /// SHA-256 over all files of the suite, in lower-case hex.
    pub hash: String,
    /// The catalogue of requirements, in the order of the RFC.
    pub requirements: Vec<Requirement>,
    /// Whose catalogue that is.
    pub catalogue: CatalogueOf,
    /// The points on which the RFC leaves room.
    pub readings: Vec<Reading>,
    /// The cases, in the order of the RFC's sections.
    pub cases: Vec<Case>,
}

impl Suite {
    /// The requirement with this id.
    #[must_use]
    pub fn requirement(&self, id: &str) -> Option<&Requirement> {
        self.requirements.iter().find(|requirement| requirement.id == id)
    }

    /// The reading with this id.
    #[must_use]
    pub fn reading(&self, id: &str) -> Option<&Reading> {
        self.readings.iter().find(|reading| reading.id == id)
    }

    /// All queries with their cases, in the order of the suite.
    pub fn queries(&self) -> impl Iterator<Item = (&Case, &Query)> {
        self.cases.iter().flat_map(|case| case.queries.iter().map(move |query| (case, query)))
    }
}

/// Whose catalogue of requirements a suite has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CatalogueOf {
    /// The one that is compiled in, which has all that the RFC asks for.
    TheRfc,
    /// One of its own: what complies with it need not comply with the RFC.
    Itself,
}

/// One normative statement of the RFC.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Requirement {
    /// Stable id, lower case with hyphens, unique.
    pub id: String,
    /// Section of RFC 9309: `2.2.1`.
    pub section: String,
    /// How strongly it binds.
    pub level: Level,
    /// What sort of statement it is.
    pub kind: StatementKind,
    /// Whom it binds.
    pub binds: Binds,
    /// How it can be tested.
    pub tested: Tested,
    /// The statement in our own words.
    pub text: String,
}

/// The BCP 14 keyword of a requirement.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// MUST.
    Must,
    /// MUST NOT.
    MustNot,
    /// SHOULD.
    Should,
    /// SHOULD NOT.
    ShouldNot,
    /// MAY.
    May,
    /// A statement without a keyword; it binds like a MUST.
    Stated,
}

impl Level {
    /// Whether breaking it is a failure (`true`) or a warning (`false`).
    #[must_use]
    pub const fn binds_like_must(self) -> bool {
        matches!(self, Self::Must | Self::MustNot | Self::Stated)
    }

    /// The keyword as the RFC writes it; "stated" where there is none.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Must => "MUST",
            Self::MustNot => "MUST NOT",
            Self::Should => "SHOULD",
            Self::ShouldNot => "SHOULD NOT",
            Self::May => "MAY",
            Self::Stated => "stated",
        }
    }
}

/// What sort of statement a requirement is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StatementKind {
    /// A sentence with a BCP 14 keyword.
    Keyword,
    /// A sentence without one.
    Statement,
    /// A production of the grammar of section 2.2.
    Grammar,
    /// A figure, or an example of section 5.
    Figure,
    /// A consideration of section 3.
    Security,
}

/// Whom a requirement binds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Binds {
    /// Whoever parses a robots.txt and matches URIs.
    Parser,
    /// Whoever fetches robots.txt files and other resources.
    Crawler,
    /// Whoever publishes a robots.txt.
    ServiceOwner,
}

/// How a requirement can be tested.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Tested {
    /// By the verdict on a robots.txt, a token and a URI.
    ByVerdict,
    /// By what a crawler requests from a scripted web.
    ByAccess,
    /// By feeding hostile input and watching time and memory.
    ByRobustness,
    /// Not here; with the reason.
    Not(String),
}

/// A point on which the RFC contradicts itself or is silent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Stable id.
    pub id: String,
    /// Section of RFC 9309 that it is about.
    pub section: String,
    /// The point, in one or two sentences.
    pub point: String,
    /// How the suite treats it.
    pub kind: ReadingKind,
}

/// How the suite treats a reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadingKind {
    /// Never scored: the report says which answer an implementation follows. The first is the reference's.
    Observed(Vec<ReadingAnswer>),
    /// Scored by the text, but kept out of the statement and the exit code; with the reason.
    Contested(String),
    /// An ordinary scored point; with the reason.
    Decided(String),
}

/// One way to take an observed point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct ReadingAnswer {
    /// Stable id, unique within its reading.
    pub id: String,
    /// What it means, in a sentence.
    pub text: String,
}

/// One robots.txt or one small web, and what is asked about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// `section/name`, unique.
    pub id: String,
    /// Section of RFC 9309.
    pub section: String,
    /// Why the RFC wants what the queries expect, in a sentence or two.
    pub why: String,
    /// Where the case comes from, or what else to read.
    pub see: Vec<String>,
    /// What its queries are about.
    pub subject: Subject,
    /// How the queries count.
    pub scoring: Scoring,
    /// At least one.
    pub queries: Vec<Query>,
    /// File of the suite that holds it.
    pub file: String,
    /// Line of that file where it begins, from 1.
    pub line: usize,
}

impl Case {
    /// The robots.txt that it hands to a parser; `None` if a crawler has to fetch it.
    #[must_use]
    pub const fn file(&self) -> Option<&File> {
        match &self.subject {
            Subject::File(file) => Some(file),
            Subject::Web(_) => None,
        }
    }

    /// The web that it is a scenario on; `None` if it hands over a robots.txt.
    #[must_use]
    pub const fn scenario(&self) -> Option<&Scenario> {
        match &self.subject {
            Subject::File(_) => None,
            Subject::Web(scenario) => Some(scenario),
        }
    }
}

/// What the queries of a case are about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A robots.txt: each query is put to a parser, by itself.
    File(File),
    /// A web, on which a crawler fetches what it needs: the queries follow each other.
    Web(Scenario),
}

/// A robots.txt.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct File {
    /// Its octets.
    pub robots_txt: Vec<u8>,
    /// The load of which it is one size: once a smaller case of the family takes too long, this one is not asked.
    pub family: Option<String>,
}

/// How the queries of a case count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scoring {
    /// By their requirement's level.
    Scored,
    /// Scored and shown, but left out of the statement and the exit code.
    Contested {
        /// Id of the reading.
        reading: String,
    },
    /// Observed only.
    Observed {
        /// Id of the reading.
        reading: String,
        /// What each answer to the reading looks like over the case's queries.
        signatures: Vec<Signature>,
    },
}

/// The answers that an implementation gives which follows one answer of a reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// Id of the [`ReadingAnswer`].
    pub answer: String,
    /// One per query of the case.
    pub verdicts: Vec<Observation>,
}

/// What an observed query can show.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Observation {
    /// Allowed.
    Allow,
    /// Disallowed.
    Disallow,
    /// The implementation reported an error.
    Error,
}

impl From<Verdict> for Observation {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Allow => Self::Allow,
            Verdict::Disallow => Self::Disallow,
        }
    }
}

/// One token and URI asked of a case: the unit that is scored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// `section/case#query`, unique and stable.
    pub id: String,
    /// Product token of the crawler that asks.
    pub token: String,
    /// Absolute URI asked about, in ASCII.
    pub uri: String,
    /// The verdict that the RFC gives; `None` on an observed case, and where only the requests are judged.
    pub expect: Option<Verdict>,
    /// Id of the requirement that it tests.
    pub requirement: String,
    /// Ids of further requirements that it touches.
    pub also: Vec<String>,
    /// Suite version that first had it.
    pub since: String,
    /// Why this verdict, where the case's own reason does not say it.
    pub why: Option<String>,
}
