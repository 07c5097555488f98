//! Classes of octets: the terminals of RFC 9309, section 2.2, and the sets of RFC 3986, section 2.

/// `WS`: space or tab.
#[must_use]
pub const fn is_blank(octet: u8) -> bool {
    matches!(octet, b' ' | b'\t')
}

/// Where the first octet is that `wanted` accepts. Blocks are tested whole, which the compiler turns into vector
/// instructions.
#[inline]
pub(crate) fn position(octets: &[u8], wanted: impl Fn(u8) -> bool + Copy) -> Option<usize> {
    const BLOCK: usize = 16;
    let mut from = 0;
    while let Some(block) = octets[from..].first_chunk::<BLOCK>() {
        if block.iter().fold(false, |found, &octet| found | wanted(octet)) {
            break;
        }
        from += BLOCK;
    }
    octets[from..].iter().position(|&octet| wanted(octet)).map(|at| from + at)
}

/// The octets without leading and trailing [blanks](is_blank).
#[must_use]
pub fn trim(mut octets: &[u8]) -> &[u8] {
    while let [first, rest @ ..] = octets
        && is_blank(*first)
    {
        octets = rest;
    }
    while let [rest @ .., last] = octets
        && is_blank(*last)
    {
        octets = rest;
    }
    octets
}

/// An octet of an `identifier`: a letter, `-` or `_`.
#[must_use]
pub const fn is_identifier(octet: u8) -> bool {
    octet.is_ascii_alphabetic() || matches!(octet, b'-' | b'_')
}

/// A control character or space: what `UTF8-1-noctl` leaves out (DEL by its comment), `#` apart.
#[must_use]
pub const fn is_control_or_space(octet: u8) -> bool {
    octet <= b' ' || octet == 0x7F
}

/// RFC 3986, section 2.3: a letter, a digit, `-`, `.`, `_` or `~`.
#[must_use]
pub const fn is_unreserved(octet: u8) -> bool {
    octet.is_ascii_alphanumeric() || matches!(octet, b'-' | b'.' | b'_' | b'~')
}

/// RFC 3986, section 2.2: the general and sub-component delimiters.
#[must_use]
pub const fn is_reserved(octet: u8) -> bool {
    matches!(
        octet,
        b':' | b'/'
            | b'?'
            | b'#'
            | b'['
            | b']'
            | b'@'
            | b'!'
            | b'$'
            | b'&'
            | b'\''
            | b'('
            | b')'
            | b'*'
            | b'+'
            | b','
            | b';'
            | b'='
    )
}

/// The octet that `%` and these two hexadecimal digits stand for.
#[must_use]
pub fn decode_triplet(digits: &[u8]) -> Option<u8> {
    let [high, low, ..] = digits else { return None };
    let value = |digit: u8| char::from(digit).to_digit(16);
    u8::try_from(value(*high)? * 16 + value(*low)?).ok()
}

/// The percent-encoded form of an octet, with upper-case digits.
#[must_use]
pub const fn triplet(octet: u8) -> [u8; 3] {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    [b'%', DIGITS[(octet >> 4) as usize], DIGITS[(octet & 15) as usize]]
}
