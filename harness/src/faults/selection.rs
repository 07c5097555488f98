//! Faults in which of the groups that name a crawler it obeys (RFC 9309, section 2.2.1).

use super::{Fault, NONE, fault, never_ends};
use crate::variant::{Hooks, Variant};
use repspec_reference::seam::{Agent, Seam};
use repspec_reference::{Group, Robots, SelectedBy, Selection, Verdict, select_groups};

pub(super) type File = Robots<Variant>;

pub(super) const FAULTS: &[Fault] = &[
    fault(
        "only-first-agent-counts",
        "group-is-agents-then-rules",
        "Of several user-agent lines only the first counts.",
        Hooks {
            select: Some(|robots, crawler| {
                by_agents(robots, crawler, |agents| &agents[..agents.len().min(1)])
            }),
            ..NONE
        },
    ),
    fault(
        "only-last-agent-counts",
        "group-is-agents-then-rules",
        "Of several user-agent lines only the last counts.",
        Hooks {
            select: Some(|robots, crawler| {
                by_agents(robots, crawler, |agents| &agents[agents.len().saturating_sub(1)..])
            }),
            ..NONE
        },
    ),
    fault(
        "first-two-agents-count",
        "group-is-agents-then-rules",
        "Of several user-agent lines the first two count.",
        Hooks {
            select: Some(|robots, crawler| {
                by_agents(robots, crawler, |agents| &agents[..agents.len().min(2)])
            }),
            ..NONE
        },
    ),
    fault(
        "rules-for-first-agent-only",
        "group-is-agents-then-rules",
        "Each user-agent line starts an entry, and the rules go to the first one's: the others may access everything.",
        Hooks {
            select: Some(|robots, crawler| {
                let mut chosen = usual(robots, crawler);
                if chosen.by == SelectedBy::Token {
                    chosen.groups.retain(|index| {
                        let first = robots.group(*index).agents().next();
                        first.is_some_and(|(_, agent)| robots.seam().names(agent, crawler))
                    });
                }
                chosen
            }),
            ..NONE
        },
    ),
    fault(
        "star-hides-other-agents",
        "matching-groups-combined",
        "Tokens that share their group with a star do not count.",
        Hooks {
            select: Some(|robots, crawler| {
                by_agents(robots, crawler, |agents| {
                    let star = agents.iter().position(|agent| *agent == Agent::Star);
                    star.map_or(agents, |at| &agents[at..=at])
                })
            }),
            ..NONE
        },
    ),
    fault(
        "first-group-only",
        "matching-groups-combined",
        "Of several groups for a crawler only the first counts.",
        Hooks {
            select: Some(|robots, crawler| {
                let mut chosen = usual(robots, crawler);
                chosen.groups.truncate(1);
                chosen
            }),
            ..NONE
        },
    ),
    fault(
        "last-group-only",
        "matching-groups-combined",
        "Of several groups for a crawler only the last counts.",
        Hooks {
            select: Some(|robots, crawler| {
                let mut chosen = usual(robots, crawler);
                chosen.groups.drain(..chosen.groups.len().saturating_sub(1));
                chosen
            }),
            ..NONE
        },
    ),
    fault(
        "neighbouring-groups-only",
        "figure-2",
        "Several groups for a crawler are combined only if no other group is between them.",
        Hooks {
            select: Some(|robots, crawler| {
                let mut chosen = usual(robots, crawler);
                let first = chosen.groups.first().copied().unwrap_or_default();
                let mut at = first;
                chosen.groups.retain(|index| {
                    let joins = *index == at;
                    at += usize::from(joins);
                    joins
                });
                chosen
            }),
            ..NONE
        },
    ),
    fault(
        "next-group-added",
        "group-ends-at-agent-line",
        "A user-agent line does not end the group before it: the next group's rules are added.",
        Hooks {
            select: Some(|robots, crawler| {
                with(robots, crawler, |_, own| own.iter().map(|index| index + 1).collect())
            }),
            ..NONE
        },
    ),
    fault(
        "group-before-added",
        "group-ends-at-agent-line",
        "Rules are not cleared when a group begins: those of the group before are added.",
        Hooks {
            select: Some(|robots, crawler| {
                with(robots, crawler, |_, own| {
                    own.iter().filter_map(|index| index.checked_sub(1)).collect()
                })
            }),
            ..NONE
        },
    ),
    fault(
        "all-groups-obeyed",
        "group-ends-at-agent-line",
        "The rules of all groups are obeyed, whomever they are for.",
        Hooks {
            select: Some(|robots, crawler| {
                with(robots, crawler, |robots, _| (0..robots.groups().len()).collect())
            }),
            ..NONE
        },
    ),
    fault(
        "ban-of-another-obeyed",
        "no-group-no-rules",
        "A group that forbids another crawler everything is obeyed as well.",
        Hooks {
            select: Some(|robots, crawler| {
                with(robots, crawler, |robots, _| {
                    let bans = |group: &Group<'_, Variant>| {
                        group
                            .rules()
                            .any(|rule| rule.path == b"/" && rule.access == Verdict::Disallow)
                    };
                    let groups = robots.groups().enumerate();
                    groups.filter(|(_, group)| bans(group)).map(|(index, _)| index).collect()
                })
            }),
            ..NONE
        },
    ),
    fault(
        "repeated-groups-never-end",
        "limit-at-least-500-kib",
        "Groups for the same token are joined two by two: with many, this does not end in time.",
        Hooks {
            select: Some(|robots, crawler| {
                if robots.groups().len() > 10_000 {
                    never_ends();
                }
                usual(robots, crawler)
            }),
            ..NONE
        },
    ),
];

pub(super) fn usual(robots: &File, crawler: &[u8]) -> Selection {
    select_groups(robots.seam(), robots, crawler)
}

/// The usual choice with some groups more, unless nothing was chosen.
pub(super) fn with(
    robots: &File,
    crawler: &[u8],
    more: fn(&File, &[usize]) -> Vec<usize>,
) -> Selection {
    let Selection { by, groups: mut chosen } = usual(robots, crawler);
    chosen.extend(more(robots, &chosen).into_iter().filter(|index| *index < robots.groups().len()));
    chosen.sort_unstable();
    chosen.dedup();
    Selection { by, groups: chosen }
}

/// The choice, if only some of the user-agent lines of a group count.
fn by_agents(
    robots: &File,
    crawler: &[u8],
    counting: for<'a, 'r> fn(&'a [Agent<'r>]) -> &'a [Agent<'r>],
) -> Selection {
    let having = |wanted: &dyn Fn(Agent<'_>) -> bool| {
        let groups = robots.groups().enumerate();
        let chosen = groups.filter(|(_, group)| {
            let agents: Vec<_> = group.agents().map(|(_, agent)| agent).collect();
            counting(&agents).iter().any(|agent| wanted(*agent))
        });
        chosen.map(|(index, _)| index).collect::<Vec<_>>()
    };
    let own = having(&|agent| agent != Agent::Star && robots.seam().names(agent, crawler));
    if !own.is_empty() {
        return Selection { by: SelectedBy::Token, groups: own };
    }
    let star = having(&|agent| agent == Agent::Star);
    let by = if star.is_empty() { SelectedBy::Nothing } else { SelectedBy::Star };
    Selection { by, groups: star }
}

/// The star's groups.
pub(super) fn stars(robots: &File) -> Vec<usize> {
    let groups = robots.groups().enumerate();
    groups
        .filter(|(_, group)| group.agents().any(|(_, agent)| agent == Agent::Star))
        .map(|(index, _)| index)
        .collect()
}
