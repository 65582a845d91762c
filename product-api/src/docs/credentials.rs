//! Documents the credentials of an operation: the security scheme, the credentials with their scopes, and a sentence.

use serde_json::{Map, Value, json};

use super::document::items;
use crate::websites::FOR_WEBSITE;

/// Extension of an operation that lists the accepted credentials, each with its scope.
const CREDENTIALS: &str = "x-credentials";
const API_KEY: &str = "api_key";

/// Replaces the guards' markers, such as `ApiKey credits.spend`, by the scheme, the extension and a sentence.
pub(super) fn document_callers(operation: &mut Value) {
    let names_website = items(operation.get("security")).any(|way| way.get(FOR_WEBSITE).is_some());
    let named: Vec<(String, String)> = items(operation.get("security"))
        .filter_map(Value::as_object)
        .flat_map(Map::keys)
        .filter_map(|name| name.split_once(' '))
        .map(|(scheme, scope)| (scheme.to_owned(), scope.to_owned()))
        .collect();
    let Some(members) = operation.as_object_mut() else {
        return;
    };
    if named.is_empty() {
        document_public_access(members);
        return;
    }
    // There is one scheme, because the Java client sets a token for the first scheme only. OpenAPI 3.0.3 allows no scopes for
    // the type `http`, so an extension records the accepted credentials and scopes.
    members.insert("security".to_owned(), json!([{ "BearerToken": [] }]));
    let credentials = named
        .iter()
        .map(|(scheme, scope)| json!({ "type": credential_type(scheme), "scope": scope }));
    members.insert(CREDENTIALS.to_owned(), credentials.collect());
    let ways: Vec<String> = named
        .iter()
        .map(|(scheme, scope)| way(scheme, scope))
        .collect();
    add_sentence(members, &format!("Called with {}.", ways.join(", or ")));
    let is_by_key = named.iter().any(|(scheme, _)| scheme == "ApiKey");
    if names_website || (is_by_key && named.len() > 1) {
        let parameters = members.entry("parameters").or_insert_with(|| json!([]));
        if let Some(parameters) = parameters.as_array_mut() {
            parameters.extend([website_header(), mode_header()]);
        }
    }
}

/// Documents an operation without a guard: generated clients send it no credential.
fn document_public_access(members: &mut Map<String, Value>) {
    members.insert("security".to_owned(), json!([]));
    members.insert(CREDENTIALS.to_owned(), json!([]));
    add_sentence(members, "Called without a credential.");
}

fn add_sentence(members: &mut Map<String, Value>, sentence: &str) {
    let description = members.get("description").and_then(Value::as_str);
    let description = format!("{}\n\n{sentence}", description.unwrap_or_default());
    members.insert("description".to_owned(), description.trim().into());
}

/// Returns the name of a credential in the extension.
fn credential_type(scheme: &str) -> &'static str {
    match scheme {
        "ApiKey" => API_KEY,
        "Program" => "client_access_token",
        _ => "user_access_token",
    }
}

/// Returns true if an operation accepts an API key.
pub(super) fn takes_api_key(operation: &Value) -> bool {
    items(operation.get(CREDENTIALS))
        .any(|credential| credential.get("type") == Some(&API_KEY.into()))
}

fn way(scheme: &str, scope: &str) -> String {
    let who = match scheme {
        "ApiKey" => "an API key",
        "Program" => "a program's own access token",
        _ => "a user's access token",
    };
    if scope.is_empty() {
        who.to_owned()
    } else {
        format!("{who} that has the scope `{scope}`")
    }
}

fn website_header() -> Value {
    json!({
        "name": "Tollgate-Website",
        "in": "header",
        "description": "With a user's access token: the id of the owner's website. An API key says it by itself. The operator of this installation says `platform` for its own sales, where a token with the scope `operator` is accepted.",
        "required": false,
        "schema": {"type": "string"},
    })
}

fn mode_header() -> Value {
    json!({
        "name": "Tollgate-Mode",
        "in": "header",
        "description": "With a user's access token: whether real (`live`) or play credits (`test`) are meant; `live` when absent. An API key says it by itself.",
        "required": false,
        "schema": {"type": "string", "enum": ["live", "test"]},
    })
}
