//! Deliberately wrong references: each is one small deviation that the suite must catch.
//!
//! A fault is data: the requirement that it breaks and the hooks of the seam that it overrides. It becomes a reference
//! as a [`Variant`](crate::variant::Variant). `tests/faults.rs` holds the suite against all of them.

mod access;
mod characters;
mod comments;
mod encoding;
mod fallback;
mod glob;
mod groups;
mod keys;
mod limits;
mod lines;
mod matching;
mod patterns;
mod records;
mod rewrite;
mod selection;
mod specials;
mod tokens;
mod values;

use crate::variant::Hooks;

/// One way to be wrong.
#[derive(Clone, Copy, Debug)]
pub struct Fault {
    /// Stable id, unique.
    pub id: &'static str,
    /// Id of the requirement that it breaks.
    pub requirement: &'static str,
    /// What it does, in a sentence.
    pub text: &'static str,
    /// Why it cannot answer most queries rightly, if it does not.
    pub broad: Option<&'static str>,
    /// Where it deviates.
    pub(crate) hooks: Hooks,
}

/// Every fault of a parser, by theme, in the order in which a file and a URI pass through a parser.
pub static FAULTS: &[&[Fault]] = &[
    limits::FAULTS,
    lines::FAULTS,
    comments::FAULTS,
    keys::FAULTS,
    records::FAULTS,
    groups::FAULTS,
    tokens::FAULTS,
    selection::FAULTS,
    fallback::FAULTS,
    values::FAULTS,
    patterns::FAULTS,
    encoding::FAULTS,
    characters::FAULTS,
    specials::FAULTS,
    matching::FAULTS,
];

/// Every fault of the access layer: what a crawler does that fetches.
pub static ACCESS: &[Fault] = access::FAULTS;

/// The fault with this id.
#[must_use]
pub fn find(id: &str) -> Option<&'static Fault> {
    all().find(|fault| fault.id == id)
}

/// All [`FAULTS`], one after the other, and then those of [`ACCESS`].
pub fn all() -> impl Iterator<Item = &'static Fault> {
    of_parsers().chain(ACCESS)
}

/// All [`FAULTS`], one after the other.
pub fn of_parsers() -> impl Iterator<Item = &'static Fault> {
    FAULTS.iter().copied().flatten()
}

const NONE: Hooks = Hooks::NONE;

const fn fault(
    id: &'static str,
    requirement: &'static str,
    text: &'static str,
    hooks: Hooks,
) -> Fault {
    Fault { id, requirement, text, broad: None, hooks }
}

impl Fault {
    const fn broad(self, why: &'static str) -> Self {
        Self { broad: Some(why), ..self }
    }
}

/// What a parser does that would not end in time: here it gives up at once.
fn never_ends() -> ! {
    panic!("this would not end in time")
}
