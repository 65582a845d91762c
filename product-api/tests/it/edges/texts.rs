//! SQL in every text of every request: it is a text like any other (attack J13).

use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::Value;

use super::Operation;
use crate::credits::Shop;
use crate::harness::{World, on_both};

/// Texts that would do something, were they ever read as SQL.
const TEXTS: [&str; 4] = [
    "' OR '1'='1",
    "x'); DROP TABLE websites; --",
    "\\' UNION SELECT 1 --",
    "$1 ? :a \" ` %",
];

/// A text of the same length and with the same blanks that nobody could take for SQL.
fn harmless(text: &str) -> String {
    let letters = text.chars();
    letters
        .map(|letter| {
            if letter.is_ascii_punctuation() {
                'x'
            } else {
                letter
            }
        })
        .collect()
}

/// The places of all texts in a body, as JSON pointers.
fn places(value: &Value, pointer: &str) -> Vec<String> {
    match value {
        Value::String(_) => vec![pointer.to_owned()],
        Value::Object(members) => members
            .iter()
            .flat_map(|(name, value)| places(value, &format!("{pointer}/{name}")))
            .collect(),
        Value::Array(items) => items
            .iter()
            .enumerate()
            .flat_map(|(index, value)| places(value, &format!("{pointer}/{index}")))
            .collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) => Vec::new(),
    }
}

async fn status(world: &World, operation: &Operation, credential: &str, body: &Value) -> u16 {
    static CALLS: AtomicU32 = AtomicU32::new(0);
    let key = format!("text-{}", CALLS.fetch_add(1, Ordering::Relaxed));
    let headers = [
        ("content-type", "application/json"),
        ("idempotency-key", key.as_str()),
    ];
    let answer = operation
        .call(world, credential, &headers, Some(body.to_string()))
        .await;
    answer.status
}

on_both! {
    async fn j13_sql_in_every_text_of_every_body_is_a_text_like_any_other(world) {
        let shop = Shop::open(&world, "usr_1", "One").await;
        let owner = world.token("usr_1");
        let mut asked = 0;
        for operation in Operation::with_body() {
            let is_by_key = operation.told["security"].to_string().contains("ApiKey");
            let credential = if is_by_key { &shop.key } else { &owner };
            for place in places(&operation.example(), "") {
                for text in TEXTS {
                    let mut body = operation.example();
                    *body.pointer_mut(&place).unwrap() = harmless(text).into();
                    let honest = status(&world, &operation, credential, &body).await;
                    *body.pointer_mut(&place).unwrap() = text.into();
                    let attack = status(&world, &operation, credential, &body).await;
                    assert_eq!(attack, honest, "{} {place}: {text}", operation.path);
                    assert!(attack < 500, "{} {place}: {text}", operation.path);
                    asked += 1;
                }
            }
        }
        assert!(asked > 100, "{asked}");
        assert!(world.count("SELECT count(*) FROM websites").await >= 1);
        assert_eq!(world.get("/v1/me", &owner).await.status, 200);
    }
}

on_both! {
    async fn j13_sql_in_every_place_of_a_path_and_a_query_finds_nothing(world) {
        let shop = Shop::open(&world, "usr_1", "One").await;
        let owner = world.token("usr_1");
        let mut calls = 0;
        for mut operation in Operation::all() {
            let parameters = operation.told["parameters"].as_array().cloned().unwrap_or_default();
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
                        let body = operation.told.get("requestBody").map(|_| "{}".to_owned());
                        let answer = operation.call(&world, credential, &headers, body).await;
                        statuses.push(answer.status);
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
