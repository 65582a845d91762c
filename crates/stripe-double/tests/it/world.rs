//! A double behind a real port, and a client that speaks Stripe's forms.

use std::path::Path;

use foundation::env::Environment;
use foundation::testing::{TestServer, test_client};
use foundation::{Clock, Random, Timestamp};
use serde_json::{Value, json};
use stripe_double::{DoubleOptions, StripeDouble};

/// Account of the tests.
pub(crate) const ACCOUNT: &str = "acct_pretend";
/// Start of the clock, in seconds since the epoch.
pub(crate) const START: i64 = 1_790_000_000;

/// A double with a server and a secret key.
pub(crate) struct TestShop {
    pub(crate) double: StripeDouble,
    pub(crate) client: reqwest::Client,
    pub(crate) base_url: String,
    pub(crate) key: String,
    _server: TestServer,
}

/// Ids of the objects of a paid session.
pub(crate) struct PaidIds([(&'static str, String); 4]);

impl PaidIds {
    /// Writes the ids into a path such as `charges/{charge}`.
    pub(crate) fn fill(&self, path: &str) -> String {
        let ids = self.0.iter();
        ids.fold(path.to_owned(), |path, (name, id)| {
            path.replace(&format!("{{{name}}}"), id)
        })
    }
}

/// The parts of a response that tests compare.
#[derive(Debug)]
pub(crate) struct CallResponse {
    pub(crate) status: u16,
    pub(crate) headers: reqwest::header::HeaderMap,
    pub(crate) text: String,
    pub(crate) body: Value,
}

impl CallResponse {
    pub(crate) async fn read(response: reqwest::Response) -> Self {
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let text = response.text().await.unwrap();
        let body = serde_json::from_str(&text).unwrap_or_default();
        Self {
            status,
            headers,
            text,
            body,
        }
    }

    /// Returns the body of a success.
    pub(crate) fn ok(self) -> Value {
        assert_eq!(self.status, 200, "{}", self.text);
        self.body
    }

    /// Returns status, type, code and parameter of an error.
    pub(crate) fn error(&self) -> (u16, &str, &str, &str) {
        let text = |name: &str| self.body["error"][name].as_str().unwrap_or_default();
        (self.status, text("type"), text("code"), text("param"))
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .map_or("", |value| value.to_str().unwrap())
    }
}

impl TestShop {
    pub(crate) async fn open() -> Self {
        Self::open_in(None).await
    }

    /// Opens a double with its state in a folder.
    pub(crate) async fn open_in(folder: Option<&Path>) -> Self {
        let (listener, base_url) = TestServer::bind().await;
        let double = StripeDouble::open(DoubleOptions {
            clock: Clock::fixed(Timestamp::from_seconds(START)),
            random: Random::seeded(7),
            folder: folder.map(Path::to_owned),
            base_url: base_url.clone(),
        })
        .unwrap();
        // `make contract` compares the calls with Stripe's description of its API.
        if let Some(path) = Environment::from_process().get("TEST_STRIPE_CALLS") {
            double.record_calls(Path::new(path)).unwrap();
        }
        let key = double.add_key(ACCOUNT, false, None).unwrap();
        let server = TestServer::start(listener, double.endpoint());
        Self {
            double,
            client: test_client(),
            base_url,
            key,
            _server: server,
        }
    }

    pub(crate) fn request(&self, method: &str, path: &str) -> reqwest::RequestBuilder {
        let url = format!("{}{path}", self.base_url);
        self.client
            .request(method.parse().unwrap(), url)
            .bearer_auth(&self.key)
    }

    pub(crate) async fn get(&self, path: &str) -> CallResponse {
        CallResponse::read(self.request("GET", path).send().await.unwrap()).await
    }

    pub(crate) async fn delete(&self, path: &str) -> CallResponse {
        CallResponse::read(self.request("DELETE", path).send().await.unwrap()).await
    }

    pub(crate) async fn post(&self, path: &str, form: &str) -> CallResponse {
        self.post_with(path, form, &[]).await
    }

    pub(crate) async fn post_with(
        &self,
        path: &str,
        form: &str,
        headers: &[(&str, &str)],
    ) -> CallResponse {
        let mut request = self
            .request("POST", path)
            .header("content-type", "application/x-www-form-urlencoded")
            .body(form.to_owned());
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        CallResponse::read(request.send().await.unwrap()).await
    }

    pub(crate) fn control(&self, name: &str, arguments: &Value) -> Value {
        self.double.control(name, arguments).unwrap()
    }

    pub(crate) fn advance(&self, seconds: i64) {
        self.control("advance_clock", &json!({ "seconds": seconds }));
    }

    pub(crate) async fn customer(&self) -> String {
        let customer = self
            .post("/v1/customers", "email=ann@example.com")
            .await
            .ok();
        customer["id"].as_str().unwrap().to_owned()
    }

    /// Creates a product with a price in euros.
    pub(crate) async fn price(&self, amount: i64) -> String {
        let product = self.post("/v1/products", "name=Credits").await.ok();
        let product = product["id"].as_str().unwrap();
        let form = format!("product={product}&currency=eur&unit_amount={amount}");
        let price = self.post("/v1/prices", &form).await.ok();
        price["id"].as_str().unwrap().to_owned()
    }

    /// Creates a session over 10 euros with more parameters.
    pub(crate) async fn session(&self, more: &str) -> Value {
        let price = self.price(1000).await;
        let form = format!(
            "mode=payment&success_url=https://shop.example/done&cancel_url=https://shop.example/back\
             &line_items[0][price]={price}&line_items[0][quantity]=1&{more}"
        );
        self.post("/v1/checkout/sessions", &form).await.ok()
    }

    /// Creates a session and pays it with a test method; returns the charge.
    pub(crate) async fn paid_charge(&self, method: &str) -> Value {
        let session = self.session("").await;
        let id = session["id"].as_str().unwrap();
        assert_eq!(self.double.pay_session(id, method).unwrap(), "completed");
        let path = format!("/v1/checkout/sessions/{id}?expand[]=payment_intent.latest_charge");
        self.get(&path).await.ok()["payment_intent"]["latest_charge"].clone()
    }

    /// Creates and pays a session with an invoice; returns the ids of its objects.
    pub(crate) async fn paid_ids(&self, more: &str) -> PaidIds {
        let more = format!("invoice_creation[enabled]=true&{more}");
        let id = self.session(&more).await["id"].as_str().unwrap().to_owned();
        self.double.pay_session(&id, "pays").unwrap();
        let path = format!("/v1/checkout/sessions/{id}?expand[]=payment_intent");
        let session = self.get(&path).await.ok();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        PaidIds([
            ("intent", text(&session["payment_intent"]["id"])),
            ("charge", text(&session["payment_intent"]["latest_charge"])),
            ("invoice", text(&session["invoice"])),
            ("session", id),
        ])
    }

    /// Returns the types of all events, oldest first.
    pub(crate) async fn event_types(&self) -> Vec<String> {
        let page = self.get("/v1/events?limit=100").await.ok();
        let types = page["data"].as_array().unwrap().iter().rev();
        types
            .map(|event| event["type"].as_str().unwrap().to_owned())
            .collect()
    }
}
