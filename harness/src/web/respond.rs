//! Sending an answer, and bringing it to the end that it is meant to have.

use super::connection::Shared;
use crate::suite::{Answer, Ending};
use std::fmt::Write as _;
use std::io::{self, Write};
use std::net::{Shutdown, TcpStream};
use std::time::Duration;

/// Octets that an endless answer sends at a time.
const PIECE: usize = 1 << 18;
/// Between the octets of a content that drips.
const DRIP: Duration = Duration::from_millis(50);
/// What was sent has to arrive before a reset, which may take it away again.
const BEFORE_RESET: Duration = Duration::from_millis(30);

/// Answers a request.
pub(super) fn respond(
    stream: &mut impl Write,
    raw: &TcpStream,
    answer: &Answer,
    is_head: bool,
    shared: &Shared,
) -> io::Result<()> {
    let body = answer.body.as_slice();
    match answer.ending {
        Ending::Silent => wait_for_the_end(shared),
        Ending::Closed => {}
        Ending::Malformed => stream.write_all(b"This is no HTTP at all.\r\n\r\n")?,
        Ending::Reset(0) => return reset(raw),
        Ending::Complete | Ending::Cut(_) | Ending::Reset(_) => {
            stream.write_all(head(answer, true).as_bytes())?;
            let sent = match answer.ending {
                Ending::Cut(octets) | Ending::Reset(octets) => octets.min(body.len()),
                _ => body.len(),
            };
            if !is_head && has_content(answer.status) {
                send(stream, answer, sent)?;
            }
            if matches!(answer.ending, Ending::Reset(_)) {
                stream.flush()?;
                shared.sleep(BEFORE_RESET);
                return reset(raw);
            }
        }
        Ending::Drip | Ending::Endless => {
            stream.write_all(head(answer, false).as_bytes())?;
            while !is_head && !body.is_empty() {
                send_once_more(stream, body, answer.ending, shared)?;
            }
        }
    }
    stream.flush()?;
    raw.shutdown(Shutdown::Write)
}

/// The first octets of the content: as they are, or as the one chunk that the header promises.
fn send(stream: &mut impl Write, answer: &Answer, octets: usize) -> io::Result<()> {
    let body = &answer.body[..octets];
    if !is_chunked(answer) {
        return stream.write_all(body);
    }
    if !answer.body.is_empty() {
        write!(stream, "{:x}\r\n", answer.body.len())?;
        stream.write_all(body)?;
        if octets < answer.body.len() {
            return Ok(());
        }
        stream.write_all(b"\r\n")?;
    }
    stream.write_all(b"0\r\n\r\n")
}

fn is_chunked(answer: &Answer) -> bool {
    let is = |(name, value): &(String, String)| {
        name.eq_ignore_ascii_case("transfer-encoding") && value.eq_ignore_ascii_case("chunked")
    };
    answer.headers.iter().any(is)
}

/// The content of an endless answer, once; an error ends it.
fn send_once_more(
    stream: &mut impl Write,
    body: &[u8],
    ending: Ending,
    shared: &Shared,
) -> io::Result<()> {
    if ending == Ending::Endless {
        // In big pieces: what reads without a limit runs out of memory before it runs out of time.
        return stream.write_all(&body.repeat(PIECE.div_ceil(body.len())));
    }
    for octet in body {
        stream.write_all(&[*octet])?;
        stream.flush()?;
        if !shared.sleep(DRIP) {
            return Err(io::ErrorKind::Interrupted.into());
        }
    }
    Ok(())
}

fn wait_for_the_end(shared: &Shared) {
    while shared.sleep(Duration::from_secs(3_600)) {}
}

fn head(answer: &Answer, has_length: bool) -> String {
    let status = answer.status;
    let mut head = String::new();
    // Writing to a String cannot fail.
    if let Some(interim) = answer.interim {
        let _ = write!(head, "HTTP/1.1 {interim} {}\r\n\r\n", reason(interim));
    }
    let _ = write!(head, "HTTP/1.1 {status} {}\r\nConnection: close\r\n", reason(status));
    for (name, value) in &answer.headers {
        let _ = write!(head, "{name}: {value}\r\n");
    }
    if has_length && has_content(status) && !is_chunked(answer) {
        let _ = write!(head, "Content-Length: {}\r\n", answer.body.len());
    }
    head + "\r\n"
}

/// Whether a response with this status has a content (RFC 9110, section 6.4.1).
const fn has_content(status: u16) -> bool {
    !matches!(status, 100..=199 | 204 | 304)
}

const fn reason(status: u16) -> &'static str {
    match status {
        100..=199 => "Interim",
        200..=299 => "OK",
        300..=399 => "Elsewhere",
        400..=499 => "Unavailable",
        500..=599 => "Unreachable",
        _ => "Unknown",
    }
}

/// Closes the connection with a reset.
pub(super) fn reset(raw: &TcpStream) -> io::Result<()> {
    rustix::net::sockopt::set_socket_linger(raw, Some(Duration::ZERO))?;
    Ok(())
}
