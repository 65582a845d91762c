//! OpenAPI documents, as tests compare them with responses.

use serde_json::{Map, Value};

use crate::http::resolve_component;
use crate::text::strict_json;

/// Sections of the components of which operations are inlined; schemas stay references.
const INLINED: [&str; 3] = [
    "#/components/examples/",
    "#/components/headers/",
    "#/components/responses/",
];

/// Parses an OpenAPI document, and replaces its references to responses, headers and examples by what they refer to.
///
/// # Panics
/// If the document is not a JSON object, or if it lacks a component to which it refers.
pub fn inline_components(document: &str) -> Value {
    let document: Value = strict_json::from_stored(document).unwrap_or_default();
    assert!(document.is_object(), "the document is not a JSON object");
    assert_references_resolve(&document);
    let mut inlined = document.clone();
    if let Some(paths) = inlined.get_mut("paths") {
        inline(paths, &document);
    }
    inlined
}

fn inline(part: &mut Value, document: &Value) {
    let reference = part.get("$ref").and_then(Value::as_str);
    if reference.is_some_and(|name| INLINED.iter().any(|section| name.starts_with(section))) {
        *part = resolve_component(document, part).clone();
    }
    match part {
        Value::Object(members) => members.values_mut().for_each(|one| inline(one, document)),
        Value::Array(items) => items.iter_mut().for_each(|one| inline(one, document)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Adds to each JSON response of a document the example of its schema, as readers see it, unless the response has one.
pub fn add_schema_examples(document: &mut Value) {
    let all = document.clone();
    let paths = members(document.get_mut("paths"));
    let operations = paths.flat_map(|methods| members(Some(methods)));
    let responses = operations.flat_map(|operation| members(operation.get_mut("responses")));
    for response in responses {
        let content = response.pointer_mut("/content/application~1json");
        let Some(content) = content.and_then(Value::as_object_mut) else {
            continue;
        };
        let schema = content.get("schema").unwrap_or(&Value::Null);
        let example = resolve_component(&all, schema).get("example").cloned();
        if let Some(example) = example {
            content.entry("example").or_insert(example);
        }
    }
}

fn members(value: Option<&mut Value>) -> impl Iterator<Item = &mut Value> {
    let members = value.and_then(Value::as_object_mut);
    members.into_iter().flat_map(Map::values_mut)
}

/// Asserts that a document has each component to which it refers.
///
/// # Panics
/// If it lacks one.
pub fn assert_references_resolve(document: &Value) {
    let mut rest = vec![document];
    while let Some(part) = rest.pop() {
        if let Some(reference) = part.get("$ref").and_then(Value::as_str) {
            let component = reference.strip_prefix('#');
            let component = component.and_then(|pointer| document.pointer(pointer));
            assert!(component.is_some(), "there is no {reference}");
        }
        match part {
            Value::Object(members) => rest.extend(members.values()),
            Value::Array(items) => rest.extend(items),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
}
