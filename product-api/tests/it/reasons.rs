//! Tests the optional reason of an operator's action, which is part of the audit entry.

use reqwest::Method;
use serde_json::{Value, json};

use crate::credits::Shop;
use crate::harness::{TestApi, on_both_engines};
use crate::operator::operator_token;

async fn details(world: &TestApi, act: &str) -> Vec<Value> {
    let path = format!("/v1/operator/audit?act={act}");
    let audit_log = world.get(&path, &operator_token(world)).await.json();
    let items = audit_log["items"].as_array().unwrap();
    items.iter().map(|item| item["detail"].clone()).collect()
}

on_both_engines! {
    async fn reason_of_an_act_is_kept_with_it(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        world.issuer.people.lock().unwrap().insert("usr_ada".to_owned(), true);
        let website = format!("/v1/websites/{}", shop.id);
        let rows = [
            ("/v1/users/usr_ada/deactivate".to_owned(), "user.deactivated", json!({"reason": "Spam"})),
            ("/v1/users/usr_ada/activate".to_owned(), "user.activated", json!({"reason": "Spam"})),
            ("/v1/operator/users/usr_ada/end-sessions".to_owned(), "user.signed_out", json!({"reason": "Spam"})),
            (format!("{website}/suspend"), "website.suspended", json!({"by": "operator", "reason": "Spam"})),
            (format!("{website}/resume"), "website.resumed", json!({"by": "operator", "reason": "Spam"})),
        ];
        let operator = operator_token(&world);
        for (path, act, expected) in rows {
            for wrong in [json!({"reason": ""}), json!({"reason": "x".repeat(201)}), json!({"why": "Spam"}), json!([])] {
                world.post(&path, &operator, &wrong).await.is_problem(400, "invalid-request");
            }
            assert!(details(&world, act).await.is_empty(), "{path}");
            let done = world.post(&path, &operator, &json!({"reason": " Spam "})).await;
            assert!(done.status < 300, "{path}: {done:?}");
            assert_eq!(details(&world, act).await, [expected], "{path}");
        }
    }
}

on_both_engines! {
    async fn reason_is_optional(world: TestApi) {
        world.issuer.people.lock().unwrap().insert("usr_ada".to_owned(), true);
        let authorization = format!("Bearer {}", operator_token(&world));
        let headers = [("authorization", authorization.as_str()), ("content-type", "application/json")];
        for (index, body) in [None, Some("null"), Some("{}"), Some(r#"{"reason": " "}"#)].into_iter().enumerate() {
            // A request without a body needs no content type.
            let headers = if body.is_none() { &headers[..1] } else { &headers };
            let path = "/v1/operator/users/usr_ada/end-sessions";
            let done = world.send(Method::POST, path, headers, body.map(ToOwned::to_owned)).await;
            assert_eq!(done.status, 204, "{body:?}: {done:?}");
            assert_eq!(details(&world, "user.signed_out").await, vec![json!({}); index + 1]);
        }
    }
}
