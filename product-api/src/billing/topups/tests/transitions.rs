//! Tests the transitions of an attempt, for each state and each status of its invoice.

use foundation::Timestamp;

use super::test_topups::{facts, rule};
use crate::billing::topups::attempt::{Attempt, StripeCall};
use crate::billing::topups::attempt_state::AttemptState;
use crate::billing::topups::topup_facts::{ChargeResult, InvoiceStatus, TopUpFacts};
use crate::billing::topups::transition::{InvoiceOrigin, Transition, transition};
use crate::caller::Mode;

const ORIGIN: InvoiceOrigin<'static> = InvoiceOrigin {
    connection_id: "scn_1",
    mode: Mode::Live,
    book_mode: Mode::Live,
};

/// Returns the attempt of a rule in a state.
pub(super) fn attempt(state: AttemptState) -> Attempt {
    let rule = rule(16, Timestamp::default());
    Attempt {
        id: "top_1".to_owned(),
        connection_id: rule.connection_id.clone(),
        n: 1,
        state,
        pack_version: rule.pack_version,
        stripe_price_id: "price_1".to_owned(),
        quantity: rule.quantity,
        currency: rule.currency,
        amount_minor: rule.amount_minor,
        total_minor: rule.total_minor(),
        credits: rule.credits,
        bonus: rule.bonus,
        month: 684,
        month_max_minor: rule.month_max_minor,
        month_max_count: rule.month_max_count,
        try_number: 1,
        stripe_customer_id: Some("cus_stripe".to_owned()),
        stripe_invoice: Some("in_top_1".to_owned()),
        payment_method: Some("pm_1".to_owned()),
        code: None,
        action_url: None,
        action_until: None,
        settled_at: None,
        created_at: Timestamp::default(),
        wallet: rule.wallet,
        pack_id: rule.pack_id,
        terms: rule.terms,
        actor: rule.actor,
    }
}

#[test]
fn each_state_follows_its_invoice() {
    use AttemptState::{Action, Claimed, Failed, Invoiced, Paid, Paying, Voiding};
    use InvoiceStatus::{Closed, Draft, Open, Unknown};
    let failed = || ChargeResult::Failed("insufficient_funds".to_owned());
    for state in AttemptState::ALL {
        let paid = facts("top_1", InvoiceStatus::Paid, ChargeResult::Untried);
        let expected = if state == Paid {
            Transition::Stay
        } else {
            Transition::Complete
        };
        assert_eq!(
            transition(&attempt(state), &paid, ORIGIN),
            expected,
            "{state:?}"
        );
        let closed = facts("top_1", Closed, ChargeResult::Untried);
        let expected = if state.is_open() {
            Transition::Fail("voided".to_owned())
        } else {
            Transition::Stay
        };
        assert_eq!(
            transition(&attempt(state), &closed, ORIGIN),
            expected,
            "{state:?}"
        );
        for status in [Draft, Unknown] {
            let facts = facts("top_1", status, failed());
            assert_eq!(
                transition(&attempt(state), &facts, ORIGIN),
                Transition::Stay,
                "{state:?}"
            );
        }
    }
    let rows = [
        (Paying, ChargeResult::Untried, Transition::Stay),
        (Paying, ChargeResult::Pending, Transition::Stay),
        (Paying, ChargeResult::NeedsAction, Transition::Act),
        (
            Paying,
            failed(),
            Transition::Void("insufficient_funds".to_owned()),
        ),
        (Claimed, failed(), Transition::Stay),
        (Invoiced, failed(), Transition::Stay),
        (Action, failed(), Transition::Stay),
        (Voiding, failed(), Transition::Stay),
        (Failed, failed(), Transition::Stay),
        (Paid, failed(), Transition::Stay),
    ];
    for (state, charge, expected) in rows {
        let facts = facts("top_1", Open, charge);
        assert_eq!(
            transition(&attempt(state), &facts, ORIGIN),
            expected,
            "{state:?}"
        );
    }
}

#[test]
fn void_invoice_has_the_reason_for_which_it_was_given_up() {
    let attempt = Attempt {
        code: Some("lost_card".to_owned()),
        ..attempt(AttemptState::Voiding)
    };
    let closed = facts("top_1", InvoiceStatus::Closed, ChargeResult::Untried);
    let expected = Transition::Fail("lost_card".to_owned());
    assert_eq!(transition(&attempt, &closed, ORIGIN), expected);
}

#[test]
fn paid_invoice_that_differs_is_reviewed() {
    type Change = fn(&mut TopUpFacts);
    let rows: [(Change, &str); 5] = [
        (|facts| facts.is_live = false, "mode-mismatch"),
        (
            |facts| facts.customer = Some("cus_other".to_owned()),
            "customer-mismatch",
        ),
        (|facts| facts.customer = None, "customer-mismatch"),
        (
            |facts| facts.currency = "usd".to_owned(),
            "currency-mismatch",
        ),
        (|facts| facts.subtotal = 999, "amount-mismatch"),
    ];
    for (change, reason) in rows {
        let mut facts = facts("top_1", InvoiceStatus::Paid, ChargeResult::Untried);
        change(&mut facts);
        let found = transition(&attempt(AttemptState::Paying), &facts, ORIGIN);
        assert_eq!(found, Transition::Review(reason));
    }
    let paid = facts("top_1", InvoiceStatus::Paid, ChargeResult::Untried);
    let elsewhere = InvoiceOrigin {
        connection_id: "scn_2",
        ..ORIGIN
    };
    let found = transition(&attempt(AttemptState::Paying), &paid, elsewhere);
    assert_eq!(found, Transition::Review("connection-mismatch"));
}

#[test]
fn each_call_has_a_key_of_its_own() {
    let mut attempt = attempt(AttemptState::Claimed);
    let calls = [
        StripeCall::Invoice,
        StripeCall::Item,
        StripeCall::Finalize,
        StripeCall::Pay,
    ];
    let keys = calls.map(|call| attempt.key_of(call));
    assert_eq!(
        keys,
        ["tg:top_1:1", "tg:top_1:2", "tg:top_1:3", "tg:top_1:4"]
    );
    attempt.try_number = 2;
    assert_eq!(attempt.key_of(StripeCall::Pay), "tg:top_1:4:2");
    for (hours, is_forgotten) in [(22, false), (23, true)] {
        let now = Timestamp::from_seconds(hours * 3_600);
        assert_eq!(attempt.is_key_forgotten(now), is_forgotten, "{hours}");
    }
}
