//! Invoice items: amounts that wait for an invoice of a customer.

use serde_json::{Value, json};

use super::drafts::add_lines;
use super::lines::{DraftLine, LineSource, pricing};
use crate::error::StripeError;
use crate::state::{AccountScope, Members, ObjectKind};

const KIND: ObjectKind = ObjectKind::InvoiceItem;

/// The facts from which an invoice item is made.
#[derive(Clone, Debug)]
pub(crate) struct NewInvoiceItem {
    pub(crate) customer: String,
    pub(crate) currency: String,
    /// Null for an item with an amount of its own.
    pub(crate) price: Value,
    pub(crate) quantity: i64,
    pub(crate) amount: i64,
    pub(crate) description: Value,
    pub(crate) metadata: Value,
}

/// Creates an invoice item that waits for an invoice.
pub(crate) fn create_invoice_item(
    scope: &mut AccountScope<'_>,
    new: &NewInvoiceItem,
) -> Result<Value, StripeError> {
    let mut item = json!({
        "id": scope.new_id(KIND)?,
        "object": "invoiceitem",
        "amount": new.amount,
        "currency": new.currency,
        "customer": new.customer,
        "customer_account": null,
        "date": scope.now,
        "description": new.description,
        "discountable": true,
        "discounts": [],
        "invoice": null,
        "livemode": scope.data.is_live,
        "metadata": new.metadata,
        "net_amount": new.amount,
        "parent": null,
        "period": {"end": scope.now, "start": scope.now},
        "pricing": pricing(&new.price),
        "proration": false,
        "quantity": new.quantity,
        "quantity_decimal": new.quantity.to_string(),
        "tax_rates": [],
        "test_clock": null,
    });
    item.put("_price", new.price.clone());
    scope.insert(KIND, item.clone());
    Ok(item)
}

/// Keeps prorations of a subscription for its next invoice.
pub(super) fn store_pending_items(
    scope: &mut AccountScope<'_>,
    subscription: &Value,
    lines: Vec<DraftLine>,
) -> Result<(), StripeError> {
    for line in lines {
        let LineSource::SubscriptionItem {
            subscription: id,
            item,
        } = line.source
        else {
            continue;
        };
        let new = NewInvoiceItem {
            customer: subscription.text("customer").to_owned(),
            currency: subscription.text("currency").to_owned(),
            price: line.price,
            quantity: line.quantity,
            amount: line.amount,
            description: line.description.into(),
            metadata: json!({}),
        };
        let stored = create_invoice_item(scope, &new)?;
        scope.change(KIND, stored.text("id"), |stored| {
            stored.put("proration", line.is_proration);
            stored.put("period", json!({"end": line.end, "start": line.start}));
            stored.put(
                "parent",
                json!({
                    "subscription_details": {"subscription": id, "subscription_item": item},
                    "type": "subscription_details",
                }),
            );
        })?;
    }
    Ok(())
}

/// Moves waiting items into a draft: those of a subscription, and those of no subscription.
pub(crate) fn add_pending_items(
    scope: &mut AccountScope<'_>,
    invoice: &mut Value,
    subscription: &str,
) -> Result<(), StripeError> {
    let waiting = waiting_items(scope, invoice, subscription);
    for item in waiting {
        add_item(scope, invoice, &item)?;
    }
    Ok(())
}

/// Returns the items that wait for an invoice: those of a subscription, and those of no subscription.
///
/// The owner is an object with their customer and currency.
pub(super) fn waiting_items(
    scope: &AccountScope<'_>,
    owner: &Value,
    subscription: &str,
) -> Vec<Value> {
    let items = scope.data.objects(KIND);
    let waiting = items.filter(|item| {
        let of = item.text("parent.subscription_details.subscription");
        item.member("invoice").is_null()
            && item.text("customer") == owner.text("customer")
            && item.text("currency") == owner.text("currency")
            && (of.is_empty() || of == subscription)
    });
    waiting.cloned().collect()
}

/// Returns the line of an invoice item.
pub(super) fn line_of_item(item: &Value) -> DraftLine {
    let details = item.member("parent.subscription_details");
    let source = if details.is_object() {
        LineSource::SubscriptionItem {
            subscription: details.text("subscription").to_owned(),
            item: details.text("subscription_item").to_owned(),
        }
    } else {
        LineSource::InvoiceItem {
            id: item.text("id").to_owned(),
        }
    };
    DraftLine {
        source,
        price: item.member("_price").clone(),
        quantity: item.number("quantity"),
        amount: item.number("amount"),
        description: item.text("description").to_owned(),
        start: item.number("period.start"),
        end: item.number("period.end"),
        is_proration: item.is_true("proration"),
    }
}

/// Adds an invoice item to a draft that is changed or not yet stored.
pub(crate) fn add_item(
    scope: &mut AccountScope<'_>,
    invoice: &mut Value,
    item: &Value,
) -> Result<(), StripeError> {
    add_lines(scope, invoice, &[line_of_item(item)])?;
    let id = invoice.text("id").to_owned();
    scope.change(KIND, item.text("id"), |item| item.put("invoice", id))?;
    Ok(())
}
