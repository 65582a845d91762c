//! Tests which cards the next top-up leaves out, and which purchases a changed rule still allows.

use foundation::Timestamp;

use super::test_topups::rule;
use super::transitions::attempt;
use crate::billing::currency::Currency;
use crate::billing::topups::attempt::Attempt;
use crate::billing::topups::attempt_state::AttemptState;
use crate::billing::topups::declined_cards::declined_cards;
use crate::billing::topups::pay_invoice::is_allowed;
use crate::billing::topups::rule::TopUpRule;
use crate::billing::topups::rule_state::RuleState;

/// A card, the state of an attempt with it, and the word of the attempt.
type Tried = (&'static str, AttemptState, &'static str);

fn attempts(tried: &[Tried]) -> Vec<Attempt> {
    let of = |(card, state, word): &Tried| Attempt {
        payment_method: Some((*card).to_owned()).filter(|card| !card.is_empty()),
        code: Some((*word).to_owned()).filter(|word| !word.is_empty()),
        ..attempt(*state)
    };
    tried.iter().map(of).collect()
}

#[test]
fn last_outcome_of_a_card_decides() {
    use AttemptState::{Action, Claimed, Failed, Paid, Voiding};
    // state of the rule, its declines in a row, attempts from the newest one; cards that are left out
    type Row = (RuleState, i64, &'static [Tried], &'static [&'static str]);
    const SOFT: &str = "insufficient_funds";
    let active = RuleState::Active;
    let rows: [Row; 14] = [
        (active, 0, &[], &[]),
        (active, 0, &[("", Failed, "no-card")], &[]),
        (active, 0, &[("a", Failed, "lost_card")], &["a"]),
        (active, 0, &[("a", Voiding, "lost_card")], &["a"]),
        (active, 0, &[("a", Failed, "cap-reached")], &[]),
        (active, 0, &[("a", Failed, "new-card")], &["a"]),
        (active, 0, &[("a", Claimed, ""), ("a", Paid, "")], &[]),
        // It is tried again after a pause, and no longer once the buyer has another card.
        (active, 1, &[("a", Failed, SOFT)], &[]),
        (active, 0, &[("a", Failed, SOFT)], &["a"]),
        (RuleState::NeedsCard, 3, &[("a", Failed, SOFT)], &["a"]),
        (RuleState::NeedsAction, 0, &[("a", Action, "")], &["a"]),
        // Money is no reason to leave a card out once another purchase was paid.
        (active, 0, &[("b", Paid, ""), ("a", Failed, SOFT)], &[]),
        (
            active,
            0,
            &[("b", Paid, ""), ("a", Failed, "expired_card")],
            &["a"],
        ),
        (
            active,
            0,
            &[
                ("a", Paid, ""),
                ("b", Failed, "lost_card"),
                ("a", Failed, "lost_card"),
            ],
            &["b"],
        ),
    ];
    for (state, failures, tried, expected) in rows {
        let rule = TopUpRule {
            state,
            failures,
            ..rule(16, Timestamp::default())
        };
        let declined = declined_cards(&rule, &attempts(tried));
        assert_eq!(declined, expected, "{state:?} {failures} {tried:?}");
    }
}

#[test]
fn purchase_needs_a_rule_with_its_currency_and_at_least_its_price() {
    type Change = fn(&mut TopUpRule);
    let rows: [(Change, bool); 8] = [
        (|_| {}, true),
        (|rule| rule.amount_minor = 1_001, true),
        // The buyer has agreed to a cheaper pack since.
        (|rule| rule.amount_minor = 999, false),
        (|rule| rule.currency = Currency::USD, false),
        (|rule| rule.month_max_minor = 999, false),
        (|rule| rule.quantity = 0, false),
        (|rule| rule.state = RuleState::Off, false),
        (|rule| rule.state = RuleState::NeedsCard, false),
    ];
    for (row, (change, expected)) in rows.into_iter().enumerate() {
        let mut rule = rule(16, Timestamp::default());
        change(&mut rule);
        let attempt = Attempt {
            quantity: 1,
            amount_minor: 1_000,
            total_minor: 1_000,
            ..attempt(AttemptState::Invoiced)
        };
        assert_eq!(is_allowed(&rule, &attempt), expected, "row {row}");
    }
}
