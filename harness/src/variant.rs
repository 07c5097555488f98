//! The one implementation of the reference's seam that is chosen at run time: answers to the readings, and a fault.
//!
//! At each hook the fault comes first, if it has that hook; then the answers, which fall back on the RFC's default.
//! Readings and faults are both data for it.

use crate::answers::Answers;
use crate::faults::Fault;
use repspec_reference::access::{
    Authority, CutBody, Freshness, NetworkError, Outcome, RedirectEnd, StatusClass, Undefined,
};
use repspec_reference::seam::{
    Agent, Candidate, Effect, Encoded, Line, LineEnd, Malformed, Part, Path, Raw, Record, Seam,
    Side, Special,
};
use repspec_reference::{Pattern, Robots, SelectedBy, Selection, Target, Verdict};
use std::borrow::Cow;

/// What makes a reference other than the RFC has it. [`Variant::default`] is the reference itself.
#[derive(Clone, Debug, Default)]
pub struct Variant {
    /// How it reads the points that the RFC leaves open.
    pub answers: Answers,
    /// What it does wrong on purpose.
    pub fault: Option<&'static Fault>,
}

impl From<Answers> for Variant {
    fn from(answers: Answers) -> Self {
        Self { answers, fault: None }
    }
}

impl From<&'static Fault> for Variant {
    fn from(fault: &'static Fault) -> Self {
        Self { answers: Answers::default(), fault: Some(fault) }
    }
}

impl Variant {
    /// A file as this variant takes it, given how the reference has parsed it.
    #[must_use]
    pub fn robots(self, octets: &[u8], parsed: &Robots<Self>) -> Robots<Self> {
        let same = self.fault.is_none_or(|fault| !fault.hooks.change_parsing())
            && self.answers == Answers::default();
        if same { parsed.clone().with_seam(self) } else { Robots::parse_with(octets, self) }
    }
}

/// Declares the hooks once: as what a fault may override, and as the seam that asks the fault, then the answers.
macro_rules! hooks {
    (parsing { $($parsing:ident)* }
     $($name:ident $(<$life:lifetime>)? ($($arg:ident: $type:ty),*) -> $out:ty $(, told $seam:ident)?;)*) => {
        /// The hooks of [`Seam`] that a fault overrides.
        #[derive(Clone, Copy, Debug)]
        #[allow(missing_docs, reason = "the hooks are explained in the seam")]
        pub struct Hooks { $(pub $name: Option<$(for<$life>)? fn($($type),*) -> $out>),* }

        impl Hooks {
            /// None at all.
            pub const NONE: Self = Self { $($name: None),* };

            /// Whether a file is parsed otherwise, and not only matched.
            #[must_use]
            pub const fn change_parsing(&self) -> bool {
                $(self.$parsing.is_some())||*
            }
        }

        impl Seam for Variant {
            $(fn $name $(<$life>)? (&self, $($arg: $type),*) -> $out {
                match self.fault.and_then(|fault| fault.hooks.$name) {
                    Some(hook) => hook($($arg),*),
                    None => {
                        $(let $seam = self;)?
                        self.answers.$name($($seam,)? $($arg),*)
                    }
                }
            })*
        }
    };
}

hooks! {
    parsing { parsed_octets keeps_cut_line text line_end content record agent path effect }
    parsed_octets(length: usize) -> usize;
    keeps_cut_line(line: &[u8]) -> bool;
    text<'t>(octets: &'t [u8]) -> Cow<'t, [u8]>;
    line_end(rest: &[u8]) -> Option<LineEnd>;
    content<'t>(line: &'t [u8]) -> Option<&'t [u8]>;
    record<'t>(content: &'t [u8]) -> Record<'t>;
    agent<'t>(value: &'t [u8]) -> Agent<'t>;
    path<'t>(value: &'t [u8]) -> Path<'t>;
    effect(line: &Line<'_>) -> Effect;
    names(agent: Agent<'_>, crawler: &[u8]) -> bool;
    select(robots: &Robots<Variant>, crawler: &[u8]) -> Selection, told variant;
    path_and_query<'u>(uri: &'u [u8]) -> Cow<'u, [u8]>;
    raw(side: Side, part: Part, octet: u8) -> Raw;
    encoded(side: Side, part: Part, octet: u8) -> Encoded;
    malformed(side: Side) -> Malformed;
    special(octet: u8, rest: &[u8]) -> Special;
    star_may_end(target: &[u8], at: usize) -> bool;
    matches(pattern: &Pattern<'_>, target: &Target) -> bool, told variant;
    specificity(pattern: &Pattern<'_>, target: &Target) -> usize, told variant;
    beats(challenger: &Candidate<'_>, holder: &Candidate<'_>) -> bool;
    unmatched(by: SelectedBy) -> Verdict;
    implicit_allow(target: &Target) -> Option<usize>;
    scope(authority: Authority) -> Authority;
    file_of(authority: &Authority, uri: &str) -> String;
    status(status: u16, redirects: usize) -> StatusClass;
    network_error(error: NetworkError, redirects: usize) -> Outcome;
    cut_body() -> CutBody;
    most_redirects() -> usize;
    redirect_end(end: RedirectEnd) -> Outcome;
    may_request(target: &Authority, initial: &Authority) -> bool;
    stored_for(initial: Authority, last: &str) -> Authority;
    copy_lifetime(freshness: Freshness) -> u64;
    unavailable_lifetime() -> u64;
    unreachable_lifetime() -> u64;
    unavailable(has_copy: bool) -> Undefined;
    unreachable(has_copy: bool, seconds: u64) -> Undefined;
}
