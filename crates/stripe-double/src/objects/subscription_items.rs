//! Parameters of subscriptions that creations, updates and previews have in common.

use serde_json::Value;

use crate::billing::{ItemChange, ProrationBehavior, SubscriptionChange};
use crate::calls::Call;
use crate::error::StripeError;
use crate::state::{Members, ObjectKind};

const MAX_ITEMS: usize = 20;
const MAX_QUANTITY: i64 = 999_999;

/// Reads a change of what a subscription costs, from the parameters below a prefix such as `subscription_details.`.
pub(super) fn read_change(
    call: &Call<'_>,
    prefix: &str,
) -> Result<SubscriptionChange, StripeError> {
    let parameters = call.parameters;
    let path = |name: &str| format!("{prefix}{name}");
    let anchors = ["now", "unchanged"];
    let anchor = parameters.choice(&path("billing_cycle_anchor"), &anchors)?;
    let behaviors = ["always_invoice", "create_prorations", "none"];
    let proration = match parameters.choice(&path("proration_behavior"), &behaviors)? {
        Some("none") => ProrationBehavior::None,
        Some("always_invoice") => ProrationBehavior::AlwaysInvoice,
        _ => ProrationBehavior::Create,
    };
    let trial_end = parameters.choice(&path("trial_end"), &["now"])?;
    let at = parameters.integer(&path("proration_date"))?;
    Ok(SubscriptionChange {
        items: read_items(call, &path("items"))?,
        proration,
        at: at.unwrap_or(call.scope.now),
        has_new_anchor: anchor == Some("now"),
        ends_trial: trial_end.is_some(),
    })
}

/// Reads changes of items.
pub(super) fn read_items(call: &Call<'_>, path: &str) -> Result<Vec<ItemChange>, StripeError> {
    let count = call.parameters.length(path);
    if count > MAX_ITEMS {
        let message = format!("A subscription has at most {MAX_ITEMS} items.");
        return Err(StripeError::early(400, message).about("items"));
    }
    (0..count)
        .map(|index| read_item(call, &format!("{path}.{index}")))
        .collect()
}

fn read_item(call: &Call<'_>, path: &str) -> Result<ItemChange, StripeError> {
    let parameters = call.parameters;
    let at = |name: &str| format!("{path}.{name}");
    let id = parameters.text(&at("id")).unwrap_or_default().to_owned();
    let price = match parameters.text(&at("price")) {
        Some(price) => recurring_price(call, price)?,
        None if id.is_empty() => return Err(StripeError::parameter_missing("items[price]")),
        None => Value::Null,
    };
    let quantity = parameters.integer(&at("quantity"))?;
    if quantity.is_some_and(|quantity| !(0..=MAX_QUANTITY).contains(&quantity)) {
        let message = format!("This value must be from 0 to {MAX_QUANTITY}.");
        let code = "parameter_invalid_integer";
        return Err(StripeError::parameter("items[quantity]", code, message));
    }
    Ok(ItemChange {
        id,
        price,
        quantity,
        is_deleted: parameters.boolean(&at("deleted"))? == Some(true),
    })
}

/// Returns an active recurring price that a parameter names.
pub(super) fn recurring_price(call: &Call<'_>, id: &str) -> Result<Value, StripeError> {
    let parameter = "items[0][price]";
    let price = call.scope.referenced(ObjectKind::Price, id, parameter)?;
    let refusal = if !price.is_true("active") {
        "The price specified is inactive. This field only accepts active prices."
    } else if price.text("type") != "recurring" {
        "The price specified is set to `type=one_time` but this field only accepts prices with \
         `type=recurring`."
    } else {
        return Ok(price.clone());
    };
    Err(StripeError::invalid(refusal).about(parameter))
}

/// Returns the id of a payment method of a customer that a parameter names; null without it.
pub(super) fn own_method(
    call: &Call<'_>,
    customer: &str,
    parameter: &str,
) -> Result<Value, StripeError> {
    let Some(id) = call.parameters.text(parameter) else {
        return Ok(Value::Null);
    };
    let kind = ObjectKind::PaymentMethod;
    let method = call.scope.referenced(kind, id, parameter)?;
    if method.text("customer") != customer {
        let message = "The customer does not have a payment method with the ID provided. The \
                       payment method must be attached to the customer.";
        return Err(StripeError::invalid(message).about(parameter));
    }
    Ok(id.into())
}
