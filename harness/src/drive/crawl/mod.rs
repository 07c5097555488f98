//! Whole crawlers: a command is started once per site, and what it requests tells its verdicts.
//!
//! Each site is crawled twice, with its robots.txt and without. Of a target that is not requested in either way nothing is
//! told, nor of what one crawl cannot show: other product tokens, changes, later hours.

mod site;

use super::limits::Watch;
use super::process::{Cause, Death, Launch, Process, private_folder};
use super::target::{Ask, Matter, Noise, NotStarted, Options};
use super::teller::Teller;
use crate::implementation::About;
use crate::outcome::{Answer, Reply, Verdict};
use crate::suite::Step;
use crate::web::{Request, Web, judged};
use site::Site;
use std::path::Path;
use std::process::Stdio;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

/// A crawl may take so many times what a query may: it starts a whole crawler, and fetches several pages.
const TIMES: usize = 4;
/// Between looks at a crawler that works.
const INTERVAL: Duration = Duration::from_millis(5);
/// What a command can name: the page to start at, the proxy, the certificate to trust, and the product token.
const PLACEHOLDERS: [&str; 4] = ["{start}", "{proxy}", "{ca}", "{token}"];

/// Crawls a site for each ask.
pub(super) fn drive(
    name: &str,
    (command, token): (&[String], &str),
    asks: &[Ask<'_>],
    options: Options,
    teller: Teller<'_>,
) -> Result<Noise, NotStarted> {
    let crawler = Crawler { command, token, options, teller };
    crawler.check()?;
    teller.started(About { name: name.to_owned(), ..About::default() });
    let next = AtomicUsize::new(0);
    let work = || {
        while !options.stop.is_set()
            && let number = next.fetch_add(1, Ordering::Relaxed)
            && let Some(ask) = asks.get(number)
        {
            for (query, reply) in crawler.replies(ask) {
                teller.reply(number, query, reply);
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..options.parallel.clamp(1, asks.len().max(1)) {
            scope.spawn(work);
        }
    });
    Ok(Noise::default())
}

struct Crawler<'a> {
    command: &'a [String],
    token: &'a str,
    options: Options,
    teller: Teller<'a>,
}

impl Crawler<'_> {
    /// Whether the command can be one: it has to request the start page of a site, and what is linked there.
    fn check(&self) -> Result<(), NotStarted> {
        if !self.command.iter().skip(1).any(|word| word.contains(PLACEHOLDERS[0])) {
            let message = "the command has no argument with {start}, the page to start at";
            return Err(NotStarted(message.to_owned()));
        }
        let queries = vec![(self.token, "http://shop.example/page.html")];
        let matter = Matter::File { robots_txt: b"", family: None };
        let site = Site::of(&Ask { matter, queries }, self.token);
        let (log, ended) = self.crawl(&site, false)?;
        let wanted = std::iter::once(&site.start).chain(site.targets.iter().flatten());
        let Some(missing) = wanted.into_iter().find(|uri| !is_requested(uri, &log)) else {
            return Ok(());
        };
        let words = match ended {
            Ok(words) => words,
            Err(death) => format!("{}\n{}", death.failure.detail, death.failure.stderr),
        };
        let requested: Vec<String> = log.iter().map(Request::uri).collect();
        let problem = if *missing == site.start {
            "that it is to start at; it has to use the proxy {proxy}, which the variables http_proxy and https_proxy name too"
        } else {
            "which the page that it starts at links; it has to follow links to other hosts"
        };
        Err(NotStarted(format!(
            "the command does not request {missing}, {problem} (it requested: {}). Its last words:\n{words}",
            if requested.is_empty() { "nothing".to_owned() } else { requested.join(", ") }
        )))
    }

    /// A reply to each query that a crawl shows something of.
    fn replies(&self, ask: &Ask<'_>) -> Vec<(usize, Reply)> {
        let site = Site::of(ask, self.token);
        let targets = site.targets.iter().enumerate();
        let targets: Vec<(usize, &str)> =
            targets.filter_map(|(query, uri)| Some((query, uri.as_deref()?))).collect();
        if targets.is_empty() {
            return Vec::new();
        }
        let all = |reply: Reply| targets.iter().map(|(query, _)| (*query, reply.clone())).collect();
        let failed = |NotStarted(message)| all(Reply::Answered(Answer::Error { message }));
        let control = match self.crawl(&site, false) {
            Ok((log, Ok(_))) => log,
            Ok((_, Err(death))) => return all(death.into_reply()),
            Err(not_started) => return failed(not_started),
        };
        match self.crawl(&site, true) {
            // It never saw the links.
            Ok((log, Ok(_))) if !is_requested(&site.start, &log) => Vec::new(),
            Ok((log, Ok(_))) => targets
                .iter()
                .filter_map(|(query, target)| {
                    Some((*query, self.reply(ask, *query, target, &log, &control)?))
                })
                .collect(),
            Ok((_, Err(death))) => all(death.into_reply()),
            Err(not_started) => failed(not_started),
        }
    }

    fn reply(
        &self,
        ask: &Ask<'_>,
        query: usize,
        target: &str,
        log: &[Request],
        control: &[Request],
    ) -> Option<Reply> {
        let verdict = match (is_requested(target, log), is_requested(target, control)) {
            (true, _) => Verdict::Allow,
            (false, true) => Verdict::Disallow,
            (false, false) => return None,
        };
        let answer = Answer::Verdict { verdict, line: None };
        let none = Step::default();
        let step = match ask.matter {
            Matter::File { .. } => &none,
            Matter::Web(scenario) => &scenario.steps[query],
        };
        Some(judged(answer, step, (self.token, target), (log, 0)))
    }

    /// What was requested, and how it ended: with its last words, or before its time.
    fn crawl(
        &self,
        site: &Site,
        with_robots_txt: bool,
    ) -> Result<(Vec<Request>, Result<String, Death>), NotStarted> {
        let services =
            if with_robots_txt { site.services.clone() } else { site.without_robots_txt() };
        let web = Web::start(&services)
            .map_err(|error| NotStarted(format!("the web cannot be set up: {error}")))?;
        let home = private_folder()?;
        let ca = home.path().join("ca.pem");
        std::fs::write(&ca, web.place().ca_pem)
            .map_err(|error| NotStarted(format!("cannot write {}: {error}", ca.display())))?;
        let launch = self.launch(&site.start, &web.place().proxy, &ca, home.path());
        let process =
            Process::start(&launch, home, Stdio::null()).map_err(|error| launch.failed(&error))?;
        let ended = self.finish(process);
        let log = web.log();
        for Request { method, origin, target, .. } in &log {
            let which = if with_robots_txt { "with" } else { "without" };
            let line = format!("{method} {origin}{target} ({which} robots.txt)");
            self.teller.trace(false, line.as_bytes());
        }
        Ok((log, ended))
    }

    fn launch(&self, start: &str, proxy: &str, ca: &Path, home: &Path) -> Launch {
        let ca = ca.to_string_lossy();
        let values = [start, proxy, &ca, self.token];
        let fill = |word: &String| {
            let filled = PLACEHOLDERS.iter().zip(values);
            filled.fold(word.clone(), |word, (name, value)| word.replace(name, value))
        };
        let (program, arguments) = self.command.split_first().map_or_else(
            || (String::new(), Vec::new()),
            |(program, arguments)| (from_here(program), arguments.iter().map(fill).collect()),
        );
        let proxies = ["http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"];
        let authorities =
            ["SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "NODE_EXTRA_CA_CERTS"];
        let variables = proxies
            .map(|name| (name, proxy.to_owned()))
            .into_iter()
            .chain(authorities.map(|name| (name, ca.to_string())))
            .collect();
        Launch { program, arguments, folder: Some(home.to_owned()), variables }
    }

    /// Waits for the process while its limits last; what it prints is not kept.
    fn finish(&self, mut process: Process) -> Result<String, Death> {
        let mut watch = Watch::new(self.options.limits, self.options.stop);
        watch.restart(TIMES);
        let drain = process.take_stdout().map(|mut stdout| {
            thread::spawn(move || std::io::copy(&mut stdout, &mut std::io::sink()))
        });
        while !process.has_exited() {
            thread::sleep(INTERVAL);
            watch.look(process.tree()).map_err(|exceeded| process.exceeded(exceeded))?;
        }
        let status = process.end();
        drop(drain);
        match status.and_then(crashed) {
            Some(detail) => Err(process.ended_because(Cause::Died, detail)),
            None => Ok(process.last_words()),
        }
    }
}

fn is_requested(uri: &str, log: &[Request]) -> bool {
    log.iter().any(|request| request.uri() == uri)
}

/// A program that is given by its path, which starts where repspec does and not in the crawl's own folder.
fn from_here(program: &str) -> String {
    let is_path = Path::new(program).components().count() > 1;
    let absolute = is_path.then(|| std::path::absolute(program).ok()).flatten();
    absolute.map_or_else(|| program.to_owned(), |path| path.to_string_lossy().into_owned())
}

/// The signal that ended a crawler; any exit status is its own affair.
#[cfg(unix)]
fn crashed(status: std::process::ExitStatus) -> Option<String> {
    std::os::unix::process::ExitStatusExt::signal(&status).map(|signal| format!("signal {signal}"))
}

/// The signal that ended a crawler; any exit status is its own affair.
#[cfg(not(unix))]
const fn crashed(_: std::process::ExitStatus) -> Option<String> {
    None
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_searched_for_by_its_name_and_found_from_here_by_its_path() {
        assert_eq!(from_here("wget"), "wget");
        assert_eq!(from_here("/usr/bin/wget"), "/usr/bin/wget");
        let here = std::env::current_dir().expect("there is a current folder");
        assert_eq!(Path::new(&from_here("bots/one")), here.join("bots/one"));
        assert_eq!(Path::new(&from_here("./one")), here.join("one"));
    }
}
