//! Tests a user named by address and by subject: one customer, no subject for websites that may not know it.

use foundation::testing::RowLocks;
use futures_util::future::{BoxFuture, FutureExt, join_all};
use serde_json::{Value, json};

use crate::credits::{Shop, post};
use crate::features::put;
use crate::harness::{HttpResponse, TestApi, on_both_engines};

async fn grant_to(world: &TestApi, shop: &Shop, key: &str, customer: Value, amount: i64) -> Value {
    let body = json!({"customer": customer, "amount": amount, "kind": "promo"});
    let response = post(world, "/v1/grants", &shop.key, key, body).await;
    assert_eq!(response.status, 200, "{response:?}");
    response.json()
}

async fn spends(world: &TestApi, shop: &Shop, key: &str, sub: &str) -> u16 {
    let body = json!({"customer": {"sub": sub}, "amount": 5});
    post(world, "/v1/spends", &shop.key, key, body).await.status
}

async fn known_as(world: &TestApi, shop: &Shop, id: &Value) -> Value {
    let path = format!("/v1/customers/{}", id.as_str().unwrap());
    world.get(&path, &shop.key).await.json()["user_id"].clone()
}

on_both_engines! {
    async fn credits_granted_by_address_are_spent_by_subject(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "One").await;
        assert_eq!(world.get("/v1/me", &world.token("usr_9")).await.status, 200);
        grant_to(&world, &shop, "g1", json!({"email": "usr_9@example.com"}), 100).await;
        assert_eq!(spends(&world, &shop, "s1", "usr_9").await, 200);
        let found = grant_to(&world, &shop, "g2", json!({"email": "usr_9@example.com"}), 1).await;
        assert_eq!(found["balance"]["available"], 96);
        assert_eq!(world.count("SELECT count(*) FROM customers").await, 1);
    }
}

on_both_engines! {
    async fn credits_granted_by_subject_grow_by_address(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "One").await;
        grant_to(&world, &shop, "g1", json!({"sub": "usr_9"}), 100).await;
        assert_eq!(world.get("/v1/me", &world.token("usr_9")).await.status, 200);
        let found = grant_to(&world, &shop, "g2", json!({"email": "usr_9@example.com"}), 1).await;
        assert_eq!(found["balance"]["available"], 101);
        let unverified = json!({"email": "no@example.com", "email_verified": false});
        world.get("/v1/me", &world.token_with("usr_8", &unverified)).await;
        grant_to(&world, &shop, "g3", json!({"sub": "usr_8"}), 100).await;
        let found = grant_to(&world, &shop, "g4", json!({"email": "no@example.com"}), 1).await;
        assert_eq!(found["balance"]["available"], 1, "an unverified address proves nothing");
    }
}

on_both_engines! {
    async fn first_contact_folds_an_empty_row_and_no_other(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "One").await;
        for (sub, email) in [("usr_9", "usr_9@example.com"), ("usr_8", "usr_8@example.com")] {
            grant_to(&world, &shop, sub, json!({"email": email}), 100).await;
        }
        assert_eq!(spends(&world, &shop, "s1", "usr_9").await, 402);
        grant_to(&world, &shop, "g1", json!({"sub": "usr_8"}), 7).await;
        for sub in ["usr_9", "usr_8"] {
            assert_eq!(world.get("/v1/me", &world.token(sub)).await.status, 200);
        }
        assert_eq!(spends(&world, &shop, "s2", "usr_9").await, 200);
        assert_eq!(world.count("SELECT count(*) FROM customers WHERE user_id = 'usr_9'").await, 1);
        assert_eq!(world.count("SELECT count(*) FROM customers WHERE user_id = 'usr_8' AND email IS NULL").await, 1);
        assert_eq!(world.count("SELECT count(*) FROM customers WHERE user_id IS NULL AND email IS NULL").await, 1, "given up");
    }
}

on_both_engines! {
    /// A customer with a limit keeps the subject at the first contact, so that the limit stays in force.
    async fn row_with_a_limit_is_not_given_up_for_the_one_of_the_address(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "One").await;
        let limits = [
            ("usr_7", "spend-limit", json!({"cap": 3, "period": "day"})),
            ("usr_8", "overdraft-limit", json!({"limit": 5})),
        ];
        for (sub, path, body) in &limits {
            assert_eq!(spends(&world, &shop, sub, sub).await, 402);
            let all = world.get("/v1/customers", &shop.key).await.json();
            let own = all["items"].as_array().unwrap().iter().find(|one| one["user_id"] == *sub);
            let id = own.unwrap()["id"].as_str().unwrap();
            let set = put(&world, &format!("/v1/customers/{id}/{path}"), &shop.key, body).await;
            assert_eq!(set.status, 200, "{set:?}");
        }
        assert_eq!(spends(&world, &shop, "control", "usr_9").await, 402);
        for sub in ["usr_7", "usr_8", "usr_9"] {
            grant_to(&world, &shop, &format!("g{sub}"), json!({"email": format!("{sub}@example.com")}), 100).await;
            assert_eq!(world.get("/v1/me", &world.token(sub)).await.status, 200);
        }
        let statuses = [
            spends(&world, &shop, "a", "usr_7").await,
            spends(&world, &shop, "b", "usr_8").await,
            spends(&world, &shop, "c", "usr_9").await,
        ];
        assert_eq!(statuses, [403, 200, 200], "the last is the control");
        assert_eq!(world.count("SELECT count(*) FROM customers WHERE user_id IS NOT NULL AND email IS NULL").await, 2);
        let check = json!({"customer": {"sub": "usr_7"}, "amount": 5});
        let found = world.post("/v1/check", &shop.key, &check).await.json();
        assert_eq!(found["reason"], "spend-limit-reached", "as a spend: {found}");
        // The next call writes nothing, because both customers are final.
        let written = "SELECT MAX(updated_at) FROM customers";
        let before = world.count(written).await;
        world.clock.advance(std::time::Duration::from_secs(1));
        assert_eq!(world.get("/v1/me", &world.token("usr_7")).await.status, 200);
        assert_eq!(world.count(written).await, before);
    }
}

/// Setting a limit and releasing the subject lock the row, so one waits for the other.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn limit_is_set_on_a_locked_row() {
    let world = TestApi::postgres().await;
    let shop = Shop::open(&world, "usr_1", "One").await;
    assert_eq!(spends(&world, &shop, "s", "usr_9").await, 402);
    let id = world
        .text("SELECT id FROM customers WHERE user_id = 'usr_9'")
        .await;
    let limits = [
        ("spend-limit", json!({"cap": 3, "period": "day"})),
        ("overdraft-limit", json!({"limit": 5})),
    ];
    for (path, body) in limits {
        let held = "UPDATE customers SET updated_at = updated_at WHERE user_id = 'usr_9'";
        let locks = RowLocks::take(&world.app.database, &[held]).await;
        let path = format!("/v1/customers/{id}/{path}");
        let setting = put(&world, &path, &shop.key, &body);
        let (set, ()) = tokio::join!(setting, locks.commit_when_awaited());
        assert_eq!(set.status, 200, "{set:?}");
    }
}

on_both_engines! {
    async fn website_gets_a_subject_from_its_own_client_only(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "One").await;
        let mut ids = Vec::new();
        for sub in ["usr_9", "usr_8"] {
            let customer = json!({"email": format!("{sub}@example.com")});
            let found = grant_to(&world, &shop, sub, customer, 100).await;
            ids.push(found["balance"]["customer_id"].clone());
            assert_eq!(world.get("/v1/me", &world.token(sub)).await.status, 200);
        }
        assert_eq!(world.count("SELECT count(*) FROM customers WHERE user_id IS NOT NULL").await, 2);
        for id in &ids {
            assert_eq!(known_as(&world, &shop, id).await, Value::Null, "used elsewhere");
        }
        assert_eq!(spends(&world, &shop, "s1", "usr_9").await, 200);
        assert_eq!(known_as(&world, &shop, &ids[0]).await, "usr_9", "named");
        let client: String = world.text("SELECT client_id FROM websites").await;
        let token = world.token_with("usr_8", &json!({"client_id": client, "scope": "openid"}));
        assert_eq!(world.get("/v1/me", &token).await.status, 200);
        assert_eq!(known_as(&world, &shop, &ids[1]).await, "usr_8", "signed in");
    }
}

on_both_engines! {
    async fn many_first_contacts_under_one_name_make_one_row(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "One").await;
        for (name, column) in [("external_id", "external_id"), ("email", "email"), ("sub", "user_id")] {
            let customer = json!({name: "new@example.com"});
            let body = json!({"customer": customer, "amount": 1, "kind": "promo"});
            let grants = (0..24).map(|index| {
                let (world, shop, body) = (&world, &shop, body.clone());
                async move { post(world, "/v1/grants", &shop.key, &format!("{name}-{index}"), body).await }
            });
            let responses = join_all(grants).await;
            let first = responses[0].json()["balance"]["customer_id"].clone();
            for response in &responses {
                assert_eq!(response.status, 200, "{name}: {response:?}");
                assert_eq!(response.json()["balance"]["customer_id"], first, "{name}");
            }
            let path = format!("/v1/customers/{}/balance", first.as_str().unwrap());
            assert_eq!(world.get(&path, &shop.key).await.json()["available"], 24, "{name} {column}");
        }
        assert_eq!(world.count("SELECT count(*) FROM customers").await, 3);
    }
}

on_both_engines! {
    async fn row_that_is_found_by_the_users_address_gets_it(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "One").await;
        grant_to(&world, &shop, "g1", json!({"sub": "usr_9"}), 1).await;
        assert_eq!(world.get("/v1/me", &world.token("usr_9")).await.status, 200);
        grant_to(&world, &shop, "g2", json!({"email": "usr_9@example.com"}), 1).await;
        let named = "SELECT count(*) FROM customers WHERE user_id = 'usr_9' AND email = 'usr_9@example.com'";
        assert_eq!(world.count(named).await, 1);
        assert_eq!(world.count("SELECT count(*) FROM customers").await, 1);
    }
}

/// A grant finds the customer by the user's address; before it books, another transaction removes the row's subject.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrently_released_customer_gets_no_booking() {
    let world = TestApi::postgres().await;
    let shop = Shop::open(&world, "usr_1", "One").await;
    assert_eq!(spends(&world, &shop, "s", "usr_9").await, 402);
    let token = world.token("usr_9");
    assert_eq!(world.get("/v1/me", &token).await.status, 200);
    let released =
        "UPDATE customers SET user_id = NULL, user_shown = FALSE WHERE user_id = 'usr_9'";
    let locks = RowLocks::take(&world.app.database, &[released]).await;
    let granted = grant_to(&world, &shop, "g", json!({"email": "usr_9@example.com"}), 5);
    let (_granted, ()) = tokio::join!(granted, locks.commit_when_awaited());
    assert_eq!(world.get("/v1/me", &token).await.status, 200);
    let found = world.get("/v1/me/credits", &token).await.json();
    assert_eq!(found["balances"][0]["available"], 5, "{found}");
}

/// Sends a request and, as the contract says, repeats it under its key while the account is busy.
async fn with_retries(
    world: &TestApi,
    path: &str,
    shop: &Shop,
    key: &str,
    body: Value,
) -> HttpResponse {
    for _ in 0..4 {
        let response = post(world, path, &shop.key, key, body.clone()).await;
        if response.status != 503 {
            return response;
        }
        response.is_problem(503, "account-busy");
    }
    post(world, path, &shop.key, key, body).await
}

on_both_engines! {
    async fn many_first_contacts_under_all_names_of_a_user_join(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "One").await;
        let token = world.token("usr_9");
        let mut calls: Vec<BoxFuture<'_, HttpResponse>> = Vec::new();
        for index in 0..12 {
            let (world, shop, token) = (&world, &shop, &token);
            let granted = json!({"customer": {"email": "usr_9@example.com"}, "amount": 1, "kind": "promo"});
            let spent = json!({"customer": {"sub": "usr_9"}, "amount": 1});
            calls.push(async move { with_retries(world, "/v1/grants", shop, &format!("g{index}"), granted).await }.boxed());
            calls.push(async move { with_retries(world, "/v1/spends", shop, &format!("s{index}"), spent).await }.boxed());
            calls.push(async move { world.get("/v1/me", token).await }.boxed());
        }
        let responses = join_all(calls).await;
        for (index, response) in responses.iter().enumerate() {
            // A spend that precedes every grant is refused, and nothing else is.
            let allowed: &[u16] = if index % 3 == 1 { &[200, 402] } else { &[200] };
            assert!(allowed.contains(&response.status), "{index}: {response:?}");
        }
        assert_eq!(world.get("/v1/me", &token).await.status, 200);
        assert_eq!(world.count("SELECT count(*) FROM users WHERE id = 'usr_9'").await, 1);
        for person in [
            "SELECT count(*) FROM customers WHERE user_id = 'usr_9'",
            "SELECT count(*) FROM customers WHERE email = 'usr_9@example.com'",
            "SELECT count(*) FROM customers WHERE user_id = 'usr_9' AND email = 'usr_9@example.com'",
        ] {
            assert_eq!(world.count(person).await, 1, "{person}");
        }
        let spent = responses.iter().skip(1).step_by(3).filter(|response| response.status == 200).count();
        let balances = world.get("/v1/me/credits", &token).await.json()["balances"].clone();
        assert_eq!(balances[0]["available"], 12 - i64::try_from(spent).unwrap());
    }
}
