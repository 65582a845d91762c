//! Tests when a wallet asks for its owner's automatic top-up: once, as its credits fall below the threshold.

use std::time::Duration;

use foundation::Timestamp;

use super::rules::{details, empty, grant, spend};
use super::test_ledger::{TestLedger, hold_of, on_both_engines, status};
use crate::credits::ledger::hold::OnExpiry;
use crate::credits::ledger::lot::LotKind;
use crate::credits::ledger::row_ids::RowIds;

#[test]
fn crossing_of_the_threshold_is_noted() {
    // threshold, overdraft limit, credits before, spent, noted
    let rows = [
        (Some(10), 0, 20, 10, false),
        (Some(10), 0, 20, 11, true),
        (Some(10), 0, 10, 1, true),
        (Some(10), 0, 9, 1, false),
        (Some(1), 0, 5, 5, true),
        (Some(0), 0, 5, 5, false),
        (Some(0), 50, 5, 6, true),
        (Some(10), 50, 20, 11, true),
        (None, 0, 20, 20, false),
    ];
    for (threshold, overdraft, credits, spent, expected) in rows {
        let keys = RowIds::for_writer(1).unwrap();
        let mut state = empty(overdraft);
        state.account.notices.topup_at = threshold;
        let at = Timestamp::from_seconds(1);
        let granted = grant(LotKind::Promo, credits, None);
        state.apply(&granted, details("grant"), at, &keys).unwrap();
        assert!(!state.writes.is_topup_due, "a grant crosses upwards");
        state
            .apply(&spend(spent), details("spend"), at, &keys)
            .unwrap();
        assert_eq!(
            state.writes.is_topup_due, expected,
            "{threshold:?} {credits} - {spent}"
        );
    }
}

const DUE: &str = "SELECT COUNT(*) FROM topup_due";

on_both_engines! {
    async fn only_a_crossing_writes_a_row(world: TestLedger) {
        world.grant("g", "ada", 100, None).await.unwrap();
        world.grant("h", "bob", 100, None).await.unwrap();
        world.sql("UPDATE account SET topup_at = 50 WHERE posted = 100 AND owner_id = (SELECT id FROM customers WHERE external_id = 'ada')").await;
        assert_eq!(status(&world.spend("s1", "ada", 50).await), 200);
        assert_eq!(status(&world.spend("s2", "bob", 90).await), 200);
        assert_eq!(world.count(DUE).await, 0, "no wallet is below a threshold");
        let hold = world.hold("o", "ada", 1, (Duration::from_mins(15), OnExpiry::Release)).await;
        assert_eq!(world.count(DUE).await, 1, "held credits cannot be spent");
        assert_eq!(status(&world.spend("s3", "ada", 1).await), 200);
        assert_eq!(world.count(DUE).await, 1);
        world.sql("DELETE FROM topup_due").await;
        assert_eq!(status(&world.spend("s4", "ada", 1).await), 200);
        assert_eq!(world.count(DUE).await, 0, "a crossing is noted once");
        world.void("v", &hold_of(&hold)).await.unwrap();
        world.grant("g2", "ada", 10, None).await.unwrap();
        assert_eq!(status(&world.spend("s5", "ada", 20).await), 200);
        assert_eq!(world.count(DUE).await, 1, "a later crossing is another one");
        world.assert_sound(&world.findings().await);
    }
}
