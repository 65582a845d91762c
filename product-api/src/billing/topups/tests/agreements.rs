//! Tests if a rule can be set to which a buyer agreed on a page of Stripe, row by row.

use foundation::Timestamp;

use super::test_rules::TestRules;
use super::test_topups::rule;
use crate::billing::topups::offered_rule::AgreedRule;
use crate::billing::topups::rule::TopUpRule;
use crate::billing::topups::rule_state::RuleState;
use crate::billing::topups::setup_refusal::{AgreementFacts, SetupRefusal, find_refusal};
use crate::caller::Mode;

const OFFERED_AT: Timestamp = Timestamp::from_seconds(1_000);

fn facts() -> AgreementFacts {
    AgreementFacts {
        is_merged: false,
        is_website_active: true,
        connection_id: Some("scn_1".to_owned()),
        stop_reason: None,
        is_price_sold: true,
        newest_minor: Some(1_000),
        limit_minor: Some(5_000),
    }
}

/// Returns the decision about a rule that was offered after, or before, another one of the buyer.
fn decide(before: Option<&TopUpRule>, facts: &AgreementFacts) -> Option<SetupRefusal> {
    let known = rule(16, Timestamp::default());
    let offered = TestRules::offered();
    let agreed = AgreedRule {
        checkout_id: "chk_1",
        offered_at: OFFERED_AT,
        actor: "key_1",
        wallet: known.wallet,
        mode: Mode::Live,
        website_id: Some("web_1"),
        connection_id: "scn_1",
        pack_id: "pck_1",
        pack_version: 1,
        price_id: 7,
        currency: known.currency,
        terms: known.terms,
        offered: &offered,
        card: None,
    };
    find_refusal(before, &agreed, facts)
}

#[test]
fn each_fact_that_forbids_the_rule_has_its_own_reason() {
    type Change = fn(&mut AgreementFacts);
    #[rustfmt::skip]
    let rows: [(Change, Option<&str>); 13] = [
        (|_| {}, None),
        (|facts| facts.newest_minor = Some(999), None),
        (|facts| facts.newest_minor = None, None),
        (|facts| facts.limit_minor = None, None),
        (|facts| facts.is_merged = true, Some("merged")),
        (|facts| facts.is_website_active = false, Some("website-suspended")),
        (|facts| facts.connection_id = None, Some("account-changed")),
        (|facts| facts.connection_id = Some("scn_2".to_owned()), Some("account-changed")),
        (|facts| facts.stop_reason = Some("dispute"), Some("dispute")),
        (|facts| facts.stop_reason = Some("fraud-warning"), Some("fraud-warning")),
        (|facts| facts.is_price_sold = false, Some("price-unavailable")),
        (|facts| facts.newest_minor = Some(1_001), Some("needs-consent")),
        (|facts| facts.limit_minor = Some(4_999), Some("limit-lowered")),
    ];
    for (number, (change, expected)) in rows.into_iter().enumerate() {
        let mut facts = facts();
        change(&mut facts);
        let found = decide(None, &facts).map(SetupRefusal::word);
        assert_eq!(found, expected, "{number}");
    }
}

#[test]
fn newer_rule_of_the_buyer_is_kept() {
    let rows = [
        (RuleState::Active, 999, 999, false),
        (RuleState::Active, 1_000, 1_000, false),
        // An attempt has changed the row since.
        (RuleState::Active, 999, 1_001, false),
        (RuleState::Active, 1_001, 1_001, true),
        (RuleState::NeedsCard, 1_001, 1_001, true),
        (RuleState::Off, 999, 999, false),
        (RuleState::Off, 999, 1_001, true),
    ];
    for (state, consent_at, updated_at, is_newer) in rows {
        let mut before = rule(16, Timestamp::from_seconds(consent_at));
        before.state = state;
        before.updated_at = Timestamp::from_seconds(updated_at);
        let expected = is_newer.then_some(SetupRefusal::NewerRule);
        let found = decide(Some(&before), &facts());
        assert_eq!(found, expected, "{state:?} {consent_at} {updated_at}");
    }
}
