//! Controls of saved cards, invoices and subscriptions.

use serde_json::{Value, json};

use super::arguments::{Arguments, ControlRefusal};
use super::payments::written;
use crate::billing::{confirm_hosted, pay_hosted};
use crate::events;
use crate::payments::{TestMethod, add_method, card_details, find_method};
use crate::state::{Members, ObjectKind};

const METHOD: ObjectKind = ObjectKind::PaymentMethod;

fn test_method(arguments: &Arguments<'_>) -> Result<&'static TestMethod, ControlRefusal> {
    let name = arguments.required("method")?;
    find_method(name).ok_or_else(|| ControlRefusal(format!("There is no test method `{name}`.")))
}

/// Lets later charges of a saved method end as those of another test method.
///
/// Without another one they end as those of its own number again.
pub(super) fn set_card_outcome(arguments: &mut Arguments<'_>) -> Result<Value, ControlRefusal> {
    let id = arguments.required("payment_method")?.to_owned();
    let name = match arguments.given.text("method") {
        "" => "",
        _ => test_method(arguments)?.name,
    };
    let mut scope = arguments.scope_of(METHOD, "payment_method")?;
    scope.change(METHOD, &id, |method| method.put("_charged_as", name))?;
    Ok(json!({}))
}

/// Saves a test card for a customer, as the customer's default; returns the payment method.
pub(super) fn add_card(arguments: &mut Arguments<'_>) -> Result<Value, ControlRefusal> {
    let method = test_method(arguments)?;
    let customer = arguments.required("customer")?.to_owned();
    let mut scope = arguments.scope_of(ObjectKind::Customer, "customer")?;
    add_method(&mut scope, &customer, method)?;
    let newest = scope.data.objects(METHOD).next_back();
    Ok(newest.cloned().unwrap_or_default())
}

/// Gives a saved card the number of another test method, as banks do when a card is replaced; returns it.
pub(super) fn replace_card(arguments: &mut Arguments<'_>) -> Result<Value, ControlRefusal> {
    let id = arguments.required("payment_method")?.to_owned();
    let new = test_method(arguments)?;
    if new.is_bank() {
        return Err(ControlRefusal("A card is replaced by a card.".to_owned()));
    }
    let mut scope = arguments.scope_of(METHOD, "payment_method")?;
    let before = scope.get(METHOD, &id)?.clone();
    let details = card_details(scope.now, new);
    let after = scope.change(METHOD, &id, |method| {
        method.put("card", details);
        method.put("_test_method", new.name);
    })?;
    let event = "payment_method.automatically_updated";
    events::emit_change(&mut scope, event, &before, &after)?;
    Ok(after)
}

/// Pays an invoice with a test method, as its hosted page does.
pub(super) fn pay_invoice(arguments: &mut Arguments<'_>) -> Result<Value, ControlRefusal> {
    let method = test_method(arguments)?;
    let invoice = arguments.required("invoice")?.to_owned();
    let mut scope = arguments.scope_of(ObjectKind::Invoice, "invoice")?;
    let result = pay_hosted(&mut scope, &invoice, method)?;
    Ok(written(&result))
}

/// Ends the confirmation that an invoice waits for.
pub(super) fn confirm_invoice(arguments: &mut Arguments<'_>) -> Result<Value, ControlRefusal> {
    let invoice = arguments.required("invoice")?.to_owned();
    let is_confirmed = arguments.given.is_true("is_confirmed");
    let mut scope = arguments.scope_of(ObjectKind::Invoice, "invoice")?;
    let result = confirm_hosted(&mut scope, &invoice, is_confirmed)?;
    Ok(written(&result))
}
