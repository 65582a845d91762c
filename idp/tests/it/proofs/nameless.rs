//! Tests assertions without a key id (RFC 7515 section 4.1.4), which the server checks with the client's suitable keys.

use std::sync::{Arc, Mutex};

use foundation::testing::{TestDatabase, TestKey, TestServer};
use poem::endpoint::make_sync;
use poem::{EndpointExt, Response, Route, get};
use serde_json::{Value, json};

use super::assertions::TYPE;
use super::key::changed;
use crate::admin_clients::put;
use crate::harness::TestIdp;
use crate::responses::HttpResponse;

/// Registers a client with these public keys.
async fn register(world: &TestIdp, id: &str, keys: &Value) {
    let body = json!({
        "token_endpoint_auth_method": "private_key_jwt", "grant_types": ["client_credentials"],
        "scope": "metrics.read", "redirect_uris": [],
    });
    let response = put(world, id, &changed(body, keys)).await;
    assert!(response.status.is_success(), "{}", response.body);
}

fn set(keys: &[Value]) -> Value {
    json!({ "jwks": { "keys": keys } })
}

fn named(key: &TestKey, kid: &str) -> Value {
    changed(key.jwk(), &json!({ "kid": kid }))
}

async fn ask(world: &TestIdp, id: &str, key: &TestKey, header: &Value, jti: &str) -> HttpResponse {
    let now = world.clock.now().seconds();
    let claims = json!({
        "iss": id, "sub": id, "aud": world.base, "jti": jti, "iat": now, "exp": now + 60,
    });
    let assertion = key.sign(&changed(json!({ "alg": "ES256" }), header), &claims);
    let form = [
        ("grant_type", "client_credentials"),
        ("client_assertion_type", TYPE),
        ("client_assertion", &assertion),
    ];
    world.token(&form, None).await
}

// row: B13
#[tokio::test]
async fn assertion_without_kid_is_tried_with_the_keys_of_its_client() {
    let world = TestIdp::new().await;
    let keys: Vec<TestKey> = (0..2).map(|_| TestKey::generate()).collect();
    let (first, second, unregistered) = (&keys[0], &keys[1], TestKey::generate());
    let (none, refused) = (json!({}), (401, "invalid_client"));
    register(&world, "one", &set(&[named(first, "a")])).await;
    register(&world, "bare", &set(&[first.jwk()])).await;
    register(
        &world,
        "two",
        &set(&[named(first, "a"), named(second, "b")]),
    )
    .await;
    let mut number = 0;
    for (id, key, header, expected) in [
        ("one", first, &none, (200, "")),
        ("one", &unregistered, &none, refused),
        ("bare", first, &none, (200, "")),
        ("bare", first, &json!({ "kid": "a" }), refused),
        ("two", first, &none, (200, "")),
        ("two", second, &none, (200, "")),
        ("two", &unregistered, &none, refused),
        ("two", first, &json!({ "kid": "a" }), (200, "")),
        ("two", first, &json!({ "kid": "b" }), refused),
    ] {
        number += 1;
        let response = ask(&world, id, key, header, &number.to_string()).await;
        assert_eq!(response.refusal(), expected, "{number}: {id} {header}");
    }
    // Each assertion is valid once, with or without a key id.
    assert_eq!(ask(&world, "two", first, &none, "once").await.status, 200);
    let again = ask(&world, "two", first, &json!({ "kid": "a" }), "once").await;
    assert_eq!(again.refusal(), refused);
}

// row: B13
#[tokio::test]
async fn proof_without_a_key_id_among_many_keys_is_refused() {
    let world = TestIdp::new().await;
    let keys: Vec<TestKey> = (0..20).map(|_| TestKey::generate()).collect();
    let most: Vec<Value> = keys.iter().map(TestKey::jwk).collect();
    register(&world, "most", &set(&most)).await;
    let last = keys.last().unwrap();
    assert_eq!(ask(&world, "most", last, &json!({}), "1").await.status, 200);
}

/// A server that publishes keys, which tests replace.
struct KeySetServer {
    address: String,
    host: String,
    keys: Arc<Mutex<Vec<Value>>>,
    /// Text before the other members of the key set.
    first: Arc<Mutex<String>>,
    _server: TestServer,
}

impl KeySetServer {
    async fn start() -> Self {
        let (listener, base) = TestServer::bind().await;
        let keys = Arc::new(Mutex::new(Vec::new()));
        let first = Arc::new(Mutex::new(String::new()));
        let (served, before) = (Arc::clone(&keys), Arc::clone(&first));
        let key_endpoint = make_sync(move |_| {
            let keys = served.lock().unwrap().clone();
            let before = before.lock().unwrap().clone();
            Response::builder().body(format!("{{{before}\"keys\":{}}}", json!(keys)))
        });
        let route = Route::new().at("/keys", get(key_endpoint));
        Self {
            address: format!("{base}/keys"),
            host: base.strip_prefix("http://").unwrap().to_owned(),
            keys,
            first,
            _server: TestServer::start(listener, route.map_to_response().boxed()),
        }
    }
}

// row: B13
#[tokio::test]
async fn keys_at_an_address_may_change_without_names() {
    let site = KeySetServer::start().await;
    let settings = [("IDP_OUTBOUND_ALLOW", site.host.clone())];
    let world =
        TestIdp::with_database(TestDatabase::sqlite(&idp::MIGRATIONS).await, &settings).await;
    let (old, new, none) = (TestKey::generate(), TestKey::generate(), json!({}));
    let refused = (401, "invalid_client");
    *site.keys.lock().unwrap() = vec![old.jwk()];
    register(&world, "away", &json!({ "jwks_uri": site.address })).await;
    assert_eq!(ask(&world, "away", &old, &none, "1").await.status, 200);
    *site.keys.lock().unwrap() = vec![new.jwk()];
    assert_eq!(
        ask(&world, "away", &new, &none, "2").await.refusal(),
        refused,
        "asked lately"
    );
    assert_eq!(ask(&world, "away", &old, &none, "3").await.status, 200);
    world.wait(60);
    assert_eq!(ask(&world, "away", &new, &none, "4").await.status, 200);
    assert_eq!(
        ask(&world, "away", &old, &none, "5").await.refusal(),
        refused,
        "withdrawn"
    );
}

#[tokio::test]
async fn key_set_that_names_a_member_twice_is_none() {
    let site = KeySetServer::start().await;
    let settings = [("IDP_OUTBOUND_ALLOW", site.host.clone())];
    let world =
        TestIdp::with_database(TestDatabase::sqlite(&idp::MIGRATIONS).await, &settings).await;
    let (key, none) = (TestKey::generate(), json!({}));
    *site.keys.lock().unwrap() = vec![key.jwk()];
    register(&world, "away", &json!({ "jwks_uri": site.address })).await;
    for (number, first) in ["\"keys\":[],", "\"x\":{\"a\":1,\"a\":2},"]
        .iter()
        .enumerate()
    {
        (*first).clone_into(&mut site.first.lock().unwrap());
        let response = ask(&world, "away", &key, &none, &number.to_string()).await;
        assert_ne!(response.status, 200, "{first}");
        world.wait(60);
    }
    site.first.lock().unwrap().clear();
    assert_eq!(ask(&world, "away", &key, &none, "good").await.status, 200);
}
