//! Signed deliveries of events, as Stripe sends them.

use foundation::Clock;
use journeys::selling_website::{SIGNING_SECRET, SellingWebsite};
use serde_json::{Value, json};

use crate::request::post;

/// Seconds of a month.
const MONTH: i64 = 30 * 86_400;

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

    /// Returns the delivery of an event about a session that was completed, as a snapshot with the members of a usual one.
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
        self.delivery(event, "checkout.session.completed", &object)
    }

    /// Returns the delivery of an event about a subscription that has renewed, as a snapshot with the members of a usual one.
    pub(super) fn renewed(&self, event: &str, subscription: &str) -> String {
        let now = self.clock.now().seconds();
        let item = json!({
            "id": "si_0123456789abcd", "object": "subscription_item", "created": now, "current_period_end": now + MONTH,
            "current_period_start": now, "discounts": [], "metadata": {}, "quantity": 1, "subscription": subscription,
            "price": {"id": "price_0123456789abcdefghijklmn", "object": "price", "active": true, "currency": "eur",
                "recurring": {"interval": "month", "interval_count": 1, "usage_type": "licensed"}, "unit_amount": 900},
        });
        let object = json!({
            "id": subscription, "object": "subscription", "automatic_tax": {"enabled": false, "liability": null},
            "billing_cycle_anchor": now, "cancel_at": null, "cancel_at_period_end": false, "canceled_at": null,
            "collection_method": "charge_automatically", "created": now, "currency": "eur", "customer": "cus_0123456789abcd",
            "default_payment_method": "pm_0123456789abcdefghijklmn", "discounts": [], "ended_at": null,
            "items": {"object": "list", "data": [item], "has_more": false}, "latest_invoice": "in_0123456789abcdefghijklmn",
            "livemode": false, "metadata": {"tollgate": "chk_0192f0c4a1b27c3d8e9f001122334455"}, "pause_collection": null,
            "pending_update": null, "schedule": null, "start_date": now, "status": "active", "trial_end": null,
        });
        self.delivery(event, "customer.subscription.updated", &object)
    }

    /// Returns the delivery of an event about an invoice that was paid, as a snapshot with the members of a usual one.
    pub(super) fn paid(&self, event: &str, invoice: &str) -> String {
        let now = self.clock.now().seconds();
        let line = json!({
            "id": "il_0123456789abcdefghijklmn", "object": "line_item", "amount": 900, "currency": "eur", "description": "Pro",
            "discounts": [], "invoice": invoice, "livemode": false, "metadata": {}, "period": {"start": now, "end": now + MONTH},
            "pricing": {"type": "price_details", "price_details": {"price": "price_0123456789abcdefghijklmn"}},
            "quantity": 1, "taxes": [],
        });
        let object = json!({
            "id": invoice, "object": "invoice", "amount_due": 900, "amount_paid": 900, "amount_remaining": 0, "attempt_count": 1,
            "attempted": true, "auto_advance": false, "billing_reason": "subscription_cycle",
            "collection_method": "charge_automatically", "created": now, "currency": "eur", "customer": "cus_0123456789abcd",
            "discounts": [], "hosted_invoice_url": null,
            "lines": {"object": "list", "data": [line], "has_more": false}, "livemode": false, "metadata": {},
            "parent": {"type": "subscription_details", "subscription_details": {"subscription": "sub_0123456789abcd"}},
            "period_end": now, "period_start": now - MONTH, "status": "paid",
            "status_transitions": {"finalized_at": now, "paid_at": now}, "subtotal": 900, "total": 900, "total_taxes": [],
        });
        self.delivery(event, "invoice.paid", &object)
    }

    fn delivery(&self, event: &str, event_type: &str, object: &Value) -> String {
        let now = self.clock.now().seconds();
        let body = json!({
            "id": event, "object": "event", "api_version": "2026-08-26.dahlia", "created": now,
            "data": {"object": object}, "livemode": false, "pending_webhooks": 1,
            "request": {"id": null, "idempotency_key": null}, "type": event_type,
        });
        let body = format!("{body:#}");
        let signature = stripe_double::sign(&[SIGNING_SECRET], now, &body);
        let headers = format!(
            "Content-Type: application/json; charset=utf-8\r\nStripe-Signature: {signature}\r\n"
        );
        post(&self.path, &headers, &body)
    }
}
