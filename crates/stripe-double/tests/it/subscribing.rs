//! Subscribers of the tests: a customer who subscribed by a session.

use serde_json::Value;

use crate::world::TestShop;

/// Seconds of September 2026, in which the clock of the tests starts: from its 21st to that of October.
pub(crate) const MONTH: i64 = 30 * 86_400;
pub(crate) const DAY: i64 = 86_400;
pub(crate) const HOUR: i64 = 3_600;

/// Ids of a subscription and of its parts.
pub(crate) struct Subscriber {
    pub(crate) customer: String,
    pub(crate) session: String,
    pub(crate) id: String,
    pub(crate) item: String,
    /// Id of the payment method; empty without one.
    pub(crate) method: String,
}

pub(crate) fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// Returns the unit amount of the first item of a subscription.
pub(crate) fn unit_amount(subscription: &Value) -> i64 {
    let item = &subscription["items"]["data"][0];
    item["price"]["unit_amount"].as_i64().unwrap()
}

impl TestShop {
    /// Creates a product with a recurring price in euros; the interval is such as `month`.
    pub(crate) async fn recurring_price(&self, amount: i64, interval: &str) -> String {
        let product = self.post("/v1/products", "name=Plan").await.ok();
        let product = product["id"].as_str().unwrap();
        let form = format!(
            "product={product}&currency=eur&unit_amount={amount}&recurring[interval]={interval}"
        );
        text(&self.post("/v1/prices", &form).await.ok()["id"])
    }

    /// Creates a session in subscription mode with more parameters.
    pub(crate) async fn subscription_session(&self, price: &str, more: &str) -> Value {
        let quantity = if more.contains("[quantity]") {
            ""
        } else {
            "&line_items[0][quantity]=1"
        };
        let form = format!(
            "mode=subscription&success_url=https://shop.example/done\
             &line_items[0][price]={price}{quantity}\
             &subscription_data[billing_mode][type]=flexible\
             &subscription_data[metadata][tollgate]=chk_1&{more}"
        );
        self.post("/v1/checkout/sessions", &form).await.ok()
    }

    /// Subscribes a new customer to a price with a test method.
    pub(crate) async fn subscribe(&self, price: &str, method: &str, more: &str) -> Subscriber {
        let customer = self.customer().await;
        let more = format!("customer={customer}&{more}");
        let session = text(&self.subscription_session(price, &more).await["id"]);
        let mut result = self.double.pay_session(&session, method).unwrap();
        if result == "must_confirm" {
            let arguments = serde_json::json!({"session": session, "is_confirmed": true});
            result = text(&self.control("confirm_session", &arguments)["result"]);
        }
        assert_eq!(result, "completed");
        let path = format!("/v1/checkout/sessions/{session}?expand[]=subscription");
        let subscription = self.get(&path).await.ok()["subscription"].clone();
        Subscriber {
            customer,
            session,
            id: text(&subscription["id"]),
            item: text(&subscription["items"]["data"][0]["id"]),
            method: text(&subscription["default_payment_method"]),
        }
    }

    /// Subscribes a new customer to ten euros each month.
    pub(crate) async fn monthly(&self, method: &str) -> Subscriber {
        let price = self.recurring_price(1_000, "month").await;
        self.subscribe(&price, method, "").await
    }

    /// Returns a subscription with its latest invoice.
    pub(crate) async fn subscription(&self, id: &str) -> Value {
        let path = format!("/v1/subscriptions/{id}?expand[]=latest_invoice");
        self.get(&path).await.ok()
    }

    /// Updates a subscription and returns it.
    pub(crate) async fn update(&self, id: &str, form: &str) -> Value {
        self.post(&format!("/v1/subscriptions/{id}"), form)
            .await
            .ok()
    }

    /// Returns the invoices of a subscription, newest first.
    pub(crate) async fn invoices(&self, subscription: &str) -> Vec<Value> {
        let path = format!("/v1/invoices?limit=100&subscription={subscription}");
        self.get(&path).await.ok()["data"]
            .as_array()
            .unwrap()
            .clone()
    }

    /// Returns the number of events of a type.
    pub(crate) async fn event_count(&self, event_type: &str) -> usize {
        let path = format!("/v1/events?limit=100&type={event_type}");
        self.get(&path).await.ok()["data"].as_array().unwrap().len()
    }
}
