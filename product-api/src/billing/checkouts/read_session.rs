//! Reads the facts of a session from Stripe's object.

use super::session_facts::{
    PaymentStatus, SessionAmounts, SessionFacts, SessionLine, SessionStatus,
};
use crate::billing::payments::charge_facts;
use crate::billing::stripe::{CheckoutSession, Expandable, PaymentIntent};

/// Name of the metadata that names our checkout, in sessions, payments and invoices.
pub(crate) const CHECKOUT: &str = "tollgate_checkout";

/// Returns the facts of a session.
pub(super) fn session_facts(session: &CheckoutSession) -> SessionFacts {
    let intent = session.payment_intent.as_ref();
    let totals = session.total_details.as_ref();
    let lines = session.line_items.as_ref();
    let line = |line: &crate::billing::stripe::SessionLine| SessionLine {
        price_id: line.price.as_ref().map(|price| price.id.clone()),
        quantity: line.quantity,
    };
    SessionFacts {
        id: session.id.clone(),
        is_live: session.livemode.unwrap_or_default(),
        status: status_of(session.status.as_deref()),
        payment: payment_of(session.payment_status.as_deref(), object(intent)),
        failure: object(intent).and_then(failure_of),
        reference: session.client_reference_id.clone(),
        named_checkout: session.metadata.get(CHECKOUT).cloned(),
        customer: session
            .customer
            .as_ref()
            .map(|customer| customer.id.clone()),
        currency: session.currency.clone().unwrap_or_default(),
        amounts: SessionAmounts {
            subtotal: session.amount_subtotal.unwrap_or_default(),
            total: session.amount_total.unwrap_or_default(),
            tax: totals
                .and_then(|totals| totals.amount_tax)
                .unwrap_or_default(),
            discount: totals
                .and_then(|totals| totals.amount_discount)
                .unwrap_or_default(),
        },
        lines: lines.map_or_else(Vec::new, |lines| lines.data.iter().map(line).collect()),
        url: session.url.as_ref().map(|url| url.expose().to_owned()),
        charge: charge_facts(intent),
        invoice: session.invoice.as_ref().map(|invoice| invoice.id.clone()),
        subscription: session
            .subscription
            .as_ref()
            .map(|subscription| subscription.id.clone()),
    }
}

fn object(intent: Option<&Expandable<PaymentIntent>>) -> Option<&PaymentIntent> {
    intent?.object.as_deref()
}

fn status_of(word: Option<&str>) -> SessionStatus {
    match word {
        Some("open") => SessionStatus::Open,
        Some("complete") => SessionStatus::Complete,
        Some("expired") => SessionStatus::Expired,
        Some(_) | None => SessionStatus::Unknown,
    }
}

/// Returns the state of the payment. A delayed payment that has failed leaves the session unpaid; its intent says so.
fn payment_of(word: Option<&str>, intent: Option<&PaymentIntent>) -> PaymentStatus {
    let is_over = intent.is_some_and(|intent| {
        matches!(
            intent.status.as_deref(),
            Some("requires_payment_method" | "canceled")
        )
    });
    match word {
        Some("paid") => PaymentStatus::Paid,
        Some("no_payment_required") => PaymentStatus::NotRequired,
        Some("unpaid") if is_over => PaymentStatus::Failed,
        Some("unpaid") => PaymentStatus::Pending,
        Some(_) | None => PaymentStatus::Unknown,
    }
}

fn failure_of(intent: &PaymentIntent) -> Option<String> {
    let error = intent.last_payment_error.as_ref()?;
    error.decline_code.clone().or_else(|| error.code.clone())
}
