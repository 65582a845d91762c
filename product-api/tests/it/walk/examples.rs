//! Tests that the examples of the contract show the objects and states of real responses.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::rows::{ROWS, Row};
use super::things::{ObjectIds, entitled, furnish};
use crate::credits::Shop;
use crate::edges::RouteOperation;
use crate::harness::TestApi;

/// Members that identify the kind or the state of an object.
const WHAT: [&str; 6] = [
    "kind",
    "state",
    "status",
    "suspended_by",
    "is_active",
    "is_frozen",
];

/// Returns the members of a response whose kind or state differs from the example.
fn differences(example: &Value, response: &Value, pointer: &str) -> Vec<String> {
    match (example, response) {
        (Value::Object(example), Value::Object(response)) => example
            .iter()
            .flat_map(|(name, found)| {
                let pointer = format!("{pointer}/{name}");
                let came = response.get(name).unwrap_or(&Value::Null);
                if WHAT.contains(&name.as_str()) && found != came {
                    return vec![format!("{pointer}: {found} is documented, {came} was sent")];
                }
                differences(found, came, &pointer)
            })
            .collect(),
        (Value::Array(example), Value::Array(response)) => {
            let pairs = example.iter().zip(response);
            pairs
                .flat_map(|(found, came)| differences(found, came, pointer))
                .collect()
        }
        (found, came) if thing_of(found) != thing_of(came) => {
            vec![format!("{pointer}: {found} is documented, {came} was sent")]
        }
        _ => Vec::new(),
    }
}

/// Returns the prefix of an id or a key: `hold_` of `hold_0192f0c4a1b27c3d8e9f001122334455`. Other values have none.
fn thing_of(value: &Value) -> &str {
    let text = value.as_str().unwrap_or_default();
    let keys = ["tg_live_", "tg_test_"];
    let key = keys.into_iter().find(|front| text.starts_with(front));
    let front = key.or_else(|| Some(text.split_once('_')?.0));
    let is_name = |front: &&str| {
        front
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte == b'_')
    };
    let is_address = text.contains('@');
    front
        .filter(is_name)
        .filter(|_| !is_address)
        .unwrap_or_default()
}

/// A world with each kind of object of one website.
struct FurnishedWorld {
    world: TestApi,
    shop: Shop,
    things: ObjectIds,
}

impl FurnishedWorld {
    async fn open() -> Self {
        let world = TestApi::sqlite().await;
        let shop = Shop::open(&world, "usr_1", "One").await;
        let things = furnish(&world, &shop).await;
        Self {
            world,
            shop,
            things,
        }
    }

    /// Returns the response to the first permitted caller; none if no caller is permitted.
    async fn find_response(&self, row: &Row) -> Option<Value> {
        // The capture of the example is the last of its hold.
        let is_capture = row.0.ends_with("/capture");
        let body = if is_capture { "{}" } else { row.2 };
        for asker in &entitled(&self.world, &self.shop) {
            let response = asker.call_with(&self.world, row, body, &self.things).await;
            if response.status < 300 {
                return Some(response.json());
            }
        }
        None
    }

    /// Compares an example with the response; none if no caller is permitted.
    async fn compare(&self, row: &Row, example: &Value) -> Option<Vec<String>> {
        let response = self.find_response(row).await?;
        Some(differences(example, &response, ""))
    }
}

/// Returns the example of an operation's response; null if it has no body, or for GET.
fn example_of(operation: &RouteOperation) -> Value {
    let responses = operation.spec["responses"].as_object().unwrap();
    let good = responses.iter().find(|(status, _)| status.starts_with('2'));
    let content = &good.unwrap().1["content"]["application/json"];
    if operation.method == reqwest::Method::GET {
        return Value::Null;
    }
    content["example"].clone()
}

#[tokio::test]
async fn write_responses_equal_their_examples() {
    let mut findings = BTreeMap::new();
    let mut compared = BTreeSet::new();
    let operations = RouteOperation::all();
    let mut furnished = FurnishedWorld::open().await;
    for row in ROWS.iter() {
        let operation = operations.iter().find(|one| one.is(row.0));
        let example = example_of(operation.unwrap());
        if example.is_null() || compared.contains(row.0) {
            continue;
        }
        let mut found = furnished.compare(row, &example).await;
        if found.as_ref().is_none_or(|found| !found.is_empty()) {
            // An earlier operation may have changed the object, so the response of a new world decides.
            furnished = FurnishedWorld::open().await;
            found = furnished.compare(row, &example).await;
        }
        if let Some(found) = found {
            compared.insert(row.0);
            findings.insert(row.0, found);
        }
    }
    assert!(compared.len() > 35, "{compared:?}");
    findings.retain(|_, differences| !differences.is_empty());
    assert!(findings.is_empty(), "{findings:#?}");
}
