//! Handles the calls that concern invoice items.

use serde_json::{Value, json};

use super::fields::is_equal;
use crate::billing::{NewInvoiceItem, add_item, create_invoice_item};
use crate::calls::{ApiOperation, Call, list, list_parameters};
use crate::error::StripeError;
use crate::events;
use crate::payments::currency_refusal;
use crate::state::{Members, ObjectKind};

const KIND: ObjectKind = ObjectKind::InvoiceItem;
const MAX_AMOUNT: i64 = 99_999_999;
const MAX_QUANTITY: i64 = 999_999;

pub(super) const OPERATIONS: &[ApiOperation] = &[
    ApiOperation::post("/v1/invoiceitems", "invoice_write", create).with(&[
        "amount",
        "currency",
        "customer",
        "description",
        "invoice",
        "metadata.*",
        "period.end",
        "period.start",
        "pricing.price",
        "quantity",
        "tax_behavior",
    ]),
    ApiOperation::get("/v1/invoiceitems", "invoice_read", |call| {
        let is_pending = call.parameters.boolean("pending")?;
        list(call, KIND, |item| {
            let names = ["customer", "invoice"];
            is_pending.is_none_or(|pending| item.member("invoice").is_null() == pending)
                && names
                    .iter()
                    .all(|name| is_equal(item, call.parameters, name))
        })
    })
    .with(list_parameters!["customer", "invoice", "pending"]),
    ApiOperation::get("/v1/invoiceitems/{id}", "invoice_read", |call| {
        call.retrieve(KIND)
    }),
    ApiOperation::delete("/v1/invoiceitems/{id}", "invoice_write", delete),
];

/// Creates an invoice item: in the draft that the request names, or waiting for an invoice.
fn create(call: &mut Call<'_>) -> Result<Value, StripeError> {
    let draft = draft(call)?;
    let new = read(call, &draft)?;
    let start = call.parameters.integer("period.start")?;
    let end = call.parameters.integer("period.end")?;
    let behaviors = ["exclusive", "inclusive", "unspecified"];
    let behavior = call.parameters.choice("tax_behavior", &behaviors)?;
    let item = create_invoice_item(&mut call.scope, &new)?;
    let item = call.scope.change(KIND, item.text("id"), |item| {
        if let (Some(start), Some(end)) = (start, end) {
            item.put("period", json!({"end": end, "start": start}));
        }
        if let Some(behavior) = behavior {
            item.put("_price.tax_behavior", behavior);
        }
    })?;
    if !draft.is_null() {
        let mut after = draft.clone();
        add_item(&mut call.scope, &mut after, &item)?;
        call.scope.insert(ObjectKind::Invoice, after.clone());
        events::emit_change(&mut call.scope, "invoice.updated", &draft, &after)?;
    }
    let item = call.scope.get(KIND, item.text("id"))?.clone();
    events::emit(&mut call.scope, "invoiceitem.created", &item)?;
    Ok(item)
}

/// Returns the draft that a request names; null without one.
fn draft(call: &Call<'_>) -> Result<Value, StripeError> {
    let Some(id) = call.parameters.text("invoice") else {
        return Ok(Value::Null);
    };
    let invoice = call.scope.referenced(ObjectKind::Invoice, id, "invoice")?;
    if invoice.text("status") != "draft" {
        let message = "This invoice is no longer editable";
        let error = StripeError::invalid(message).about("invoice");
        return Err(error.coded("invoice_not_editable"));
    }
    Ok(invoice.clone())
}

fn read(call: &Call<'_>, draft: &Value) -> Result<NewInvoiceItem, StripeError> {
    let parameters = call.parameters;
    let customer = match parameters.text("customer") {
        Some(customer) => customer,
        None if draft.is_null() => return Err(StripeError::parameter_missing("customer")),
        None => draft.text("customer"),
    };
    call.scope
        .referenced(ObjectKind::Customer, customer, "customer")?;
    if !draft.is_null() && draft.text("customer") != customer {
        let message = "The customer of the invoice item is not that of the invoice.";
        return Err(StripeError::invalid(message).about("customer"));
    }
    let price = match parameters.text("pricing.price") {
        None => Value::Null,
        Some(id) => one_time_price(call, id)?,
    };
    let currency = currency_of(call, draft, &price)?;
    let quantity = parameters.integer("quantity")?.unwrap_or(1);
    if !(1..=MAX_QUANTITY).contains(&quantity) {
        let message = format!("This value must be from 1 to {MAX_QUANTITY}.");
        return Err(StripeError::early(400, message).about("quantity"));
    }
    let amount = if price.is_null() {
        let amount = parameters.integer("amount")?;
        amount.ok_or_else(|| StripeError::parameter_missing("amount"))?
    } else {
        price.number("unit_amount").saturating_mul(quantity)
    };
    if amount.abs() > MAX_AMOUNT.saturating_mul(quantity) {
        let message = format!("The amount is at most {MAX_AMOUNT}.");
        return Err(StripeError::invalid(message).about("amount"));
    }
    let description = match parameters.text("description") {
        Some(description) => description.into(),
        None => product_name(call, &price),
    };
    Ok(NewInvoiceItem {
        customer: customer.to_owned(),
        currency,
        price,
        quantity,
        amount,
        description,
        metadata: parameters.metadata("metadata", &json!({}))?,
    })
}

fn one_time_price(call: &Call<'_>, id: &str) -> Result<Value, StripeError> {
    let parameter = "pricing[price]";
    let price = call.scope.referenced(ObjectKind::Price, id, parameter)?;
    let refusal = if !price.is_true("active") {
        "The price specified is inactive. This field only accepts active prices."
    } else if price.text("type") == "recurring" {
        "The price specified is set to `type=recurring` but this field only accepts prices with \
         `type=one_time`."
    } else {
        return Ok(price.clone());
    };
    Err(StripeError::invalid(refusal).about(parameter))
}

fn currency_of(call: &Call<'_>, draft: &Value, price: &Value) -> Result<String, StripeError> {
    let given = call.parameters.text("currency");
    let others = [price.text("currency"), draft.text("currency")];
    let known = others.into_iter().find(|currency| !currency.is_empty());
    let currency = given
        .or(known)
        .ok_or_else(|| StripeError::parameter_missing("currency"))?;
    if let Some(refusal) = currency_refusal(currency, "currency") {
        return Err(refusal);
    }
    let mut expected = others.into_iter().filter(|currency| !currency.is_empty());
    if expected.any(|expected| expected != currency) {
        let message = "The currency of the invoice item is not that of its invoice and its price.";
        return Err(StripeError::invalid(message).about("currency"));
    }
    Ok(currency.to_owned())
}

fn product_name(call: &Call<'_>, price: &Value) -> Value {
    let found = call
        .scope
        .data
        .find(ObjectKind::Product, price.text("product"));
    found.map_or(Value::Null, |product| product.member("name").clone())
}

fn delete(call: &mut Call<'_>) -> Result<Value, StripeError> {
    let item = call.retrieve(KIND)?;
    if !item.member("invoice").is_null() {
        let message = "The double deletes only invoice items that wait for an invoice.";
        return Err(StripeError::invalid(message));
    }
    call.scope.data.table_mut(KIND).remove(call.id);
    events::emit(&mut call.scope, "invoiceitem.deleted", &item)?;
    Ok(json!({"id": call.id, "object": "invoiceitem", "deleted": true}))
}
