//! Tests holds over HTTP: shapes, keys, refusals, and isolation of websites.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};

use crate::credits::{Shop, grant, post};
use crate::harness::{HttpResponse, TestApi, on_both_engines};

fn for_ada(amount: i64) -> Value {
    json!({"customer": {"external_id": "ada"}, "amount": amount, "ttl_seconds": 60, "description": "An answer"})
}

async fn hold(world: &TestApi, shop: &Shop, key: &str, amount: i64) -> String {
    let response = post(world, "/v1/holds", &shop.key, key, for_ada(amount)).await;
    assert_eq!(response.status, 200, "{response:?}");
    response.json()["hold"]["id"].as_str().unwrap().to_owned()
}

async fn on_hold(
    world: &TestApi,
    shop: &Shop,
    key: &str,
    (id, way): (&str, &str),
    body: Value,
) -> HttpResponse {
    let path = format!("/v1/holds/{id}/{way}");
    post(world, &path, &shop.key, key, body).await
}

on_both_engines! {
    async fn hold_from_its_opening_to_its_end(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        grant(&world, &shop, "g", "ada", 100).await;
        let opened = post(&world, "/v1/holds", &shop.key, "h", for_ada(30)).await;
        let outcome = opened.json();
        let id = outcome["hold"]["id"].as_str().unwrap().to_owned();
        assert!(id.starts_with("hold_"), "{id}");
        assert_eq!(outcome["hold"], json!({
            "id": id, "customer_id": outcome["balance"]["customer_id"], "state": "open", "amount": 30, "captured": 0,
            "released": 0, "on_expiry": "release", "feature": null, "quantity": null, "price_version": null, "description": "An answer", "metadata": {},
            "opened_at": "2027-01-15T08:00:00.000Z", "expires_at": "2027-01-15T08:01:00.000Z", "closed_at": null,
        }));
        assert_eq!(outcome["transaction"], Value::Null);
        assert_eq!((&outcome["balance"]["held"], &outcome["balance"]["available"]), (&json!(30), &json!(70)));
        let again = post(&world, "/v1/holds", &shop.key, "h", for_ada(30)).await;
        assert_eq!((again.header("idempotency-replayed"), &again.body), ("true", &opened.body));

        let part = json!({"amount": 10, "final": false, "metadata": {"n": 1}});
        let captured = on_hold(&world, &shop, "c", (&id, "capture"), part).await.json();
        assert_eq!((&captured["transaction"]["kind"], &captured["transaction"]["amount"]), (&json!("capture"), &json!(-10)));
        assert_eq!(captured["transaction"]["metadata"], json!({"n": 1}));
        assert_eq!((&captured["hold"]["captured"], &captured["balance"]["held"]), (&json!(10), &json!(20)));
        let extended = on_hold(&world, &shop, "e", (&id, "extend"), json!({"ttl_seconds": 600})).await.json();
        assert_eq!(extended["hold"]["expires_at"], "2027-01-15T08:10:00.000Z");
        let voided = on_hold(&world, &shop, "v", (&id, "void"), json!({})).await.json();
        assert_eq!((&voided["hold"]["state"], &voided["hold"]["released"]), (&json!("voided"), &json!(20)));
        assert_eq!((&voided["balance"]["held"], &voided["balance"]["available"]), (&json!(0), &json!(90)));
        let seen = world.get(&format!("/v1/holds/{id}"), &shop.key).await;
        let mut listed = voided["hold"].clone();
        listed["kind"] = json!("hold");
        assert_eq!((seen.status, seen.json()), (200, listed));
    }
}

on_both_engines! {
    /// A hold without an explicit lifetime expires after fifteen minutes.
    async fn hold_without_expiry_expires_after_fifteen_minutes(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        grant(&world, &shop, "g", "ada", 100).await;
        let mut body = for_ada(30);
        body.as_object_mut().unwrap().remove("ttl_seconds");
        let outcome = post(&world, "/v1/holds", &shop.key, "h", body).await.json();
        assert_eq!(outcome["hold"]["expires_at"], "2027-01-15T08:15:00.000Z");
        let id = outcome["hold"]["id"].as_str().unwrap();
        for (seconds, state) in [(899, "open"), (1, "expired")] {
            world.clock.advance(Duration::from_secs(seconds));
            assert_eq!(world.get(&format!("/v1/holds/{id}"), &shop.key).await.json()["state"], state);
        }
    }
}

on_both_engines! {
    /// Of a concurrent capture and void one wins, and the other gets the resulting state of the hold.
    async fn capture_and_a_void_at_once_have_one_winner(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        grant(&world, &shop, "g", "ada", 1000).await;
        for round in 0..20 {
            let id = hold(&world, &shop, &format!("h{round}"), 10).await;
            let name = |way: &str| format!("{way}{round}");
            let (capture, void) = (name("capture"), name("void"));
            let (captured, voided) = tokio::join!(
                on_hold(&world, &shop, &capture, (&id, "capture"), json!({})),
                on_hold(&world, &shop, &void, (&id, "void"), json!({})),
            );
            let (state, loser) = match (captured.status, voided.status) {
                (200, 409) => ("captured", voided),
                (409, 200) => ("voided", captured),
                other => panic!("{other:?}"),
            };
            let outcome = loser.is_problem(409, "hold-not-open");
            assert_eq!(outcome["state"], state);
            assert_eq!(world.get(&format!("/v1/holds/{id}"), &shop.key).await.json()["state"], state);
        }
    }
}

on_both_engines! {
    async fn each_refusal_contains_the_holds_state(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        grant(&world, &shop, "g", "ada", 100).await;
        let short = post(&world, "/v1/holds", &shop.key, "short", for_ada(101)).await;
        let short = short.is_problem(402, "insufficient-credits");
        assert_eq!((&short["required"], &short["available"]), (&json!(101), &json!(100)));
        post(&world, "/v1/holds", &shop.key, "zero", for_ada(0)).await.is_problem(422, "amount-out-of-range");
        for (key, ttl) in [("t0", 0), ("t1", 604_801)] {
            let mut body = for_ada(5);
            crate::harness::change(&mut body, &json!({"ttl_seconds": ttl}));
            let wrong = post(&world, "/v1/holds", &shop.key, key, body).await.is_problem(400, "invalid-request");
            assert_eq!(wrong["errors"][0]["pointer"], "/ttl_seconds");
        }
        let id = hold(&world, &shop, "a", 30).await;
        let more = on_hold(&world, &shop, "c1", (&id, "capture"), json!({"amount": 31})).await;
        let outcome = more.is_problem(422, "capture-exceeds-hold");
        assert_eq!(outcome["remaining"], 30);
        let again = on_hold(&world, &shop, "c1", (&id, "capture"), json!({"amount": 31})).await;
        assert_eq!((again.header("idempotency-replayed"), &again.body), ("true", &more.body), "a refusal is final for its key");
        on_hold(&world, &shop, "c2", (&id, "capture"), json!({"amount": 200, "overage": "available"})).await
            .is_problem(402, "insufficient-credits");
        on_hold(&world, &shop, "c3", (&id, "capture"), json!({"amount": 1.5})).await.is_problem(422, "amount-out-of-range");
        on_hold(&world, &shop, "c4", (&id, "capture"), json!({"overage": "some"})).await.is_problem(400, "invalid-request");
        let week = json!({"ttl_seconds": 604_800});
        on_hold(&world, &shop, "e1", (&id, "extend"), week.clone()).await.json();
        world.clock.advance(Duration::from_secs(30));
        let long = on_hold(&world, &shop, "e2", (&id, "extend"), week).await.is_problem(400, "invalid-request");
        assert_eq!(long["errors"][0]["pointer"], "/ttl_seconds");
        on_hold(&world, &shop, "v", (&id, "void"), json!({})).await.json();
        let closed = on_hold(&world, &shop, "c5", (&id, "capture"), json!({})).await.is_problem(409, "hold-not-open");
        assert_eq!((&closed["state"], &closed["closed_at"]), (&json!("voided"), &json!("2027-01-15T08:00:30.000Z")));

        let id = hold(&world, &shop, "b", 30).await;
        world.clock.advance(Duration::from_mins(1));
        let over = on_hold(&world, &shop, "c6", (&id, "capture"), json!({})).await.is_problem(409, "hold-expired");
        assert_eq!((&over["state"], &over["closed_at"]), (&json!("expired"), &json!("2027-01-15T08:01:30.000Z")));
        let late = on_hold(&world, &shop, "c7", (&id, "capture"), json!({"if_expired": "spend"})).await.json();
        assert_eq!((&late["transaction"]["amount"], &late["hold"]["state"]), (&json!(-30), &json!("expired")));
        assert_eq!((&late["hold"]["captured"], &late["hold"]["released"]), (&json!(30), &json!(0)));
        on_hold(&world, &shop, "c7b", (&id, "capture"), json!({"if_expired": "spend", "amount": 1})).await
            .is_problem(409, "hold-expired");
        on_hold(&world, &shop, "c8", ("hold_none", "capture"), json!({})).await.is_problem(404, "not-found");
    }
}

on_both_engines! {
    async fn holds_of_others_are_absent_and_the_scope_is_needed(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let other = Shop::open(&world, "usr_2", "Songs").await;
        grant(&world, &shop, "g", "ada", 100).await;
        let id = hold(&world, &shop, "a", 30).await;
        let play = Shop { id: shop.id.clone(), key: shop.test_key.clone(), test_key: String::new() };
        for other_shop in [&other, &play] {
            for (way, body) in [("capture", json!({})), ("void", json!({})), ("extend", json!({"ttl_seconds": 5}))] {
                let response = on_hold(&world, other_shop, way, (&id, way), body).await;
                assert_eq!(response.is_problem(404, "not-found")["resource"], "hold");
            }
            world.get(&format!("/v1/holds/{id}"), &other_shop.key).await.is_problem(404, "not-found");
        }
        world.sql("UPDATE api_keys SET scopes = 'credits.grant' WHERE website_id = $1", &[&shop.id]).await;
        on_hold(&world, &shop, "x", (&id, "void"), json!({})).await.is_problem(403, "insufficient-scope");
        world.get(&format!("/v1/holds/{id}"), &shop.key).await.is_problem(403, "insufficient-scope");
        let owner = world.token("usr_1");
        world.get(&format!("/v1/holds/{id}"), &owner).await.is_problem(400, "invalid-request");
        let read = async |token: &str, mode: &str| {
            let authorization = format!("Bearer {token}");
            let headers = [("authorization", authorization.as_str()), ("tollgate-website", shop.id.as_str()), ("tollgate-mode", mode)];
            world.send(Method::GET, &format!("/v1/holds/{id}"), &headers, None).await
        };
        assert_eq!(read(&owner, "live").await.json()["id"], id.as_str(), "its owner reads it");
        read(&owner, "test").await.is_problem(404, "not-found");
        read(&world.token("usr_2"), "live").await.is_problem(404, "not-found");
        world.sql("UPDATE api_keys SET scopes = 'credits.spend' WHERE website_id = $1", &[&shop.id]).await;
        assert_eq!(on_hold(&world, &shop, "y", (&id, "void"), json!({})).await.status, 200, "the control");
    }
}

on_both_engines! {
    /// A deactivated user can open or extend no hold; existing holds can be captured and voided.
    async fn hold_of_a_deactivated_user_can_end(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        grant(&world, &shop, "g", "ada", 100).await;
        let (one, two) = (hold(&world, &shop, "a", 30).await, hold(&world, &shop, "b", 30).await);
        world.get("/v1/me", &world.token("usr_9")).await;
        world.sql("UPDATE customers SET user_id = 'usr_9'", &[]).await;
        world.sql("UPDATE users SET is_active = FALSE WHERE id = 'usr_9'", &[]).await;
        post(&world, "/v1/holds", &shop.key, "c", for_ada(5)).await.is_problem(403, "holder-inactive");
        let more = json!({"ttl_seconds": 5});
        on_hold(&world, &shop, "e", (&one, "extend"), more).await.is_problem(403, "holder-inactive");
        assert_eq!(on_hold(&world, &shop, "k", (&one, "capture"), json!({})).await.status, 200);
        assert_eq!(on_hold(&world, &shop, "v", (&two, "void"), json!({})).await.status, 200);
    }
}
