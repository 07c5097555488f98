//! Judges the answers to a question.

use crate::question::{Kind, Question};
use base64::prelude::{BASE64_STANDARD, Engine as _};
use repspec::builtin;
use repspec::outcome::{Answer, Verdict};
use std::fmt;

/// Two answers that should be one.
#[derive(Debug)]
pub struct Finding {
    question: Question,
    /// What the reference says.
    reference: Verdict,
    /// Who says otherwise.
    who: &'static str,
    /// What they say.
    says: Answer,
}

/// Puts the question to the reference, and to robotxt if the RFC leaves no room for readings.
///
/// # Errors
/// The first answer that differs from the reference's.
pub fn judge(question: &Question) -> Result<(), Box<Finding>> {
    let reference = ask_reference(question);
    let differs =
        |who, says| Box::new(Finding { question: question.clone(), reference, who, says });

    let again = ask_reference(question);
    if again != reference {
        return Err(differs("the reference, asked again,", verdict(again)));
    }
    if question.kind == Kind::Plain {
        let robotxt = builtin::find("robotxt").expect("the harness has it built in");
        let says = (robotxt.decide)(&question.robots_txt, &question.token, &question.uri);
        if says != verdict(reference) {
            return Err(differs(robotxt.name, says));
        }
    }
    Ok(())
}

fn verdict(verdict: Verdict) -> Answer {
    Answer::Verdict { verdict, line: None }
}

fn ask_reference(question: &Question) -> Verdict {
    let robots = repspec_reference::Robots::parse(&question.robots_txt);
    match robots.decide(&question.token, &question.uri).verdict {
        repspec_reference::Verdict::Allow => Verdict::Allow,
        repspec_reference::Verdict::Disallow => Verdict::Disallow,
    }
}

impl fmt::Display for Finding {
    /// The disagreement, and a case that shows it, ready to be pasted into a case file.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { question, reference, who, says } = self;
        writeln!(out, "the reference says {reference}, {who} says {says:?}\n")?;
        writeln!(out, "  - id: found-by-fuzzing")?;
        writeln!(out, "    why: Say here which sentence of the RFC makes it {reference}.")?;
        writeln!(out, "    requirement: most-specific-match-used")?;
        writeln!(out, "    token: {}", quoted(&question.token))?;
        writeln!(out, "    {}", body(&question.robots_txt))?;
        writeln!(out, "    queries:")?;
        write!(out, "      - {{ id: query, uri: {}, expect: {reference} }}", quoted(&question.uri))
    }
}

/// The robots.txt, as Base64 where a case file could not hold it as text.
fn body(octets: &[u8]) -> String {
    match std::str::from_utf8(octets) {
        Ok(text) if text.is_ascii() => format!("robots_txt: {}", quoted(text)),
        _ => format!("robots_txt_base64: {}", quoted(&BASE64_STANDARD.encode(octets))),
    }
}

/// A double-quoted scalar, which YAML shares with JSON.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_prints_the_case_that_shows_it() {
        let finding = Finding {
            question: Question {
                robots_txt: b"User-agent: *\r\nDisallow: /a\r\n".to_vec(),
                token: "examplebot".to_owned(),
                uri: "https://shop.example/a".to_owned(),
                kind: Kind::Plain,
            },
            reference: Verdict::Disallow,
            who: "robotxt",
            says: verdict(Verdict::Allow),
        };
        let printed = finding.to_string();
        let (headline, case) = printed.split_once("\n\n").unwrap();
        assert!(headline.contains("reference says disallow, robotxt says"), "{headline}");
        assert_eq!(
            case,
            r#"  - id: found-by-fuzzing
    why: Say here which sentence of the RFC makes it disallow.
    requirement: most-specific-match-used
    token: "examplebot"
    robots_txt: "User-agent: *\r\nDisallow: /a\r\n"
    queries:
      - { id: query, uri: "https://shop.example/a", expect: disallow }"#
        );
    }

    #[test]
    fn octets_that_are_no_text_are_printed_in_base64() {
        assert_eq!(body(b"\xff"), "robots_txt_base64: \"/w==\"");
    }
}
