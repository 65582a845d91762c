//! A newcomer sells the first plan: `make run`, register, plan, subscribe, renew by clock, change, cancel, and both sides agree.
//!
//! The double of Stripe that the server runs has a clock of its own, which the test advances by a month.

use foundation::on_both_engines;
use journeys::browser::Browser;
use journeys::installation::TestInstallation;
use journeys::selling_website::{SaleResponse, SellingWebsite};
use serde_json::{Value, json};

use crate::commands;
use crate::pretend_bank::at_the_bank;
use crate::sale_steps::{patiently, text};

/// A month of 31 days, and the hour after which the invoice of a renewal is charged.
const MONTH: u64 = 31 * 86_400 + 3_660;

/// Saves a monthly plan.
async fn save_plan(shop: &SellingWebsite, code: &str, credits: i64, cents: i64) {
    let version = json!({
        "interval": "month", "credits": credits, "prices": [{"currency": "eur", "amount_minor": cents}],
    });
    let plan = format!("PUT /v1/plans/{code}");
    shop.as_owner(&plan, &json!({"name": "Pro"})).await;
    shop.as_owner(&format!("{plan}/versions/1"), &version).await;
}

/// Subscribes Ada on the card page. Returns the address of the page, and the customer.
async fn subscribe(shop: &SellingWebsite) -> (String, String) {
    let body = json!({
        "customer": {"external_id": "ada"}, "plan": "pro",
        "success_url": "https://shop.example/done", "cancel_url": "https://shop.example/cart",
    });
    // The price is made at Stripe shortly after the plan was saved.
    let is_open = |answer: &SaleResponse| answer.status == 200;
    let start = async || shop.post("/v1/checkout-sessions", "ada", &body).await;
    let checkout = patiently(start, is_open).await;
    let (browser, url) = (Browser::default(), text(&checkout["url"]));
    let page = browser.open(&url).await;
    assert!(page.body.contains("9.00"), "{}", page.body);
    browser.submit(&url, &[("method", "pays")]).await;
    (url, text(&checkout["customer_id"]))
}

/// Waits until the customer has credits, and returns the balance.
async fn has_credits(shop: &SellingWebsite, customer: &str, credits: i64) -> Value {
    let path = format!("/v1/customers/{customer}/balance");
    let is_granted = |answer: &SaleResponse| answer.body["available"] == credits;
    patiently(async || shop.get(&path).await, is_granted).await
}

/// Waits until the only subscription has a value, and returns it.
async fn has_become(shop: &SellingWebsite, name: &str, value: &Value) -> Value {
    let is_so = |answer: &SaleResponse| answer.body["items"][0][name] == *value;
    let page = patiently(async || shop.get("/v1/subscriptions").await, is_so).await;
    page["items"][0].clone()
}

on_both_engines! {
    async fn make_run_register_plan_subscribe_renew_by_clock_change_cancel_reconcile(mut world: TestInstallation) {
        let shop = SellingWebsite::open_pretend(&world.place).await;
        save_plan(&shop, "pro", 1_000, 900).await;
        save_plan(&shop, "team", 4_000, 2_900).await;
        let (url, customer) = subscribe(&shop).await;
        let balance = has_credits(&shop, &customer, 1_000).await;
        assert_eq!((&balance["subscribed"], &balance["subscription"]["plan"]), (&json!(true), &json!("pro")), "{balance}");
        let begun = has_become(&shop, "status", &json!("active")).await;
        let body = json!({"customer": {"external_id": "ada"}, "amount": 400});
        let spent = shop.post("/v1/spends", "spend", &body).await.unwrap();
        assert_eq!(spent.status, 200, "{spent:?}");

        at_the_bank(&url, "advance_clock", &json!({ "seconds": MONTH })).await;
        has_credits(&shop, &customer, 1_000).await;
        let renewed = has_become(&shop, "period_start", &begun["period_end"]).await;
        assert_eq!(renewed["paid_through"], renewed["period_end"], "{renewed}");

        let path = format!("/v1/subscriptions/{}", text(&begun["id"]));
        let wish = json!({"plan": "team"});
        let preview = shop.post(&format!("{path}/preview"), "", &wish).await.unwrap().body;
        assert_eq!((&preview["effect"], &preview["amount_due_minor"]), (&json!("restart"), &json!(2_900)), "{preview}");
        let wish = json!({"plan": "team", "expected_amount_minor": 2_900});
        let changed = shop.post(&format!("{path}/change"), "change", &wish).await.unwrap();
        assert_eq!((changed.status, &changed.body["plan"]), (200, &json!("team")), "{changed:?}");
        has_credits(&shop, &customer, 5_000).await;
        let canceled = shop.post(&format!("{path}/cancel"), "cancel", &json!({"at": "now"})).await.unwrap();
        assert_eq!((canceled.status, &canceled.body["status"]), (200, &json!("canceled")), "{canceled:?}");
        let balance = has_credits(&shop, &customer, 5_000).await;
        assert_eq!((&balance["subscribed"], &balance["subscription"]), (&json!(false), &Value::Null), "{balance}");

        let run = commands::json(&world, &["billing", "reconcile"]).await;
        assert_eq!((&run[0]["state"], &run[0]["findings"]), (&json!("ended"), &json!(0)), "{run}");
        let again = commands::json(&world, &["billing", "reconcile"]).await;
        assert_eq!((&again[0]["repaired"], &again[0]["findings"]), (&json!(0), &json!(0)), "{again}");
        let verified = commands::json(&world, &["ledger", "verify"]).await;
        assert_eq!(verified["state"], "sound", "{verified}");
        let _running = world.process();
    }
}
