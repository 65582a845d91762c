//! Tests of voided grants: the remaining credits are taken once, and no held credits.

use std::time::Duration;

use super::once::run_concurrently;
use super::reversals_alike::{is_unavailable, refused, txn_of};
use super::test_ledger::{TestLedger, hold_of, on_both_engines, status};
use crate::credits::ledger::hold::OnExpiry;

on_both_engines! {
    async fn grant_is_voided_as_far_as_it_is_left_and_once(world: TestLedger) {
        let granted = txn_of(&world.grant("g", "ada", 100, None).await);
        world.grant("h", "ada", 7, None).await.unwrap();
        world.spend("s", "ada", 20).await.unwrap();
        let hold = world.hold("o", "ada", 30, (Duration::from_mins(15), OnExpiry::Release)).await;
        let requests = (0..50).map(|index| {
            let (world, granted) = (world.clone(), granted.clone());
            async move {
                let key = format!("v{index}");
                let mut outcome = world.void_grant(&key, &granted).await;
                while is_unavailable(&outcome) {
                    outcome = world.void_grant(&key, &granted).await;
                }
                outcome
            }
        });
        let outcomes = run_concurrently(requests).await;
        let done = outcomes.iter().filter(|outcome| status(outcome) == 200).count();
        assert_eq!(done, 1);
        assert_eq!(world.count("SELECT amount FROM txn WHERE kind = 'void'").await, -50);
        assert_eq!(world.balance("ada").await.available, 7);
        let again = world.void_grant("again", &granted).await;
        assert_eq!(refused(&again), (409, "nothing-left".to_owned()));
        assert!(world.void_grant("again", &granted).await.unwrap().is_replayed);
        world.void("w", &hold_of(&hold)).await.unwrap();
        assert_eq!(status(&world.void_grant("rest", &granted).await), 200, "what the hold let go");
        assert_eq!(world.balance("ada").await.available, 7);
        assert_eq!(refused(&world.void_grant("spend", "txn_none").await), (404, "not-found".to_owned()));
        world.assert_sound(&world.findings().await);
    }
}
