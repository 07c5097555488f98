//! Checks on the octets of a file, before any YAML parser sees them.

use super::complaint::Complaint;

/// The longest file that is read, in octets.
pub(super) const LONGEST: usize = 1 << 20;

/// The file as text, if it holds nothing that YAML or an editor would change silently.
pub(super) fn text<'a>(file: &str, octets: &'a [u8]) -> Result<&'a str, Vec<Complaint>> {
    let complain = |code, line, message| Complaint { code, file: file.to_owned(), line, message };
    if octets.len() > LONGEST {
        let message = format!(
            "the file is longer than {LONGEST} octets; split it, and describe big bodies with robots_txt_parts"
        );
        return Err(vec![complain("file-too-long", None, message)]);
    }
    let text = std::str::from_utf8(octets).map_err(|error| {
        let line =
            1 + octets[..error.valid_up_to()].iter().filter(|&&octet| octet == b'\n').count();
        let message = "the file is not UTF-8 here; put such octets into robots_txt_base64";
        vec![complain("not-utf-8", Some(line), message.to_owned())]
    })?;
    let complaints: Vec<_> = [raw_character(text), trailing_blank(text)]
        .into_iter()
        .flatten()
        .map(|found| complain(found.code, Some(found.line), found.message))
        .collect();
    if complaints.is_empty() { Ok(text) } else { Err(complaints) }
}

struct Found {
    code: &'static str,
    line: usize,
    message: String,
}

/// One complaint for all lines with the same fault: a file with CRLF has it on every line.
fn found<T>(
    code: &'static str,
    lines: impl Iterator<Item = (usize, T)>,
    message: impl Fn(T) -> String,
) -> Option<Found> {
    let mut lines = lines.fuse();
    let (line, first) = lines.next()?;
    let more = match lines.count() {
        0 => String::new(),
        1 => " (and 1 more line)".to_owned(),
        more => format!(" (and {more} more lines)"),
    };
    Some(Found { code, line, message: message(first) + &more })
}

/// Lines end with LF only, as the file has it; counted from 1.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(text.split('\n'))
}

fn raw_character(text: &str) -> Option<Found> {
    let bad = |character: char| {
        matches!(character, '\u{2028}' | '\u{2029}' | '\u{FEFF}')
            || (character.is_control() && character != '\t')
    };
    let lines =
        lines(text).filter_map(|(number, line)| Some((number, line.chars().find(|&c| bad(c))?)));
    found("raw-character", lines, |character| {
        let escape = match u32::from(character) {
            0x0D => "\\r".to_owned(),
            number @ 0..=0xFF => format!("\\x{number:02X}"),
            number => format!("\\u{number:04X}"),
        };
        format!(
            "a raw U+{:04X} stands here, which YAML may change silently; write \"{escape}\" in a double-quoted scalar, \
             or use robots_txt_base64",
            u32::from(character)
        )
    })
}

fn trailing_blank(text: &str) -> Option<Found> {
    let lines = lines(text).filter(|(_, line)| line.ends_with([' ', '\t']));
    found("trailing-blank", lines, |_| {
        "the line ends with a blank, which editors remove; if the case needs it, use a double-quoted scalar \
         (\"…\\x20\\n\")"
            .to_owned()
    })
}
