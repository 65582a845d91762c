//! Tests that tokens end with their session, with each session store and during concurrent requests.

use std::time::Duration;

use foundation::{on_both_engines, on_engine};
use idp::testing::TestBrowser;
use serde_json::Value;

use crate::harness::{HttpResponse, SECRET, TestIdp, claims};

/// Long enough for a request to have read the session and to wait for the database.
const READ_TIME: Duration = Duration::from_millis(300);
const DAY: u64 = 24 * 3600;

async fn refresh(world: &TestIdp, tokens: &Value) -> HttpResponse {
    let form = [
        ("grant_type", "refresh_token"),
        ("refresh_token", tokens["refresh_token"].as_str().unwrap()),
    ];
    world.token(&form, Some(("backend", SECRET))).await
}

async fn sign_out(world: &TestIdp, visitor: &TestBrowser, tokens: &Value) -> u16 {
    let hint = tokens["id_token"].as_str().unwrap();
    let address = format!("/oauth/logout?id_token_hint={hint}");
    world.get(&address, Some(visitor)).await.status().as_u16()
}

fn sid(tokens: &Value) -> String {
    let claims = claims(tokens["access_token"].as_str().unwrap());
    claims["sid"].as_str().unwrap().to_owned()
}

on_every_store!(sign_out_ends_grants_but_those_for_offline_use);

async fn sign_out_ends_grants_but_those_for_offline_use(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let online = world.site_tokens(&ann, "openid").await;
    let offline = world.site_tokens(&ann, "openid offline_access").await;
    assert_eq!(sign_out(&world, &ann, &online).await, 200);
    assert_eq!(
        refresh(&world, &online).await.refusal(),
        (400, "invalid_grant")
    );
    assert_eq!(refresh(&world, &offline).await.status, 200);
    let silent = world.authorize(Some(&ann), &[("prompt", "none")]).await;
    assert_eq!(silent.error(), "login_required");
}

on_every_store!(session_that_expires_takes_its_grants_with_it);

async fn session_that_expires_takes_its_grants_with_it(world: TestIdp) {
    let ann = world.visitor("ann").await;
    world.wait(20 * DAY);
    let online = world.site_tokens(&ann, "openid").await;
    let offline = world.site_tokens(&ann, "openid offline_access").await;
    world.wait(9 * DAY);
    let online = refresh(&world, &online).await.ok();
    world.wait(DAY);
    assert_eq!(
        refresh(&world, &online).await.refusal(),
        (400, "invalid_grant")
    );
    assert_eq!(refresh(&world, &offline).await.status, 200);
}

on_every_store!(same_user_signing_in_again_keeps_the_session_under_a_new_id);

async fn same_user_signing_in_again_keeps_the_session_under_a_new_id(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let before = world.site_tokens(&ann, "openid").await;
    world.wait(60);
    let fresh = world.sign_in_again("ann", &ann).await;
    assert_ne!(fresh.cookie, ann.cookie);
    let silent = [("prompt", "none")];
    let old = world.authorize(Some(&ann), &silent).await;
    assert_eq!(old.error(), "login_required", "the old id is spent");
    let after = world.site_tokens(&fresh, "openid").await;
    assert_eq!(sid(&after), sid(&before));
    let token_claims = claims(after["access_token"].as_str().unwrap());
    assert_eq!(token_claims["auth_time"], world.clock.now().seconds());
    let before = refresh(&world, &before).await.ok();
    let ben = world.sign_in_again("ben", &fresh).await;
    let of_ben = world.site_tokens(&ben, "openid").await;
    assert_ne!(sid(&of_ben), sid(&before));
    for ended in [before, after] {
        assert_eq!(
            refresh(&world, &ended).await.refusal(),
            (400, "invalid_grant"),
            "another person ends it"
        );
    }
}

on_both_engines!(sign_out_at_the_same_time_leaves_no_grant);

async fn sign_out_at_the_same_time_leaves_no_grant(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let mut signing_out = world.app.database.begin().await.unwrap();
    on_engine!(&mut signing_out.connection(), |c| {
        sqlx::query("DELETE FROM sessions WHERE user_id = $1")
            .bind(&ann.user_id)
            .execute(c)
            .await
            .map(|_| ())
    })
    .unwrap();
    let commit = async {
        tokio::time::sleep(READ_TIME).await;
        signing_out.commit().await.unwrap();
    };
    let silent = [("prompt", "none")];
    let (landing, ()) = tokio::join!(world.authorize(Some(&ann), &silent), commit);
    assert_eq!(landing.error(), "login_required");
    assert_eq!(world.count("SELECT COUNT(*) FROM grants").await, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn session_that_leaves_redis_at_the_same_time_leaves_no_grant() {
    let world = TestIdp::with_redis().await;
    let ann = world.visitor("ann").await;
    let (_, id) = ann.cookie.split_once('=').unwrap();
    let key = format!("{{session:{}}}", foundation::secret::digest("session", id));
    let writer = world.app.database.begin().await.unwrap();
    let leave = async {
        tokio::time::sleep(READ_TIME).await;
        let client = redis::Client::open(foundation::testing::redis_url()).unwrap();
        let mut connection = client.get_multiplexed_async_connection().await.unwrap();
        let deleted: i64 = redis::cmd("DEL")
            .arg(key)
            .query_async(&mut connection)
            .await
            .unwrap();
        assert_eq!(deleted, 1);
        writer.rollback().await.unwrap();
    };
    let silent = [("prompt", "none")];
    let (landing, ()) = tokio::join!(world.authorize(Some(&ann), &silent), leave);
    assert_eq!(landing.error(), "login_required");
    let live = "SELECT COUNT(*) FROM grants WHERE revoked_at IS NULL";
    assert_eq!(world.count(live).await, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sign_out_that_fails_in_the_database_leaves_the_session_in_redis() {
    let world = TestIdp::with_redis().await;
    let ann = world.visitor("ann").await;
    let tokens = world.site_tokens(&ann, "openid").await;
    world
        .change("ALTER TABLE grants RENAME TO grants_away")
        .await;
    assert_eq!(sign_out(&world, &ann, &tokens).await, 500);
    world
        .change("ALTER TABLE grants_away RENAME TO grants")
        .await;
    assert_eq!(
        sign_out(&world, &ann, &tokens).await,
        200,
        "it can be tried again"
    );
    assert_eq!(
        refresh(&world, &tokens).await.refusal(),
        (400, "invalid_grant")
    );
}
