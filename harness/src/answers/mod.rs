//! A run-time set of answers to the readings, put into the reference as a [`Variant`](crate::variant::Variant).
//!
//! [`Answers::default`] is the reference itself. Each field is one reading; [`Answers::give`] sets it by the ids that
//! `spec-cases/readings.yaml` uses.

mod access;
mod seam;
mod values;

/// Declares the words with which readings can be answered; the first of each is the reference's.
macro_rules! words {
    ($($(#[$doc:meta])* $name:ident { $first:ident = $first_id:literal $(, $word:ident = $id:literal)* })*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        #[allow(missing_docs, reason = "the words are explained in spec-cases/readings.yaml")]
        pub enum $name { #[default] $first, $($word),* }

        impl $name {
            const WORDS: &'static [(&'static str, Self)] = &[($first_id, Self::$first) $(, ($id, Self::$word))*];
            const IDS: &'static [&'static str] = &[$first_id $(, $id)*];

            fn from_id(id: &str) -> Option<Self> {
                Self::WORDS.iter().find(|(word, _)| *word == id).map(|(_, answer)| *answer)
            }
        }
    )* };
}

/// Declares the readings: their fields, ids and words.
macro_rules! readings {
    ($($field:ident: $words:ident = $id:literal,)*) => {
        /// One answer to each reading of the RFC that a verdict can show.
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        #[allow(missing_docs, reason = "the readings are explained in spec-cases/readings.yaml")]
        pub struct Answers { $(pub $field: $words),* }

        /// Id of each reading, and the ids of its answers; the first is the reference's.
        pub const READINGS: &[(&str, &[&str])] = &[$(($id, $words::IDS)),*];

        impl Answers {
            /// Answers one reading.
            ///
            /// # Errors
            /// If there is no such reading, or it has no such answer.
            pub fn give(&mut self, reading: &str, answer: &str) -> Result<(), UnknownAnswer> {
                let unknown = || UnknownAnswer { reading: reading.to_owned(), answer: answer.to_owned() };
                match reading {
                    $($id => self.$field = $words::from_id(answer).ok_or_else(unknown)?,)*
                    _ => return Err(unknown()),
                }
                Ok(())
            }
        }
    };
}

/// There is no such reading, or it has no such answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the reading `{reading}` has no answer `{answer}`")]
pub struct UnknownAnswer {
    /// Id of the reading.
    pub reading: String,
    /// Id of the answer.
    pub answer: String,
}

words! {
    /// What a value is that starts with `*`.
    LeadingStar { Pattern = "pattern", NotARule = "not-a-rule", SlashPrepended = "slash-prepended" }
    /// What a value is that starts with neither `/` nor `*`.
    NoLeadingSlash { NotARule = "not-a-rule", SlashPrepended = "slash-prepended" }
    /// What a value is that is a whole URI.
    AbsoluteUri { NotARule = "not-a-rule", PathTaken = "path-taken" }
    /// What an unparseable line does to a run of user-agent lines.
    InRun { Transparent = "transparent", EndsTheRun = "ends-the-run" }
    /// Whom a value names that is no product token.
    InvalidToken {
        NamesNobody = "names-nobody",
        LongestValidPrefix = "longest-valid-prefix",
        WholeValueCompared = "whole-value-compared"
    }
    /// Whether such a line starts a group.
    InvalidTokenGroup { StartsAGroup = "starts-a-group", Transparent = "transparent" }
    /// Whom a user-agent line without value names.
    EmptyToken { NamesNobody = "names-nobody", MatchesAll = "matches-all", Transparent = "transparent" }
    /// What a misspelled user-agent line does.
    BrokenAgentLine { Transparent = "transparent", Accepted = "accepted", EndsTheRun = "ends-the-run" }
    /// Whom a value with commas names.
    CommaTokens {
        NamesNobody = "names-nobody",
        LongestValidPrefix = "longest-valid-prefix",
        WholeValueCompared = "whole-value-compared",
        List = "list"
    }
    /// How a product token is compared.
    TokenMatch { Equality = "equality", Prefix = "prefix" }
    /// Which of several groups for `*` count.
    RepeatedStar { Merged = "merged", FirstOnly = "first-only", LastOnly = "last-only" }
    /// What an unknown key is.
    Key { OtherRecord = "other-record", Accepted = "accepted" }
    /// What a line without a colon is.
    MissingColon { Ignored = "ignored", Accepted = "accepted" }
    /// What becomes of a value with an octet that the grammar excludes.
    Excluded { LineIgnored = "line-ignored", Kept = "kept", CutAtIt = "cut-at-it" }
    /// What becomes of a rule with such an octet in its comment.
    InComment { RuleKept = "rule-kept", RuleLost = "rule-lost" }
    /// What becomes of a value that is not UTF-8.
    InvalidUtf8 { LineIgnored = "line-ignored", KeptAndEncoded = "kept-and-encoded", Latin1 = "latin-1" }
    /// What becomes of a file in another encoding.
    OtherEncoding { NothingParseable = "nothing-parseable", Bridged = "bridged" }
    /// What becomes of a byte order mark.
    Bom { Skipped = "skipped", FirstLineLost = "first-line-lost" }
    /// What becomes of a part of one.
    PartialBom { NotSkipped = "not-skipped", Skipped = "skipped" }
    /// What becomes of a line that crosses the parsing limit.
    VeryLongLine { Ignored = "ignored", Used = "used", Cut = "cut" }
    /// What becomes of octets after the parsing limit.
    AfterLimit { Ignored = "ignored", Read = "read", FileRejected = "file-rejected" }
    /// What a line with the key Content-Usage is.
    ContentUsage { OtherRecord = "other-record", Rule = "rule" }
    /// Whether delimiters and their encoded forms are the same in a query.
    InQuery { Equal = "equal", Distinct = "distinct" }
    /// Whether they are in a path.
    InPath { Distinct = "distinct", Equal = "equal" }
    /// Where encoded unreserved octets are decoded.
    UnreservedDecoded { BothSides = "both-sides", UriOnly = "uri-only", Neither = "neither" }
    /// Whether other ASCII characters and their encoded forms are the same.
    OtherAscii { Equal = "equal", Distinct = "distinct" }
    /// What becomes of a malformed percent sign.
    MalformedPercent { Verbatim = "verbatim", RuleIgnored = "rule-ignored", Error = "error" }
    /// Whether the case of hexadecimal digits counts.
    HexCase { Equal = "equal", Distinct = "distinct", RuleOnly = "rule-only" }
    /// What a `*` stands for.
    StarInsideTriplet { Octets = "octets", WholeCharacters = "whole-characters" }
    /// What a `$` is that is not last.
    DollarInside { Literal = "literal", EndsThePattern = "ends-the-pattern", NeverMatches = "never-matches" }
    /// What is counted.
    MostOctets {
        Normalised = "normalised",
        EncodedNotDecoded = "encoded-not-decoded",
        Raw = "raw",
        MatchedPart = "matched-part",
        WithoutSpecials = "without-specials"
    }
    /// Which rules are equivalent.
    Equivalent { SameLength = "same-length", SamePatternOnly = "same-pattern-only" }
    /// What becomes of a fragment.
    Fragment { Dropped = "dropped", Compared = "compared" }
    /// What an empty path is.
    EmptyPath { AsRoot = "as-root", Other = "other" }
    /// What a query without a path is.
    QueryWithoutPath { AsRootWithQuery = "as-root-with-query", Other = "other" }
    /// Whether the path of the URI is normalised.
    PathForm { AsGiven = "as-given", Normalised = "normalised" }
    /// What /robots.txt is under a rule of its own.
    RobotsTxtExplicit { Allowed = "allowed", ByRules = "by-rules", AsAnAllowRule = "as-an-allow-rule" }
    /// What a URI is that resembles /robots.txt.
    RobotsTxtLike { ByRules = "by-rules", Allowed = "allowed", AsAnAllowRule = "as-an-allow-rule" }
}

words! {
    /// What is done while the file is unavailable.
    Unavailable { Allowed = "allowed", Disallowed = "disallowed" }
    /// What status 429 says.
    Status429 { Unavailable = "unavailable", Unreachable = "unreachable" }
    /// What a response means that is none.
    NoFile { Unreachable = "unreachable", Unavailable = "unavailable" }
    /// What status 600 says.
    Status600 { Unreachable = "unreachable", Unavailable = "unavailable", BodyUsed = "body-used" }
    /// What is done while the file is unreachable and a copy is there.
    UnreachableWithCache { CachedCopy = "cached-copy", CompleteDisallow = "complete-disallow" }
    /// What is done after a month.
    UndefinedForLong { Unavailable = "unavailable", CachedCopy = "cached-copy", Disallow = "disallow" }
    /// What status 300 says.
    Status300 { NotFollowed = "not-followed", Followed = "followed" }
    /// What becomes of the sixth redirect.
    MoreThanFive { Unavailable = "unavailable", Unreachable = "unreachable", Followed = "followed" }
    /// What a redirect means that leads nowhere.
    RedirectEnds { Unavailable = "unavailable", Unreachable = "unreachable" }
    /// What a status from 201 to 299 says.
    Odd2xx { Successful = "successful", Unavailable = "unavailable", Unreachable = "unreachable" }
    /// What status 304 says to who has no copy.
    Status304 { Unreachable = "unreachable", Unavailable = "unavailable", NoRules = "no-rules" }
    /// What a content means that was cut.
    CutBody { Unreachable = "unreachable", WhatArrived = "what-arrived" }
    /// Whether a file is asked for again for each page.
    AskedAgain { CopyUsed = "copy-used", EachTime = "each-time" }
    /// For how long a copy is used.
    CopyLifetime { MostOfADay = "most-of-a-day", Hours = "hours", NotForAnHour = "not-for-an-hour" }
    /// Whether the cache control of a file is obeyed.
    CacheControl { Obeyed = "obeyed", Ignored = "ignored" }
    /// For how long it is believed that there is no file.
    UnavailableLifetime { AtMostADay = "at-most-a-day", Longer = "longer", NotKept = "not-kept" }
    /// For how long an unreachable file is not asked for.
    UnreachableLifetime { NotKept = "not-kept", AtMostADay = "at-most-a-day", Longer = "longer" }
    /// What becomes of a copy when the file is unavailable.
    UnavailableAfterCached { CopyDropped = "copy-dropped", CachedCopy = "cached-copy" }
}

readings! {
    leading_star: LeadingStar = "leading-star",
    no_leading_slash: NoLeadingSlash = "no-leading-slash",
    absolute_uri_value: AbsoluteUri = "absolute-uri-value",
    invalid_rule_in_agent_run: InRun = "invalid-rule-in-agent-run",
    invalid_token: InvalidToken = "invalid-token",
    invalid_token_group: InvalidTokenGroup = "invalid-token-group",
    empty_token: EmptyToken = "empty-token",
    broken_agent_line: BrokenAgentLine = "broken-agent-line",
    comma_tokens: CommaTokens = "comma-tokens",
    token_match: TokenMatch = "token-match",
    repeated_star_groups: RepeatedStar = "repeated-star-groups",
    misspelled_key: Key = "misspelled-key",
    key_prefix: Key = "key-prefix",
    missing_colon: MissingColon = "missing-colon",
    space_in_path: Excluded = "space-in-path",
    control_in_path: Excluded = "control-in-path",
    nul_in_path: Excluded = "nul-in-path",
    del_in_path: Excluded = "del-in-path",
    c1_in_path: Excluded = "c1-in-path",
    excluded_octet_in_comment: InComment = "excluded-octet-in-comment",
    invalid_utf8: InvalidUtf8 = "invalid-utf8",
    utf16: OtherEncoding = "utf16",
    latin1: OtherEncoding = "latin1",
    bom: Bom = "bom",
    partial_bom: PartialBom = "partial-bom",
    very_long_line: VeryLongLine = "very-long-line",
    after_limit: AfterLimit = "after-limit",
    content_usage: ContentUsage = "content-usage",
    reserved_in_query: InQuery = "reserved-in-query",
    reserved_in_path: InPath = "reserved-in-path",
    encoded_unreserved_in_rule: UnreservedDecoded = "encoded-unreserved-in-rule",
    other_ascii: OtherAscii = "other-ascii",
    malformed_percent: MalformedPercent = "malformed-percent",
    hex_case: HexCase = "hex-case",
    star_inside_triplet: StarInsideTriplet = "star-inside-triplet",
    dollar_inside: DollarInside = "dollar-inside",
    most_octets: MostOctets = "most-octets",
    equivalent: Equivalent = "equivalent",
    fragment: Fragment = "fragment",
    empty_path: EmptyPath = "empty-path",
    query_without_path: QueryWithoutPath = "query-without-path",
    dot_segments: PathForm = "dot-segments",
    double_slash: PathForm = "double-slash",
    robots_txt_explicit_rule: RobotsTxtExplicit = "robots-txt-explicit-rule",
    robots_txt_query: RobotsTxtLike = "robots-txt-query",
    robots_txt_other_case: RobotsTxtLike = "robots-txt-other-case",
    robots_txt_below_folder: RobotsTxtLike = "robots-txt-below-folder",
    unavailable: Unavailable = "unavailable",
    status_429: Status429 = "status-429",
    malformed_response: NoFile = "malformed-response",
    status_600: Status600 = "status-600",
    unreachable_with_cache: UnreachableWithCache = "unreachable-with-cache",
    undefined_for_30_days: UndefinedForLong = "undefined-for-30-days",
    status_300: Status300 = "status-300",
    more_than_five_redirects: MoreThanFive = "more-than-five-redirects",
    redirect_loop: RedirectEnds = "redirect-loop",
    no_location: RedirectEnds = "no-location",
    bad_location: RedirectEnds = "bad-location",
    odd_2xx: Odd2xx = "odd-2xx",
    status_304: Status304 = "status-304",
    cut_body: CutBody = "cut-body",
    asked_again: AskedAgain = "asked-again",
    copy_lifetime: CopyLifetime = "copy-lifetime",
    shorter_max_age: CacheControl = "shorter-max-age",
    no_store: CacheControl = "no-store",
    unavailable_lifetime: UnavailableLifetime = "unavailable-lifetime",
    unreachable_lifetime: UnreachableLifetime = "unreachable-lifetime",
    unavailable_after_cached: UnavailableAfterCached = "unavailable-after-cached",
}

/// The answers that differ from the reference's, one at a time: reading, answer, and the set that gives only it.
pub fn alternatives() -> impl Iterator<Item = (&'static str, &'static str, Answers)> {
    READINGS.iter().flat_map(|&(reading, words)| {
        words[1..].iter().filter_map(move |&answer| {
            let mut answers = Answers::default();
            answers.give(reading, answer).ok()?;
            Some((reading, answer, answers))
        })
    })
}
