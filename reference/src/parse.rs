//! From octets to groups and rules (RFC 9309, sections 2.1, 2.2, 2.2.4, 2.3.1.5 and 2.5).

use crate::decide::{Decision, Rules, Verdict};
use crate::explain::Explanation;
use crate::octets::trim;
use crate::seam::{Agent, Effect, Line, PARSING_LIMIT, Path, Record, Rfc, Seam};
use alloc::vec::Vec;
use core::ops::Range;

/// A parsed robots.txt: parse once, ask many times.
#[derive(Clone, Debug, Default)]
pub struct Robots<S = Rfc> {
    seam: S,
    values: Vec<u8>,
    groups: Vec<GroupSpan>,
    agents: Vec<StoredAgent>,
    rules: Vec<StoredRule>,
}

/// Where a group begins; it ends where the next one begins.
#[derive(Clone, Copy, Debug)]
struct GroupSpan {
    first_agent: usize,
    first_rule: usize,
}

#[derive(Clone, Debug)]
struct StoredAgent {
    line: usize,
    kind: AgentKind,
    value: Range<usize>,
}

#[derive(Clone, Copy, Debug)]
enum AgentKind {
    Star,
    Token,
    Invalid,
}

#[derive(Clone, Debug)]
struct StoredRule {
    line: usize,
    access: Verdict,
    value: Range<usize>,
}

/// One group: its user-agent lines and its rules (section 2.1).
#[derive(Debug)]
pub struct Group<'r, S> {
    robots: &'r Robots<S>,
    agents: Range<usize>,
    rules: Range<usize>,
}

impl<S> Clone for Group<'_, S> {
    fn clone(&self) -> Self {
        Self { robots: self.robots, agents: self.agents.clone(), rules: self.rules.clone() }
    }
}

/// An allow or disallow line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleLine<'r> {
    /// Its line, from 1.
    pub line: usize,
    /// Whether it allows or disallows.
    pub access: Verdict,
    /// Its path as written; empty for an empty pattern.
    pub path: &'r [u8],
}

impl Robots<Rfc> {
    /// Parses any octets as the RFC says.
    #[must_use]
    pub fn parse(octets: &[u8]) -> Self {
        Self::parse_with(octets, Rfc)
    }
}

impl<S: Seam> Robots<S> {
    /// Parses any octets as `seam` says.
    #[must_use]
    pub fn parse_with(octets: &[u8], seam: S) -> Self {
        let mut groups = Grouping::default();
        groups.values.reserve(octets.len().min(PARSING_LIMIT) / 2);
        for_each_line(octets, &seam, |number, line, effect| groups.take(number, line, effect));
        let Grouping { values, groups, agents, rules, .. } = groups;
        Self { seam, values, groups, agents, rules }
    }

    /// The rules that a crawler with this product token obeys (2.2.1), ready to be asked.
    #[must_use]
    pub fn rules_for(&self, token: &str) -> Rules<'_, S> {
        Rules::new(self, self.seam.select(self, token.as_bytes()))
    }

    /// May a crawler with this product token access this URI (or path)?
    #[must_use]
    pub fn decide(&self, token: &str, uri: &str) -> Decision {
        self.rules_for(token).decide(uri)
    }

    /// The decision, with everything that led to it.
    #[must_use]
    pub fn explain(&self, token: &str, uri: &str) -> Explanation {
        self.rules_for(token).explain(uri)
    }

    /// The same parsed file, asked through another seam: for seams that differ in hooks of matching only.
    #[must_use]
    pub fn with_seam<T: Seam>(self, seam: T) -> Robots<T> {
        let Self { values, groups, agents, rules, .. } = self;
        Robots { seam, values, groups, agents, rules }
    }

    /// The seam that it was parsed with.
    #[must_use]
    pub const fn seam(&self) -> &S {
        &self.seam
    }

    /// All groups, in the order of the file.
    pub fn groups(&self) -> impl ExactSizeIterator<Item = Group<'_, S>> {
        (0..self.groups.len()).map(|index| self.group(index))
    }

    /// The group with this index.
    ///
    /// # Panics
    /// If there are not that many groups.
    #[must_use]
    pub fn group(&self, index: usize) -> Group<'_, S> {
        let GroupSpan { first_agent, first_rule } = self.groups[index];
        let (end_agent, end_rule) =
            self.groups.get(index + 1).map_or((self.agents.len(), self.rules.len()), |next| {
                (next.first_agent, next.first_rule)
            });
        Group { robots: self, agents: first_agent..end_agent, rules: first_rule..end_rule }
    }
}

impl<'r, S> Group<'r, S> {
    /// Its user-agent lines: line (from 1) and whom it names.
    pub fn agents(&self) -> impl ExactSizeIterator<Item = (usize, Agent<'r>)> + use<'r, S> {
        let values = &self.robots.values;
        self.robots.agents[self.agents.clone()].iter().map(|agent| {
            let value = &values[agent.value.clone()];
            let named = match agent.kind {
                AgentKind::Star => Agent::Star,
                AgentKind::Token => Agent::Token(value),
                AgentKind::Invalid => Agent::Invalid(value),
            };
            (agent.line, named)
        })
    }

    /// Its rules, in the order of the file.
    pub fn rules(&self) -> impl ExactSizeIterator<Item = RuleLine<'r>> + use<'r, S> {
        let values = &self.robots.values;
        self.robots.rules[self.rules.clone()].iter().map(|rule| RuleLine {
            line: rule.line,
            access: rule.access,
            path: &values[rule.value.clone()],
        })
    }
}

/// Calls `each` with the number (from 1) of every line within the parsing limit, what it is, and what it does.
pub fn for_each_line<S: Seam>(
    octets: &[u8],
    seam: &S,
    mut each: impl FnMut(usize, &Line<'_>, Effect),
) {
    let limit = seam.parsed_octets(octets.len()).min(octets.len());
    let cut = octets.get(limit).is_some_and(|next| !matches!(next, b'\r' | b'\n'));
    let text = seam.text(&octets[..limit]);
    let mut rest: &[u8] = &text;
    let mut number = 0;
    while !rest.is_empty() {
        number += 1;
        let (line, after) = match seam.line_end(rest) {
            Some(end) => (&rest[..end.at], &rest[end.at + end.octets..]),
            None if cut && !seam.keeps_cut_line(rest) => return,
            None => (rest, &rest[rest.len()..]),
        };
        let line = understand(line, seam);
        let effect = seam.effect(&line);
        each(number, &line, effect);
        rest = after;
    }
}

fn understand<'t, S: Seam>(line: &'t [u8], seam: &S) -> Line<'t> {
    let Some(content) = seam.content(line) else { return Line::Unparseable(trim(line)) };
    match seam.record(content) {
        Record::Agent(value) => Line::Agent(seam.agent(value)),
        Record::Rule(access, value) => Line::Rule(access, seam.path(value)),
        Record::Other { key, value } => Line::Other { key, value },
        Record::Empty => Line::Empty,
        Record::Unparseable(content) => Line::Unparseable(content),
    }
}

/// The groups while the lines come in (section 2.1).
#[derive(Default)]
struct Grouping {
    at: Place,
    values: Vec<u8>,
    groups: Vec<GroupSpan>,
    agents: Vec<StoredAgent>,
    rules: Vec<StoredRule>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Place {
    #[default]
    NoGroup,
    Run,
    Rules,
}

impl Grouping {
    fn take(&mut self, number: usize, line: &Line<'_>, effect: Effect) {
        match (effect, line) {
            (Effect::Agent | Effect::NewGroup, Line::Agent(agent)) => {
                if self.at != Place::Run || effect == Effect::NewGroup {
                    let (first_agent, first_rule) = (self.agents.len(), self.rules.len());
                    self.groups.push(GroupSpan { first_agent, first_rule });
                }
                self.at = Place::Run;
                self.add_agent(number, *agent);
            }
            (Effect::Rule, Line::Rule(access, path)) if self.at != Place::NoGroup => {
                self.at = Place::Rules;
                self.add_rule(number, *access, path);
            }
            (Effect::EndRun, _) if self.at == Place::Run => self.at = Place::Rules,
            (Effect::EndGroup, _) => self.at = Place::NoGroup,
            _ => {}
        }
    }

    fn add_agent(&mut self, line: usize, agent: Agent<'_>) {
        let (kind, value) = match agent {
            Agent::Star => (AgentKind::Star, &b"*"[..]),
            Agent::Token(value) => (AgentKind::Token, value),
            Agent::Invalid(value) => (AgentKind::Invalid, value),
        };
        let value = self.store(value);
        self.agents.push(StoredAgent { line, kind, value });
    }

    fn add_rule(&mut self, line: usize, access: Verdict, path: &Path<'_>) {
        let value = match path {
            Path::Pattern(pattern) => self.store(pattern),
            Path::Empty | Path::Invalid(_) => self.store(b""),
        };
        self.rules.push(StoredRule { line, access, value });
    }

    fn store(&mut self, value: &[u8]) -> Range<usize> {
        let start = self.values.len();
        self.values.extend_from_slice(value);
        start..self.values.len()
    }
}
