//! Tests the lots in the response to a spend, and the lots that users see.

use std::time::Duration;

use serde_json::{Value, json};

use crate::credits::{Shop, post};
use crate::features::priced;
use crate::harness::{TestApi, on_both_engines};

async fn granted(world: &TestApi, shop: &Shop, key: &str, more: &Value) -> Value {
    let mut body = json!({"customer": {"sub": "usr_9"}, "amount": 10, "kind": "promo"});
    crate::harness::change(&mut body, more);
    let response = post(world, "/v1/grants", &shop.key, key, body).await;
    assert_eq!(response.status, 200, "{response:?}");
    response.json()
}

fn spend(amount: i64) -> Value {
    json!({"customer": {"sub": "usr_9"}, "amount": amount, "feature": "image"})
}

fn lot(kind: &str, (amount, remaining): (i64, i64), feature: &Value, expires_at: &Value) -> Value {
    json!({"kind": kind, "amount": amount, "remaining": remaining, "feature": feature, "expires_at": expires_at})
}

on_both_engines! {
    async fn spend_lists_its_lots_in_burn_order(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        priced(&world, &shop.key, "image", 1, 1).await;
        granted(&world, &shop, "a", &json!({"kind": "purchase"})).await;
        granted(&world, &shop, "b", &json!({"expires_at": "2027-02-01T00:00:00Z"})).await;
        granted(&world, &shop, "c", &json!({"feature": "image", "amount": 5})).await;
        let outcome = post(&world, "/v1/spends", &shop.key, "s", spend(18)).await.json();
        let (none, soon) = (Value::Null, json!("2027-02-01T00:00:00.000Z"));
        let expected = [
            lot("promo", (5, 0), &json!("image"), &none),
            lot("promo", (10, 0), &none, &soon),
            lot("purchase", (3, 7), &none, &none),
        ];
        assert_eq!((&outcome["lots"], &outcome["lot_count"]), (&json!(expected), &json!(3)), "{outcome}");
        let explained = outcome["transaction"]["id"].as_str().unwrap();
        let explained = world.get(&format!("/v1/transactions/{explained}"), &shop.key).await.json();
        let mut amounts: Vec<i64> = explained["lots"].as_array().unwrap().iter().map(|lot| -lot["amount"].as_i64().unwrap()).collect();
        amounts.sort_unstable();
        assert_eq!(amounts, [3, 5, 10], "the books say the same");
        // Batches report lots in this form; a free spend uses no lot, and debt is in no lot.
        let items = json!({"items": [{"idempotency_key": "t", "spend": spend(1)}]});
        let batch = post(&world, "/v1/spends:batch", &shop.key, "", items).await.json();
        assert_eq!(batch["results"][0]["answer"]["lots"], json!([lot("purchase", (1, 6), &none, &none)]));
        assert_eq!(batch["results"][0]["retry_after"], Value::Null);
        let id = outcome["balance"]["customer_id"].as_str().unwrap();
        let limit = crate::features::put(&world, &format!("/v1/customers/{id}/overdraft-limit"), &shop.key, &json!({"limit": 9})).await;
        assert_eq!(limit.status, 200, "{limit:?}");
        let owing = post(&world, "/v1/spends", &shop.key, "u", spend(10)).await.json();
        assert_eq!((&owing["lots"], &owing["balance"]["debt"]), (&json!([lot("purchase", (6, 0), &none, &none)]), &json!(4)));
        let all_owed = post(&world, "/v1/spends", &shop.key, "v", spend(1)).await.json();
        assert_eq!((&all_owed["lots"], &all_owed["lot_count"]), (&json!([]), &json!(0)));
    }
}

on_both_engines! {
    async fn user_reads_the_same_balance_as_the_website(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        priced(&world, &shop.key, "image", 1, 1).await;
        granted(&world, &shop, "a", &json!({"expires_at": "2027-01-16T00:00:00Z"})).await;
        let outcome = granted(&world, &shop, "b", &json!({"kind": "purchase"})).await;
        let id = outcome["balance"]["customer_id"].as_str().unwrap();
        let mine = world.token("usr_9");
        for query in ["", "?at=2027-01-17T00:00:00Z", "?at=2027-01-14T00:00:00Z"] {
            let own = world.get(&format!("/v1/me/credits/{id}{query}"), &mine).await;
            let sites = world.get(&format!("/v1/customers/{id}/balance{query}"), &shop.key).await;
            assert_eq!((own.status, own.json()), (200, sites.json()), "{query}");
        }
        let now = world.get(&format!("/v1/me/credits/{id}"), &mine).await.json();
        assert_eq!((&now["available"], &now["lot_count"], &now["next_expiry"]["amount"]), (&json!(20), &json!(2), &json!(10)));
        let list = world.get("/v1/me/credits", &mine).await.json();
        assert_eq!(list["balances"][0]["customer_id"], id);
        world.clock.advance(Duration::from_secs(1));
        // The customer is absent for other callers.
        world.get(&format!("/v1/me/credits/{id}"), &world.token("usr_8")).await.is_problem(404, "not-found");
        world.get("/v1/me/credits/cus_none", &mine).await.is_problem(404, "not-found");
        world.get(&format!("/v1/me/credits/{id}"), &shop.key).await.is_problem(403, "insufficient-scope");
        world.get(&format!("/v1/me/credits/{id}?at=soon"), &mine).await.is_problem(400, "invalid-request");
    }
}
