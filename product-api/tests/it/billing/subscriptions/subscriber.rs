//! Provides a website that sells plans, and a customer who has one.

use std::time::Duration;

use serde_json::{Value, json};

use crate::billing::plans;
use crate::billing::refunding::deliver;
use crate::billing::sales::{Seller, at_stripe, call, pay, text};
use crate::billing::stripe::ACCOUNT;
use crate::features::put;
use crate::harness::{HttpResponse, TestApi};

pub(super) const PATH: &str = "/v1/subscriptions";
/// The first period, from the middle of January to the middle of February.
pub(super) const MONTH: Duration = Duration::from_hours(31 * 24);
/// Time after which Stripe charges the invoice of a renewal.
pub(super) const DRAFT: Duration = Duration::from_mins(61);
/// Reads the newest event about a changed subscription.
const NEWEST_UPDATE: &str = "\
    SELECT payload FROM outbox WHERE type = 'subscription.updated' ORDER BY n DESC LIMIT 1";

/// A subscription of Ada in test mode.
pub(super) struct Subscriber {
    pub(super) seller: Seller,
    pub(super) checkout: Value,
    pub(super) id: String,
}

/// Opens a website that sells monthly plans: `basic` for 4.00 euros with 300 credits, `pro` for 9.00 with 1,000, `team` for 29.00
/// with 4,000, and `yearly` for 90.00 with 1,000 a month.
pub(super) async fn seller_of_plans(world: &TestApi) -> Seller {
    let seller = Seller::open(world).await;
    let price = |amount: i64| json!([{"currency": "eur", "amount_minor": amount}]);
    let plans = [
        ("basic", json!({"credits": 300, "prices": price(400)})),
        ("pro", json!({"max_quantity": 10})),
        ("team", json!({"credits": 4_000, "prices": price(2_900)})),
        (
            "yearly",
            json!({"interval": "year", "grant_every": "month", "prices": price(9_000)}),
        ),
    ];
    for (code, changes) in plans {
        put_plan(world, &seller, code, &changes).await;
    }
    seller
}

/// Saves a plan with a first version, and makes its prices at Stripe.
pub(super) async fn put_plan(world: &TestApi, seller: &Seller, code: &str, changes: &Value) {
    let key = seller.test_key();
    let path = format!("/v1/plans/{code}");
    let saved = put(world, &path, key, &json!({"name": "Pro"})).await;
    assert_eq!(saved.status, 200, "{saved:?}");
    let added = plans::add(world, key, (code, 1), changes).await;
    assert_eq!(added.status, 200, "{added:?}");
    product_api::billing::sync_catalog(&world.app)
        .await
        .unwrap();
}

/// Does a call of the API in the dashboard of Stripe.
pub(super) fn in_dashboard(world: &TestApi, method: &str, path: &str, form: &str) -> Value {
    let call = json!({"account": ACCOUNT, "method": method, "path": path, "form": form});
    world.stripe.control("use_dashboard", &call).unwrap()
}

/// Subscribes a user with the user's own token.
pub(super) async fn subscribe_user(world: &TestApi, seller: &Seller, user_id: &str) {
    let token = world.token_with(
        user_id,
        &json!({"scope": "openid credits.read credits.buy"}),
    );
    let wish = json!({
        "website": seller.shop.id, "mode": "test", "plan": "pro", "success_url": "https://shop.example.com/done",
        "cancel_url": "https://shop.example.com/cart",
    });
    let started = call(world, "POST /v1/me/checkout-sessions", &token, "k", &wish).await;
    pay(world, &started.json(), "pays");
    deliver(world).await;
}

impl Subscriber {
    /// Subscribes Ada to a plan with a test method.
    pub(super) async fn new(world: &TestApi, plan: &str, method: &str) -> Self {
        let seller = seller_of_plans(world).await;
        let wish = json!({"pack": null, "plan": plan});
        Self::by_checkout(world, seller, &wish, method).await
    }

    /// Subscribes a customer by a checkout with changes.
    pub(super) async fn by_checkout(
        world: &TestApi,
        seller: Seller,
        wish: &Value,
        method: &str,
    ) -> Self {
        let checkout = seller.started(world, wish).await;
        pay(world, &checkout, method);
        let synced = seller.synced(world, &checkout).await;
        assert_eq!(synced["state"], "completed", "{synced}");
        deliver(world).await;
        let customer = text(&checkout["customer_id"]);
        let path = format!("{PATH}?customer={customer}");
        let page = world.get(&path, seller.test_key()).await.json();
        let id = text(&page["items"][0]["id"]);
        Self {
            seller,
            checkout,
            id,
        }
    }

    /// Returns the subscription as its website sees it.
    pub(super) async fn read(&self, world: &TestApi) -> Value {
        let path = format!("{PATH}/{}", self.id);
        let read = world.get(&path, self.seller.test_key()).await;
        assert_eq!(read.status, 200, "{read:?}");
        read.json()
    }

    pub(super) async fn available(&self, world: &TestApi) -> i64 {
        self.seller.available(world, &self.checkout).await
    }

    /// Returns true if the customer is subscribed.
    pub(super) async fn is_subscribed(&self, world: &TestApi) -> bool {
        let path = format!("/v1/customers/{}", text(&self.checkout["customer_id"]));
        let customer = world.get(&path, self.seller.test_key()).await.json();
        customer["subscribed"] == true
    }

    /// Posts to the subscription, such as `change`.
    pub(super) async fn act(
        &self,
        world: &TestApi,
        action: &str,
        key: &str,
        body: &Value,
    ) -> HttpResponse {
        let operation = format!("POST {PATH}/{}/{action}", self.id);
        call(world, &operation, self.seller.test_key(), key, body).await
    }

    /// Previews a change that is possible.
    pub(super) async fn preview(&self, world: &TestApi, wish: &Value) -> Value {
        let preview = self.act(world, "preview", "", wish).await;
        assert_eq!(preview.status, 200, "{preview:?}");
        preview.json()
    }

    /// Lets later charges of the saved card end as those of another test method.
    pub(super) async fn charge_as(&self, world: &TestApi, method: &str) {
        let at_stripe = at_stripe(world, "/v1/subscriptions").await;
        let card = &at_stripe[0]["default_payment_method"];
        let outcome = json!({"payment_method": card, "method": method});
        world.stripe.control("set_card_outcome", &outcome).unwrap();
    }
}

/// Returns the member `billing` of the newest event about a changed subscription.
pub(super) async fn newest_update(world: &TestApi) -> Value {
    let payload: Value = serde_json::from_str(&world.text(NEWEST_UPDATE).await).unwrap();
    payload["billing"].clone()
}

/// Advances all clocks, and applies what Stripe reports.
pub(super) async fn wait(world: &TestApi, time: Duration) {
    world.clock.advance(time);
    deliver(world).await;
}

/// Lets the period end, and its renewal be charged.
pub(super) async fn renew(world: &TestApi) {
    wait(world, MONTH).await;
    wait(world, DRAFT).await;
}
