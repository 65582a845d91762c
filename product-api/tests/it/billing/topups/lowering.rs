//! Tests how websites read, lower and turn off automatic top-ups of their customers.

use foundation::testing::TestEngine;
use serde_json::{Value, json};

use super::buyer::Buyer;
use crate::billing::sales::call;
use crate::billing::stripe::{as_owner, with_deliveries};
use crate::credits::Shop;
use crate::harness::{change, on_both_engines};

/// Returns the values of the rule with changes.
fn same(changes: &Value) -> Value {
    let mut body = json!({"threshold": 100, "month_max_minor": 5_000, "month_max_count": 5});
    change(&mut body, changes);
    body
}

on_both_engines! {
    async fn back_end_lowers_and_never_raises(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let buyer = Buyer::new(&world).await;
        let two = buyer.set(&world, &json!({"quantity": 2})).await;
        assert_eq!(two.status, 200, "{two:?}");
        for changes in [json!({"threshold": 101}), json!({"month_max_minor": 5_001}), json!({"month_max_count": 6}), json!({"quantity": 3})] {
            let refused = buyer.as_back_end(&world, "PUT", &same(&changes)).await;
            refused.is_problem(409, "needs-consent");
        }
        assert_eq!(buyer.read(&world).await, two.json(), "nothing was changed");
        let low = buyer.as_back_end(&world, "PUT", &same(&json!({"month_max_minor": 1_999}))).await;
        assert_eq!(low.is_problem(422, "cap-too-low")["needed_minor"], 2_000);
        for (pointer, changes) in [("/threshold", json!({"threshold": -1})), ("/pack", json!({"pack": "small"})), ("/consent", json!({"consent": "x"}))] {
            let problem = buyer.as_back_end(&world, "PUT", &same(&changes)).await.is_problem(400, "invalid-request");
            assert_eq!(problem["errors"][0]["pointer"], pointer, "{changes}");
        }
        let lower = json!({"quantity": 1, "threshold": 50, "month_max_minor": 2_000, "month_max_count": 2, "min_seconds": 600});
        let lowered = buyer.as_back_end(&world, "PUT", &lower).await;
        assert_eq!(lowered.status, 200, "{lowered:?}");
        let one = lowered.json();
        for (name, value) in lower.as_object().unwrap() {
            assert_eq!(&one[name], value, "{name} of {one}");
        }
        assert_eq!((&one["state"], &one["consent_text"]), (&json!("active"), &two.json()["consent_text"]));
        assert_eq!(buyer.read(&world).await, one);
        // The consent is to what is left: the buyer agrees again to get the old values back.
        buyer.set(&world, &json!({"consent": null})).await.is_problem(409, "needs-consent");
    }
}

on_both_engines! {
    async fn website_turns_a_top_up_off_and_only_the_buyer_turns_it_on(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let buyer = Buyer::new(&world).await;
        buyer.turn_on(&world).await;
        let off = buyer.as_back_end(&world, "DELETE", &Value::Null).await;
        assert_eq!((off.status, &off.json()["state"]), (200, &json!("off")), "{off:?}");
        let again = buyer.as_back_end(&world, "DELETE", &Value::Null).await;
        assert_eq!((again.status, &again.body), (200, &off.body));
        buyer.as_back_end(&world, "PUT", &same(&json!({"threshold": 50}))).await.is_problem(409, "needs-consent");
        buyer.set(&world, &json!({"consent": null})).await.is_problem(409, "needs-consent");
        assert_eq!(buyer.turn_on(&world).await["state"], "active");
        let site = (buyer.seller.shop.id.as_str(), "test");
        let owner = as_owner(&world, "usr_1", site, &format!("DELETE {}", buyer.path()), None).await;
        assert_eq!((owner.status, &owner.json()["state"]), (200, &json!("off")), "the owner, too: {owner:?}");
    }
}

on_both_engines! {
    async fn customers_of_others_are_not_found(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let buyer = Buyer::new(&world).await;
        buyer.turn_on(&world).await;
        let other = Shop::open(&world, "usr_2", "Films").await;
        let operations = [
            (format!("GET {}", buyer.path()), Value::Null),
            (format!("GET {}/attempts", buyer.path()), Value::Null),
            (format!("PUT {}", buyer.path()), same(&json!({}))),
            (format!("DELETE {}", buyer.path()), Value::Null),
        ];
        for (operation, body) in &operations {
            for key in [&other.test_key, &other.key, &buyer.seller.shop.key] {
                call(&world, operation, key, "", body).await.is_problem(404, "not-found");
            }
            let absent = operation.replace(&buyer.customer, "cus_none");
            call(&world, &absent, buyer.seller.test_key(), "", body).await.is_problem(404, "not-found");
            // A user's token for purchases is no access to the website.
            call(&world, operation, &buyer.token, "", body).await.is_problem(403, "insufficient-scope");
        }
        world.sql("UPDATE api_keys SET scopes = 'billing.read' WHERE website_id = $1", &[&buyer.seller.shop.id]).await;
        for (operation, body) in &operations {
            let response = call(&world, operation, buyer.seller.test_key(), "", body).await;
            if operation.starts_with("GET ") {
                assert_eq!(response.status, 200, "{operation}: {response:?}");
            } else {
                assert_eq!(response.is_problem(403, "insufficient-scope")["required_scope"], "billing.sell", "{operation}");
            }
        }
        world.sql("UPDATE api_keys SET scopes = 'credits.spend' WHERE website_id = $1", &[&buyer.seller.shop.id]).await;
        let narrow = buyer.as_back_end(&world, "GET", &Value::Null).await;
        assert_eq!(narrow.is_problem(403, "insufficient-scope")["required_scope"], "billing.read");
        assert_eq!(buyer.read(&world).await["state"], "active");
    }
}
