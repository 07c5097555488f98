//! Certificates for the web's hosts, from a test authority that exists in this process alone.

use crate::suite::Certificate;
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use std::io;
use std::net::TcpStream;
use std::sync::{Arc, LazyLock};

/// Whom clients are told to trust.
static TRUSTED: LazyLock<Option<Authority>> = LazyLock::new(|| authority("repspec test authority"));
/// Whom nobody trusts.
static UNKNOWN: LazyLock<Option<Authority>> = LazyLock::new(|| authority("nobody knows it"));

type Authority = CertifiedIssuer<'static, KeyPair>;

fn authority(name: &str) -> Option<Authority> {
    let mut params = CertificateParams::new(Vec::new()).ok()?;
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    params.distinguished_name.push(rcgen::DnType::CommonName, name);
    CertifiedIssuer::self_signed(params, KeyPair::generate().ok()?).ok()
}

/// The certificate that clients are to trust, in PEM; empty if none could be made.
pub(super) fn ca_pem() -> &'static str {
    static PEM: LazyLock<String> =
        LazyLock::new(|| TRUSTED.as_ref().map(CertifiedIssuer::pem).unwrap_or_default());
    &PEM
}

/// Accepts TLS as the host of an origin. The handshake comes with the first octets that are read or written.
pub(super) fn accept(
    stream: TcpStream,
    origin: &str,
    certificate: Certificate,
) -> io::Result<StreamOwned<ServerConnection, TcpStream>> {
    let config = config(host(origin), certificate).map_err(io::Error::other)?;
    let connection = ServerConnection::new(Arc::new(config)).map_err(io::Error::other)?;
    Ok(StreamOwned::new(connection, stream))
}

fn host(origin: &str) -> &str {
    let authority = origin.split_once("://").map_or(origin, |(_, authority)| authority);
    match authority.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((address, _)) => address,
        None => authority.split(':').next().unwrap_or(authority),
    }
}

fn config(
    host: &str,
    certificate: Certificate,
) -> Result<ServerConfig, Box<dyn std::error::Error + Send + Sync>> {
    let (name, authority) = match certificate {
        Certificate::Good | Certificate::Expired => (host, &TRUSTED),
        Certificate::Untrusted => (host, &UNKNOWN),
        Certificate::WrongName => ("another.example", &TRUSTED),
    };
    let authority = authority.as_ref().ok_or("there is no test authority")?;
    let mut params = CertificateParams::new(vec![name.to_owned()])?;
    if certificate == Certificate::Expired {
        params.not_before = rcgen::date_time_ymd(2001, 1, 1);
        params.not_after = rcgen::date_time_ymd(2002, 1, 1);
    }
    let key = KeyPair::generate()?;
    let issued = params.signed_by(&key, authority)?;
    let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(key.serialize_der()));
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    Ok(ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_single_cert(vec![issued.der().clone()], key)?)
}
