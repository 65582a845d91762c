//! Tests a session that ends while it allows a device: the device gets no tokens, the client a logout token.

use foundation::testing::{RowLocks, TestDatabase, redis_url};
use idp::testing::sign_out_everywhere;

use super::{begin, decided, typed};
use crate::harness::TestIdp;

/// Blocks the request between its check of the session and its grant.
const HOLDS_DEVICES: &str = "LOCK TABLE device_codes IN EXCLUSIVE MODE";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn device_allowed_by_an_ending_session_gets_no_tokens_and_its_client_a_logout_token() {
    // Redis stores the sessions, so that no row lock of the database covers them.
    let settings = [
        ("IDP_SESSION_STORE", "redis".to_owned()),
        ("IDP_REDIS_URL", redis_url()),
        ("IDP_REDIS_MILLISECONDS", "5000".to_owned()),
    ];
    let database = TestDatabase::postgres(&idp::MIGRATIONS).await;
    let world = TestIdp::with_database(database, &settings).await;
    let wants = "UPDATE clients SET backchannel_logout_uri = $1 WHERE id = 'tv'";
    world.execute(wants, "http://127.0.0.1:9/out").await;
    idp::testing::forget_client(&world.app, "tv").await;
    let ann = world.visitor("ann").await;
    let device = begin(&world, "openid").await;
    let page = typed(&world, &ann, &device.user_code).await;
    assert!(page.has_question(), "{}", page.html);
    let mut holding = RowLocks::take(&world.app.database, &[HOLDS_DEVICES]).await;
    let concurrent = async {
        holding.wait_for_sessions(1).await;
        sign_out_everywhere(&world.app, &ann.user_id).await.unwrap();
        holding.commit().await;
    };
    let deciding = decided(&world, &page, &device.user_code, "allow");
    let ((status, _), ()) = tokio::join!(deciding, concurrent);
    assert_eq!(
        status, 303,
        "a signed-out user is redirected to the sign-in"
    );
    let live = "SELECT COUNT(*) FROM grants WHERE revoked_at IS NULL";
    assert_eq!(world.count(live).await, 0);
    let due = "SELECT COUNT(*) FROM backchannel_logouts WHERE client_id = 'tv' AND next_attempt_at IS NOT NULL";
    assert_eq!(
        world.count(due).await,
        1,
        "a client with a redeemed code gets a logout"
    );
}
