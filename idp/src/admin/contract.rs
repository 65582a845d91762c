//! The admin API's contract as one normalised document.

use std::collections::BTreeMap;

use serde_json::Value;

use super::api::service;

/// The OpenAPI document, the same bytes wherever and however it is built: members in alphabetical order, plain
/// media types, a line feed at the end.
pub fn openapi_document() -> String {
    let document = serde_json::from_str(&service().spec()).unwrap_or(Value::Null);
    let mut text = serde_json::to_string_pretty(&normalised(document)).unwrap_or_default();
    text.push('\n');
    text
}

fn normalised(value: Value) -> Value {
    match value {
        Value::Object(members) => {
            let sorted: BTreeMap<String, Value> = members
                .into_iter()
                .map(|(name, value)| {
                    let name = name.replace("; charset=utf-8", "");
                    (name, normalised(value))
                })
                .collect();
            Value::Object(sorted.into_iter().collect())
        }
        Value::Array(items) => Value::Array(items.into_iter().map(normalised).collect()),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value,
    }
}
