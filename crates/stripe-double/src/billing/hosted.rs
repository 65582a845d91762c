//! Payments by the hosted page of an invoice, where the buyer is present.

use serde_json::{Value, json};

use super::collect::{Collection, CollectionResult, collect, fail_confirmation};
use super::drafts::subscription_of;
use super::stored::update;
use crate::error::StripeError;
use crate::payments::{AttemptResult, TestMethod, attach, create_method};
use crate::state::{AccountScope, Members, ObjectKind};

/// Pays an open invoice with a test method.
pub(crate) fn pay_hosted(
    scope: &mut AccountScope<'_>,
    id: &str,
    method: &TestMethod,
) -> Result<AttemptResult, StripeError> {
    payable(scope, id)?;
    let billing =
        json!({"address": null, "email": null, "name": null, "phone": null, "tax_id": null});
    let saved = create_method(scope, method, &billing)?;
    pay(scope, id, saved, false)
}

/// Ends the confirmation that an invoice waits for.
pub(crate) fn confirm_hosted(
    scope: &mut AccountScope<'_>,
    id: &str,
    is_confirmed: bool,
) -> Result<AttemptResult, StripeError> {
    let invoice = payable(scope, id)?;
    let waiting = invoice.text("_confirming");
    if waiting.is_empty() {
        let message = "This invoice waits for no confirmation.";
        return Err(StripeError::invalid(message));
    }
    let method = scope.get(ObjectKind::PaymentMethod, waiting)?.clone();
    if is_confirmed {
        return pay(scope, id, method, true);
    }
    fail_confirmation(scope, id, &method)?;
    let message = "The bank did not confirm the payment.";
    Ok(AttemptResult::Declined(message.to_owned()))
}

fn payable(scope: &AccountScope<'_>, id: &str) -> Result<Value, StripeError> {
    let invoice = scope.get(ObjectKind::Invoice, id)?;
    if ["open", "uncollectible"].contains(&invoice.text("status")) {
        return Ok(invoice.clone());
    }
    Err(StripeError::invalid("This invoice is not to be paid."))
}

fn pay(
    scope: &mut AccountScope<'_>,
    id: &str,
    method: Value,
    is_confirmed: bool,
) -> Result<AttemptResult, StripeError> {
    let collection = Collection {
        method,
        is_off_session: false,
        is_confirmed,
        is_automatic: false,
    };
    match collect(scope, id, &collection)? {
        CollectionResult::Paid => {
            save_method(scope, id, &collection.method)?;
            Ok(AttemptResult::Completed)
        }
        CollectionResult::MustConfirm => Ok(AttemptResult::MustConfirm),
        CollectionResult::Declined(failure) => {
            Ok(AttemptResult::Declined(failure.message.to_owned()))
        }
    }
}

/// Saves a new method for the subscription of a paid invoice.
fn save_method(
    scope: &mut AccountScope<'_>,
    invoice: &str,
    method: &Value,
) -> Result<(), StripeError> {
    let invoice = scope.get(ObjectKind::Invoice, invoice)?.clone();
    let subscription = subscription_of(&invoice);
    if subscription.is_empty() || !method.text("customer").is_empty() {
        return Ok(());
    }
    attach(scope, method.text("id"), invoice.text("customer"))?;
    update(scope, subscription, |subscription| {
        subscription.put("default_payment_method", method.text("id"));
    })?;
    Ok(())
}
