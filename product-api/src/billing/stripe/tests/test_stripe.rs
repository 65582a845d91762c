//! A double of Stripe with a client of it.

use std::path::Path;
use std::time::Duration;

use foundation::env::Environment;
use foundation::secret::SecretString;
use foundation::testing::{TestServer, test_client};
use foundation::text::strict_json;
use foundation::{Clock, Random, Timestamp};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use stripe_double::{DoubleOptions, StripeDouble};
use url::Url;

use crate::billing::stripe::call_timing::CallTiming;
use crate::billing::stripe::{
    CheckoutSession, NewCheckoutSession, NewCustomer, NewPrice, NewProduct, Priority,
    SessionOption, StripeAccount, StripeClient,
};
use crate::caller::Mode;
use crate::config::StripeConfig;

/// Account of the tests.
pub(super) const ACCOUNT: &str = "acct_pretend";
/// Connection of the tests.
pub(super) const CONNECTION: &str = "scn_1";
/// Start of the clock, in seconds since the epoch.
pub(super) const START: i64 = 1_790_000_000;

/// Long limits, for machines that are busy, and short pauses.
pub(super) const PATIENT: CallTiming = CallTiming {
    attempt: Duration::from_mins(1),
    interactive: Duration::from_mins(2),
    background: Duration::from_mins(2),
    pause: Duration::from_millis(1),
};

/// A double with a server, and a client with its secret key.
pub(super) struct TestStripe {
    pub(super) double: StripeDouble,
    pub(super) client: StripeClient,
    pub(super) clock: Clock,
    pub(super) key: String,
    base_url: String,
    _server: TestServer,
}

/// Returns a client of a server.
pub(super) fn client(base_url: &str, clock: &Clock, timing: CallTiming) -> StripeClient {
    let config = StripeConfig {
        api_base: Url::parse(base_url).unwrap(),
        requests_per_second: Some(1_000),
        poll_seconds: 10,
        reconcile_hours: 0,
    };
    StripeClient::with_timing(&config, clock.clone(), Random::seeded(8), timing).unwrap()
}

impl TestStripe {
    pub(super) async fn open() -> Self {
        Self::with_timing(PATIENT).await
    }

    pub(super) async fn with_timing(timing: CallTiming) -> Self {
        let (listener, base_url) = TestServer::bind().await;
        let clock = Clock::fixed(Timestamp::from_seconds(START));
        let double = StripeDouble::open(DoubleOptions {
            clock: clock.clone(),
            random: Random::seeded(7),
            folder: None,
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
            client: client(&base_url, &clock, timing),
            double,
            clock,
            key,
            base_url,
            _server: server,
        }
    }

    pub(super) fn account(&self) -> StripeAccount<'_> {
        self.account_with(&self.key)
    }

    pub(super) fn account_with(&self, key: &str) -> StripeAccount<'_> {
        let key = SecretString::from(key.to_owned());
        self.client
            .account(CONNECTION, key, Mode::Test, Priority::Buyer)
    }

    pub(super) fn control(&self, name: &str, arguments: &Value) -> Value {
        self.double.control(name, arguments).unwrap()
    }

    /// Adds a fault of the calls that begin with a name such as `GET /v1/balance`.
    pub(super) fn add_fault(&self, call: &str, times: u32, kind: &Value) {
        let fault = json!({"call": call, "times": times, "kind": kind});
        self.control("add_fault", &fault);
    }

    /// Returns the number of faults that are left.
    pub(super) fn faults_left(&self) -> u64 {
        let faults = self.control("get_faults", &json!({}));
        let faults = faults.as_array().unwrap().iter();
        faults.map(|fault| fault["times"].as_u64().unwrap()).sum()
    }

    /// Returns the number of calls with a name that reached their operation.
    pub(super) fn calls(&self, name: &str) -> u64 {
        let figures = self.double.figures().unwrap();
        figures[format!("{ACCOUNT}/test")]["calls"][name]
            .as_u64()
            .unwrap_or_default()
    }

    /// Sends a form without the client, for objects that the client does not create.
    pub(super) async fn post(&self, path: &str, form: &str) -> Value {
        let request = test_client()
            .post(format!("{}{path}", self.base_url))
            .bearer_auth(&self.key)
            .header("content-type", "application/x-www-form-urlencoded")
            .body(form.to_owned());
        let response = request.send().await.unwrap();
        strict_json::from_slice(&response.bytes().await.unwrap()).unwrap()
    }

    /// Reads an object in the shape of a version.
    pub(super) async fn read<T: DeserializeOwned>(&self, path: &str, version: &str) -> T {
        let request = test_client()
            .get(format!("{}/v1/{path}", self.base_url))
            .bearer_auth(&self.key)
            .header("stripe-version", version);
        let body = request.send().await.unwrap().bytes().await.unwrap();
        strict_json::from_slice(&body)
            .unwrap_or_else(|error| panic!("{path}: {error}: {}", String::from_utf8_lossy(&body)))
    }

    pub(super) async fn create_customer(&self) -> String {
        let customer = NewCustomer {
            email: Some("ann@example.com"),
            ..NewCustomer::default()
        };
        let created = self.account().create_customer("tg:cus", &customer).await;
        created.unwrap().id
    }

    /// Creates a product with a price of 10 euros.
    pub(super) async fn create_price(&self) -> String {
        let account = self.account();
        let product = NewProduct {
            id: "tollgate_pck_1",
            name: "1,000 credits",
            description: None,
            metadata: &[],
        };
        account
            .create_product("tg:product", &product)
            .await
            .unwrap();
        let price = NewPrice {
            product: product.id,
            currency: "eur",
            unit_amount: 1_000,
            recurrence: None,
            tax_behavior: "inclusive",
            lookup_key: "tollgate:pck_1:1:eur",
            metadata: &[],
        };
        account.create_price("tg:price", &price).await.unwrap().id
    }

    /// Creates a session for two pieces of a price.
    pub(super) async fn create_session(
        &self,
        customer: &str,
        options: &[SessionOption],
    ) -> CheckoutSession {
        let price = self.create_price().await;
        let session = NewCheckoutSession {
            customer,
            price: &price,
            quantity: 2,
            client_reference_id: "chk_1",
            success_url: "https://shop.example/done?checkout=chk_1",
            cancel_url: "https://shop.example/back",
            expires_at: START + 3_600,
            locale: Some("de"),
            metadata: &[("tollgate", "chk_1")],
            subscription: None,
            setup: None,
            options,
        };
        let created = self.account().create_session("tg:chk:1", &session).await;
        created.unwrap()
    }

    /// Creates a session, pays it with a test method, and reads it again.
    pub(super) async fn pay(&self, method: &str, options: &[SessionOption]) -> CheckoutSession {
        let customer = self.create_customer().await;
        let session = self.create_session(&customer, options).await;
        let outcome = self.double.pay_session(&session.id, method).unwrap();
        assert_eq!(outcome, "completed");
        self.account().get_session(&session.id).await.unwrap()
    }
}
