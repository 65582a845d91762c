//! Tests captures of holds during a merge of their users, and during its undo.

use foundation::testing::RowLocks;
use futures_util::future::join_all;
use product_api::user_changes;
use serde_json::json;

use crate::credits::Shop;
use crate::harness::{TestApi, on_both_engines};
use crate::merged_holds::{Holds, balance};
use crate::merges::{assert_sound, give, sub};

/// A capture looks its hold up, and waits for the lock of a wallet that a merge, or its undo, has locked. Then it finds the hold
/// on the other wallet.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn capture_that_waited_for_a_merge_follows_its_hold() {
    let world = TestApi::postgres().await;
    let shop = Shop::open(&world, "usr_1", "Pictures").await;
    let key = shop.key.as_str();
    let on = Holds { world: &world, key };
    let from = give(&world, (key, "g1"), sub("usr_b"), 40, None).await["customer_id"].clone();
    let into = give(&world, (key, "g2"), sub("usr_a"), 50, None).await["customer_id"].clone();
    let hold = on.open("h", "usr_b", json!({"amount": 10})).await;
    for (state, owner) in [("merged", &into), ("undone", &from)] {
        world.issuer.merge("mrg_1", "usr_b", "usr_a", state);
        // The rows of customers are written after both wallets are locked.
        let rows = ["UPDATE customers SET credits = credits + 0"];
        let mut locks = RowLocks::take(&world.app.database, &rows).await;
        let capturing = async {
            locks.wait_for_sessions(1).await;
            let part = json!({"amount": 1, "final": false});
            let captured = on.capture(state, &hold, part);
            let (captured, ()) = tokio::join!(captured, async move {
                locks.wait_for_sessions(2).await;
                locks.commit().await;
            });
            captured.json()
        };
        let (changed, captured) = tokio::join!(user_changes::once(&world.app), capturing);
        assert_eq!(changed.unwrap(), 1);
        assert_eq!(balance(&captured).0, owner, "{captured}");
        assert_sound(&world).await;
    }
}

on_both_engines! {
    /// Captures that looked a hold up on its old wallet run again and find it on the other one, in both directions.
    async fn captures_during_a_merge_and_its_undo_all_count_once(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let key = shop.key.as_str();
        let on = Holds { world: &world, key };
        give(&world, (key, "g1"), sub("usr_b"), 100, None).await;
        give(&world, (key, "g2"), sub("usr_a"), 5, None).await;
        let mut holds = Vec::new();
        for index in 0..5 {
            holds.push(on.open(&format!("h{index}"), "usr_b", json!({"amount": 20})).await);
        }
        let one = json!({"amount": 1, "final": false});
        for (round, state) in ["merged", "undone", "merged", "undone"].into_iter().enumerate() {
            world.issuer.merge("mrg_1", "usr_b", "usr_a", state);
            let names: Vec<String> = (0..20).map(|index| format!("c{round}-{index}")).collect();
            let captures = names.iter().zip(holds.iter().cycle()).map(|(name, hold)| on.capture(name, hold, one.clone()));
            let (polled, responses) = tokio::join!(user_changes::once(&world.app), join_all(captures));
            drop(polled);
            for response in responses {
                assert!([200, 503].contains(&response.status), "{response:?}");
            }
            // A lock timeout is an allowed outcome.
            user_changes::once(&world.app).await.unwrap();
            for (name, hold) in names.iter().zip(holds.iter().cycle()) {
                let again = on.capture(name, hold, one.clone()).await;
                assert_eq!(again.status, 200, "{again:?}");
            }
            assert_sound(&world).await;
        }
        let captured = "SELECT CAST(SUM(captured) AS BIGINT) FROM hold";
        assert_eq!(world.count(captured).await, 80);
        assert_eq!(world.count("SELECT CAST(SUM(credits) AS BIGINT) FROM customers").await, 5);
    }
}
