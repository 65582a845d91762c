//! Signed deliveries of events, as Stripe sends them.

use foundation::Clock;
use journeys::selling_website::{SIGNING_SECRET, SellingWebsite};
use serde_json::json;

use crate::request::post;

/// Deliveries to one connection.
#[derive(Clone)]
pub(super) struct EventFactory {
    path: String,
    clock: Clock,
}

impl EventFactory {
    pub(super) fn new(site: &SellingWebsite) -> Self {
        Self {
            path: format!("/webhooks/stripe/{}", site.connection),
            clock: Clock::system(),
        }
    }

    /// Returns the delivery of an event about a session, as a snapshot with the members of a usual one.
    pub(super) fn completed(&self, event: &str, session: &str) -> String {
        let now = self.clock.now().seconds();
        let metadata = json!({"tollgate": "chk_0192f0c4a1b27c3d8e9f001122334455"});
        let object = json!({
            "id": session, "object": "checkout.session", "adaptive_pricing": {"enabled": false},
            "allow_promotion_codes": null, "amount_subtotal": 1_000, "amount_total": 1_000,
            "automatic_tax": {"enabled": false, "liability": null, "provider": null, "status": null},
            "billing_address_collection": null, "cancel_url": "https://shop.example/cart",
            "client_reference_id": "chk_0192f0c4a1b27c3d8e9f001122334455", "created": now, "currency": "eur",
            "customer": "cus_0123456789abcd", "customer_details": {"email": "ann@example.com", "name": "Ann", "phone": null,
                "address": {"city": null, "country": "AT", "line1": null, "line2": null, "postal_code": null, "state": null}},
            "expires_at": now + 3_600, "invoice": null, "livemode": false, "metadata": metadata, "mode": "payment",
            "payment_intent": "pi_0123456789abcdefghijklmn", "payment_method_types": ["card"],
            "payment_status": "paid", "status": "complete", "success_url": "https://shop.example/done",
            "total_details": {"amount_discount": 0, "amount_shipping": 0, "amount_tax": 0}, "url": null,
        });
        let body = json!({
            "id": event, "object": "event", "api_version": "2026-08-26.dahlia", "created": now,
            "data": {"object": object}, "livemode": false, "pending_webhooks": 1,
            "request": {"id": null, "idempotency_key": null}, "type": "checkout.session.completed",
        });
        let body = format!("{body:#}");
        let signature = stripe_double::sign(&[SIGNING_SECRET], now, &body);
        let headers = format!(
            "Content-Type: application/json; charset=utf-8\r\nStripe-Signature: {signature}\r\n"
        );
        post(&self.path, &headers, &body)
    }
}
