//! Keys and calls of the double of Stripe, and worlds to which it delivers events.

use foundation::testing::{TestEngine, TestServer};
use product_api::MIGRATIONS;
use reqwest::Method;
use serde_json::{Value, json};

use crate::credits::Shop;
use crate::harness::{HttpResponse, TestApi};

/// The account of most tests.
pub(crate) const ACCOUNT: &str = "acct_pictures";

/// The permissions of a restricted key that an owner connects.
pub(crate) const PERMISSIONS: [&str; 19] = [
    "rak_accounts_kyc_basic_read",
    "rak_balance_read",
    "rak_balance_transaction_read",
    "rak_charge_write",
    "rak_checkout_session_write",
    "rak_customer_portal_write",
    "rak_customer_write",
    "rak_dispute_read",
    "rak_early_fraud_warning_read",
    "rak_event_read",
    "rak_invoice_write",
    "rak_payment_intent_read",
    "rak_payment_method_read",
    "rak_plan_write",
    "rak_product_write",
    "rak_promotion_code_read",
    "rak_setup_intent_read",
    "rak_subscription_write",
    "rak_tax_settings_read",
];

/// The permission to manage webhook endpoints.
pub(crate) const WEBHOOKS: &str = "rak_webhook_write";

/// Opens a world whose public origin is the address of its server, so that the double delivers events in test mode.
pub(crate) async fn with_deliveries(engine: TestEngine) -> TestApi {
    let (listener, url) = TestServer::bind().await;
    let settings = [("API_AUDIENCE", url.clone())];
    let settings = settings.each_ref().map(|(name, url)| (*name, url.as_str()));
    let database = engine.database(&MIGRATIONS).await;
    TestApi::serve(database, &settings, (listener, url.clone())).await
}

/// Creates a restricted key with all permissions.
pub(crate) fn whole_key(world: &TestApi, account: &str, is_live: bool) -> String {
    let permissions: Vec<&str> = PERMISSIONS.into_iter().chain([WEBHOOKS]).collect();
    key_with(world, account, is_live, &permissions)
}

/// Creates a restricted key.
pub(crate) fn key_with(
    world: &TestApi,
    account: &str,
    is_live: bool,
    permissions: &[&str],
) -> String {
    let added = world.stripe.add_key(account, is_live, Some(permissions));
    added.unwrap()
}

/// Calls an operation as a user for a website, in a mode.
pub(crate) async fn as_owner(
    world: &TestApi,
    sub: &str,
    (website, mode): (&str, &str),
    operation: &str,
    body: Option<&Value>,
) -> HttpResponse {
    let (method, path) = operation.split_once(' ').unwrap();
    let authorization = format!("Bearer {}", world.token(sub));
    let headers = [
        ("authorization", authorization.as_str()),
        ("content-type", "application/json"),
        ("tollgate-website", website),
        ("tollgate-mode", mode),
    ];
    let method: Method = method.parse().unwrap();
    world
        .send(method, path, &headers, body.map(ToString::to_string))
        .await
}

/// Connects an account for a website, and returns the whole response.
pub(crate) async fn connect_with(
    world: &TestApi,
    sub: &str,
    website: &str,
    body: &Value,
) -> HttpResponse {
    let operation = "POST /v1/stripe-connections";
    as_owner(world, sub, (website, "live"), operation, Some(body)).await
}

/// Connects the account of most tests for a shop of `usr_1` in test mode; returns the connection's id.
pub(crate) async fn connect(world: &TestApi, shop: &Shop) -> String {
    let body = json!({"mode": "test", "api_key": whole_key(world, ACCOUNT, false)});
    let connected = connect_with(world, "usr_1", &shop.id, &body).await;
    assert_eq!(connected.status, 201, "{connected:?}");
    let connection = &connected.json()["connection"];
    connection["id"].as_str().unwrap().to_owned()
}

/// Calls the double with a secret key of an account.
pub(crate) async fn call_stripe(
    world: &TestApi,
    account: &str,
    is_live: bool,
    operation: &str,
) -> Value {
    let key = world.stripe.add_key(account, is_live, None).unwrap();
    let (method, rest) = operation.split_once(' ').unwrap();
    let (path, form) = rest.split_once(' ').unwrap_or((rest, ""));
    let client = foundation::testing::test_client();
    let method: Method = method.parse().unwrap();
    let request = client
        .request(method, format!("{}{path}", world.stripe_url))
        .bearer_auth(key)
        .header("content-type", "application/x-www-form-urlencoded")
        .body(form.to_owned());
    let response = request.send().await.unwrap();
    assert_eq!(response.status().as_u16(), 200, "{operation}");
    serde_json::from_str(&response.text().await.unwrap()).unwrap()
}

/// Returns the webhook endpoints of an account, newest first.
pub(crate) async fn endpoints(world: &TestApi, account: &str, is_live: bool) -> Vec<Value> {
    let page = call_stripe(
        world,
        account,
        is_live,
        "GET /v1/webhook_endpoints?limit=100",
    )
    .await;
    page["data"].as_array().unwrap().clone()
}

/// Adds a fault to the calls of an operation such as `GET /v1/account`.
pub(crate) fn fail(world: &TestApi, call: &str, times: u32, kind: &str) {
    let fault = json!({"call": call, "times": times, "kind": kind});
    world.stripe.control("add_fault", &fault).unwrap();
}

pub(crate) fn revoke(world: &TestApi, key: &str) {
    world
        .stripe
        .control("revoke_key", &json!({ "key": key }))
        .unwrap();
}
