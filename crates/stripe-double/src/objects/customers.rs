//! Handles the calls that concern customers.

use serde_json::{Value, json};

use super::fields::{is_equal, put_address, put_metadata, put_texts};
use crate::billing::{Cancellation, cancel, is_live};
use crate::calls::{ApiOperation, Call, list, list_objects, list_parameters};
use crate::error::StripeError;
use crate::events;
use crate::shapes::filled;
use crate::state::{Members, ObjectKind};

const KIND: ObjectKind = ObjectKind::Customer;
const TEXTS: &[&str] = &["description", "email", "name", "phone", "tax_exempt"];
const PARAMETERS: &[&str] = &[
    "address.*",
    "description",
    "email",
    "invoice_settings.default_payment_method",
    "metadata.*",
    "name",
    "phone",
    "preferred_locales.*",
    "tax_exempt",
];
const DEFAULT_METHOD: &str = "invoice_settings.default_payment_method";

pub(super) const OPERATIONS: &[ApiOperation] = &[
    ApiOperation::post("/v1/customers", "customer_write", create).with(PARAMETERS),
    ApiOperation::get("/v1/customers", "customer_read", list_all).with(list_parameters!["email"]),
    ApiOperation::get("/v1/customers/{id}", "customer_read", |call| {
        call.retrieve(KIND)
    }),
    ApiOperation::post("/v1/customers/{id}", "customer_write", update).with(PARAMETERS),
    ApiOperation::delete("/v1/customers/{id}", "customer_write", delete),
    ApiOperation::get(
        "/v1/customers/{id}/payment_methods",
        "payment_method_read",
        list_methods,
    )
    .with(list_parameters!["type"]),
];

fn create(call: &mut Call<'_>) -> Result<Value, StripeError> {
    let id = call.scope.new_id(KIND)?;
    let prefix = call.scope.random_text(8)?.to_uppercase();
    let mut customer = filled(
        "customer",
        json!({
            "id": id,
            "created": call.scope.now,
            "invoice_prefix": prefix,
            "livemode": call.scope.data.is_live,
        }),
    );
    apply(call, &mut customer)?;
    call.scope.insert(KIND, customer.clone());
    events::emit(&mut call.scope, "customer.created", &customer)?;
    Ok(customer)
}

fn update(call: &mut Call<'_>) -> Result<Value, StripeError> {
    let before = existing(call)?;
    let mut after = before.clone();
    apply(call, &mut after)?;
    call.scope.insert(KIND, after.clone());
    events::emit_change(&mut call.scope, "customer.updated", &before, &after)?;
    Ok(after)
}

/// Returns the customer in the path; 404 if it was deleted.
fn existing(call: &Call<'_>) -> Result<Value, StripeError> {
    let customer = call.retrieve(KIND)?;
    if customer.is_true("deleted") {
        return Err(StripeError::missing(KIND.object(), call.id));
    }
    Ok(customer)
}

fn apply(call: &Call<'_>, customer: &mut Value) -> Result<(), StripeError> {
    let parameters = call.parameters;
    parameters.choice("tax_exempt", &["none", "exempt", "reverse"])?;
    if let Some(email) = parameters.text("email")
        && !email.contains('@')
    {
        let message = format!("Invalid email address: {email}");
        return Err(StripeError::parameter("email", "email_invalid", message));
    }
    put_texts(customer, parameters, TEXTS);
    put_address(customer, parameters);
    put_metadata(customer, parameters)?;
    let locales = parameters.texts("preferred_locales")?;
    if !locales.is_empty() {
        customer.put("preferred_locales", locales);
    }
    if let Some(method) = parameters.text(DEFAULT_METHOD) {
        let parameter = "invoice_settings[default_payment_method]";
        let found = call
            .scope
            .referenced(ObjectKind::PaymentMethod, method, parameter)?;
        if found.text("customer") != customer.text("id") {
            let message = "The customer does not have a payment method with the ID provided. \
                           The payment method must be attached to the customer.";
            return Err(StripeError::invalid(message).about(parameter));
        }
    }
    if parameters.has(DEFAULT_METHOD) {
        customer.put(DEFAULT_METHOD, parameters.value(DEFAULT_METHOD));
    }
    Ok(())
}

fn delete(call: &mut Call<'_>) -> Result<Value, StripeError> {
    let customer = existing(call)?;
    cancel_subscriptions(call)?;
    let deleted = json!({"id": call.id, "object": "customer", "deleted": true});
    call.scope.insert(KIND, deleted.clone());
    let methods: Vec<Value> = call
        .scope
        .data
        .objects(ObjectKind::PaymentMethod)
        .filter(|method| method.text("customer") == call.id)
        .cloned()
        .collect();
    for before in methods {
        let after = call
            .scope
            .change(ObjectKind::PaymentMethod, before.text("id"), |method| {
                method.put("customer", Value::Null);
            })?;
        events::emit_change(&mut call.scope, "payment_method.detached", &before, &after)?;
    }
    events::emit(&mut call.scope, "customer.deleted", &customer)?;
    Ok(deleted)
}

/// Cancels the subscriptions of a customer who is deleted.
fn cancel_subscriptions(call: &mut Call<'_>) -> Result<(), StripeError> {
    let subscriptions: Vec<String> = call
        .scope
        .data
        .objects_of(ObjectKind::Subscription, call.id)
        .filter(|found| is_live(found))
        .map(|found| found.text("id").to_owned())
        .collect();
    for id in subscriptions {
        let cancellation = Cancellation::plain("cancellation_requested");
        cancel(&mut call.scope, &id, &cancellation)?;
    }
    Ok(())
}

fn list_all(call: &mut Call<'_>) -> Result<Value, StripeError> {
    list(call, KIND, |customer| {
        !customer.is_true("deleted") && is_equal(customer, call.parameters, "email")
    })
}

fn list_methods(call: &mut Call<'_>) -> Result<Value, StripeError> {
    existing(call)?;
    let url = format!("/v1/customers/{}/payment_methods", call.id);
    list_objects(call, ObjectKind::PaymentMethod, &url, |method| {
        method.text("customer") == call.id && is_equal(method, call.parameters, "type")
    })
}
