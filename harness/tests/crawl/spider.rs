//! A small spider: it fetches a page through a proxy, and then the pages that are linked there.

use repspec::outcome::Verdict;
use repspec_reference::Robots;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

/// Crawls in this manner.
pub(crate) fn crawl(manner: &str, start: &str, proxy: &str) {
    let proxy = proxy.strip_prefix("http://").unwrap();
    if manner == "absent" {
        std::io::stderr().write_all(b"I stay at home.\n").unwrap();
        return;
    }
    let (_, page) = get(proxy, start);
    if manner == "contented" {
        return;
    }
    // The check before the suite is passed by those too that fail later.
    if manner == "hanging" && page.matches("href").count() > 1 {
        std::thread::sleep(Duration::from_secs(3_600));
    }
    for link in page.split("<a href=\"").skip(1) {
        let uri = link.split('"').next().unwrap().replace("&amp;", "&").replace("&quot;", "\"");
        if uri.starts_with("http://") && (manner == "ignoring" || may_access(proxy, &uri)) {
            get(proxy, &uri);
        }
    }
}

fn may_access(proxy: &str, uri: &str) -> bool {
    let rest = uri.strip_prefix("http://").unwrap();
    let authority = rest.split(['/', '?']).next().unwrap();
    let (status, body) = get(proxy, &format!("http://{authority}/robots.txt"));
    match status {
        200..=299 => {
            let decision = Robots::parse(body.as_bytes()).decide("Spider", uri);
            Verdict::from(decision.verdict) == Verdict::Allow
        }
        400..=499 => true,
        _ => false,
    }
}

/// Status (0 without a response) and content.
fn get(proxy: &str, uri: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(proxy).unwrap();
    stream.set_read_timeout(Some(Duration::from_millis(300))).unwrap();
    let request = format!("GET {uri} HTTP/1.1\r\nHost: x\r\nUser-Agent: Spider/1.0\r\n\r\n");
    let mut response = Vec::new();
    // Whatever breaks, breaks.
    let _ = stream.write_all(request.as_bytes());
    let _ = stream.take(1 << 20).read_to_end(&mut response);
    let response = String::from_utf8_lossy(&response).into_owned();
    let (head, body) = response.split_once("\r\n\r\n").unwrap_or_default();
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    (status, body.to_owned())
}
