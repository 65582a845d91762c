//! Creation, changes and removal of draft invoices.

use serde_json::{Value, json};

use super::fields::{put_metadata, put_texts};
use super::subscription_items::own_method;
use crate::billing::{NewInvoice, add_pending_items, blank_invoice, store_draft};
use crate::calls::Call;
use crate::error::StripeError;
use crate::events;
use crate::payments::currency_refusal;
use crate::state::{Members, ObjectKind};

const KIND: ObjectKind = ObjectKind::Invoice;

pub(super) const NEW_PARAMETERS: &[&str] = &[
    "auto_advance",
    "automatic_tax.enabled",
    "collection_method",
    "currency",
    "customer",
    "default_payment_method",
    "description",
    "footer",
    "metadata.*",
    "pending_invoice_items_behavior",
];
pub(super) const PARAMETERS: &[&str] = &[
    "auto_advance",
    "default_payment_method",
    "description",
    "footer",
    "metadata.*",
];

/// Creates a draft without a subscription.
pub(super) fn create(call: &mut Call<'_>) -> Result<Value, StripeError> {
    let parameters = call.parameters;
    let customer = parameters.required("customer")?;
    let found = call
        .scope
        .referenced(ObjectKind::Customer, customer, "customer")?;
    parameters.choice("collection_method", &["charge_automatically"])?;
    let of_account = call.scope.data.account.default_currency.as_str();
    let of_customer = Some(found.text("currency")).filter(|currency| !currency.is_empty());
    let currency = parameters.text("currency").or(of_customer);
    let currency = currency.unwrap_or(of_account).to_lowercase();
    if let Some(refusal) = currency_refusal(&currency, "currency") {
        return Err(refusal);
    }
    let behaviors = ["exclude", "include"];
    let behavior = parameters.choice("pending_invoice_items_behavior", &behaviors)?;
    let new = NewInvoice {
        customer: customer.to_owned(),
        currency,
        reason: "manual",
        subscription: Value::Null,
        period_start: call.scope.now,
        period_end: call.scope.now,
        auto_advance: parameters.boolean("auto_advance")? == Some(true),
        is_taxed: parameters.boolean("automatic_tax.enabled")? == Some(true),
        percent_off: 0,
    };
    let mut invoice = blank_invoice(&call.scope, &new)?;
    apply(call, &mut invoice)?;
    if behavior == Some("include") {
        add_pending_items(&mut call.scope, &mut invoice, "")?;
    }
    store_draft(&mut call.scope, invoice)
}

/// Changes an invoice; its metadata at any time.
pub(super) fn update(call: &mut Call<'_>) -> Result<Value, StripeError> {
    let before = call.retrieve(KIND)?;
    let mut after = before.clone();
    apply(call, &mut after)?;
    if let Some(advances) = call.parameters.boolean("auto_advance")? {
        after.put("auto_advance", advances);
        if !advances {
            after.put("automatically_finalizes_at", Value::Null);
            after.put("next_payment_attempt", Value::Null);
        }
    }
    call.scope.insert(KIND, after.clone());
    if before != after {
        events::emit_change(&mut call.scope, "invoice.updated", &before, &after)?;
    }
    Ok(after)
}

fn apply(call: &Call<'_>, invoice: &mut Value) -> Result<(), StripeError> {
    put_texts(invoice, call.parameters, &["description", "footer"]);
    put_metadata(invoice, call.parameters)?;
    let customer = invoice.text("customer").to_owned();
    if call.parameters.has("default_payment_method") {
        let method = own_method(call, &customer, "default_payment_method")?;
        invoice.put("default_payment_method", method);
    }
    Ok(())
}

/// Removes a draft without a subscription, with its items.
pub(super) fn delete(call: &mut Call<'_>) -> Result<Value, StripeError> {
    let invoice = call.retrieve(KIND)?;
    if invoice.text("status") != "draft" || invoice.member("parent").is_object() {
        let message = "You can only delete draft invoices that are not for a subscription.";
        return Err(StripeError::invalid(message));
    }
    call.scope.data.table_mut(KIND).remove(call.id);
    events::emit(&mut call.scope, "invoice.deleted", &invoice)?;
    Ok(json!({"id": call.id, "object": "invoice", "deleted": true}))
}
