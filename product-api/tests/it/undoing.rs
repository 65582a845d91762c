//! Tests undone merges: what moves back, what remains, and what a frozen wallet keeps until it is free.

use product_api::user_changes;
use serde_json::{Value, json};

use crate::credits::Shop;
use crate::features::put;
use crate::harness::{TestApi, on_both_engines};
use crate::merges::{assert_sound, available, give, spend, sub};

on_both_engines! {
    /// The merge of a debt raises the target's limit; the undo reverts that, unless the website set another limit since.
    async fn overdraft_of_a_merge_ends_with_its_undo(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let key = shop.key.as_str();
        let limit_of = async |who: &Value| {
            let body = world.get(&format!("/v1/customers/{}/balance", who.as_str().unwrap()), key).await.json();
            (body["overdraft_limit"].clone(), body["debt"].clone())
        };
        let set = async |who: &Value, limit: i64| {
            let path = format!("/v1/customers/{}/overdraft-limit", who.as_str().unwrap());
            assert_eq!(put(&world, &path, key, &json!({"limit": limit})).await.status, 200);
        };
        let from = give(&world, (key, "g1"), sub("usr_b"), 20, None).await["customer_id"].clone();
        let into = give(&world, (key, "g2"), sub("usr_a"), 1, None).await["customer_id"].clone();
        set(&from, 100).await;
        set(&into, 10).await;
        assert_eq!(spend(&world, key, "s", sub("usr_b"), 120).await.0, 200);
        for (merge, set_since, left) in [("mrg_1", None, 10), ("mrg_2", Some(150), 150)] {
            world.issuer.merge(merge, "usr_b", "usr_a", "merged");
            user_changes::once(&world.app).await.unwrap();
            assert_eq!(limit_of(&into).await, (json!(100), json!(100)));
            if let Some(limit) = set_since {
                set(&into, limit).await;
            }
            world.issuer.merge(merge, "usr_b", "usr_a", "undone");
            user_changes::once(&world.app).await.unwrap();
            assert_eq!(limit_of(&into).await, (json!(left), json!(0)));
            assert_sound(&world).await;
        }
    }
}

on_both_engines! {
    /// The undo of one of two merges reverts its own part of the limit only.
    async fn undo_lowers_the_limit_that_its_merge_raised(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let key = shop.key.as_str();
        let into = give(&world, (key, "g"), sub("usr_a"), 1, None).await["customer_id"].clone();
        for (user, debt) in [("usr_a", 10), ("usr_b", 100), ("usr_d", 50)] {
            let customer = give(&world, (key, user), sub(user), 1, None).await["customer_id"].clone();
            let path = format!("/v1/customers/{}/overdraft-limit", customer.as_str().unwrap());
            assert_eq!(put(&world, &path, key, &json!({"limit": debt})).await.status, 200);
            if user != "usr_a" {
                assert_eq!(spend(&world, key, &format!("s{user}"), sub(user), debt + 1).await.0, 200);
            }
        }
        let limit = async || {
            let path = format!("/v1/customers/{}/balance", into.as_str().unwrap());
            world.get(&path, key).await.json()["overdraft_limit"].clone()
        };
        for (merge, user, state, left) in [
            ("mrg_1", "usr_b", "merged", 100), ("mrg_2", "usr_d", "merged", 150),
            ("mrg_1", "usr_b", "undone", 60), ("mrg_2", "usr_d", "undone", 10),
        ] {
            world.issuer.merge(merge, user, "usr_a", state);
            user_changes::once(&world.app).await.unwrap();
            assert_eq!(limit().await, left, "{merge} {state}");
            assert_sound(&world).await;
        }
    }
}

/// Freezes or frees the wallet of a customer.
async fn freeze(world: &TestApi, customer: &Value, is_frozen: bool) {
    let sql = if is_frozen {
        "UPDATE account SET frozen_at = 1 WHERE kind = 'wallet' AND owner_id = $1"
    } else {
        "UPDATE account SET frozen_at = NULL WHERE kind = 'wallet' AND owner_id = $1"
    };
    world.sql(sql, &[customer.as_str().unwrap()]).await;
}

on_both_engines! {
    /// An undo separates the users at once; credits follow when both wallets are free, and other changes do not wait.
    async fn frozen_wallet_stops_no_undo_and_no_other_change(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let key = shop.key.as_str();
        let from = give(&world, (key, "g1"), sub("usr_b"), 40, None).await["customer_id"].clone();
        let into = give(&world, (key, "g2"), sub("usr_a"), 50, None).await["customer_id"].clone();
        give(&world, (key, "g3"), sub("usr_d"), 7, None).await;
        for (number, frozen) in [&into, &from].into_iter().enumerate() {
            let merge = format!("mrg_{number}");
            world.issuer.merge(&merge, "usr_b", "usr_a", "merged");
            user_changes::once(&world.app).await.unwrap();
            assert_eq!(available(&world, key, &from).await, 90, "the control");
            freeze(&world, frozen, true).await;
            world.issuer.merge(&merge, "usr_b", "usr_a", "undone");
            world.issuer.merge(&format!("other_{number}"), "usr_d", &format!("usr_e{number}"), "merged");
            world.issuer.delete(&format!("usr_f{number}"));
            assert_eq!(user_changes::once(&world.app).await.unwrap(), 3);
            assert_eq!(user_changes::once(&world.app).await.unwrap(), 0);
            let (status, body) = spend(&world, key, &format!("s{number}"), sub("usr_b"), 1).await;
            let expected = if frozen == &from { (403, "account-frozen") } else { (402, "insufficient-credits") };
            assert_eq!((status, body["type"].as_str().unwrap().rsplit('/').next().unwrap()), expected, "{body}");
            freeze(&world, frozen, false).await;
            for _again in 0..2 {
                user_changes::once(&world.app).await.unwrap();
                assert_eq!((available(&world, key, &from).await, available(&world, key, &into).await), (40, 50));
                assert_sound(&world).await;
            }
        }
    }
}

on_both_engines! {
    /// Credits that wait for an undo stay at the merge target after another merge, until that is undone as well.
    async fn pending_return_waits_during_a_repeated_merge(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let key = shop.key.as_str();
        let from = give(&world, (key, "g1"), sub("usr_b"), 40, None).await["customer_id"].clone();
        let into = give(&world, (key, "g2"), sub("usr_a"), 50, None).await["customer_id"].clone();
        world.issuer.merge("mrg_1", "usr_b", "usr_a", "merged");
        user_changes::once(&world.app).await.unwrap();
        freeze(&world, &into, true).await;
        world.issuer.merge("mrg_1", "usr_b", "usr_a", "undone");
        world.issuer.merge("mrg_2", "usr_b", "usr_a", "merged");
        user_changes::once(&world.app).await.unwrap();
        freeze(&world, &into, false).await;
        user_changes::once(&world.app).await.unwrap();
        assert_eq!(available(&world, key, &from).await, 90, "one person");
        world.issuer.merge("mrg_2", "usr_b", "usr_a", "undone");
        user_changes::once(&world.app).await.unwrap();
        assert_eq!((available(&world, key, &from).await, available(&world, key, &into).await), (40, 50));
        assert_sound(&world).await;
    }
}
