//! Tests revenue: what was paid is owed until its credits are used or expire, wherever a merge has moved them.

use std::time::Duration;

use product_api::billing::recognize_revenue;
use product_api::{sweep, user_changes};
use serde_json::{Value, json};

use super::sales::{Seller, pay, text};
use crate::credits::post;
use crate::harness::{TestApi, on_both_engines};
use crate::merges::{assert_sound, give, spend, sub};

const DAY: Duration = Duration::from_hours(24);

/// Money of the journal, in cents.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Revenue {
    deferred: i64,
    earned: i64,
    breakage: i64,
}

/// Returns the state of the revenue after the end of a day. The verification finds the books sound.
pub(super) async fn after(world: &TestApi, days: u32) -> Revenue {
    world.clock.advance(DAY * days);
    sweep::once(&world.app).await.unwrap();
    recognize_revenue(&world.app).await.unwrap();
    assert_sound(world).await;
    let deferred = "SELECT CAST(COALESCE(-SUM(amount), 0) AS BIGINT) FROM money_entry WHERE account = 'deferred'";
    let earned = "SELECT CAST(COALESCE(-SUM(amount), 0) AS BIGINT) FROM money_entry WHERE account = 'earned'";
    let breakage = "SELECT CAST(COALESCE(-SUM(amount), 0) AS BIGINT) FROM money_entry WHERE account = 'breakage'";
    Revenue {
        deferred: world.count(deferred).await,
        earned: world.count(earned).await,
        breakage: world.count(breakage).await,
    }
}

/// Buys the pack for a customer. Its 500 credits cost 9.09 euros, and the bonus of 50 costs 0.91 euros.
async fn buy(world: &TestApi, seller: &Seller, customer: &Value) {
    let checkout = seller.started(world, &json!({"customer": customer})).await;
    pay(world, &checkout, "pays");
    assert_eq!(seller.synced(world, &checkout).await["state"], "completed");
}

/// Spends credits, and returns the id of the transaction.
async fn spent(
    world: &TestApi,
    seller: &Seller,
    name: &str,
    customer: &Value,
    amount: i64,
) -> String {
    let (status, body) = spend(world, seller.test_key(), name, customer.clone(), amount).await;
    assert_eq!(status, 200, "{body}");
    text(&body["transaction"]["id"])
}

on_both_engines! {
    async fn revenue_follows_the_credits(world: TestApi) {
        let seller = Seller::open(&world).await;
        let ada = json!({"external_id": "ada"});
        buy(&world, &seller, &ada).await;
        spent(&world, &seller, "s1", &ada, 30).await;
        assert_eq!(after(&world, 0).await, Revenue { deferred: 1000, earned: 0, breakage: 0 }, "the day is not over");
        // 30 of the 50 credits of the bonus, which are used first.
        assert_eq!(after(&world, 1).await, Revenue { deferred: 946, earned: 54, breakage: 0 });
        let booked = "SELECT count(*) FROM money_txn WHERE key = 'earn:2027-01-15' AND kind = 'earning' AND booked_at = 1800057599999999";
        assert_eq!(world.count(booked).await, 1, "the revenue counts on the day before");
        let second = spent(&world, &seller, "s2", &ada, 120).await;
        assert_eq!(after(&world, 1).await, Revenue { deferred: 728, earned: 272, breakage: 0 });
        assert_eq!(after(&world, 0).await, Revenue { deferred: 728, earned: 272, breakage: 0 }, "a day is recognized once");
        assert_eq!(after(&world, 1).await, Revenue { deferred: 728, earned: 272, breakage: 0 });
        let path = format!("/v1/transactions/{second}/reverse");
        assert_eq!(post(&world, &path, seller.test_key(), "r1", json!({})).await.status, 200);
        assert_eq!(after(&world, 1).await, Revenue { deferred: 946, earned: 54, breakage: 0 }, "a reversed spend is owed again");
        // The bonus expires after 90 days, the pack after 365.
        assert_eq!(after(&world, 90).await, Revenue { deferred: 909, earned: 54, breakage: 37 });
        assert_eq!(world.count("SELECT count(*) FROM recognition WHERE is_open").await, 1);
        assert_eq!(after(&world, 300).await, Revenue { deferred: 0, earned: 54, breakage: 946 });
        assert_eq!(world.count("SELECT count(*) FROM recognition WHERE is_open").await, 0, "nothing can change any more");
        assert_eq!(world.count("SELECT count(*) FROM money_txn WHERE kind = 'earning'").await, 5);
    }
}

on_both_engines! {
    async fn revenue_follows_credits_that_a_merge_has_moved(world: TestApi) {
        let seller = Seller::open(&world).await;
        let key = seller.test_key();
        buy(&world, &seller, &sub("usr_b")).await;
        spent(&world, &seller, "s1", &sub("usr_b"), 50).await;
        give(&world, (key, "g1"), sub("usr_a"), 10, None).await;
        world.issuer.merge("mrg_1", "usr_b", "usr_a", "merged");
        assert_eq!(user_changes::once(&world.app).await.unwrap(), 1);
        // The ten free credits, and a hundred of the pack.
        spent(&world, &seller, "s2", &sub("usr_a"), 110).await;
        assert_eq!(after(&world, 1).await, Revenue { deferred: 728, earned: 272, breakage: 0 });
        world.issuer.merge("mrg_1", "usr_b", "usr_a", "undone");
        assert_eq!(user_changes::once(&world.app).await.unwrap(), 1);
        spent(&world, &seller, "s3", &sub("usr_b"), 100).await;
        assert_eq!(after(&world, 1).await, Revenue { deferred: 546, earned: 454, breakage: 0 });
        assert_eq!(after(&world, 400).await, Revenue { deferred: 0, earned: 454, breakage: 546 });
    }
}

on_both_engines! {
    async fn journal_is_exported_page_by_page(world: TestApi) {
        let seller = Seller::open(&world).await;
        let ada = json!({"external_id": "ada"});
        buy(&world, &seller, &ada).await;
        spent(&world, &seller, "s1", &ada, 30).await;
        after(&world, 1).await;
        let key = seller.test_key();
        let (mut entries, mut cursor) = (Vec::new(), String::new());
        loop {
            let page = world.get(&format!("/v1/revenue/journal?limit=2{cursor}"), key).await;
            assert_eq!(page.status, 200, "{page:?}");
            let page = page.json();
            entries.extend(page["items"].as_array().unwrap().clone());
            let Some(next) = page["next_cursor"].as_str() else { break };
            cursor = format!("&cursor={next}");
        }
        let facts: Vec<Value> = entries
            .iter()
            .map(|entry| json!([entry["date"], entry["kind"], entry["account"], entry["currency"], entry["amount"]]))
            .collect();
        // Stripe keeps 1.5 % and 25 cents.
        assert_eq!(facts, [
            json!(["2027-01-15", "payment", "stripe", "eur", "10.00"]),
            json!(["2027-01-15", "payment", "deferred", "eur", "-10.00"]),
            json!(["2027-01-15", "fee", "fees", "eur", "0.40"]),
            json!(["2027-01-15", "fee", "stripe", "eur", "-0.40"]),
            json!(["2027-01-15", "earning", "deferred", "eur", "0.54"]),
            json!(["2027-01-15", "earning", "earned", "eur", "-0.54"]),
        ]);
        assert_eq!(entries[0]["key"], format!("pay:{}", text(&entries[0]["payment_id"])));
        assert!(text(&entries[0]["stripe_payment_intent"]).starts_with("pi_"));
        assert!(text(&entries[0]["customer_id"]).starts_with("cus_"));
        assert_eq!((&entries[4]["key"], &entries[4]["payment_id"]), (&json!("earn:2027-01-15"), &Value::Null));
        for (query, count) in [("?from=2027-01-16", 0), ("?to=2027-01-14", 0), ("?from=2027-01-15&to=2027-01-15", 6)] {
            let page = world.get(&format!("/v1/revenue/journal{query}"), key).await.json();
            assert_eq!(page["items"].as_array().unwrap().len(), count, "{query}");
        }
        let odd = world.get("/v1/revenue/journal?from=yesterday", key).await;
        assert_eq!(odd.is_problem(400, "invalid-request")["errors"][0]["parameter"], "from");
        let live = world.get("/v1/revenue/journal", &seller.shop.key).await.json();
        assert_eq!(live, json!({"items": [], "next_cursor": null}), "live and test have separate journals");
    }
}
