//! What comes back from a request, and what it can come to.

/// What came of one request for a robots.txt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Response<'a> {
    /// A response.
    Received(Received<'a>),
    /// None.
    Failed(NetworkError),
}

/// A response.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Received<'a> {
    /// Status code; 0 is none.
    pub status: u16,
    /// Value of the Location header.
    pub location: Option<&'a str>,
    /// The content, decoded; of a long one, as much as was read.
    pub body: &'a [u8],
    /// Whether the connection broke before all of the content was there.
    pub is_cut: bool,
    /// What its cache control says.
    pub freshness: Freshness,
}

/// What the cache control of a response says (RFC 9111, section 5.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Freshness {
    /// Seconds for which it can be used.
    pub max_age: Option<u64>,
    /// Whether it must not be kept.
    pub no_store: bool,
}

/// Why there is no response (RFC 9309, section 2.3.1.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NetworkError {
    /// The connection was refused, or could not be made otherwise.
    Refused,
    /// The connection was reset or closed.
    Reset,
    /// Nothing came in time.
    Timeout,
    /// The name of the host does not exist.
    NameNotFound,
    /// There is no safe connection: a certificate is wrong, say.
    Tls,
    /// What came is no response.
    Malformed,
}

/// What a status code says of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatusClass {
    /// The content is the file (2.3.1.1).
    Successful,
    /// The file is elsewhere (2.3.1.2).
    Redirect,
    /// There is no file for the crawler (2.3.1.3).
    Unavailable,
    /// The file is undefined (2.3.1.4).
    Unreachable,
}

/// What a fetch came to, if not to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// There is no file for the crawler (2.3.1.3).
    Unavailable,
    /// The file is undefined (2.3.1.4).
    Unreachable,
}

/// What is made of a content that was cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CutBody {
    /// It is a network error.
    Unreachable,
    /// What arrived is the file.
    WhatArrived,
    /// The file is taken as empty.
    Empty,
}

/// Why a redirect is not followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RedirectEnd {
    /// There were as many as are followed already.
    TooMany,
    /// There were, and it leads back to where the crawler has been.
    Loop,
    /// The response does not say whereto.
    NoLocation,
    /// The location is no URI that a crawler can request.
    BadLocation,
    /// The location is in a private network.
    Private,
}

/// Why a fetch came to what it did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// For this status of the last response.
    Status(u16),
    /// For this error.
    Network(NetworkError),
    /// The content was cut.
    Cut,
    /// A redirect was not followed.
    Redirect(RedirectEnd),
}

/// What is done while there is no file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undefined {
    /// Everything is disallowed.
    Disallow,
    /// The copy that was fetched before is used.
    Copy,
    /// Everything is allowed.
    Allow,
}
