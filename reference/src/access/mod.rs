//! What a crawler may access, given what it fetched (RFC 9309, sections 2.3 and 2.4): a state machine without I/O and
//! without a clock of its own.
//!
//! ```
//! use repspec_reference::Verdict;
//! use repspec_reference::access::{Asked, Crawler, Freshness, Next, Received, Response};
//!
//! let mut crawler = Crawler::default();
//! let (uri, now) = ("http://shop.example/private/x", 0);
//! let Asked::Fetch(fetch) = crawler.ask(uri, now) else { panic!("nothing is known yet") };
//! assert_eq!(fetch.uri(), "http://shop.example/robots.txt");
//!
//! // Here the caller requests it.
//! let response = Response::Received(Received { status: 503, ..Received::default() });
//! let Next::Done(fetched) = crawler.answer(fetch, &response) else { panic!("it is no redirect") };
//! crawler.learn(fetched, now);
//! assert_eq!(crawler.decide("examplebot", uri, now).verdict, Verdict::Disallow);
//! ```

mod authority;
mod crawler;
mod fetch;
mod location;
mod private;
mod response;

pub use authority::Authority;
pub use crawler::{Access, Asked, Crawler, Policy};
pub use fetch::{Fetch, Fetched, Found, Next};
pub use private::is_private;
pub use response::{
    CutBody, Freshness, NetworkError, Outcome, Received, RedirectEnd, Response, StatusClass,
    Undefined, Why,
};
