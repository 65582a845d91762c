//! Tests the pause that a rule keeps when its buyer changes it.

use std::time::Duration;

use foundation::Timestamp;

use super::consents::wanted;
use super::test_topups::rule;
use crate::billing::topups::kept_pause::{KeptPause, kept_pause};
use crate::billing::topups::needs_consent::WantedRule;
use crate::billing::topups::rule::{TopUpCard, TopUpRule};
use crate::billing::topups::rule_state::RuleState;

const NOW: Timestamp = Timestamp::from_micros(1_000_000);

/// Returns a rule that waits for an hour, for a reason.
fn waiting(reason: &str) -> TopUpRule {
    TopUpRule {
        failures: 1,
        next_at: Some(NOW.plus(Duration::from_hours(1))),
        capped_month: Some(684),
        reason: Some(reason.to_owned()),
        ..rule(16, Timestamp::default())
    }
}

fn kept(before: &TopUpRule, wanted: &WantedRule<'_>) -> KeptPause {
    kept_pause(Some(before), wanted, before.card.as_ref(), NOW)
}

#[test]
fn same_numbers_keep_the_pause() {
    for reason in ["insufficient_funds", "cap-reached"] {
        let before = waiting(reason);
        let expected = KeptPause {
            failures: 1,
            next_at: before.next_at,
            reason: before.reason.clone(),
            capped_month: Some(684),
        };
        assert_eq!(kept(&before, &wanted()), expected, "{reason}");
    }
}

#[test]
fn easier_limit_ends_the_pause_of_the_month_only() {
    type Change = fn(&mut WantedRule<'static>);
    let rows: [(Change, bool); 6] = [
        (|one| one.numbers.month_max_minor = 5_001, true),
        (|one| one.numbers.month_max_count = 6, true),
        (|one| one.price_minor = 999, true),
        (|one| one.currency = "usd", true),
        (|one| one.numbers.month_max_minor = 4_999, false),
        (|one| one.numbers.threshold = 51, false),
    ];
    for (number, (change, ends)) in rows.into_iter().enumerate() {
        let mut wanted = wanted();
        change(&mut wanted);
        let capped = kept(&waiting("cap-reached"), &wanted);
        assert_eq!(capped.next_at.is_none(), ends, "{number}");
        assert_eq!(capped.capped_month.is_none(), ends, "{number}");
        let declined = kept(&waiting("insufficient_funds"), &wanted);
        assert!(declined.next_at.is_some(), "{number}");
    }
}

#[test]
fn other_card_ends_the_pause_after_a_declined_payment_only() {
    let card = TopUpCard {
        brand: "visa".to_owned(),
        last4: "1881".to_owned(),
    };
    let declined = waiting("insufficient_funds");
    let pause = kept_pause(Some(&declined), &wanted(), Some(&card), NOW);
    assert_eq!(
        (pause.failures, pause.next_at, pause.reason),
        (0, None, None)
    );
    assert_eq!(pause.capped_month, Some(684));
    let capped = waiting("cap-reached");
    let pause = kept_pause(Some(&capped), &wanted(), Some(&card), NOW);
    assert_eq!((pause.failures, pause.next_at), (0, capped.next_at));
}

#[test]
fn new_begin_keeps_no_pause() {
    assert_eq!(kept_pause(None, &wanted(), None, NOW), KeptPause::default());
    for state in [RuleState::Off, RuleState::NeedsConsent] {
        let mut before = waiting("insufficient_funds");
        before.state = state;
        assert_eq!(kept(&before, &wanted()), KeptPause::default(), "{state:?}");
    }
    let mut elsewhere = wanted();
    elsewhere.connection_id = "scn_2";
    let before = waiting("insufficient_funds");
    assert_eq!(kept(&before, &elsewhere), KeptPause::default());
}
