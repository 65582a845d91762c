//! Tests that an operator with a view gets what the user may read, and no other operation.

use std::collections::BTreeSet;

use foundation::testing::inline_components;
use serde_json::Value;

use super::routes::{forget, is_public};
use super::rows::ROWS;
use super::things::{RouteCaller, furnish, seen};
use crate::credits::Shop;
use crate::harness::{HttpResponse, TestApi, on_both_engines};
use crate::operator::operator_token;
use crate::views::view_of;

/// Returns whether a view covers an operation: not the operator's own ones, nor public ones, nor the verification, which begins
/// a run.
fn is_viewed(operation: &str) -> bool {
    operation.starts_with("GET ")
        && !operation.starts_with("GET /v1/operator/")
        && !is_public(operation)
        && operation != "GET /v1/ledger/verification"
}

fn essence(response: &HttpResponse) -> (u16, Value) {
    let mut body = response.json();
    forget(&mut body, &["request_id", "last_used_at"]);
    (response.status, body)
}

/// Returns the number of rows that an operation could add, plus the times at which users were last seen.
async fn rows(world: &TestApi) -> i64 {
    world
        .count(
            "SELECT CAST((SELECT count(*) FROM audit) + (SELECT count(*) FROM txn) + (SELECT count(*) FROM api_operation) \
             + (SELECT count(*) FROM outbox) + (SELECT count(*) FROM customers) + (SELECT count(*) FROM websites) \
             + (SELECT count(*) FROM api_keys) + (SELECT count(*) FROM hold) + (SELECT count(*) FROM user_switches) \
             + (SELECT count(*) FROM webhook_endpoint) + (SELECT count(*) FROM users) \
             + (SELECT SUM(claims_at) FROM users) AS BIGINT)",
        )
        .await
}

#[test]
fn contract_documents_the_view_header() {
    let document = inline_components(&product_api::openapi_document());
    let mut found = BTreeSet::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let parameters = operation["parameters"].as_array();
            let named = parameters.is_some_and(|all| {
                all.iter()
                    .any(|parameter| parameter["name"] == "Tollgate-View-As")
            });
            if named {
                let examples = &operation["responses"]["403"]["content"]["application/problem+json"]
                    ["examples"];
                assert!(examples["view-ended"].is_object(), "{method} {path}");
                found.insert(format!("{} {path}", method.to_uppercase()));
            }
        }
    }
    let expected = ROWS.iter().map(|row| row.0.to_owned());
    let expected: BTreeSet<String> = expected.filter(|name| is_viewed(name)).collect();
    assert_eq!(found, expected);
}

on_both_engines! {
    async fn view_header_allows_reads_and_no_writes(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let things = furnish(&world, &shop).await;
        let view = view_of(&world, "usr_1").await;
        let owner = RouteCaller::new("its owner", &world.token("usr_1"), Some(&shop.id));
        let viewer = RouteCaller::new("the operator", &operator_token(&world), Some(&shop.id)).viewing(&view);
        let before = (seen(&world, &owner, &things).await, rows(&world).await);
        for row in ROWS.iter().filter(|row| !is_public(row.0)) {
            let response = viewer.call(&world, row, &things).await;
            if is_viewed(row.0) {
                let own = owner.call(&world, row, &things).await;
                assert_eq!(own.status, 200, "{}: the control", row.0);
                assert_eq!(essence(&response), essence(&own), "{}", row.0);
                let secrets = [shop.key.as_str(), &shop.test_key, "whsec_", "client_secret"];
                assert!(!secrets.iter().any(|secret| response.body.contains(secret)), "{}", row.0);
            } else {
                response.is_problem(403, "view-only");
            }
        }
        assert_eq!((seen(&world, &owner, &things).await, rows(&world).await), before);
        // The control shows that the requests succeed without the header.
        let own = RouteCaller::new("the operator", &operator_token(&world), None);
        for row in ROWS.iter().filter(|row| row.0.contains(" /v1/users/")) {
            assert_eq!(own.call(&world, row, &things).await.status, 200, "{}", row.0);
        }
    }
}
