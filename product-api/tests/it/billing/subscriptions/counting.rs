//! Tests the number of live subscriptions in the revenue and of plans, and their money in a month.

use foundation::testing::TestEngine;
use serde_json::{Value, json};

use super::subscriber::{Subscriber, put_plan, seller_of_plans};
use crate::billing::sales::text;
use crate::billing::stripe::with_deliveries;
use crate::features::put;
use crate::harness::{TestApi, change, on_both_engines};
use crate::operator::operator_token;

const MAP_PRICE: &str = "\
    INSERT INTO mapped_price (connection_id, stripe_price_id, item_id, version, currency, created_at) \
    SELECT connection_id, 'price_mapped', plan_id, plan_version, 'eur', 0 FROM subscription WHERE id = $1";

/// Subscribes a customer to a plan, in euros or in dollars.
async fn subscribe(
    world: &TestApi,
    before: Subscriber,
    customer: &str,
    changes: &Value,
) -> Subscriber {
    let mut wish = json!({"pack": null, "customer": {"external_id": customer}});
    change(&mut wish, changes);
    Subscriber::by_checkout(world, before.seller, &wish, "pays").await
}

/// Returns the number of subscriptions of each plan of a website, by the plan's code.
async fn subscribers(world: &TestApi, key: &str) -> Value {
    let page = world.get("/v1/plans", key).await.json();
    let plans = page["items"].as_array().unwrap();
    plans
        .iter()
        .map(|plan| (text(&plan["code"]), plan["subscribers"].clone()))
        .collect()
}

/// Returns the subscriptions of the revenue of a website.
async fn counted(world: &TestApi, key: &str) -> Value {
    let revenue = world.get("/v1/revenue", key).await;
    assert_eq!(revenue.status, 200, "{revenue:?}");
    revenue.json()["subscriptions"].clone()
}

fn sums(currency: &str, mrr_minor: i64, active: i64) -> Value {
    json!({"currency": currency, "mrr_minor": mrr_minor, "active": active, "trialing": 0, "past_due": 0})
}

on_both_engines! {
    async fn revenue_counts_live_subscriptions_by_currency(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let seller = seller_of_plans(&world).await;
        assert_eq!(counted(&world, seller.test_key()).await, json!([]));
        put_plan(&world, &seller, "dollar", &json!({"prices": [{"currency": "usd", "amount_minor": 1_100}]})).await;
        let wish = json!({"pack": null, "plan": "pro"});
        let ada = Subscriber::by_checkout(&world, seller, &wish, "pays").await;
        let one = ada.id.clone();
        let bob = subscribe(&world, ada, "bob", &json!({"plan": "yearly"})).await;
        let cleo = subscribe(&world, bob, "cleo", &json!({"plan": "pro", "quantity": 3})).await;
        let three = cleo.id.clone();
        let dan = subscribe(&world, cleo, "dan", &json!({"plan": "dollar", "currency": "usd"})).await;
        let key = dan.seller.test_key();
        // 9.00 euros, 90.00 a year, three times 9.00, and 11.00 dollars.
        let all = json!([sums("eur", 900 + 750 + 2_700, 3), sums("usd", 1_100, 1)]);
        assert_eq!(counted(&world, key).await, all);
        let payments = world.get("/v1/revenue/payments", key).await.json();
        let lines = payments["items"].as_array().unwrap();
        let of_ada = lines.iter().find(|line| line["source_id"] == one.as_str()).unwrap();
        assert_eq!((lines.len(), &of_ada["source"], &of_ada["gross"]), (4, &json!("subscription"), &json!("9.00")));
        assert!(of_ada["stripe_invoice"].as_str().unwrap().starts_with("in_"), "{of_ada}");
        assert_eq!(counted(&world, &dan.seller.shop.key).await, json!([]), "live and test are apart");
        let everywhere = world.get("/v1/operator/revenue?mode=test", &operator_token(&world)).await.json();
        assert_eq!(everywhere["subscriptions"], all);
        let live = world.get("/v1/operator/revenue", &operator_token(&world)).await.json();
        assert_eq!(live["subscriptions"], json!([]));

        world.sql("UPDATE subscription SET status = 'past_due' WHERE id = $1", &[&one]).await;
        world.sql("UPDATE subscription SET status = 'trialing' WHERE id = $1", &[&three]).await;
        let euros = json!({"currency": "eur", "mrr_minor": 1_650, "active": 1, "trialing": 1, "past_due": 1});
        assert_eq!(counted(&world, key).await[0], euros);
        for ended in [
            "UPDATE subscription SET status = 'canceled' WHERE id = $1",
            "UPDATE subscription SET status = 'paused' WHERE id = $1",
            "UPDATE subscription SET status = 'active', collection = 'void' WHERE id = $1",
            "UPDATE subscription SET status = 'new_word' WHERE id = $1",
            "UPDATE subscription SET status = 'active', collection = 'on', stripe_price_id = 'price_mapped' WHERE id = $1",
        ] {
            world.sql(ended, &[&three]).await;
            assert_eq!(counted(&world, key).await[0]["trialing"], 0, "{ended}");
            assert_eq!(counted(&world, key).await[0]["mrr_minor"], 1_650, "{ended}");
        }
        assert_eq!(world.sql(MAP_PRICE, &[&three]).await, 1);
        assert_eq!(counted(&world, key).await[0]["mrr_minor"], 4_350, "a mapped price has the money of its plan");
        world.sql("UPDATE subscription SET plan_id = NULL, plan_version = NULL WHERE id = $1", &[&three]).await;
        assert_eq!(counted(&world, key).await[0]["active"], 1, "a price of no plan has no known period");
        world.sql("UPDATE book_billing SET connection_id = NULL", &[]).await;
        assert_eq!(counted(&world, key).await, json!([]), "Stripe no longer reports them");
    }
}

on_both_engines! {
    async fn plan_counts_its_live_subscriptions(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let wish = json!({"pack": null, "plan": "pro"});
        let ada = Subscriber::by_checkout(&world, seller_of_plans(&world).await, &wish, "pays").await;
        let one = ada.id.clone();
        let bob = subscribe(&world, ada, "bob", &json!({"plan": "pro"})).await;
        let cleo = subscribe(&world, bob, "cleo", &json!({"plan": "team"})).await;
        let key = cleo.seller.test_key();
        let all = json!({"basic": 0, "pro": 2, "team": 1, "yearly": 0});
        assert_eq!(subscribers(&world, key).await, all);
        for (status, counted) in [
            ("past_due", 2),
            ("trialing", 2),
            ("unpaid", 1),
            ("paused", 1),
            ("incomplete", 1),
            ("canceled", 1),
            ("new_word", 1),
            ("active", 2),
        ] {
            world.sql("UPDATE subscription SET status = $1 WHERE id = $2", &[status, &one]).await;
            assert_eq!(world.get("/v1/plans/pro", key).await.json()["subscribers"], counted, "{status}");
        }
        let path = "/v1/plans/pro";
        let archived = put(&world, path, key, &json!({"name": "Pro", "status": "archived"})).await.json();
        assert_eq!(archived["subscribers"], 2, "subscriptions of an archived plan continue");
        world.sql("UPDATE subscription SET plan_id = NULL, plan_version = NULL WHERE id = $1", &[&one]).await;
        assert_eq!(subscribers(&world, key).await["pro"], 1, "a price of no plan");
        world.sql("UPDATE book_billing SET connection_id = NULL", &[]).await;
        assert_eq!(subscribers(&world, key).await["pro"], 0, "Stripe no longer reports it");
    }
}
