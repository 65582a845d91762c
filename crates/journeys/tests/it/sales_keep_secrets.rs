//! A whole journey of sales leaves no key, no signing secret and no URL of a session in logs, in the audit log, in events, in
//! exports, or in responses that do not have to contain it.

use foundation::testing::{TestEngine, select, sqlite_url};
use foundation::{Database, on_both_engines};
use journeys::installation::TestInstallation;
use journeys::selling_website::{ACCOUNT, SIGNING_SECRET, SellingWebsite};
use journeys::stripe_server::StripeServer;
use serde_json::{Value, json};

use crate::commands;
use crate::sale_steps::{finish, refunded, started, takes_back, text};

/// Texts of tables, which owners, operators and receivers of webhooks read.
const TEXTS: [&str; 9] = [
    "SELECT COUNT(*) FROM audit WHERE details LIKE $1 OR subject LIKE $1",
    "SELECT COUNT(*) FROM outbox WHERE payload LIKE $1",
    "SELECT COUNT(*) FROM api_operation WHERE body LIKE $1",
    "SELECT COUNT(*) FROM stripe_object WHERE error LIKE $1",
    "SELECT COUNT(*) FROM stripe_connection WHERE api_key LIKE $1 OR next_key LIKE $1",
    "SELECT COUNT(*) FROM stripe_endpoint WHERE secret LIKE $1",
    "SELECT COUNT(*) FROM checkout WHERE url LIKE $1 OR metadata LIKE $1",
    "SELECT COUNT(*) FROM reconcile_run WHERE error LIKE $1",
    "SELECT COUNT(*) FROM txn WHERE metadata LIKE $1 OR description LIKE $1",
];

/// Sells, refunds, loses a dispute, compares and exports; returns the URLs of the sessions.
async fn sell(shop: &SellingWebsite, stripe: &StripeServer) -> Vec<String> {
    let mut urls = Vec::new();
    let mut payments = Vec::new();
    for buyer in ["ada", "bob", "cleo"] {
        let checkout = started(shop, buyer).await;
        urls.push(text(&checkout["url"]));
        let session = journeys::selling_website::session_of(&checkout);
        stripe.double.pay_session(&session, "pays").unwrap();
        payments.push(finish(shop, &text(&checkout["id"])).await);
    }
    refunded(shop, &payments[0]).await;
    let charge = shop.payment(&payments[1]).await.unwrap().body["stripe_charge"].clone();
    let dispute = json!({ "charge": charge });
    let dispute = stripe.double.control("open_dispute", &dispute).unwrap();
    let lost = json!({"dispute": dispute["id"], "step": "lose"});
    stripe.double.control("step_dispute", &lost).unwrap();
    stripe.double.deliver_due().await.unwrap();
    takes_back(shop, &payments[1]).await;
    urls
}

/// Calls what fails with a secret at hand: a bad key, a key of another account, and forged deliveries.
async fn fail(shop: &SellingWebsite, world: &TestInstallation, stripe: &StripeServer) -> String {
    let other = stripe.double.add_key("acct_other", false, None).unwrap();
    let key = format!("POST /v1/stripe-connections/{}/key", shop.connection);
    for given in [
        other.as_str(),
        "rk_test_ffffffffffffffffff",
        "pk_test_0123456789abcdefgh",
    ] {
        let refused = shop.try_as_owner(&key, &json!({ "api_key": given })).await;
        assert_eq!(refused.status, 422, "{refused:?}");
    }
    let client = foundation::testing::test_client();
    let webhook = world
        .address
        .at(&format!("/webhooks/stripe/{}", shop.connection));
    for signature in ["", "t=1,v1=00", SIGNING_SECRET] {
        let request = client.post(&webhook).header("stripe-signature", signature);
        let refused = request.body(SIGNING_SECRET).send().await.unwrap();
        assert_eq!(refused.status().as_u16(), 400);
    }
    other
}

/// Reads what owners, operators and bookkeepers export.
async fn export(shop: &SellingWebsite, world: &TestInstallation) -> Vec<String> {
    let paths = [
        "/v1/stripe-connections",
        "/v1/billing/settings",
        "/v1/billing/inbox",
        "/v1/billing/findings",
        "/v1/billing/reconcile",
        "/v1/payments",
        "/v1/disputes",
        "/v1/packs",
        "/v1/revenue/journal?limit=100",
        "/v1/revenue/payments?limit=100",
    ];
    for path in paths {
        shop.as_owner(&format!("GET {path}"), &Value::Null).await;
    }
    let begun = shop
        .as_owner("POST /v1/billing/reconcile", &json!({}))
        .await;
    assert!(begun["id"].is_string(), "{begun}");
    let check = format!("POST /v1/stripe-connections/{}/check", shop.connection);
    shop.as_owner(&check, &Value::Null).await;
    let runs = commands::json(world, &["billing", "reconcile"]).await;
    vec![runs.to_string()]
}

/// Opens the database of the product API.
async fn database(world: &TestInstallation) -> Database {
    let mut settings = world.settings().iter();
    let named = settings.find(|(name, _)| name == "API_DATABASE_URL");
    let url = match named {
        Some((_, url)) => url.clone(),
        None => sqlite_url(&world.data().join("product-api.db")),
    };
    Database::open(&url).await.unwrap()
}

/// Looks for texts in each column of the database that keeps texts for long.
async fn find_no_text(database: &Database, texts: &[&str]) {
    for text in texts {
        let pattern = format!("%{text}%");
        for statement in TEXTS {
            let found: i64 = select(database, statement, &[&pattern]).await;
            assert_eq!(found, 0, "{statement}: {text}");
        }
    }
}

/// Checks that responses have the URL of a session only while it is open.
fn check_url(url: &str, responses: &[String]) {
    let mut texts = responses.iter().filter(|text| text.contains(url));
    let closed = texts.find(|text| !text.contains("\"state\":\"open\""));
    assert_eq!(closed, None, "{url}");
}

async fn keep_secrets(engine: TestEngine) {
    let stripe = StripeServer::start().await;
    let settings = [
        ("API_STRIPE_API_BASE", stripe.base.as_str()),
        ("API_STRIPE_REQUESTS_PER_SECOND", "1000"),
    ];
    let mut world = TestInstallation::set_up(engine, &settings).await;
    let shop = SellingWebsite::open(&world.address, &stripe).await;
    let urls = sell(&shop, &stripe).await;
    let other = fail(&shop, &world, &stripe).await;
    let exports = export(&shop, &world).await;

    let secrets = [
        SIGNING_SECRET,
        shop.key.as_str(),
        shop.stripe_key.as_str(),
        other.as_str(),
        "whsec_",
    ];
    let log = world.process().log();
    let responses = shop.responses();
    for secret in secrets {
        let mut texts = responses.iter().chain(&exports).chain([&log]);
        assert_eq!(texts.find(|text| text.contains(secret)), None, "{secret}");
    }
    for url in &urls {
        let mut texts = exports.iter().chain([&log]);
        assert_eq!(texts.find(|text| text.contains(url.as_str())), None);
        check_url(url, &responses);
    }
    let urls = urls.iter().map(String::as_str);
    let texts: Vec<&str> = secrets.into_iter().chain(urls).collect();
    find_no_text(&database(&world).await, &texts).await;
    let figures = stripe.figures(ACCOUNT);
    assert_eq!(figures["objects"]["charge"], 3, "{figures}");
}

on_both_engines! {
    async fn sales_leave_no_secret_in_logs_records_and_responses(engine: TestEngine) {
        keep_secrets(engine).await;
    }
}
