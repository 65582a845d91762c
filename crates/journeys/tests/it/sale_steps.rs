//! Steps of a sale: a client that repeats its requests until their responses are final.

use std::time::Duration;

use journeys::selling_website::{SaleResponse, SellingWebsite};
use serde_json::Value;

/// Pause before a retry, and the number of retries: for minutes, because a machine may be busy.
const PAUSE: Duration = Duration::from_millis(50);
const TRIES: usize = 2_400;

/// Repeats a request until its response is final.
pub(crate) async fn with_retries(
    mut ask: impl AsyncFnMut() -> Result<SaleResponse, reqwest::Error>,
    is_final: impl Fn(&SaleResponse) -> bool,
) -> Value {
    let mut last = None;
    for _ in 0..TRIES {
        if let Ok(response) = ask().await {
            if is_final(&response) {
                return response.body;
            }
            last = Some(response);
        }
        tokio::time::sleep(PAUSE).await;
    }
    panic!("there was no final response: {last:?}");
}

/// Starts a checkout by its buyer's key, again if necessary.
pub(crate) async fn started(site: &SellingWebsite, buyer: &str) -> Value {
    let is_final = |response: &SaleResponse| response.status == 200;
    with_retries(async || site.start(buyer, buyer).await, is_final).await
}

/// Looks at a paid checkout until it is completed, and returns its payment.
pub(crate) async fn finish(site: &SellingWebsite, id: &str) -> String {
    payment_of(&completed(site, id).await)
}

/// Looks at a paid checkout until it is completed, and returns it.
pub(crate) async fn completed(site: &SellingWebsite, id: &str) -> Value {
    with_retries(async || site.sync(id).await, is_completed).await
}

/// Waits until the server has completed a paid checkout by itself, and returns its payment.
pub(crate) async fn completes(site: &SellingWebsite, id: &str) -> String {
    payment_of(&with_retries(async || site.checkout(id).await, is_completed).await)
}

/// Refunds a payment by its key until that is done.
pub(crate) async fn refunded(site: &SellingWebsite, payment: &str) {
    let is_final = |response: &SaleResponse| response.status == 200;
    let refund = with_retries(async || site.refund(payment, payment).await, is_final).await;
    assert_eq!(refund["refund"]["state"], "succeeded", "{refund}");
}

/// Waits until the server has taken all credits of a payment back by itself.
pub(crate) async fn takes_back(site: &SellingWebsite, payment: &str) {
    let is_final = |response: &SaleResponse| {
        response.status == 200 && response.body["credits_taken_back"] == response.body["credits"]
    };
    with_retries(async || site.payment(payment).await, is_final).await;
}

fn is_completed(response: &SaleResponse) -> bool {
    response.status == 200 && response.body["state"] == "completed"
}

fn payment_of(checkout: &Value) -> String {
    text(&checkout["payment_id"])
}

pub(crate) fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}
