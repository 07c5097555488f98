//! The suite as one JSON document, for people who drive the cases from a runner of their own.

use crate::bundle_web::{BundledService, BundledStep, bundled_step, bundled_web};
use crate::outcome::Verdict;
use crate::suite::{
    self, Case, Level, Observation, Query, Reading, ReadingAnswer, ReadingKind, Requirement, Suite,
};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use schemars::JsonSchema;
use serde::Serialize;
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The most octets of a robots.txt that are given as text besides Base64.
const LONGEST_TEXT: usize = 64 << 10;

/// A suite with everything that is needed to ask its queries and to judge the answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Bundle {
    /// Version of this format.
    pub schema: u32,
    /// Always true: a bundle that was cut short is no JSON.
    pub complete: bool,
    /// Version of the suite.
    pub suite_version: String,
    /// SHA-256 of the suite, hex.
    pub suite_hash: String,
    /// The catalogue of requirements, in the order of the RFC.
    pub requirements: Vec<Requirement>,
    /// The points on which the RFC leaves room.
    pub readings: Vec<BundledReading>,
    /// The cases, in the order of the RFC's sections.
    pub cases: Vec<BundledCase>,
}

/// A point on which the RFC contradicts itself or is silent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct BundledReading {
    /// Stable id.
    pub id: String,
    /// Section of RFC 9309 that it is about.
    pub section: String,
    /// The point, in one or two sentences.
    pub point: String,
    /// How the suite treats it.
    pub treatment: Treatment,
}

/// How the suite treats a reading.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Treatment {
    /// Never scored.
    Observed {
        /// The ways to take it.
        answers: Vec<ReadingAnswer>,
    },
    /// Scored and shown, but held against nobody.
    Contested {
        /// What the text says, and what contradicts it.
        because: String,
    },
    /// An ordinary scored point.
    Decided {
        /// Why it is not open.
        because: String,
    },
}

/// One robots.txt, and what is asked about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct BundledCase {
    /// `section/name`, unique and stable.
    pub id: String,
    /// Section of RFC 9309.
    pub section: String,
    /// Why the RFC wants what the queries expect.
    pub why: String,
    /// Where the case comes from, or what else to read.
    pub see: Vec<String>,
    /// The robots.txt that is handed to a parser; absent where a crawler has to fetch it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub robots_txt: Option<Body>,
    /// The services of the web from which a crawler fetches it, by their origin, at the start; absent where a robots.txt
    /// is handed over. The queries are then steps, one after the other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub web: Option<BTreeMap<String, BundledService>>,
    /// How the queries count.
    pub scoring: Scoring,
    /// The load of which it is one size; where a smaller one takes too long, a larger one takes longer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub family: Option<String>,
    /// At least one.
    pub queries: Vec<BundledQuery>,
}

/// The octets of a robots.txt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Body {
    /// All of them, in Base64 (RFC 4648, section 4).
    pub base64: String,
    /// The same as text; absent where they are not UTF-8, hold control characters other than tabs and line
    /// ends, or are many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// How many they are.
    pub length: usize,
    /// Their SHA-256, hex.
    pub sha256: String,
}

/// How the queries of a case count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Scoring {
    /// By their level; each has `expect`.
    Scored,
    /// Each has `expect`, but another verdict is held against nobody.
    Contested {
        /// Id of the reading.
        reading: String,
    },
    /// Not at all; none has `expect`.
    Observed {
        /// Id of the reading.
        reading: String,
        /// By the id of an answer to the reading: what each query of the case gives, in order, where it is followed.
        signatures: BTreeMap<String, Vec<Observation>>,
    },
}

/// One token and URI asked of a case: the unit that is scored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct BundledQuery {
    /// `section/case#query`, unique and stable.
    pub id: String,
    /// Product token of the crawler that asks.
    pub token: String,
    /// Absolute URI asked about, in ASCII.
    pub uri: String,
    /// The verdict that the RFC gives; absent on an observed case, and where only the requests are judged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expect: Option<Verdict>,
    /// Id of the requirement that it tests.
    pub requirement: String,
    /// That requirement's level.
    pub level: Level,
    /// Ids of further requirements that it touches.
    pub also: Vec<String>,
    /// Suite version that first had it.
    pub since: String,
    /// Why this verdict, where the case's own reason does not say it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// What goes with it on a web.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<BundledStep>,
}

impl Bundle {
    /// The bundle of this suite.
    #[must_use]
    pub fn of(suite: &Suite) -> Self {
        Self {
            schema: 1,
            complete: true,
            suite_version: suite.version.clone(),
            suite_hash: suite.hash.clone(),
            requirements: suite.requirements.clone(),
            readings: suite.readings.iter().map(bundled_reading).collect(),
            cases: suite.cases.iter().map(|case| bundled_case(suite, case)).collect(),
        }
    }

    /// The document, in ASCII: no runner can read it in a wrong encoding, no terminal obeys what is in it.
    ///
    /// # Errors
    /// None that is known; the types are such that JSON can hold them.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        Ok(escaped(&serde_json::to_string_pretty(self)?) + "\n")
    }
}

fn bundled_reading(reading: &Reading) -> BundledReading {
    let Reading { id, section, point, kind } = reading.clone();
    let treatment = match kind {
        ReadingKind::Observed(answers) => Treatment::Observed { answers },
        ReadingKind::Contested(because) => Treatment::Contested { because },
        ReadingKind::Decided(because) => Treatment::Decided { because },
    };
    BundledReading { id, section, point, treatment }
}

fn bundled_case(suite: &Suite, case: &Case) -> BundledCase {
    BundledCase {
        id: case.id.clone(),
        section: case.section.clone(),
        why: case.why.clone(),
        see: case.see.clone(),
        robots_txt: case.file().map(|file| body(&file.robots_txt)),
        web: case.scenario().map(|scenario| bundled_web(&scenario.web)),
        scoring: scoring(&case.scoring),
        family: case.file().and_then(|file| file.family.clone()),
        queries: case
            .queries
            .iter()
            .enumerate()
            .map(|(index, query)| {
                let step = case.scenario().map(|scenario| bundled_step(&scenario.steps[index]));
                bundled_query(suite, query, step)
            })
            .collect(),
    }
}

pub(crate) fn body(octets: &[u8]) -> Body {
    let plain = |text: &str| !text.contains(|c: char| c.is_control() && !"\t\r\n".contains(c));
    let text = str::from_utf8(octets).ok();
    Body {
        base64: BASE64_STANDARD.encode(octets),
        text: text.filter(|text| text.len() <= LONGEST_TEXT && plain(text)).map(str::to_owned),
        length: octets.len(),
        sha256: Sha256::digest(octets).iter().map(|octet| format!("{octet:02x}")).collect(),
    }
}

fn scoring(scoring: &suite::Scoring) -> Scoring {
    match scoring {
        suite::Scoring::Scored => Scoring::Scored,
        suite::Scoring::Contested { reading } => Scoring::Contested { reading: reading.clone() },
        suite::Scoring::Observed { reading, signatures } => Scoring::Observed {
            reading: reading.clone(),
            signatures: signatures
                .iter()
                .map(|signature| (signature.answer.clone(), signature.verdicts.clone()))
                .collect(),
        },
    }
}

fn bundled_query(suite: &Suite, query: &Query, step: Option<BundledStep>) -> BundledQuery {
    let Query { id, token, uri, expect, requirement, also, since, why } = query.clone();
    // The loader has made sure that there is one.
    let level = suite.requirement(&requirement).map_or(Level::Stated, |found| found.level);
    BundledQuery { id, token, uri, expect, requirement, level, also, since, why, step }
}

/// Characters beyond printable ASCII stand only inside strings, where an escape means the same.
fn escaped(json: &str) -> String {
    let mut ascii = String::with_capacity(json.len());
    let mut units = [0; 2];
    for character in json.chars() {
        if matches!(character, ' '..='~' | '\n') {
            ascii.push(character);
            continue;
        }
        for unit in character.encode_utf16(&mut units) {
            // Writing to a String cannot fail.
            let _ = write!(ascii, "\\u{unit:04x}");
        }
    }
    ascii
}
