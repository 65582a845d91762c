//! Creation of sessions.

use serde_json::{Value, json};

use super::checkout_lines::read_lines;
use super::checkout_subscription::put_subscription;
use super::fields::check_url;
use crate::calls::Call;
use crate::error::StripeError;
use crate::payments::{
    create_setup_intent, currency_refusal, minimum_amount, set_lines, write_amount,
};
use crate::shapes::{ApiVersion, filled};
use crate::state::{Members, ObjectKind, TaskKind};

const KIND: ObjectKind = ObjectKind::CheckoutSession;
/// Seconds until a session without `expires_at` expires, which is also the maximum; and the minimum.
const MAX_LIFETIME: i64 = 86_400;
const MIN_LIFETIME: i64 = 1_800;
/// Places of a seller's own texts on the page, and the length of one.
const CUSTOM_TEXTS: [&str; 4] = [
    "after_submit",
    "shipping_address",
    "submit",
    "terms_of_service_acceptance",
];
const MAX_CUSTOM_TEXT: usize = 1_200;

/// Creates a session.
pub(super) fn create(call: &mut Call<'_>) -> Result<Value, StripeError> {
    let modes = ["payment", "setup", "subscription"];
    let mode = call.parameters.choice("mode", &modes)?;
    let mode = mode.ok_or_else(|| StripeError::parameter_missing("mode"))?;
    check_page(call)?;
    check_customer(call)?;
    let mut session = blank_session(call, mode)?;
    put_options(call, &mut session)?;
    put_custom_texts(call, &mut session)?;
    put_hidden(call, &mut session)?;
    match mode {
        "payment" => put_payment(call, &mut session)?,
        "subscription" => put_subscription(call, &mut session)?,
        _ => put_setup(call, &mut session)?,
    }
    let id = session.text("id");
    let expires_at = session.number("expires_at");
    call.scope.schedule(expires_at, TaskKind::ExpireSession, id);
    call.scope.insert(KIND, session.clone());
    Ok(session)
}

fn check_page(call: &Call<'_>) -> Result<(), StripeError> {
    let parameters = call.parameters;
    let hosted = match call.version {
        ApiVersion::Acacia => "hosted",
        ApiVersion::Dahlia | ApiVersion::Endive => "hosted_page",
    };
    parameters.choice("ui_mode", &[hosted])?;
    check_url(parameters.required("success_url")?, "success_url")?;
    if let Some(url) = parameters.text("cancel_url") {
        check_url(url, "cancel_url")?;
    }
    if call.version == ApiVersion::Endive && parameters.has("payment_method_types") {
        let name = "payment_method_types";
        let message = format!("Received unknown parameter: {name}");
        return Err(StripeError::parameter(name, "parameter_unknown", message));
    }
    Ok(())
}

fn check_customer(call: &Call<'_>) -> Result<(), StripeError> {
    let parameters = call.parameters;
    let update = |name: &str| parameters.text(&format!("customer_update.{name}"));
    let Some(id) = parameters.text("customer") else {
        if parameters.has("customer_update") {
            let message = "`customer_update` can only be used with `customer`.";
            return Err(StripeError::invalid(message).about("customer_update"));
        }
        return Ok(());
    };
    if parameters.text("customer_email").is_some() {
        let message = "You may only specify one of these parameters: customer, customer_email.";
        return Err(StripeError::invalid(message).about("customer"));
    }
    let customer = call
        .scope
        .referenced(ObjectKind::Customer, id, "customer")?;
    let has_tax = parameters.boolean("automatic_tax.enabled")? == Some(true);
    let has_country = !customer.text("address.country").is_empty();
    if has_tax && !has_country && update("address") != Some("auto") {
        let message = "Automatic tax calculation in Checkout requires a valid address on the \
                       Customer. Add a valid address to the Customer or set \
                       `customer_update[address]` to 'auto' to save the address entered in \
                       Checkout to the Customer.";
        let error = StripeError::invalid(message).about("automatic_tax");
        return Err(error.coded("customer_tax_location_invalid"));
    }
    let has_tax_ids = parameters.boolean("tax_id_collection.enabled")? == Some(true);
    if has_tax_ids && update("name") != Some("auto") {
        let message = "Tax ID collection requires updating business name on the customer. To \
                       enable tax ID collection for an existing customer, please set \
                       `customer_update[name]` to `auto`.";
        return Err(StripeError::invalid(message).about("tax_id_collection"));
    }
    Ok(())
}

fn blank_session(call: &Call<'_>, mode: &str) -> Result<Value, StripeError> {
    let parameters = call.parameters;
    let now = call.scope.now;
    let expires_at = parameters.integer("expires_at")?;
    let expires_at = expires_at.unwrap_or_else(|| now.saturating_add(MAX_LIFETIME));
    let refused = |word: &str| {
        let message =
            format!("The `expires_at` timestamp must be {word} from Checkout Session creation.");
        Err(StripeError::invalid(message).about("expires_at"))
    };
    if expires_at > now.saturating_add(MAX_LIFETIME) {
        return refused("less than 24 hours");
    }
    if expires_at < now.saturating_add(MIN_LIFETIME) {
        return refused("at least 30 minutes");
    }
    let id = call.scope.new_id(KIND)?;
    Ok(filled(
        "checkout.session",
        json!({
            "id": id,
            "cancel_url": parameters.value("cancel_url"),
            "client_reference_id": parameters.value("client_reference_id"),
            "created": now,
            "customer": parameters.value("customer"),
            "customer_email": parameters.value("customer_email"),
            "expires_at": expires_at,
            "livemode": call.scope.data.is_live,
            "locale": parameters.value("locale"),
            "metadata": parameters.metadata("metadata", &json!({}))?,
            "mode": mode,
            "origin_context": parameters.value("origin_context"),
            "submit_type": parameters.value("submit_type"),
            "success_url": parameters.value("success_url"),
            "url": format!("{}/pay/{id}", call.scope.base_url),
        }),
    ))
}

fn put_options(call: &Call<'_>, session: &mut Value) -> Result<(), StripeError> {
    let parameters = call.parameters;
    for name in [
        "adaptive_pricing.enabled",
        "automatic_tax.enabled",
        "phone_number_collection.enabled",
        "tax_id_collection.enabled",
    ] {
        if let Some(is_enabled) = parameters.boolean(name)? {
            session.put(name, is_enabled);
        }
    }
    if let Some(is_allowed) = parameters.boolean("allow_promotion_codes")? {
        session.put("allow_promotion_codes", is_allowed);
    }
    if session.is_true("automatic_tax.enabled") {
        session.put("automatic_tax.liability", json!({"type": "self"}));
        session.put("automatic_tax.provider", "stripe");
        session.put("automatic_tax.status", "requires_location_inputs");
    }
    let collections = ["auto", "required"];
    if let Some(word) = parameters.choice("billing_address_collection", &collections)? {
        session.put("billing_address_collection", word);
    }
    let types = parameters.texts("payment_method_types")?;
    if !types.is_empty() {
        session.put("payment_method_types", types);
    }
    Ok(())
}

fn put_custom_texts(call: &Call<'_>, session: &mut Value) -> Result<(), StripeError> {
    for name in CUSTOM_TEXTS {
        let path = format!("custom_text.{name}.message");
        let Some(text) = call.parameters.text(&path) else {
            continue;
        };
        if text.chars().count() > MAX_CUSTOM_TEXT {
            let message = format!("The text must be at most {MAX_CUSTOM_TEXT} characters.");
            let parameter = format!("custom_text[{name}][message]");
            return Err(StripeError::invalid(message).about(&parameter));
        }
        session.put(&format!("custom_text.{name}"), json!({ "message": text }));
    }
    Ok(())
}

/// Keeps the parameters that the session's other objects get later.
fn put_hidden(call: &Call<'_>, session: &mut Value) -> Result<(), StripeError> {
    let parameters = call.parameters;
    for group in ["payment_intent_data", "setup_intent_data"] {
        let metadata = parameters.metadata(&format!("{group}.metadata"), &json!({}))?;
        for name in ["description", "receipt_email", "setup_future_usage"] {
            let value = parameters.value(&format!("{group}.{name}"));
            session.put(&format!("_{group}.{name}"), value);
        }
        session.put(&format!("_{group}.metadata"), metadata);
    }
    let usages = ["off_session", "on_session"];
    parameters.choice("payment_intent_data.setup_future_usage", &usages)?;
    for name in ["address", "name"] {
        let path = format!("customer_update.{name}");
        parameters.choice(&path, &["auto", "never"])?;
        session.put(&format!("_customer_update.{name}"), parameters.value(&path));
    }
    Ok(())
}

fn put_payment(call: &mut Call<'_>, session: &mut Value) -> Result<(), StripeError> {
    let lines = read_lines(call)?;
    let first = lines.first().map_or(&Value::Null, |line| &line.price);
    let currency = first.text("currency").to_owned();
    set_lines(&call.scope, session, &lines, 0);
    let total = session.number("amount_total");
    if total != 0 && total < minimum_amount(&currency) {
        let least = write_amount(minimum_amount(&currency), &currency);
        let message = format!("The Checkout Session's total amount must be at least {least}.");
        return Err(StripeError::invalid(message).coded("amount_too_small"));
    }
    session.put("currency", currency);
    if session.member("customer").is_null() {
        session.put("customer_creation", "if_required");
    }
    let creation = "invoice_creation";
    let data = format!("{creation}.invoice_data");
    let is_enabled = call.parameters.boolean(&format!("{creation}.enabled"))?;
    let metadata = call
        .parameters
        .metadata(&format!("{data}.metadata"), &json!({}))?;
    session.put("invoice_creation.enabled", is_enabled.unwrap_or_default());
    for name in ["description", "footer"] {
        let value = call.parameters.value(&format!("{data}.{name}"));
        session.put(&format!("{data}.{name}"), value);
    }
    session.put(&format!("{data}.metadata"), metadata);
    let invoice_data = session.member(&data).clone();
    session.put("_invoice_data", invoice_data);
    Ok(())
}

fn put_setup(call: &mut Call<'_>, session: &mut Value) -> Result<(), StripeError> {
    let parameters = call.parameters;
    for name in [
        "line_items",
        "payment_intent_data",
        "invoice_creation",
        "subscription_data",
    ] {
        if parameters.has(name) {
            let message = format!("You can not pass `{name}` in `setup` mode.");
            return Err(StripeError::invalid(message).about(name));
        }
    }
    match parameters.text("currency") {
        Some(currency) => {
            if let Some(refusal) = currency_refusal(currency, "currency") {
                return Err(refusal);
            }
            session.put("currency", currency);
        }
        None if parameters.has("payment_method_types") => {}
        None => return Err(StripeError::parameter_missing("currency")),
    }
    session.put("invoice_creation", Value::Null);
    session.put("payment_status", "no_payment_required");
    let intent = create_setup_intent(&mut call.scope, session)?;
    session.put("setup_intent", intent);
    Ok(())
}
