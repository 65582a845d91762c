//! Reads the facts of a session from Stripe's object.

use super::session_facts::{
    PaymentStatus, SessionAmounts, SessionFacts, SessionLine, SessionStatus, SetupFacts,
    SetupMethod,
};
use crate::billing::payments::charge_facts;
use crate::billing::stripe::{
    CheckoutSession, Expandable, PaymentIntent, SavedPaymentMethod, SetupIntent,
};
use crate::billing::topups::TopUpCard;

/// Name of the metadata that names our checkout, in sessions, payments and invoices.
pub(crate) const CHECKOUT: &str = "tollgate_checkout";

/// Returns the facts of a session.
pub(super) fn session_facts(session: &CheckoutSession) -> SessionFacts {
    let intent = session.payment_intent.as_ref();
    let setup = is_setup(session).then(|| object(session.setup_intent.as_ref()));
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
        payment: match setup {
            Some(setup) => setup_status_of(setup),
            None => payment_of(session.payment_status.as_deref(), object(intent)),
        },
        failure: match setup.flatten() {
            Some(setup) => setup_failure_of(setup),
            None => object(intent).and_then(failure_of),
        },
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
        setup: setup.map(|setup| SetupFacts {
            method: setup.and_then(method_of),
        }),
    }
}

fn is_setup(session: &CheckoutSession) -> bool {
    session.mode.as_deref() == Some("setup")
}

fn object<T>(found: Option<&Expandable<T>>) -> Option<&T> {
    found?.object.as_deref()
}

/// Returns the state of a payment method that is saved. Some banks confirm it after days.
fn setup_status_of(intent: Option<&SetupIntent>) -> PaymentStatus {
    match intent.and_then(|intent| intent.status.as_deref()) {
        Some("succeeded") => PaymentStatus::NotRequired,
        Some("processing" | "requires_action" | "requires_confirmation") => PaymentStatus::Pending,
        Some("requires_payment_method" | "canceled") => PaymentStatus::Failed,
        Some(_) | None => PaymentStatus::Unknown,
    }
}

fn method_of(intent: &SetupIntent) -> Option<SetupMethod> {
    let saved = intent.payment_method.as_ref()?;
    Some(SetupMethod {
        id: saved.id.clone(),
        card: object(Some(saved)).and_then(card_of),
    })
}

fn card_of(method: &SavedPaymentMethod) -> Option<TopUpCard> {
    let card = method.card.as_ref()?;
    let (brand, last4) = card.brand.clone().zip(card.last4.clone())?;
    Some(TopUpCard { brand, last4 })
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

fn setup_failure_of(intent: &SetupIntent) -> Option<String> {
    let error = intent.last_setup_error.as_ref()?;
    error.decline_code.clone().or_else(|| error.code.clone())
}
