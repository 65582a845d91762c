//! A website that sells credits in test mode, at a double of Stripe.

use std::sync::{Arc, Mutex, PoisonError};

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
/// Credits of a month of the plan `pro`.
pub const PLAN_CREDITS: i64 = 1_000;
/// The price of a month of the plan `pro` in cents.
pub const PLAN_PRICE: i64 = 900;
/// Credits of a month of the plan `team`.
pub const TEAM_CREDITS: i64 = 4_000;
/// The price of a month of the plan `team` in cents.
pub const TEAM_PRICE: i64 = 2_900;

/// Scopes of the back end's key.
const SCOPES: [&str; 6] = [
    "billing.catalog",
    "billing.read",
    "billing.refund",
    "billing.sell",
    "credits.spend",
    "customers.read",
];

/// The website's back end, and its owner.
#[derive(Clone, Debug)]
pub struct SellingWebsite {
    /// The id of its Stripe connection; empty for the pretend account.
    pub connection: String,
    /// The API key of the back end.
    pub key: String,
    /// The key by which the account is connected; empty for the pretend account.
    pub stripe_key: String,
    base: String,
    client: Client,
    owner: ShopOwner,
    /// The kind and the code of what it sells.
    offer: (&'static str, &'static str),
    responses: Arc<Mutex<Vec<String>>>,
}

/// A response of the product API.
#[derive(Clone, Debug)]
pub struct SaleResponse {
    /// The status.
    pub status: u16,
    /// The body.
    pub body: Value,
}

/// The owner's token and website.
#[derive(Clone, Debug)]
struct ShopOwner {
    token: String,
    website: String,
}

impl SellingWebsite {
    /// Registers the website, connects the account, and saves a pack called `small`.
    pub async fn open(address: &InstallationAddress, stripe: &StripeServer) -> Self {
        let mut shop = Self::register(address).await;
        let key = stripe.double.add_key(ACCOUNT, false, None);
        shop.stripe_key = key.expect("a key");
        let body = json!({"mode": "test", "api_key": shop.stripe_key});
        let connected = shop.as_owner("POST /v1/stripe-connections", &body).await;
        text(&connected["connection"]["id"]).clone_into(&mut shop.connection);
        let secret = format!(
            "POST /v1/stripe-connections/{}/signing-secret",
            shop.connection
        );
        let body = json!({ "secret": SIGNING_SECRET });
        shop.as_owner(&secret, &body).await;
        shop.save_pack().await;
        shop
    }

    /// Registers the website at an installation whose pretend account sells for it, and saves the pack.
    pub async fn open_pretend(address: &InstallationAddress) -> Self {
        let shop = Self::register(address).await;
        shop.save_pack().await;
        shop
    }

    async fn register(address: &InstallationAddress) -> Self {
        let owner = TestUser::arrive(address, "owner@example.com").await;
        let registered = owner.register_website(address, "Shop").await;
        let mut shop = Self {
            connection: String::new(),
            key: String::new(),
            stripe_key: String::new(),
            base: address.base.clone(),
            client: test_client(),
            owner: ShopOwner {
                token: owner.tokens.access_token,
                website: text(&registered["website"]["id"]).to_owned(),
            },
            offer: ("pack", "small"),
            responses: Arc::default(),
        };
        let body = json!({"name": "Sales", "mode": "test", "scopes": SCOPES});
        // Its response is the only one that has the key.
        let created = shop.send_as_owner("POST /v1/api-keys", &body).await;
        assert!(created.status < 300, "status {}", created.status);
        text(&created.body["key"]).clone_into(&mut shop.key);
        shop
    }

    async fn save_pack(&self) {
        let version = json!({
            "credits": 500, "bonus": 50, "prices": [{"currency": "eur", "amount_minor": PACK_PRICE}],
        });
        self.save_item("packs/small", &version).await;
    }

    /// Saves an item of the catalogue, named by its path, with a first version.
    async fn save_item(&self, item: &str, version: &Value) {
        let path = format!("/v1/{item}");
        for (path, body) in [
            (&path, &json!({"name": "Small"})),
            (&format!("{path}/versions/1"), version),
        ] {
            let request = self.request(Method::PUT, path).json(body);
            let saved = self.read(request).await.expect("a response");
            assert_eq!(saved.status, 200, "{saved:?}");
        }
    }

    /// Saves the monthly plans `pro` and `team`, and returns the website with checkouts that sell the first one.
    pub async fn selling_plans(&self) -> Self {
        for (plan, credits, price) in [
            ("plans/pro", PLAN_CREDITS, PLAN_PRICE),
            ("plans/team", TEAM_CREDITS, TEAM_PRICE),
        ] {
            let version = json!({
                "interval": "month", "credits": credits, "prices": [{"currency": "eur", "amount_minor": price}],
            });
            self.save_item(plan, &version).await;
        }
        Self {
            offer: ("plan", "pro"),
            ..self.clone()
        }
    }

    /// Returns the id of the website.
    pub fn website_id(&self) -> &str {
        &self.owner.website
    }

    /// Starts a checkout of a customer; after an error the outcome is unknown.
    pub async fn start(&self, key: &str, customer: &str) -> Result<SaleResponse, reqwest::Error> {
        let body = self.checkout_of(customer);
        self.post("/v1/checkout-sessions", key, &body).await
    }

    /// Returns the text of an HTTP request that starts a checkout of another customer each time, for measurements.
    pub fn start_request(&self, number: usize) -> String {
        let (key, body) = (
            &self.key,
            self.checkout_of(&format!("buyer-{number}")).to_string(),
        );
        let length = body.len();
        format!(
            "POST /v1/checkout-sessions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {key}\r\n\
             Idempotency-Key: order-{number}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        )
    }

    fn checkout_of(&self, customer: &str) -> Value {
        let (kind, code) = self.offer;
        json!({
            "customer": {"external_id": customer}, (kind): code,
            "success_url": "https://shop.example/done", "cancel_url": "https://shop.example/cart",
        })
    }

    /// Looks at the session of a checkout.
    pub async fn sync(&self, checkout: &str) -> Result<SaleResponse, reqwest::Error> {
        let path = format!("/v1/checkout-sessions/{checkout}/sync");
        self.read(self.request(Method::POST, &path)).await
    }

    /// Reads a checkout as it is known.
    pub async fn checkout(&self, checkout: &str) -> Result<SaleResponse, reqwest::Error> {
        self.get(&format!("/v1/checkout-sessions/{checkout}")).await
    }

    /// Refunds all of a payment; after an error the outcome is unknown.
    pub async fn refund(&self, key: &str, payment: &str) -> Result<SaleResponse, reqwest::Error> {
        let path = format!("/v1/payments/{payment}/refunds");
        self.post(&path, key, &json!({"what": "full"})).await
    }

    /// Reads a payment.
    pub async fn payment(&self, payment: &str) -> Result<SaleResponse, reqwest::Error> {
        self.get(&format!("/v1/payments/{payment}")).await
    }

    /// Returns the available credits of a customer, by its id.
    pub async fn available(&self, customer_id: &str) -> i64 {
        let path = format!("/v1/customers/{customer_id}/balance");
        let balance = self.get(&path).await.expect("a response");
        balance.body["available"].as_i64().expect("a number")
    }

    /// Begins a comparison with Stripe, and returns it.
    pub async fn compare(&self) -> Value {
        let request = self.request(Method::POST, "/v1/billing/reconcile");
        let begun = self.read(request.json(&json!({}))).await;
        let begun = begun.expect("a response");
        assert_eq!(begun.status, 200, "{begun:?}");
        begun.body
    }

    /// Reads a comparison as it is known.
    pub async fn comparison(&self, run: &str) -> Value {
        let path = format!("/v1/billing/reconcile?run={run}");
        let found = self.get(&path).await.expect("a response");
        assert_eq!(found.status, 200, "{found:?}");
        found.body["items"][0].clone()
    }

    /// Reads a path as the back end.
    pub async fn get(&self, path: &str) -> Result<SaleResponse, reqwest::Error> {
        self.read(self.request(Method::GET, path)).await
    }

    /// Posts a body as the back end, under an idempotency key.
    pub async fn post(
        &self,
        path: &str,
        key: &str,
        body: &Value,
    ) -> Result<SaleResponse, reqwest::Error> {
        let request = self.request(Method::POST, path);
        self.read(request.header("idempotency-key", key).json(body))
            .await
    }

    /// Calls an operation such as `GET /v1/packs` as the owner; it must succeed.
    pub async fn as_owner(&self, operation: &str, body: &Value) -> Value {
        let response = self.try_as_owner(operation, body).await;
        assert!(response.status < 300, "{operation}: {response:?}");
        response.body
    }

    /// Calls an operation as the owner.
    pub async fn try_as_owner(&self, operation: &str, body: &Value) -> SaleResponse {
        let response = self.send_as_owner(operation, body).await;
        self.keep(&response.body);
        response
    }

    async fn send_as_owner(&self, operation: &str, body: &Value) -> SaleResponse {
        let (method, path) = operation.split_once(' ').expect("a method and a path");
        let method: Method = method.parse().expect("a method");
        let request = self.client.request(method, format!("{}{path}", self.base));
        let request = request.bearer_auth(&self.owner.token);
        let request = request.header("tollgate-website", &self.owner.website);
        let mut request = request.header("tollgate-mode", "test");
        if !body.is_null() {
            request = request.json(body);
        }
        read(request).await.expect("a response")
    }

    /// Returns the bodies of all responses so far, but for the one with the API key.
    pub fn responses(&self) -> Vec<String> {
        let responses = self.responses.lock();
        responses.unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn request(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        let request = self.client.request(method, format!("{}{path}", self.base));
        request.bearer_auth(&self.key)
    }

    async fn read(&self, request: reqwest::RequestBuilder) -> Result<SaleResponse, reqwest::Error> {
        let response = read(request).await?;
        self.keep(&response.body);
        Ok(response)
    }

    fn keep(&self, body: &Value) {
        let mut responses = self
            .responses
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        responses.push(body.to_string());
    }
}

/// Returns the session of an open checkout, which the last part of its URL names.
pub fn session_of(checkout: &Value) -> String {
    let url = text(&checkout["url"]);
    url.rsplit('/').next().expect("a part").to_owned()
}

async fn read(request: reqwest::RequestBuilder) -> Result<SaleResponse, reqwest::Error> {
    let response = request.send().await?;
    Ok(SaleResponse {
        status: response.status().as_u16(),
        body: response.json().await?,
    })
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}
