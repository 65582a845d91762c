//! Tests sign-up grants: each new customer gets them once, at the first contact, before the request's own booking.

use std::time::Duration;

use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};

use crate::credits::{Shop, grant, post};
use crate::harness::{HttpResponse, TestApi, on_both_engines};
use crate::managing_keys::{by_key, made, owner};

async fn set(world: &TestApi, key: &str, body: &Value) -> HttpResponse {
    by_key(world, key, Method::PUT, "/v1/policies/signup-grant", body).await
}

fn taking(who: &str, amount: i64) -> Value {
    json!({"customer": {"external_id": who}, "amount": amount})
}

/// Returns the number of sign-up grants and the sum of their credits.
async fn given(world: &TestApi) -> (i64, i64) {
    (
        world.count("SELECT count(*) FROM txn WHERE op_key LIKE 'signup:cus_%'").await,
        world.count("SELECT COALESCE(CAST(SUM(amount) AS BIGINT), 0) FROM txn WHERE op_key LIKE 'signup:%'").await,
    )
}

on_both_engines! {
    // row: L17
    async fn one_of_fifty_first_contacts_gets_the_sign_up_grant(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let replica = world.replica().await;
        let outcome = set(&world, &shop.key, &json!({"enabled": true, "amount": 50, "expires_days": 30})).await;
        assert_eq!(outcome.json(), json!({"mode": "live", "enabled": true, "amount": 50, "expires_days": 30}));
        let authorization = format!("Bearer {}", shop.key);
        let contacts = (0..50).map(|number| {
            let url = if number % 2 == 0 { &world.url } else { &replica.url };
            let (world, authorization) = (&world, authorization.as_str());
            async move {
                let name = format!("s{number}");
                let headers = [
                    ("authorization", authorization), ("content-type", "application/json"), ("idempotency-key", name.as_str()),
                ];
                world.send_to((url, "/v1/spends"), Method::POST, &headers, Some(taking("ada", 2).to_string())).await
            }
        });
        let responses = join_all(contacts).await;
        let done = responses.iter().filter(|response| response.status == 200).count();
        assert_eq!(done, 25, "fifty credits are twenty-five spends");
        assert!(responses.iter().all(|response| [200, 402].contains(&response.status)));
        assert_eq!(given(&world).await, (1, 50));
        assert_eq!(world.count("SELECT count(*) FROM customers").await, 1);
        assert_eq!(product_api::verify(&world.app.database).await.unwrap(), []);
        let lot = "SELECT count(*) FROM lot WHERE kind = 'promo' AND source_kind = 'signup' AND source_ref LIKE 'cus_%'";
        assert_eq!(world.count(lot).await, 1);
        world.clock.advance(Duration::from_hours(30 * 24));
        assert_eq!(post(&world, "/v1/check", &shop.key, "", taking("ada", 1)).await.json()["available"], 0);
    }
}

on_both_engines! {
    async fn five_spellings_of_an_address_take_one_sign_up_grant(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        set(&world, &shop.key, &json!({"enabled": true, "amount": 50})).await;
        let spellings = [
            "ann@b\u{fc}cher.example", "Ann@xn--bcher-kva.example", "\u{ff41}nn@B\u{dc}CHER.example", " ann@bu\u{308}cher\u{3002}example",
            "ann\u{ff20}XN--BCHER-KVA.example",
        ];
        for (at, email) in spellings.into_iter().enumerate() {
            let spend = json!({"customer": {"email": email}, "amount": 10});
            let outcome = post(&world, "/v1/spends", &shop.key, &format!("s{at}"), spend).await;
            assert_eq!(outcome.status, 200, "{email:?}: {outcome:?}");
        }
        assert_eq!(given(&world).await, (1, 50));
        assert_eq!(world.count("SELECT count(*) FROM customers").await, 1);
    }
}

on_both_engines! {
    async fn signup_grant_is_given_once_per_later_customer(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        grant(&world, &shop, "old", "old", 1).await;
        let before = by_key(&world, &shop.key, Method::GET, "/v1/policies/signup-grant", &Value::Null).await;
        assert_eq!(before.json(), json!({"mode": "live", "enabled": false, "amount": null, "expires_days": null}));
        set(&world, &shop.key, &json!({"enabled": true, "amount": 50})).await;
        assert_eq!(post(&world, "/v1/spends", &shop.key, "o", taking("old", 2)).await.status, 402, "who was there is not new");
        // A check reports what the next spend would get, and creates no customer.
        let check = post(&world, "/v1/check", &shop.key, "", taking("ada", 50)).await.json();
        assert_eq!((&check["allowed"], &check["available"]), (&json!(true), &json!(50)));
        let by_id = json!({"customer": {"id": "cus_none"}, "amount": 1});
        assert_eq!(post(&world, "/v1/check", &shop.key, "", &by_id).await.json()["available"], 0);
        assert_eq!(given(&world).await, (0, 0));
        let spent = post(&world, "/v1/spends", &shop.key, "a", taking("ada", 20)).await.json();
        assert_eq!(spent["balance"]["available"], 30);
        // A refused spend and a hold count as a contact, and a grant adds to the sign-up grant.
        assert_eq!(post(&world, "/v1/spends", &shop.key, "b", taking("bob", 51)).await.status, 402);
        assert_eq!(post(&world, "/v1/holds", &shop.key, "c", taking("cleo", 50)).await.status, 200);
        assert_eq!(grant(&world, &shop, "d", "dora", 5).await.json()["balance"]["available"], 55);
        assert_eq!(given(&world).await, (4, 200));
        for who in ["ada", "bob", "dora"] {
            post(&world, "/v1/spends", &shop.key, who, taking(who, 1)).await;
        }
        // A batch that is rolled back creates no customer, and one that names a customer twice creates one.
        let item = |name: &str, who: &str, amount: i64| json!({"idempotency_key": name, "spend": taking(who, amount)});
        let whole = json!({"atomic": true, "items": [item("e1", "eve", 1), item("e2", "eve", 50)]});
        post(&world, "/v1/spends:batch", &shop.key, "", &whole).await;
        assert_eq!(given(&world).await, (4, 200));
        let each = json!({"items": [item("e3", "eve", 1), item("e4", "eve", 49)]});
        assert!(!post(&world, "/v1/spends:batch", &shop.key, "", &each).await.body.contains("\"status\":402"));
        assert_eq!(given(&world).await, (5, 250));
        // Modes are separate, and a policy that is off grants nothing.
        assert_eq!(post(&world, "/v1/spends", &shop.test_key, "t", taking("tom", 1)).await.status, 402);
        set(&world, &shop.key, &json!({"enabled": false, "amount": 50})).await;
        assert_eq!(post(&world, "/v1/spends", &shop.key, "f", taking("fay", 1)).await.status, 402);
        set(&world, &shop.key, &json!({"enabled": true, "amount": 50})).await;
        assert_eq!(post(&world, "/v1/spends", &shop.key, "g", taking("fay", 1)).await.status, 402, "the first contact was before");
        assert_eq!(given(&world).await, (5, 250));
        assert_eq!(product_api::verify(&world.app.database).await.unwrap(), []);
    }
}

on_both_engines! {
    async fn signup_grant_is_set_per_mode_and_logged(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let other = Shop::open(&world, "usr_2", "Others").await;
        let body = json!({"enabled": true, "amount": 7, "mode": "test"});
        let as_owner = |sub: &'static str| owner(&world, (sub, &shop.id), Method::PUT, "/v1/policies/signup-grant", &body);
        assert_eq!(as_owner("usr_1").await.status, 200);
        assert_eq!(as_owner("usr_1").await.status, 200);
        as_owner("usr_2").await.is_problem(404, "not-found");
        let outcome = set(&world, &shop.key, &body).await;
        assert_eq!(outcome.is_problem(400, "invalid-request")["errors"][0]["pointer"], "/mode");
        let read = |key: &str, query: &str| {
            let (world, key, path) = (&world, key.to_owned(), format!("/v1/policies/signup-grant{query}"));
            async move { by_key(world, &key, Method::GET, &path, &Value::Null).await }
        };
        assert_eq!(read(&shop.test_key, "").await.json()["amount"], 7);
        assert_eq!(read(&shop.key, "").await.json()["amount"], Value::Null);
        assert_eq!(read(&other.test_key, "").await.json()["amount"], Value::Null);
        read(&shop.key, "?mode=test").await.is_problem(400, "invalid-request");
        let of_owner = owner(&world, ("usr_1", &shop.id), Method::GET, "/v1/policies/signup-grant?mode=test", &Value::Null).await;
        assert_eq!(of_owner.json()["amount"], 7);
        assert_eq!(post(&world, "/v1/spends", &shop.test_key, "t", taking("tom", 7)).await.status, 200);
        for wrong in [json!({"enabled": true, "amount": 0}), json!({"enabled": true, "amount": 1, "expires_days": 3651})] {
            set(&world, &shop.key, &wrong).await.is_problem(400, "invalid-request");
        }
        let lines = "SELECT count(*) FROM audit WHERE action = 'signup_grant.set' AND actor = 'usr_1' AND session_id IS NOT NULL";
        assert_eq!(world.count(lines).await, 1, "what changes nothing is not written down");
    }
}

on_both_engines! {
    async fn customer_without_operations_counts_as_new(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        set(&world, &shop.key, &json!({"enabled": true, "amount": 50})).await;
        world.get("/v1/me", &world.token("usr_9")).await;
        world.sql("UPDATE users SET is_active = FALSE WHERE id = 'usr_9'", &[]).await;
        // A deactivated user leaves no customer, also in a transaction that creates another customer.
        let of_sub = |amount: i64| json!({"customer": {"sub": "usr_9"}, "amount": amount});
        let item = |name: &str, spend: Value| json!({"idempotency_key": name, "spend": spend});
        let both = json!({"items": [item("i1", of_sub(1)), item("i2", taking("ada", 1))]});
        let outcome = post(&world, "/v1/spends:batch", &shop.key, "", &both).await.json();
        let statuses = [&outcome["results"][0]["status"], &outcome["results"][1]["status"]];
        assert_eq!(statuses, [&json!(403), &json!(200)], "{outcome}");
        let mut grant_of_sub = of_sub(5);
        grant_of_sub["kind"] = json!("promo");
        post(&world, "/v1/grants", &shop.key, "g", &grant_of_sub).await.is_problem(403, "holder-inactive");
        assert_eq!(post(&world, "/v1/check", &shop.key, "", of_sub(1)).await.json()["reason"], "holder-inactive");
        assert_eq!((given(&world).await, world.count("SELECT count(*) FROM customers").await), ((1, 50), 1));
        world.sql("UPDATE users SET is_active = TRUE WHERE id = 'usr_9'", &[]).await;
        assert_eq!(post(&world, "/v1/check", &shop.key, "", of_sub(50)).await.json()["allowed"], true);
        assert_eq!(post(&world, "/v1/spends", &shop.key, "s1", of_sub(50)).await.status, 200);
        assert_eq!(given(&world).await, (2, 100));
        // A suspended website creates no customer either.
        let switch = |way: &'static str| {
            let (path, owner) = (format!("/v1/websites/{}/{way}", shop.id), world.token("usr_1"));
            let world = &world;
            async move { world.post(&path, &owner, &Value::Null).await.status }
        };
        assert_eq!(switch("suspend").await, 200);
        post(&world, "/v1/spends", &shop.key, "s2", taking("bob", 50)).await.is_problem(403, "website-suspended");
        assert_eq!(switch("resume").await, 200);
        assert_eq!(post(&world, "/v1/spends", &shop.key, "s2", taking("bob", 50)).await.status, 200);
        assert_eq!(given(&world).await, (3, 150));
        assert_eq!(product_api::verify(&world.app.database).await.unwrap(), []);
    }
}

on_both_engines! {
    // row: K4
    async fn signup_grant_cannot_exceed_the_keys_cap(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let (on, off) = (json!({"enabled": true, "amount": 50}), json!({"enabled": false, "amount": 50}));
        let granting = json!(["credits.grant", "credits.spend"]);
        let (per_day, per_operation) = (json!({"per_day": 10}), json!({"per_operation": 60}));
        for (name, scopes, caps, wish, expected) in [
            ("none", json!(["credits.spend", "keys"]), json!({}), &on, 403),
            ("a day", granting.clone(), per_day.clone(), &on, 403),
            ("an operation", granting.clone(), per_operation, &on, 403),
            ("the control", granting.clone(), json!({}), &on, 200),
            ("switching off", granting, per_day, &off, 200),
        ] {
            let (_, key) = made(&world, &shop, &json!({"name": name, "scopes": scopes, "caps": caps})).await;
            let outcome = set(&world, &key, wish).await;
            assert_eq!(outcome.status, expected, "{name}: {outcome:?}");
            if expected == 403 {
                assert_eq!(outcome.is_problem(403, "insufficient-scope")["required_scope"], "credits.grant", "{name}");
                assert_eq!(world.count("SELECT count(*) FROM signup_grant").await, 0, "{name}");
            }
        }
    }
}

on_both_engines! {
    /// A void takes back what is left of the grant, and the earlier spend remains.
    async fn sign_up_grant_is_taken_back_like_any_other(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        set(&world, &shop.key, &json!({"enabled": true, "amount": 50})).await;
        assert_eq!(post(&world, "/v1/spends", &shop.key, "a", taking("ada", 20)).await.status, 200);
        let id = world.text("SELECT public_id FROM txn WHERE op_key LIKE 'signup:%'").await;
        let void = async |key: &str| post(&world, &format!("/v1/grants/{id}/void"), &shop.key, key, json!({})).await;
        let voided = void("v").await.json();
        assert_eq!((&voided["transaction"]["amount"], &voided["balance"]["available"]), (&json!(-30), &json!(0)));
        void("w").await.is_problem(409, "nothing-left");
        assert_eq!(product_api::verify(&world.app.database).await.unwrap(), []);
    }
}
