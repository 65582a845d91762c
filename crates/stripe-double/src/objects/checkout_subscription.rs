//! Members of new sessions in subscription mode.

use serde_json::{Value, json};

use super::checkout_lines::read_lines;
use crate::billing::is_live;
use crate::calls::Call;
use crate::error::StripeError;
use crate::payments::set_lines;
use crate::state::{Members, ObjectKind};

/// Maximum number of days of a trial.
const MAX_TRIAL: i64 = 730;
const BEHAVIORS: [&str; 3] = ["cancel", "create_invoice", "pause"];
const DATA: &str = "subscription_data";

/// Sets the members of a session in subscription mode.
pub(super) fn put_subscription(
    call: &mut Call<'_>,
    session: &mut Value,
) -> Result<(), StripeError> {
    for name in [
        "payment_intent_data",
        "setup_intent_data",
        "invoice_creation",
    ] {
        if call.parameters.has(name) {
            let message = format!("You can not pass `{name}` in `subscription` mode.");
            return Err(StripeError::invalid(message).about(name));
        }
    }
    put_data(call, session)?;
    let lines = read_lines(call)?;
    let first = lines.first().map_or(&Value::Null, |line| &line.price);
    let currency = first.text("currency").to_owned();
    check_currency(call, &currency)?;
    let interval = |price: &Value| price.member("recurring").clone();
    let mut others = lines.iter();
    if others.any(|line| interval(&line.price) != interval(first)) {
        let message = "Checkout does not support multiple prices with different billing intervals.";
        return Err(StripeError::invalid(message).about("line_items"));
    }
    set_lines(&call.scope, session, &lines, 0);
    session.put("currency", currency);
    session.put("invoice_creation", Value::Null);
    Ok(())
}

/// Keeps what the subscription gets when the session is completed.
fn put_data(call: &Call<'_>, session: &mut Value) -> Result<(), StripeError> {
    let parameters = call.parameters;
    let collections = ["always", "if_required"];
    if let Some(word) = parameters.choice("payment_method_collection", &collections)? {
        session.put("payment_method_collection", word);
    }
    let path = |name: &str| format!("{DATA}.{name}");
    let days = parameters.integer(&path("trial_period_days"))?;
    if days.is_some_and(|days| !(1..=MAX_TRIAL).contains(&days)) {
        let name = "subscription_data[trial_period_days]";
        let message =
            format!("The minimum number of trial period days is 1, the maximum {MAX_TRIAL}.");
        return Err(StripeError::invalid(message).about(name));
    }
    let at_end = path("trial_settings.end_behavior.missing_payment_method");
    let at_end = parameters.choice(&at_end, &BEHAVIORS)?;
    parameters.choice(&path("billing_mode.type"), &["classic", "flexible"])?;
    parameters.choice(&path("proration_behavior"), &["create_prorations", "none"])?;
    let metadata = parameters.metadata(&path("metadata"), &json!({}))?;
    let description = parameters.value(&path("description"));
    session.put(
        "_subscription_data",
        json!({
            "description": description,
            "metadata": metadata,
            "missing_payment_method": at_end.unwrap_or("create_invoice"),
            "trial_period_days": days.unwrap_or_default(),
        }),
    );
    Ok(())
}

/// Refuses a currency other than that of the customer's subscriptions.
fn check_currency(call: &Call<'_>, currency: &str) -> Result<(), StripeError> {
    let Some(customer) = call.parameters.text("customer") else {
        return Ok(());
    };
    let mut subscriptions = call.scope.data.objects(ObjectKind::Subscription);
    let other = subscriptions.find(|found| {
        found.text("customer") == customer && is_live(found) && found.text("currency") != currency
    });
    if let Some(other) = other {
        let message = format!(
            "You cannot combine currencies on a single customer. This customer has an active \
             subscription, subscription schedule, discount, quote, or invoice item with currency {}.",
            other.text("currency")
        );
        return Err(StripeError::invalid(message));
    }
    Ok(())
}
