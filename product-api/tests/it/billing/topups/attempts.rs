//! Tests the list of attempts, and retries.

use std::time::Duration;

use foundation::testing::TestEngine;
use serde_json::{Value, json};

use super::buyer::{Buyer, PATH, buy_due};
use crate::billing::sales::{call, text};
use crate::billing::stripe::with_deliveries;
use crate::harness::on_both_engines;

on_both_engines! {
    async fn purchases_are_listed_in_pages(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let buyer = Buyer::new(&world).await;
        buyer.turn_on(&world).await;
        buyer.spend(&world, "one", 500).await;
        assert_eq!(buyer.available(&world).await, 600);
        let first = buyer.attempts(&world).await;
        assert_eq!(first.len(), 1, "{first:?}");
        let attempt = &first[0];
        assert!(text(&attempt["id"]).starts_with("top_"), "{attempt}");
        assert!(text(&attempt["payment"]).starts_with("pmt_"), "{attempt}");
        assert_eq!((&attempt["state"], &attempt["code"], &attempt["payment_url"]), (&json!("paid"), &Value::Null, &Value::Null), "{attempt}");
        assert_eq!((&attempt["amount_minor"], &attempt["currency"]), (&json!(1_000), &json!("eur")), "{attempt}");
        assert_eq!((&attempt["credits"], &attempt["bonus"]), (&json!(500), &json!(50)), "{attempt}");
        assert!(attempt["settled_at"].is_string(), "{attempt}");
        let month = &buyer.read(&world).await["month"];
        assert_eq!((&month["spent_minor"], &month["count"]), (&json!(1_000), &json!(1)));

        world.clock.advance(Duration::from_mins(6));
        buyer.spend(&world, "two", 550).await;
        let all = buyer.attempts(&world).await;
        assert_eq!((all.len(), &all[1]), (2, &first[0]), "newest first: {all:?}");
        let own = format!("{}&", buyer.own(&format!("{PATH}/attempts")));
        let theirs = format!("{}/attempts?", buyer.path());
        for (path, credential) in [(own, buyer.token.as_str()), (theirs, buyer.seller.test_key())] {
            let page = world.get(&format!("{path}limit=1"), credential).await;
            assert_eq!((page.status, &page.json()["items"]), (200, &json!([all[0]])), "{page:?}");
            let cursor = text(&page.json()["next_cursor"]);
            let next = world.get(&format!("{path}limit=1&cursor={cursor}"), credential).await;
            assert_eq!(next.json(), json!({"items": [all[1]], "next_cursor": null}), "{next:?}");
            for query in [format!("cursor={cursor}x"), "limit=0".to_owned(), "limit=101".to_owned()] {
                world.get(&format!("{path}{query}"), credential).await.is_problem(400, "invalid-request");
            }
            let platform = format!("{PATH}/attempts?cursor={cursor}");
            world.get(&platform, &buyer.token).await.is_problem(400, "invalid-request");
        }
    }
}

on_both_engines! {
    async fn retry_tries_a_declined_top_up_at_once(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let buyer = Buyer::new(&world).await;
        buyer.retry(&world, "early").await.is_problem(404, "not-found");
        buyer.charge_as(&world, "no_funds").await;
        buyer.turn_on(&world).await;
        buyer.spend(&world, "one", 500).await;
        let declined = buyer.attempts(&world).await;
        assert_eq!((&declined[0]["state"], &declined[0]["payment"]), (&json!("failed"), &Value::Null), "{declined:?}");
        assert!(declined[0]["code"].is_string(), "{declined:?}");
        let waits = buyer.read(&world).await;
        assert_eq!((&waits["state"], waits["next_at"].is_string()), (&json!("active"), true), "{waits}");
        assert_eq!(buyer.available(&world).await, 50);
        let month = &waits["month"];
        assert_eq!((&month["spent_minor"], &month["count"]), (&json!(0), &json!(0)), "what failed does not count");

        buyer.charge_as(&world, "pays").await;
        world.clock.advance(Duration::from_mins(6));
        let retried = buyer.retry(&world, "k").await;
        assert_eq!(retried.status, 200, "{retried:?}");
        buy_due(&world).await;
        assert_eq!(buyer.available(&world).await, 600);
        let again = buyer.retry(&world, "k").await;
        assert_eq!((again.header("idempotency-replayed"), &again.body), ("true", &retried.body));
        let other = json!({"website": buyer.seller.shop.id, "mode": "live"});
        let reused = call(&world, &format!("POST {PATH}/retry"), &buyer.token, "k", &other).await;
        reused.is_problem(422, "idempotency-key-reused");
        assert_eq!(buyer.attempts(&world).await.len(), 2);
    }
}

on_both_engines! {
    async fn retry_waits_for_the_attempt_that_is_open(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let buyer = Buyer::new(&world).await;
        buyer.charge_as(&world, "must_confirm").await;
        buyer.turn_on(&world).await;
        buyer.spend(&world, "one", 500).await;
        let asked = buyer.read(&world).await;
        assert_eq!(asked["state"], "needs_action", "{asked}");
        assert!(text(&asked["payment_url"]).starts_with("http"), "{asked}");
        let attempt = buyer.attempts(&world).await[0].clone();
        assert_eq!((&attempt["state"], &attempt["payment_url"]), (&json!("action"), &asked["payment_url"]), "{attempt}");
        let month = &asked["month"];
        assert_eq!((&month["spent_minor"], &month["count"]), (&json!(1_000), &json!(1)), "an open purchase counts");
        for _ in 0..2 {
            let pending = buyer.retry(&world, "k").await.is_problem(409, "topup-pending");
            assert_eq!(pending["object"], attempt["id"]);
        }
        let off = buyer.turn_off(&world).await;
        assert_eq!((&off["state"], &off["payment_url"]), (&json!("off"), &Value::Null), "{off}");
        buyer.retry(&world, "late").await.is_problem(404, "not-found");
        buy_due(&world).await;
        assert_eq!(buyer.attempts(&world).await[0]["state"], "failed");
        assert_eq!(buyer.available(&world).await, 50);
    }
}
