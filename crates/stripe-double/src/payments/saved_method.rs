//! Payment methods: made from a test method, and attached to customers.

use foundation::random::hexadecimal;
use ring::digest;
use serde_json::{Value, json};

use super::methods::{MethodOutcome, TestMethod};
use super::test_numbers::find_method;
use crate::error::StripeError;
use crate::events;
use crate::state::{AccountScope, Members, ObjectKind};

/// Path of a customer's default method.
const DEFAULT_METHOD: &str = "invoice_settings.default_payment_method";
/// Years until a test card expires.
const CARD_YEARS: i64 = 4;
/// Seconds of an average year.
const YEAR: i64 = 31_556_952;

/// Returns the outcome of charges of a saved method: the one that a control chose, or that of its number.
pub(crate) fn outcome_of_saved(method: &Value) -> MethodOutcome {
    let names = [method.text("_charged_as"), method.text("_test_method")];
    let found = names.into_iter().find_map(find_method);
    found.map_or(MethodOutcome::Succeeds, |found| found.outcome)
}

/// Adds a payment method without a customer.
pub(crate) fn create_method(
    scope: &mut AccountScope<'_>,
    method: &TestMethod,
    billing: &Value,
) -> Result<Value, StripeError> {
    let id = scope.new_id(ObjectKind::PaymentMethod)?;
    let kind = method_type(method);
    let mut created = json!({
        "id": id,
        "object": "payment_method",
        "allow_redisplay": "unspecified",
        "billing_details": billing,
        "created": scope.now,
        "customer": null,
        "customer_account": null,
        "livemode": scope.data.is_live,
        "metadata": {},
        "type": kind,
        "_test_method": method.name,
    });
    created.put(kind, card_details(scope.now, method));
    scope.insert(ObjectKind::PaymentMethod, created.clone());
    Ok(created)
}

/// Returns the `type` of a payment method.
pub(super) fn method_type(method: &TestMethod) -> &'static str {
    if method.is_bank() {
        "sepa_debit"
    } else {
        "card"
    }
}

/// Returns the details of a card or a bank account.
pub(crate) fn card_details(now: i64, method: &TestMethod) -> Value {
    let fingerprint = fingerprint(method.number);
    if method.is_bank() {
        return json!({
            "bank_code": "19043",
            "branch_code": "",
            "country": "AT",
            "fingerprint": fingerprint,
            "generated_from": {"charge": null, "setup_attempt": null},
            "last4": method.last4(),
        });
    }
    let year = now.div_euclid(YEAR).saturating_add(1970 + CARD_YEARS);
    json!({
        "brand": method.brand,
        "checks": {
            "address_line1_check": null,
            "address_postal_code_check": null,
            "cvc_check": "pass",
        },
        "country": "US",
        "display_brand": method.brand,
        "exp_month": 12,
        "exp_year": year,
        "fingerprint": fingerprint,
        "funding": "credit",
        "generated_from": null,
        "last4": method.last4(),
        "networks": {"available": [method.brand], "preferred": null},
        "three_d_secure_usage": {"supported": true},
        "wallet": null,
    })
}

/// Returns the fingerprint of a number: always the same for the same number.
fn fingerprint(number: &str) -> String {
    let digest = digest::digest(&digest::SHA256, number.as_bytes());
    hexadecimal(digest.as_ref().get(..8).unwrap_or_default())
}

/// Attaches a payment method to a customer and returns it.
pub(crate) fn attach(
    scope: &mut AccountScope<'_>,
    id: &str,
    customer: &str,
) -> Result<Value, StripeError> {
    let attached = scope.change(ObjectKind::PaymentMethod, id, |method| {
        method.put("customer", customer);
        method.put("allow_redisplay", "limited");
    })?;
    events::emit(scope, "payment_method.attached", &attached)?;
    Ok(attached)
}

/// Returns the `payment_method_details` of a charge.
pub(super) fn charge_details(method: &Value) -> Value {
    let kind = method.text("type");
    let mut card = method.member(kind).clone();
    if kind == "card" {
        card.put("network", method.text("card.brand"));
        card.put("mandate", Value::Null);
        card.put("three_d_secure", Value::Null);
        card.put("installments", Value::Null);
        if let Value::Object(members) = &mut card {
            let of_method = ["display_brand", "networks", "three_d_secure_usage"];
            members.retain(|name, _| !of_method.contains(&name.as_str()));
        }
    }
    if let Value::Object(members) = &mut card {
        members.remove("generated_from");
    }
    let mut details = json!({ "type": kind });
    details.put(kind, card);
    details
}

/// Detaches a payment method from its customer and returns it.
pub(crate) fn detach_method(scope: &mut AccountScope<'_>, id: &str) -> Result<Value, StripeError> {
    let before = scope.get(ObjectKind::PaymentMethod, id)?.clone();
    let customer = before.text("customer");
    if customer.is_empty() {
        let message = "The payment method you provided is not attached to a customer \
                       so detachment is impossible.";
        return Err(StripeError::invalid(message));
    }
    let after = scope.change(ObjectKind::PaymentMethod, id, |method| {
        method.put("customer", Value::Null);
    })?;
    events::emit_change(scope, "payment_method.detached", &before, &after)?;
    let owner = scope.get(ObjectKind::Customer, customer)?;
    if owner.text(DEFAULT_METHOD) == id {
        set_default_method(scope, customer, Value::Null)?;
    }
    Ok(after)
}

/// Saves a test method for a customer, as the customer's default; 402 if the bank declines the method.
pub(crate) fn add_method(
    scope: &mut AccountScope<'_>,
    customer: &str,
    method: &TestMethod,
) -> Result<(), StripeError> {
    if let MethodOutcome::Declines { message, .. } = method.outcome {
        return Err(StripeError::invalid(message));
    }
    let billing =
        json!({"address": null, "email": null, "name": null, "phone": null, "tax_id": null});
    let created = create_method(scope, method, &billing)?;
    let id = created.text("id");
    attach(scope, id, customer)?;
    set_default_method(scope, customer, id.into())
}

/// Makes a payment method the default of its customer, or none.
pub(crate) fn set_default_method(
    scope: &mut AccountScope<'_>,
    customer: &str,
    method: Value,
) -> Result<(), StripeError> {
    let before = scope.get(ObjectKind::Customer, customer)?.clone();
    let after = scope.change(ObjectKind::Customer, customer, |customer| {
        customer.put(DEFAULT_METHOD, method);
    })?;
    events::emit_change(scope, "customer.updated", &before, &after)
}
