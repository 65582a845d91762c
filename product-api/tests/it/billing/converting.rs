//! Tests money that Stripe converts: the journal explains the balance in both currencies.

use std::time::Duration;

use serde_json::{Value, json};

use super::reconciling::{apply, compare, counts};
use super::refunding::assert_settled;
use super::sales::{Seller, at_stripe, pay, text};
use super::stripe::ACCOUNT;
use crate::harness::{TestApi, on_both_engines};

/// Sells a pack to a buyer with a payment method, and returns the charge.
async fn sold(world: &TestApi, seller: &Seller, method: &str) -> String {
    let checkout = seller.started(world, &json!({})).await;
    pay(world, &checkout, method);
    let paid = seller.synced(world, &checkout).await;
    assert_eq!(paid["state"], "completed", "{paid}");
    text(&at_stripe(world, "/v1/charges").await[0]["id"])
}

/// Returns the money of the account `stripe` in both currencies, in minor units.
async fn at_stripe_by_us(world: &TestApi) -> (i64, i64) {
    let eur = "SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM money_entry WHERE account = 'stripe' AND currency = 'eur'";
    let usd = "SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM money_entry WHERE account = 'stripe' AND currency = 'usd'";
    (world.count(eur).await, world.count(usd).await)
}

/// Returns the sum of all movements at Stripe after their fees.
async fn movements(world: &TestApi) -> i64 {
    let listed = at_stripe(world, "/v1/balance_transactions").await;
    assert!(
        listed.iter().all(|one| one["currency"] == "usd"),
        "{listed:?}"
    );
    listed.iter().map(|one| one["net"].as_i64().unwrap()).sum()
}

/// Compares, and applies what differs.
async fn bring_up_to_date(world: &TestApi, seller: &Seller) {
    world.clock.advance(Duration::from_mins(2));
    let run = compare(world, seller, &json!({})).await;
    assert_eq!(counts(&run).1, 0, "{run}");
    apply(world).await;
}

on_both_engines! {
    async fn converted_money_is_explained_in_both_currencies(world: TestApi) {
        let seller = Seller::open(&world).await;
        // The balance is in dollars: a euro is 1.10 dollars.
        let rates = json!({"account": ACCOUNT, "default_currency": "usd", "exchange_rates": {"eur": 1_100_000}});
        world.stripe.control("set_account", &rates).unwrap();
        sold(&world, &seller, "pays").await;
        assert_eq!(at_stripe_by_us(&world).await, (0, movements(&world).await));
        let refunded = sold(&world, &seller, "pays").await;
        let failing = sold(&world, &seller, "refund_fails").await;
        let disputed = [sold(&world, &seller, "pays").await, sold(&world, &seller, "pays").await];
        world.clock.advance(Duration::from_mins(1));
        for charge in [refunded, failing] {
            let refund = json!({"charge": charge, "amount": 400});
            world.stripe.control("refund_charge", &refund).unwrap();
        }
        let mut disputes = Vec::new();
        for charge in disputed {
            let opened = json!({"charge": charge, "reason": "fraudulent"});
            let opened = world.stripe.control("open_dispute", &opened).unwrap();
            disputes.push(opened["id"].clone());
        }
        bring_up_to_date(&world, &seller).await;
        assert_eq!(at_stripe_by_us(&world).await, (0, movements(&world).await));
        for (dispute, step) in disputes.iter().zip(["lose", "win"]) {
            let step = json!({"dispute": dispute, "step": step});
            world.stripe.control("step_dispute", &step).unwrap();
        }
        bring_up_to_date(&world, &seller).await;
        bring_up_to_date(&world, &seller).await;
        assert_eq!(at_stripe_by_us(&world).await, (0, movements(&world).await));
        let failed = "SELECT count(*) FROM refund WHERE state = 'failed'";
        assert_eq!(world.count(failed).await, 1, "the control: money came back");
        // Five payments with 1.5 % and 25 cents, and two disputes with 20 dollars.
        let fees = "SELECT CAST(SUM(amount) AS BIGINT) FROM money_entry WHERE account = 'fees' AND currency = 'usd'";
        let listed = at_stripe(&world, "/v1/balance_transactions").await;
        let at_stripe: i64 = listed.iter().map(|one| one["fee"].as_i64().unwrap()).sum();
        assert_eq!(world.count(fees).await, at_stripe);
        assert!(at_stripe > 4_000, "{at_stripe}");
        let odd = "SELECT count(*) FROM money_entry WHERE account <> 'conversion' AND currency NOT IN ('eur', 'usd')";
        assert_eq!(world.count(odd).await, 0);
        assert_settled(&world).await;
        let revenue = world.get("/v1/revenue", seller.test_key()).await.json();
        for item in revenue["items"].as_array().unwrap() {
            let number = |name: &str| item[name].as_i64().unwrap();
            let explained = number("payments_minor") - number("refunds_minor") - number("disputes_minor") - number("fees_minor")
                + number("converted_minor");
            assert_eq!(number("balance_minor"), explained, "{item}");
        }
        assert_ne!(revenue["items"], Value::from(Vec::<Value>::new()));
    }
}
