//! A newcomer sells the first pack: `make run`, register, pack, buy, spend, refund, dispute lost, and both sides agree.
//!
//! No account and no network is needed: the server itself runs a double of Stripe, whose card page the buyer fills in.

use foundation::on_both_engines;
use journeys::browser::Browser;
use journeys::installation::TestInstallation;
use journeys::selling_website::{PACK_CREDITS, PACK_PRICE, SaleResponse, SellingWebsite};
use serde_json::{Value, json};

use crate::commands;
use crate::pretend_bank::at_the_bank;
use crate::sale_steps::{completes, patiently, refunded, started, takes_back, text};

/// Buys the pack for a customer on the card page. Returns the payment.
async fn buy(shop: &SellingWebsite, buyer: &str) -> String {
    // The price is made at Stripe, and the test mode is connected, shortly after the registration.
    let checkout = started(shop, buyer).await;
    assert_eq!(
        (&checkout["state"], &checkout["credits"]),
        (&json!("open"), &json!(500)),
        "{checkout}"
    );
    let (browser, url) = (Browser::default(), text(&checkout["url"]));
    let page = browser.open(&url).await;
    assert!(page.body.contains("10.00"), "{}", page.body);
    assert!(page.body.contains("No money moves"), "{}", page.body);
    let refused = browser.submit(&url, &[("method", "declined")]).await;
    assert_eq!(refused.status, 402, "{}", refused.body);
    let back = browser.submit(&url, &[("method", "pays")]).await;
    assert!(
        back.url.as_str().starts_with("https://shop.example/done"),
        "{}",
        back.url
    );
    completes(shop, &text(&checkout["id"])).await
}

/// Returns the credits that a customer can spend, and those that the customer owes.
async fn balance(shop: &SellingWebsite, payment: &str) -> (i64, i64) {
    let customer = text(&shop.payment(payment).await.unwrap().body["customer_id"]);
    let path = format!("/v1/customers/{customer}/balance");
    let balance = shop.get(&path).await.unwrap().body;
    let number = |name: &str| balance[name].as_i64().unwrap();
    (number("available"), number("debt"))
}

async fn spend(shop: &SellingWebsite, buyer: &str, amount: i64) {
    let body = json!({"customer": {"external_id": buyer}, "amount": amount});
    let key = format!("{buyer}-{amount}");
    let spent = shop.post("/v1/spends", &key, &body).await.unwrap();
    assert_eq!(spent.status, 200, "{spent:?}");
}

/// Sums up an account of the money journal, in cents.
async fn booked(shop: &SellingWebsite, account: &str) -> i64 {
    let page = shop
        .as_owner("GET /v1/revenue/journal?limit=100", &Value::Null)
        .await;
    let entries = page["items"].as_array().unwrap().iter();
    let own = entries.filter(|entry| entry["account"] == account);
    own.map(|entry| entry["amount_minor"].as_i64().unwrap())
        .sum()
}

/// Runs `tollgate billing reconcile`, which fails unless both sides agree, and returns the run of the pretend account.
async fn reconcile(world: &TestInstallation) -> Value {
    let runs = commands::json(world, &["billing", "reconcile"]).await;
    runs[0].clone()
}

on_both_engines! {
    async fn make_run_register_pack_buy_spend_refund_dispute_lost_reconcile(mut world: TestInstallation) {
        let shop = SellingWebsite::open_pretend(&world.place).await;
        let first = buy(&shop, "ada").await;
        assert_eq!(balance(&shop, &first).await, (PACK_CREDITS, 0));
        spend(&shop, "ada", 5).await;
        assert_eq!(balance(&shop, &first).await, (PACK_CREDITS - 5, 0));

        // The owner gives everything back; the five credits that were used are owed.
        refunded(&shop, &first).await;
        assert_eq!(balance(&shop, &first).await, (0, 5));

        let second = buy(&shop, "bob").await;
        spend(&shop, "bob", 150).await;
        let url = text(&started(&shop, "cleo").await["url"]);
        let charge = shop.payment(&second).await.unwrap().body["stripe_charge"].clone();
        let dispute = at_the_bank(&url, "open_dispute", &json!({ "charge": charge })).await;
        let is_frozen = |answer: &SaleResponse| answer.body["credits_frozen"] == PACK_CREDITS - 150;
        patiently(async || shop.payment(&second).await, is_frozen).await;
        assert_eq!(balance(&shop, &second).await, (0, 0));
        at_the_bank(&url, "step_dispute", &json!({"dispute": dispute["id"], "step": "lose"})).await;
        takes_back(&shop, &second).await;
        assert_eq!(balance(&shop, &second).await, (0, 150));
        let disputes = shop.get("/v1/disputes?state=lost").await.unwrap().body;
        assert_eq!(disputes["items"][0]["payment_id"], second.as_str(), "{disputes}");

        let run = reconcile(&world).await;
        assert_eq!((&run["state"], &run["findings"]), (&json!("ended"), &json!(0)), "{run}");
        let again = reconcile(&world).await;
        assert_eq!((&again["repaired"], &again["findings"]), (&json!(0), &json!(0)), "{again}");
        // The credits that were used become revenue at the end of the day; their money is gone already.
        let gone = booked(&shop, "refunds").await + booked(&shop, "dispute_losses").await;
        assert_eq!((gone, booked(&shop, "deferred").await), (10 + 273, -gone));
        assert_eq!(booked(&shop, "disputed").await, 0);
        let fees = booked(&shop, "fees").await;
        assert_eq!(booked(&shop, "stripe").await, -fees, "of two times {PACK_PRICE} the fees are gone");
        let verified = commands::json(&world, &["ledger", "verify"]).await;
        assert_eq!(verified["state"], "sound", "{verified}");
        let _running = world.process();
    }
}
