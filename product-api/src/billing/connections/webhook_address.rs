//! The address at which Stripe delivers the events of a connection, and the types that it delivers.

use foundation::outbound::AllowedHosts;
use foundation::text::host::is_loopback_url;
use url::Url;

use crate::caller::Mode;

/// Path of all addresses of connections.
const PATH: &str = "/webhooks/stripe/";

/// Types of events that endpoints receive; each marks an object.
pub(crate) const EVENT_TYPES: &[&str] = &[
    "charge.dispute.closed",
    "charge.dispute.created",
    "charge.dispute.funds_reinstated",
    "charge.dispute.funds_withdrawn",
    "charge.dispute.updated",
    "charge.refunded",
    "checkout.session.async_payment_failed",
    "checkout.session.async_payment_succeeded",
    "checkout.session.completed",
    "checkout.session.expired",
    "customer.deleted",
    "customer.subscription.created",
    "customer.subscription.deleted",
    "customer.subscription.paused",
    "customer.subscription.pending_update_applied",
    "customer.subscription.pending_update_expired",
    "customer.subscription.resumed",
    "customer.subscription.trial_will_end",
    "customer.subscription.updated",
    "customer.updated",
    "invoice.marked_uncollectible",
    "invoice.paid",
    "invoice.payment_action_required",
    "invoice.payment_failed",
    "invoice.updated",
    "invoice.voided",
    "invoice_payment.paid",
    "payment_intent.canceled",
    "payment_intent.payment_failed",
    "payment_intent.succeeded",
    "payment_method.attached",
    "payment_method.automatically_updated",
    "payment_method.detached",
    "price.deleted",
    "price.updated",
    "product.deleted",
    "product.updated",
    "radar.early_fraud_warning.created",
    "radar.early_fraud_warning.updated",
    "refund.created",
    "refund.failed",
    "refund.updated",
    "setup_intent.succeeded",
    "subscription_schedule.canceled",
    "subscription_schedule.released",
    "subscription_schedule.updated",
];

/// Returns the address of a connection below the public origin of this installation.
pub(super) fn webhook_url(origin: &str, connection_id: &str) -> String {
    format!("{origin}{PATH}{connection_id}")
}

/// Returns true for an address of any connection of this installation.
pub(super) fn is_webhook_url(origin: &str, url: &str) -> bool {
    let rest = url.strip_prefix(origin);
    rest.is_some_and(|rest| rest.starts_with(PATH))
}

/// Returns true if Stripe can deliver to an origin: by https at a public address. A double of Stripe on this machine also
/// reaches this machine, in test mode.
pub(super) fn can_deliver(origin: &str, api_base: &Url, mode: Mode) -> bool {
    let Ok(origin) = Url::parse(origin) else {
        return false;
    };
    let is_public = AllowedHosts::default().problem(&origin).is_none();
    let is_local = mode == Mode::Test && is_loopback_url(api_base) && is_loopback_url(&origin);
    is_public || is_local
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delivery_needs_a_public_origin_or_a_double_on_this_machine() {
        let stripe = "https://api.stripe.com";
        let double = "http://127.0.0.1:12111";
        let rows = [
            ("https://id.example.com", stripe, Mode::Live, true),
            ("https://id.example.com:8443", stripe, Mode::Test, true),
            ("http://id.example.com", stripe, Mode::Test, false),
            ("https://localhost", stripe, Mode::Test, false),
            ("https://10.0.0.7", stripe, Mode::Live, false),
            ("http://localhost:8080", stripe, Mode::Test, false),
            ("http://localhost:8080", double, Mode::Test, true),
            ("http://127.0.0.1:8080", double, Mode::Test, true),
            ("http://localhost:8080", double, Mode::Live, false),
            ("http://10.0.0.7:8080", double, Mode::Test, false),
            ("https://id.example.com", double, Mode::Live, true),
            ("nothing", double, Mode::Test, false),
        ];
        for (origin, api_base, mode, expected) in rows {
            let api_base = Url::parse(api_base).unwrap();
            let found = can_deliver(origin, &api_base, mode);
            assert_eq!(found, expected, "{origin} {api_base} {mode}");
        }
    }

    #[test]
    fn address_names_its_connection() {
        let origin = "https://id.example.com";
        let url = webhook_url(origin, "scn_1");
        assert_eq!(url, "https://id.example.com/webhooks/stripe/scn_1");
        let rows = [
            (url.as_str(), true),
            ("https://id.example.com/webhooks/other", false),
            ("https://id.example.com.evil/webhooks/stripe/scn_1", false),
            ("https://other.example/webhooks/stripe/scn_1", false),
        ];
        for (url, expected) in rows {
            assert_eq!(is_webhook_url(origin, url), expected, "{url}");
        }
    }

    #[test]
    fn types_are_listed_once_in_order() {
        assert!(EVENT_TYPES.is_sorted_by(|one, next| one < next));
    }
}
