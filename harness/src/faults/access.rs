//! Faults of the access layer (RFC 9309, sections 2.3 and 2.4, and section 3).

use super::{Fault, NONE, fault};
use crate::variant::Hooks;
use repspec_reference::access::{Authority, NetworkError, Outcome, StatusClass};
use repspec_reference::seam::{DAY, Rfc, Seam as _};

pub(super) const FAULTS: &[Fault] = &[
    fault(
        "server-error-allows",
        "unreachable-disallows",
        "A server error means that there is no file, so everything is allowed.",
        Hooks {
            status: Some(|status, redirects| match status {
                500..=599 => StatusClass::Unavailable,
                _ => Rfc.status(status, redirects),
            }),
            ..NONE
        },
    ),
    fault(
        "only-500-and-503-disallow",
        "unreachable-disallows",
        "Of the server errors only two are known; the others mean that there is no file.",
        Hooks {
            status: Some(|status, redirects| match status {
                500 | 503 => StatusClass::Unreachable,
                501..=599 => StatusClass::Unavailable,
                _ => Rfc.status(status, redirects),
            }),
            ..NONE
        },
    ),
    fault(
        "common-server-errors-only",
        "unreachable-disallows",
        "Statuses above 504 are not known, and mean that there is no file.",
        Hooks {
            status: Some(|status, redirects| match status {
                505..=599 => StatusClass::Unavailable,
                _ => Rfc.status(status, redirects),
            }),
            ..NONE
        },
    ),
    fault(
        "error-page-parsed",
        "unreachable-disallows",
        "The content of a server error is parsed as if it were the file.",
        Hooks {
            status: Some(|status, redirects| match status {
                500..=599 => StatusClass::Successful,
                _ => Rfc.status(status, redirects),
            }),
            ..NONE
        },
    ),
    fault(
        "bad-gateway-retried-as-none",
        "unreachable-disallows",
        "A bad gateway is taken for a missing file.",
        Hooks {
            status: Some(|status, redirects| match status {
                502 | 504 => StatusClass::Unavailable,
                _ => Rfc.status(status, redirects),
            }),
            ..NONE
        },
    ),
    fault(
        "not-implemented-is-no-file",
        "unreachable-disallows",
        "A server that cannot do what it was asked has no file.",
        Hooks {
            status: Some(|status, redirects| match status {
                501 => StatusClass::Unavailable,
                _ => Rfc.status(status, redirects),
            }),
            ..NONE
        },
    ),
    fault(
        "error-after-redirect-allows",
        "unreachable-disallows",
        "A server error counts only if there was no redirect before it.",
        Hooks {
            status: Some(|status, redirects| match status {
                500..=599 if redirects > 0 => StatusClass::Unavailable,
                _ => Rfc.status(status, redirects),
            }),
            ..NONE
        },
    ),
    fault(
        "network-error-after-redirect-allows",
        "unreachable-disallows",
        "A network error counts only if there was no redirect before it.",
        Hooks {
            network_error: Some(|error, redirects| {
                if redirects > 0 {
                    Outcome::Unavailable
                } else {
                    Rfc.network_error(error, redirects)
                }
            }),
            ..NONE
        },
    ),
    fault(
        "timeout-allows",
        "server-errors-are-unreachable",
        "A response that does not come means that there is no file.",
        Hooks {
            network_error: Some(|error, redirects| match error {
                NetworkError::Timeout => Outcome::Unavailable,
                _ => Rfc.network_error(error, redirects),
            }),
            ..NONE
        },
    ),
    fault(
        "refused-allows",
        "server-errors-are-unreachable",
        "A refused connection means that there is no file.",
        Hooks {
            network_error: Some(|error, redirects| match error {
                NetworkError::Refused => Outcome::Unavailable,
                _ => Rfc.network_error(error, redirects),
            }),
            ..NONE
        },
    ),
    fault(
        "reset-allows",
        "server-errors-are-unreachable",
        "A broken connection means that there is no file.",
        Hooks {
            network_error: Some(|error, redirects| match error {
                NetworkError::Reset => Outcome::Unavailable,
                _ => Rfc.network_error(error, redirects),
            }),
            ..NONE
        },
    ),
    fault(
        "unknown-name-allows",
        "server-errors-are-unreachable",
        "A name that does not exist means that there is no file.",
        Hooks {
            network_error: Some(|error, redirects| match error {
                NetworkError::NameNotFound => Outcome::Unavailable,
                _ => Rfc.network_error(error, redirects),
            }),
            ..NONE
        },
    ),
    fault(
        "bad-certificate-allows",
        "server-errors-are-unreachable",
        "A connection that is not safe means that there is no file.",
        Hooks {
            network_error: Some(|error, redirects| match error {
                NetworkError::Tls => Outcome::Unavailable,
                _ => Rfc.network_error(error, redirects),
            }),
            ..NONE
        },
    ),
    fault(
        "redirects-not-followed",
        "five-redirects-followed",
        "No redirect is followed.",
        Hooks { most_redirects: Some(|| 0), ..NONE },
    ),
    fault(
        "one-redirect-followed",
        "five-redirects-followed",
        "No more than one redirect is followed.",
        Hooks { most_redirects: Some(|| 1), ..NONE },
    ),
    fault(
        "two-redirects-followed",
        "five-redirects-followed",
        "No more than two redirects are followed.",
        Hooks { most_redirects: Some(|| 2), ..NONE },
    ),
    fault(
        "three-redirects-followed",
        "five-redirects-followed",
        "No more than three redirects are followed.",
        Hooks { most_redirects: Some(|| 3), ..NONE },
    ),
    fault(
        "four-redirects-followed",
        "five-redirects-followed",
        "No more than four redirects are followed.",
        Hooks { most_redirects: Some(|| 4), ..NONE },
    ),
    fault(
        "status-301-not-followed",
        "five-redirects-followed",
        "The status 301 is not known as a redirect.",
        Hooks {
            status: Some(|status, redirects| match status {
                301 => StatusClass::Unavailable,
                _ => Rfc.status(status, redirects),
            }),
            ..NONE
        },
    ),
    fault(
        "status-302-not-followed",
        "five-redirects-followed",
        "The status 302 is not known as a redirect.",
        Hooks {
            status: Some(|status, redirects| match status {
                302 => StatusClass::Unavailable,
                _ => Rfc.status(status, redirects),
            }),
            ..NONE
        },
    ),
    fault(
        "status-303-not-followed",
        "five-redirects-followed",
        "The status 303 is not known as a redirect.",
        Hooks {
            status: Some(|status, redirects| match status {
                303 => StatusClass::Unavailable,
                _ => Rfc.status(status, redirects),
            }),
            ..NONE
        },
    ),
    fault(
        "status-307-not-followed",
        "five-redirects-followed",
        "The status 307 is not known as a redirect.",
        Hooks {
            status: Some(|status, redirects| match status {
                307 => StatusClass::Unavailable,
                _ => Rfc.status(status, redirects),
            }),
            ..NONE
        },
    ),
    fault(
        "status-308-not-followed",
        "five-redirects-followed",
        "The status 308 is not known as a redirect.",
        Hooks {
            status: Some(|status, redirects| match status {
                308 => StatusClass::Unavailable,
                _ => Rfc.status(status, redirects),
            }),
            ..NONE
        },
    ),
    fault(
        "other-authorities-not-followed",
        "five-redirects-followed",
        "Redirects are followed within one host only.",
        Hooks { may_request: Some(|target, initial| target.host == initial.host), ..NONE },
    ),
    fault(
        "other-schemes-not-followed",
        "five-redirects-followed",
        "Redirects are followed within one scheme only.",
        Hooks {
            may_request: Some(|target, initial| {
                target.scheme == initial.scheme && Rfc.may_request(target, initial)
            }),
            ..NONE
        },
    ),
    fault(
        "stored-for-the-target",
        "redirected-file-used-for-initial-authority",
        "What is found after a redirect is kept for the service that had it.",
        Hooks { stored_for: Some(|initial, last| Authority::of(last).unwrap_or(initial)), ..NONE },
    ),
    fault(
        "redirected-file-not-used",
        "redirected-file-used-for-initial-authority",
        "Redirects are followed, and what is found at their end is not used.",
        Hooks {
            status: Some(|status, redirects| match status {
                200..=299 if redirects > 0 => StatusClass::Unavailable,
                _ => Rfc.status(status, redirects),
            }),
            ..NONE
        },
    ),
    fault(
        "redirected-file-disallows",
        "redirected-file-used-for-initial-authority",
        "Redirects are followed, and a file that is found at their end is taken as an error.",
        Hooks {
            status: Some(|status, redirects| match status {
                200..=299 if redirects > 0 => StatusClass::Unreachable,
                _ => Rfc.status(status, redirects),
            }),
            ..NONE
        },
    ),
    fault(
        "private-redirect-followed",
        "untrusted-responses",
        "Redirects are followed wherever they lead.",
        Hooks { may_request: Some(|_, _| true), ..NONE },
    ),
    fault(
        "private-redirect-by-name-followed",
        "untrusted-responses",
        "Only addresses are known to be private, and not the name of the own machine.",
        Hooks {
            may_request: Some(|target, initial| {
                target.host.ends_with("localhost") || Rfc.may_request(target, initial)
            }),
            ..NONE
        },
    ),
    fault(
        "link-local-redirect-followed",
        "untrusted-responses",
        "Addresses of the own link are not known to be private.",
        Hooks {
            may_request: Some(|target, initial| {
                target.host.starts_with("169.254.") || Rfc.may_request(target, initial)
            }),
            ..NONE
        },
    ),
    fault(
        "private-network-redirect-followed",
        "untrusted-responses",
        "Addresses of private networks are not known to be private.",
        Hooks {
            may_request: Some(|target, initial| {
                target.host.starts_with("10.") || Rfc.may_request(target, initial)
            }),
            ..NONE
        },
    ),
    fault(
        "ipv6-redirect-followed",
        "untrusted-responses",
        "Addresses of IPv6 are not looked at.",
        Hooks {
            may_request: Some(|target, initial| {
                target.host.starts_with('[') || Rfc.may_request(target, initial)
            }),
            ..NONE
        },
    ),
    fault(
        "mapped-redirect-followed",
        "untrusted-responses",
        "Addresses of IPv4 inside IPv6 are not looked at.",
        Hooks {
            may_request: Some(|target, initial| {
                target.host.starts_with("[::f") || Rfc.may_request(target, initial)
            }),
            ..NONE
        },
    ),
    fault(
        "odd-address-redirect-followed",
        "untrusted-responses",
        "Addresses are known in their usual spelling only.",
        Hooks {
            may_request: Some(|target, initial| {
                !target.host.contains('.')
                    && !target.host.contains(':')
                    && target.host != "localhost"
                    || Rfc.may_request(target, initial)
            }),
            ..NONE
        },
    ),
    fault(
        "loopback-redirect-followed",
        "untrusted-responses",
        "Addresses of the own machine are not known to be private.",
        Hooks {
            may_request: Some(|target, initial| {
                target.host == "127.0.0.1" || Rfc.may_request(target, initial)
            }),
            ..NONE
        },
    ),
    fault(
        "port-dropped",
        "robots-txt-uri",
        "The port is no part of the service.",
        Hooks { scope: Some(|authority| Authority { port: None, ..authority }), ..NONE },
    ),
    fault(
        "file-asked-at-default-port",
        "robots-txt-uri",
        "The file is asked for at the default port.",
        Hooks {
            file_of: Some(|authority, _| {
                Authority { port: None, ..authority.clone() }.robots_txt()
            }),
            ..NONE
        },
    ),
    fault(
        "scheme-dropped",
        "robots-txt-uri",
        "The scheme is no part of the service.",
        Hooks {
            scope: Some(|authority| Authority { scheme: "http".to_owned(), ..authority }),
            ..NONE
        },
    ),
    fault(
        "file-asked-by-http",
        "robots-txt-uri",
        "The file is asked for without TLS.",
        Hooks {
            file_of: Some(|authority, _| {
                Authority { scheme: "http".to_owned(), ..authority.clone() }.robots_txt()
            }),
            ..NONE
        },
    ),
    fault(
        "subdomain-dropped",
        "robots-txt-uri",
        "Hosts below a domain share its file.",
        Hooks {
            scope: Some(|authority| match authority.host.strip_prefix("www.") {
                Some(host) => Authority { host: host.to_owned(), ..authority },
                None => authority,
            }),
            ..NONE
        },
    ),
    fault(
        "file-in-the-folder",
        "robots-txt-uri",
        "The file is looked for in the folder of the page.",
        Hooks {
            file_of: Some(|_, uri| {
                let path = uri.split(['?', '#']).next().unwrap_or_default();
                let folder = path.rfind('/').map_or("", |slash| &path[..slash]);
                format!("{folder}/robots.txt")
            }),
            ..NONE
        },
    ),
    fault(
        "capital-letters-in-the-name",
        "robots-txt-uri",
        "The file is asked for by a name with capital letters.",
        Hooks { file_of: Some(|authority, _| format!("{authority}/Robots.TXT")), ..NONE },
    ),
    fault(
        "empty-content-disallows",
        "successful-file-followed",
        "A success without a status of its own is an error: nothing is allowed after it.",
        Hooks {
            status: Some(|status, redirects| match status {
                200..=299 => StatusClass::Unreachable,
                _ => Rfc.status(status, redirects),
            }),
            ..NONE
        },
    ),
    fault(
        "success-not-used",
        "successful-file-followed",
        "Files are fetched and not used.",
        Hooks {
            status: Some(|status, redirects| match status {
                200..=299 => StatusClass::Unavailable,
                _ => Rfc.status(status, redirects),
            }),
            ..NONE
        },
    ),
    fault(
        "two-day-old-copy-used",
        "day-old-copy-not-used",
        "A copy is used for two days.",
        Hooks { copy_lifetime: Some(|_| 2 * DAY), ..NONE },
    ),
    fault(
        "copy-used-for-ever",
        "day-old-copy-not-used",
        "A file is fetched once.",
        Hooks { copy_lifetime: Some(|_| u64::MAX), ..NONE },
    ),
    fault(
        "long-max-age-obeyed",
        "day-old-copy-not-used",
        "The cache control is obeyed, however long it allows a copy to be used.",
        Hooks { copy_lifetime: Some(|freshness| freshness.max_age.unwrap_or(DAY)), ..NONE },
    ),
];
