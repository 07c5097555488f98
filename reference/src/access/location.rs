//! Where a Location leads (RFC 9110, section 10.2.2; RFC 3986, section 5.2).

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The URI that a reference means when it stands in a response from `base`, without its fragment; `None` if it is none.
pub(super) fn resolve(base: &str, reference: &str) -> Option<String> {
    let reference = reference.trim_matches([' ', '\t']).split('#').next().unwrap_or_default();
    if !reference.bytes().all(|octet| octet.is_ascii_graphic()) {
        return None;
    }
    let (scheme, rest) = base.split_once("://")?;
    let authority_ends = rest.find(['/', '?']).unwrap_or(rest.len());
    let (authority, path_and_query) = rest.split_at(authority_ends);
    let path = path_and_query.split('?').next().unwrap_or_default();
    if has_scheme(reference) {
        return absolute(reference);
    }
    if let Some(rest) = reference.strip_prefix("//") {
        return absolute(&format!("{scheme}://{rest}"));
    }
    let origin = format!("{scheme}://{authority}");
    Some(match reference.chars().next() {
        None => format!("{origin}{path_and_query}"),
        Some('/') => format!("{origin}{}", normal(reference)),
        Some('?') => format!("{origin}{path}{reference}"),
        Some(_) => {
            let folder = path.rfind('/').map_or("/", |slash| &path[..=slash]);
            format!("{origin}{}", normal(&format!("{folder}{reference}")))
        }
    })
}

fn has_scheme(reference: &str) -> bool {
    let Some((scheme, _)) = reference.split_once(':') else { return false };
    scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme.bytes().all(|octet| octet.is_ascii_alphanumeric() || b"+.-".contains(&octet))
}

/// An absolute URI with an authority that is one, its path without dot segments.
fn absolute(uri: &str) -> Option<String> {
    let (scheme, rest) = uri.split_once("://")?;
    let authority_ends = rest.find(['/', '?']).unwrap_or(rest.len());
    let (authority, path_and_query) = rest.split_at(authority_ends);
    let host = authority.rsplit('@').next().unwrap_or_default();
    let is_literal = host.starts_with('[');
    if host.is_empty() || is_literal != host.contains(']') || host.matches('[').count() > 1 {
        return None;
    }
    Some(format!("{}://{authority}{}", scheme.to_ascii_lowercase(), normal(path_and_query)))
}

/// A path and query, the path without dot segments and at least `/`.
fn normal(path_and_query: &str) -> String {
    let (path, query) = match path_and_query.split_once('?') {
        Some((path, query)) => (path, format!("?{query}")),
        None => (path_and_query, String::new()),
    };
    let mut kept: Vec<&str> = Vec::new();
    let segments: Vec<&str> = path.split('/').skip(1).collect();
    for (index, segment) in segments.iter().enumerate() {
        let is_last = index + 1 == segments.len();
        match *segment {
            "." if is_last => kept.push(""),
            ".." => {
                kept.pop();
                if is_last {
                    kept.push("");
                }
            }
            "." => {}
            other => kept.push(other),
        }
    }
    "/".to_string() + &kept.join("/") + &query
}

#[cfg(test)]
mod tests {
    use super::resolve;

    #[test]
    fn references_are_resolved() {
        let base = "http://shop.example:8080/a/b?c";
        for (reference, target) in [
            ("https://files.example/x", "https://files.example/x"),
            ("HTTP://files.example", "http://files.example/"),
            ("//files.example/x", "http://files.example/x"),
            ("/x/./y/../z", "http://shop.example:8080/x/z"),
            ("x", "http://shop.example:8080/a/x"),
            ("../x", "http://shop.example:8080/x"),
            ("../../../x/", "http://shop.example:8080/x/"),
            ("..", "http://shop.example:8080/"),
            (".", "http://shop.example:8080/a/"),
            ("?d", "http://shop.example:8080/a/b?d"),
            ("", "http://shop.example:8080/a/b?c"),
            (" /x#y ", "http://shop.example:8080/x"),
            ("/x?y=/../z", "http://shop.example:8080/x?y=/../z"),
            ("file://shop.example/etc/hostname", "file://shop.example/etc/hostname"),
        ] {
            assert_eq!(resolve(base, reference).as_deref(), Some(target), "{reference}");
        }
        for bad in ["http://[shop/x", "http:///x", "mailto:a@b", "/a b", "/\u{e9}", "http://a]b/"] {
            assert_eq!(resolve(base, bad), None, "{bad}");
        }
    }
}
