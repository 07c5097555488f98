//! Which groups a crawler obeys (RFC 9309, section 2.2.1).

use crate::parse::Robots;
use crate::seam::{Agent, Seam};
use alloc::vec::Vec;

/// The groups that a crawler obeys; their rules count as one group's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    /// Why these.
    pub by: SelectedBy,
    /// Their indices, in the order of the file.
    pub groups: Vec<usize>,
}

/// Why a group is obeyed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SelectedBy {
    /// It names the crawler.
    Token,
    /// It is for `*`, and no group names the crawler.
    Star,
    /// There is none; no rules apply.
    Nothing,
}

/// All groups that name the crawler; if there is none, all for `*`.
#[must_use]
pub fn select_groups<S: Seam>(seam: &S, robots: &Robots<S>, crawler: &[u8]) -> Selection {
    let having = |wanted: &dyn Fn(Agent<'_>) -> bool| {
        robots
            .groups()
            .enumerate()
            .filter(|(_, group)| group.agents().any(|(_, agent)| wanted(agent)))
            .map(|(index, _)| index)
            .collect::<Vec<_>>()
    };
    let own = having(&|agent| agent != Agent::Star && seam.names(agent, crawler));
    if !own.is_empty() {
        return Selection { by: SelectedBy::Token, groups: own };
    }
    let star = having(&|agent| agent == Agent::Star);
    let by = if star.is_empty() { SelectedBy::Nothing } else { SelectedBy::Star };
    Selection { by, groups: star }
}
