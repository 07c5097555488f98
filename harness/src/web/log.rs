//! What was requested.

/// One request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// Method, as it was sent.
    pub method: String,
    /// Scheme, host and port of the service that was asked, in lower case and without a default port.
    pub origin: String,
    /// Path and query, as they were sent.
    pub target: String,
    /// Header fields, in order.
    pub headers: Vec<(String, String)>,
}

impl Request {
    /// The absolute URI.
    #[must_use]
    pub fn uri(&self) -> String {
        format!("{}{}", self.origin, self.target)
    }

    /// The first value of a header field; the name in any case.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut fields = self.headers.iter();
        fields.find(|(field, _)| field.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// Whether the product token occurs in the User-Agent header (RFC 9309, section 2.2.1).
    #[must_use]
    pub fn names(&self, token: &str) -> bool {
        let lower = |text: &str| text.to_ascii_lowercase();
        self.header("User-Agent").is_some_and(|agent| lower(agent).contains(&lower(token)))
    }
}
