//! What the answers say at each hook of the reference; what is not answered otherwise goes to the RFC's default.

use super::values::{
    accepted_key, comma_list_names, first_word, identifier_prefix, is_misspelled_agent, rule_value,
    spoils_comment,
};
use super::*;
use crate::variant::Variant;
use repspec_reference::octets::{is_reserved, is_unreserved};
use repspec_reference::seam::{
    Agent, Candidate, Effect, Encoded, Line, LineEnd, Malformed, PARSING_LIMIT, Part, Path, Raw,
    Record, Rfc, Seam, Side, Special,
};
use repspec_reference::{
    Pattern, Robots, SelectedBy, Selection, Target, Verdict, matched_octets, matches, normalise,
    select_groups,
};
use std::borrow::Cow;

impl Answers {
    pub(crate) fn parsed_octets(&self, length: usize) -> usize {
        match (self.after_limit, self.very_long_line) {
            (AfterLimit::Read, _) | (AfterLimit::Ignored, VeryLongLine::Used) => length,
            (AfterLimit::FileRejected, _) if length > PARSING_LIMIT => 0,
            _ => Rfc.parsed_octets(length),
        }
    }

    pub(crate) fn keeps_cut_line(&self, line: &[u8]) -> bool {
        self.very_long_line == VeryLongLine::Cut || Rfc.keeps_cut_line(line)
    }

    pub(crate) fn text<'t>(&self, octets: &'t [u8]) -> Cow<'t, [u8]> {
        match octets {
            [0xEF, 0xBB, 0xBF, ..] if self.bom == Bom::FirstLineLost => Cow::Borrowed(octets),
            [0xEF, 0xBB, rest @ ..]
                if rest.first() != Some(&0xBF) && self.partial_bom == PartialBom::Skipped =>
            {
                Cow::Borrowed(rest)
            }
            [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] if self.utf16 == OtherEncoding::Bridged => {
                Cow::Owned(values::from_utf16(octets))
            }
            _ if self.latin1 == OtherEncoding::Bridged && std::str::from_utf8(octets).is_err() => {
                Cow::Owned(values::from_latin1(octets))
            }
            _ => Rfc.text(octets),
        }
    }

    pub(crate) fn line_end(&self, rest: &[u8]) -> Option<LineEnd> {
        Rfc.line_end(rest)
    }

    pub(crate) fn content<'t>(&self, line: &'t [u8]) -> Option<&'t [u8]> {
        let content = Rfc.content(line)?;
        let comment = &line[content.len()..];
        let lost = self.excluded_octet_in_comment == InComment::RuleLost && spoils_comment(comment);
        (!lost).then_some(content)
    }

    pub(crate) fn record<'t>(&self, content: &'t [u8]) -> Record<'t> {
        match Rfc.record(content) {
            Record::Other { key, value } => {
                accepted_key(self, key, value).unwrap_or(Record::Other { key, value })
            }
            Record::Unparseable(content) => {
                let (key, value) = first_word(content);
                match Rfc.record(&[key, b":"].concat()) {
                    Record::Rule(access, _) if self.missing_colon == MissingColon::Accepted => {
                        Record::Rule(access, value)
                    }
                    Record::Agent(_) if self.broken_agent_line == BrokenAgentLine::Accepted => {
                        Record::Agent(value)
                    }
                    _ => Record::Unparseable(content),
                }
            }
            record => record,
        }
    }

    pub(crate) fn agent<'t>(&self, value: &'t [u8]) -> Agent<'t> {
        let Agent::Invalid(value) = Rfc.agent(value) else { return Rfc.agent(value) };
        let how = match self.comma_tokens {
            _ if value.is_empty() && self.empty_token == EmptyToken::MatchesAll => {
                return Agent::Star;
            }
            _ if value.is_empty() => InvalidToken::NamesNobody,
            _ if !value.contains(&b',') => self.invalid_token,
            CommaTokens::NamesNobody | CommaTokens::List => InvalidToken::NamesNobody,
            CommaTokens::LongestValidPrefix => InvalidToken::LongestValidPrefix,
            CommaTokens::WholeValueCompared => InvalidToken::WholeValueCompared,
        };
        match (how, value) {
            (InvalidToken::NamesNobody, _) => Agent::Invalid(value),
            (InvalidToken::WholeValueCompared, _) => Agent::Token(value),
            (InvalidToken::LongestValidPrefix, [b'*', b' ' | b'\t', ..]) => Agent::Star,
            (InvalidToken::LongestValidPrefix, _) => match identifier_prefix(value) {
                [] => Agent::Invalid(value),
                prefix => Agent::Token(prefix),
            },
        }
    }

    pub(crate) fn path<'t>(&self, value: &'t [u8]) -> Path<'t> {
        rule_value(self, value)
    }

    pub(crate) fn effect(&self, line: &Line<'_>) -> Effect {
        let broken_agent = self.broken_agent_line == BrokenAgentLine::EndsTheRun;
        let invalid = self.invalid_rule_in_agent_run == InRun::EndsTheRun;
        match line {
            Line::Agent(Agent::Invalid([])) if self.empty_token == EmptyToken::Transparent => {
                Effect::None
            }
            Line::Agent(Agent::Invalid([_, ..]))
                if self.invalid_token_group == InvalidTokenGroup::Transparent =>
            {
                Effect::None
            }
            Line::Other { key, .. } if broken_agent && is_misspelled_agent(key) => Effect::EndGroup,
            Line::Other { key, .. }
                if self.content_usage == ContentUsage::Rule
                    && key.eq_ignore_ascii_case(b"content-usage") =>
            {
                Effect::EndRun
            }
            Line::Unparseable(text) if first_word(text).0.eq_ignore_ascii_case(b"user-agent") => {
                if broken_agent {
                    Effect::EndGroup
                } else {
                    Effect::None
                }
            }
            Line::Unparseable(_) | Line::Rule(_, Path::Invalid(_)) if invalid => Effect::EndRun,
            _ => Rfc.effect(line),
        }
    }

    pub(crate) fn names(&self, agent: Agent<'_>, crawler: &[u8]) -> bool {
        match agent {
            Agent::Invalid(value) if self.comma_tokens == CommaTokens::List => {
                comma_list_names(value, crawler)
            }
            Agent::Token(token) if self.token_match == TokenMatch::Prefix => {
                let prefix = crawler.get(..token.len());
                prefix.is_some_and(|prefix| prefix.eq_ignore_ascii_case(token))
            }
            _ => Rfc.names(agent, crawler),
        }
    }

    pub(crate) fn select(
        &self,
        seam: &Variant,
        robots: &Robots<Variant>,
        crawler: &[u8],
    ) -> Selection {
        let mut selection = select_groups(seam, robots, crawler);
        if selection.by == SelectedBy::Star {
            match self.repeated_star_groups {
                RepeatedStar::Merged => {}
                RepeatedStar::FirstOnly => selection.groups.truncate(1),
                RepeatedStar::LastOnly => {
                    selection.groups.drain(..selection.groups.len() - 1);
                }
            }
        }
        selection
    }

    pub(crate) fn path_and_query<'u>(&self, uri: &'u [u8]) -> Cow<'u, [u8]> {
        values::path_and_query(self, uri)
    }

    pub(crate) fn raw(&self, side: Side, part: Part, octet: u8) -> Raw {
        let special = matches!(octet, b'*' | b'$');
        match part {
            _ if octet > b' ' && octet < 0x7F && !is_reserved(octet) && !is_unreserved(octet) => {
                if self.other_ascii == OtherAscii::Distinct {
                    Raw::Keep
                } else {
                    Raw::Encode
                }
            }
            Part::Query
                if is_reserved(octet)
                    && !special
                    && self.reserved_in_query == InQuery::Distinct =>
            {
                Raw::Keep
            }
            Part::Path
                if is_reserved(octet)
                    && !matches!(octet, b'/' | b'?')
                    && self.reserved_in_path == InPath::Equal =>
            {
                Raw::Encode
            }
            _ => Rfc.raw(side, part, octet),
        }
    }

    pub(crate) fn encoded(&self, side: Side, part: Part, octet: u8) -> Encoded {
        let left_alone = match self.encoded_unreserved_in_rule {
            UnreservedDecoded::BothSides => false,
            UnreservedDecoded::UriOnly => side == Side::Rule,
            UnreservedDecoded::Neither => true,
        };
        let distinct = self.reserved_in_query == InQuery::Distinct;
        let verbatim = match self.hex_case {
            HexCase::Equal => false,
            HexCase::Distinct => true,
            HexCase::RuleOnly => side == Side::Uri,
        };
        let kept = if verbatim { Encoded::Verbatim } else { Encoded::Keep };
        match Rfc.encoded(side, part, octet) {
            Encoded::Decode if is_unreserved(octet) && left_alone => kept,
            Encoded::Decode if is_reserved(octet) && distinct => kept,
            Encoded::Decode => Encoded::Decode,
            Encoded::Keep | Encoded::Verbatim => kept,
        }
    }

    pub(crate) fn malformed(&self, side: Side) -> Malformed {
        match (self.malformed_percent, side) {
            (MalformedPercent::Verbatim, _) | (MalformedPercent::RuleIgnored, Side::Uri) => {
                Malformed::Verbatim
            }
            (MalformedPercent::RuleIgnored, Side::Rule) => Malformed::Reject,
            (MalformedPercent::Error, _) => Malformed::Refuse,
        }
    }

    pub(crate) fn special(&self, octet: u8, rest: &[u8]) -> Special {
        match self.dollar_inside {
            _ if octet != b'$' || rest.is_empty() => Rfc.special(octet, rest),
            DollarInside::Literal => Special::Literal,
            DollarInside::EndsThePattern => Special::End,
            DollarInside::NeverMatches => Special::Never,
        }
    }

    pub(crate) fn star_may_end(&self, target: &[u8], at: usize) -> bool {
        self.star_inside_triplet == StarInsideTriplet::Octets
            || values::is_character_start(target, at)
    }

    pub(crate) fn matches(&self, seam: &Variant, pattern: &Pattern<'_>, target: &Target) -> bool {
        matches(seam, pattern, target)
    }

    pub(crate) fn specificity(
        &self,
        seam: &Variant,
        pattern: &Pattern<'_>,
        target: &Target,
    ) -> usize {
        match self.most_octets {
            MostOctets::Normalised => pattern.octets(),
            MostOctets::Raw => pattern.raw().len(),
            MostOctets::WithoutSpecials => pattern.octets() - pattern.specials(),
            MostOctets::MatchedPart => matched_octets(seam, pattern, target).unwrap_or(0),
            MostOctets::EncodedNotDecoded => {
                let mut encoded = Vec::new();
                let answers =
                    Self { encoded_unreserved_in_rule: UnreservedDecoded::Neither, ..self.clone() };
                let undecoded = Variant { answers, fault: seam.fault };
                let literal = pattern.raw().iter().filter(|octet| !matches!(octet, b'*' | b'$'));
                let literal: Vec<u8> = literal.copied().collect();
                match normalise(&undecoded, Side::Rule, Part::Path, &literal, &mut encoded) {
                    Ok(_) | Err(_) => encoded.len() + pattern.raw().len() - literal.len(),
                }
            }
        }
    }

    pub(crate) fn beats(&self, challenger: &Candidate<'_>, holder: &Candidate<'_>) -> bool {
        let tie = challenger.specificity == holder.specificity;
        let different = || challenger.pattern.normalised() != holder.pattern.normalised();
        if tie && self.equivalent == Equivalent::SamePatternOnly && different() {
            return (challenger.access, holder.access) == (Verdict::Disallow, Verdict::Allow);
        }
        Rfc.beats(challenger, holder)
    }

    pub(crate) fn unmatched(&self, by: SelectedBy) -> Verdict {
        Rfc.unmatched(by)
    }

    pub(crate) fn implicit_allow(&self, target: &Target) -> Option<usize> {
        const NAME: &[u8] = b"/robots.txt";
        let octets = target.octets();
        let path =
            &octets[..octets.iter().position(|&octet| octet == b'?').unwrap_or(octets.len())];
        let like = if octets == NAME {
            return Some(match self.robots_txt_explicit_rule {
                RobotsTxtExplicit::Allowed => usize::MAX,
                RobotsTxtExplicit::ByRules => NAME.len() - 1,
                RobotsTxtExplicit::AsAnAllowRule => NAME.len(),
            });
        } else if path == NAME {
            self.robots_txt_query
        } else if path.eq_ignore_ascii_case(NAME) {
            self.robots_txt_other_case
        } else if path.ends_with(NAME) {
            self.robots_txt_below_folder
        } else {
            RobotsTxtLike::ByRules
        };
        match like {
            RobotsTxtLike::ByRules => None,
            RobotsTxtLike::Allowed => Some(usize::MAX),
            RobotsTxtLike::AsAnAllowRule => Some(octets.len()),
        }
    }
}
