//! Tests the effects of attempts on their rule: pauses, and the need for another card.

use std::time::Duration;

use foundation::Timestamp;

use super::test_topups::rule;
use crate::billing::topups::rule_state::RuleState;

const NOW: Timestamp = Timestamp::from_seconds(1_800_000_000);

fn in_hours(hours: u64) -> Timestamp {
    NOW.plus(Duration::from_hours(hours))
}

#[test]
fn third_decline_in_a_row_needs_another_card() {
    let mut rule = rule(16, NOW);
    let rows = [
        (1, RuleState::Active, in_hours(1)),
        (2, RuleState::Active, in_hours(24)),
        (3, RuleState::NeedsCard, in_hours(72)),
    ];
    for (failures, state, next_at) in rows {
        rule.note_failure("insufficient_funds", NOW);
        assert_eq!(
            (rule.failures, rule.state, rule.next_at),
            (failures, state, Some(next_at))
        );
        assert_eq!(rule.reason.as_deref(), Some("insufficient_funds"));
    }
    rule.note_card(None);
    assert_eq!(
        (rule.failures, rule.state, rule.next_at),
        (0, RuleState::Active, None)
    );
    assert_eq!(rule.reason, None);
}

#[test]
fn payment_ends_a_row_of_declines() {
    let mut rule = rule(16, NOW);
    rule.note_failure("processing_error", NOW);
    rule.note_failure("processing_error", NOW);
    rule.note_paid();
    assert_eq!(
        (rule.failures, rule.state, rule.next_at),
        (0, RuleState::Active, None)
    );
    rule.note_failure("processing_error", NOW);
    assert_eq!((rule.failures, rule.next_at), (1, Some(in_hours(1))));
}

#[test]
fn outcome_changes_a_rule_by_its_word_and_its_state() {
    use RuleState::{Active, NeedsAction, NeedsCard, NeedsConsent, Off};
    let rows = [
        (Active, "lost_card", NeedsCard),
        (Active, "no-card", NeedsCard),
        (NeedsAction, "expired_card", NeedsCard),
        (NeedsAction, "authentication_required", Active),
        (NeedsAction, "new-card", Active),
        (Active, "cap-reached", Active),
        (NeedsAction, "amount-changed", Active),
        (NeedsCard, "lost_card", NeedsCard),
        (NeedsConsent, "lost_card", NeedsConsent),
        (Off, "lost_card", Off),
        (Off, "rule-changed", Off),
    ];
    for (before, word, after) in rows {
        let mut rule = rule(16, NOW);
        rule.state = before;
        rule.note_failure(word, NOW);
        assert_eq!(rule.state, after, "{before:?} {word}");
    }
    for (before, after) in [
        (Active, Active),
        (NeedsAction, Active),
        (NeedsCard, Active),
        (NeedsConsent, NeedsConsent),
        (Off, Off),
    ] {
        let mut rule = rule(16, NOW);
        rule.state = before;
        rule.note_paid();
        assert_eq!(rule.state, after, "{before:?}");
        let threshold = after.is_on().then_some(50);
        assert_eq!(rule.watched_threshold(), threshold, "{after:?}");
    }
}

#[test]
fn attempt_that_says_nothing_about_the_card_is_not_repeated_at_once() {
    let month_end = Timestamp::from_month(NOW.month() + 1);
    let rows = [
        ("cap-reached", Some(month_end)),
        ("amount-changed", Some(in_hours(24))),
        ("not-accepted", Some(in_hours(24))),
        ("price-unavailable", Some(in_hours(24))),
        ("rule-changed", None),
    ];
    for (word, next_at) in rows {
        let mut rule = rule(16, NOW);
        rule.note_failure(word, NOW);
        assert_eq!((rule.next_at, rule.failures), (next_at, 0), "{word}");
        let announced = (word == "cap-reached").then_some(NOW.month());
        assert_eq!(rule.capped_month, announced, "{word}");
    }
}
