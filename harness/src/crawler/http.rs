//! HTTP as the crawler needs it: one request at a time, no redirects, bounded in time and octets.

use super::{Fetched, freshness};
use crate::protocol::WebPlace;
use repspec_reference::access::NetworkError;
use repspec_reference::seam::PARSING_LIMIT;
use std::collections::BTreeMap;
use std::io::Read as _;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use ureq::http::{Response, Uri};
use ureq::tls::{Certificate, RootCerts, TlsConfig};
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};
use ureq::{Agent, Body, Error};

/// Sends requests to the web of a visit.
#[derive(Debug)]
pub(super) struct Client {
    agent: Agent,
}

impl Client {
    pub(super) fn new(web: &WebPlace, patience_ms: u64) -> Result<Self, String> {
        let certificate = Certificate::from_pem(web.ca_pem.as_bytes())
            .map_err(|error| format!("the web's certificate cannot be read: {error}"))?;
        let tls = TlsConfig::builder()
            .root_certs(RootCerts::new_with_certs(&[certificate]))
            .unversioned_rustls_crypto_provider(Arc::new(rustls::crypto::ring::default_provider()))
            .build();
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .proxy(None)
            .timeout_global(Some(Duration::from_millis(patience_ms)))
            .tls_config(tls)
            .build();
        let proxy = web.proxy.trim_start_matches("http://").parse();
        let resolver = Names {
            connect: web.connect.clone(),
            others: proxy.map_err(|error| format!("the web's proxy is no address: {error}"))?,
        };
        Ok(Self { agent: Agent::with_parts(config, DefaultConnector::default(), resolver) })
    }

    /// Requests a URI for the crawler with this product token.
    pub(super) fn get(&self, uri: &str, token: &str) -> Fetched {
        let agent = format!("{token}/1.0 (a test of RFC 9309)");
        match self.agent.get(uri).header("User-Agent", agent).call() {
            Ok(response) => received(response),
            Err(error) => Fetched::Failed(network_error(&error)),
        }
    }
}

fn received(response: Response<Body>) -> Fetched {
    let status = response.status().as_u16();
    let header = |name| response.headers().get(name)?.to_str().ok().map(str::to_owned);
    let cache_control = response.headers().get_all("cache-control").iter();
    let freshness = freshness(cache_control.filter_map(|value| value.to_str().ok()));
    let location = header("location");
    let mut body = Vec::new();
    // One octet more than is parsed, so that the parser sees that there is more.
    let most = PARSING_LIMIT as u64 + 1;
    let read = response.into_body().into_reader().take(most).read_to_end(&mut body);
    match read {
        Ok(_) => Fetched::Received { status, location, body, is_cut: false, freshness },
        Err(error) if error.kind() == std::io::ErrorKind::TimedOut => {
            Fetched::Failed(NetworkError::Timeout)
        }
        Err(_) => Fetched::Received { status, location, body, is_cut: true, freshness },
    }
}

fn network_error(error: &Error) -> NetworkError {
    match error {
        Error::Timeout(_) => NetworkError::Timeout,
        Error::HostNotFound => NetworkError::NameNotFound,
        Error::ConnectionFailed => NetworkError::Refused,
        Error::Tls(_) | Error::Rustls(_) => NetworkError::Tls,
        Error::Io(error) => match error.kind() {
            std::io::ErrorKind::ConnectionRefused => NetworkError::Refused,
            std::io::ErrorKind::TimedOut => NetworkError::Timeout,
            std::io::ErrorKind::InvalidData => NetworkError::Tls,
            _ => NetworkError::Reset,
        },
        _ => NetworkError::Malformed,
    }
}

/// The web's names. What is an address, or means this machine, leads to the proxy, which sees that it was asked; nothing
/// else exists.
#[derive(Debug)]
struct Names {
    connect: BTreeMap<String, SocketAddr>,
    others: SocketAddr,
}

impl Resolver for Names {
    fn resolve(
        &self,
        uri: &Uri,
        _config: &ureq::config::Config,
        _timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, Error> {
        let parts = uri.scheme().zip(uri.authority());
        let (scheme, authority) = parts.ok_or(Error::HostNotFound)?;
        let name = DefaultResolver::host_and_port(scheme, authority).unwrap_or_default();
        let host = authority.host().trim_matches(['[', ']']);
        let is_address = host.parse::<IpAddr>().is_ok()
            || host.bytes().all(|octet| octet.is_ascii_digit() || octet == b'.')
            || host == "localhost";
        let known = self.connect.get(&name.to_ascii_lowercase()).copied();
        let address = known.or(is_address.then_some(self.others)).ok_or(Error::HostNotFound)?;
        let mut addresses = self.empty();
        addresses.push(address);
        Ok(addresses)
    }
}
