//! Controls of single objects, as an owner changes them in the dashboard.

use serde_json::{Value, json};

use super::arguments::{Arguments, ControlRefusal};
use crate::events;
use crate::shapes::{ApiVersion, render};
use crate::state::{Members, ObjectKind};

/// Archives a price.
pub(super) fn archive_price(arguments: &mut Arguments<'_>) -> Result<Value, ControlRefusal> {
    let id = arguments.required("price")?.to_owned();
    let mut scope = arguments.scope_of(ObjectKind::Price, "price")?;
    let before = scope.get(ObjectKind::Price, &id)?.clone();
    let after = scope.change(ObjectKind::Price, &id, |price| price.put("active", false))?;
    events::emit_change(&mut scope, "price.updated", &before, &after)?;
    Ok(after)
}

/// Changes the date until which a saved card is valid, as banks report it.
pub(super) fn set_card_expiry(arguments: &mut Arguments<'_>) -> Result<Value, ControlRefusal> {
    let id = arguments.required("payment_method")?.to_owned();
    let (month, year) = (
        arguments.given.number("month"),
        arguments.given.number("year"),
    );
    if !(1..=12).contains(&month) || !(2000..=2100).contains(&year) {
        return Err(ControlRefusal(
            "`month` and `year` are a month of a year.".to_owned(),
        ));
    }
    let mut scope = arguments.scope_of(ObjectKind::PaymentMethod, "payment_method")?;
    let before = scope.get(ObjectKind::PaymentMethod, &id)?.clone();
    let after = scope.change(ObjectKind::PaymentMethod, &id, |method| {
        method.put("card.exp_month", month);
        method.put("card.exp_year", year);
    })?;
    events::emit_change(
        &mut scope,
        "payment_method.automatically_updated",
        &before,
        &after,
    )?;
    Ok(after)
}

/// Rolls an endpoint's secret; the old one stays in force for `overlap_seconds` of the host's clock.
pub(super) fn roll_secret(arguments: &mut Arguments<'_>) -> Result<Value, ControlRefusal> {
    let id = arguments.required("endpoint")?.to_owned();
    let overlap = arguments.given.number("overlap_seconds");
    let until = arguments
        .tools
        .clock
        .now()
        .seconds()
        .saturating_add(overlap);
    let mut scope = arguments.scope_of(ObjectKind::WebhookEndpoint, "endpoint")?;
    let secret = format!("whsec_{}", scope.random_text(32)?);
    scope.change(ObjectKind::WebhookEndpoint, &id, |endpoint| {
        let mut secrets = endpoint.items("_secrets").to_vec();
        for old in &mut secrets {
            if old.member("until").is_null() {
                old.put("until", until);
            }
        }
        secrets.push(json!({"secret": secret, "until": null}));
        endpoint.put("_secrets", secrets);
    })?;
    Ok(json!({ "secret": secret }))
}

/// Sets the form of an endpoint's events.
pub(super) fn set_thin_events(arguments: &mut Arguments<'_>) -> Result<Value, ControlRefusal> {
    let id = arguments.required("endpoint")?.to_owned();
    let is_thin = arguments.given.is_true("is_thin");
    let mut scope = arguments.scope_of(ObjectKind::WebhookEndpoint, "endpoint")?;
    scope.change(ObjectKind::WebhookEndpoint, &id, |endpoint| {
        endpoint.put("_is_thin", is_thin);
    })?;
    Ok(json!({}))
}

/// Returns an object as the API shows it, in the version that `version` names such as `endive`.
pub(super) fn get_object(arguments: &mut Arguments<'_>) -> Result<Value, ControlRefusal> {
    let id = arguments.required("id")?;
    let name = arguments.given.member("version");
    let version = if name.is_null() {
        Ok(ApiVersion::default())
    } else {
        serde_json::from_value(name.clone())
    };
    let version = version.map_err(|error| ControlRefusal(error.to_string()))?;
    let found = ObjectKind::from_id(id).unwrap_or(ObjectKind::Product);
    let object = arguments.state.find(found, id);
    let missing = || ControlRefusal(format!("There is no object `{id}`."));
    Ok(render(object.ok_or_else(missing)?, version))
}
