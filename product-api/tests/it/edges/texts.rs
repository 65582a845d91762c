//! Tests that SQL in stored texts, paths and queries stays text (attack J13). `walk/texts.rs` covers all bodies.

use std::sync::atomic::{AtomicU32, Ordering};

use reqwest::Method;
use serde_json::{Value, json};

use super::RouteOperation;
use crate::credits::{Shop, post};
use crate::harness::{HttpResponse, TestApi, on_both_engines};
use crate::operator::operator_token;

/// Texts that would change the statement if they were read as SQL.
pub(crate) const TEXTS: [&str; 4] = [
    "' OR '1'='1",
    "x'); DROP TABLE websites; --",
    "\\' UNION SELECT 1 --",
    "$1 ? :a \" ` %",
];

/// Returns a text of the same length and with the same spaces, without characters of SQL.
pub(crate) fn harmless(text: &str) -> String {
    let characters = text.chars();
    characters
        .map(|character| {
            if character.is_ascii_punctuation() {
                'x'
            } else {
                character
            }
        })
        .collect()
}

/// Returns the JSON pointers of all texts in a body.
pub(crate) fn text_pointers(value: &Value, pointer: &str) -> Vec<String> {
    match value {
        Value::String(_) => vec![pointer.to_owned()],
        Value::Object(members) => members
            .iter()
            .flat_map(|(name, value)| text_pointers(value, &format!("{pointer}/{name}")))
            .collect(),
        Value::Array(items) => items
            .iter()
            .enumerate()
            .flat_map(|(index, value)| text_pointers(value, &format!("{pointer}/{index}")))
            .collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) => Vec::new(),
    }
}

/// Sends a body to a path for a website.
async fn send(
    world: &TestApi,
    (method, path): (Method, &str),
    (credential, website): (&str, &str),
    body: &Value,
) -> HttpResponse {
    static CALLS: AtomicU32 = AtomicU32::new(0);
    let key = format!("kept-{}", CALLS.fetch_add(1, Ordering::Relaxed));
    let authorization = format!("Bearer {credential}");
    let headers = [
        ("authorization", authorization.as_str()),
        ("content-type", "application/json"),
        ("idempotency-key", key.as_str()),
        ("tollgate-website", website),
    ];
    let body = Some(body.to_string());
    world.send(method, path, &headers, body).await
}

on_both_engines! {
    // row: J13
    /// The server stores a text with SQL unchanged and returns it unchanged.
    async fn sql_in_a_stored_text_is_returned_unchanged(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "One").await;
        let (owner, operator, key) = (world.token("usr_1"), operator_token(&world), shop.key.as_str());
        assert_eq!(world.get("/v1/me", &world.token("usr_ada")).await.status, 200);
        world.issuer.people.lock().unwrap().insert("usr_ada".to_owned(), true);
        let website = format!("/v1/websites/{}", shop.id);
        let ada = json!({"external_id": "ada"});
        for text in TEXTS {
            let rows = [
                (Method::POST, "/v1/api-keys", &owner, json!({"name": text, "scopes": ["credits.spend"]}), "/api_key/name"),
                (Method::PATCH, &website, &owner, json!({"name": text}), "/name"),
                (Method::PUT, "/v1/features/f", &shop.key, json!({"name": text}), "/name"),
                (Method::POST, "/v1/grants", &shop.key, json!({"customer": ada, "amount": 9, "kind": "promo", "reason": text}), "/transaction/description"),
                (Method::POST, "/v1/spends", &shop.key, json!({"customer": ada, "amount": 1, "metadata": {"note": text}}), "/transaction/metadata/note"),
                (Method::POST, "/v1/holds", &shop.key, json!({"customer": ada, "amount": 1, "description": text}), "/hold/description"),
                (Method::POST, "/v1/operator/users/usr_ada/views", &operator, json!({"reason": text}), ""),
            ];
            for (method, path, credential, body, found) in rows {
                let response = send(&world, (method, path), (credential, &shop.id), &body).await;
                assert!(response.status < 300, "{path}: {response:?}");
                assert!(found.is_empty() || response.json().pointer(found) == Some(&json!(text)), "{path}: {response:?}");
            }
            let spent = send(&world, (Method::POST, "/v1/spends"), (key, &shop.id), &json!({"customer": ada, "amount": 1})).await.json();
            let reverse = format!("/v1/transactions/{}/reverse", spent["transaction"]["id"].as_str().unwrap());
            let back = send(&world, (Method::POST, &reverse), (key, &shop.id), &json!({"reason": text})).await;
            assert_eq!((back.status, &back.json()["transaction"]["description"]), (200, &json!(text)), "{back:?}");
            // SQL as the website's header or as an idempotency key does nothing beyond the request.
            let nowhere = send(&world, (Method::GET, "/v1/alerts"), (&owner, text), &json!({})).await;
            assert!((400..500).contains(&nowhere.status), "{nowhere:?}");
            let attempt = text.replace(' ', "_");
            let done = post(&world, "/v1/spends", key, &attempt, json!({"customer": ada, "amount": 1})).await;
            assert!([200, 400].contains(&done.status), "{done:?}");
        }
        assert_eq!(world.count("SELECT count(*) FROM websites").await, 1);
        assert!(product_api::verify(&world.app.database).await.unwrap().is_empty());
    }
}

on_both_engines! {
    // row: J13
    async fn sql_in_every_parameter_of_a_path_and_a_query_finds_nothing(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "One").await;
        let owner = world.token("usr_1");
        let mut calls = 0;
        for mut operation in RouteOperation::all().iter().cloned() {
            let parameters = operation.spec["parameters"].as_array().cloned().unwrap_or_default();
            let named = parameters.iter().filter(|one| one["in"] == "query");
            let query: Vec<String> = named.map(|one| one["name"].as_str().unwrap().to_owned()).collect();
            let plain = operation.path.clone();
            let mut addresses = vec![("none", plain.clone())];
            addresses.extend(query.iter().map(|name| ("honest", format!("{plain}?{name}=honest"))));
            for (honest, address) in addresses {
                let mut statuses = Vec::new();
                for text in [honest, "x'%20OR%20'1'='1", "x')%3B%20DROP%20TABLE%20websites%3B--"] {
                    operation.path = address.replace(honest, text);
                    for credential in [&shop.key, &owner] {
                        calls += 1;
                        let key = format!("path-{calls}");
                        let headers = [("content-type", "application/json"), ("tollgate-website", shop.id.as_str()), ("idempotency-key", key.as_str())];
                        let body = operation.spec.get("requestBody").map(|_| "{}".to_owned());
                        let response = operation.call(&world, credential, &headers, body).await;
                        statuses.push(response.status);
                    }
                }
                let (front, rest) = statuses.split_at(2);
                assert!(rest.chunks(2).all(|pair| pair == front), "{address}: {statuses:?}");
                assert!(statuses.iter().all(|status| *status < 500), "{address}: {statuses:?}");
            }
        }
        assert_eq!(world.count("SELECT count(*) FROM websites").await, 1);
    }
}
