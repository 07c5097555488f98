//! The adapter protocol: JSON Lines between the harness and a long-lived child.
//!
//! A line is a message if it is a JSON object with the member `repspec`; any other line is noise, which is
//! kept and shown. The child says [`Hello`] first, then answers each [`Ask`] with one [`Reply`] line.

use crate::outcome::Answer;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The version of the protocol that this harness speaks.
pub const VERSION: u32 = 1;

/// A line from the child to the harness.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "repspec", rename_all = "kebab-case")]
pub enum FromChild {
    /// The first message.
    Hello(Hello),
    /// The results of one ask.
    Answer(Reply),
}

/// A line from the harness to the child.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "repspec", rename_all = "kebab-case")]
pub enum ToChild {
    /// One robots.txt and what is asked about it.
    Ask(Ask),
    /// A URI on a web: to implementations with the capability `access`.
    Visit(Visit),
}

impl ToChild {
    /// The same with this sequence number.
    pub(crate) fn numbered(mut self, number: u64) -> Self {
        match &mut self {
            Self::Ask(Ask { seq, .. }) | Self::Visit(Visit { seq, .. }) => *seq = number,
        }
        self
    }

    /// How many results the answer has to have.
    pub(crate) const fn results(&self) -> usize {
        match self {
            Self::Ask(ask) => ask.queries.len(),
            Self::Visit(_) => 1,
        }
    }
}

/// Who the implementation is and what it can do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Hello {
    /// Version of the protocol: 1.
    pub protocol: u32,
    /// Name of the implementation.
    pub name: String,
    /// Its version.
    #[serde(default)]
    pub version: String,
    /// Its programming language.
    #[serde(default)]
    pub language: String,
    /// Where the project lives.
    #[serde(default)]
    pub homepage: String,
    /// `decide` (required), `explain`, `access`, `clock`; unknown ones are ignored.
    pub capabilities: Vec<String>,
}

/// One robots.txt and the queries about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Ask {
    /// Sequence number, to be repeated in the answer.
    pub seq: u64,
    /// The octets of the robots.txt in Base64 (RFC 4648, section 4, with padding).
    pub robots_txt: String,
    /// At least one.
    pub queries: Vec<AskedQuery>,
}

/// One query of an ask.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AskedQuery {
    /// Product token.
    pub token: String,
    /// Absolute URI in ASCII.
    pub uri: String,
}

/// May this URI be accessed? The implementation fetches what it has to know, and need not request the URI itself. It
/// answers with one result, as to an [`Ask`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Visit {
    /// Sequence number, to be repeated in the answer.
    pub seq: u64,
    /// Where the web is. All that was kept of another one is to be forgotten.
    pub web: WebPlace,
    /// The time, in seconds since 1970, for implementations with the capability `clock`; it can jump ahead by days.
    pub now: u64,
    /// How long to wait for a response, in milliseconds, where that can be set.
    pub patience_ms: u64,
    /// Product token of the crawler.
    pub token: String,
    /// Absolute URI in ASCII.
    pub uri: String,
}

/// How a web is reached. The names of its hosts mean nothing to any other resolver.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WebPlace {
    /// Another number for every web.
    pub number: u64,
    /// A forward proxy for HTTP and, by CONNECT, for HTTPS: `http://127.0.0.1:PORT`. All requests can go there.
    pub proxy: String,
    /// Instead of the proxy: the address at which each `host:port` listens. What is not in it does not exist.
    pub connect: std::collections::BTreeMap<String, std::net::SocketAddr>,
    /// The certificate of the authority that issued those of the web's hosts, in PEM.
    pub ca_pem: String,
}

/// The answer line to one ask.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Reply {
    /// The ask's sequence number.
    pub seq: u64,
    /// One result per query, in the order of the ask.
    pub results: Vec<WireResult>,
}

/// One result: `{"verdict":"allow"}`, `{"verdict":"disallow","line":3}`, `{"unsupported":"why"}` or
/// `{"error":"message"}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(
    untagged,
    expecting = "a result is one of {\"verdict\": \"allow\" or \"disallow\"}, {\"unsupported\": text} and {\"error\": text}"
)]
pub enum WireResult {
    /// A verdict.
    Verdict {
        /// `allow` or `disallow`.
        verdict: crate::outcome::Verdict,
        /// Line of the deciding rule, from 1.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        line: Option<u64>,
    },
    /// The adapter cannot ask its library this.
    Unsupported {
        /// Why not.
        unsupported: String,
    },
    /// The library reported an error.
    Error {
        /// What it said.
        error: String,
    },
}

impl From<WireResult> for Answer {
    fn from(result: WireResult) -> Self {
        match result {
            WireResult::Verdict { verdict, line } => Self::Verdict { verdict, line },
            WireResult::Unsupported { unsupported } => Self::Unsupported { reason: unsupported },
            WireResult::Error { error } => Self::Error { message: error },
        }
    }
}

impl From<Answer> for WireResult {
    fn from(answer: Answer) -> Self {
        match answer {
            Answer::Verdict { verdict, line } => Self::Verdict { verdict, line },
            Answer::Unsupported { reason } => Self::Unsupported { unsupported: reason },
            Answer::Error { message } => Self::Error { error: message },
        }
    }
}
