//! The sweep: what has expired goes, what still counts stays.

use idp::testing::sweep;

use crate::harness::{World, both};

const ROWS: &str = "SELECT (SELECT COUNT(*) FROM authorization_codes) + (SELECT COUNT(*) FROM refresh_tokens) \
    + (SELECT COUNT(*) FROM authorization_requests) + (SELECT COUNT(*) FROM grants)";

const STALE: &str = "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1200) \
    INSERT INTO authorization_requests (digest, query, created_at, expires_at) \
    SELECT $1 || CAST(n AS TEXT), '', 0, 0 FROM numbers";

both!(what_has_expired_goes);

async fn what_has_expired_goes(world: World) {
    let ann = world.visitor("ann").await;
    let _tokens = world.site_tokens(&ann, "openid").await;
    let _asked = world.authorize(None, &[("prompt", "login")]).await;
    assert_eq!(world.count(ROWS).await, 4);
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
        3,
        "the refresh token, its grant and the session"
    );
    assert_eq!(world.count(ROWS).await, 0);
}

both!(more_than_one_batch_goes_in_one_sweep);

async fn more_than_one_batch_goes_in_one_sweep(world: World) {
    world.execute(STALE, "stale-").await;
    assert_eq!(sweep(&world.app).await.unwrap(), 1_200);
    assert_eq!(world.count(ROWS).await, 0);
}
