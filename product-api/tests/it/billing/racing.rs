//! Tests fifty requests at a time on two servers: one session, one customer, one grant.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use product_api::app::App;
use reqwest::Method;
use serde_json::{Value, json};
use stripe_double::sign;

use super::inbox::{SECRET, snapshot};
use super::sales::{PATH, Seller, at_stripe, body, pay, session_of, text};
use super::stripe::as_owner;
use crate::harness::{HttpResponse, TestApi, on_both_engines};
use crate::merges::assert_sound;

/// Number of requests at a time.
pub(super) const MANY: usize = 50;

/// Posts to two servers in turn.
pub(super) async fn post_to(
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
        let responses = join_all(asking).await;
        let mut ids = BTreeSet::new();
        for response in &responses {
            match response.status {
                200 => {
                    let checkout = response.json();
                    assert_eq!(checkout["state"], "open");
                    ids.insert(text(&checkout["url"]));
                }
                409 => drop(response.is_problem(409, "idempotency-in-flight")),
                _ => drop(response.is_problem(503, "account-busy")),
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
        let responses = join_all(asking).await;
        let started = responses.iter().filter(|response| response.status == 200).count();
        for response in responses.iter().filter(|response| response.status != 200) {
            assert!([409, 429, 503].contains(&response.status), "{response:?}");
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
        for response in join_all(asking).await {
            match response.status {
                200 => assert_eq!(response.json()["state"], "completed"),
                503 => drop(response.is_problem(503, "account-busy")),
                _ => drop(response.is_problem(429, "rate-limited")),
            }
        }
        assert_eq!(seller.available(&world, &checkouts[0]).await, 3 * 550);
        assert_eq!(world.count("SELECT count(*) FROM lot").await, 6);
        assert_eq!(world.count("SELECT count(*) FROM payment WHERE state = 'paid'").await, 3);
        assert_sound(&world).await;
    }
}

/// Applies the objects that are due some times, while others come.
pub(super) async fn work(app: &Arc<App>) {
    for _ in 0..10 {
        product_api::billing::inbox::once(app).await.unwrap();
    }
}

/// Delivers an event about a session to one of two servers.
async fn deliver_to(
    world: &TestApi,
    url: &str,
    (connection, number): (&str, usize),
    session: &Value,
) {
    let event = snapshot(
        &format!("evt_{number}"),
        "checkout.session.completed",
        session,
    );
    let body = event.to_string();
    let signature = sign(&[SECRET], world.clock.now().seconds(), &body);
    let headers = [
        ("content-type", "application/json; charset=utf-8"),
        ("stripe-signature", signature.as_str()),
    ];
    let path = format!("/webhooks/stripe/{connection}");
    let response = world
        .send_to((url, &path), Method::POST, &headers, Some(body))
        .await;
    assert_eq!(response.status, 200, "{response:?}");
}

on_both_engines! {
    async fn looks_and_events_about_a_paid_checkout_grant_it_once(world: TestApi) {
        let seller = Seller::open(&world).await;
        let operation = format!("POST /v1/stripe-connections/{}/signing-secret", seller.connection);
        let secret = json!({ "secret": SECRET });
        let set = as_owner(&world, "usr_1", (&seller.shop.id, "test"), &operation, Some(&secret)).await;
        assert_eq!(set.status, 200, "{set:?}");
        let replica = world.replica().await;
        let urls = [world.url.clone(), replica.url.clone()];
        let checkout = seller.started(&world, &json!({})).await;
        pay(&world, &checkout, "pays");
        let session = world.stripe.control("get_object", &json!({"id": session_of(&checkout)})).unwrap();
        let path = format!("{PATH}/{}/sync", text(&checkout["id"]));
        // A checkout may be looked at 20 times a minute.
        let looking = (0..20).map(|number| post_to(&world, &urls, number, (&path, seller.test_key(), ""), None));
        let events = (20..MANY).map(|number| deliver_to(&world, &urls[number % 2], (&seller.connection, number), &session));
        let (looks, _delivered, (), ()) = tokio::join!(join_all(looking), join_all(events), work(&world.app), work(&replica.app));
        for response in looks {
            assert!([200, 503].contains(&response.status), "{response:?}");
        }
        // An object that was busy waits for some seconds.
        world.clock.advance(Duration::from_mins(2));
        work(&world.app).await;
        assert_eq!(seller.synced(&world, &checkout).await["state"], "completed");
        assert_eq!(seller.available(&world, &checkout).await, 550);
        assert_eq!(world.count("SELECT count(*) FROM lot").await, 2);
        assert_eq!(world.count("SELECT count(*) FROM payment WHERE state = 'paid'").await, 1);
        assert_eq!(world.count("SELECT count(*) FROM outbox WHERE type = 'payment.succeeded'").await, 1);
        assert_eq!(world.count("SELECT count(*) FROM stripe_event WHERE source = 'webhook'").await, 30);
        assert_sound(&world).await;
    }
}
