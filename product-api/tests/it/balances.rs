//! Tests balances at an instant, lists of holds and overdraft limits over HTTP: shapes, refusals, and isolation of websites.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};

use crate::credits::{Shop, grant, post, spend};
use crate::features::put;
use crate::harness::{HttpResponse, TestApi, on_both_engines};

async fn customer(world: &TestApi, shop: &Shop, amount: i64) -> String {
    let granted = grant(world, shop, "first", "ada", amount).await.json();
    granted["balance"]["customer_id"]
        .as_str()
        .unwrap()
        .to_owned()
}

async fn as_owner(
    world: &TestApi,
    (owner, website): (&str, &str),
    method: Method,
    path: &str,
    body: Option<&Value>,
) -> HttpResponse {
    let authorization = format!("Bearer {}", world.token(owner));
    let headers = [
        ("authorization", authorization.as_str()),
        ("tollgate-website", website),
        ("content-type", "application/json"),
    ];
    world
        .send(method, path, &headers, body.map(Value::to_string))
        .await
}

on_both_engines! {
    /// A frozen account reports its current balance for every instant, because its history may be wrong.
    async fn frozen_account_has_its_current_state_at_each_instant(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let id = customer(&world, &shop, 100).await;
        world.clock.advance(Duration::from_hours(1));
        grant(&world, &shop, "second", "ada", 50).await;
        let read = async |at: &str| {
            let outcome = world.get(&format!("/v1/customers/{id}/balance?at={at}"), &shop.key).await.json();
            (outcome["at"].as_str().unwrap().to_owned(), outcome["posted"].clone())
        };
        let then = "2027-01-15T08:30:00.000Z";
        assert_eq!(read(then).await, (then.to_owned(), json!(100)), "the control");
        world.sql("UPDATE account SET frozen_at = 1 WHERE kind = 'wallet'", &[]).await;
        for at in [then, "2027-01-16T08:00:00.000Z"] {
            assert_eq!(read(at).await, ("2027-01-15T09:00:00.000Z".to_owned(), json!(150)), "{at}");
        }
    }
}

on_both_engines! {
    async fn balance_at_an_instant(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let id = customer(&world, &shop, 100).await;
        let until = json!({"customer": {"id": id}, "amount": 50, "kind": "purchase", "expires_at": "2027-01-16T08:00:00Z"});
        let second = post(&world, "/v1/grants", &shop.key, "until", until).await.json();
        world.clock.advance(Duration::from_hours(1));
        spend(&world, &shop, "s", 30).await;
        let path = format!("/v1/customers/{id}/balance");
        let now = world.get(&path, &shop.key).await;
        assert_eq!(now.status, 200, "{now:?}");
        let now = now.json();
        assert_eq!((&now["posted"], &now["available"], &now["at"]), (&json!(120), &json!(120), &json!("2027-01-15T09:00:00.000Z")));
        assert_eq!((&now["lot_count"], &now["overdraft_limit"], &now["spend_limit"]), (&json!(2), &json!(0), &Value::Null));
        assert_eq!(now["next_expiry"], json!({"at": "2027-01-16T08:00:00.000Z", "amount": 50}));
        assert_eq!(now["lots"][1], json!({
            "kind": "purchase", "amount": 50, "remaining": 50, "priority": 50, "feature": null,
            "effective_at": "2027-01-15T08:00:00.000Z", "expires_at": "2027-01-16T08:00:00.000Z",
            "transaction_id": second["transaction"]["id"],
        }));
        for (at, posted) in [
            ("2027-01-15T07:59:59.999Z", 0),
            ("2027-01-15T08:00:00Z", 150),
            ("2027-01-15T09:59:59.999%2B01:00", 150),
            ("2027-01-15T09:00:00Z", 120),
            ("2027-01-16T07:59:59.999999Z", 120),
            ("2027-01-16T08:00:00Z", 70),
            ("9999-12-31T23:59:59Z", 70),
        ] {
            let then = world.get(&format!("{path}?at={at}"), &shop.key).await;
            assert_eq!((then.status, &then.json()["posted"]), (200, &json!(posted)), "{at}");
        }
        for wrong in ["", "tomorrow", "2027-01-15", "2027-13-15T00:00:00Z", "1800000000"] {
            let problem = world.get(&format!("{path}?at={wrong}"), &shop.key).await.is_problem(400, "invalid-request");
            assert_eq!(problem["errors"][0]["parameter"], "at", "{wrong}");
        }
        world.get("/v1/customers/cus_none/balance?at=2027-01-15T09:00:00Z", &shop.key).await.is_problem(404, "not-found");
        let holds = format!("/v1/customers/{id}/holds");
        for wrong in ["state=lost", "state=OPEN", "limit=0", "limit=101", "cursor=x"] {
            world.get(&format!("{holds}?{wrong}"), &shop.key).await.is_problem(400, "invalid-request");
        }
        let held = post(&world, "/v1/holds", &shop.key, "h", json!({"customer": {"id": id}, "amount": 5})).await.json();
        let mut listed = held["hold"].clone();
        listed["kind"] = json!("hold");
        let open = world.get(&format!("{holds}?state=open"), &shop.key).await.json();
        assert_eq!(open, json!({"items": [listed], "next_cursor": null}));
        // The server refuses a cursor of one filter for another filter.
        post(&world, "/v1/holds", &shop.key, "i", json!({"customer": {"id": id}, "amount": 5})).await;
        let page = world.get(&format!("{holds}?state=open&limit=1"), &shop.key).await.json();
        let cursor = page["next_cursor"].as_str().unwrap();
        assert_eq!(world.get(&format!("{holds}?state=open&cursor={cursor}"), &shop.key).await.json()["items"], json!([listed]));
        world.get(&format!("{holds}?cursor={cursor}"), &shop.key).await.is_problem(400, "invalid-request");
    }
}

on_both_engines! {
    /// A grant repays the debt of a customer before anything can be spent.
    async fn overdraft_is_used_last_and_repaid_first(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let id = customer(&world, &shop, 10).await;
        let path = format!("/v1/customers/{id}/overdraft-limit");
        spend(&world, &shop, "a", 11).await.is_problem(402, "insufficient-credits");
        let set = put(&world, &path, &shop.key, &json!({"limit": 50})).await;
        assert_eq!(set.status, 200, "{set:?}");
        let set = set.json();
        assert_eq!((&set["overdraft_limit"], &set["available"], &set["posted"]), (&json!(50), &json!(60), &json!(10)));
        let over = spend(&world, &shop, "b", 40).await.json();
        assert_eq!((&over["balance"]["posted"], &over["balance"]["debt"], &over["balance"]["available"]), (&json!(0), &json!(30), &json!(20)));
        assert_eq!(over["transaction"]["balance_after"], -30);
        assert_eq!(world.count("SELECT credits FROM customers").await, -30);
        spend(&world, &shop, "c", 21).await.is_problem(402, "insufficient-credits");
        let held = post(&world, "/v1/holds", &shop.key, "h", json!({"customer": {"id": id}, "amount": 1})).await;
        held.is_problem(402, "insufficient-credits");
        // The server refuses a limit below the debt, and accepts one equal to it.
        let low = put(&world, &path, &shop.key, &json!({"limit": 29})).await;
        assert!(low.is_problem(422, "amount-out-of-range")["detail"].as_str().unwrap().contains("owes 30"));
        let closed = put(&world, &path, &shop.key, &json!({"limit": 30})).await.json();
        assert_eq!((&closed["available"], &closed["debt"]), (&json!(0), &json!(30)));
        let granted = grant(&world, &shop, "g", "ada", 20).await.json();
        assert_eq!((&granted["balance"]["debt"], &granted["balance"]["posted"]), (&json!(10), &json!(0)));
        assert_eq!(world.count("SELECT credits FROM customers").await, -10);
        let granted = grant(&world, &shop, "g2", "ada", 25).await.json();
        assert_eq!((&granted["balance"]["debt"], &granted["balance"]["posted"], &granted["balance"]["available"]), (&json!(0), &json!(15), &json!(45)));
        assert_eq!(world.count("SELECT credits FROM customers").await, 15);
        for _ in 0..2 {
            assert_eq!(put(&world, &path, &shop.key, &json!({"limit": 0})).await.json()["available"], 15);
        }
        assert_eq!(world.count("SELECT count(*) FROM audit WHERE action = 'overdraft_limit.set'").await, 3);
        for wrong in [json!({"limit": -1}), json!({"limit": 1.5}), json!({"limit": "1"}), json!({"limit": 9_007_199_254_740_992_i64}), json!({})] {
            let response = put(&world, &path, &shop.key, &wrong).await.is_problem(400, "invalid-request");
            assert_eq!(response["errors"][0]["pointer"], "/limit", "{wrong}");
        }
        let largest = put(&world, &path, &shop.key, &json!({"limit": 9_007_199_254_740_991_i64})).await;
        assert_eq!(largest.json()["available"], 9_007_199_254_740_991_i64);
    }
}

on_both_engines! {
    // row: K1
    async fn foreign_customer_has_no_limit_and_no_holds(world: TestApi) {
        let one = Shop::open(&world, "usr_1", "One").await;
        let two = Shop::open(&world, "usr_2", "Two").await;
        let id = customer(&world, &one, 100).await;
        let (balance, holds, limit) = (
            format!("/v1/customers/{id}/balance?at=2027-01-15T08:00:00Z"), format!("/v1/customers/{id}/holds"),
            format!("/v1/customers/{id}/overdraft-limit"),
        );
        let fifty = json!({"limit": 50});
        for foreign in [&two.key, &two.test_key, &one.test_key] {
            for path in [&balance, &holds] {
                assert_eq!(world.get(path, foreign).await.is_problem(404, "not-found")["resource"], "customer");
            }
            put(&world, &limit, foreign, &fifty).await.is_problem(404, "not-found");
        }
        for (owner, website, status) in [("usr_2", &one.id, 404), ("usr_2", &two.id, 404), ("usr_1", &one.id, 200)] {
            for path in [&balance, &holds] {
                assert_eq!(as_owner(&world, (owner, website.as_str()), Method::GET, path, None).await.status, status);
            }
            assert_eq!(as_owner(&world, (owner, website.as_str()), Method::PUT, &limit, Some(&fifty)).await.status, status);
        }
        assert_eq!(world.count("SELECT count(*) FROM audit WHERE actor = 'usr_1' AND action = 'overdraft_limit.set'").await, 1);
        for path in [&balance, &holds] {
            assert_eq!(world.get(path, &one.key).await.status, 200);
        }
        world.sql("UPDATE api_keys SET scopes = 'credits.spend' WHERE website_id = $1", &[&one.id]).await;
        for path in [&balance, &holds] {
            assert_eq!(world.get(path, &one.key).await.is_problem(403, "insufficient-scope")["required_scope"], "customers.read");
        }
        assert_eq!(put(&world, &limit, &one.key, &fifty).await.is_problem(403, "insufficient-scope")["required_scope"], "credits.grant");
    }
}

on_both_engines! {
    /// A current balance includes bookings of a server whose clock is ahead; a balance at an instant excludes later bookings.
    async fn current_balance_includes_bookings_of_a_fast_clock(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let id = customer(&world, &shop, 100).await;
        let now = world.clock.now();
        world.clock.advance(Duration::from_secs(2));
        assert_eq!(spend(&world, &shop, "a", 30).await.status, 200);
        world.clock.set(now);
        let path = format!("/v1/customers/{id}/balance");
        let outcome = world.get(&path, &shop.key).await.json();
        assert_eq!((&outcome["available"], &outcome["posted"]), (&json!(70), &json!(70)));
        let limit = format!("/v1/customers/{id}/overdraft-limit");
        let set = put(&world, &limit, &shop.key, &json!({"limit": 5})).await.json();
        assert_eq!(set["available"], 75);
        let then = world.get(&format!("{path}?at=2026-01-01T00:00:00Z"), &shop.key).await.json();
        assert_eq!(then["posted"], 0, "an instant that is asked for is that instant");
    }
}

on_both_engines! {
    /// The API shows milliseconds and books microseconds, so a shown instant includes what was booked within its millisecond.
    async fn returned_instant_includes_its_bookings(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        world.clock.advance(Duration::from_micros(123_456));
        let body = json!({"customer": {"sub": "usr_9"}, "amount": 100, "kind": "promo", "expires_at": "2027-01-16T08:00:00.123456Z"});
        let granted = post(&world, "/v1/grants", &shop.key, "g", body).await.json();
        let booked_at = granted["transaction"]["booked_at"].as_str().unwrap();
        assert_eq!(booked_at, "2027-01-15T08:00:00.123Z");
        world.clock.advance(Duration::from_hours(1));
        let id = granted["balance"]["customer_id"].as_str().unwrap();
        let later = json!({"customer": {"id": id}, "amount": 1});
        assert_eq!(post(&world, "/v1/spends", &shop.key, "s", later).await.status, 200);
        let as_owner = world.token("usr_9");
        for (at, posted) in [
            (booked_at, 100), ("2027-01-15T08:00:00.122Z", 0), ("2027-01-15T09:00:00.123%2B01:00", 100),
            ("2027-01-15T08:00:00.1234Z", 0), ("2027-01-15T08:00:00.123455Z", 0), ("2027-01-15T08:00:00.123456Z", 100),
            ("2027-01-15T08:00:00.123000Z", 0), ("2027-01-15T08:00:00.13Z", 100), ("2027-01-15T08:00:00Z", 0),
            ("2027-01-16T08:00:00.123Z", 0), ("2027-01-16T08:00:00.122Z", 99), ("2027-01-16T08:00:00.123455Z", 99),
        ] {
            for (path, credential) in [(format!("/v1/customers/{id}/balance"), &shop.key), (format!("/v1/me/credits/{id}"), &as_owner)] {
                let outcome = world.get(&format!("{path}?at={at}"), credential).await;
                assert_eq!((outcome.status, &outcome.json()["posted"]), (200, &json!(posted)), "{path} {at}");
            }
        }
    }
}
