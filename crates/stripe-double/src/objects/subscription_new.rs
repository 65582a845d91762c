//! Creation of subscriptions without a session.

use serde_json::{Value, json};

use super::subscription_items::{own_method, read_items};
use crate::billing::{
    CollectionResult, NewItem, NewSubscription, error_of, method_of, pay_now, subscribe,
};
use crate::calls::Call;
use crate::error::StripeError;
use crate::events;
use crate::state::{Members, ObjectKind};

const KIND: ObjectKind = ObjectKind::Subscription;
const AT_TRIAL_END: &str = "trial_settings.end_behavior.missing_payment_method";

pub(super) const PARAMETERS: &[&str] = &[
    "automatic_tax.enabled",
    "billing_mode.type",
    "collection_method",
    "currency",
    "customer",
    "default_payment_method",
    "description",
    "items.*.price",
    "items.*.quantity",
    "metadata.*",
    "off_session",
    "payment_behavior",
    "proration_behavior",
    "trial_period_days",
    AT_TRIAL_END,
];

/// Creates a subscription and charges its first invoice.
pub(super) fn create(call: &mut Call<'_>) -> Result<Value, StripeError> {
    let parameters = call.parameters;
    let behaviors = [
        "allow_incomplete",
        "default_incomplete",
        "error_if_incomplete",
    ];
    let behavior = parameters.choice("payment_behavior", &behaviors)?;
    parameters.choice("collection_method", &["charge_automatically"])?;
    let new = read(call)?;
    let untouched = call.scope.data.clone();
    let subscription = subscribe(&mut call.scope, &new)?;
    events::emit(
        &mut call.scope,
        "customer.subscription.created",
        &subscription,
    )?;
    let (id, invoice) = (subscription.text("id"), subscription.text("latest_invoice"));
    if behavior == Some("default_incomplete") {
        crate::billing::finalize(&mut call.scope, invoice)?;
        return call.scope.get(KIND, id).cloned();
    }
    let result = pay_now(&mut call.scope, invoice)?;
    if result != CollectionResult::Paid && behavior == Some("error_if_incomplete") {
        *call.scope.data = untouched;
        return Err(error_of(&result));
    }
    call.scope.get(KIND, id).cloned()
}

fn read(call: &Call<'_>) -> Result<NewSubscription, StripeError> {
    let parameters = call.parameters;
    let customer = parameters.required("customer")?;
    call.scope
        .referenced(ObjectKind::Customer, customer, "customer")?;
    let items = read_items(call, "items")?;
    if items.is_empty() {
        return Err(StripeError::parameter_missing("items"));
    }
    let items = items.into_iter().map(|item| NewItem {
        price: item.price,
        quantity: item.quantity.unwrap_or(1),
    });
    let days = parameters.integer("trial_period_days")?.unwrap_or_default();
    let endings = ["cancel", "create_invoice", "pause"];
    let at_trial_end = parameters.choice(AT_TRIAL_END, &endings)?;
    let method = own_method(call, customer, "default_payment_method")?;
    let has_method =
        !method.is_null() || method_of(&call.scope, &json!({ "customer": customer })).is_some();
    let is_default_incomplete = parameters.text("payment_behavior") == Some("default_incomplete");
    if !has_method && days == 0 && !is_default_incomplete {
        let message = "This customer has no attached payment source or default payment method. \
                       Please consider adding a default payment method.";
        return Err(StripeError::invalid(message).coded("resource_missing"));
    }
    Ok(NewSubscription {
        customer: customer.to_owned(),
        items: items.collect(),
        trial_days: days.max(0),
        at_trial_end: at_trial_end.unwrap_or("create_invoice").to_owned(),
        default_payment_method: method,
        metadata: parameters.metadata("metadata", &json!({}))?,
        description: parameters.value("description"),
        is_taxed: parameters.boolean("automatic_tax.enabled")? == Some(true),
        percent_off: 0,
        status: "incomplete",
    })
}
