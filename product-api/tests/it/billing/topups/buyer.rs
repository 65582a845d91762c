//! Provides a user who has bought a pack in the app, and whose card is saved.

use std::time::Duration;

use serde_json::{Value, json};

use crate::billing::refunding::deliver;
use crate::billing::sales::{Seller, at_stripe, call, pay, text};
use crate::credits::post;
use crate::harness::{HttpResponse, TestApi, change};

pub(super) const PATH: &str = "/v1/me/top-up";
/// A sentence that a buyer agrees to.
pub(super) const CONSENT: &str =
    "Buy 500 credits for 10.00 EUR below 100 credits, for at most 50.00 EUR a month.";

/// A user with 550 credits at the website, in test mode.
pub(super) struct Buyer {
    pub(super) seller: Seller,
    pub(super) token: String,
    /// The user as the website's customer.
    pub(super) customer: String,
}

/// Returns the token of a user in this installation's app.
pub(super) fn in_app(world: &TestApi, user: &str) -> String {
    world.token_with(user, &json!({"scope": "openid credits.read credits.buy"}))
}

/// Returns an automatic top-up with a consent and changes.
pub(super) fn rule(seller: &Seller, changes: &Value) -> Value {
    let mut rule = json!({
        "website": seller.shop.id, "mode": "test", "pack": "small", "threshold": 100, "month_max_minor": 5_000,
        "month_max_count": 5, "consent": CONSENT,
    });
    change(&mut rule, changes);
    rule
}

impl Buyer {
    /// Lets `usr_9` buy a pack.
    pub(super) async fn new(world: &TestApi) -> Self {
        let seller = Seller::open(world).await;
        let token = in_app(world, "usr_9");
        let wish = json!({
            "website": seller.shop.id, "mode": "test", "pack": "small", "success_url": "https://shop.example.com/done",
            "cancel_url": "https://shop.example.com/cart",
        });
        let started = call(
            world,
            "POST /v1/me/checkout-sessions",
            &token,
            "bought",
            &wish,
        )
        .await;
        assert_eq!(started.status, 200, "{started:?}");
        let checkout = started.json();
        pay(world, &checkout, "pays");
        assert_eq!(seller.synced(world, &checkout).await["state"], "completed");
        let buyer = Self {
            customer: text(&checkout["customer_id"]),
            seller,
            token,
        };
        buyer.add_card(world).await;
        buyer
    }

    /// Saves another card as the default one.
    pub(super) async fn add_card(&self, world: &TestApi) {
        let customer = at_stripe(world, "/v1/customers").await[0]["id"].clone();
        let card = json!({"customer": customer, "method": "pays"});
        world.stripe.control("add_card", &card).unwrap();
        world.clock.advance(Duration::from_mins(1));
        deliver(world).await;
    }

    /// Lets later charges of all saved cards end as those of a test method.
    pub(super) async fn charge_as(&self, world: &TestApi, method: &str) {
        let customer = text(&at_stripe(world, "/v1/customers").await[0]["id"]);
        let path = format!("/v1/customers/{customer}/payment_methods");
        for card in at_stripe(world, &path).await {
            let outcome = json!({"payment_method": card["id"], "method": method});
            world.stripe.control("set_card_outcome", &outcome).unwrap();
        }
    }

    /// Returns the path of an own operation at the website.
    pub(super) fn own(&self, path: &str) -> String {
        format!("{path}?website={}&mode=test", self.seller.shop.id)
    }

    /// Reads the own automatic top-up.
    pub(super) async fn read(&self, world: &TestApi) -> Value {
        // The test may have advanced the clock past the end of the first token.
        let token = in_app(world, "usr_9");
        let read = world.get(&self.own(PATH), &token).await;
        assert_eq!(read.status, 200, "{read:?}");
        read.json()
    }

    /// Sets the own automatic top-up with changes.
    pub(super) async fn set(&self, world: &TestApi, changes: &Value) -> HttpResponse {
        let body = rule(&self.seller, changes);
        call(world, &format!("PUT {PATH}"), &self.token, "", &body).await
    }

    /// Turns the own automatic top-up on.
    pub(super) async fn turn_on(&self, world: &TestApi) -> Value {
        let set = self.set(world, &json!({})).await;
        assert_eq!(set.status, 200, "{set:?}");
        set.json()
    }

    /// Turns the own automatic top-up off.
    pub(super) async fn turn_off(&self, world: &TestApi) -> Value {
        let operation = format!("DELETE {}", self.own(PATH));
        let off = call(world, &operation, &self.token, "", &Value::Null).await;
        assert_eq!(off.status, 200, "{off:?}");
        off.json()
    }

    /// Tries the own automatic top-up again.
    pub(super) async fn retry(&self, world: &TestApi, key: &str) -> HttpResponse {
        let body = json!({"website": self.seller.shop.id, "mode": "test"});
        let operation = format!("POST {PATH}/retry");
        call(world, &operation, &self.token, key, &body).await
    }

    /// Calls an operation on the customer with the key of the website's test mode.
    pub(super) async fn as_back_end(
        &self,
        world: &TestApi,
        method: &str,
        body: &Value,
    ) -> HttpResponse {
        let operation = format!("{method} {}", self.path());
        call(world, &operation, self.seller.test_key(), "", body).await
    }

    /// Returns the path of the customer's automatic top-up.
    pub(super) fn path(&self) -> String {
        format!("/v1/customers/{}/top-up", self.customer)
    }

    /// Spends credits, and lets the server buy what is due.
    pub(super) async fn spend(&self, world: &TestApi, key: &str, amount: i64) {
        let body = json!({"customer": {"id": self.customer}, "amount": amount});
        let spent = post(world, "/v1/spends", self.seller.test_key(), key, body).await;
        assert_eq!(spent.status, 200, "{spent:?}");
        buy_due(world).await;
    }

    pub(super) async fn available(&self, world: &TestApi) -> i64 {
        let checkout = json!({"customer_id": self.customer});
        self.seller.available(world, &checkout).await
    }

    /// Returns the own attempts, newest first.
    pub(super) async fn attempts(&self, world: &TestApi) -> Vec<Value> {
        let path = self.own(&format!("{PATH}/attempts"));
        let page = world.get(&path, &self.token).await.json();
        page["items"].as_array().unwrap().clone()
    }
}

/// Lets the server buy what is due, and applies what Stripe reports.
pub(super) async fn buy_due(world: &TestApi) {
    product_api::billing::sweep_topups(&world.app)
        .await
        .unwrap();
    deliver(world).await;
}
