//! Connections: they are accepted, and each has a thread that reads one request and answers it.

use super::log::Request;
use super::services::{Reaction, react};
use super::{Counts, proxy, respond, tls};
use crate::suite::{Certificate, Service, Services};
use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Octets of a request's head.
const LONGEST_HEAD: usize = 64 << 10;
/// Header fields of a request.
const MOST_HEADERS: usize = 100;

/// What all threads of a web share.
pub(super) struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    services: Services,
    counts: Counts,
    log: Vec<Request>,
    /// The sockets of the connections that are open.
    open: BTreeMap<u64, TcpStream>,
    next: u64,
    is_over: bool,
}

impl Shared {
    pub(super) fn new(services: Services) -> Self {
        let state = State {
            services,
            counts: Counts::new(),
            log: Vec::new(),
            open: BTreeMap::new(),
            next: 0,
            is_over: false,
        };
        Self { state: Mutex::new(state), changed: Condvar::new() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn change(&self, services: &Services) {
        let mut state = self.state();
        state.counts.retain(|(origin, _), _| !services.contains_key(origin));
        state.services.extend(services.clone());
    }

    pub(super) fn log(&self) -> Vec<Request> {
        self.state().log.clone()
    }

    /// Ends everything that is being sent or waited for.
    pub(super) fn stop(&self) {
        let mut state = self.state();
        state.is_over = true;
        for stream in state.open.values() {
            // It may be closed already.
            let _ = stream.shutdown(Shutdown::Both);
        }
        self.changed.notify_all();
    }

    /// Waits until every connection's thread is at its end.
    pub(super) fn wait(&self) {
        let ended = self.changed.wait_while(self.state(), |state| !state.open.is_empty());
        drop(ended);
    }

    /// Sleeps, but not beyond the end. Whether it goes on.
    pub(super) fn sleep(&self, time: Duration) -> bool {
        let slept = self.changed.wait_timeout_while(self.state(), time, |state| !state.is_over);
        let is_over = slept.map_or(true, |(state, _)| state.is_over);
        !is_over
    }

    /// What is wrong with the certificate of an origin.
    pub(super) fn certificate(&self, origin: &str) -> Certificate {
        match self.state().services.get(origin) {
            Some(Service::Serving { certificate, .. }) => *certificate,
            Some(Service::Refusing | Service::Absent) | None => Certificate::Good,
        }
    }

    /// Whether there is such a service, as far as a client that connects can tell.
    pub(super) fn is_reachable(&self, origin: &str) -> bool {
        !matches!(self.state().services.get(origin), Some(Service::Refusing | Service::Absent))
    }

    fn react(&self, request: Request) -> Reaction {
        let State { services, counts, log, .. } = &mut *self.state();
        let reaction = react(services, counts, &request.origin, &request.target);
        log.push(request);
        reaction
    }

    /// Takes the connection in; `None` once all is over.
    fn open(&self, stream: &TcpStream) -> Option<u64> {
        let mut state = self.state();
        if state.is_over {
            return None;
        }
        let number = state.next;
        state.next += 1;
        state.open.insert(number, stream.try_clone().ok()?);
        Some(number)
    }

    fn close(&self, number: u64) {
        self.state().open.remove(&number);
        self.changed.notify_all();
    }
}

/// Accepts connections for an origin, or as the proxy, until all is over.
pub(super) fn accept(listener: &TcpListener, origin: Option<&str>, shared: &Arc<Shared>) {
    for stream in listener.incoming() {
        let Ok(stream) = stream else { continue };
        let Some(number) = shared.open(&stream) else { return };
        let (ours, origin) = (Arc::clone(shared), origin.map(str::to_owned));
        let serve = move || {
            // A client that goes away in the middle is none of our business.
            let _ = serve(stream, origin.as_deref(), &ours);
            ours.close(number);
        };
        if std::thread::Builder::new().spawn(serve).is_err() {
            shared.close(number);
        }
    }
}

fn serve(stream: TcpStream, origin: Option<&str>, shared: &Shared) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let Some(origin) = origin else { return proxy::serve(stream, shared) };
    if !shared.is_reachable(origin) {
        return respond::reset(&stream);
    }
    if origin.starts_with("https://") {
        let raw = stream.try_clone()?;
        return exchange(
            tls::accept(stream, origin, shared.certificate(origin))?,
            &raw,
            Some(origin),
            shared,
        );
    }
    let raw = stream.try_clone()?;
    exchange(stream, &raw, Some(origin), shared)
}

/// Reads a request for an origin (at the proxy, for the one that it names) and answers it.
pub(super) fn exchange(
    mut stream: impl Read + Write,
    raw: &TcpStream,
    origin: Option<&str>,
    shared: &Shared,
) -> io::Result<()> {
    let Some(request) = read(&mut stream, origin)? else {
        stream.write_all(
            b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
        )?;
        return stream.flush();
    };
    let is_head = request.method == "HEAD";
    match shared.react(request) {
        Reaction::Answer(answer) => respond::respond(&mut stream, raw, &answer, is_head, shared),
        Reaction::Close => Ok(()),
    }
}

/// The next request; `None` if it is none.
fn read(stream: &mut impl Read, origin: Option<&str>) -> io::Result<Option<Request>> {
    let head = head(stream)?;
    let mut fields = [httparse::EMPTY_HEADER; MOST_HEADERS];
    let mut parsed = httparse::Request::new(&mut fields);
    if !parsed.parse(&head).is_ok_and(|status| status.is_complete()) {
        return Ok(None);
    }
    let text = |octets: &[u8]| String::from_utf8_lossy(octets).into_owned();
    let headers: Vec<(String, String)> =
        parsed.headers.iter().map(|field| (field.name.to_owned(), text(field.value))).collect();
    let method = parsed.method.unwrap_or_default().to_owned();
    let target = parsed.path.unwrap_or_default();
    let place = match origin {
        Some(origin) => Some((origin.to_owned(), target.to_owned())),
        None => proxy::place(target, &headers),
    };
    Ok(place.map(|(origin, target)| Request { method, origin, target, headers }))
}

/// The octets of the next request up to its empty line.
pub(super) fn head(stream: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    let mut buffer = [0; 4096];
    while !head.windows(4).any(|four| four == b"\r\n\r\n") && head.len() < LONGEST_HEAD {
        match stream.read(&mut buffer)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            count => head.extend_from_slice(&buffer[..count]),
        }
    }
    Ok(head)
}
