//! One attempt to deliver an event.

use super::outgoing::OutgoingEvent;

/// Sends an event and returns true if the endpoint responds with a status of 200 to 299.
pub(crate) async fn send(client: &reqwest::Client, event: &OutgoingEvent) -> bool {
    let request = client
        .post(&event.url)
        .header("content-type", "application/json; charset=utf-8")
        .header(
            "user-agent",
            "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
        )
        .header("stripe-signature", &event.signature)
        .body(event.body.clone());
    let sent = request.send().await;
    sent.is_ok_and(|response| response.status().is_success())
}
