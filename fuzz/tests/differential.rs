//! The fuzz target's generator and oracle on a stable compiler, with a fixed sequence of inputs.

use arbitrary::{Arbitrary as _, Unstructured};
use repspec_fuzz::judge::judge;
use repspec_fuzz::question::{Kind, Question};
use repspec_reference::{Robots, Verdict};

/// The octets of a xorshift generator: always the same ones.
fn octets(seed: u64) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    std::iter::repeat_with(|| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_be_bytes()[3]
    })
    .take(256)
    .collect()
}

fn questions() -> impl Iterator<Item = Question> {
    (1..=20_000).map(|seed| {
        Question::arbitrary(&mut Unstructured::new(&octets(seed)))
            .expect("any octets make a question")
    })
}

#[test]
fn nothing_is_found() {
    for question in questions() {
        if let Err(finding) = judge(&question) {
            panic!("{finding}");
        }
    }
}

#[test]
fn the_questions_are_worth_asking() {
    let plain = questions().filter(|question| question.kind == Kind::Plain);
    let (mut allowed, mut disallowed) = (0, 0);
    for question in plain {
        match Robots::parse(&question.robots_txt).decide(&question.token, &question.uri).verdict {
            Verdict::Allow => allowed += 1,
            Verdict::Disallow => disallowed += 1,
        }
    }
    assert!(allowed > 2_000 && disallowed > 2_000, "allowed {allowed}, disallowed {disallowed}");
}
