//! Tests webhooks over HTTP: endpoints, their events, failures, and isolation of websites.

mod alerts;
mod bounds;
mod concurrent_changes;
mod endpoints;
mod keys_of_ours;
mod logs;
mod notices;
mod subscriptions;
mod troubles;
mod trying;

use reqwest::Method;
use serde_json::{Value, json};

use crate::credits::Shop;
use crate::harness::{HttpResponse, TestApi};
use crate::receiver::Receiver;

/// A shop with a customer who can be granted credits, and a receiver of its events.
pub(super) struct WebhookSetup {
    pub(super) world: TestApi,
    pub(super) shop: Shop,
    pub(super) receiver: Receiver,
    pub(super) endpoint: String,
    pub(super) secret: String,
}

impl WebhookSetup {
    pub(super) async fn new(world: TestApi) -> Self {
        Self::with_events(world, &json!(null)).await
    }

    /// Adds an endpoint for these types of events; null chooses the default types.
    pub(super) async fn with_events(world: TestApi, events: &Value) -> Self {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let receiver = Receiver::start(world.take_listener());
        let (endpoint, secret) = add(&world, &shop.key, &receiver.url, events).await;
        Self {
            world,
            shop,
            receiver,
            endpoint,
            secret,
        }
    }

    /// Sends all deliveries that are due.
    pub(super) async fn deliver(&self) {
        product_api::webhooks::once(&self.world.app).await.unwrap();
    }

    pub(super) async fn pass(&self, seconds: u64) {
        self.world
            .clock
            .advance(std::time::Duration::from_secs(seconds));
        self.deliver().await;
    }

    /// Returns the only delivery.
    pub(super) async fn delivery(&self) -> Value {
        let page = self.call(Method::GET, "/deliveries", None).await;
        page.json()["items"][0].clone()
    }

    /// Calls a route of the endpoint with the shop's key.
    pub(super) async fn call(
        &self,
        method: Method,
        path: &str,
        body: Option<Value>,
    ) -> HttpResponse {
        let path = format!("/v1/webhook-endpoints/{}{path}", self.endpoint);
        call(&self.world, method, &path, &self.shop.key, body).await
    }
}

pub(super) async fn call(
    world: &TestApi,
    method: Method,
    path: &str,
    credential: &str,
    body: Option<Value>,
) -> HttpResponse {
    let authorization = format!("Bearer {credential}");
    let headers = [
        ("authorization", authorization.as_str()),
        ("content-type", "application/json"),
    ];
    let body = body.map(|body| body.to_string());
    world.send(method, path, &headers, body).await
}

/// Adds an endpoint and returns its id and its secret.
pub(super) async fn add(world: &TestApi, key: &str, url: &str, events: &Value) -> (String, String) {
    let mut body = json!({"url": url});
    if !events.is_null() {
        body["events"] = events.clone();
    }
    let added = call(
        world,
        Method::POST,
        "/v1/webhook-endpoints",
        key,
        Some(body),
    )
    .await;
    assert_eq!(added.status, 201, "{added:?}");
    let added = added.json();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    (text(&added["endpoint"]["id"]), text(&added["secret"]))
}
