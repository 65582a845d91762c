//! A double adds its calls to a file.

use serde_json::{Value, json};

use crate::world::TestShop;

#[tokio::test]
async fn recorded_calls_have_their_responses_and_no_key() {
    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path().join("calls.jsonl");
    let shop = TestShop::open().await;
    shop.double.record_calls(&path).unwrap();
    let version = [("stripe-version", "2026-10-28.endive")];
    let created = shop.post_with("/v1/customers", "name=Ann", &version).await;
    let fault = json!({"call": "GET /v1/customers", "times": 1, "kind": "rate_limited"});
    shop.double.control("add_fault", &fault).unwrap();
    shop.get("/v1/customers?limit=1").await;
    shop.get("/v1/customers?limit=0").await;
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(!text.contains(&shop.key), "{text}");
    let calls: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let [first, second] = calls.as_slice() else {
        panic!("the response of a fault is not recorded: {calls:?}");
    };
    assert_eq!(first["method"], "POST");
    assert_eq!(first["path"], "/v1/customers");
    assert_eq!(first["body"], "name=Ann");
    assert_eq!(first["version"], "2026-10-28.endive");
    assert_eq!(first["status"], 200);
    assert_eq!(first["response"], created.text);
    assert_eq!(second["query"], "limit=0");
    assert_eq!(second["version"], Value::Null);
    assert_eq!(second["status"], 400);
}
