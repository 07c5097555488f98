//! The webs of scenarios as they are written in YAML; only the loader sees them, and the published JSON Schema.

use super::Certificate;
use super::raw::Part;
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;

/// One service of a web.
#[derive(Deserialize, JsonSchema)]
#[serde(
    untagged,
    expecting = "a service is `refused`, `no-such-host`, or a mapping from paths to answers: a status, a text, fields, or a list of these"
)]
pub(super) enum Service {
    Word(ServiceWord),
    Paths(Paths),
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum ServiceWord {
    /// Connections are refused.
    Refused,
    /// The name does not exist.
    NoSuchHost,
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct Paths {
    /// What is wrong with the certificate of an HTTPS service.
    #[serde(default)]
    pub(super) certificate: Certificate,
    /// By path and query: what is answered. Other paths are answered with 404.
    #[serde(flatten)]
    pub(super) answers: BTreeMap<String, Answers>,
}

/// What is answered to successive requests.
#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Answers {
    /// The same to all.
    One(Answer),
    /// One after the other; the last one for ever.
    Many(Vec<Answer>),
}

/// What is answered to a request.
#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Answer {
    /// A status without content.
    Status(u16),
    /// 200 with this text.
    Text(String),
    /// Anything else.
    Fields(Box<AnswerFields>),
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AnswerFields {
    /// The status code; 200 if not given, 302 with `redirect`.
    pub(super) status: Option<u16>,
    /// The Location of a redirect.
    pub(super) redirect: Option<String>,
    /// The media type; `text/plain; charset=utf-8` if there is a body and none is given here; `none` for none.
    pub(super) media_type: Option<String>,
    /// Further header fields.
    #[serde(default)]
    pub(super) headers: BTreeMap<String, String>,
    /// The content as text.
    pub(super) body: Option<String>,
    /// The content in Base64.
    pub(super) body_base64: Option<String>,
    /// Big content, described: the parts one after the other.
    pub(super) body_parts: Option<Vec<Part>>,
    /// A status from 100 to 199 that comes first, in a response of its own.
    pub(super) interim: Option<u16>,
    /// How the answer comes to its end, if not as it should.
    pub(super) ending: Option<EndingWord>,
    /// The connection is closed after so many octets of the content.
    pub(super) cut_after: Option<usize>,
    /// The connection is reset after so many octets of the content.
    pub(super) reset_after: Option<usize>,
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum EndingWord {
    /// The content comes an octet at a time, and never ends.
    Drip,
    /// The content is repeated as fast as it is read, and never ends.
    Endless,
    /// Nothing ever comes back.
    Silent,
    /// The connection is closed before anything is sent.
    Closed,
    /// What is sent is no HTTP.
    Malformed,
}
