//! What asks for a person who has signed in just now: told in the contract, asked of whoever calls, and nothing else is.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::rows::{ROWS, Row};
use super::things::{Asker, Things, absent};
use crate::credits::Shop;
use crate::harness::{Answer, World, on_both};

/// What makes or shows credentials of what is there or says what they may do, moves credits or events, or decides about a
/// website or a person.
const FRESH: &[&str] = &[
    "PATCH /v1/api-keys/{id}",
    "PATCH /v1/webhook-endpoints/{id}",
    "PATCH /v1/websites/{id}",
    "POST /v1/api-keys",
    "POST /v1/api-keys/{id}/rotate",
    "POST /v1/grants",
    "POST /v1/grants/{id}/void",
    "POST /v1/ledger/accounts/{id}/unfreeze",
    "POST /v1/operator/signing-keys/rotate",
    "POST /v1/operator/users/{id}/end-sessions",
    "POST /v1/operator/users/{id}/views",
    "POST /v1/operator/websites/{id}/hand-over",
    "POST /v1/transactions/{id}/reverse",
    "POST /v1/users/{id}/activate",
    "POST /v1/users/{id}/deactivate",
    "POST /v1/webhook-endpoints",
    "POST /v1/webhook-endpoints/{id}/rotate-secret",
    "POST /v1/websites/{id}/client/rotate-secret",
    "POST /v1/websites/{id}/public-client",
    "POST /v1/websites/{id}/resume",
    "POST /v1/websites/{id}/suspend",
    "PUT /v1/api-keys/{id}/caps",
    "PUT /v1/customers/{id}/overdraft-limit",
    "PUT /v1/customers/{id}/spend-limit",
    "PUT /v1/policies/credits",
    "PUT /v1/policies/signup-grant",
    "PUT /v1/websites/{id}/branding",
];

const SLUG: &str = "step-up-required";

fn is_of_the_operator(operation: &str) -> bool {
    operation.contains(" /v1/operator/")
        || operation.contains(" /v1/users/")
        || operation.contains(" /v1/ledger/accounts/")
}

/// A person's asker, whose token has these claims changed.
fn asker(world: &World, shop: &Shop, operation: &str, changes: &Value) -> Asker {
    let mut claims = changes.clone();
    let who = if is_of_the_operator(operation) {
        claims["scope"] = "openid operator".into();
        claims["roles"] = json!(["operator"]);
        "usr_op"
    } else {
        "usr_1"
    };
    let website = (!is_of_the_operator(operation)).then_some(shop.id.as_str());
    Asker::new("a person", &world.token_with(who, &claims), website)
}

fn is_asked(answer: &Answer) -> bool {
    answer.status == 401 && answer.body.contains(SLUG)
}

fn own(shop: &Shop) -> Things {
    let mut things = absent();
    things.insert("website", shop.id.clone());
    things
}

#[test]
fn the_contract_tells_of_it_where_it_is_asked() {
    let document: Value = serde_json::from_str(&product_api::openapi_document()).unwrap();
    let mut told = BTreeSet::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let examples =
                &operation["responses"]["401"]["content"]["application/problem+json"]["examples"];
            if let Some(example) = examples.get(SLUG) {
                told.insert(format!("{} {path}", method.to_uppercase()));
                assert_eq!(example["value"]["max_age"], 300);
                assert!(
                    operation["description"].as_str().unwrap().contains(SLUG),
                    "{path}"
                );
            }
        }
    }
    let expected: BTreeSet<String> = FRESH.iter().map(|name| (*name).to_owned()).collect();
    assert_eq!(told, expected);
}

on_both! {
    async fn whoever_signed_in_long_ago_is_sent_to_sign_in_again_where_it_counts(world) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let now = world.clock.now().seconds();
        let things = own(&shop);
        let stale = [json!({"auth_time": now - 301}), json!({"auth_time": null}), json!({"auth_time": now + 60})];
        for row in ROWS {
            let asks = FRESH.contains(&row.0);
            for changes in &stale {
                let answer = asker(&world, &shop, row.0, changes).call(&world, row, &things).await;
                assert_eq!(is_asked(&answer), asks, "{} with {changes}: {answer:?}", row.0);
                if asks {
                    is_told_how(&answer);
                }
            }
            let fresh = asker(&world, &shop, row.0, &json!({"auth_time": now - 300}));
            let answer = fresh.call(&world, row, &things).await;
            assert_ne!(answer.status, 401, "{}: {answer:?}", row.0);
        }
    }
}

/// RFC 9470 section 3.
fn is_told_how(answer: &Answer) {
    let body = answer.is_problem(401, SLUG);
    assert_eq!(body["max_age"], 300);
    let challenge = answer.header("www-authenticate");
    assert!(
        challenge
            .starts_with("Bearer error=\"insufficient_user_authentication\", error_description=\""),
        "{challenge}"
    );
    assert!(challenge.contains("\", max_age=300"), "{challenge}");
}

on_both! {
    async fn neither_keys_nor_those_who_may_not_are_asked(world) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let things = own(&shop);
        let stale = json!({"auth_time": 1, "scope": "openid profile"});
        let asked = |row: &&Row| FRESH.contains(&row.0);
        for row in ROWS.iter().filter(asked) {
            let key = Asker::new("its key", &shop.key, None).call(&world, row, &things).await;
            assert!(!is_asked(&key), "{}: {key:?}", row.0);
            let narrow = Asker::new("a narrow token", &world.token_with("usr_1", &stale), Some(&shop.id));
            narrow.call(&world, row, &things).await.is_problem(403, "insufficient-scope");
        }
    }
}
