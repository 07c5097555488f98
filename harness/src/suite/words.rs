//! The small grammars of a suite: ids, sections, versions, product tokens, URIs.

use std::time::Duration;

/// Lower-case words and numbers joined by hyphens.
pub(super) fn is_id(text: &str) -> bool {
    text.split('-').all(|word| {
        !word.is_empty() && word.bytes().all(|octet| matches!(octet, b'a'..=b'z' | b'0'..=b'9'))
    })
}

/// The numbers of a section such as `2.2.1`.
pub(super) fn section_numbers(text: &str) -> Option<Vec<u32>> {
    text.split('.').map(number).collect()
}

/// `MAJOR.MINOR.PATCH`.
pub(super) fn is_version(text: &str) -> bool {
    section_numbers(text).is_some_and(|numbers| numbers.len() == 3)
}

/// Digits without a sign or leading zeros.
fn number(text: &str) -> Option<u32> {
    let plain = text == "0" || !text.starts_with(['0', '+']);
    text.parse().ok().filter(|_| plain)
}

/// A product token (RFC 9309, section 2.2.1).
pub(super) fn is_token(text: &str) -> bool {
    !text.is_empty()
        && text.bytes().all(|octet| octet.is_ascii_alphabetic() || matches!(octet, b'_' | b'-'))
}

/// A scheme, an authority and anything printable in ASCII: URIs with stray characters are asked on purpose.
pub(super) fn is_absolute_uri(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once("://") else { return false };
    let scheme_ok = scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme.bytes().all(|octet| octet.is_ascii_alphanumeric() || b"+.-".contains(&octet));
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    scheme_ok && !authority.is_empty() && rest.bytes().all(|octet| octet.is_ascii_graphic())
}

/// Scheme, name and port of a service as a scenario names it: in lower case, without a default port.
pub(super) fn origin(text: &str) -> bool {
    origin_of(text).as_deref() == Some(text)
}

/// The origin of an absolute URI by HTTP or HTTPS: without user information, in lower case, without a default port.
pub(crate) fn origin_of(uri: &str) -> Option<String> {
    let (scheme, rest) = uri.split_once("://")?;
    let scheme = scheme.to_ascii_lowercase();
    let default = match scheme.as_str() {
        "http" => ":80",
        "https" => ":443",
        _ => return None,
    };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default().to_ascii_lowercase();
    let host = host.strip_suffix(default).or_else(|| host.strip_suffix(':')).unwrap_or(&host);
    let is_host = |octet: u8| octet.is_ascii_alphanumeric() || b".-_:[]".contains(&octet);
    (!host.is_empty() && host.bytes().all(is_host)).then(|| format!("{scheme}://{host}"))
}

/// A number and a unit: `90s`, `5m`, `25h`, `31d`.
pub(super) fn duration(text: &str) -> Option<Duration> {
    let (number, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
    let seconds = match unit {
        "s" => 1,
        "m" => 60,
        "h" => 3_600,
        "d" => 86_400,
        _ => return None,
    };
    Some(Duration::from_secs(u64::from(self::number(number)?) * seconds))
}

#[cfg(test)]
mod tests {
    use super::{is_absolute_uri, is_id, is_token, is_version, section_numbers};

    #[test]
    fn grammars() {
        for (is, good, bad) in [
            (is_id as fn(&str) -> bool, "a a-b 404 c1-in-path", "- a- -a a--b A a_b é"),
            (is_token, "a examplebot Foo_Bar-x - _", "a1 a/1 a* é"),
            (is_version, "0.1.0 10.20.30", "1 1.2 1.2.3.4 01.2.3 1.2.x +1.2.3 1.-2.3"),
            (
                is_absolute_uri,
                "https://h http://h/ https://h?q ftp://h:21/a#f https://h/\"<>\\^`{|}%zz",
                "/a h/a //h/a https:/a https:///a https://h/é 1http://h ://h",
            ),
        ] {
            good.split(' ').for_each(|text| assert!(is(text), "{text}"));
            bad.split(' ').for_each(|text| assert!(!is(text), "{text}"));
            assert!(!is(""));
        }
        assert!(!is_id("a b") && !is_token("a b") && !is_absolute_uri("https://h/a b"));
    }

    #[test]
    fn sections_order_by_number() {
        assert!(section_numbers("2.10") > section_numbers("2.9.1"));
        assert_eq!(section_numbers("2."), None);
    }
}
