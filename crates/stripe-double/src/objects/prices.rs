//! Handles the calls that concern prices.

use serde_json::{Value, json};

use super::fields::{is_equal, put_metadata, put_texts};
use crate::calls::{ApiOperation, Call, list, list_parameters};
use crate::error::StripeError;
use crate::events;
use crate::payments::currency_refusal;
use crate::shapes::filled;
use crate::state::{Members, ObjectKind};

const KIND: ObjectKind = ObjectKind::Price;
const MAX_AMOUNT: i64 = 99_999_999;
/// Maximum number of lookup keys of a list, and length of one.
const MAX_LOOKUP_KEYS: usize = 10;
const MAX_LOOKUP_KEY: usize = 200;

pub(super) const OPERATIONS: &[ApiOperation] = &[
    ApiOperation::post("/v1/prices", "plan_write", create).with(&[
        "active",
        "billing_scheme",
        "currency",
        "lookup_key",
        "metadata.*",
        "nickname",
        "product",
        "recurring.interval",
        "recurring.interval_count",
        "tax_behavior",
        "transfer_lookup_key",
        "unit_amount",
    ]),
    ApiOperation::get("/v1/prices", "plan_read", list_all).with(list_parameters![
        "active",
        "currency",
        "lookup_keys.*",
        "product",
        "type",
    ]),
    ApiOperation::get("/v1/prices/{id}", "plan_read", |call| call.retrieve(KIND)),
    ApiOperation::post("/v1/prices/{id}", "plan_write", update).with(&[
        "active",
        "lookup_key",
        "metadata.*",
        "nickname",
        "tax_behavior",
        "transfer_lookup_key",
    ]),
];

fn create(call: &mut Call<'_>) -> Result<Value, StripeError> {
    let parameters = call.parameters;
    let currency = parameters.required("currency")?.to_lowercase();
    if let Some(refusal) = currency_refusal(&currency, "currency") {
        return Err(refusal);
    }
    let product = parameters.required("product")?;
    call.scope
        .referenced(ObjectKind::Product, product, "product")?;
    let missing = || StripeError::parameter_missing("unit_amount");
    let amount = parameters.integer("unit_amount")?.ok_or_else(missing)?;
    if !(0..=MAX_AMOUNT).contains(&amount) {
        let message = format!("Invalid integer: unit_amount must be from 0 to {MAX_AMOUNT}");
        return Err(StripeError::parameter(
            "unit_amount",
            "parameter_invalid_integer",
            message,
        ));
    }
    parameters.choice("billing_scheme", &["per_unit"])?;
    let recurring = recurring(call)?;
    let id = call.scope.new_id(KIND)?;
    let mut price = filled(
        "price",
        json!({
            "id": id,
            "created": call.scope.now,
            "currency": currency,
            "livemode": call.scope.data.is_live,
            "product": product,
            "type": if recurring.is_null() { "one_time" } else { "recurring" },
            "recurring": recurring,
            "unit_amount": amount,
            "unit_amount_decimal": amount.to_string(),
        }),
    );
    apply(call, &mut price)?;
    call.scope.insert(KIND, price.clone());
    events::emit(&mut call.scope, "price.created", &price)?;
    Ok(price)
}

fn recurring(call: &Call<'_>) -> Result<Value, StripeError> {
    let intervals = ["day", "week", "month", "year"];
    let Some(interval) = call.parameters.choice("recurring.interval", &intervals)? else {
        return Ok(Value::Null);
    };
    let count = call.parameters.integer("recurring.interval_count")?;
    let count = count.unwrap_or(1);
    let max = match interval {
        "day" => 3 * 365,
        "week" => 3 * 52,
        "month" => 3 * 12,
        _ => 3,
    };
    if !(1..=max).contains(&count) {
        let message = format!("Invalid interval_count: it is from 1 to {max} for this interval.");
        let name = "recurring[interval_count]";
        return Err(StripeError::parameter(
            name,
            "parameter_invalid_integer",
            message,
        ));
    }
    Ok(json!({
        "interval": interval,
        "interval_count": count,
        "meter": null,
        "usage_type": "licensed",
    }))
}

fn update(call: &mut Call<'_>) -> Result<Value, StripeError> {
    let before = call.retrieve(KIND)?;
    let mut after = before.clone();
    if let Some(behavior) = call.parameters.text("tax_behavior")
        && before.text("tax_behavior") != "unspecified"
        && before.text("tax_behavior") != behavior
    {
        let message = "You cannot change `tax_behavior` once it is specified.";
        return Err(StripeError::invalid(message).about("tax_behavior"));
    }
    apply(call, &mut after)?;
    call.scope.insert(KIND, after.clone());
    events::emit_change(&mut call.scope, "price.updated", &before, &after)?;
    Ok(after)
}

fn apply(call: &mut Call<'_>, price: &mut Value) -> Result<(), StripeError> {
    let parameters = call.parameters;
    let active = parameters.boolean("active")?;
    let behaviors = ["exclusive", "inclusive", "unspecified"];
    if let Some(behavior) = parameters.choice("tax_behavior", &behaviors)? {
        price.put("tax_behavior", behavior);
    }
    price.put("active", active.unwrap_or_else(|| price.is_true("active")));
    put_texts(price, parameters, &["nickname"]);
    put_metadata(price, parameters)?;
    if let Some(key) = parameters.text("lookup_key") {
        claim_lookup_key(call, price.text("id"), key)?;
    }
    put_texts(price, parameters, &["lookup_key"]);
    Ok(())
}

/// Takes a lookup key for a price: refused if another price has it, unless it is transferred.
fn claim_lookup_key(call: &mut Call<'_>, price: &str, key: &str) -> Result<(), StripeError> {
    if key.len() > MAX_LOOKUP_KEY {
        let message =
            format!("Invalid string: lookup_key must be at most {MAX_LOOKUP_KEY} characters");
        return Err(StripeError::early(400, message).about("lookup_key"));
    }
    let is_holder = |other: &&Value| other.text("lookup_key") == key && other.text("id") != price;
    let holder = call.scope.data.objects(KIND).find(is_holder);
    let Some(holder) = holder.map(|holder| holder.text("id").to_owned()) else {
        return Ok(());
    };
    if call.parameters.boolean("transfer_lookup_key")? != Some(true) {
        let message = format!("A price (`{holder}`) already uses that lookup key.");
        return Err(StripeError::invalid(message).about("lookup_key"));
    }
    call.scope.change(KIND, &holder, |holder| {
        holder.put("lookup_key", Value::Null);
    })?;
    Ok(())
}

fn list_all(call: &mut Call<'_>) -> Result<Value, StripeError> {
    let keys = call.parameters.texts("lookup_keys")?;
    if keys.len() > MAX_LOOKUP_KEYS {
        let message = format!("At most {MAX_LOOKUP_KEYS} lookup keys can be given.");
        return Err(StripeError::early(400, message).about("lookup_keys"));
    }
    list(call, KIND, |price| {
        let is_wanted = keys.is_empty() || keys.contains(&price.text("lookup_key"));
        let names = ["active", "currency", "product", "type"];
        is_wanted
            && names
                .iter()
                .all(|name| is_equal(price, call.parameters, name))
    })
}
