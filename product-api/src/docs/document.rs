//! Converts the generated OpenAPI document to its committed form: plain media types, real scopes, examples, sorted members.

use std::collections::HashMap;

use foundation::http::share_components;
use foundation::text::strict_json;
use serde_json::{Map, Value, json};

use super::credentials::{document_callers, takes_api_key};
use super::problems::{add_problem_examples, kinds_of, name_response};
use super::response_examples::{lay_over, response_example};
use super::schema::Schemas;
use super::step_up::document_step_up;
use super::viewed::document_view;
use crate::problem::{BATCH, Kind};

/// The server of the committed document; generators refuse a document without one or with a relative one.
const EXAMPLE_SERVER: &str = "http://localhost:8080";

/// Sets the installation that serves the document as its server, so that generated clients call it by default.
pub(super) fn set_server(document: &mut Value, url: &str) {
    if let Some(members) = document.as_object_mut() {
        members.insert("servers".to_owned(), json!([{ "url": url }]));
    }
}

/// Adds to the document what poem-openapi cannot express. The members keep their order.
pub(crate) fn complete(spec: &str) -> Value {
    let mut document: Value = strict_json::from_stored(spec).unwrap_or_default();
    if let Some(members) = document.as_object_mut() {
        let description =
            "The address that `make run` serves; put your installation's in its place.";
        let server = json!({ "url": EXAMPLE_SERVER, "description": description });
        members.insert("servers".to_owned(), json!([server]));
    }
    plain_addresses(&mut document);
    plain_media_types(&mut document);
    tidy_up(&mut document);
    for (_path, operations) in members_mut(document.get_mut("paths")) {
        for (method, operation) in members_mut(Some(operations)) {
            document_step_up(operation);
            document_view(method, operation);
            document_callers(operation);
            document_rate_limit(operation);
            document_replay(operation);
            add_problem_examples(operation);
        }
    }
    add_examples(&mut document);
    share_components(&mut document, name_response);
    document
}

/// Adds an example of the request and the responses of each operation, next to their schemas. A response whose example is the
/// one that its schema has gets none: readers and generators take the schema's.
fn add_examples(document: &mut Value) {
    let all = document.clone();
    let schemas = Schemas::new(&all);
    for (path, operations) in members_mut(document.get_mut("paths")) {
        for (method, operation) in members_mut(Some(operations)) {
            if let Some(body) = operation.get_mut("requestBody") {
                add_example(body, &schemas, None);
            }
            let own = response_example(method, path);
            for (_status, response) in members_mut(operation.get_mut("responses")) {
                add_example(response, &schemas, own.as_ref());
                drop_repeated_example(response, &schemas);
            }
        }
    }
}

/// Adds the schema's example, with the operation's own values.
fn add_example(holder: &mut Value, schemas: &Schemas<'_>, own: Option<&Value>) {
    let content = holder.pointer_mut("/content/application~1json");
    if let Some(content) = content.and_then(Value::as_object_mut) {
        let schema = content.get("schema").unwrap_or(&Value::Null);
        let mut example = schemas.example(schema);
        if let Some(own) = own {
            lay_over(&mut example, own);
        }
        content.insert("example".to_owned(), example);
    }
}

/// Removes the example of a response that repeats the one of its schema.
fn drop_repeated_example(response: &mut Value, schemas: &Schemas<'_>) {
    let content = response.pointer_mut("/content/application~1json");
    if let Some(content) = content.and_then(Value::as_object_mut) {
        let schema = content.get("schema").unwrap_or(&Value::Null);
        let own = schemas.own_example(schema);
        if own.is_some() && own == content.get("example") {
            content.remove("example");
        }
    }
}

/// Public paths with a colon and their paths in the router, which reads a colon as a parameter; the edge translates them.
const WITH_COLON: [(&str, &str); 1] = [BATCH];

fn plain_addresses(document: &mut Value) {
    let Some(Value::Object(paths)) = document.get_mut("paths") else {
        return;
    };
    let plain = |path: String| {
        let inner = WITH_COLON.iter().find(|(_, inner)| *inner == path);
        inner.map_or(path.clone(), |(outer, _)| (*outer).to_owned())
    };
    *paths = std::mem::take(paths)
        .into_iter()
        .map(|(path, operations)| (plain(path), operations))
        .collect();
}

/// Returns the methods of each path, by poem-openapi's pattern: `/v1/websites/:param0`.
pub(crate) fn methods(document: &Value) -> HashMap<String, String> {
    let paths = document.get("paths").and_then(Value::as_object);
    paths
        .into_iter()
        .flatten()
        .map(|(path, operations)| {
            let names = operations.as_object().into_iter().flatten();
            let names: Vec<_> = names.map(|(name, _)| name.to_uppercase()).collect();
            (pattern_of(path), names.join(", "))
        })
        .collect()
}

fn pattern_of(path: &str) -> String {
    let mut count = 0;
    let parts = path.split('/').map(|part| {
        if part.starts_with('{') {
            count += 1;
            format!(":param{}", count - 1)
        } else {
            part.to_owned()
        }
    });
    let path = parts.collect::<Vec<_>>().join("/");
    let inner = WITH_COLON.iter().find(|(outer, _)| *outer == path);
    inner.map_or(path, |(_, inner)| (*inner).to_owned())
}

/// Returns the document's committed form: indented and sorted, with a final newline.
pub(crate) fn text(document: Value) -> String {
    let mut text = serde_json::to_string_pretty(&sorted(document)).unwrap_or_default();
    text.push('\n');
    text
}

/// Removes redundant parts: `deprecated: false`, line ends inside sentences, and `allOf` parts with only a description.
fn tidy_up(value: &mut Value) {
    match value {
        Value::Object(members) => {
            members.retain(|name, member| name != "deprecated" || *member != false);
            if let Some(Value::Array(parts)) = members.get_mut("allOf") {
                parts.retain(|part| {
                    !part
                        .as_object()
                        .is_some_and(|part| part.len() == 1 && part.contains_key("description"))
                });
            }
            if let Some(Value::String(text)) = members.get_mut("description") {
                *text = joined(text);
            }
            members.iter_mut().for_each(|(_, member)| tidy_up(member));
        }
        Value::Array(items) => items.iter_mut().for_each(tidy_up),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Joins the lines of a text; empty lines and list items still begin a new line.
fn joined(text: &str) -> String {
    let mut joined = String::with_capacity(text.len());
    for line in text.lines().map(str::trim) {
        if line.is_empty() {
            joined.push_str("\n\n");
        } else {
            if line.starts_with("- ") && !joined.is_empty() {
                joined.push('\n');
            } else if !joined.is_empty() && !joined.ends_with('\n') {
                joined.push(' ');
            }
            joined.push_str(line);
        }
    }
    joined
}

/// Shortens `application/json; charset=utf-8`, with which client generators have problems, to `application/json`.
fn plain_media_types(value: &mut Value) {
    match value {
        Value::Object(members) => {
            *members = std::mem::take(members)
                .into_iter()
                .map(|(name, mut member)| {
                    plain_media_types(&mut member);
                    let plain = name.strip_suffix("; charset=utf-8").map(ToOwned::to_owned);
                    (plain.unwrap_or(name), member)
                })
                .collect();
        }
        Value::Array(items) => items.iter_mut().for_each(plain_media_types),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Documents the rate limits of API keys: the headers, and the refusal with 429.
fn document_rate_limit(operation: &mut Value) {
    if !takes_api_key(operation) {
        return;
    }
    let Some(Value::Object(responses)) = operation.get_mut("responses") else {
        return;
    };
    let kind = Kind::RateLimited;
    let mut refused = responses.get("401").cloned().unwrap_or_default();
    if let Some(members) = refused.as_object_mut() {
        let description = format!("- `{}`: {}", kind.slug(), kind.row().title);
        members.insert("description".to_owned(), description.into());
        let headers = json!({ "Retry-After": header("Seconds to wait.") });
        members.insert("headers".to_owned(), headers);
    }
    responses.insert(kind.status().to_string(), refused);
    let left = "How many requests of the API key are left (`r`), and in how many seconds all are back (`t`); of a 429 what has \
                run out. Absent without limits, and with a user's token but for a 429.";
    let policy = "How many requests (`q`) an API key may send, and how many may be about one customer, in so many seconds \
                  (`w`).";
    for response in responses.values_mut().filter_map(Value::as_object_mut) {
        let headers = response.entry("headers").or_insert_with(|| json!({}));
        if let Some(headers) = headers.as_object_mut() {
            headers.insert("RateLimit".to_owned(), header(left));
            headers.insert("RateLimit-Policy".to_owned(), header(policy));
        }
    }
}

/// Documents that a refusal which is stored under its key is replayed with the header of a replayed success.
fn document_replay(operation: &mut Value) {
    let replayed = operation.pointer("/responses/200/headers/Idempotency-Replayed");
    let Some(replayed) = replayed.cloned() else {
        return;
    };
    for (_status, response) in members_mut(operation.get_mut("responses")) {
        if !kinds_of(response).iter().any(|kind| kind.is_stored()) {
            continue;
        }
        let headers = response
            .as_object_mut()
            .map(|response| response.entry("headers").or_insert_with(|| json!({})));
        if let Some(Value::Object(headers)) = headers {
            headers.insert("Idempotency-Replayed".to_owned(), replayed.clone());
        }
    }
}

fn header(description: &str) -> Value {
    json!({"description": description, "schema": {"type": "string"}})
}

/// Sorts members by name, because a dependency enables insertion order for the whole build.
fn sorted(value: Value) -> Value {
    match value {
        Value::Object(members) => {
            let mut pairs: Vec<_> = members.into_iter().collect();
            pairs.sort_by(|(left, _), (right, _)| left.cmp(right));
            pairs
                .into_iter()
                .map(|(name, member)| (name, sorted(member)))
                .collect::<Map<_, _>>()
                .into()
        }
        Value::Array(items) => items.into_iter().map(sorted).collect(),
        other @ (Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_)) => other,
    }
}

pub(super) fn items(value: Option<&Value>) -> impl Iterator<Item = &Value> {
    value.and_then(Value::as_array).into_iter().flatten()
}

pub(super) fn members_mut(
    value: Option<&mut Value>,
) -> impl Iterator<Item = (&String, &mut Value)> {
    value.and_then(Value::as_object_mut).into_iter().flatten()
}
