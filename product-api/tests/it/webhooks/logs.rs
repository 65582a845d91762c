//! Tests the log of deliveries: pages, one delivery, resending, and deletion of old entries.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};

use super::{WebhookSetup, add};
use crate::credits::grant;
use crate::harness::{TestApi, on_both_engines};
use crate::receiver::Receiver;

on_both_engines! {
    async fn deliveries_are_paged_with_their_bodies(world: TestApi) {
        let hooked = WebhookSetup::new(world).await;
        for n in 0..5 {
            grant(&hooked.world, &hooked.shop, &format!("g{n}"), "ada", 1 + n).await;
            hooked.pass(1).await;
        }
        let mut seen = Vec::new();
        let mut cursor = String::new();
        loop {
            let page = hooked.call(Method::GET, &format!("/deliveries?limit=2{cursor}"), None).await.json();
            seen.extend(page["items"].as_array().unwrap().clone());
            match page["next_cursor"].as_str() {
                Some(next) => cursor = format!("&cursor={next}"),
                None => break,
            }
        }
        assert_eq!(seen.len(), 5);
        assert!(seen.iter().all(|one| one["state"] == "delivered" && one["last_status"] == 200 && one["attempts"] == 1));
        let newest = seen[0]["event_id"].as_str().unwrap();
        let detail = hooked.call(Method::GET, &format!("/deliveries/{newest}"), None).await.json();
        assert_eq!(detail["event"], hooked.receiver.received()[4].json(), "what is shown is what was sent");
        assert_eq!(detail["delivery"], seen[0]);
        let failed = hooked.call(Method::GET, "/deliveries?state=failed", None).await.json();
        assert_eq!(failed["items"], json!([]));
        for wrong in ["/deliveries/evt_7", "/deliveries/7", "/deliveries/evt_x"] {
            hooked.call(Method::GET, wrong, None).await.is_problem(404, "not-found");
        }
        for wrong in ["?state=lost", "?limit=101", "?cursor=x"] {
            hooked.call(Method::GET, &format!("/deliveries{wrong}"), None).await.is_problem(400, "invalid-request");
        }
    }
}

on_both_engines! {
    async fn event_or_time_range_is_resent(world: TestApi) {
        let hooked = WebhookSetup::new(world).await;
        let WebhookSetup { world, shop, .. } = &hooked;
        for n in 0..3 {
            grant(world, shop, &format!("g{n}"), "ada", 1 + n).await;
            hooked.pass(60).await;
        }
        let first = hooked.receiver.received()[0].clone();
        let again = hooked.call(Method::POST, &format!("/deliveries/{}/resend", first.id), None).await.json();
        assert_eq!((&again["delivery"]["state"], &again["delivery"]["attempts"]), (&json!("waiting"), &json!(0)));
        hooked.deliver().await;
        let last = hooked.receiver.received().pop().unwrap();
        assert_eq!((&last.id, &last.body), (&first.id, &first.body));
        hooked.call(Method::POST, "/deliveries/evt_7/resend", None).await.is_problem(404, "not-found");

        // An endpoint that was added later can get all earlier events of its types.
        let late = Receiver::start(world.take_listener());
        let (id, _secret) = add(world, &shop.key, &late.url, &json!(["credits.granted"])).await;
        let range = |from: &str, to: &str| json!({"from": from, "to": to});
        let path = format!("/v1/webhook-endpoints/{id}/resend");
        let send = |body: Value| super::call(world, Method::POST, &path, &shop.key, Some(body));
        // 1,800,000,000 is 08:00:00 on 15 January 2027; the grants were at its first, second and third minute.
        let queued = send(range("2027-01-15T08:01:00Z", "2027-01-15T08:02:00Z")).await;
        assert_eq!(queued.json(), json!({"queued": 1, "next_cursor": null}));
        let queued = send(range("2027-01-15T08:00:00Z", "2027-01-15T09:00:00Z")).await;
        assert_eq!(queued.json()["queued"], 3);
        hooked.deliver().await;
        let amounts: Vec<i64> = late.received().iter().map(|one| one.json()["data"]["amount"].as_i64().unwrap()).collect();
        assert_eq!(amounts, [1, 2, 3]);
        let backwards = send(range("2027-01-15T09:00:00Z", "2027-01-15T09:00:00Z")).await;
        assert_eq!(backwards.is_problem(400, "invalid-request")["errors"][0]["pointer"], "/to");
        let nothing = send(range("2026-01-15T08:00:00Z", "2026-01-16T09:00:00Z")).await;
        assert_eq!(nothing.json()["queued"], 0);
    }
}

on_both_engines! {
    // row: J12
    /// A call resends 500 events and returns a cursor, which is valid for its own endpoint only (J12).
    async fn long_resend_range_continues_by_cursor(world: TestApi) {
        let hooked = WebhookSetup::new(world).await;
        let WebhookSetup { world, shop, .. } = &hooked;
        grant(world, shop, "g", "ada", 1).await;
        world.sql(
            "INSERT INTO outbox (id, book_id, account_id, customer_id, n, type, payload, created_at) \
             WITH RECURSIVE more (k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM more WHERE k < 600) \
             SELECT o.id + 1000 * more.k, o.book_id, o.account_id, o.customer_id, o.n + more.k, o.type, o.payload, o.created_at \
             FROM more CROSS JOIN outbox o",
            &[],
        ).await;
        let other = Receiver::start(world.take_listener());
        let (other, _secret) = add(world, &shop.key, &other.url, &json!(["credits.granted"])).await;
        let send = async |endpoint: &str, cursor: Value| {
            let mut range = json!({"from": "2027-01-15T00:00:00Z", "to": "2027-01-16T00:00:00Z"});
            if !cursor.is_null() {
                range["cursor"] = cursor;
            }
            let path = format!("/v1/webhook-endpoints/{endpoint}/resend");
            super::call(world, Method::POST, &path, &shop.key, Some(range)).await
        };
        let first = send(&other, Value::Null).await.json();
        assert_eq!(first["queued"], 500);
        let cursor = first["next_cursor"].as_str().unwrap();
        let mut altered = cursor.to_owned();
        altered.insert(40, 'A');
        for (endpoint, cursor) in [(&other, altered.as_str()), (&other, "x"), (&hooked.endpoint, cursor)] {
            let refused = send(endpoint, json!(cursor)).await.is_problem(400, "invalid-request");
            assert_eq!(refused["errors"][0]["pointer"], "/cursor");
        }
        let rest = send(&other, json!(cursor)).await.json();
        assert_eq!(rest, json!({"queued": 101, "next_cursor": null}));
        let of_each = "SELECT MAX(queued) FROM (SELECT count(*) AS queued FROM webhook_delivery GROUP BY endpoint_id) AS of_each";
        assert_eq!(world.count(of_each).await, 601, "each once");
    }
}

on_both_engines! {
    async fn events_and_deliveries_are_deleted_after_thirty_days_and_the_books_remain_sound(world: TestApi) {
        let hooked = WebhookSetup::new(world).await;
        let WebhookSetup { world, shop, .. } = &hooked;
        grant(world, shop, "g", "ada", 100).await;
        hooked.deliver().await;
        world.clock.advance(Duration::from_hours(30 * 24 - 1));
        grant(world, shop, "h", "ada", 100).await;
        product_api::sweep::once(&world.app).await.unwrap();
        assert_eq!(world.count("SELECT count(*) FROM outbox").await, 2);
        world.clock.advance(Duration::from_hours(1));
        product_api::sweep::once(&world.app).await.unwrap();
        assert_eq!(world.count("SELECT count(*) FROM outbox").await, 1);
        assert_eq!(world.count("SELECT count(*) FROM webhook_delivery").await, 0);
        hooked.deliver().await;
        assert_eq!(hooked.receiver.received().len(), 2);
        let findings = product_api::verify(&world.app.database).await.unwrap();
        assert!(findings.is_empty(), "{findings:?}");
        world.sql("DELETE FROM outbox", &[]).await;
        assert_eq!(product_api::verify(&world.app.database).await.unwrap().len(), 1, "the control");
    }
}
