//! Descriptions of errors that middleware returns instead of an operation, added to a contract.

use foundation::http::share_components;
use poem::http::StatusCode;
use serde_json::{Map, Value, json};

/// Form of an API's errors.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RefusalForm {
    /// Name of the problem document in the contract's schemas.
    pub(crate) problem: &'static str,
    /// Statuses 401 and 403 with their descriptions.
    pub(crate) of_token: [(&'static str, &'static str); 2],
    /// True if a refused token gets an OAuth error document (RFC 6750 section 3) instead of a problem.
    pub(crate) speaks_oauth: bool,
}

/// Errors of requests that reach no operation or fail in one.
const REQUEST_ERRORS: [(&str, &str); 3] = [
    (
        "400",
        "The request cannot be read, or has a parameter or a member that the operation does not take.",
    ),
    (
        "500",
        "An error on our side. The log has it under `request_id`.",
    ),
    (
        "503",
        "A part of the server is away, or others hold what the request needs. Send it again.",
    ),
];
/// Errors of request bodies.
const BODY_ERRORS: [(&str, &str); 3] = [
    ("408", "The body stopped coming. Send it again."),
    ("413", "The body is longer than one MiB."),
    (
        "415",
        "The body is not JSON, has no Content-Type, or is compressed.",
    ),
];

/// Adds the errors to every operation of an OpenAPI document; an operation's own descriptions stay. The document lists each
/// error once, among its components.
pub(crate) fn document_refusals(document: &mut Value, form: RefusalForm) {
    for operation in operations(document) {
        let takes_body = operation.contains_key("requestBody");
        let responses = operation.get_mut("responses");
        let Some(responses) = responses.and_then(Value::as_object_mut) else {
            continue;
        };
        let of_body = BODY_ERRORS.into_iter().filter(|_| takes_body);
        let all = REQUEST_ERRORS
            .into_iter()
            .chain(of_body)
            .chain(form.of_token);
        for (status, description) in all {
            let refusal = responses.entry(status).or_insert_with(|| {
                let schema = format!("#/components/schemas/{}", form.problem);
                let content =
                    json!({ "application/problem+json": { "schema": { "$ref": schema } } });
                json!({ "description": description, "content": content })
            });
            add_details(refusal, status, form);
        }
    }
    share_components(document, |status, response| {
        name_refusal(status, response, form)
    });
}

/// Names an error by its status, such as `BadRequest`; an operation's own responses have no name.
fn name_refusal(status: &str, response: &Value, form: RefusalForm) -> Option<String> {
    let mut all = REQUEST_ERRORS
        .into_iter()
        .chain(BODY_ERRORS)
        .chain(form.of_token);
    all.find(|(known, description)| *known == status && response["description"] == *description)?;
    let status = StatusCode::from_bytes(status.as_bytes()).ok()?;
    Some(status.canonical_reason()?.replace(' ', ""))
}

fn operations(document: &mut Value) -> impl Iterator<Item = &mut Map<String, Value>> {
    let paths = document.get_mut("paths").and_then(Value::as_object_mut);
    let paths = paths.into_iter().flat_map(Map::values_mut);
    let operations = paths.filter_map(Value::as_object_mut);
    let operations = operations.flat_map(Map::values_mut);
    operations.filter_map(Value::as_object_mut)
}

/// Adds the header of a status, and the alternative content type.
fn add_details(refusal: &mut Value, status: &str, form: RefusalForm) {
    let is_of_token = matches!(status, "401" | "403");
    let header = match status {
        _ if is_of_token => json!({
            "WWW-AUTHENTICATE": {
                "deprecated": false,
                "description": "What to come with (RFC 6750, RFC 9449, RFC 9470).",
                // An operation that refuses a request with a valid token sends no challenge.
                "required": !form.speaks_oauth,
                "schema": { "type": "string" },
            },
        }),
        "503" => json!({
            "RETRY-AFTER": {
                "deprecated": false,
                "description": "Seconds to wait.",
                "required": true,
                "schema": { "type": "integer", "format": "uint64" },
            },
        }),
        _ => return,
    };
    if let Some(members) = refusal.as_object_mut() {
        members.insert("headers".to_owned(), header);
    }
    let content = refusal.get_mut("content").and_then(Value::as_object_mut);
    if let Some(content) = content.filter(|_| is_of_token && form.speaks_oauth) {
        let text = json!({ "type": "string" });
        let document = json!({
            "type": "object",
            "required": ["error", "error_description"],
            "properties": { "error": text, "error_description": text },
        });
        content.insert("application/json".to_owned(), json!({ "schema": document }));
    }
}
