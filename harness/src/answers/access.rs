//! What the answers say at each hook of the access layer.

use super::*;
use repspec_reference::access::{
    Authority, CutBody as Cut, Freshness, NetworkError, Outcome, RedirectEnd, StatusClass,
    Undefined,
};
use repspec_reference::seam::{DAY, Rfc, Seam as _};

/// As many redirects as clients follow that follow many.
const MANY: usize = 20;
/// For ever, as far as a test can tell.
const LONG: u64 = 365 * DAY;
const HOUR: u64 = 3_600;

impl Answers {
    pub(crate) fn scope(&self, authority: Authority) -> Authority {
        Rfc.scope(authority)
    }

    pub(crate) fn file_of(&self, authority: &Authority, uri: &str) -> String {
        Rfc.file_of(authority, uri)
    }

    pub(crate) fn status(&self, status: u16, redirects: usize) -> StatusClass {
        match status {
            201..=299 => match self.odd_2xx {
                Odd2xx::Successful => StatusClass::Successful,
                Odd2xx::Unavailable => StatusClass::Unavailable,
                Odd2xx::Unreachable => StatusClass::Unreachable,
            },
            300 if self.status_300 == Status300::Followed => StatusClass::Redirect,
            304 => match self.status_304 {
                Status304::Unreachable => StatusClass::Unreachable,
                Status304::Unavailable => StatusClass::Unavailable,
                Status304::NoRules => StatusClass::Successful,
            },
            429 if self.status_429 == Status429::Unreachable => StatusClass::Unreachable,
            600.. => match self.status_600 {
                Status600::Unreachable => StatusClass::Unreachable,
                Status600::Unavailable => StatusClass::Unavailable,
                Status600::BodyUsed => StatusClass::Successful,
            },
            _ => Rfc.status(status, redirects),
        }
    }

    pub(crate) fn network_error(&self, error: NetworkError, redirects: usize) -> Outcome {
        match (error, self.malformed_response) {
            (NetworkError::Malformed, NoFile::Unavailable) => Outcome::Unavailable,
            _ => Rfc.network_error(error, redirects),
        }
    }

    pub(crate) fn cut_body(&self) -> Cut {
        match self.cut_body {
            CutBody::Unreachable => Cut::Unreachable,
            CutBody::WhatArrived => Cut::WhatArrived,
        }
    }

    pub(crate) fn most_redirects(&self) -> usize {
        match self.more_than_five_redirects {
            MoreThanFive::Followed => MANY,
            MoreThanFive::Unavailable | MoreThanFive::Unreachable => Rfc.most_redirects(),
        }
    }

    pub(crate) fn redirect_end(&self, end: RedirectEnd) -> Outcome {
        let unreachable = match end {
            RedirectEnd::TooMany => self.more_than_five_redirects == MoreThanFive::Unreachable,
            RedirectEnd::Loop => self.redirect_loop == RedirectEnds::Unreachable,
            RedirectEnd::NoLocation => self.no_location == RedirectEnds::Unreachable,
            RedirectEnd::BadLocation => self.bad_location == RedirectEnds::Unreachable,
            RedirectEnd::Private => false,
        };
        if unreachable { Outcome::Unreachable } else { Rfc.redirect_end(end) }
    }

    pub(crate) fn may_request(&self, target: &Authority, initial: &Authority) -> bool {
        Rfc.may_request(target, initial)
    }

    pub(crate) fn stored_for(&self, initial: Authority, last: &str) -> Authority {
        Rfc.stored_for(initial, last)
    }

    pub(crate) fn copy_lifetime(&self, freshness: Freshness) -> u64 {
        let Freshness { mut max_age, mut no_store } = freshness;
        if self.shorter_max_age == CacheControl::Ignored {
            max_age = None;
        }
        no_store &= self.no_store == CacheControl::Obeyed;
        let longest = match (self.asked_again, self.copy_lifetime) {
            (AskedAgain::EachTime, _) => 0,
            (_, CopyLifetime::NotForAnHour) => HOUR / 2,
            (_, CopyLifetime::Hours) => 12 * HOUR,
            (_, CopyLifetime::MostOfADay) => DAY,
        };
        Rfc.copy_lifetime(Freshness { max_age, no_store }).min(longest)
    }

    pub(crate) fn unavailable_lifetime(&self) -> u64 {
        match self.unavailable_lifetime {
            UnavailableLifetime::AtMostADay => DAY,
            UnavailableLifetime::Longer => LONG,
            UnavailableLifetime::NotKept => 0,
        }
    }

    pub(crate) fn unreachable_lifetime(&self) -> u64 {
        match self.unreachable_lifetime {
            UnreachableLifetime::AtMostADay => DAY,
            UnreachableLifetime::Longer => LONG,
            UnreachableLifetime::NotKept => 0,
        }
    }

    pub(crate) fn unavailable(&self, has_copy: bool) -> Undefined {
        match (self.unavailable, self.unavailable_after_cached) {
            (_, UnavailableAfterCached::CachedCopy) if has_copy => Undefined::Copy,
            (Unavailable::Disallowed, _) => Undefined::Disallow,
            _ => Rfc.unavailable(has_copy),
        }
    }

    pub(crate) fn unreachable(&self, has_copy: bool, seconds: u64) -> Undefined {
        let is_long = seconds >= 30 * DAY;
        match (self.undefined_for_30_days, self.unreachable_with_cache) {
            (UndefinedForLong::Disallow, _) if is_long => Undefined::Disallow,
            (UndefinedForLong::CachedCopy, _) if is_long && has_copy => Undefined::Copy,
            (_, UnreachableWithCache::CompleteDisallow) if !is_long => Undefined::Disallow,
            _ => Rfc.unreachable(has_copy, seconds),
        }
    }
}
