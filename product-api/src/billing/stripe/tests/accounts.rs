//! The account of a key, its mode, and its clock.

use std::time::Duration;

use serde_json::json;

use super::test_stripe::{ACCOUNT, CONNECTION, TestStripe};
use crate::billing::stripe::{AccountDetails, Priority, StripeError};
use crate::caller::Mode;

#[tokio::test]
async fn account_is_known_with_and_without_the_permission_to_read_it() {
    let stripe = TestStripe::open().await;
    let facts =
        json!({"account": ACCOUNT, "name": "Shop", "country": "DE", "default_currency": "eur"});
    stripe.control("set_account", &facts);
    let details = stripe.account().get_account().await.unwrap();
    let expected = AccountDetails {
        id: ACCOUNT.to_owned(),
        name: Some("Shop".to_owned()),
        country: Some("DE".to_owned()),
        default_currency: Some("eur".to_owned()),
        charges_enabled: Some(true),
    };
    assert_eq!(details, expected);
    let restricted = stripe.double.add_key(ACCOUNT, false, Some(&[])).unwrap();
    let account = stripe.account_with(&restricted);
    let details = account.get_account().await.unwrap();
    assert_eq!((details.id.as_str(), details.name), (ACCOUNT, None));
    let unknown = stripe.account_with("rk_test_unknown");
    assert_eq!(unknown.get_account().await, Err(StripeError::Unauthorized));
}

#[tokio::test]
async fn balance_shows_the_mode_of_a_key() {
    let stripe = TestStripe::open().await;
    let live = stripe.double.add_key(ACCOUNT, true, None).unwrap();
    for (key, expected) in [(&stripe.key, false), (&live, true)] {
        let account =
            stripe
                .client
                .account(CONNECTION, key.clone().into(), Mode::Live, Priority::Inbox);
        let balance = account.get_balance().await.unwrap();
        assert_eq!(balance.livemode, Some(expected));
        assert_eq!(balance.pending.len(), balance.available.len());
    }
}

#[tokio::test]
async fn clock_that_differs_from_that_of_stripe_is_noticed() {
    let stripe = TestStripe::open().await;
    let account = stripe.account();
    for (seconds, expected) in [(0, 0), (59, -59), (1, -60)] {
        let ahead = Duration::from_secs(seconds);
        stripe.double.advance_clock(ahead).unwrap();
        account.get_balance().await.unwrap();
        assert_eq!(stripe.client.clock_skew(), expected, "{seconds}");
    }
}
