//! A website that sells credits: its owner has connected an account at a double of Stripe in test mode.

use foundation::testing::test_client;
use reqwest::{Client, Method};
use serde_json::{Value, json};

use crate::installation::InstallationAddress;
use crate::stripe_server::StripeServer;
use crate::users::TestUser;

/// The account at the double.
pub const ACCOUNT: &str = "acct_pictures";
/// The secret that signs deliveries of tests.
pub const SIGNING_SECRET: &str = "whsec_0123456789abcdefghijkl";
/// Credits of the only pack, with its bonus, and its price in cents.
pub const PACK_CREDITS: i64 = 550;
/// The price of the pack in cents.
pub const PACK_PRICE: i64 = 1_000;

/// The website's back end.
#[derive(Clone, Debug)]
pub struct SellingWebsite {
    /// The id of its Stripe connection.
    pub connection: String,
    base: String,
    key: String,
    client: Client,
}

/// A response of the product API.
#[derive(Clone, Debug)]
pub struct SaleResponse {
    /// The status.
    pub status: u16,
    /// The body.
    pub body: Value,
}

/// The calls of the owner who sets the website up.
struct OwnerCalls<'a> {
    base: &'a str,
    token: &'a str,
    website: &'a str,
}

impl SellingWebsite {
    /// Registers the website, connects the account, and saves a pack called `small`.
    pub async fn open(place: &InstallationAddress, stripe: &StripeServer) -> Self {
        let owner = TestUser::arrive(place, "owner@example.com").await;
        let registered = owner.register_website(place, "Shop").await;
        let calls = OwnerCalls {
            base: &place.base,
            token: &owner.tokens.access_token,
            website: text(&registered["website"]["id"]),
        };
        let key = stripe.double.add_key(ACCOUNT, false, None);
        let body = json!({"mode": "test", "api_key": key.expect("a key")});
        let connected = calls.send("POST /v1/stripe-connections", &body).await;
        let connection = text(&connected["connection"]["id"]).to_owned();
        let secret = format!("POST /v1/stripe-connections/{connection}/signing-secret");
        calls
            .send(&secret, &json!({ "secret": SIGNING_SECRET }))
            .await;
        let scopes = [
            "billing.catalog",
            "billing.read",
            "billing.sell",
            "customers.read",
        ];
        let body = json!({"name": "Sales", "mode": "test", "scopes": scopes});
        let created = calls.send("POST /v1/api-keys", &body).await;
        let opened = Self {
            connection,
            base: place.base.clone(),
            key: text(&created["key"]).to_owned(),
            client: test_client(),
        };
        opened.save_pack().await;
        opened
    }

    async fn save_pack(&self) {
        let version = json!({
            "credits": 500, "bonus": 50, "prices": [{"currency": "eur", "amount_minor": PACK_PRICE}],
        });
        for (path, body) in [
            ("/v1/packs/small", json!({"name": "Small"})),
            ("/v1/packs/small/versions/1", version),
        ] {
            let request = self.request(Method::PUT, path).json(&body);
            let saved = read(request.send().await).await.expect("an answer");
            assert_eq!(saved.status, 200, "{saved:?}");
        }
    }

    /// Starts a checkout of a customer; after an error the outcome is unknown.
    pub async fn start(&self, key: &str, customer: &str) -> Result<SaleResponse, reqwest::Error> {
        let body = Self::checkout_of(customer);
        let request = self.request(Method::POST, "/v1/checkout-sessions");
        read(
            request
                .header("idempotency-key", key)
                .json(&body)
                .send()
                .await,
        )
        .await
    }

    /// Returns the text of an HTTP request that starts a checkout of another customer each time, for measurements.
    pub fn start_request(&self, number: usize) -> String {
        let (key, body) = (
            &self.key,
            Self::checkout_of(&format!("buyer-{number}")).to_string(),
        );
        let length = body.len();
        format!(
            "POST /v1/checkout-sessions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {key}\r\n\
             Idempotency-Key: order-{number}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        )
    }

    fn checkout_of(customer: &str) -> Value {
        json!({
            "customer": {"external_id": customer}, "pack": "small",
            "success_url": "https://shop.example/done", "cancel_url": "https://shop.example/cart",
        })
    }

    /// Looks at the session of a checkout.
    pub async fn sync(&self, checkout: &str) -> Result<SaleResponse, reqwest::Error> {
        let path = format!("/v1/checkout-sessions/{checkout}/sync");
        read(self.request(Method::POST, &path).send().await).await
    }

    /// Reads a checkout as it is known.
    pub async fn checkout(&self, checkout: &str) -> Result<SaleResponse, reqwest::Error> {
        let path = format!("/v1/checkout-sessions/{checkout}");
        read(self.request(Method::GET, &path).send().await).await
    }

    /// Returns the available credits of a customer, by its id.
    pub async fn available(&self, customer_id: &str) -> i64 {
        let path = format!("/v1/customers/{customer_id}/balance");
        let balance = read(self.request(Method::GET, &path).send().await).await;
        let balance = balance.expect("an answer");
        balance.body["available"].as_i64().expect("a number")
    }

    /// Begins a comparison with Stripe, and returns it.
    pub async fn compare(&self) -> Value {
        let request = self.request(Method::POST, "/v1/billing/reconcile");
        let begun = read(request.json(&json!({})).send().await).await;
        let begun = begun.expect("an answer");
        assert_eq!(begun.status, 200, "{begun:?}");
        begun.body
    }

    /// Reads a comparison as it is known.
    pub async fn comparison(&self, run: &str) -> Value {
        let path = format!("/v1/billing/reconcile?run={run}");
        let found = read(self.request(Method::GET, &path).send().await).await;
        let found = found.expect("an answer");
        assert_eq!(found.status, 200, "{found:?}");
        found.body["items"][0].clone()
    }

    fn request(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        let request = self.client.request(method, format!("{}{path}", self.base));
        request.bearer_auth(&self.key)
    }
}

/// Returns the session of an open checkout, which the last part of its URL names.
pub fn session_of(checkout: &Value) -> String {
    let url = text(&checkout["url"]);
    url.rsplit('/').next().expect("a part").to_owned()
}

async fn read(
    sent: Result<reqwest::Response, reqwest::Error>,
) -> Result<SaleResponse, reqwest::Error> {
    let answer = sent?;
    Ok(SaleResponse {
        status: answer.status().as_u16(),
        body: answer.json().await?,
    })
}

impl OwnerCalls<'_> {
    /// Calls an operation that must succeed.
    async fn send(&self, operation: &str, body: &Value) -> Value {
        let (method, path) = operation.split_once(' ').expect("a method and a path");
        let method: Method = method.parse().expect("a method");
        let request = test_client().request(method, format!("{}{path}", self.base));
        let request = request.bearer_auth(self.token);
        let request = request.header("tollgate-website", self.website);
        let request = request.header("tollgate-mode", "test").json(body);
        let answer = read(request.send().await).await.expect("an answer");
        assert!(answer.status < 300, "{operation}: {answer:?}");
        answer.body
    }
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}
