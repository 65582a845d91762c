//! Tests of wallets with very many lots: more than one statement can contain, and the maximum number.

use std::time::Duration;

use foundation::{Timestamp, on_engine};
use sqlx::AssertSqlSafe;

use super::test_ledger::{TestLedger, body, on_both_engines, status};
use crate::credits::ledger::lot::MAX_OPEN;

/// Grants credits and splits their lot into lots of one credit. The new keys are below the first one's, so that they cannot
/// collide with later rows.
async fn grant_in_lots_of_one(world: &TestLedger, count: i64, expires_at: Option<Timestamp>) {
    world.grant("g", "ada", count, expires_at).await.unwrap();
    world.sql("UPDATE lot SET amount = 1, remaining = 1").await;
    let mut there = 1;
    while there < count {
        let more = there.min(count - there);
        let statement = format!(
            "INSERT INTO lot (id, account_id, kind, amount, remaining, held, priority, effective_at, expires_at, \
                source_kind, source_ref, txn_id) \
             SELECT id - {there}, account_id, kind, amount, remaining, held, priority, effective_at, expires_at, \
                source_kind, source_ref || '-{there}', txn_id FROM lot ORDER BY id LIMIT {more}"
        );
        let mut transaction = world.app.database.begin().await.unwrap();
        on_engine!(&mut transaction.connection(), |c| {
            sqlx::query(AssertSqlSafe(statement))
                .execute(c)
                .await
                .unwrap();
        });
        transaction.commit().await.unwrap();
        there += more;
    }
    world.assert_sound(&world.findings().await);
}

on_both_engines! {
    /// More lots expire at once than one statement can contain, and all are settled.
    async fn very_many_lots_expire_together(world: TestLedger) {
        let expires = world.after(60);
        grant_in_lots_of_one(&world, 4096, Some(expires)).await;
        world.clock.advance(Duration::from_secs(61));
        let short = world.spend("s", "ada", 1).await;
        assert_eq!(status(&short), 402, "{short:?}");
        assert_eq!(world.count("SELECT count(*) FROM lot WHERE closed_at IS NULL").await, 0);
        assert_eq!(world.count("SELECT count(*) FROM txn WHERE kind = 'expiry'").await, 4096);
        world.assert_sound(&world.findings().await);
    }
}

on_both_engines! {
    /// A grant beyond the limit of open lots is refused for its key. Other operations succeed, and a used lot makes room again.
    async fn lots_are_limited_per_wallet(world: TestLedger) {
        let most = i64::try_from(MAX_OPEN).unwrap();
        grant_in_lots_of_one(&world, most - 1, None).await;
        assert_eq!(status(&world.grant("last", "ada", 1, None).await), 200);
        let over = world.grant("over", "ada", 1, None).await;
        let document = body(&over);
        assert_eq!((status(&over), &document["limit"]), (422, &most.into()));
        assert!(document["type"].as_str().unwrap().ends_with("/too-many-lots"), "{document}");
        assert_eq!(status(&world.spend("one", "ada", 1).await), 200);
        assert_eq!(status(&world.grant("room", "ada", 1, None).await), 200);
        assert!(world.grant("over", "ada", 1, None).await.unwrap().is_replayed);
        assert_eq!(status(&world.grant("over2", "ada", 1, None).await), 422);
        assert_eq!(status(&world.spend("all", "ada", most).await), 200);
        assert_eq!(status(&world.grant("again", "ada", 1, None).await), 200);
        world.assert_sound(&world.findings().await);
    }
}
