//! A small web on loopback sockets, as a scenario describes it: origins, a forward proxy, certificates, and a log of what
//! is requested. No request leaves the machine, whatever it asks for.
//!
//! The origins are real listeners, each with an address of its own, so that scheme, host and port are told apart by the
//! connection and not by what a request says. It is written at the level of sockets: servers that others wrote cannot be
//! brought to send what has to be sent here.

mod connection;
mod judge;
mod log;
mod proxy;
mod respond;
mod services;
mod simulate;
mod tls;

pub use judge::judged;
pub use log::Request;
pub use simulate::Simulated;

use crate::protocol::WebPlace;
use crate::suite::{Service, Services};
use connection::Shared;
use services::host_and_port;
use std::collections::BTreeMap;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::JoinHandle;

/// Webs so far in this process.
static COUNT: AtomicU64 = AtomicU64::new(0);

/// A running web. Dropping it closes every socket and ends every thread.
pub struct Web {
    place: WebPlace,
    shared: Arc<Shared>,
    listeners: Vec<(SocketAddr, JoinHandle<()>)>,
}

impl Web {
    /// Starts one.
    ///
    /// # Errors
    /// If no socket can be had.
    pub fn start(services: &Services) -> io::Result<Self> {
        let shared = Arc::new(Shared::new(services.clone()));
        let mut web = Self { place: WebPlace::default(), shared, listeners: Vec::new() };
        web.place.number = COUNT.fetch_add(1, Ordering::Relaxed);
        web.place.ca_pem = tls::ca_pem().to_owned();
        let proxy = web.listen(None)?;
        web.place.proxy = format!("http://{proxy}");
        for (origin, service) in services {
            web.add(origin, service)?;
        }
        Ok(web)
    }

    /// From now on these services are other ones.
    ///
    /// # Errors
    /// If no socket can be had.
    pub fn change(&mut self, services: &Services) -> io::Result<()> {
        self.shared.change(services);
        for (origin, service) in services {
            if !self.place.connect.contains_key(&host_and_port(origin)) {
                self.add(origin, service)?;
            }
        }
        Ok(())
    }

    /// Where it is.
    #[must_use]
    pub fn place(&self) -> WebPlace {
        self.place.clone()
    }

    /// What was requested so far, in the order of arrival.
    #[must_use]
    pub fn log(&self) -> Vec<Request> {
        self.shared.log()
    }

    fn add(&mut self, origin: &str, service: &Service) -> io::Result<()> {
        let address = match service {
            Service::Absent => return Ok(()),
            // A port that was free a moment ago: nobody listens there.
            Service::Refusing => listener()?.local_addr()?,
            Service::Serving { .. } => self.listen(Some(origin))?,
        };
        self.place.connect.insert(host_and_port(origin), address);
        Ok(())
    }

    /// Listens for an origin, or as the proxy.
    fn listen(&mut self, origin: Option<&str>) -> io::Result<SocketAddr> {
        let listener = listener()?;
        let address = listener.local_addr()?;
        let (shared, origin) = (Arc::clone(&self.shared), origin.map(str::to_owned));
        let accept = move || connection::accept(&listener, origin.as_deref(), &shared);
        self.listeners.push((address, std::thread::Builder::new().spawn(accept)?));
        Ok(address)
    }
}

impl Drop for Web {
    fn drop(&mut self) {
        self.shared.stop();
        for (address, _) in &self.listeners {
            // Wakes the thread that accepts, which sees that all is over.
            let _ = TcpStream::connect(address);
        }
        for (_, thread) in self.listeners.drain(..) {
            // It has told of its panic already.
            let _ = thread.join();
        }
        self.shared.wait();
    }
}

fn listener() -> io::Result<TcpListener> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
}

/// What is kept of each origin and path: how many requests there were.
type Counts = BTreeMap<(String, String), usize>;
