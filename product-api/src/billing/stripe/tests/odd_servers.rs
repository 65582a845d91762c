//! Responses that Stripe should never give, and the headers by which it asks the client to wait.

use std::time::Duration;

use super::odd_server::{OddResponse, OddServer};
use super::test_stripe::PATIENT;
use crate::billing::stripe::call_timing::CallTiming;
use crate::billing::stripe::{NewCustomer, StripeError};

const KEY: &str = "rk_test_0123456789abcdefghijklmnop";

#[tokio::test]
async fn response_that_is_not_of_the_api_is_no_result() {
    let long = format!("\"{}\"", "x".repeat(4 * 1024 * 1024));
    let rows = [
        (302, vec![("location", "/v1/account")], "{}".to_owned()),
        (200, vec![], "<html></html>".to_owned()),
        (200, vec![], String::new()),
        (
            200,
            vec![],
            r#"{"livemode": true, "livemode": false}"#.to_owned(),
        ),
        (200, vec![], long),
        (404, vec![], "<html></html>".to_owned()),
    ];
    for (status, headers, body) in rows {
        let name = format!("{status} {} bytes", body.len());
        let response = OddResponse {
            status,
            headers,
            body,
        };
        let server = OddServer::open(response).await;
        let balance = server.account(KEY).get_balance().await;
        assert_eq!(balance, Err(StripeError::InvalidResponse), "{name}");
        assert_eq!(server.calls().len(), 1, "{name}");
    }
}

#[tokio::test]
async fn headers_decide_about_repeats() {
    let never = ("stripe-should-retry", "false");
    let rows = [
        (500, vec![], 3, StripeError::Unavailable),
        (500, vec![never], 1, StripeError::Unavailable),
        (
            500,
            vec![("idempotent-replayed", "true")],
            1,
            StripeError::StoredFailure,
        ),
        (429, vec![], 3, StripeError::RateLimited),
        (429, vec![never], 1, StripeError::RateLimited),
        (503, vec![("retry-after", "0")], 3, StripeError::Unavailable),
    ];
    for (status, headers, calls, error) in rows {
        let response = OddResponse {
            status,
            headers: headers.clone(),
            body: "{}".to_owned(),
        };
        let server = OddServer::open(response).await;
        let account = server.account(KEY);
        let customer = NewCustomer::default();
        let created = account.create_customer("tg:cus:1", &customer).await;
        assert_eq!(created, Err(error), "{status} {headers:?}");
        let expected = vec!["tg:cus:1".to_owned(); calls];
        assert_eq!(server.calls(), expected, "{status} {headers:?}");
    }
}

#[tokio::test]
async fn retry_after_holds_back_all_calls_of_a_connection() {
    let response = OddResponse {
        status: 429,
        headers: vec![("retry-after", "3600")],
        body: "{}".to_owned(),
    };
    // A buyer does not wait for the minute that the client makes of an hour.
    let timing = CallTiming {
        interactive: Duration::from_secs(30),
        ..PATIENT
    };
    let server = OddServer::with_timing(response, timing).await;
    let account = server.account(KEY);
    for _ in 0..2 {
        assert_eq!(account.get_balance().await, Err(StripeError::RateLimited));
    }
    assert_eq!(server.calls().len(), 1);
}

#[tokio::test]
async fn no_text_contains_the_key() {
    let message = format!("Invalid value: {KEY}, and {KEY} again");
    for status in [400, 401, 403, 429, 500] {
        let body = format!(r#"{{"error": {{"message": "{message}", "param": "{KEY}"}}}}"#);
        let response = OddResponse {
            status,
            body,
            ..OddResponse::default()
        };
        let server = OddServer::open(response).await;
        let account = server.account(KEY);
        let error = account.get_balance().await.unwrap_err();
        let written = format!("{error} {error:?} {account:?} {:?}", account.client);
        assert!(!written.contains(KEY), "{written}");
        assert!(!written.contains("rk_test"), "{written}");
    }
}
