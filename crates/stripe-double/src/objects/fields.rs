//! Members that calls change in the same way for several kinds of objects.

use serde_json::{Map, Value};

use crate::error::StripeError;
use crate::form::Parameters;
use crate::state::Members;

/// Sets texts that were sent; an empty text becomes null.
pub(super) fn put_texts(object: &mut Value, parameters: &Parameters, names: &[&str]) {
    for name in names {
        if parameters.has(name) {
            object.put(name, parameters.value(name));
        }
    }
}

/// Sets the address that was sent, with null for the members that were not.
pub(super) fn put_address(object: &mut Value, parameters: &Parameters) {
    if !parameters.has("address") {
        return;
    }
    let names = ["city", "country", "line1", "line2", "postal_code", "state"];
    let address: Map<String, Value> = names
        .into_iter()
        .map(|name| {
            (
                name.to_owned(),
                parameters.value(&format!("address.{name}")),
            )
        })
        .collect();
    let is_cleared = parameters.sent("address").is_some();
    object.put(
        "address",
        if is_cleared {
            Value::Null
        } else {
            address.into()
        },
    );
}

/// Merges the metadata that was sent.
pub(super) fn put_metadata(object: &mut Value, parameters: &Parameters) -> Result<(), StripeError> {
    let metadata = parameters.metadata("metadata", object.member("metadata"))?;
    object.put("metadata", metadata);
    Ok(())
}

/// Returns true if a parameter is missing or is the value of the same member.
pub(super) fn is_equal(object: &Value, parameters: &Parameters, name: &str) -> bool {
    let found = object.member(name);
    let found_flag = found.as_bool().map(|flag| flag.to_string());
    let found = found_flag.as_deref().or(found.as_str());
    let expected = parameters.text(name);
    expected.is_none_or(|expected| found == Some(expected))
}

/// Returns nested parameters with `true` and `false` as booleans.
pub(super) fn with_booleans(value: &Value) -> Value {
    match value {
        Value::String(text) if text == "true" => true.into(),
        Value::String(text) if text == "false" => false.into(),
        Value::Object(members) => {
            let members = members.iter();
            let members = members.map(|(name, member)| (name.clone(), with_booleans(member)));
            Value::Object(members.collect())
        }
        Value::Array(items) => items.iter().map(with_booleans).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value.clone(),
    }
}

/// Refuses a text that is no absolute URL of http or https.
pub(super) fn check_url(text: &str, parameter: &str) -> Result<(), StripeError> {
    let rest = text
        .strip_prefix("https://")
        .or_else(|| text.strip_prefix("http://"));
    let host = rest.and_then(|rest| rest.split(['/', '?', '#']).next());
    let is_url = host.is_some_and(|host| !host.is_empty()) && !text.contains(char::is_whitespace);
    if is_url && text.len() <= 5_000 {
        Ok(())
    } else {
        Err(StripeError::parameter(
            parameter,
            "url_invalid",
            "Not a valid URL",
        ))
    }
}
