//! Octets made fit to be shown: nothing that a terminal or a reader could take for something else.

use std::borrow::Cow;
use std::fmt::Write as _;

/// The octets as one line of text.
///
/// Text in UTF-8 stays as it is. Octets that are no UTF-8 and control octets become `\xNN`; characters that
/// are invisible or change the direction of the text become `\u{NNNN}`; a backslash is doubled.
#[must_use]
pub fn line(octets: &[u8]) -> String {
    let mut shown = String::with_capacity(octets.len());
    for chunk in octets.utf8_chunks() {
        for character in chunk.valid().chars() {
            push(&mut shown, character);
        }
        for octet in chunk.invalid() {
            push_octet(&mut shown, *octet);
        }
    }
    shown
}

/// Text in which what [`line()`] escapes is escaped already: it stays as it is. Should something be left in it after
/// all that could steer a terminal, that is escaped.
#[must_use]
pub fn text(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\\' => shown.push(character),
            _ => push(&mut shown, character),
        }
    }
    shown
}

/// The lines of a robots.txt (RFC 9309, section 2.2: they end with LF, CR or CR LF), each as by
/// [`short_line`]. A line end other than LF is shown, so that it is not lost.
#[must_use]
pub fn lines(mut octets: &[u8], limit: usize) -> Vec<String> {
    let mut lines = Vec::new();
    while !octets.is_empty() {
        let (here, rest) = octets.split_at(end_of_line(octets));
        let bare = here.strip_suffix(b"\n").filter(|text| !text.ends_with(b"\r"));
        lines.push(short_line(bare.unwrap_or(here), limit));
        octets = rest;
    }
    lines
}

/// Where the first line ends, its line end included.
fn end_of_line(octets: &[u8]) -> usize {
    match octets.iter().position(|octet| matches!(octet, b'\n' | b'\r')) {
        None => octets.len(),
        Some(at) if octets[at..].starts_with(b"\r\n") => at + 2,
        Some(at) => at + 1,
    }
}

/// [`line()`], cut in the middle if it would be longer than `limit` octets of input, with a note.
#[must_use]
pub fn short_line(octets: &[u8], limit: usize) -> String {
    if octets.len() <= limit {
        return line(octets);
    }
    let (head, tail) = (character_start(octets, limit / 2), octets.len() - limit / 2);
    let tail = character_start(octets, tail);
    let left_out = counted(tail - head, "octet");
    format!("{}[... {left_out} ...]{}", line(&octets[..head]), line(&octets[tail..]))
}

/// Text that is printable already, cut in the middle if it is longer than `limit` octets, with a note.
#[must_use]
pub fn shortened(text: &str, limit: usize) -> Cow<'_, str> {
    if text.len() <= limit {
        return Cow::Borrowed(text);
    }
    let head = text.floor_char_boundary(limit / 2);
    let tail = text.ceil_char_boundary(text.len() - limit / 2);
    let left_out = counted(tail - head, "octet");
    Cow::Owned(format!("{}[... {left_out} ...]{}", &text[..head], &text[tail..]))
}

/// So many things: "1 line", "2 lines", "0 queries".
#[must_use]
pub fn counted(count: usize, thing: &str) -> String {
    match thing.strip_suffix('y') {
        _ if count == 1 => format!("1 {thing}"),
        Some(stem) => format!("{count} {stem}ies"),
        None => format!("{count} {thing}s"),
    }
}

/// The nearest place at or before `at` that does not cut a character of UTF-8.
fn character_start(octets: &[u8], at: usize) -> usize {
    (at.saturating_sub(3)..=at)
        .rev()
        .find(|&place| octets.get(place).is_none_or(|octet| octet & 0xC0 != 0x80))
        .unwrap_or(at)
}

fn push(shown: &mut String, character: char) {
    match character {
        '\\' => shown.push_str("\\\\"),
        '\t' => shown.push_str("\\t"),
        '\r' => shown.push_str("\\r"),
        '\n' => shown.push_str("\\n"),
        _ if character.is_ascii_control() => push_octet(shown, character as u8),
        _ if character.is_control() || misleads(character) => {
            // Writing to a String cannot fail.
            let _ = write!(shown, "\\u{{{:04X}}}", u32::from(character));
        }
        _ => shown.push(character),
    }
}

fn push_octet(shown: &mut String, octet: u8) {
    let _ = write!(shown, "\\x{octet:02X}");
}

/// Characters that show nothing, end a line or turn the text round.
const fn misleads(character: char) -> bool {
    matches!(
        character,
        '\u{00A0}'
            | '\u{00AD}'
            | '\u{034F}'
            | '\u{061C}'
            | '\u{115F}'
            | '\u{1160}'
            | '\u{1680}'
            | '\u{17B4}'
            | '\u{17B5}'
            | '\u{180B}'..='\u{180F}'
            | '\u{2000}'..='\u{200F}'
            | '\u{2028}'..='\u{202F}'
            | '\u{205F}'..='\u{206F}'
            | '\u{3000}'
            | '\u{3164}'
            | '\u{FE00}'..='\u{FE0F}'
            | '\u{FEFF}'
            | '\u{FFA0}'
            | '\u{FFF9}'..='\u{FFFB}'
            | '\u{E0000}'..='\u{E0FFF}'
    )
}

#[cfg(test)]
mod tests {
    use super::{line, lines, short_line, text};

    #[test]
    fn text_stays() {
        assert_eq!(
            line("Disallow: /caf\u{e9}/\u{30c4}*$".as_bytes()),
            "Disallow: /caf\u{e9}/\u{30c4}*$"
        );
    }

    #[test]
    fn what_could_mislead_is_escaped() {
        for (octets, shown) in [
            (&b"a\x1b[31mb"[..], "a\\x1B[31mb"),
            (b"\x00\x7f\t\r\n", "\\x00\\x7F\\t\\r\\n"),
            (b"a\\x1B", "a\\\\x1B"),
            (b"\xff\xfeA\xc3", "\\xFF\\xFEA\\xC3"),
            (
                "\u{85}\u{9b}\u{2028}\u{202e}\u{feff}".as_bytes(),
                "\\u{0085}\\u{009B}\\u{2028}\\u{202E}\\u{FEFF}",
            ),
            ("\u{200b}\u{2066}\u{e0041}".as_bytes(), "\\u{200B}\\u{2066}\\u{E0041}"),
        ] {
            assert_eq!(line(octets), shown);
        }
    }

    #[test]
    fn what_is_printable_stays_and_what_is_not_becomes_so() {
        let shown = line(b"a\\b\x1b[2J\xff\xc2\x9b\n");
        assert_eq!(text(&shown), shown);
        assert_eq!(text("a\\b\u{1b}[2J\u{9b}"), "a\\b\\x1B[2J\\u{009B}");
    }

    #[test]
    fn distinct_octets_are_shown_distinctly() {
        let all: Vec<String> = (0..=255u8).map(|octet| line(&[octet])).collect();
        let distinct: std::collections::BTreeSet<&String> = all.iter().collect();
        assert_eq!(distinct.len(), 256);
    }

    #[test]
    fn lines_end_as_the_rfc_says() {
        assert_eq!(lines(b"a\nb\rc\r\nd", 9), ["a", "b\\r", "c\\r\\n", "d"]);
        assert_eq!(lines(b"\n\n", 9), ["", ""]);
        assert!(lines(b"", 9).is_empty());
    }

    #[test]
    fn a_long_line_loses_its_middle_but_no_half_characters() {
        assert_eq!(short_line(b"0123456789", 10), "0123456789");
        assert_eq!(short_line(b"0123456789A", 10), "01234[... 1 octet ...]6789A");
        let long = "\u{30c4}".repeat(10);
        let shown = short_line(long.as_bytes(), 10);
        assert_eq!(shown, "\u{30c4}[... 21 octets ...]\u{30c4}\u{30c4}");
    }
}
