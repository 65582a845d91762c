//! Calls that are sent again: lost responses, failures of Stripe, limits, and time limits.

use std::time::Duration;

use serde_json::json;

use super::test_stripe::{CONNECTION, PATIENT, TestStripe, client};
use crate::billing::stripe::call_timing::CallTiming;
use crate::billing::stripe::{NewCustomer, PageQuery, Priority, StripeError};
use crate::caller::Mode;

/// Limits that a slow response exceeds at once.
const HURRIED: CallTiming = CallTiming {
    attempt: Duration::from_millis(500),
    interactive: Duration::from_millis(500),
    ..PATIENT
};

async fn customers(stripe: &TestStripe) -> usize {
    let page = stripe.account().list_customers(&PageQuery::default()).await;
    page.unwrap().data.len()
}

#[tokio::test]
async fn customer_whose_response_is_lost_is_created_once() {
    for kind in ["lost_before", "lost_after"] {
        let stripe = TestStripe::open().await;
        stripe.add_fault("POST /v1/customers", 2, &json!(kind));
        let id = stripe.create_customer().await;
        assert_eq!(stripe.faults_left(), 0, "{kind}");
        assert_eq!(customers(&stripe).await, 1, "{kind}");
        assert_eq!(stripe.create_customer().await, id, "{kind}: the same key");
        stripe.add_fault("POST /v1/customers", 3, &json!(kind));
        let lost = stripe
            .account()
            .create_customer("tg:cus:2", &NewCustomer::default())
            .await;
        assert_eq!(lost, Err(StripeError::Unavailable), "{kind}");
    }
}

#[tokio::test]
async fn call_that_fails_is_repeated_twice() {
    let rows = [
        ("server_error_before", StripeError::Unavailable),
        ("rate_limited", StripeError::RateLimited),
    ];
    for (kind, error) in rows {
        let stripe = TestStripe::open().await;
        for (times, expected) in [(2, None), (3, Some(error))] {
            stripe.add_fault("GET /v1/balance", times, &json!(kind));
            let balance = stripe.account().get_balance().await;
            assert_eq!(balance.err(), expected, "{kind} {times}");
            assert_eq!(stripe.faults_left(), 0, "{kind} {times}");
            stripe.control("clear_faults", &json!({}));
        }
    }
}

#[tokio::test]
async fn failure_that_stripe_stored_is_not_repeated_a_second_time() {
    for (kind, created) in [("server_error_before", 0), ("server_error_after", 1)] {
        let stripe = TestStripe::open().await;
        stripe.add_fault("POST /v1/customers", 1, &json!(kind));
        let account = stripe.account();
        let customer = NewCustomer::default();
        let failed = account.create_customer("tg:cus:1", &customer).await;
        assert_eq!(failed, Err(StripeError::StoredFailure), "{kind}");
        assert_eq!(stripe.calls("POST /v1/customers"), 2, "{kind}");
        assert_eq!(customers(&stripe).await, created, "{kind}");
        let next = account.create_customer("tg:cus:2", &customer).await;
        assert!(next.is_ok(), "{kind}: {next:?}");
    }
}

#[tokio::test]
async fn other_parameters_under_a_known_key_are_refused() {
    let stripe = TestStripe::open().await;
    stripe.create_customer().await;
    let other = stripe
        .account()
        .create_customer("tg:cus", &NewCustomer::default())
        .await;
    let refusal = other.unwrap_err();
    let refusal = refusal.refusal().unwrap();
    assert_eq!(refusal.error_type.as_deref(), Some("idempotency_error"));
    assert_eq!(stripe.calls("POST /v1/customers"), 2, "no repeat");
}

#[tokio::test]
async fn slow_response_ends_the_attempt_and_the_buyers_call() {
    let slow = json!({"slow": 600_000});
    let buyers = TestStripe::with_timing(HURRIED).await;
    buyers.add_fault("GET /v1/balance", 3, &slow);
    let balance = buyers.account().get_balance().await;
    assert_eq!(balance, Err(StripeError::Unavailable));
    assert_eq!(buyers.faults_left(), 2, "a buyer does not wait for repeats");
    let attempts = TestStripe::with_timing(CallTiming {
        attempt: Duration::from_millis(500),
        ..PATIENT
    });
    let attempts = attempts.await;
    attempts.add_fault("GET /v1/balance", 3, &slow);
    let balance = attempts.account().get_balance().await;
    assert_eq!(balance, Err(StripeError::Unavailable));
    assert_eq!(attempts.faults_left(), 0);
}

#[tokio::test]
async fn call_whose_turn_does_not_come_in_time_is_not_sent() {
    let stripe = TestStripe::open().await;
    let account = stripe.account();
    account.state.hold_back(Duration::from_hours(1));
    let balance = account.get_balance().await;
    assert_eq!(balance, Err(StripeError::RateLimited));
    assert_eq!(stripe.calls("GET /v1/balance"), 0);
    let key = stripe.key.clone().into();
    let other = stripe
        .client
        .account("scn_2", key, Mode::Test, Priority::Buyer);
    assert!(other.get_balance().await.is_ok(), "another connection");
}

#[tokio::test]
async fn stopped_server_is_unavailable() {
    let stripe = TestStripe::open().await;
    // No server listens on this port.
    let away = client("http://127.0.0.1:1", &stripe.clock, PATIENT);
    let key = stripe.key.clone().into();
    let account = away.account(CONNECTION, key, Mode::Test, Priority::Inbox);
    let balance = account.get_balance().await;
    assert_eq!(balance, Err(StripeError::Unavailable));
}
