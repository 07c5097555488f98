//! The reference side by side with the built-in crates: parse each robots.txt of a folder and ask it about four URIs.
//!
//! `REPSPEC_CORPUS=FOLDER cargo bench -p repspec --bench corpus`; without a folder, made-up files are used. Each crate is
//! called in the way that is best for it. The passes of one round stand side by side, and the ratios are those of the
//! fastest rounds, so that a busy machine disturbs them little.

#![allow(clippy::print_stdout, reason = "what a benchmark prints is its result")]

use repspec_reference::{Robots, Verdict};
use std::hint::black_box;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::time::{Duration, Instant};

const ROUNDS: usize = 5;
const TOKEN: &str = "examplebot";
const HOST: &str = "https://www.example.com";
const PATHS: [&str; 4] =
    ["/", "/search?q=shoes&page=2", "/images/2024/photo.gif", "/wp-admin/admin.php"];

/// How many of the URIs a parser allows; `None` if it panics or refuses the file.
type Ask = fn(&[u8], &[String]) -> Option<usize>;

const PARSERS: [(&str, Ask); 4] = [
    ("reference", |file, uris| {
        let robots = Robots::parse(file);
        let rules = robots.rules_for(TOKEN);
        Some(uris.iter().filter(|uri| rules.decide(uri).verdict == Verdict::Allow).count())
    }),
    ("robotxt", |file, _| {
        let robots = robotxt::Robots::parse(file, TOKEN);
        Some(PATHS.iter().filter(|path| robots.is_allowed(path)).count())
    }),
    ("texting_robots", |file, uris| {
        let robot = texting_robots::Robot::new(TOKEN, file).ok()?;
        Some(uris.iter().filter(|uri| robot.allowed(uri)).count())
    }),
    ("robotstxt", |file, uris| {
        let body = String::from_utf8_lossy(file);
        let allowed = |uri: &String| {
            robotstxt::DefaultMatcher::default().one_agent_allowed_by_robots(&body, TOKEN, uri)
        };
        Some(uris.iter().filter(|uri| allowed(uri)).count())
    }),
];

fn main() {
    let files = corpus();
    let uris = PATHS.map(|path| format!("{HOST}{path}")).to_vec();
    let octets: usize = files.iter().map(Vec::len).sum();
    println!("{} files, {octets} octets, {} URIs each", files.len(), uris.len());
    // A panic of a crate is counted, not shown.
    std::panic::set_hook(Box::new(|_| {}));
    let mut fastest = [Duration::MAX; PARSERS.len()];
    let mut refused = [0; PARSERS.len()];
    for _ in 0..ROUNDS {
        for (index, (_, ask)) in PARSERS.iter().enumerate() {
            let (time, failures) = pass(&files, &uris, *ask);
            fastest[index] = fastest[index].min(time);
            refused[index] = failures;
        }
    }
    let _ = std::panic::take_hook();
    report(&fastest, &refused, files.len() * uris.len());
}

fn pass(files: &[Vec<u8>], uris: &[String], ask: Ask) -> (Duration, usize) {
    let start = Instant::now();
    let mut failures = 0;
    for file in files {
        match catch_unwind(AssertUnwindSafe(|| ask(black_box(file), uris))) {
            Ok(Some(allowed)) => {
                black_box(allowed);
            }
            Ok(None) | Err(_) => failures += 1,
        }
    }
    (start.elapsed(), failures)
}

fn report(fastest: &[Duration], refused: &[usize], verdicts: usize) {
    println!("{:<16} {:>12} {:>8}  files refused or panicked on", "parser", "ns/verdict", "ratio");
    for ((name, _), (time, refused)) in PARSERS.iter().zip(fastest.iter().zip(refused)) {
        let nanoseconds = time.as_nanos() as f64 / verdicts as f64;
        let ratio = time.as_secs_f64() / fastest[0].as_secs_f64();
        println!("{name:<16} {nanoseconds:>12.0} {ratio:>7.1}x  {refused}");
    }
    assert_eq!(refused[0], 0, "the reference answers for every file");
}

fn corpus() -> Vec<Vec<u8>> {
    let Some(folder) = std::env::var_os("REPSPEC_CORPUS").map(PathBuf::from) else {
        println!("REPSPEC_CORPUS is not set: made-up files are used");
        return (0..500).map(made_up).collect();
    };
    let entries = std::fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("REPSPEC_CORPUS={}: {error}", folder.display()));
    let mut paths: Vec<_> =
        entries.flatten().map(|entry| entry.path()).filter(|path| path.is_file()).collect();
    paths.sort();
    assert!(!paths.is_empty(), "REPSPEC_CORPUS={}: no files", folder.display());
    paths
        .iter()
        .map(|path| std::fs::read(path).expect("a file of the corpus can be read"))
        .collect()
}

/// A file of the usual size and shape, different for each number.
fn made_up(number: usize) -> Vec<u8> {
    let mut text = format!("# file {number}\nUser-agent: otherbot\nDisallow: /\n\nUser-agent: *\n");
    for rule in 0..5 + number % 60 {
        let access = if rule % 7 == 3 { "Allow" } else { "Disallow" };
        let pattern = match rule % 4 {
            0 => format!("/folder{rule}/"),
            1 => format!("/*?session{rule}="),
            2 => format!("/archive/{rule}/*.pdf$"),
            _ => format!("/search/{rule}%20x"),
        };
        text += &format!("{access}: {pattern}\n");
    }
    text += "\nSitemap: https://www.example.com/sitemap.xml\n";
    text.into_bytes()
}
