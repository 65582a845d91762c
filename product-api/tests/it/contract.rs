//! Tests the contract: each operation has a description, examples and security, and the schema has each problem's members.

use std::collections::BTreeSet;

use foundation::http::resolve_component;
use foundation::testing::{add_schema_examples, inline_components};
use serde_json::{Value, json};

const PROBLEM: &str = "/components/schemas/Problem/properties";
/// Members of every problem (RFC 9457, and ours).
const USUAL: [&str; 6] = [
    "type",
    "title",
    "status",
    "detail",
    "instance",
    "request_id",
];

fn document() -> Value {
    let mut document = inline_components(&product_api::openapi_document());
    add_schema_examples(&mut document);
    document
}

/// Returns each operation with its name, such as `get /v1/me`.
pub(super) fn operations(document: &Value) -> Vec<(String, &Value)> {
    let paths = document["paths"].as_object().unwrap().iter();
    paths
        .flat_map(|(path, methods)| {
            let methods = methods.as_object().unwrap().iter();
            methods.map(move |(method, operation)| (format!("{method} {path}"), operation))
        })
        .collect()
}

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or_default()
}

#[test]
fn each_operation_has_summary_and_description() {
    let document = document();
    let operations = operations(&document);
    assert!(operations.len() > 40);
    let (mut ids, mut summaries) = (BTreeSet::new(), BTreeSet::new());
    for (name, operation) in &operations {
        assert!(ids.insert(text(operation, "operationId")), "{name}");
        assert!(summaries.insert(text(operation, "summary")), "{name}");
        let description = text(operation, "description");
        let sentence = description.split("\n\n").next().unwrap();
        assert!(
            sentence.ends_with('.') && sentence.len() > 30,
            "{name}: {description}"
        );
        let is_public = operation["security"].as_array().unwrap().is_empty();
        assert_eq!(is_public, name.contains(" /v1/public/"), "{name}");
        let caller = if is_public {
            "Called without a credential."
        } else {
            "Called with "
        };
        assert!(description.contains(caller), "{name}: {description}");
        assert_eq!(operation["tags"].as_array().unwrap().len(), 1, "{name}");
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            assert!(
                text(parameter, "description").ends_with('.'),
                "{name}: {parameter}"
            );
        }
        let good = operation["responses"].as_object().unwrap().keys();
        let good: Vec<_> = good.filter(|status| status.starts_with('2')).collect();
        assert_eq!(good.len(), 1, "{name}: generators take one success type");
    }
    assert!(ids.iter().chain(&summaries).all(|text| !text.is_empty()));
}

/// Returns why a value violates a schema; the examples of the contract must satisfy their schemas.
fn wrong(document: &Value, schema: &Value, value: &Value, location: &str) -> Option<String> {
    let inner = schema.pointer("/allOf/0").unwrap_or(schema);
    let is_nullable = schema["nullable"] == true || inner["nullable"] == true;
    if value.is_null() {
        return (!is_nullable).then(|| format!("{location} is null"));
    }
    let named = inner["$ref"]
        .as_str()
        .map(|name| name.trim_start_matches('#'));
    let schema = named.map_or(inner, |name| document.pointer(name).unwrap());
    let fits = match text(schema, "type") {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64(),
        _ => true,
    };
    let is_chosen = schema["enum"]
        .as_array()
        .is_none_or(|all| all.contains(value));
    if !fits || !is_chosen || value == "…" {
        return Some(format!("{location} is {value}"));
    }
    let items = value.as_array().into_iter().flatten();
    let mut items = items.map(|item| wrong(document, &schema["items"], item, location));
    items
        .find_map(|found| found)
        .or_else(|| members(document, schema, value, location))
}

fn members(document: &Value, schema: &Value, value: &Value, location: &str) -> Option<String> {
    let known = schema["properties"].as_object()?;
    let required = schema["required"].as_array().into_iter().flatten();
    let absent = required
        .filter_map(Value::as_str)
        .find(|name| value.get(name).is_none());
    if let Some(name) = absent {
        return Some(format!("{location}.{name} is not there"));
    }
    value
        .as_object()?
        .iter()
        .find_map(|(name, value)| match known.get(name) {
            Some(schema) => wrong(document, schema, value, &format!("{location}.{name}")),
            None => Some(format!("{location}.{name} is not in the schema")),
        })
}

#[test]
fn every_request_and_response_has_an_example_that_fits_its_schema() {
    let document = document();
    let mut findings = Vec::new();
    let mut look = |name: &str, content: &Value| {
        let example = content.get("example").unwrap_or(&Value::Null);
        let found = wrong(&document, &content["schema"], example, "");
        findings.extend(found.map(|found| format!("{name}: {found}")));
    };
    for (name, operation) in operations(&document) {
        if operation.get("requestBody").is_some() {
            look(
                &name,
                &operation["requestBody"]["content"]["application/json"],
            );
        }
        for (status, response) in operation["responses"].as_object().unwrap() {
            let is_empty = status == "204";
            if status.starts_with('2') && !is_empty {
                look(&name, &response["content"]["application/json"]);
            }
            let problem = &response["content"]["application/problem+json"];
            for example in problem["examples"]
                .as_object()
                .into_iter()
                .flat_map(|all| all.values())
            {
                look(
                    &name,
                    &json!({"schema": problem["schema"], "example": example["value"]}),
                );
            }
        }
    }
    assert!(findings.is_empty(), "{findings:#?}");
}

#[test]
fn response_has_an_example_only_if_it_differs_from_that_of_its_schema() {
    let document: Value = serde_json::from_str(&product_api::openapi_document()).unwrap();
    let (mut repeated, mut own) = (Vec::new(), 0);
    for (name, operation) in operations(&document) {
        for (status, response) in operation["responses"].as_object().unwrap() {
            let content = &response["content"]["application/json"];
            let Some(example) = content.get("example") else {
                continue;
            };
            own += 1;
            let schema = resolve_component(&document, &content["schema"]);
            if schema.get("example") == Some(example) {
                repeated.push(format!("{name} {status}"));
            }
        }
    }
    assert_eq!(repeated, [""; 0]);
    // The examples of operations that share a schema, such as a grant and its reversal.
    assert!(own > 20, "{own}");
}

#[test]
fn every_problem_of_an_operation_is_listed_with_an_example_by_its_status() {
    let document = document();
    for (name, operation) in operations(&document) {
        for (status, response) in operation["responses"].as_object().unwrap() {
            if status.starts_with('2') {
                continue;
            }
            let examples = &response["content"]["application/problem+json"]["examples"];
            let body: BTreeSet<String> = text(response, "description")
                .lines()
                .filter_map(|line| line.strip_prefix("- `")?.split('`').next())
                .map(ToOwned::to_owned)
                .collect();
            let shown: BTreeSet<String> = examples.as_object().unwrap().keys().cloned().collect();
            assert_eq!(body, shown, "{name} {status}");
            for (slug, example) in examples.as_object().unwrap() {
                let value = &example["value"];
                let address = format!("https://id.example.com/problems/{slug}");
                assert_eq!(value["type"], address.as_str(), "{name} {status}");
                assert_eq!(value["status"].to_string(), *status, "{name} {slug}");
            }
        }
    }
}

/// Special members of the kinds of problems, except those of billing.
const EXTENSIONS: [(&str, &[&str]); 8] = [
    ("invalid-request", &["errors"]),
    ("insufficient-scope", &["required_scope"]),
    (
        "insufficient-credits",
        &["required", "available", "shortfall", "topup_url"],
    ),
    ("not-found", &["resource"]),
    ("operation-already-executed", &["outcome", "transaction"]),
    ("hold-not-open", &["state", "closed_at"]),
    ("capture-exceeds-hold", &["remaining"]),
    ("already-reversed", &["reversals"]),
];

/// Returns the special members of every example, by kind.
fn shown(document: &Value) -> BTreeSet<(String, String)> {
    let mut all = BTreeSet::new();
    for (_, operation) in operations(document) {
        for response in operation["responses"].as_object().unwrap().values() {
            let examples = &response["content"]["application/problem+json"]["examples"];
            for (slug, example) in examples.as_object().into_iter().flatten() {
                let members = example["value"].as_object().unwrap().keys();
                let special = members.filter(|name| !USUAL.contains(&name.as_str()));
                all.extend(special.map(|name| (slug.clone(), name.clone())));
            }
        }
    }
    all
}

#[test]
fn every_member_of_a_problem_is_in_the_schema_with_the_kinds_it_comes_with() {
    let document = document();
    let schema = document.pointer(PROBLEM).unwrap().as_object().unwrap();
    let shown = shown(&document);
    for (slug, member) in &shown {
        let known = schema.get(member);
        let known = known.unwrap_or_else(|| panic!("{member} of {slug} is not in the schema"));
        let description = text(known, "description");
        assert!(
            description.contains(&format!("`{slug}`")),
            "{member} of {slug}: {description}"
        );
    }
    for (slug, members) in EXTENSIONS {
        for member in members {
            let pair = (slug.to_owned(), (*member).to_owned());
            assert!(
                shown.contains(&pair),
                "an example of {slug} shows no {member}"
            );
        }
    }
    for (member, known) in schema {
        let described = text(known, "description");
        let is_usual = USUAL.contains(&member.as_str());
        assert!(
            is_usual || described.starts_with('`'),
            "{member} names no kind: {described}"
        );
    }
}

/// Phrases that describe a payment by pictures; the contract says paid, refunded, granted and available.
const PICTURES: [&str; 6] = [
    "money is there",
    "money was there",
    "money is back",
    "on its way",
    "did not come",
    "money back",
];

#[test]
fn contract_of_billing_describes_payments_in_the_words_of_accounting() {
    let document = product_api::openapi_document();
    let found: Vec<&str> = PICTURES
        .into_iter()
        .filter(|picture| document.contains(picture))
        .collect();
    assert_eq!(found, [""; 0]);
}
