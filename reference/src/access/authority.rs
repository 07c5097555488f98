//! Whose file it is: scheme, host and port (RFC 9309, section 2.3; RFC 3986, section 3.2).

use alloc::format;
use alloc::string::String;
use core::fmt;

/// A service that has a robots.txt of its own: two URIs have the same one if scheme, host and port are equal.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Authority {
    /// In lower case.
    pub scheme: String,
    /// In lower case; an IPv6 address with its brackets.
    pub host: String,
    /// `None` if it is the scheme's default port.
    pub port: Option<u16>,
}

impl Authority {
    /// That of an absolute URI; `None` if it has none, or a port that is no number. User information is no part of it.
    #[must_use]
    pub fn of(uri: &str) -> Option<Self> {
        let (scheme, rest) = uri.split_once("://")?;
        let scheme = scheme.to_ascii_lowercase();
        let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
        let host_and_port = authority.rsplit('@').next().unwrap_or_default();
        let colon = host_and_port.rfind(':').filter(|colon| !host_and_port[*colon..].contains(']'));
        let (host, port) = match colon {
            Some(colon) => (&host_and_port[..colon], &host_and_port[colon + 1..]),
            None => (host_and_port, ""),
        };
        let port = if port.is_empty() { None } else { Some(port.parse().ok()?) };
        let port = port.filter(|port| Some(*port) != default_port(&scheme));
        (!host.is_empty()).then(|| Self { scheme, host: host.to_ascii_lowercase(), port })
    }

    /// The URI of its file.
    #[must_use]
    pub fn robots_txt(&self) -> String {
        format!("{self}/robots.txt")
    }
}

impl fmt::Display for Authority {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let port = self.port.map(|port| format!(":{port}")).unwrap_or_default();
        write!(out, "{}://{}{port}", self.scheme, self.host)
    }
}

fn default_port(scheme: &str) -> Option<u16> {
    match scheme {
        "http" => Some(80),
        "https" => Some(443),
        "ftp" => Some(21),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::Authority;
    use alloc::string::ToString;

    #[test]
    fn scheme_host_and_port_make_it() {
        for (uri, authority) in [
            ("http://shop.example/a?b#c", "http://shop.example"),
            ("HTTP://Shop.Example:80", "http://shop.example"),
            ("http://shop.example:443/", "http://shop.example:443"),
            ("https://shop.example:443?q", "https://shop.example"),
            ("http://shop.example:/", "http://shop.example"),
            ("http://me:secret@shop.example:8080/@x", "http://shop.example:8080"),
            ("http://[::1]:8080/", "http://[::1]:8080"),
            ("http://[::1]/", "http://[::1]"),
            ("http://shop.example./", "http://shop.example."),
            ("ftp://shop.example:21/x", "ftp://shop.example"),
        ] {
            assert_eq!(Authority::of(uri).unwrap().to_string(), authority, "{uri}");
        }
        for none in ["shop.example", "http:///x", "http://shop.example:99999/", "mailto:a@b"] {
            assert_eq!(Authority::of(none), None, "{none}");
        }
    }
}
