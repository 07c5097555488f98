//! Faults in which groups a crawler obeys (RFC 9309, section 2.2.1).

use super::{Fault, NONE, fault, never_ends};
use crate::variant::{Hooks, Variant};
use repspec_reference::seam::{Agent, Seam};
use repspec_reference::{Group, Robots, SelectedBy, Selection, Verdict, select_groups};

type File = Robots<Variant>;

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
        "only-star-obeyed",
        "token-finds-groups",
        "Groups that name a crawler are not looked at: everybody obeys the star's.",
        Hooks {
            select: Some(|robots, _| {
                let groups = stars(robots);
                let by = if groups.is_empty() { SelectedBy::Nothing } else { SelectedBy::Star };
                Selection { by, groups }
            }),
            ..NONE
        },
    ),
    fault(
        "star-counts-alone-only",
        "product-token-production",
        "A star that shares its group with other tokens does not count.",
        Hooks {
            select: Some(|robots, crawler| {
                let mut chosen = usual(robots, crawler);
                if chosen.by == SelectedBy::Star {
                    chosen.groups.retain(|index| robots.group(*index).agents().len() == 1);
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
        "star-never-used",
        "star-group-fallback",
        "The star is filtered out of user-agent lines, so its group is for nobody.",
        Hooks {
            select: Some(|robots, crawler| {
                let chosen = usual(robots, crawler);
                match chosen.by {
                    SelectedBy::Token | SelectedBy::Nothing => chosen,
                    SelectedBy::Star => Selection { by: SelectedBy::Nothing, groups: Vec::new() },
                }
            }),
            ..NONE
        },
    )
    .broad("Most cases use the star's group, so that tokens do not matter in them."),
    fault(
        "star-merged",
        "star-group-fallback",
        "The rules of the star's group are added to those of the crawler's own group.",
        Hooks {
            select: Some(|robots, crawler| with(robots, crawler, |robots, _| stars(robots))),
            ..NONE
        },
    ),
    fault(
        "star-wins-if-first",
        "star-group-fallback",
        "The star's group is obeyed if it comes before the crawler's own.",
        Hooks {
            select: Some(|robots, crawler| {
                let chosen = usual(robots, crawler);
                let stars = stars(robots);
                match (chosen.groups.first(), stars.first()) {
                    (Some(own), Some(star)) if star < own => {
                        Selection { by: SelectedBy::Star, groups: stars }
                    }
                    _ => chosen,
                }
            }),
            ..NONE
        },
    ),
    fault(
        "star-only-as-last-group",
        "star-group-fallback",
        "The star's group counts only if it is the last one.",
        Hooks {
            select: Some(|robots, crawler| {
                let mut chosen = usual(robots, crawler);
                if chosen.by == SelectedBy::Star {
                    chosen.groups.retain(|index| index + 1 == robots.groups().len());
                }
                chosen
            }),
            ..NONE
        },
    ),
    fault(
        "star-only-as-first-group",
        "star-group-fallback",
        "The star's group counts only if it is the first one.",
        Hooks {
            select: Some(|robots, crawler| {
                let mut chosen = usual(robots, crawler);
                if chosen.by == SelectedBy::Star {
                    chosen.groups.retain(|index| *index == 0);
                }
                chosen
            }),
            ..NONE
        },
    ),
    fault(
        "empty-own-group-falls-back",
        "empty-pattern-production",
        "A crawler whose own group has only empty patterns obeys the star's group.",
        Hooks {
            select: Some(|robots, crawler| {
                falling_back(robots, crawler, |group| {
                    group.rules().len() > 0 && group.rules().all(|rule| rule.path.is_empty())
                })
            }),
            ..NONE
        },
    ),
    fault(
        "ruleless-own-group-falls-back",
        "last-group-may-lack-rules",
        "A crawler whose own group has no rules obeys the star's group.",
        Hooks {
            select: Some(|robots, crawler| {
                falling_back(robots, crawler, |group| group.rules().len() == 0)
            }),
            ..NONE
        },
    ),
    fault(
        "ruleless-own-group-forbids",
        "group-without-rules-allows",
        "A crawler whose own group has no rules may access nothing.",
        Hooks {
            select: Some(|robots, crawler| {
                let mut chosen = usual(robots, crawler);
                if chosen.groups.iter().all(|index| robots.group(*index).rules().len() == 0) {
                    chosen.by = SelectedBy::Nothing;
                }
                chosen
            }),
            unmatched: Some(|by| match by {
                SelectedBy::Nothing => Verdict::Disallow,
                SelectedBy::Token | SelectedBy::Star => Verdict::Allow,
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
        "star-group-continues-own",
        "star-group-fallback",
        "A user-agent line with a star does not end the group before it.",
        Hooks {
            select: Some(|robots, crawler| {
                with(robots, crawler, |robots, own| {
                    let stars = stars(robots);
                    own.iter().map(|index| index + 1).filter(|next| stars.contains(next)).collect()
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
        "first-group-for-the-unnamed",
        "no-group-no-rules",
        "A crawler that no group is for obeys the first one.",
        Hooks {
            select: Some(|robots, crawler| {
                let mut chosen = usual(robots, crawler);
                if chosen.groups.is_empty() && robots.groups().len() > 0 {
                    chosen = Selection { by: SelectedBy::Star, groups: vec![0] };
                }
                chosen
            }),
            ..NONE
        },
    ),
    fault(
        "last-group-for-the-unnamed",
        "no-group-no-rules",
        "A crawler that no group is for obeys the last one.",
        Hooks {
            select: Some(|robots, crawler| {
                let mut chosen = usual(robots, crawler);
                if let (true, Some(last)) =
                    (chosen.groups.is_empty(), robots.groups().len().checked_sub(1))
                {
                    chosen = Selection { by: SelectedBy::Star, groups: vec![last] };
                }
                chosen
            }),
            ..NONE
        },
    ),
    fault(
        "no-group-forbids",
        "no-group-no-rules",
        "A crawler that no group is for may access nothing.",
        Hooks {
            unmatched: Some(|by| match by {
                SelectedBy::Nothing => Verdict::Disallow,
                SelectedBy::Token | SelectedBy::Star => Verdict::Allow,
            }),
            ..NONE
        },
    ),
    fault(
        "no-group-crashes",
        "file-production",
        "A file without any group makes the parser fail.",
        Hooks {
            select: Some(|robots, crawler| {
                assert!(robots.groups().len() > 0, "no first group");
                usual(robots, crawler)
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

fn usual(robots: &File, crawler: &[u8]) -> Selection {
    select_groups(robots.seam(), robots, crawler)
}

/// The usual choice with some groups more, unless nothing was chosen.
fn with(robots: &File, crawler: &[u8], more: fn(&File, &[usize]) -> Vec<usize>) -> Selection {
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
fn stars(robots: &File) -> Vec<usize> {
    let groups = robots.groups().enumerate();
    groups
        .filter(|(_, group)| group.agents().any(|(_, agent)| agent == Agent::Star))
        .map(|(index, _)| index)
        .collect()
}

/// The star's groups instead of own groups that are all like this.
fn falling_back(robots: &File, crawler: &[u8], like: fn(&Group<'_, Variant>) -> bool) -> Selection {
    let chosen = usual(robots, crawler);
    let falls = chosen.by == SelectedBy::Token
        && chosen.groups.iter().all(|index| like(&robots.group(*index)));
    match stars(robots) {
        stars if falls && !stars.is_empty() => Selection { by: SelectedBy::Star, groups: stars },
        _ => chosen,
    }
}
