//! Why a URI may be accessed or not: the reference's explanation, the lines it could not use, and the readings of the RFC
//! on which the verdict depends.

use crate::answers::alternatives;
use crate::outcome::Verdict;
use crate::printable;
use crate::variant::Variant;
use repspec_reference::seam::{Agent, Defect, Line, Path, Rfc};
use repspec_reference::{Explanation, Reason, Robots, RuleAccount, SelectedBy, for_each_line};
use schemars::JsonSchema;
use serde::Serialize;

/// Everything that there is to say about one decision. Octets are shown as text with escapes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Account {
    /// Whether the URI may be accessed.
    pub verdict: Verdict,
    /// What decided, in a sentence.
    pub reason: String,
    /// Path and query as they are compared.
    pub target: String,
    /// Why the groups were chosen, in a sentence.
    pub groups_chosen: String,
    /// The chosen groups.
    pub groups: Vec<Group>,
    /// The rule that decided.
    pub winning_rule: Option<Rule>,
    /// The rules that match as well, but lose.
    pub losing_rules: Vec<Rule>,
    /// How many rules of the chosen groups do not match.
    pub rules_not_matching: usize,
    /// Lines that say something which the grammar does not accept.
    pub unusable_lines: Vec<UnusableLine>,
    /// The readings that would give another verdict.
    pub readings: Vec<OtherReading>,
}

/// A chosen group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Group {
    /// Its user-agent lines.
    pub user_agents: Vec<UserAgent>,
    /// How many rules it has.
    pub rules: usize,
}

/// A user-agent line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct UserAgent {
    /// Its line, from 1.
    pub line: usize,
    /// Its value.
    pub value: String,
}

/// A rule that matches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Rule {
    /// Its line, from 1.
    pub line: usize,
    /// Whether it allows or disallows.
    pub access: Verdict,
    /// Its path as written.
    pub path: String,
    /// Its path as it is compared.
    pub normalised: String,
    /// How many octets that is: the most win.
    pub octets: usize,
}

/// A line that the grammar does not accept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct UnusableLine {
    /// Its number, from 1.
    pub line: usize,
    /// Why it is not used.
    pub why: String,
}

/// An answer to a reading under which the verdict would be another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct OtherReading {
    /// Id of the reading.
    pub reading: String,
    /// Id of the answer.
    pub answer: String,
    /// The verdict that it gives; `None` if it refuses the question.
    pub verdict: Option<Verdict>,
}

/// Explains one decision.
#[must_use]
pub fn explain(robots_txt: &[u8], token: &str, uri: &str) -> Account {
    let told = Robots::parse(robots_txt).explain(token, uri);
    Account {
        verdict: told.decision.verdict.into(),
        reason: reason(&told),
        target: printable::line(told.target.as_deref().unwrap_or_default()),
        groups_chosen: groups_chosen(told.selected_by, token),
        groups: told.groups.iter().map(group).collect(),
        winning_rule: told.winner.as_ref().map(rule),
        losing_rules: told.losers.iter().map(rule).collect(),
        rules_not_matching: told.not_matching,
        unusable_lines: unusable_lines(robots_txt),
        readings: other_readings(robots_txt, token, uri, told.decision.verdict),
    }
}

/// The line of the rule that decides, from 1; `None` if no rule does.
#[must_use]
pub fn deciding_line(robots_txt: &[u8], token: &str, uri: &str) -> Option<usize> {
    match Robots::parse(robots_txt).decide(token, uri).reason {
        Reason::Rule { line, .. } => Some(line),
        Reason::NoMatch | Reason::NoGroup | Reason::RobotsTxt | Reason::Refused => None,
    }
}

impl From<repspec_reference::Verdict> for Verdict {
    fn from(verdict: repspec_reference::Verdict) -> Self {
        match verdict {
            repspec_reference::Verdict::Allow => Self::Allow,
            repspec_reference::Verdict::Disallow => Self::Disallow,
        }
    }
}

fn reason(told: &Explanation) -> String {
    match told.decision.reason {
        Reason::Rule { line, octets } => {
            let others = if told.losers.is_empty() { "the only" } else { "the most specific" };
            let octets = printable::counted(octets, "octet");
            format!("the rule in line {line} ({octets}) is {others} match (section 2.2.2)")
        }
        Reason::NoMatch => "no rule of the chosen groups matches (section 2.2.2)".to_owned(),
        Reason::NoGroup => "no rules apply (section 2.2.1)".to_owned(),
        Reason::RobotsTxt => "/robots.txt is always allowed (section 2.2.2)".to_owned(),
        Reason::Refused => "the question was refused".to_owned(),
    }
}

fn groups_chosen(by: SelectedBy, token: &str) -> String {
    let token = printable::line(token.as_bytes());
    match by {
        SelectedBy::Token => format!("they name {token}"),
        SelectedBy::Star => format!("they are for \"*\", and no group names {token}"),
        SelectedBy::Nothing => format!("no group names {token}, and none is for \"*\""),
    }
}

fn group(group: &repspec_reference::ChosenGroup) -> Group {
    let agents = group.agents.iter();
    let user_agents =
        agents.map(|(line, value)| UserAgent { line: *line, value: printable::line(value) });
    Group { user_agents: user_agents.collect(), rules: group.rules }
}

fn rule(rule: &RuleAccount) -> Rule {
    Rule {
        line: rule.line,
        access: rule.access.into(),
        path: printable::line(&rule.path),
        normalised: printable::line(&rule.normalised),
        octets: rule.octets,
    }
}

fn unusable_lines(robots_txt: &[u8]) -> Vec<UnusableLine> {
    let mut lines = Vec::new();
    let mut in_group = false;
    for_each_line(robots_txt, &Rfc, |line, what, _| {
        in_group |= matches!(what, Line::Agent(_));
        let why = match what {
            Line::Unparseable(_) => "it has no colon",
            Line::Agent(Agent::Invalid([])) => "it names nobody",
            Line::Agent(Agent::Invalid(_)) => "its value is no product token",
            Line::Rule(_, Path::Invalid(Defect::NoLeadingSlash)) => {
                "its value starts with neither \"/\" nor \"*\""
            }
            Line::Rule(_, Path::Invalid(Defect::ControlOrSpace)) => {
                "its value has a space or a control character in it"
            }
            Line::Rule(_, Path::Invalid(Defect::NotUtf8)) => "its value is not UTF-8",
            Line::Rule(..) if !in_group => "it is a rule outside any group",
            Line::Rule(..) | Line::Agent(_) | Line::Empty | Line::Other { .. } => return,
        };
        lines.push(UnusableLine { line, why: why.to_owned() });
    });
    lines
}

fn other_readings(
    robots_txt: &[u8],
    token: &str,
    uri: &str,
    verdict: repspec_reference::Verdict,
) -> Vec<OtherReading> {
    let others = alternatives().filter_map(|(reading, answer, answers)| {
        let other = Robots::parse_with(robots_txt, Variant::from(answers)).decide(token, uri);
        let refused = other.reason == Reason::Refused;
        (refused || other.verdict != verdict).then(|| OtherReading {
            reading: reading.to_owned(),
            answer: answer.to_owned(),
            verdict: (!refused).then(|| other.verdict.into()),
        })
    });
    others.collect()
}
