//! Tests holds of merged users: held credits come from the merged wallet, overage from the merge target.

use product_api::user_changes;
use serde_json::json;

use crate::credits::{Shop, post};
use crate::harness::on_both;
use crate::merges::{assert_sound, available, give, spend, sub};

on_both! {
    /// A capture uses the credits held on the merged wallet, then the merge target's; the balance is the target's.
    async fn a_hold_that_was_left_is_used_with_the_heirs_credits(world) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let key = shop.key.as_str();
        give(&world, (key, "g1"), sub("usr_b"), 40, None).await;
        let into = give(&world, (key, "g2"), sub("usr_a"), 500, None).await["customer_id"].clone();
        let mut holds = Vec::new();
        for (name, amount) in [("h1", 10), ("h2", 5), ("h3", 5)] {
            let body = json!({"customer": sub("usr_b"), "amount": amount, "ttl_seconds": 60});
            let found = post(&world, "/v1/holds", key, name, body).await.json();
            holds.push(format!("/v1/holds/{}/capture", found["hold"]["id"].as_str().unwrap()));
        }
        world.issuer.merge("mrg_1", "usr_b", "usr_a", "merged");
        user_changes::once(&world.app).await.unwrap();
        let part = post(&world, &holds[0], key, "c1", json!({"amount": 4, "final": false})).await.json();
        assert_eq!((&part["balance"]["customer_id"], &part["balance"]["available"]), (&into, &json!(520)), "{part}");
        let beyond = json!({"amount": 26, "overage": "available"});
        let found = post(&world, &holds[0], key, "c2", &beyond).await;
        let more = found.json();
        assert_eq!((&more["hold"]["captured"], &more["balance"]["available"]), (&json!(10), &json!(500)), "{more}");
        assert_eq!(more["transaction"]["amount"], -6, "what the hold had; the rest is a transaction of the heir's");
        assert_eq!(post(&world, &holds[0], key, "c2", &beyond).await.body, found.body, "a repeat does nothing");
        let short = post(&world, &holds[1], key, "c3", json!({"amount": 600, "overage": "available"})).await;
        assert_eq!(short.is_problem(402, "insufficient-credits")["available"], 505);
        world.clock.advance(std::time::Duration::from_mins(1));
        let late = json!({"amount": 5, "if_expired": "spend"});
        post(&world, &holds[1], key, "c4", &late).await.json();
        // The released credits move to the merge target, where a late capture finds them.
        user_changes::once(&world.app).await.unwrap();
        let found = post(&world, &holds[2], key, "c5", &late).await.json();
        assert_eq!((&found["hold"]["captured"], &found["balance"]["available"]), (&json!(5), &json!(500)), "{found}");
        assert_eq!((&found["transaction"]["kind"], &found["transaction"]["amount"]), (&json!("capture"), &json!(-5)));
        post(&world, &holds[2], key, "c6", &late).await.is_problem(409, "hold-expired");
        assert_eq!(available(&world, key, &into).await, 500);
        // Each transaction of the merge target names the capture's key and the hold.
        let list = world.get(&format!("/v1/customers/{}/transactions", into.as_str().unwrap()), key).await.json();
        let mut causes = Vec::new();
        for item in list["items"].as_array().unwrap().iter().filter(|item| item["kind"] == "capture") {
            let found = world.get(&format!("/v1/transactions/{}", item["id"].as_str().unwrap()), key).await.json();
            let hold = found["cause"]["hold"].as_str().map(|id| holds.iter().position(|path| path.contains(id)).unwrap());
            causes.push((item["amount"].as_i64().unwrap(), found["cause"]["kind"].clone(), found["cause"]["idempotency_key"].clone(), hold));
        }
        let expected = |amount, name: &str, hold| (amount, json!("request"), json!(name), Some(hold));
        assert_eq!(causes, [
            expected(-5, "c5", 2), expected(-5, "c4", 1), expected(-20, "c2", 0), expected(-6, "c2", 0), expected(-4, "c1", 0),
        ]);
        assert_sound(&world).await;
    }
}

on_both! {
    /// Credits that a hold on the merged wallet releases reach the merge target in the same transaction.
    async fn what_a_hold_that_was_left_lets_go_is_the_heirs_at_once(world) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let key = shop.key.as_str();
        let from = give(&world, (key, "g1"), sub("usr_b"), 60, None).await["customer_id"].clone();
        let into = give(&world, (key, "g2"), sub("usr_a"), 1, None).await["customer_id"].clone();
        let mut holds = Vec::new();
        for (name, amount, ttl) in [("h1", 10, 600), ("h2", 20, 600), ("h3", 5, 60), ("h4", 25, 120)] {
            let body = json!({"customer": sub("usr_b"), "amount": amount, "ttl_seconds": ttl});
            let found = post(&world, "/v1/holds", key, name, body).await.json();
            holds.push(format!("/v1/holds/{}", found["hold"]["id"].as_str().unwrap()));
        }
        world.issuer.merge("mrg_1", "usr_b", "usr_a", "merged");
        user_changes::once(&world.app).await.unwrap();
        assert_eq!(available(&world, key, &into).await, 1, "the control: all the rest is set aside");
        // A void and the last of several captures release credits.
        let found = post(&world, &format!("{}/void", holds[0]), key, "v1", json!({})).await.json();
        assert_eq!(found["balance"]["available"], 11, "{found}");
        assert_eq!(spend(&world, key, "s1", sub("usr_a"), 11).await.0, 200);
        let part = json!({"amount": 5, "final": false});
        let found = post(&world, &format!("{}/capture", holds[1]), key, "c1", part).await.json();
        assert_eq!(found["balance"]["available"], 0, "{found}");
        let last = post(&world, &format!("{}/capture", holds[1]), key, "c2", json!({"amount": 3})).await;
        let found = last.json();
        assert_eq!((&found["transaction"]["amount"], &found["balance"]["available"]), (&json!(-3), &json!(12)), "{found}");
        let again = post(&world, &format!("{}/capture", holds[1]), key, "c2", json!({"amount": 3})).await;
        assert_eq!(again.body, last.body, "a repeat moves nothing");
        // The refusal books the expired hold, and the next spend of the target has the released credits.
        world.clock.advance(std::time::Duration::from_mins(1));
        post(&world, &format!("{}/void", holds[2]), key, "v2", json!({})).await.is_problem(409, "hold-expired");
        assert_eq!(spend(&world, key, "s2", sub("usr_a"), 17).await.0, 200);
        // Without any request, the next run moves the credits of an expired hold, before or after the sweep.
        world.clock.advance(std::time::Duration::from_mins(1));
        user_changes::once(&world.app).await.unwrap();
        assert_eq!(available(&world, key, &into).await, 25);
        let left = "SELECT CAST(SUM(posted) AS BIGINT) FROM account WHERE kind = 'wallet' AND status = 1";
        assert_eq!(world.count(left).await, 0, "nothing waits for the next look");
        assert_sound(&world).await;
        // The undo of the merge moves back as much as is left.
        world.issuer.merge("mrg_1", "usr_b", "usr_a", "undone");
        user_changes::once(&world.app).await.unwrap();
        assert_eq!((available(&world, key, &from).await, available(&world, key, &into).await), (25, 0));
        assert_sound(&world).await;
    }
}

on_both! {
    /// The merge target's limit rises once by the debt, though a released hold moves in the same transaction.
    async fn a_limit_is_raised_once_however_much_moves_at_a_time(world) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let key = shop.key.as_str();
        give(&world, (key, "g1"), sub("usr_b"), 60, None).await;
        world.sql("UPDATE account SET overdraft_limit = 100 WHERE kind = 'wallet'", &[]).await;
        let held = post(&world, "/v1/holds", key, "h", json!({"customer": sub("usr_b"), "amount": 10})).await.json();
        assert_eq!(spend(&world, key, "s", sub("usr_b"), 100).await.0, 200);
        world.sql("UPDATE account SET frozen_at = 1 WHERE kind = 'wallet'", &[]).await;
        let into = give(&world, (key, "g2"), sub("usr_a"), 1, None).await["customer_id"].clone();
        world.sql("UPDATE account SET overdraft_limit = 30 WHERE kind = 'wallet' AND frozen_at IS NULL", &[]).await;
        world.issuer.merge("mrg_1", "usr_b", "usr_a", "merged");
        user_changes::once(&world.app).await.unwrap();
        assert_eq!(available(&world, key, &into).await, 31, "the control: nothing has moved");
        world.sql("UPDATE account SET frozen_at = NULL", &[]).await;
        let path = format!("/v1/holds/{}/void", held["hold"]["id"].as_str().unwrap());
        let found = post(&world, &path, key, "v", json!({})).await.json();
        let balance = ["posted", "debt"].map(|name| found["balance"][name].as_i64().unwrap());
        assert_eq!(balance, [11, 50], "{found}");
        assert_sound(&world).await;
        world.issuer.merge("mrg_1", "usr_b", "usr_a", "undone");
        user_changes::once(&world.app).await.unwrap();
        assert_eq!(available(&world, key, &into).await, 31, "the limit is the website's again");
        assert_sound(&world).await;
    }
}

on_both! {
    /// Released credits of a hold that is two merges away reach the last target, one merge in each run.
    async fn what_is_let_go_of_two_merges_away_follows_look_by_look(world) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let key = shop.key.as_str();
        give(&world, (key, "g1"), sub("usr_c"), 10, None).await;
        give(&world, (key, "g2"), sub("usr_b"), 1, None).await;
        let into = give(&world, (key, "g3"), sub("usr_a"), 1, None).await["customer_id"].clone();
        let body = json!({"customer": sub("usr_c"), "amount": 10});
        let held = post(&world, "/v1/holds", key, "h", body).await.json();
        world.issuer.merge("mrg_1", "usr_c", "usr_b", "merged");
        world.issuer.merge("mrg_2", "usr_b", "usr_a", "merged");
        user_changes::once(&world.app).await.unwrap();
        let path = format!("/v1/holds/{}/void", held["hold"]["id"].as_str().unwrap());
        assert_eq!(post(&world, &path, key, "v", json!({})).await.json()["balance"]["available"], 2);
        for _look in 0..2 {
            user_changes::once(&world.app).await.unwrap();
        }
        assert_eq!(available(&world, key, &into).await, 12);
        assert_sound(&world).await;
        world.issuer.merge("mrg_2", "usr_b", "usr_a", "undone");
        world.issuer.merge("mrg_1", "usr_c", "usr_b", "undone");
        user_changes::once(&world.app).await.unwrap();
        assert_eq!(available(&world, key, &into).await, 1);
        assert_sound(&world).await;
    }
}

on_both! {
    /// The overdraft limit holds across a merge: debt moves to the target, and the merged wallet can owe nothing more.
    async fn what_may_be_owed_is_not_owed_again_by_holds_that_were_left(world) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let key = shop.key.as_str();
        give(&world, (key, "g1"), sub("usr_b"), 20, None).await;
        let into = give(&world, (key, "g2"), sub("usr_a"), 1, None).await["customer_id"].clone();
        world.sql("UPDATE account SET overdraft_limit = 100 WHERE kind = 'wallet' AND posted = 20", &[]).await;
        let body = json!({"customer": sub("usr_b"), "amount": 5});
        let found = post(&world, "/v1/holds", key, "h", body).await.json();
        assert_eq!(spend(&world, key, "s", sub("usr_b"), 115).await.0, 200);
        world.issuer.merge("mrg_1", "usr_b", "usr_a", "merged");
        user_changes::once(&world.app).await.unwrap();
        let path = format!("/v1/holds/{}/capture", found["hold"]["id"].as_str().unwrap());
        let more = post(&world, &path, key, "c1", json!({"amount": 7, "overage": "debt"})).await;
        assert_eq!(more.is_problem(402, "insufficient-credits")["available"], 6);
        assert_eq!(post(&world, &path, key, "c2", json!({"amount": 6, "overage": "debt"})).await.status, 200, "the control");
        let found = world.get(&format!("/v1/customers/{}/balance", into.as_str().unwrap()), key).await.json();
        assert_eq!((&found["posted"], &found["debt"]), (&json!(0), &json!(100)), "{found}");
        assert_sound(&world).await;
    }
}

on_both! {
    /// The response to a capture, void or extension shows the target's balance without credits that have expired by then.
    async fn an_answer_about_a_hold_that_was_left_tells_nothing_that_has_expired(world) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let key = shop.key.as_str();
        give(&world, (key, "g1"), sub("usr_b"), 40, None).await;
        let soon = world.clock.now().plus(std::time::Duration::from_mins(1)).to_iso8601();
        let into = give(&world, (key, "g2"), sub("usr_a"), 500, Some(&soon)).await["customer_id"].clone();
        let mut holds = Vec::new();
        for name in ["h1", "h2", "h3"] {
            let body = json!({"customer": sub("usr_b"), "amount": 10, "ttl_seconds": 3600});
            let found = post(&world, "/v1/holds", key, name, body).await.json();
            holds.push(format!("/v1/holds/{}", found["hold"]["id"].as_str().unwrap()));
        }
        world.issuer.merge("mrg_1", "usr_b", "usr_a", "merged");
        user_changes::once(&world.app).await.unwrap();
        assert_eq!(available(&world, key, &into).await, 510, "the control");
        world.clock.advance(std::time::Duration::from_mins(1));
        for (place, way, body, available) in [
            (0, "capture", json!({}), 10), (1, "void", json!({}), 20), (2, "extend", json!({"ttl_seconds": 7200}), 20),
        ] {
            let found = post(&world, &format!("{}/{way}", holds[place]), key, way, body).await.json();
            let balance = (&found["balance"]["customer_id"], &found["balance"]["available"]);
            assert_eq!(balance, (&into, &json!(available)), "{way}: {found}");
        }
        assert_eq!(available(&world, key, &into).await, 20);
        assert_sound(&world).await;
    }
}

on_both! {
    /// Released credits of many holds use few of the target's lots: credits that wait together move as one lot.
    async fn where_the_heir_has_many_lots_what_is_let_go_waits_for_the_next_look(world) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let key = shop.key.as_str();
        give(&world, (key, "g1"), sub("usr_b"), 20, None).await;
        let into = give(&world, (key, "g2"), sub("usr_a"), 999, None).await["customer_id"].clone();
        world.sql("INSERT INTO lot (id, account_id, kind, amount, remaining, held, priority, effective_at, source_kind, source_ref, txn_id) \
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 998) \
            SELECT l.id - 100000 - n.i, l.account_id, l.kind, 1, 1, 0, l.priority, l.effective_at, l.source_kind, l.source_ref || '-' || n.i, \
                l.txn_id FROM lot l CROSS JOIN n WHERE l.amount = 999", &[]).await;
        world.sql("UPDATE lot SET amount = 1, remaining = 1 WHERE amount = 999", &[]).await;
        assert_sound(&world).await;
        let mut voids = Vec::new();
        for name in ["h1", "h2", "h3"] {
            let body = json!({"customer": sub("usr_b"), "amount": 5});
            let found = post(&world, "/v1/holds", key, name, body).await.json();
            voids.push(format!("/v1/holds/{}/void", found["hold"]["id"].as_str().unwrap()));
        }
        assert_eq!(spend(&world, key, "s", sub("usr_b"), 5).await.0, 200);
        world.issuer.merge("mrg_1", "usr_b", "usr_a", "merged");
        user_changes::once(&world.app).await.unwrap();
        for (place, available) in [(0, 1004), (1, 1004), (2, 1004)] {
            let found = post(&world, &voids[place], key, &format!("v{place}"), json!({})).await.json();
            assert_eq!(found["balance"]["available"], available, "{place}: the first has filled it");
        }
        user_changes::once(&world.app).await.unwrap();
        assert_eq!(available(&world, key, &into).await, 1014);
        let moved = "SELECT count(*) FROM lot_transfer";
        assert_eq!(world.count(moved).await, 2, "the first, and the two others together");
        assert_sound(&world).await;
    }
}
