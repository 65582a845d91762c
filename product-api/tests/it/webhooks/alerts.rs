//! Tests alerts about a balance that falls to its website's threshold or to zero, by any operation.

use std::time::Duration;

use product_api::{sweep, user_changes};
use reqwest::Method;
use serde_json::{Value, json};

use super::{WebhookSetup, call};
use crate::credits::{grant, post, spend};
use crate::features::put;
use crate::harness::{TestApi, on_both_engines};
use crate::merges;

impl WebhookSetup {
    /// Sets the threshold at or below which a balance is low.
    async fn low_at(&self, credits: i64) {
        let body = json!({"low_credits": credits});
        let response = call(
            &self.world,
            Method::PUT,
            "/v1/alerts",
            &self.shop.key,
            Some(body),
        )
        .await;
        assert_eq!(response.status, 200, "{response:?}");
    }

    /// Returns the alerts that arrived, with the available credits.
    fn alerts(&self) -> Vec<(String, i64)> {
        let came = self.receiver.received().into_iter().map(|came| came.json());
        let alerts = came.filter(|event| event["type"] != "credits.granted");
        let found = |event: Value| {
            (
                event["type"].as_str().unwrap().to_owned(),
                event["data"]["balance"]["available"].as_i64().unwrap(),
            )
        };
        alerts.map(found).collect()
    }
}

on_both_engines! {
    async fn alert_is_sent_once_per_crossing(world: TestApi) {
        let hooked = WebhookSetup::new(world).await;
        let WebhookSetup { world, shop, .. } = &hooked;
        let set = |body: Value| async move { call(world, Method::PUT, "/v1/alerts", &shop.key, Some(body)).await };
        for wrong in [json!({"low_credits": 0}), json!({"low_credits": -1}), json!({"low": 1})] {
            set(wrong).await.is_problem(400, "invalid-request");
        }
        assert_eq!(set(json!({"low_credits": 20})).await.json(), json!({"low_credits": 20}));
        assert_eq!(call(world, Method::GET, "/v1/alerts", &shop.key, None).await.json()["low_credits"], 20);
        assert_eq!(call(world, Method::GET, "/v1/alerts", &shop.test_key, None).await.json()["low_credits"], json!(null));
        grant(world, shop, "g", "ada", 30).await;
        for (key, amount) in [("a", 9), ("b", 2), ("c", 3), ("d", 16)] {
            assert_eq!(spend(world, shop, key, amount).await.status, 200);
        }
        hooked.deliver().await;
        assert_eq!(hooked.receiver.kinds(), ["credits.granted", "credits.low", "credits.depleted"]);
        let low = &hooked.receiver.received()[1].json()["data"];
        assert_eq!((&low["threshold"], &low["balance"]["available"]), (&json!(20), &json!(19)));
        assert_eq!(set(json!({})).await.json(), json!({"low_credits": null}));
        let found = "SELECT count(*) FROM audit WHERE action = 'alerts.changed' AND actor LIKE 'key_%'";
        assert_eq!(world.count(found).await, 2, "a line for each change");
    }
}

on_both_engines! {
    /// A lower overdraft limit causes an alert, because the limit is part of the available credits.
    async fn lowered_limit_sends_an_alert(world: TestApi) {
        let hooked = WebhookSetup::new(world).await;
        let WebhookSetup { world, shop, .. } = &hooked;
        hooked.low_at(40).await;
        let granted = grant(world, shop, "g", "ada", 10).await.json();
        let path = format!("/v1/customers/{}/overdraft-limit", granted["balance"]["customer_id"].as_str().unwrap());
        for limit in [100, 30, 20] {
            assert_eq!(put(world, &path, &shop.key, &json!({"limit": limit})).await.status, 200);
        }
        assert_eq!(spend(world, shop, "s", 10).await.status, 200);
        assert_eq!(put(world, &path, &shop.key, &json!({"limit": 0})).await.status, 200);
        hooked.deliver().await;
        let alerts = [("credits.low", 40), ("credits.depleted", 0)].map(|(kind, available)| (kind.to_owned(), available));
        assert_eq!(hooked.alerts(), alerts);
        assert!(product_api::verify(&world.app.database).await.unwrap().is_empty());
    }
}

on_both_engines! {
    /// A merge that adds debt causes an alert, and so does an undo that returns less than the merge took.
    async fn merge_and_undo_send_alerts(world: TestApi) {
        let hooked = WebhookSetup::new(world).await;
        let WebhookSetup { world, shop, .. } = &hooked;
        let (key, sub) = (shop.key.as_str(), merges::sub);
        hooked.low_at(40).await;
        merges::give(world, (key, "g1"), sub("usr_b"), 50, Some("2027-02-01T00:00:00Z")).await;
        merges::give(world, (key, "g2"), sub("usr_a"), 30, None).await;
        world.issuer.merge("mrg_1", "usr_b", "usr_a", "merged");
        user_changes::once(&world.app).await.unwrap();
        assert_eq!(merges::spend(world, key, "s1", sub("usr_b"), 30).await.0, 200);
        hooked.deliver().await;
        assert_eq!(hooked.alerts(), [], "the control: 50 are left");
        world.issuer.merge("mrg_1", "usr_b", "usr_a", "undone");
        user_changes::once(&world.app).await.unwrap();
        hooked.deliver().await;
        let mut alerts = hooked.alerts();
        alerts.sort();
        let low = |available| ("credits.low".to_owned(), available);
        assert_eq!(alerts, [low(20), low(30)], "each of both");
        world.sql("UPDATE account SET overdraft_limit = 60 WHERE kind = 'wallet'", &[]).await;
        assert_eq!(merges::spend(world, key, "s2", sub("usr_b"), 70).await.0, 200);
        world.issuer.merge("mrg_2", "usr_b", "usr_a", "merged");
        user_changes::once(&world.app).await.unwrap();
        hooked.deliver().await;
        let mut alerts = hooked.alerts().split_off(2);
        alerts.sort_by_key(|(_, available)| *available);
        assert_eq!(alerts, [low(10), low(40)], "of the spend, and of the debt that came");
        merges::assert_sound(world).await;
    }
}

on_both_engines! {
    /// Held credits could not be spent before a merge either, so that an undo which gives them back causes no alert.
    async fn undo_that_gives_a_hold_back_causes_no_alert(world: TestApi) {
        let hooked = WebhookSetup::new(world).await;
        let WebhookSetup { world, shop, .. } = &hooked;
        let (key, sub) = (shop.key.as_str(), merges::sub);
        hooked.low_at(5).await;
        merges::give(world, (key, "g1"), sub("usr_b"), 50, None).await;
        merges::give(world, (key, "g2"), sub("usr_a"), 30, None).await;
        let body = json!({"customer": sub("usr_b"), "amount": 50, "ttl_seconds": 3600});
        assert_eq!(post(world, "/v1/holds", key, "h", body).await.status, 200);
        hooked.deliver().await;
        let alerts = hooked.alerts();
        assert_eq!(alerts.len(), 2, "the control: {alerts:?}");
        for state in ["merged", "undone"] {
            world.issuer.merge("mrg_1", "usr_b", "usr_a", state);
            user_changes::once(&world.app).await.unwrap();
        }
        hooked.deliver().await;
        assert_eq!(hooked.alerts(), alerts);
        merges::assert_sound(world).await;
    }
}

on_both_engines! {
    /// An expiring lot causes each alert once, also after a merge or its undo moved the lot.
    async fn merge_repeats_no_expiry_alert(world: TestApi) {
        let hooked = WebhookSetup::new(world).await;
        let WebhookSetup { world, shop, .. } = &hooked;
        let (key, sub, day) = (shop.key.as_str(), merges::sub, Duration::from_hours(24));
        let found = async || {
            sweep::once(&world.app).await.unwrap();
            world.count("SELECT count(*) FROM outbox WHERE type = 'credits.expiring'").await
        };
        let changes = async |merge: &str, user: &str, state: &str| {
            world.issuer.merge(merge, user, "usr_a", state);
            assert_eq!(user_changes::once(&world.app).await.unwrap(), 1);
        };
        merges::give(world, (key, "g1"), sub("usr_b"), 40, Some("2027-01-25T08:00:00Z")).await;
        merges::give(world, (key, "g2"), sub("usr_a"), 1, None).await;
        merges::give(world, (key, "g3"), sub("usr_d"), 30, Some("2027-02-25T08:00:00Z")).await;
        world.clock.advance(day * 4);
        assert_eq!(found().await, 1, "six days before");
        changes("mrg_1", "usr_b", "merged").await;
        assert_eq!(found().await, 1, "the alert was sent before the merge");
        changes("mrg_2", "usr_d", "merged").await;
        world.clock.advance(day * 5);
        assert_eq!(found().await, 2, "the next stage, a day before");
        changes("mrg_1", "usr_b", "undone").await;
        assert_eq!(found().await, 2, "the alert named the wallet of that time");
        world.clock.advance(day * 26);
        assert_eq!(found().await, 3, "six days before");
        changes("mrg_2", "usr_d", "undone").await;
        assert_eq!(found().await, 3, "the alert named the wallet of that time");
        merges::assert_sound(world).await;
    }
}
