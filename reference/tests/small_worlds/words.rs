//! Worlds of words over a few symbols, and the naive definition of matching that is common to them.

use repspec_reference::seam::Seam;
use repspec_reference::{Pattern, Target, matches};

/// All words of one of `first` and then up to `most` of `symbols`.
pub(crate) fn words(first: &[&str], symbols: &[&str], most: usize) -> Vec<String> {
    let mut words: Vec<String> = first.iter().map(ToString::to_string).collect();
    let mut longest = words.clone();
    for _ in 0..most {
        longest = longest
            .iter()
            .flat_map(|word| symbols.iter().map(move |symbol| format!("{word}{symbol}")))
            .collect();
        words.extend_from_slice(&longest);
    }
    words
}

/// What stands in a pattern.
#[derive(Debug)]
pub(crate) enum Symbol<L> {
    /// `*`: anything, or nothing.
    Star,
    /// A final `$`: the end of the target.
    End,
    /// A literal.
    Literal(L),
}

/// A pattern in which each `*` is special, and a `$` if it is the last octet.
pub(crate) fn read_pattern<L>(text: &str, literals: impl Fn(&str) -> Vec<L>) -> Vec<Symbol<L>> {
    let body = text.strip_suffix('$').unwrap_or(text);
    let mut symbols = Vec::new();
    for (index, literal) in body.split('*').enumerate() {
        symbols.extend((index > 0).then_some(Symbol::Star));
        symbols.extend(literals(literal).into_iter().map(Symbol::Literal));
    }
    symbols.extend(text.ends_with('$').then_some(Symbol::End));
    symbols
}

/// The naive definition of a match: a `*` tries every length; literals are compared one by one with what the target
/// consists of, until the pattern ends or one differs.
pub(crate) fn is_match<L, U>(
    pattern: &[Symbol<L>],
    target: &[U],
    is_equal: impl Fn(&L, &U) -> bool + Copy,
) -> bool {
    match (pattern, target) {
        ([], _) | ([Symbol::End], []) => true,
        ([Symbol::Star, rest @ ..], _) => {
            (0..=target.len()).any(|taken| is_match(rest, &target[taken..], is_equal))
        }
        ([Symbol::Literal(literal), rest @ ..], [unit, after @ ..]) => {
            is_equal(literal, unit) && is_match(rest, after, is_equal)
        }
        _ => false,
    }
}

/// All pairs of some patterns and paths.
pub(crate) struct World {
    patterns: Vec<String>,
    paths: Vec<String>,
}

impl World {
    /// A world of as many pairs as `pairs` says: one that shrinks unnoticed proves less.
    pub(crate) fn new(patterns: Vec<String>, paths: Vec<String>, pairs: usize) -> Self {
        assert_eq!(patterns.len() * paths.len(), pairs);
        Self { patterns, paths }
    }

    /// The first pair on which the reference, with this seam, and the naive definition differ. The latter sees the words
    /// as `literals` and `units` read them.
    pub(crate) fn difference<S: Seam, L, U>(
        &self,
        seam: &S,
        (literals, units): (impl Fn(&str) -> Vec<L>, impl Fn(&str) -> Vec<U>),
        is_equal: impl Fn(&L, &U) -> bool + Copy,
    ) -> Option<String> {
        let target =
            |path: &String| Target::new(seam, path.as_bytes()).expect("nothing is refused");
        let targets: Vec<_> =
            self.paths.iter().map(|path| (path, target(path), units(path))).collect();
        self.patterns.iter().find_map(|text| {
            let pattern = Pattern::new(seam, text.as_bytes()).expect("nothing is refused");
            let symbols = read_pattern(text, &literals);
            let differing = targets.iter().find(|(_, target, units)| {
                matches(seam, &pattern, target) != is_match(&symbols, units, is_equal)
            });
            differing.map(|(path, ..)| format!("Disallow: {text} on https://shop.example{path}"))
        })
    }
}
