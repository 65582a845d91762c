//! Tests that the contract lists each repeated response, header and example once, and that its references resolve.

use std::collections::BTreeSet;

use foundation::testing::assert_references_resolve;
use serde_json::Value;

use crate::contract::operations;

#[test]
fn shared_response_header_and_example_is_listed_once() {
    let document: Value = serde_json::from_str(&product_api::openapi_document()).unwrap();
    assert_references_resolve(&document);
    let mut seen = BTreeSet::new();
    let mut assert_new = |section: &str, pointer: &str, part: &Value| {
        let is_reference = part.get("$ref").is_some();
        assert!(
            is_reference || seen.insert(format!("{section} {part}")),
            "{pointer} repeats {part}"
        );
    };
    for section in ["responses", "headers", "examples"] {
        let shared = document["components"][section].as_object().unwrap();
        assert!(shared.len() > 3, "{section}");
        for (name, part) in shared {
            assert_new(section, name, part);
        }
    }
    let shared = document["components"]["responses"].as_object().unwrap();
    let shared = shared
        .iter()
        .map(|(name, response)| (name.clone(), response));
    let failures = operations(&document)
        .into_iter()
        .flat_map(|(name, operation)| {
            let responses = operation["responses"].as_object().unwrap().iter();
            let failures = responses.filter(|(status, _)| !status.starts_with('2'));
            failures.map(move |(status, response)| (format!("{name} {status}"), response))
        });
    let failures: Vec<(String, &Value)> = failures.collect();
    for (name, response) in &failures {
        assert_new("responses", name, response);
    }
    for (name, response) in shared.chain(failures) {
        for (header, value) in response["headers"].as_object().into_iter().flatten() {
            assert_new("headers", &format!("{name} {header}"), value);
        }
        let examples = &response["content"]["application/problem+json"]["examples"];
        for (slug, example) in examples.as_object().into_iter().flatten() {
            assert_new("examples", &format!("{name} {slug}"), example);
        }
    }
}
