//! Tests the inbox over HTTP: deliveries, marked objects, polls, lists and replays.

mod forms;
mod intake;
mod lists;
mod polls;
mod work;

use reqwest::Method;
use serde_json::{Value, json};
use stripe_double::sign;

use super::stripe::{ACCOUNT, as_owner, call_stripe, connect_with, whole_key};
use crate::credits::Shop;
use crate::harness::{HttpResponse, TestApi};

/// The secret with which the tests sign deliveries.
pub(super) const SECRET: &str = "whsec_0123456789abcdefghijkl";

/// A shop with a connection to which the tests deliver events.
pub(super) struct InboxSetup {
    pub(super) world: TestApi,
    pub(super) shop: Shop,
    /// The key with which the account is connected.
    pub(super) key: String,
    pub(super) connection: String,
}

impl InboxSetup {
    pub(super) async fn new(world: TestApi) -> Self {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let key = whole_key(&world, ACCOUNT, false);
        let body = json!({"mode": "test", "api_key": key});
        let connected = connect_with(&world, "usr_1", &shop.id, &body).await.json();
        let connection = connected["connection"]["id"].as_str().unwrap().to_owned();
        let operation = format!("POST /v1/stripe-connections/{connection}/signing-secret");
        let body = json!({ "secret": SECRET });
        let set = as_owner(&world, "usr_1", (&shop.id, "test"), &operation, Some(&body)).await;
        assert_eq!(set.status, 200, "{set:?}");
        Self {
            world,
            shop,
            key,
            connection,
        }
    }

    /// Pays a session at Stripe that no website started; returns the charge and the payment intent.
    pub(super) async fn pay(&self) -> (String, String) {
        let call =
            async |operation: String| call_stripe(&self.world, ACCOUNT, false, &operation).await;
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let product = text(&call("POST /v1/products name=Pack".to_owned()).await["id"]);
        let price = format!("POST /v1/prices product={product}&currency=eur&unit_amount=500");
        let price = text(&call(price).await["id"]);
        let session = format!(
            "POST /v1/checkout/sessions mode=payment&line_items[0][price]={price}&line_items[0][quantity]=1\
             &success_url=https://shop.example.com/ok"
        );
        let session = text(&call(session).await["id"]);
        self.world.stripe.pay_session(&session, "pays").unwrap();
        let session = call(format!("GET /v1/checkout/sessions/{session}")).await;
        let intent = text(&session["payment_intent"]);
        let found = call(format!("GET /v1/payment_intents/{intent}")).await;
        (text(&found["latest_charge"]), intent)
    }

    /// Signs a body at the time of the world.
    pub(super) fn signature(&self, body: &str) -> String {
        sign(&[SECRET], self.world.clock.now().seconds(), body)
    }

    /// Delivers an event with a right signature.
    pub(super) async fn deliver(&self, event: &Value) -> HttpResponse {
        let body = event.to_string();
        self.post(Some(&self.signature(&body)), body).await
    }

    /// Posts a body to the address of the connection.
    pub(super) async fn post(&self, signature: Option<&str>, body: String) -> HttpResponse {
        post_to(&self.world, &self.connection, signature, body).await
    }

    /// Delivers a thin event about a charge.
    pub(super) async fn deliver_charge(&self, event_id: &str, charge: &str) {
        let delivered = self
            .deliver(&thin(event_id, "charge.refunded", charge))
            .await;
        assert_eq!(delivered.status, 200, "{delivered:?}");
    }

    /// Works on all objects that are due.
    pub(super) async fn work(&self) {
        product_api::billing::inbox::once(&self.world.app)
            .await
            .unwrap();
    }

    /// Returns the number of objects in a state.
    pub(super) async fn objects(&self, state: &str) -> i64 {
        let count = "SELECT count(*) FROM stripe_object WHERE state = $1";
        self.world.count_of(count, &[state]).await
    }

    /// Returns the number of events in a state.
    pub(super) async fn events(&self, state: &str) -> i64 {
        let count = "SELECT count(*) FROM stripe_event WHERE state = $1";
        self.world.count_of(count, &[state]).await
    }

    /// Returns the number of calls of an operation to which the double responded.
    pub(super) fn calls(&self, operation: &str) -> u64 {
        let figures = self
            .world
            .stripe
            .control("get_figures", &json!({}))
            .unwrap();
        let accounts = figures.as_object().unwrap().values();
        accounts
            .map(|account| account["calls"][operation].as_u64().unwrap_or_default())
            .sum()
    }

    /// Calls an operation as the owner in test mode.
    pub(super) async fn as_owner(&self, operation: &str) -> HttpResponse {
        as_owner(
            &self.world,
            "usr_1",
            (&self.shop.id, "test"),
            operation,
            None,
        )
        .await
    }
}

/// Posts a body to the address of a connection.
pub(super) async fn post_to(
    world: &TestApi,
    connection: &str,
    signature: Option<&str>,
    body: String,
) -> HttpResponse {
    let path = format!("/webhooks/stripe/{connection}");
    let mut headers = vec![("content-type", "application/json; charset=utf-8")];
    headers.extend(signature.map(|signature| ("stripe-signature", signature)));
    world.send(Method::POST, &path, &headers, Some(body)).await
}

/// Returns an event as a snapshot of its object.
pub(super) fn snapshot(event_id: &str, event_type: &str, object: &Value) -> Value {
    json!({
        "id": event_id, "object": "event", "api_version": "2026-08-26.dahlia", "created": 1_799_999_990,
        "data": {"object": object}, "livemode": false, "pending_webhooks": 1, "type": event_type,
        "request": {"id": null, "idempotency_key": null},
    })
}

/// Returns an event in the thin form.
pub(super) fn thin(event_id: &str, event_type: &str, object_id: &str) -> Value {
    json!({
        "id": event_id, "object": "v2.core.event", "created": "2027-01-15T07:59:50.000Z", "livemode": false,
        "changes": null, "context": ACCOUNT, "reason": null, "type": format!("v1.{event_type}"),
        "related_object": {"id": object_id, "type": "charge", "url": format!("/v1/charges/{object_id}")},
    })
}
