//! The account API's contract as one normalised document.

use foundation::json;
use serde_json::{Map, Value, json};

use super::api::service;
use crate::contracts::normalised;

/// The OpenAPI document of the account API.
pub fn openapi_document() -> String {
    let mut document = json::from_stored(&service().spec()).unwrap_or(Value::Null);
    for told in responses(&mut document) {
        for (status, description) in REFUSALS {
            let refusal = told.entry(status).or_insert_with(|| refusal(description));
            if let Some(refusal) = refusal.as_object_mut() {
                refusal.insert("headers".to_owned(), challenge());
            }
        }
    }
    normalised(&document.to_string())
}

/// What the guard of all operations answers.
const REFUSALS: [(&str, &str); 2] = [
    (
        "401",
        "There is no access token that counts, or the session has ended in which it was given.",
    ),
    (
        "403",
        "The access token lacks the scope `account`, or is of a client of somebody else.",
    ),
];

/// What each operation answers.
fn responses(document: &mut Value) -> impl Iterator<Item = &mut Map<String, Value>> {
    let paths = document.get_mut("paths").and_then(Value::as_object_mut);
    let paths = paths.into_iter().flat_map(Map::values_mut);
    let operations = paths.filter_map(Value::as_object_mut);
    let operations = operations.flat_map(Map::values_mut);
    operations.filter_map(|operation| operation.get_mut("responses")?.as_object_mut())
}

fn refusal(description: &str) -> Value {
    json!({
        "description": description,
        "content": { "application/problem+json": { "schema": { "$ref": "#/components/schemas/AccountProblem" } } },
    })
}

fn challenge() -> Value {
    json!({
        "WWW-AUTHENTICATE": {
            "deprecated": false,
            "description": "What to come with (RFC 6750, RFC 9449, RFC 9470).",
            "required": true,
            "schema": { "type": "string" },
        },
    })
}
