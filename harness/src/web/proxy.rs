//! The forward proxy: every request arrives here and is answered here, whatever it asks for.

use super::connection::{Shared, exchange, head};
use super::tls;
use crate::suite::origin_of;
use std::io::{self, Write};
use std::net::TcpStream;

/// Serves one connection to the proxy.
pub(super) fn serve(mut stream: TcpStream, shared: &Shared) -> io::Result<()> {
    let raw = stream.try_clone()?;
    let Some(host) = tunnel_to(&stream)? else { return exchange(stream, &raw, None, shared) };
    head(&mut stream)?;
    let origin = origin_of(&format!("https://{host}")).unwrap_or_default();
    if !shared.is_reachable(&origin) {
        return Ok(());
    }
    stream.write_all(b"HTTP/1.1 200 Connection established\r\n\r\n")?;
    let certificate = shared.certificate(&origin);
    exchange(tls::accept(stream, &origin, certificate)?, &raw, Some(&origin), shared)
}

/// The `host:port` of a CONNECT request, which stays to be read; `None` if it is another one.
fn tunnel_to(stream: &TcpStream) -> io::Result<Option<String>> {
    let mut start = [0; 512];
    let count = stream.peek(&mut start)?;
    let start = String::from_utf8_lossy(&start[..count]).into_owned();
    let mut words = start.split(' ');
    Ok((words.next() == Some("CONNECT")).then(|| words.next().unwrap_or_default().to_owned()))
}

/// Origin and target of a request in absolute form; in origin form its Host says which origin is meant.
pub(super) fn place(target: &str, headers: &[(String, String)]) -> Option<(String, String)> {
    if target.starts_with('/') {
        let host = headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("host"));
        return Some((origin_of(&format!("http://{}", host?.1))?, target.to_owned()));
    }
    let origin = origin_of(target)?;
    let (_, rest) = target.split_once("://")?;
    let path = rest.find(['/', '?']).map_or("/", |start| &rest[start..]);
    let path = if path.starts_with('?') { format!("/{path}") } else { path.to_owned() };
    Some((origin, path))
}
