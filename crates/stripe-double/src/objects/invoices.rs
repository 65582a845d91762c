//! Handles the calls that concern invoices.

use serde_json::Value;

use super::fields::is_equal;
use super::invoice_drafts::{self, create, delete, update};
use super::subscription_items::own_method;
use crate::billing::{
    Collection, CollectionResult, collect, error_of, finalize, mark_uncollectible, method_of,
    update_invoice, void_invoice,
};
use crate::calls::{ApiOperation, Call, list, list_items, list_parameters};
use crate::error::StripeError;
use crate::state::{Members, ObjectKind, TaskKind};

const KIND: ObjectKind = ObjectKind::Invoice;
const READ: &str = "invoice_read";
const WRITE: &str = "invoice_write";
/// Seconds until Stripe charges an invoice that advances by itself.
const AUTOMATIC_PAYMENT: i64 = 3_600;

pub(super) const OPERATIONS: &[ApiOperation] = &[
    ApiOperation::get("/v1/invoices", READ, list_all).with(list_parameters![
        "collection_method",
        "customer",
        "status",
        "subscription",
    ]),
    ApiOperation::get("/v1/invoices/{id}", READ, |call| call.retrieve(KIND)),
    ApiOperation::post("/v1/invoices", WRITE, create).with(invoice_drafts::NEW_PARAMETERS),
    ApiOperation::post("/v1/invoices/{id}", WRITE, update).with(invoice_drafts::PARAMETERS),
    ApiOperation::delete("/v1/invoices/{id}", WRITE, delete),
    ApiOperation::get("/v1/invoices/{id}/lines", READ, list_lines).with(list_parameters![]),
    ApiOperation::post("/v1/invoices/{id}/finalize", WRITE, finalize_draft).with(&["auto_advance"]),
    ApiOperation::post("/v1/invoices/{id}/pay", WRITE, pay)
        .with(&["off_session", "payment_method"]),
    ApiOperation::post("/v1/invoices/{id}/void", WRITE, |call| {
        call.retrieve(KIND)?;
        void_invoice(&mut call.scope, call.id)
    }),
    ApiOperation::post("/v1/invoices/{id}/mark_uncollectible", WRITE, |call| {
        call.retrieve(KIND)?;
        mark_uncollectible(&mut call.scope, call.id)
    }),
];

fn list_all(call: &mut Call<'_>) -> Result<Value, StripeError> {
    let names = ["collection_method", "customer", "status"];
    let subscription = call.parameters.text("subscription");
    list(call, KIND, |invoice| {
        let of = invoice.text("parent.subscription_details.subscription");
        subscription.is_none_or(|subscription| of == subscription)
            && names
                .iter()
                .all(|name| is_equal(invoice, call.parameters, name))
    })
}

fn list_lines(call: &mut Call<'_>) -> Result<Value, StripeError> {
    let invoice = call.retrieve(KIND)?;
    let url = format!("/v1/invoices/{}/lines", call.id);
    list_items(call, invoice.items("lines.data"), &url)
}

/// Finalizes a draft; with `auto_advance` its payment is the next step of Stripe's own.
fn finalize_draft(call: &mut Call<'_>) -> Result<Value, StripeError> {
    let invoice = call.retrieve(KIND)?;
    let advances = call.parameters.boolean("auto_advance")?;
    if invoice.text("status") == "draft"
        && let Some(advances) = advances
    {
        update_invoice(&mut call.scope, call.id, |invoice| {
            invoice.put("auto_advance", advances);
        })?;
    }
    let finalized = finalize(&mut call.scope, call.id)?;
    if finalized.text("status") != "open" || !finalized.is_true("auto_advance") {
        return Ok(finalized);
    }
    let at = call.scope.now.saturating_add(AUTOMATIC_PAYMENT);
    call.scope.schedule(at, TaskKind::RetryInvoice, call.id);
    update_invoice(&mut call.scope, call.id, |invoice| {
        invoice.put("next_payment_attempt", at);
    })
}

/// Pays an invoice with a saved method: 402 if the payment fails.
fn pay(call: &mut Call<'_>) -> Result<Value, StripeError> {
    let mut invoice = call.retrieve(KIND)?;
    let method = own_method(call, invoice.text("customer"), "payment_method")?;
    let is_off_session = call.parameters.boolean("off_session")?.unwrap_or(true);
    if invoice.text("status") == "draft" {
        invoice = finalize(&mut call.scope, call.id)?;
        if invoice.text("status") == "paid" {
            return Ok(invoice);
        }
    }
    match invoice.text("status") {
        "open" | "uncollectible" => {}
        "paid" => return Err(StripeError::invalid("Invoice is already paid")),
        status => {
            let message = format!("Invoices with the status `{status}` cannot be paid.");
            return Err(StripeError::invalid(message));
        }
    }
    let method = match method.as_str() {
        Some(id) => call.scope.get(ObjectKind::PaymentMethod, id)?.clone(),
        None => method_of(&call.scope, &invoice).ok_or_else(no_method)?,
    };
    let collection = Collection {
        is_off_session,
        ..Collection::off_session(method)
    };
    match collect(&mut call.scope, call.id, &collection)? {
        CollectionResult::Paid => call.scope.get(KIND, call.id).cloned(),
        CollectionResult::MustConfirm if !is_off_session => {
            let message = "This payment requires additional user action before it can be \
                           completed successfully. Payment can be completed using the \
                           PaymentIntent associated with the invoice.";
            let error = StripeError::invalid(message).with_status(402);
            Err(error.coded("invoice_payment_intent_requires_action"))
        }
        failed @ (CollectionResult::MustConfirm | CollectionResult::Declined(_)) => {
            Err(error_of(&failed))
        }
    }
}

fn no_method() -> StripeError {
    let message = "There is no `default_payment_method` set on this Customer or Invoice. Please \
                   provide one, or pay with `payment_method`.";
    StripeError::invalid(message).coded("resource_missing")
}
