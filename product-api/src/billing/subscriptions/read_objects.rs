//! Reads the facts of subscriptions and invoices from Stripe's objects.

use foundation::Timestamp;

use super::invoice_facts::{InvoiceAmounts, InvoiceFacts, InvoiceLineFacts, InvoiceStatus};
use super::period::Period;
use super::standing::Collection;
use super::subscription_facts::{ScheduleFacts, SubscriptionFacts};
use crate::billing::stripe::{
    Expandable, InvoiceLine, StripeInvoice, StripeSchedule, StripeSubscription,
};

/// Name of the metadata that names our checkout, in sessions, payments, invoices and subscriptions.
const CHECKOUT: &str = "tollgate_checkout";

/// Returns the facts of a subscription.
pub(crate) fn subscription_facts(subscription: &StripeSubscription) -> SubscriptionFacts {
    let item = subscription.item();
    let created = subscription.created.unwrap_or_default();
    let start = item
        .and_then(|item| item.current_period_start)
        .or(subscription.current_period_start)
        .unwrap_or(created);
    let end = item
        .and_then(|item| item.current_period_end)
        .or(subscription.current_period_end)
        .unwrap_or(start);
    let period = Period {
        start: Timestamp::from_seconds(start),
        end: Timestamp::from_seconds(end),
    };
    let at_period_end = subscription.cancel_at_period_end.unwrap_or_default();
    let cancel_at = subscription.cancel_at.or(at_period_end.then_some(end));
    let pause = subscription.pause_collection.as_ref();
    // A pause without a word of its own is one of a kind that this version does not know.
    let behavior = pause.map(|pause| pause.behavior.as_deref().unwrap_or("unknown"));
    let price = item.and_then(|item| item.price.as_ref());
    let customer = subscription.customer.as_ref();
    let invoice = subscription.latest_invoice.as_ref();
    let pending = subscription.pending_update.as_ref();
    SubscriptionFacts {
        id: subscription.id.clone(),
        customer: customer.map(|customer| customer.id.clone()),
        is_live: subscription.livemode.unwrap_or_default(),
        named_checkout: subscription.metadata.get(CHECKOUT).cloned(),
        status: subscription.status.clone().unwrap_or_default(),
        collection: Collection::from_behavior(behavior),
        cancel_at: cancel_at.map(Timestamp::from_seconds),
        ended_at: subscription.ended_at.map(Timestamp::from_seconds),
        trial_end: subscription.trial_end.map(Timestamp::from_seconds),
        anchor: Timestamp::from_seconds(subscription.billing_cycle_anchor.unwrap_or(start)),
        period,
        price_id: price.map(|price| price.id.clone()),
        quantity: item.and_then(|item| item.quantity).unwrap_or(1).max(0),
        latest_invoice: invoice.map(|invoice| invoice.id.clone()),
        pending_until: pending
            .and_then(|pending| pending.expires_at)
            .map(Timestamp::from_seconds),
        schedule: subscription.schedule.as_ref().map(schedule_facts),
        card: card_of(subscription),
    }
}

/// Returns the facts of a schedule. A response that names only its id says nothing about the next period.
fn schedule_facts(schedule: &Expandable<StripeSchedule>) -> ScheduleFacts {
    let next = schedule.object.as_ref();
    let next = next.and_then(|schedule| schedule.next_phase());
    let item = next.and_then(|phase| phase.items.first());
    let price = item.and_then(|item| item.price.as_ref());
    ScheduleFacts {
        id: schedule.id.clone(),
        next_price_id: price.map(|price| price.id.clone()),
        next_quantity: item.and_then(|item| item.quantity),
    }
}

/// Returns the fingerprint of the card with which a subscription is paid.
fn card_of(subscription: &StripeSubscription) -> Option<String> {
    let method = subscription.default_payment_method.as_ref()?;
    let card = method.object.as_ref()?.card.as_ref()?;
    Some(card.fingerprint.as_ref()?.expose().to_owned())
}

/// Returns the facts of an invoice. `lines` are all of its lines.
pub(super) fn invoice_facts(invoice: &StripeInvoice, lines: &[InvoiceLine]) -> InvoiceFacts {
    let hosted_url = invoice.hosted_invoice_url.as_ref();
    let reason = invoice.billing_reason.as_deref();
    InvoiceFacts {
        id: invoice.id.clone(),
        status: status_of(invoice.status.as_deref()),
        subscription: invoice.subscription.clone(),
        customer: invoice.customer.clone(),
        is_live: invoice.livemode.unwrap_or_default(),
        currency: invoice.currency.clone().unwrap_or_default(),
        amounts: InvoiceAmounts {
            total: invoice.total.unwrap_or_default(),
            tax: invoice.tax,
            discount: invoice.discount,
            due: invoice.amount_due.or(invoice.total).unwrap_or_default(),
            paid: invoice.paid_minor(),
        },
        payment_intent: invoice.payment_intent.clone(),
        lines: lines.iter().filter_map(line_facts).collect(),
        is_renewal: !matches!(reason, Some("subscription_create" | "subscription_update")),
        attempts: invoice.attempt_count.unwrap_or_default(),
        hosted_url: hosted_url.map(|url| url.expose().to_owned()),
        paid_at: invoice.paid_at.map(Timestamp::from_seconds),
    }
}

/// Returns the facts of a subscription's line; `None` for a line of something else.
fn line_facts(line: &InvoiceLine) -> Option<InvoiceLineFacts> {
    let period = line.period?;
    line.subscription.as_ref()?;
    Some(InvoiceLineFacts {
        price_id: line.price.clone(),
        quantity: line.quantity.unwrap_or(1),
        amount_minor: line.amount.unwrap_or_default(),
        is_proration: line.is_proration,
        period: Period {
            start: Timestamp::from_seconds(period.start),
            end: Timestamp::from_seconds(period.end),
        },
    })
}

fn status_of(word: Option<&str>) -> InvoiceStatus {
    match word {
        Some("draft") => InvoiceStatus::Draft,
        Some("open") => InvoiceStatus::Open,
        Some("paid") => InvoiceStatus::Paid,
        Some("void" | "uncollectible") => InvoiceStatus::Closed,
        Some(_) | None => InvoiceStatus::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn end_is_read_from_either_member() {
        // The members `cancel_at` and `cancel_at_period_end`, and the end of a subscription whose period ends at 200.
        let rows = [
            (Value::Null, json!(false), None),
            (Value::Null, Value::Null, None),
            (json!(150), json!(false), Some(150)),
            (json!(150), Value::Null, Some(150)),
            (Value::Null, json!(true), Some(200)),
            (json!(200), json!(true), Some(200)),
        ];
        for (at, at_period_end, expected) in rows {
            let object = json!({
                "id": "sub_1", "status": "active", "created": 100, "cancel_at": at, "cancel_at_period_end": at_period_end,
                "items": {"data": [{"id": "si_1", "current_period_start": 100, "current_period_end": 200}]},
            });
            let subscription: StripeSubscription = serde_json::from_value(object.clone()).unwrap();
            let facts = subscription_facts(&subscription);
            let expected = expected.map(Timestamp::from_seconds);
            assert_eq!(facts.cancel_at, expected, "{object}");
        }
    }
}
