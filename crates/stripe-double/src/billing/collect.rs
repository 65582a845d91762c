//! Collection of invoices: charges of a saved payment method, with or without the buyer.

use serde_json::Value;

use super::drafts::subscription_of;
use super::finalize::mark_paid;
use super::settle::settle_failed;
use super::stored::update_invoice;
use crate::error::StripeError;
use crate::events;
use crate::payments::{
    ChargeFailure, MethodOutcome, create_charge, fail_charge, fail_intent, follow_up,
    outcome_of_saved, payment_error, redirect_action, succeed_intent,
};
use crate::state::{AccountScope, Members, ObjectKind};

const KIND: ObjectKind = ObjectKind::Invoice;
const DECLINED: ChargeFailure = ChargeFailure {
    code: "card_declined",
    decline_code: "generic_decline",
    message: "Your card was declined.",
};
const NO_METHOD: ChargeFailure = ChargeFailure {
    code: "missing",
    decline_code: "",
    message: "This customer has no attached payment source or default payment method.",
};
const MUST_AUTHENTICATE: ChargeFailure = ChargeFailure {
    code: "authentication_required",
    decline_code: "authentication_required",
    message: "Your card was declined. This transaction requires authentication.",
};
const NOT_CONFIRMED: ChargeFailure = ChargeFailure {
    code: "payment_intent_authentication_failure",
    decline_code: "",
    message: "We are unable to authenticate your payment method. \
              Please choose a different payment method and try again.",
};

/// A payment method, and how it is charged.
#[derive(Clone, Debug)]
pub(crate) struct Collection {
    pub(crate) method: Value,
    pub(crate) is_off_session: bool,
    /// True after the buyer confirmed at the bank.
    pub(crate) is_confirmed: bool,
    /// True for the first attempt of Stripe's own and for its retries.
    pub(crate) is_automatic: bool,
}

impl Collection {
    /// Returns the charge of a saved method without the buyer.
    pub(crate) const fn off_session(method: Value) -> Self {
        Self {
            method,
            is_off_session: true,
            is_confirmed: false,
            is_automatic: false,
        }
    }
}

/// Result of a collection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CollectionResult {
    Paid,
    /// The buyer has to confirm at the bank, by the invoice's page.
    MustConfirm,
    Declined(ChargeFailure),
}

/// Returns the payment method of an invoice: its own, that of its subscription, or the customer's default.
pub(crate) fn method_of(scope: &AccountScope<'_>, invoice: &Value) -> Option<Value> {
    let subscription = scope
        .data
        .find(ObjectKind::Subscription, subscription_of(invoice));
    let customer = scope
        .data
        .find(ObjectKind::Customer, invoice.text("customer"));
    let of_customer = "invoice_settings.default_payment_method";
    let ids = [
        invoice.text("default_payment_method"),
        subscription.map_or("", |found| found.text("default_payment_method")),
        customer.map_or("", |found| found.text(of_customer)),
    ];
    let methods = ids
        .into_iter()
        .filter_map(|id| scope.data.find(ObjectKind::PaymentMethod, id));
    let mut attached = methods.filter(|method| method.text("customer") == invoice.text("customer"));
    attached.next().cloned()
}

/// Charges the saved method of an open invoice at a time of Stripe's own.
pub(super) fn collect_automatically(
    scope: &mut AccountScope<'_>,
    invoice: &Value,
) -> Result<CollectionResult, StripeError> {
    let id = invoice.text("id");
    if let Some(method) = method_of(scope, invoice) {
        let collection = Collection {
            is_automatic: true,
            ..Collection::off_session(method)
        };
        return collect(scope, id, &collection);
    }
    record_failure(scope, id, true)?;
    Ok(CollectionResult::Declined(NO_METHOD))
}

/// Returns the error of a collection that failed.
pub(crate) fn error_of(result: &CollectionResult) -> StripeError {
    match result {
        CollectionResult::Declined(failure) => {
            StripeError::card(failure.code, failure.decline_code, failure.message)
        }
        CollectionResult::Paid | CollectionResult::MustConfirm => StripeError::card(
            MUST_AUTHENTICATE.code,
            MUST_AUTHENTICATE.decline_code,
            MUST_AUTHENTICATE.message,
        ),
    }
}

/// Charges a payment method for an open invoice.
pub(crate) fn collect(
    scope: &mut AccountScope<'_>,
    id: &str,
    collection: &Collection,
) -> Result<CollectionResult, StripeError> {
    let invoice = scope.get(KIND, id)?.clone();
    let intent = scope
        .get(ObjectKind::PaymentIntent, invoice.text("_payment_intent"))?
        .clone();
    let method = &collection.method;
    let outcome = outcome_of_saved(method);
    match outcome {
        MethodOutcome::Declines {
            code,
            decline_code,
            message,
        } => {
            let failure = ChargeFailure {
                code,
                decline_code,
                message,
            };
            decline(scope, &invoice, collection, failure)
        }
        MethodOutcome::LaterChargesFail if collection.is_off_session => {
            decline(scope, &invoice, collection, DECLINED)
        }
        MethodOutcome::DelayedFailure => decline(scope, &invoice, collection, DECLINED),
        MethodOutcome::MustConfirm if !collection.is_confirmed => {
            ask_to_confirm(scope, &invoice, collection)
        }
        MethodOutcome::Succeeds
        | MethodOutcome::MustConfirm
        | MethodOutcome::ConfirmsOnce
        | MethodOutcome::LaterChargesFail
        | MethodOutcome::DisputedLater
        | MethodOutcome::InquiredLater
        | MethodOutcome::FraudWarning
        | MethodOutcome::RefundPending
        | MethodOutcome::RefundFails
        | MethodOutcome::DelayedSuccess => {
            let charge = create_charge(scope, &intent, method, "succeeded")?;
            let charge = scope.change(ObjectKind::Charge, charge.text("id"), |charge| {
                charge.put("_invoice", id);
            })?;
            events::emit(scope, "charge.succeeded", &charge)?;
            succeed_intent(scope, intent.text("id"), &charge)?;
            follow_up(scope, charge.text("id"), outcome)?;
            count_attempt(scope, id, collection.is_automatic)?;
            mark_paid(scope, id, Some(&charge))?;
            Ok(CollectionResult::Paid)
        }
    }
}

/// Fails the confirmation that an invoice waits for.
pub(crate) fn fail_confirmation(
    scope: &mut AccountScope<'_>,
    id: &str,
    method: &Value,
) -> Result<(), StripeError> {
    let invoice = scope.change(KIND, id, |invoice| {
        invoice.put("_confirming", Value::Null);
    })?;
    let error = payment_error("", method, NOT_CONFIRMED);
    fail_intent(scope, invoice.text("_payment_intent"), None, error)
}

fn decline(
    scope: &mut AccountScope<'_>,
    invoice: &Value,
    collection: &Collection,
    failure: ChargeFailure,
) -> Result<CollectionResult, StripeError> {
    let intent = scope
        .get(ObjectKind::PaymentIntent, invoice.text("_payment_intent"))?
        .clone();
    let charge = create_charge(scope, &intent, &collection.method, "failed")?;
    scope.change(ObjectKind::Charge, charge.text("id"), |charge| {
        charge.put("_invoice", invoice.text("id"));
    })?;
    let charge = fail_charge(scope, charge.text("id"), failure)?;
    events::emit(scope, "charge.failed", &charge)?;
    let error = payment_error(charge.text("id"), &collection.method, failure);
    fail_intent(scope, intent.text("id"), Some(charge.text("id")), error)?;
    record_failure(scope, invoice.text("id"), collection.is_automatic)?;
    Ok(CollectionResult::Declined(failure))
}

fn record_failure(
    scope: &mut AccountScope<'_>,
    invoice: &str,
    is_automatic: bool,
) -> Result<(), StripeError> {
    let failed = count_attempt(scope, invoice, is_automatic)?;
    events::emit(scope, "invoice.payment_failed", &failed)?;
    settle_failed(scope, &failed)
}

fn ask_to_confirm(
    scope: &mut AccountScope<'_>,
    invoice: &Value,
    collection: &Collection,
) -> Result<CollectionResult, StripeError> {
    let id = invoice.text("id");
    let method = collection.method.text("id");
    let url = format!("{}/invoices/{id}/confirm", scope.base_url);
    let error = if collection.is_off_session {
        payment_error("", &collection.method, MUST_AUTHENTICATE)
    } else {
        Value::Null
    };
    let intent = invoice.text("_payment_intent");
    let changed = scope.change(ObjectKind::PaymentIntent, intent, |intent| {
        intent.put("status", "requires_action");
        intent.put("payment_method", method);
        intent.put("next_action", redirect_action(&url));
        intent.put("last_payment_error", error);
    })?;
    events::emit(scope, "payment_intent.requires_action", &changed)?;
    let waiting = scope.change(KIND, id, |invoice| invoice.put("_confirming", method))?;
    events::emit(scope, "invoice.payment_action_required", &waiting)?;
    record_failure(scope, id, collection.is_automatic)?;
    Ok(CollectionResult::MustConfirm)
}

/// Counts an attempt: the first one of any kind, and later only Stripe's own retries.
fn count_attempt(
    scope: &mut AccountScope<'_>,
    id: &str,
    is_automatic: bool,
) -> Result<Value, StripeError> {
    update_invoice(scope, id, |invoice| {
        let count = invoice.number("attempt_count");
        if is_automatic || count == 0 {
            invoice.put("attempt_count", count.saturating_add(1));
        }
        invoice.put("attempted", true);
    })
}
