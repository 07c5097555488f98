//! Faults in the star's groups and in what applies without any (RFC 9309, section 2.2.1).

use super::selection::{File, stars, usual, with};
use super::{Fault, NONE, fault};
use crate::variant::{Hooks, Variant};
use repspec_reference::{Group, SelectedBy, Selection, Verdict};

pub(super) const FAULTS: &[Fault] = &[
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
    )
    .broad("Every case about groups has one that names its crawler."),
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
];

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
