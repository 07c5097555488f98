//! The virtual web as a client sees it: real sockets, real names by the proxy, and nothing left at the end.
#![cfg(feature = "web")]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use repspec::suite::{Answer, Certificate, Ending, Service, Services};
use repspec::web::Web;
use std::io::{ErrorKind, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

/// Longer than anything takes that comes at all.
const PATIENCE: Duration = Duration::from_secs(3);
const SHOP: &str = "http://shop.example";
const BODY: &[u8] = b"User-agent: *\nDisallow: /private/\n";

fn answer(status: u16, body: &[u8], ending: Ending) -> Answer {
    let headers = vec![("X-Test".to_owned(), "1".to_owned())];
    Answer { ending, ..Answer::new(status, headers, body.into()) }
}

fn serving(paths: &[(&str, Vec<Answer>)]) -> Service {
    let paths = paths.iter().map(|(path, answers)| ((*path).to_owned(), answers.clone())).collect();
    Service::Serving { paths, certificate: Certificate::Good }
}

fn web(ending: Ending) -> Web {
    let service = serving(&[("/robots.txt", vec![answer(200, BODY, ending)])]);
    Web::start(&Services::from([(SHOP.to_owned(), service)])).unwrap()
}

fn address(web: &Web, name: &str) -> SocketAddr {
    web.place().connect[name]
}

fn proxy(web: &Web) -> SocketAddr {
    web.place().proxy.strip_prefix("http://").unwrap().parse().unwrap()
}

/// All that comes back, and how it ended.
fn ask(address: SocketAddr, request: &str) -> (String, Option<ErrorKind>) {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut came = Vec::new();
    let ended = stream.read_to_end(&mut came).err().map(|error| error.kind());
    (String::from_utf8_lossy(&came).into_owned(), ended)
}

fn get(web: &Web, target: &str) -> (String, Option<ErrorKind>) {
    let request =
        format!("GET {target} HTTP/1.1\r\nHost: whatever.example\r\nUser-Agent: A/1\r\n\r\n");
    ask(address(web, "shop.example:80"), &request)
}

#[test]
fn a_complete_answer_has_its_length_and_the_request_is_in_the_log() {
    let web = web(Ending::Complete);
    let (came, ended) = get(&web, "/robots.txt");
    assert_eq!(ended, None);
    assert!(came.starts_with("HTTP/1.1 200 OK\r\n"), "{came}");
    assert!(came.contains("X-Test: 1\r\n") && came.contains("Content-Length: 34\r\n"), "{came}");
    assert!(came.ends_with("\r\n\r\nUser-agent: *\nDisallow: /private/\n"), "{came}");
    assert!(get(&web, "/other?x").0.starts_with("HTTP/1.1 404 "));
    let log = web.log();
    let uris: Vec<String> = log.iter().map(repspec::web::Request::uri).collect();
    assert_eq!(uris, ["http://shop.example/robots.txt", "http://shop.example/other?x"]);
    assert_eq!(log[0].header("user-agent"), Some("A/1"));
    assert!(log[0].names("a") && !log[0].names("b"));
}

#[test]
fn other_endings_are_as_they_are_called() {
    let came = |ending| get(&web(ending), "/robots.txt");
    let (cut, ended) = came(Ending::Cut(5));
    assert!(cut.contains("Content-Length: 34\r\n") && cut.ends_with("\r\n\r\nUser-"), "{cut}");
    assert_eq!(ended, None);
    let (reset, ended) = came(Ending::Reset(5));
    // A client that is slow to read may lose to the reset what had arrived.
    assert!(reset.is_empty() || reset.ends_with("\r\n\r\nUser-"), "{reset}");
    assert_eq!(ended, Some(ErrorKind::ConnectionReset));
    assert_eq!(came(Ending::Reset(0)), (String::new(), Some(ErrorKind::ConnectionReset)));
    assert_eq!(came(Ending::Closed), (String::new(), None));
    assert_eq!(came(Ending::Silent), (String::new(), Some(ErrorKind::WouldBlock)));
    assert!(!came(Ending::Malformed).0.starts_with("HTTP/"));
    let (endless, _) = {
        let web = web(Ending::Endless);
        let mut stream = TcpStream::connect(address(&web, "shop.example:80")).unwrap();
        stream.write_all(b"GET /robots.txt HTTP/1.1\r\n\r\n").unwrap();
        let mut came = vec![0; 1 << 20];
        stream.read_exact(&mut came).unwrap();
        (came, web)
    };
    let repeated = endless.windows(BODY.len()).filter(|window| *window == BODY).count();
    assert!(repeated > 30_000, "{repeated}");
}

#[test]
fn an_answer_may_come_in_a_chunk_or_after_an_interim_one() {
    let chunked = |body: &[u8], ending| {
        let headers = vec![("Transfer-Encoding".to_owned(), "chunked".to_owned())];
        let answer =
            Answer { ending, interim: Some(103), ..Answer::new(200, headers, body.into()) };
        let service = serving(&[("/robots.txt", vec![answer])]);
        let web = Web::start(&Services::from([(SHOP.to_owned(), service)])).unwrap();
        get(&web, "/robots.txt").0
    };
    let head = "HTTP/1.1 103 Interim\r\n\r\n\
                HTTP/1.1 200 OK\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n";
    assert_eq!(chunked(b"# x\n", Ending::Complete), format!("{head}4\r\n# x\n\r\n0\r\n\r\n"));
    assert_eq!(chunked(b"# x\n", Ending::Cut(2)), format!("{head}4\r\n# "));
    assert_eq!(chunked(b"", Ending::Complete), format!("{head}0\r\n\r\n"));
}

#[test]
fn a_drip_goes_on_octet_by_octet() {
    let web = web(Ending::Drip);
    let mut stream = TcpStream::connect(address(&web, "shop.example:80")).unwrap();
    stream.write_all(b"GET /robots.txt HTTP/1.1\r\n\r\n").unwrap();
    let mut came = Vec::new();
    while !came.ends_with(b"\r\n\r\nUser") {
        let mut octet = [0];
        stream.read_exact(&mut octet).unwrap();
        came.push(octet[0]);
    }
}

#[test]
fn answers_follow_each_other_and_services_change() {
    let answers = vec![answer(503, b"", Ending::Complete), answer(200, BODY, Ending::Complete)];
    let service = serving(&[("/robots.txt", answers)]);
    let mut web = Web::start(&Services::from([(SHOP.to_owned(), service)])).unwrap();
    let status =
        |web: &Web| get(web, "/robots.txt").0.split(' ').nth(1).unwrap_or("none").to_owned();
    assert_eq!([status(&web), status(&web), status(&web)], ["503", "200", "200"]);
    let gone = serving(&[("/robots.txt", vec![answer(410, b"", Ending::Complete)])]);
    web.change(&Services::from([(SHOP.to_owned(), gone)])).unwrap();
    assert_eq!(status(&web), "410");
    web.change(&Services::from([(SHOP.to_owned(), Service::Refusing)])).unwrap();
    assert_eq!(get(&web, "/robots.txt").0, "");
    let other = Services::from([("http://new.example:8080".to_owned(), serving(&[]))]);
    web.change(&other).unwrap();
    assert!(
        ask(address(&web, "new.example:8080"), "GET / HTTP/1.1\r\n\r\n")
            .0
            .starts_with("HTTP/1.1 404")
    );
}

#[test]
fn refusing_services_refuse_and_absent_ones_are_nowhere() {
    let services = Services::from([
        ("http://refusing.example".to_owned(), Service::Refusing),
        ("http://absent.example".to_owned(), Service::Absent),
    ]);
    let web = Web::start(&services).unwrap();
    let error = TcpStream::connect(address(&web, "refusing.example:80")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ConnectionRefused);
    assert!(!web.place().connect.contains_key("absent.example:80"));
    let through = |host: &str| ask(proxy(&web), &format!("GET http://{host}/ HTTP/1.1\r\n\r\n")).0;
    assert_eq!([through("refusing.example"), through("absent.example")], ["", ""]);
}

#[test]
fn the_proxy_answers_for_every_name_and_reaches_none() {
    let web = web(Ending::Complete);
    let through = |request: &str| ask(proxy(&web), request).0;
    let absolute = "GET http://SHOP.example:80/robots.txt HTTP/1.1\r\nHost: x\r\n\r\n";
    assert!(through(absolute).starts_with("HTTP/1.1 200"));
    let private = "GET http://169.254.169.254/latest HTTP/1.1\r\nHost: x\r\n\r\n";
    assert!(through(private).starts_with("HTTP/1.1 404"));
    let by_host = "GET /admin HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
    assert!(through(by_host).starts_with("HTTP/1.1 404"));
    assert!(through("no request\r\n\r\n").starts_with("HTTP/1.1 400"));
    let uris: Vec<String> = web.log().iter().map(repspec::web::Request::uri).collect();
    let expected = [
        "http://shop.example/robots.txt",
        "http://169.254.169.254/latest",
        "http://127.0.0.1/admin",
    ];
    assert_eq!(uris, expected);
}

#[test]
fn a_web_ends_at_once_whatever_it_is_doing() {
    for ending in [Ending::Silent, Ending::Drip, Ending::Endless, Ending::Complete] {
        let web = web(ending);
        let (origin, proxy) = (address(&web, "shop.example:80"), proxy(&web));
        let mut busy = TcpStream::connect(origin).unwrap();
        busy.write_all(b"GET /robots.txt HTTP/1.1\r\n\r\n").unwrap();
        let mut first = [0];
        if ending != Ending::Silent {
            busy.read_exact(&mut first).unwrap();
        }
        let waiting = TcpStream::connect(proxy).unwrap();
        let start = Instant::now();
        drop(web);
        // It would take for ever otherwise: this is no measure of speed.
        assert!(start.elapsed() < Duration::from_secs(10), "{ending:?}");
        assert!(TcpStream::connect(origin).is_err() && TcpStream::connect(proxy).is_err());
        drop(waiting);
    }
}

#[test]
fn many_webs_at_a_time() {
    std::thread::scope(|scope| {
        for _ in 0..64 {
            scope.spawn(|| {
                let web = web(Ending::Complete);
                assert!(get(&web, "/robots.txt").0.starts_with("HTTP/1.1 200"));
            });
        }
    });
}
