//! The circuit of a connection under failures of Stripe.

use std::time::Duration;

use serde_json::json;

use super::test_stripe::{CONNECTION, TestStripe};
use crate::billing::stripe::{CircuitState, Priority, StripeError};
use crate::caller::Mode;

const CALL: &str = "GET /v1/balance";

#[tokio::test]
async fn circuit_opens_and_one_probe_closes_it() {
    let stripe = TestStripe::open().await;
    let account = stripe.account();
    let state = || stripe.client.circuit_state(CONNECTION);
    stripe.add_fault(CALL, 6, &json!("server_error_before"));
    for (calls, expected) in [(3, CircuitState::Closed), (5, CircuitState::Open)] {
        assert_eq!(account.get_balance().await, Err(StripeError::Unavailable));
        assert_eq!(stripe.calls(CALL), calls);
        assert_eq!(state(), expected);
    }
    assert_eq!(account.get_balance().await, Err(StripeError::Unavailable));
    assert_eq!(stripe.calls(CALL), 5, "a buyer gets a response at once");
    let key = stripe.key.clone().into();
    let other = stripe
        .client
        .account("scn_2", key, Mode::Test, Priority::Buyer);
    assert!(other.get_account().await.is_ok(), "another connection");
    stripe.clock.advance(Duration::from_secs(15));
    assert_eq!(state(), CircuitState::HalfOpen);
    assert_eq!(account.get_balance().await, Err(StripeError::Unavailable));
    assert_eq!(stripe.calls(CALL), 6, "the probe failed");
    assert_eq!(state(), CircuitState::Open);
    stripe.clock.advance(Duration::from_secs(15));
    let open_time = stripe.client.circuit_open_time(CONNECTION);
    assert_eq!(open_time, Some(Duration::from_secs(30)));
    assert!(account.get_balance().await.is_ok());
    assert_eq!(state(), CircuitState::Closed);
    assert_eq!(stripe.client.circuit_open_time(CONNECTION), None);
}

#[tokio::test]
async fn refusals_and_limits_do_not_open_the_circuit() {
    let stripe = TestStripe::open().await;
    let account = stripe.account();
    stripe.add_fault(CALL, 6, &json!("rate_limited"));
    for _ in 0..2 {
        assert_eq!(account.get_balance().await, Err(StripeError::RateLimited));
    }
    for _ in 0..6 {
        assert!(
            account
                .get_customer("cus_none")
                .await
                .unwrap_err()
                .is_missing()
        );
        let revoked = stripe.account_with("sk_test_unknown");
        let balance = revoked.get_balance().await;
        assert_eq!(balance, Err(StripeError::Unauthorized));
    }
    let state = stripe.client.circuit_state(CONNECTION);
    assert_eq!(state, CircuitState::Closed);
}

#[tokio::test]
async fn cancelled_probe_allows_another() {
    let stripe = TestStripe::open().await;
    let account = stripe.account();
    for _ in 0..5 {
        account.state.permit().unwrap().fail();
    }
    stripe.clock.advance(Duration::from_secs(15));
    let probe = account.state.permit();
    assert!(probe.is_some());
    assert_eq!(account.get_balance().await, Err(StripeError::Unavailable));
    drop(probe);
    assert!(account.get_balance().await.is_ok());
}
