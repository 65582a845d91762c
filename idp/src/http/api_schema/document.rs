//! Normalised form of an OpenAPI document.

use std::collections::BTreeMap;

use foundation::text::strict_json;
use serde_json::Value;

/// Normalises an OpenAPI document so that every build gives equal bytes: sorted members, media types without charset,
/// and a final line feed.
pub(crate) fn normalised(spec: &str) -> String {
    let document = strict_json::from_stored(spec).unwrap_or(Value::Null);
    let mut text = serde_json::to_string_pretty(&sorted(document)).unwrap_or_default();
    text.push('\n');
    text
}

fn sorted(value: Value) -> Value {
    match value {
        Value::Object(members) => {
            let members: BTreeMap<String, Value> = members
                .into_iter()
                .map(|(name, value)| (name.replace("; charset=utf-8", ""), sorted(value)))
                .collect();
            Value::Object(members.into_iter().collect())
        }
        Value::Array(items) => Value::Array(items.into_iter().map(sorted).collect()),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value,
    }
}
