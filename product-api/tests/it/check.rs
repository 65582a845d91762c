//! Tests `POST /v1/check` over HTTP: its responses, its shapes, and isolation of websites and modes.

use serde_json::{Value, json};

use crate::credits::{Shop, grant, post};
use crate::features::priced;
use crate::harness::{TestApi, change, on_both_engines};

async fn check(world: &TestApi, key: &str, said: &Value) -> crate::harness::HttpResponse {
    let mut body = json!({"customer": {"external_id": "ada"}});
    change(&mut body, said);
    post(world, "/v1/check", key, "", &body).await
}

on_both_engines! {
    async fn each_response_is_a_200_with_its_reason(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let granted = grant(&world, &shop, "g", "ada", 100).await.json();
        priced(&world, &shop.key, "image", 3, 2).await;
        priced(&world, &shop.key, "free", 0, 1).await;
        priced(&world, &shop.key, "dear", 9_007_199_254_740_991, 1).await;
        let largest = 9_007_199_254_740_991_i64;
        let rows = [
            (json!({"amount": 100}), Value::Null, json!(100)),
            (json!({"amount": 101}), json!("insufficient-credits"), json!(101)),
            (json!({"amount": 100, "feature": "image"}), Value::Null, json!(100)),
            (json!({"feature": "image", "quantity": 66}), Value::Null, json!(99)),
            (json!({"feature": "image", "quantity": 67}), json!("insufficient-credits"), json!(101)),
            (json!({"feature": "free", "quantity": largest}), Value::Null, json!(0)),
            (json!({"feature": "dear", "quantity": 1}), json!("insufficient-credits"), json!(largest)),
            (json!({"feature": "dear", "quantity": 2}), json!("amount-out-of-range"), Value::Null),
            (json!({"feature": "none", "quantity": 1}), json!("unknown-feature"), Value::Null),
            (json!({"amount": 0}), json!("amount-out-of-range"), Value::Null),
            (json!({"amount": -1}), json!("amount-out-of-range"), Value::Null),
            (json!({"amount": 1.5}), json!("amount-out-of-range"), Value::Null),
            (json!({"amount": "1"}), json!("amount-out-of-range"), Value::Null),
            (json!({"feature": "image", "quantity": 0}), json!("amount-out-of-range"), Value::Null),
        ];
        for (said, reason, cost) in rows {
            let response = check(&world, &shop.key, &said).await;
            assert_eq!(response.status, 200, "{said} {response:?}");
            assert_eq!(response.json(), json!({
                "allowed": reason.is_null(), "reason": reason, "cost": cost, "available": 100, "balance": granted["balance"],
                "balance_version": 1,
            }), "{said}");
        }
        let unknown_customer = check(&world, &shop.key, &json!({"customer": {"id": "cus_none"}, "amount": 1})).await;
        assert_eq!(unknown_customer.json(), json!({
            "allowed": false, "reason": "not-found", "cost": 1, "available": 0, "balance": null, "balance_version": 0,
        }));
        let new = check(&world, &shop.key, &json!({"customer": {"email": "new@example.com"}, "amount": 1})).await.json();
        assert_eq!((&new["reason"], &new["balance"]), (&json!("insufficient-credits"), &Value::Null));
        assert_eq!(world.count("SELECT count(*) FROM customers").await, 1);
        // The control spends what the check allowed: the same body with an idempotency key.
        let spend = json!({"customer": {"external_id": "ada"}, "feature": "image", "quantity": 66});
        assert_eq!(post(&world, "/v1/spends", &shop.key, "s", spend).await.json()["transaction"]["amount"], -99);
    }
}

on_both_engines! {
    async fn each_wrong_shape_is_pointed_at(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let rows = [
            (json!({}), "/amount"),
            (json!({"feature": "image"}), "/amount"),
            (json!({"quantity": 1}), "/feature"),
            (json!({"amount": 1, "quantity": 1}), "/quantity"),
            (json!({"amount": 1, "customer": {}}), "/customer"),
            (json!({"amount": 1, "customer": {"email": "nobody"}}), "/customer/email"),
            (json!({"amount": 1, "description": "x"}), "/description"),
        ];
        for (said, pointer) in rows {
            let problem = check(&world, &shop.key, &said).await.is_problem(400, "invalid-request");
            assert_eq!(problem["errors"][0]["pointer"], pointer, "{said}");
        }
    }
}

on_both_engines! {
    // row: K1
    async fn check_reveals_no_foreign_customers(world: TestApi) {
        let one = Shop::open(&world, "usr_1", "One").await;
        let two = Shop::open(&world, "usr_2", "Two").await;
        let customer = grant(&world, &one, "g", "ada", 100).await.json()["balance"]["customer_id"].clone();
        priced(&world, &one.key, "image", 3, 2).await;
        let by_id = json!({"customer": {"id": customer}, "amount": 5});
        assert_eq!(check(&world, &one.key, &by_id).await.json()["allowed"], true);
        let absent = check(&world, &two.key, &json!({"customer": {"id": "cus_none"}, "amount": 5})).await.json();
        for foreign in [&two.key, &two.test_key, &one.test_key] {
            assert_eq!(check(&world, foreign, &by_id).await.json(), absent);
            let by_name = check(&world, foreign, &json!({"amount": 5})).await.json();
            assert_eq!((&by_name["reason"], &by_name["balance"]), (&json!("insufficient-credits"), &Value::Null));
            let priced = check(&world, foreign, &json!({"feature": "image", "quantity": 1})).await.json();
            assert_eq!(priced["reason"], "unknown-feature");
        }
        let owner = post(&world, "/v1/check", &world.token("usr_1"), "", &by_id).await;
        owner.is_problem(403, "insufficient-scope");
        world.sql("UPDATE api_keys SET scopes = 'credits.grant' WHERE website_id = $1", &[&one.id]).await;
        check(&world, &one.key, &by_id).await.is_problem(403, "insufficient-scope");
        world.sql("UPDATE websites SET status = 'suspended' WHERE id = $1", &[&two.id]).await;
        let outcome = check(&world, &two.key, &by_id).await.json();
        assert_eq!((&outcome["allowed"], &outcome["reason"]), (&json!(false), &json!("website-suspended")));
    }
}
