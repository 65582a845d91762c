//! Tests which changes of a rule need the consent of its buyer.

use foundation::Timestamp;

use super::test_topups::rule;
use crate::billing::topups::check_request::RuleNumbers;
use crate::billing::topups::needs_consent::{WantedRule, needs_consent};
use crate::billing::topups::rule_state::RuleState;

pub(super) fn wanted() -> WantedRule<'static> {
    WantedRule {
        pack_id: "pck_1",
        pack_version: 1,
        connection_id: "scn_1",
        currency: "eur",
        price_minor: 1_000,
        numbers: RuleNumbers {
            quantity: 1,
            threshold: 50,
            month_max_minor: 5_000,
            month_max_count: 5,
            min_seconds: 300,
        },
    }
}

#[test]
fn change_that_buys_more_needs_a_consent() {
    type Change = fn(&mut WantedRule<'static>);
    let rows: [(Change, bool); 16] = [
        (|_| {}, false),
        (|one| one.pack_id = "pck_2", true),
        (|one| one.pack_version = 2, true),
        (|one| one.connection_id = "scn_2", true),
        (|one| one.currency = "usd", true),
        (|one| one.price_minor = 1_001, true),
        (|one| one.price_minor = 999, false),
        (|one| one.numbers.quantity = 2, true),
        (|one| one.numbers.threshold = 51, true),
        (|one| one.numbers.threshold = 49, false),
        (|one| one.numbers.month_max_minor = 5_001, true),
        (|one| one.numbers.month_max_minor = 4_999, false),
        (|one| one.numbers.month_max_count = 6, true),
        (|one| one.numbers.month_max_count = 4, false),
        (|one| one.numbers.min_seconds = 299, true),
        (|one| one.numbers.min_seconds = 301, false),
    ];
    let before = rule(16, Timestamp::default());
    for (number, (change, expected)) in rows.into_iter().enumerate() {
        let mut wanted = wanted();
        change(&mut wanted);
        assert_eq!(needs_consent(Some(&before), &wanted), expected, "{number}");
        assert!(needs_consent(None, &wanted), "{number}");
    }
}

#[test]
fn rule_that_was_not_on_needs_a_consent() {
    let rows = [
        (RuleState::Active, false),
        (RuleState::NeedsAction, false),
        (RuleState::NeedsCard, false),
        (RuleState::NeedsConsent, true),
        (RuleState::Off, true),
    ];
    for (state, expected) in rows {
        let mut before = rule(16, Timestamp::default());
        before.state = state;
        assert_eq!(
            needs_consent(Some(&before), &wanted()),
            expected,
            "{state:?}"
        );
    }
}
