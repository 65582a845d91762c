//! Provides a website that sells, and the steps of a purchase.

use std::sync::atomic::{AtomicU32, Ordering};

use reqwest::Method;
use serde_json::{Value, json};

use super::packs::{add, save, seller};
use super::stripe::{ACCOUNT, call_stripe, connect};
use crate::credits::{Shop, post};
use crate::harness::{HttpResponse, TestApi, change};

pub(super) const PATH: &str = "/v1/checkout-sessions";

/// A website of `usr_1` that sells the pack `small` in test mode: 500 credits and a bonus of 50 for 10.00 euros.
pub(crate) struct Seller {
    pub(super) shop: Shop,
    pub(super) connection: String,
}

impl Seller {
    pub(super) async fn open(world: &TestApi) -> Self {
        let shop = seller(world, "Pictures").await;
        Self::connect(world, &shop).await
    }

    /// Connects a shop of `usr_1` whose keys may change what is sold, and adds the pack.
    pub(crate) async fn connect(world: &TestApi, shop: &Shop) -> Self {
        let connection = connect(world, shop).await;
        let shop = shop.clone();
        let seller = Self { shop, connection };
        seller.put_pack(world, "small", &json!({})).await;
        seller
    }

    /// Saves a pack with a first version, and makes its prices at Stripe.
    pub(super) async fn put_pack(&self, world: &TestApi, code: &str, changes: &Value) {
        let key = self.test_key();
        let saved = save(world, key, code, &json!({"name": "Small"})).await;
        assert_eq!(saved.status, 200, "{saved:?}");
        let mut version = json!({
            "credits": 500, "bonus": 50, "expires_days": 365, "bonus_expires_days": 90,
            "prices": [{"currency": "eur", "amount_minor": 1000}, {"currency": "usd", "amount_minor": 1100}],
        });
        change(&mut version, changes);
        let added = add(world, key, (code, 1), &version).await;
        assert_eq!(added.status, 200, "{added:?}");
        product_api::billing::sync_catalog(&world.app)
            .await
            .unwrap();
    }

    pub(super) fn test_key(&self) -> &str {
        &self.shop.test_key
    }

    /// Starts a checkout for Ada.
    pub(super) async fn start(&self, world: &TestApi, key: &str, changes: &Value) -> HttpResponse {
        post(world, PATH, self.test_key(), key, body(changes)).await
    }

    /// Starts a checkout that must succeed.
    pub(crate) async fn started(&self, world: &TestApi, changes: &Value) -> Value {
        static STARTED: AtomicU32 = AtomicU32::new(0);
        let key = format!("order-{}", STARTED.fetch_add(1, Ordering::Relaxed));
        let started = self.start(world, &key, changes).await;
        assert_eq!(started.status, 200, "{started:?}");
        started.json()
    }

    /// Posts to a checkout, such as `sync`.
    pub(super) async fn act(
        &self,
        world: &TestApi,
        checkout: &Value,
        action: &str,
    ) -> HttpResponse {
        let path = format!("{PATH}/{}/{action}", text(&checkout["id"]));
        post(world, &path, self.test_key(), "", "").await
    }

    /// Synchronizes a checkout that exists.
    pub(crate) async fn synced(&self, world: &TestApi, checkout: &Value) -> Value {
        let synced = self.act(world, checkout, "sync").await;
        assert_eq!(synced.status, 200, "{synced:?}");
        synced.json()
    }

    /// Returns the available credits of the customer of a checkout.
    pub(super) async fn available(&self, world: &TestApi, checkout: &Value) -> i64 {
        let path = format!("/v1/customers/{}/balance", text(&checkout["customer_id"]));
        let balance = world.get(&path, self.test_key()).await;
        assert_eq!(balance.status, 200, "{balance:?}");
        balance.json()["available"].as_i64().unwrap()
    }
}

/// Returns the body of a checkout for Ada with changes.
pub(super) fn body(changes: &Value) -> Value {
    let mut body = json!({
        "customer": {"external_id": "ada"}, "pack": "small",
        "success_url": "https://shop.example.com/done?a=1", "cancel_url": "https://shop.example.com/cart",
    });
    change(&mut body, changes);
    body
}

pub(super) fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

/// Returns the session of an open checkout, which the last part of the double's page names.
pub(super) fn session_of(checkout: &Value) -> String {
    let url = text(&checkout["url"]);
    url.rsplit('/').next().unwrap().to_owned()
}

/// Pays the session of a checkout with a test method.
pub(crate) fn pay(world: &TestApi, checkout: &Value, method: &str) {
    world
        .stripe
        .pay_session(&session_of(checkout), method)
        .unwrap();
}

/// Returns all objects of a list at the double, newest first.
pub(super) async fn at_stripe(world: &TestApi, path: &str) -> Vec<Value> {
    let page = call_stripe(world, ACCOUNT, false, &format!("GET {path}?limit=100")).await;
    page["data"].as_array().unwrap().clone()
}

/// Calls an operation with a token and an idempotency key.
pub(super) async fn call(
    world: &TestApi,
    operation: &str,
    token: &str,
    key: &str,
    body: &Value,
) -> HttpResponse {
    let (method, path) = operation.split_once(' ').unwrap();
    let authorization = format!("Bearer {token}");
    let headers = [
        ("authorization", authorization.as_str()),
        ("content-type", "application/json"),
        ("idempotency-key", key),
    ];
    let method: Method = method.parse().unwrap();
    let body = (!body.is_null()).then(|| body.to_string());
    world.send(method, path, &headers, body).await
}
