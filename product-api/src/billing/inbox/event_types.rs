//! Types of events that mark objects, and the kind of object that each type marks.

use crate::billing::marks::ObjectKind;

/// The types that mark objects. All events about a charge, a refund or a dispute lead to its payment intent; those about a
/// fraud warning mark the warning, which no other object at Stripe names. A schedule marks its subscription, and the payment of
/// an invoice its invoice. A payment method and a setup intent mark their customer.
///
/// `invoice.created` must never be among them: Stripe holds an invoice back for three days while an endpoint fails on it.
pub(super) const EVENT_TYPES: [(&str, ObjectKind); 46] = [
    ("checkout.session.completed", ObjectKind::Session),
    (
        "checkout.session.async_payment_succeeded",
        ObjectKind::Session,
    ),
    ("checkout.session.async_payment_failed", ObjectKind::Session),
    ("checkout.session.expired", ObjectKind::Session),
    ("payment_intent.succeeded", ObjectKind::Payment),
    ("payment_intent.payment_failed", ObjectKind::Payment),
    ("payment_intent.canceled", ObjectKind::Payment),
    ("charge.refunded", ObjectKind::Payment),
    ("refund.created", ObjectKind::Payment),
    ("refund.updated", ObjectKind::Payment),
    ("refund.failed", ObjectKind::Payment),
    ("charge.dispute.created", ObjectKind::Payment),
    ("charge.dispute.updated", ObjectKind::Payment),
    ("charge.dispute.funds_withdrawn", ObjectKind::Payment),
    ("charge.dispute.funds_reinstated", ObjectKind::Payment),
    ("charge.dispute.closed", ObjectKind::Payment),
    ("radar.early_fraud_warning.created", ObjectKind::Payment),
    ("radar.early_fraud_warning.updated", ObjectKind::Payment),
    ("customer.updated", ObjectKind::Customer),
    ("customer.deleted", ObjectKind::Customer),
    ("payment_method.attached", ObjectKind::Customer),
    ("payment_method.automatically_updated", ObjectKind::Customer),
    ("payment_method.detached", ObjectKind::Customer),
    ("setup_intent.succeeded", ObjectKind::Customer),
    ("price.updated", ObjectKind::Price),
    ("price.deleted", ObjectKind::Price),
    ("product.updated", ObjectKind::Product),
    ("product.deleted", ObjectKind::Product),
    ("customer.subscription.created", ObjectKind::Subscription),
    ("customer.subscription.deleted", ObjectKind::Subscription),
    ("customer.subscription.paused", ObjectKind::Subscription),
    (
        "customer.subscription.pending_update_applied",
        ObjectKind::Subscription,
    ),
    (
        "customer.subscription.pending_update_expired",
        ObjectKind::Subscription,
    ),
    ("customer.subscription.resumed", ObjectKind::Subscription),
    (
        "customer.subscription.trial_will_end",
        ObjectKind::Subscription,
    ),
    ("customer.subscription.updated", ObjectKind::Subscription),
    ("invoice.marked_uncollectible", ObjectKind::Invoice),
    ("invoice.paid", ObjectKind::Invoice),
    ("invoice.payment_action_required", ObjectKind::Invoice),
    ("invoice.payment_failed", ObjectKind::Invoice),
    ("invoice.updated", ObjectKind::Invoice),
    ("invoice.voided", ObjectKind::Invoice),
    ("invoice_payment.paid", ObjectKind::Invoice),
    ("subscription_schedule.canceled", ObjectKind::Subscription),
    ("subscription_schedule.released", ObjectKind::Subscription),
    ("subscription_schedule.updated", ObjectKind::Subscription),
];

/// Returns the kind of object that a type marks; `None` for a type that is not needed.
pub(super) fn kind_of(event_type: &str) -> Option<ObjectKind> {
    let mut types = EVENT_TYPES.iter();
    let found = types.find(|(name, _)| *name == event_type);
    found.map(|(_, kind)| *kind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::billing::connections;

    #[test]
    fn endpoints_receive_the_types_that_mark_objects() {
        let mut ours: Vec<&str> = EVENT_TYPES.iter().map(|(name, _)| *name).collect();
        ours.sort_unstable();
        assert_eq!(ours, connections::EVENT_TYPES);
        assert_eq!(kind_of("invoice.created"), None);
        assert_eq!(kind_of("checkout.session"), None);
    }
}
