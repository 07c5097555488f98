//! What the answers make of keys, values, encodings and URIs.

use super::{
    AbsoluteUri, Answers, BrokenAgentLine, EmptyPath, Excluded, Fragment, InvalidUtf8, Key,
    LeadingStar, NoLeadingSlash, PathForm, QueryWithoutPath,
};
use repspec_reference::Verdict;
use repspec_reference::octets::{decode_triplet, is_blank, is_identifier, trim};
use repspec_reference::seam::{Defect, Path, Record, Rfc, Seam};
use std::borrow::Cow;

/// Misspellings of "disallow" that lenient parsers accept.
const DISALLOW: &[&[u8]] =
    &[b"dissallow", b"dissalow", b"disalow", b"diasllow", b"disallaw", b"dis-allow"];
/// Misspellings of "user-agent".
const USER_AGENT: &[&[u8]] = &[b"useragent", b"user agent", b"user_agent", b"usser-agent"];

fn is_one_of(key: &[u8], words: &[&[u8]]) -> bool {
    words.iter().any(|word| key.eq_ignore_ascii_case(word))
}

/// Whether a key was meant to be "user-agent".
pub(super) fn is_misspelled_agent(key: &[u8]) -> bool {
    is_one_of(key, USER_AGENT)
}

/// The record that a lenient parser takes an unknown key for.
pub(super) fn accepted_key<'t>(
    answers: &Answers,
    key: &'t [u8],
    value: &'t [u8],
) -> Option<Record<'t>> {
    let starts_with = |word: &[u8]| {
        answers.key_prefix == Key::Accepted
            && key.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
    };
    let misspelled = |words| answers.misspelled_key == Key::Accepted && is_one_of(key, words);
    let broken = answers.broken_agent_line == BrokenAgentLine::Accepted && is_misspelled_agent(key);
    if starts_with(b"user-agent") || misspelled(USER_AGENT) || broken {
        Some(Record::Agent(value))
    } else if starts_with(b"disallow") || misspelled(DISALLOW) {
        Some(Record::Rule(Verdict::Disallow, value))
    } else if starts_with(b"allow") {
        Some(Record::Rule(Verdict::Allow, value))
    } else {
        None
    }
}

/// The text before the first blank, and what follows.
pub(super) fn first_word(content: &[u8]) -> (&[u8], &[u8]) {
    let end = content.iter().position(|&octet| is_blank(octet)).unwrap_or(content.len());
    (&content[..end], trim(&content[end..]))
}

/// The longest prefix that is an identifier.
pub(super) fn identifier_prefix(value: &[u8]) -> &[u8] {
    let end = value.iter().position(|&octet| !is_identifier(octet)).unwrap_or(value.len());
    &value[..end]
}

/// Whether one of the names in a list with commas is the crawler's.
pub(super) fn comma_list_names(value: &[u8], crawler: &[u8]) -> bool {
    value.split(|&octet| octet == b',').any(|name| trim(name).eq_ignore_ascii_case(crawler))
}

/// Whether a comment has a control character in it, or is not UTF-8.
pub(super) fn spoils_comment(comment: &[u8]) -> bool {
    std::str::from_utf8(comment).map_or(true, |text| {
        text.chars().any(|character| character.is_control() && character != '\t')
    })
}

/// The pattern that the value of a rule stands for.
pub(super) fn rule_value<'t>(answers: &Answers, value: &'t [u8]) -> Path<'t> {
    let value = match (std::str::from_utf8(value), answers.invalid_utf8) {
        (Ok(_), _) | (Err(_), InvalidUtf8::KeptAndEncoded) => Cow::Borrowed(value),
        (Err(_), InvalidUtf8::LineIgnored) => return Path::Invalid(Defect::NotUtf8),
        (Err(_), InvalidUtf8::Latin1) => Cow::Owned(from_latin1(value)),
    };
    let value = match without_excluded(answers, value) {
        Ok(value) if value.starts_with(b"/") => {
            normalised_path(PathForm::AsGiven, answers.double_slash, value)
        }
        Ok(value) => value,
        Err(defect) => return Path::Invalid(defect),
    };
    let slash = || Path::Pattern(Cow::Owned([b"/", &*value].concat()));
    let scheme = [&b"http://"[..], b"https://"];
    match &*value {
        [] => Path::Empty,
        [b'/', ..] => Path::Pattern(value),
        [b'*', ..] => match answers.leading_star {
            LeadingStar::Pattern => Path::Pattern(value),
            LeadingStar::NotARule => Path::Invalid(Defect::NoLeadingSlash),
            LeadingStar::SlashPrepended => slash(),
        },
        uri if scheme.iter().any(|scheme| uri.starts_with(scheme)) => {
            match answers.absolute_uri_value {
                AbsoluteUri::NotARule => Path::Invalid(Defect::NoLeadingSlash),
                AbsoluteUri::PathTaken => {
                    Path::Pattern(Cow::Owned(Rfc.path_and_query(uri).into_owned()))
                }
            }
        }
        _ => match answers.no_leading_slash {
            NoLeadingSlash::NotARule => Path::Invalid(Defect::NoLeadingSlash),
            NoLeadingSlash::SlashPrepended => slash(),
        },
    }
}

/// The value as the answers on excluded octets leave it.
fn without_excluded<'t>(answers: &Answers, value: Cow<'t, [u8]>) -> Result<Cow<'t, [u8]>, Defect> {
    let answer_at = |at: usize| match value[at..] {
        [0, ..] => Some(answers.nul_in_path),
        [b' ' | b'\t', ..] => Some(answers.space_in_path),
        [0x7F, ..] => Some(answers.del_in_path),
        [0..0x20, ..] => Some(answers.control_in_path),
        // U+0085 is left out here as in the reference.
        [0xC2, 0x80..=0x84 | 0x86..=0x9F, ..] => Some(answers.c1_in_path),
        _ => None,
    };
    for at in 0..value.len() {
        match answer_at(at) {
            Some(Excluded::LineIgnored) => return Err(Defect::ControlOrSpace),
            Some(Excluded::CutAtIt) => return Ok(Cow::Owned(value[..at].to_vec())),
            Some(Excluded::Kept) | None => {}
        }
    }
    Ok(value)
}

/// ISO 8859-1 as UTF-8.
pub(super) fn from_latin1(octets: &[u8]) -> Vec<u8> {
    octets.iter().copied().map(char::from).collect::<String>().into_bytes()
}

/// UTF-16 with a byte order mark as UTF-8.
pub(super) fn from_utf16(octets: &[u8]) -> Vec<u8> {
    let little = octets.starts_with(&[0xFF, 0xFE]);
    let units = octets[2..].chunks_exact(2).map(|pair| {
        let pair = [pair[0], pair[1]];
        if little { u16::from_le_bytes(pair) } else { u16::from_be_bytes(pair) }
    });
    let text = char::decode_utf16(units).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER));
    text.collect::<String>().into_bytes()
}

/// Path and query of a URI as the answers on targets have them.
pub(super) fn path_and_query<'u>(answers: &Answers, uri: &'u [u8]) -> Cow<'u, [u8]> {
    let target = Rfc.path_and_query(uri);
    let has_no_path = matches!(target, Cow::Owned(_));
    let keeps_missing_path = match &*target {
        [b'/'] => answers.empty_path == EmptyPath::Other,
        _ => answers.query_without_path == QueryWithoutPath::Other,
    };
    let target = match target {
        Cow::Owned(target) if has_no_path && keeps_missing_path => Cow::Owned(target[1..].to_vec()),
        target => target,
    };
    let target = normalised_path(answers.dot_segments, answers.double_slash, target);
    match uri.iter().position(|&octet| octet == b'#') {
        Some(at) if answers.fragment == Fragment::Compared => {
            Cow::Owned([&*target, &uri[at..]].concat())
        }
        _ => target,
    }
}

/// A target or pattern without dot segments and runs of slashes in its path.
fn normalised_path<'u>(dots: PathForm, slashes: PathForm, target: Cow<'u, [u8]>) -> Cow<'u, [u8]> {
    if (dots, slashes) == (PathForm::AsGiven, PathForm::AsGiven) {
        return target;
    }
    let end = target.iter().position(|&octet| octet == b'?').unwrap_or(target.len());
    let (path, query) = target.split_at(end);
    let mut kept: Vec<&[u8]> = Vec::new();
    let segments: Vec<_> = path.split(|&octet| octet == b'/').skip(1).collect();
    for (index, segment) in segments.iter().enumerate() {
        let last = index + 1 == segments.len();
        match *segment {
            b"." | b".." if dots == PathForm::Normalised => {
                if *segment == b".." {
                    kept.pop();
                }
                if last {
                    kept.push(b"");
                }
            }
            b"" if slashes == PathForm::Normalised && !last => {}
            segment => kept.push(segment),
        }
    }
    let mut out = Vec::with_capacity(target.len());
    for segment in kept {
        out.push(b'/');
        out.extend_from_slice(segment);
    }
    out.extend_from_slice(query);
    Cow::Owned(out)
}

/// Whether no percent-encoded octet and no character of several such octets is cut here.
pub(super) fn is_character_start(target: &[u8], at: usize) -> bool {
    let inside_triplet = (1..=2).any(|back| {
        at.checked_sub(back).is_some_and(|start| {
            target[start] == b'%' && decode_triplet(&target[start + 1..]).is_some()
        })
    });
    let continues = matches!(target.get(at), Some(b'%'))
        && matches!(decode_triplet(&target[at + 1..]), Some(0x80..=0xBF));
    !inside_triplet && !continues
}
