//! Tests the sweep, which deletes expired data and keeps valid data.

use foundation::on_both_engines;
use idp::testing::{flush_activity, sweep};

use crate::harness::TestIdp;

const ROWS: &str = "SELECT (SELECT COUNT(*) FROM authorization_codes) + (SELECT COUNT(*) FROM refresh_tokens) \
    + (SELECT COUNT(*) FROM authorization_requests) + (SELECT COUNT(*) FROM grants)";

const STALE: &str = "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1200) \
    INSERT INTO authorization_requests (digest, query, created_at, expires_at) \
    SELECT $1 || CAST(n AS TEXT), '', 0, 0 FROM numbers";

on_both_engines!(expired_rows_are_deleted);

async fn expired_rows_are_deleted(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let _tokens = world.site_tokens(&ann, "openid").await;
    let long = "s".repeat(4000);
    let _asked = world.authorize(None, &[("state", &long)]).await;
    assert_eq!(world.count(ROWS).await, 4);
    flush_activity(&world.app).await.unwrap();
    assert_eq!(sweep(&world.app).await.unwrap(), 0);
    world.wait(16 * 60 + 1);
    assert_eq!(
        sweep(&world.app).await.unwrap(),
        2,
        "the code and the parked request"
    );
    world.wait(30 * 24 * 3600);
    assert_eq!(
        sweep(&world.app).await.unwrap(),
        4,
        "the refresh token, the session, and two counts of requests of the client"
    );
    world.wait(24 * 3600);
    assert_eq!(sweep(&world.app).await.unwrap(), 1, "the grant");
    assert_eq!(world.count(ROWS).await, 0);
}

on_both_engines!(sweep_deletes_more_than_one_batch);

async fn sweep_deletes_more_than_one_batch(world: TestIdp) {
    world.execute(STALE, "stale-").await;
    assert_eq!(sweep(&world.app).await.unwrap(), 1_200);
    assert_eq!(world.count(ROWS).await, 0);
}

on_both_engines!(failing_table_does_not_stop_the_sweep_of_others);

async fn failing_table_does_not_stop_the_sweep_of_others(world: TestIdp) {
    world.execute(STALE, "stale-").await;
    world.break_deletes("limits").await;
    world
        .execute(
            "INSERT INTO limits (key, taken, ends_at) VALUES ($1, 1, 0)",
            "old",
        )
        .await;
    let jti = "INSERT INTO used_jtis (digest, expires_at) VALUES ($1, 0)";
    world.execute(jti, "old").await;
    assert!(
        sweep(&world.app).await.is_err(),
        "the sweep reports the failure"
    );
    assert_eq!(world.count(ROWS).await, 0, "a table before it");
    let after = "SELECT COUNT(*) FROM used_jtis";
    assert_eq!(world.count(after).await, 0, "a table after it");
    world.mend_deletes("limits").await;
    assert_eq!(sweep(&world.app).await.unwrap(), 1);
}
