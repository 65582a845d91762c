//! Moves repeated headers, examples and responses of an OpenAPI document to its components.

use std::cmp::Reverse;

use serde_json::{Map, Value, json};

/// A part of the document with the name of its component.
type NamedPart<'a> = (String, &'a mut Value);

/// One value among the parts with its name.
#[derive(Debug)]
struct PartVariant {
    name: String,
    value: Value,
    uses: usize,
}

/// Moves headers, examples and failure responses that occur more than once to the document's components, and refers to them.
///
/// Headers and examples keep their names. `name_response` names a response by its status and its content; a response
/// without a name stays with its operation. Of several values with one name, the most frequent is shared.
pub fn share_components<F>(document: &mut Value, name_response: F)
where
    F: Fn(&str, &Value) -> Option<String>,
{
    let headers = responses(document).flat_map(|(_, response)| named(response.get_mut("headers")));
    let headers = share("headers", headers.collect());
    let contents =
        responses(document).flat_map(|(_, response)| members(response.get_mut("content")));
    let examples = contents.flat_map(|(_, content)| named(content.get_mut("examples")));
    let examples = share("examples", examples.collect());
    // Responses come last: they are equal only if they refer to equal headers and examples.
    let failures = responses(document).filter(|(status, _)| !status.starts_with('2'));
    let failures = failures.filter_map(|(status, response)| {
        let name = name_response(status, response)?;
        Some((name, response))
    });
    let failures = share("responses", failures.collect());
    let Some(document) = document.as_object_mut() else {
        return;
    };
    let components = document.entry("components").or_insert_with(|| json!({}));
    for (section, shared) in [
        ("headers", headers),
        ("examples", examples),
        ("responses", failures),
    ] {
        if let Some(components) = components.as_object_mut().filter(|_| !shared.is_empty()) {
            components.insert(section.to_owned(), shared.into());
        }
    }
}

/// Replaces repeated parts by references. Returns the components to which they refer.
fn share(section: &str, parts: Vec<NamedPart<'_>>) -> Map<String, Value> {
    let mut variants: Vec<PartVariant> = Vec::new();
    for (name, part) in &parts {
        let mut known = variants.iter_mut();
        if let Some(known) = known.find(|one| one.name == *name && one.value == **part) {
            known.uses += 1;
        } else {
            variants.push(PartVariant {
                name: name.clone(),
                value: (**part).clone(),
                uses: 1,
            });
        }
    }
    variants.retain(|one| one.uses > 1);
    variants.sort_by_key(|one| Reverse(one.uses));
    let mut shared = Map::new();
    for variant in variants {
        shared.entry(variant.name).or_insert(variant.value);
    }
    for (name, part) in parts {
        if shared.get(&name) == Some(&*part) {
            *part = json!({ "$ref": format!("#/components/{section}/{name}") });
        }
    }
    shared
}

/// Returns the component to which a part of a document refers, or the part itself.
pub fn resolve_component<'a>(document: &'a Value, part: &'a Value) -> &'a Value {
    let reference = part.get("$ref").and_then(Value::as_str);
    let pointer = reference.and_then(|reference| reference.strip_prefix('#'));
    let component = pointer.and_then(|pointer| document.pointer(pointer));
    component.unwrap_or(part)
}

/// Returns the responses of all operations with their statuses.
fn responses(document: &mut Value) -> impl Iterator<Item = (&String, &mut Value)> {
    let paths = members(document.get_mut("paths"));
    let operations = paths.flat_map(|(_, methods)| members(Some(methods)));
    operations.flat_map(|(_, operation)| members(operation.get_mut("responses")))
}

fn members(value: Option<&mut Value>) -> impl Iterator<Item = (&String, &mut Value)> {
    value.and_then(Value::as_object_mut).into_iter().flatten()
}

fn named(value: Option<&mut Value>) -> impl Iterator<Item = NamedPart<'_>> {
    members(value).map(|(name, part)| (name.clone(), part))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn response(description: &str, header: &str) -> Value {
        let body = json!({"examples": {"one": {"value": description}}});
        let header = json!({"description": header});
        json!({"description": description, "headers": {"Limit": header}, "content": {"text/plain": body}})
    }

    fn shared(responses: &[(&str, Value)]) -> Value {
        let paths: Map<String, Value> = responses
            .iter()
            .enumerate()
            .map(|(index, (status, response))| {
                let operation = json!({"responses": {*status: response}});
                (format!("/{index}"), json!({"get": operation}))
            })
            .collect();
        let mut document = json!({"paths": paths, "components": {"schemas": {}}});
        share_components(&mut document, |status, _| {
            (status != "500").then(|| format!("Problem{status}"))
        });
        document
    }

    fn response_at<'a>(document: &'a Value, path: &str, status: &str) -> &'a Value {
        &document["paths"][path]["get"]["responses"][status]
    }

    #[test]
    fn repeated_failure_is_listed_once_and_referred_to() {
        let failure = response("No.", "Left.");
        let document = shared(&[("404", failure.clone()), ("404", failure)]);
        let reference = json!({"$ref": "#/components/responses/Problem404"});
        for path in ["/0", "/1"] {
            assert_eq!(*response_at(&document, path, "404"), reference);
            let found = resolve_component(&document, response_at(&document, path, "404"));
            assert_eq!(found["description"], "No.");
            let header = resolve_component(&document, &found["headers"]["Limit"]);
            assert_eq!(header["description"], "Left.");
            let example = &found["content"]["text/plain"]["examples"]["one"];
            assert_eq!(resolve_component(&document, example)["value"], "No.");
        }
        assert_eq!(document["components"]["schemas"], json!({}));
        for section in ["headers", "examples", "responses"] {
            let components = document["components"][section].as_object().unwrap();
            assert_eq!(components.len(), 1, "{section}");
        }
    }

    #[test]
    fn header_of_successes_is_shared_and_the_success_is_not() {
        let success =
            json!({"description": "Yes.", "headers": {"Limit": {"description": "Left."}}});
        let document = shared(&[("200", success.clone()), ("200", success)]);
        let response = response_at(&document, "/1", "200");
        assert_eq!(response["description"], "Yes.");
        let reference = "#/components/headers/Limit";
        assert_eq!(response["headers"]["Limit"]["$ref"], reference);
        assert!(document["components"].get("responses").is_none());
    }

    #[test]
    fn parts_that_occur_once_and_responses_without_a_name_stay() {
        let one = response("No.", "Left.");
        let document = shared(&[("404", one.clone())]);
        assert_eq!(*response_at(&document, "/0", "404"), one);
        assert_eq!(document["components"], json!({"schemas": {}}));
        let document = shared(&[("500", one.clone()), ("500", one)]);
        assert_eq!(response_at(&document, "/1", "500")["description"], "No.");
        assert!(document["components"].get("responses").is_none());
    }

    #[test]
    fn most_frequent_of_different_values_with_one_name_is_shared() {
        let (rare, frequent) = (response("Rare.", "Left."), response("Frequent.", "Left."));
        let document = shared(&[
            ("404", rare.clone()),
            ("404", frequent.clone()),
            ("404", rare),
            ("404", frequent.clone()),
            ("404", frequent),
        ]);
        let component = &document["components"]["responses"]["Problem404"];
        assert_eq!(component["description"], "Frequent.");
        assert_eq!(response_at(&document, "/0", "404")["description"], "Rare.");
        assert_eq!(response_at(&document, "/2", "404")["description"], "Rare.");
    }

    #[test]
    fn part_without_a_reference_or_with_a_wrong_one_resolves_to_itself() {
        let document = json!({"components": {}});
        for part in [
            json!({"description": "No."}),
            json!({"$ref": "#/components/x"}),
        ] {
            assert_eq!(*resolve_component(&document, &part), part);
        }
    }
}
