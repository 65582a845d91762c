//! Tests fifty requests at a time on two servers: one session, one customer, one grant.

use std::collections::BTreeSet;

use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};

use super::sales::{PATH, Seller, at_stripe, body, pay, text};
use crate::harness::{HttpResponse, TestApi, on_both_engines};
use crate::merges::assert_sound;

const MANY: usize = 50;

/// Posts to two servers in turn.
async fn post_to(
    world: &TestApi,
    urls: &[String; 2],
    number: usize,
    (path, credential, key): (&str, &str, &str),
    body: Option<&Value>,
) -> HttpResponse {
    let authorization = format!("Bearer {credential}");
    let headers = [
        ("authorization", authorization.as_str()),
        ("content-type", "application/json"),
        ("idempotency-key", key),
    ];
    let url = &urls[number % 2];
    let body = body.map(ToString::to_string);
    world
        .send_to((url, path), Method::POST, &headers, body)
        .await
}

on_both_engines! {
    async fn requests_with_one_key_start_one_session(world: TestApi) {
        let seller = Seller::open(&world).await;
        let replica = world.replica().await;
        let urls = [world.url.clone(), replica.url.clone()];
        let body = body(&json!({}));
        let asking = (0..MANY).map(|number| post_to(&world, &urls, number, (PATH, seller.test_key(), "k"), Some(&body)));
        let answers = join_all(asking).await;
        let mut ids = BTreeSet::new();
        for answer in &answers {
            match answer.status {
                200 => {
                    let checkout = answer.json();
                    assert_eq!(checkout["state"], "open");
                    ids.insert(text(&checkout["url"]));
                }
                409 => drop(answer.is_problem(409, "idempotency-in-flight")),
                _ => drop(answer.is_problem(503, "account-busy")),
            }
        }
        assert_eq!(ids.len(), 1);
        assert_eq!(at_stripe(&world, "/v1/checkout/sessions").await.len(), 1);
        assert_eq!(world.count("SELECT count(*) FROM checkout").await, 1);
    }
}

on_both_engines! {
    async fn first_purchases_make_one_customer_at_stripe(world: TestApi) {
        let seller = Seller::open(&world).await;
        let replica = world.replica().await;
        let urls = [world.url.clone(), replica.url.clone()];
        let body = body(&json!({}));
        let keys: Vec<String> = (0..MANY).map(|number| format!("k{number}")).collect();
        let asking = keys.iter().enumerate();
        let asking = asking.map(|(number, key)| post_to(&world, &urls, number, (PATH, seller.test_key(), key), Some(&body)));
        let answers = join_all(asking).await;
        let started = answers.iter().filter(|answer| answer.status == 200).count();
        for answer in answers.iter().filter(|answer| answer.status != 200) {
            assert!([409, 429, 503].contains(&answer.status), "{answer:?}");
        }
        assert!((1..=20).contains(&started), "{started}");
        assert_eq!(at_stripe(&world, "/v1/customers").await.len(), 1);
        assert!(at_stripe(&world, "/v1/checkout/sessions").await.len() <= 20);
        assert_eq!(world.count("SELECT count(*) FROM stripe_customer").await, 1);
        assert_eq!(world.count("SELECT count(*) FROM checkout").await, 20, "the limit is exact");
    }
}

on_both_engines! {
    async fn looks_at_a_paid_checkout_grant_it_once(world: TestApi) {
        let seller = Seller::open(&world).await;
        let replica = world.replica().await;
        let urls = [world.url.clone(), replica.url.clone()];
        let checkouts = [seller.started(&world, &json!({})).await, seller.started(&world, &json!({})).await, seller.started(&world, &json!({})).await];
        let mut paths = Vec::new();
        for checkout in &checkouts {
            pay(&world, checkout, "pays");
            paths.push(format!("{PATH}/{}/sync", text(&checkout["id"])));
        }
        let asking = (0..MANY).map(|number| post_to(&world, &urls, number, (&paths[number % 3], seller.test_key(), ""), None));
        for answer in join_all(asking).await {
            match answer.status {
                200 => assert_eq!(answer.json()["state"], "completed"),
                503 => drop(answer.is_problem(503, "account-busy")),
                _ => drop(answer.is_problem(429, "rate-limited")),
            }
        }
        assert_eq!(seller.available(&world, &checkouts[0]).await, 3 * 550);
        assert_eq!(world.count("SELECT count(*) FROM lot").await, 6);
        assert_eq!(world.count("SELECT count(*) FROM payment WHERE state = 'paid'").await, 3);
        assert_sound(&world).await;
    }
}
