//! Tests reversals and voids over HTTP: shapes, scopes, owners, and customers who were merged.

use product_api::{user_changes, verify};
use reqwest::Method;
use serde_json::{Value, json};

use crate::credits::{Shop, grant, listed, post, spend};
use crate::harness::{HttpResponse, TestApi, on_both_engines};

async fn reverse(
    world: &TestApi,
    key: &str,
    name: &str,
    (id, body): (&str, Value),
) -> HttpResponse {
    post(
        world,
        &format!("/v1/transactions/{id}/reverse"),
        key,
        name,
        body,
    )
    .await
}

async fn void(world: &TestApi, key: &str, name: &str, id: &str) -> HttpResponse {
    post(
        world,
        &format!("/v1/grants/{id}/void"),
        key,
        name,
        json!({}),
    )
    .await
}

fn id_of(response: &HttpResponse) -> String {
    assert_eq!(response.status, 200, "{response:?}");
    response.json()["transaction"]["id"]
        .as_str()
        .unwrap()
        .to_owned()
}

async fn assert_sound(world: &TestApi) {
    let findings = verify(&world.app.database).await.unwrap();
    assert!(findings.is_empty(), "{findings:?}");
}

on_both_engines! {
    async fn reversal_retry_gets_the_same_bytes(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let granted = id_of(&grant(&world, &shop, "g", "ada", 100).await);
        let spent = id_of(&spend(&world, &shop, "s", 30).await);
        let requested = (spent.as_str(), json!({"amount": 10, "reason": "Half of it failed", "metadata": {"n": 1}}));
        let first = reverse(&world, &shop.key, "r", requested.clone()).await;
        let result = first.json();
        let transaction = &result["transaction"];
        assert_eq!((&transaction["kind"], &transaction["amount"]), (&json!("reversal"), &json!(10)));
        assert_eq!((&transaction["reverses"], &transaction["balance_after"]), (&json!(spent), &json!(80)));
        assert_eq!((&transaction["description"], &transaction["metadata"]), (&json!("Half of it failed"), &json!({"n": 1})));
        assert_eq!(result["balance"]["available"], 80);
        let again = reverse(&world, &shop.key, "r", requested).await;
        assert_eq!((again.header("idempotency-replayed"), &again.body), ("true", &first.body));
        let other = (spent.as_str(), json!({"amount": 11}));
        reverse(&world, &shop.key, "r", other).await.is_problem(422, "idempotency-key-reused");
        reverse(&world, &shop.key, "", (&spent, json!({}))).await.is_problem(400, "idempotency-key-missing");
        reverse(&world, &shop.key, "x", (&spent, json!({"amount": 1, "to": "me"}))).await.is_problem(400, "invalid-request");
        reverse(&world, &shop.key, "y", (&spent, json!({"amount": 1.5}))).await.is_problem(422, "amount-out-of-range");
        let over = reverse(&world, &shop.key, "z", (&spent, json!({"amount": 21}))).await;
        assert_eq!(over.is_problem(422, "reversal-exceeds-original")["remaining"], 20);
        let all = reverse(&world, &shop.key, "all", (&spent, json!({}))).await;
        assert_eq!(all.json()["balance"]["available"], 100);
        let twice = reverse(&world, &shop.key, "twice", (&spent, json!({}))).await.is_problem(409, "already-reversed");
        assert_eq!(twice["reversals"], json!([
            {"transaction": transaction["id"], "amount": 10}, {"transaction": id_of(&all), "amount": 20},
        ]));
        let kind = reverse(&world, &shop.key, "kind", (&granted, json!({}))).await.is_problem(422, "not-reversible");
        assert_eq!(kind["kind"], "grant");

        let voided = void(&world, &shop.key, "v", &granted).await.json();
        let transaction = &voided["transaction"];
        assert_eq!((&transaction["kind"], &transaction["amount"]), (&json!("void"), &json!(-100)));
        assert_eq!((&transaction["reverses"], &voided["balance"]["available"]), (&json!(granted), &json!(0)));
        void(&world, &shop.key, "w", &granted).await.is_problem(409, "nothing-left");
        void(&world, &shop.key, "u", &spent).await.is_problem(404, "not-found");
        let customer = transaction["customer_id"].as_str().unwrap();
        let page = world.get(&format!("/v1/customers/{customer}/transactions"), &shop.key).await.json();
        assert_eq!(page["items"][0], listed(transaction, Some("ada")), "a statement shows the same");
        let kinds: Vec<_> = page["items"].as_array().unwrap().iter().map(|item| item["reverses"].is_null()).collect();
        assert_eq!(kinds, [false, false, false, true, true]);
        assert_sound(&world).await;
    }
}

on_both_engines! {
    async fn each_reversal_requires_its_scope_or_the_owner(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let other = Shop::open(&world, "usr_2", "Songs").await;
        let granted = id_of(&grant(&world, &shop, "g", "ada", 100).await);
        let spent = id_of(&spend(&world, &shop, "s", 30).await);
        for other_key in [&other.key, &shop.test_key] {
            let absent = reverse(&world, other_key, "r", (&spent, json!({}))).await.is_problem(404, "not-found");
            assert_eq!(absent["resource"], "transaction");
            let absent = void(&world, other_key, "v", &granted).await.is_problem(404, "not-found");
            assert_eq!(absent["resource"], "grant");
        }
        for (scopes, reversal, voiding) in [("credits.grant", 403, 200), ("credits.spend", 200, 403), ("customers.read", 403, 403)] {
            world.sql("UPDATE api_keys SET scopes = $1 WHERE website_id = $2", &[scopes, &shop.id]).await;
            let done = reverse(&world, &shop.key, &format!("r {scopes}").replace(' ', "-"), (&spent, json!({"amount": 1}))).await;
            assert_eq!(done.status, reversal, "{scopes}: {done:?}");
            let done = void(&world, &shop.key, &format!("v-{scopes}"), &granted).await;
            assert_eq!(done.status, voiding, "{scopes}: {done:?}");
        }
        let as_owner = |user: &'static str, name: &'static str, (path, body): (String, Value)| {
            let (authorization, world, id) = (format!("Bearer {}", world.token(user)), &world, shop.id.clone());
            async move {
                let headers = [
                    ("authorization", authorization.as_str()), ("tollgate-website", id.as_str()),
                    ("content-type", "application/json"), ("idempotency-key", name),
                ];
                world.send(Method::POST, &path, &headers, Some(body.to_string())).await
            }
        };
        let path = format!("/v1/transactions/{spent}/reverse");
        let because = json!({"reason": "The picture was black"});
        as_owner("usr_2", "owner", (path.clone(), because.clone())).await.is_problem(404, "not-found");
        let again = id_of(&grant_as_key(&world, &shop).await);
        let voiding = format!("/v1/grants/{again}/void");
        for path in [&path, &voiding] {
            // An owner must give a reason, a key need not.
            for body in [json!({}), json!({"reason": " "})] {
                let refused = as_owner("usr_1", "owner-0", (path.clone(), body)).await.is_problem(400, "invalid-request");
                assert_eq!(refused["errors"][0]["pointer"], "/reason");
            }
        }
        assert_eq!(as_owner("usr_1", "owner", (path, because.clone())).await.status, 200);
        let voided = as_owner("usr_1", "owner-2", (voiding, because)).await;
        assert_eq!(voided.status, 200, "{voided:?}");
        assert_eq!(voided.json()["transaction"]["description"], "The picture was black");
        for action in ["credits.reversed", "grant.voided"] {
            let lines = world.count_of("SELECT count(*) FROM audit WHERE action = $1 AND actor = 'usr_1' AND details LIKE '%black%'", &[action]).await;
            assert_eq!(lines, 1, "{action}");
        }
        assert_sound(&world).await;
    }
}

async fn grant_as_key(world: &TestApi, shop: &Shop) -> HttpResponse {
    world
        .sql(
            "UPDATE api_keys SET scopes = 'credits.grant credits.spend' WHERE website_id = $1",
            &[&shop.id],
        )
        .await;
    grant(world, shop, "again", "ada", 5).await
}

async fn give(world: &TestApi, key: &str, (name, user): (&str, &str), amount: i64) -> HttpResponse {
    let body = json!({"customer": {"sub": user}, "amount": amount, "kind": "promo"});
    post(world, "/v1/grants", key, name, body).await
}

async fn take(world: &TestApi, key: &str, (name, user): (&str, &str), amount: i64) -> HttpResponse {
    let body = json!({"customer": {"sub": user}, "amount": amount});
    post(world, "/v1/spends", key, name, body).await
}

on_both_engines! {
    /// A reversal of a merged customer's spend credits the merge target, and after the undo the customer's own wallet.
    async fn merged_customers_spend_is_reversed_to_the_merge_target(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let key = shop.key.as_str();
        let granted = id_of(&give(&world, key, ("g1", "usr_b"), 100).await);
        let into = give(&world, key, ("g2", "usr_a"), 5).await.json()["balance"]["customer_id"].clone();
        let spent = id_of(&take(&world, key, ("s1", "usr_b"), 40).await);
        world.issuer.merge("mrg_1", "usr_b", "usr_a", "merged");
        assert_eq!(user_changes::once(&world.app).await.unwrap(), 1);
        let back = reverse(&world, key, "r1", (&spent, json!({"amount": 15}))).await.json();
        assert_eq!((&back["balance"]["customer_id"], &back["balance"]["available"]), (&into, &json!(80)));
        assert_eq!(back["transaction"]["customer_id"], into);
        assert_eq!(world.count("SELECT remaining FROM lot WHERE kind = 'restored'").await, 15);
        assert_sound(&world).await;
        // A void finds the rest of the grant at the merge target.
        let voided = void(&world, key, "v1", &granted).await.json();
        assert_eq!((&voided["transaction"]["amount"], &voided["balance"]["available"]), (&json!(-60), &json!(20)));
        void(&world, key, "v2", &granted).await.is_problem(409, "nothing-left");
        assert_sound(&world).await;

        world.issuer.merge("mrg_1", "usr_b", "usr_a", "undone");
        assert_eq!(user_changes::once(&world.app).await.unwrap(), 1);
        let rest = reverse(&world, key, "r2", (&spent, json!({}))).await.json();
        assert_eq!((&rest["transaction"]["amount"], &rest["balance"]["available"]), (&json!(25), &json!(25)));
        assert_eq!(world.count("SELECT count(*) FROM lot WHERE kind = 'restored'").await, 1, "into its own lot");
        reverse(&world, key, "r3", (&spent, json!({}))).await.is_problem(409, "already-reversed");
        assert_sound(&world).await;
    }
}

on_both_engines! {
    /// Reversals of one spend during a merge and its undo return the amount once.
    async fn reversals_during_a_merge_restore_once(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let key = shop.key.as_str();
        give(&world, key, ("g1", "usr_b"), 100).await;
        give(&world, key, ("g2", "usr_a"), 5).await;
        let spent = id_of(&take(&world, key, ("s1", "usr_b"), 40).await);
        for (round, state) in ["merged", "undone"].into_iter().enumerate() {
            world.issuer.merge("mrg_1", "usr_b", "usr_a", state);
            let names: Vec<String> = (0..25).map(|index| format!("r{round}-{index}")).collect();
            let parts = names.iter().map(|name| reverse(&world, key, name, (&spent, json!({"amount": 1}))));
            let (polled, responses) = tokio::join!(user_changes::once(&world.app), futures_util::future::join_all(parts));
            drop(polled);
            for response in responses {
                assert!([200, 409, 422, 503].contains(&response.status), "{response:?}");
            }
            // A lock timeout is an allowed outcome.
            user_changes::once(&world.app).await.unwrap();
            assert_sound(&world).await;
        }
        let rest = reverse(&world, key, "rest", (&spent, json!({}))).await;
        assert!([200, 409].contains(&rest.status), "{rest:?}");
        let given = "SELECT CAST(SUM(amount) AS BIGINT) FROM txn WHERE kind = 'reversal'";
        assert_eq!(world.count(given).await, 40);
        assert_sound(&world).await;
    }
}
