//! The literals of snippets mean the same octets to the languages themselves, where these are installed.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use repspec::reproduce::{Language, Reproduce};
use std::io::ErrorKind;
use std::process::Command;

/// Prints the octets of the robots.txt in hex.
const PROGRAMS: [(Language, &[&str], &str, &str); 6] = [
    (Language::Python, &["python3"], "r.py", "print(b{robots_txt}.hex())"),
    (
        Language::Javascript,
        &["node"],
        "r.js",
        "console.log(Buffer.from({robots_txt}, 'latin1').toString('hex'))",
    ),
    (Language::Perl, &["perl"], "r.pl", "print unpack('H*', {robots_txt})"),
    (Language::Ruby, &["ruby"], "r.rb", "print {robots_txt}.unpack('H*')[0]"),
    (
        Language::Java,
        &["java"],
        "R.java",
        "class R { public static void main(String[] a) { for (byte b : {robots_txt}.getBytes(\
         java.nio.charset.StandardCharsets.ISO_8859_1)) System.out.printf(\"%02x\", b); } }",
    ),
    (
        Language::Go,
        &["go", "run"],
        "r.go",
        "package main\nimport \"fmt\"\nfunc main() { fmt.Printf(\"%x\", {robots_txt}) }",
    ),
];

#[test]
fn every_octet_arrives() {
    let mut octets: Vec<u8> = (0..=255).collect();
    // What could run together with what was escaped before it, or be taken for an interpolation.
    octets.extend(b"\x000\x1bf\xff7\\n\\u0041#{1}#$0#@x$x@x${x}%x{uri}\"\n");
    let wanted: String = octets.iter().map(|octet| format!("{octet:02x}")).collect();
    let folder = tempfile::tempdir().unwrap();
    for (language, command, file, code) in PROGRAMS {
        let program = Reproduce { language, code: code.into() }.fill(&octets, "", "");
        std::fs::write(folder.path().join(file), program).unwrap();
        let run = Command::new(command[0])
            .args(&command[1..])
            .arg(file)
            .current_dir(folder.path())
            .output();
        match run {
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            run => {
                let run = run.unwrap();
                let stderr = String::from_utf8_lossy(&run.stderr).into_owned();
                assert_eq!(
                    String::from_utf8_lossy(&run.stdout).trim(),
                    wanted,
                    "{language:?}: {stderr}"
                );
            }
        }
    }
}

#[test]
fn rust_takes_the_literal_too() {
    let reproduce = Reproduce { language: Language::Rust, code: "b{robots_txt}".into() };
    assert_eq!(
        reproduce.fill(b"a\"\\\n\t\r\x00\xff#'{}", "", ""),
        r##"b"a\"\\\n\t\r\x00\xff#'{}""##
    );
    assert_eq!(b"a\"\\\n\t\r\x00\xff#'{}", b"\x61\x22\x5c\x0a\x09\x0d\x00\xff\x23\x27\x7b\x7d");
}
