//! The lines of a new session.

use serde_json::{Value, json};

use crate::calls::Call;
use crate::error::StripeError;
use crate::payments::{SessionLine, currency_refusal};
use crate::shapes::filled;
use crate::state::{Members, ObjectKind};

/// Maximum number of lines of a session, and quantity of a line.
const MAX_LINES: usize = 100;
const MAX_QUANTITY: i64 = 999_999;

/// Reads the lines of a request; they have one currency.
pub(super) fn read_lines(call: &mut Call<'_>) -> Result<Vec<SessionLine>, StripeError> {
    let count = call.parameters.length("line_items");
    if count == 0 {
        return Err(StripeError::parameter_missing("line_items"));
    }
    if count > MAX_LINES {
        let message = format!("Checkout takes at most {MAX_LINES} line items.");
        return Err(StripeError::early(400, message).about("line_items"));
    }
    let mut lines: Vec<SessionLine> = Vec::new();
    for index in 0..count {
        let line = read_line(call, index)?;
        let currency = line.price.text("currency");
        let first = lines
            .first()
            .map_or(currency, |line| line.price.text("currency"));
        if first != currency {
            let message = format!(
                "Line items must all have the same currency, but `{first}` and `{currency}` were given."
            );
            return Err(StripeError::invalid(message).about("line_items"));
        }
        lines.push(line);
    }
    Ok(lines)
}

fn read_line(call: &mut Call<'_>, index: usize) -> Result<SessionLine, StripeError> {
    let path = |name: &str| format!("line_items.{index}.{name}");
    let shown = |name: &str| format!("line_items[{index}][{name}]");
    let quantity = call.parameters.integer(&path("quantity"))?;
    let missing = || StripeError::parameter_missing(&shown("quantity"));
    let quantity = quantity.ok_or_else(missing)?;
    if !(1..=MAX_QUANTITY).contains(&quantity) {
        let message = format!("This value must be from 1 to {MAX_QUANTITY}.");
        let code = "parameter_invalid_integer";
        return Err(StripeError::parameter(&shown("quantity"), code, message));
    }
    let price = match call.parameters.text(&path("price")) {
        Some(id) => known_price(call, id, &shown("price"))?,
        None if call.parameters.has(&path("price_data")) => {
            if call.parameters.text("mode") == Some("subscription") {
                let message = "The double takes stored prices in `subscription` mode.";
                return Err(StripeError::invalid(message).about(&shown("price_data")));
            }
            own_price(call, &path("price_data"))?
        }
        None => return Err(StripeError::parameter_missing(&shown("price"))),
    };
    let product = call
        .scope
        .data
        .find(ObjectKind::Product, price.text("product"));
    let description = product
        .map_or("", |product| product.text("name"))
        .to_owned();
    Ok(SessionLine {
        id: format!("li_1{}", call.scope.random_text(23)?),
        price,
        description,
        quantity,
    })
}

fn known_price(call: &Call<'_>, id: &str, parameter: &str) -> Result<Value, StripeError> {
    let price = call.scope.referenced(ObjectKind::Price, id, parameter)?;
    let product = call
        .scope
        .data
        .find(ObjectKind::Product, price.text("product"));
    let refused = |message: String| Err(StripeError::invalid(message).about(parameter));
    if !price.is_true("active") {
        return refused(
            "The price specified is inactive. This field only accepts active prices.".to_owned(),
        );
    }
    if !product.is_some_and(|product| product.is_true("active")) {
        return refused(format!(
            "The price specified (`{id}`) belongs to an inactive product."
        ));
    }
    let is_recurring = price.text("type") == "recurring";
    if call.parameters.text("mode") == Some("subscription") {
        if !is_recurring {
            let message = "The double sells only recurring prices in `subscription` mode.";
            return refused(message.to_owned());
        }
    } else if is_recurring {
        return refused(
            "You specified `payment` mode but passed a recurring price. Either switch to \
             `subscription` mode or use only one-time prices."
                .to_owned(),
        );
    }
    Ok(price.clone())
}

/// Creates the price of `price_data`; it is inactive, as Stripe makes it.
fn own_price(call: &mut Call<'_>, path: &str) -> Result<Value, StripeError> {
    let parameters = call.parameters;
    let at = |name: &str| format!("{path}.{name}");
    let currency = parameters.required(&at("currency"))?.to_lowercase();
    if let Some(refusal) = currency_refusal(&currency, "line_items") {
        return Err(refusal);
    }
    let amount = parameters.integer(&at("unit_amount"))?;
    let amount = amount.filter(|amount| *amount >= 0);
    let amount = amount.ok_or_else(|| StripeError::parameter_missing("unit_amount"))?;
    let product = if let Some(id) = parameters.text(&at("product")) {
        call.scope
            .referenced(ObjectKind::Product, id, "line_items")?;
        id.to_owned()
    } else {
        own_product(call, &at("product_data"))?
    };
    let behaviors = ["exclusive", "inclusive", "unspecified"];
    let behavior = parameters.choice(&at("tax_behavior"), &behaviors)?;
    let price = filled(
        "price",
        json!({
            "id": call.scope.new_id(ObjectKind::Price)?,
            "active": false,
            "created": call.scope.now,
            "currency": currency,
            "livemode": call.scope.data.is_live,
            "product": product,
            "tax_behavior": behavior.unwrap_or("unspecified"),
            "unit_amount": amount,
            "unit_amount_decimal": amount.to_string(),
        }),
    );
    call.scope.insert(ObjectKind::Price, price.clone());
    Ok(price)
}

/// Creates the product of `product_data`.
fn own_product(call: &mut Call<'_>, path: &str) -> Result<String, StripeError> {
    let name = call.parameters.required(&format!("{path}.name"))?;
    let id = call.scope.new_id(ObjectKind::Product)?;
    let product = filled(
        "product",
        json!({
            "id": id,
            "active": false,
            "created": call.scope.now,
            "description": call.parameters.value(&format!("{path}.description")),
            "livemode": call.scope.data.is_live,
            "name": name,
            "updated": call.scope.now,
        }),
    );
    call.scope.insert(ObjectKind::Product, product);
    Ok(id)
}
