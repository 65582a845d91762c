//! Tests RFC 9700 section 4.14: a refresh token that its client or an attacker uses again.

use std::collections::BTreeSet;

use foundation::on_both_engines;
use foundation::testing::TestEngine;
use futures_util::future::join_all;
use idp::testing::sweep;

use super::{BACKEND, SHOP, change_client, is_active, refresh, restarted, text};
use crate::harness::{TestIdp, claims};
use crate::visiting::retry_while_busy;

const UNUSED: &str = "SELECT COUNT(*) FROM refresh_tokens WHERE used_at IS NULL";
const ALL: &str = "SELECT COUNT(*) FROM refresh_tokens";
const ENDED: &str = "SELECT COUNT(*) FROM audit WHERE action = 'grant.revoked' AND actor = 'backend' \
    AND details = '{\"why\":\"refresh_token_reused\"}' AND network = '127.0.0.1'";

on_both_engines!(client_that_lost_the_response_gets_the_same_one_again);

// row: B6
async fn client_that_lost_the_response_gets_the_same_one_again(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let first = world.site_tokens(&ann, "openid email").await;
    let token = text(&first, "refresh_token");
    let second = refresh(&world, &token, &[]).await.ok();
    for seconds in [0, 10, 9] {
        world.wait(seconds);
        let again = refresh(&world, &token, &[]).await;
        assert_eq!(again.header("cache-control"), "no-store");
        assert_eq!(again.ok(), second, "after {seconds} more");
    }
    assert_eq!(world.count(UNUSED).await, 1, "no second successor");
    let third = refresh(&world, &text(&second, "refresh_token"), &[]).await;
    assert_eq!(third.status, 200, "the family lives");
    assert_eq!(world.count(ENDED).await, 0);
}

on_both_engines!(reused_rotated_token_ends_its_family);

// row: B6
async fn reused_rotated_token_ends_its_family(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let first = text(&world.site_tokens(&ann, "openid").await, "refresh_token");
    let second = refresh(&world, &first, &[]).await.ok();
    let other = world.site_tokens(&ann, "openid").await;
    let access_token = text(&second, "access_token");
    assert_eq!(world.userinfo(&access_token).await.status, 200);
    world.wait(60);
    for _twice in 0..2 {
        let response = refresh(&world, &first, &[]).await;
        assert_eq!(response.refusal(), (400, "invalid_grant"));
    }
    assert_eq!(world.count(ENDED).await, 1, "written down once");
    let successor = refresh(&world, &text(&second, "refresh_token"), &[]).await;
    assert_eq!(successor.refusal(), (400, "invalid_grant"));
    assert_eq!(world.userinfo(&access_token).await.status, 401);
    assert!(!is_active(&world, &access_token, BACKEND).await);
    let other = refresh(&world, &text(&other, "refresh_token"), &[]).await;
    assert_eq!(other.status, 200, "another family of the same user lives");
}

on_both_engines!(grace_is_for_the_last_token_alone);

// row: B6
async fn grace_is_for_the_last_token_alone(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let first = text(&world.site_tokens(&ann, "openid").await, "refresh_token");
    let second = refresh(&world, &first, &[]).await.ok();
    let third = refresh(&world, &text(&second, "refresh_token"), &[])
        .await
        .ok();
    let response = refresh(&world, &first, &[]).await;
    assert_eq!(response.refusal(), (400, "invalid_grant"));
    let successor = refresh(&world, &text(&third, "refresh_token"), &[]).await;
    assert_eq!(successor.refusal(), (400, "invalid_grant"));
    assert_eq!(world.count(ENDED).await, 1);
}

// row: B6
#[tokio::test]
async fn different_refresh_request_gets_no_replayed_response() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    let first = text(
        &world.site_tokens(&ann, "openid email").await,
        "refresh_token",
    );
    let second = refresh(&world, &first, &[("scope", "openid")]).await.ok();
    let again = refresh(&world, &first, &[("scope", "openid")]).await;
    assert_eq!(again.ok(), second, "the control");
    let response = refresh(&world, &first, &[]).await;
    assert_eq!(response.refusal(), (400, "invalid_grant"));
    let successor = refresh(&world, &text(&second, "refresh_token"), &[]).await;
    assert_eq!(successor.refusal(), (400, "invalid_grant"));
}

#[tokio::test]
async fn repeated_response_is_for_its_own_client_only() {
    let world = TestIdp::new().await;
    let statement =
        "UPDATE clients SET grant_types = 'authorization_code refresh_token' WHERE id = $1";
    change_client(&world, statement, "shop").await;
    let ann = world.visitor("ann").await;
    let first = text(&world.site_tokens(&ann, "openid").await, "refresh_token");
    let second = refresh(&world, &first, &[]).await.ok();
    let form = [("grant_type", "refresh_token"), ("refresh_token", &*first)];
    let response = world.token(&form, SHOP).await;
    assert_eq!(response.refusal(), (400, "invalid_grant"));
    assert_eq!(refresh(&world, &first, &[]).await.ok(), second, "unharmed");
}

on_both_engines!(response_is_stored_sealed_for_a_short_time);

async fn response_is_stored_sealed_for_a_short_time(world: TestIdp) {
    const STORED_RESPONSE: &str = "SELECT answer FROM refresh_tokens WHERE answer IS NOT NULL";
    const COUNT: &str = "SELECT COUNT(*) FROM refresh_tokens WHERE answer IS NOT NULL";
    let ann = world.visitor("ann").await;
    let first = text(&world.site_tokens(&ann, "openid").await, "refresh_token");
    assert_eq!(world.count(COUNT).await, 0);
    let second = refresh(&world, &first, &[]).await.ok();
    let stored = world.text(STORED_RESPONSE).await;
    for name in ["access_token", "refresh_token", "id_token"] {
        assert!(!stored.contains(&text(&second, name)), "{name}");
    }
    world.wait(59);
    sweep(&world.app).await.unwrap();
    assert_eq!(world.count(COUNT).await, 1);
    world.wait(1);
    sweep(&world.app).await.unwrap();
    assert_eq!(world.count(COUNT).await, 0);
    let successor = refresh(&world, &text(&second, "refresh_token"), &[]).await;
    assert_eq!(successor.status, 200, "its token lives on");
}

on_both_engines!(used_token_is_deleted_a_day_after_its_grace);

async fn used_token_is_deleted_a_day_after_its_grace(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let first = text(&world.site_tokens(&ann, "openid").await, "refresh_token");
    let second = refresh(&world, &first, &[]).await.ok();
    for (seconds, stored) in [(24 * 3600 + 59, 2), (1, 1)] {
        world.wait(seconds);
        sweep(&world.app).await.unwrap();
        assert_eq!(world.count(ALL).await, stored, "after {seconds} more");
    }
    let response = refresh(&world, &first, &[]).await;
    assert_eq!(response.refusal(), (400, "invalid_grant"));
    assert_eq!(world.count(ENDED).await, 0, "it is unknown by now");
    let successor = refresh(&world, &text(&second, "refresh_token"), &[]).await;
    assert_eq!(successor.status, 200, "the family lives");
}

on_both_engines!(each_of_many_refreshes_at_once_gets_tokens_of_its_own);

async fn each_of_many_refreshes_at_once_gets_tokens_of_its_own(world: TestIdp) {
    let mut families = Vec::new();
    for name in ["ann", "ben", "cem", "dan", "eve"] {
        let visitor = world.visitor(name).await;
        let first = world.site_tokens(&visitor, "openid").await;
        families.push((visitor.user_id, text(&first, "refresh_token")));
    }
    let world = &world;
    for _twice in 0..2 {
        let refreshed = families
            .iter()
            .map(|(_, token)| retry_while_busy(move || refresh(world, token, &[])));
        let responses = join_all(refreshed).await;
        for ((user_id, token), response) in families.iter_mut().zip(responses) {
            let tokens = response.ok();
            assert_eq!(
                claims(&text(&tokens, "access_token"))["sub"],
                user_id.as_str()
            );
            *token = text(&tokens, "refresh_token");
        }
    }
    assert_eq!((world.count(ALL).await, world.count(UNUSED).await), (15, 5));
}

on_both_engines!(refresh_token_used_fifty_times_at_once_gets_one_response);

// row: B6
async fn refresh_token_used_fifty_times_at_once_gets_one_response(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let first = text(&world.site_tokens(&ann, "openid").await, "refresh_token");
    let use_it = || refresh(&world, &first, &[]);
    let responses = join_all((0..50).map(|_| retry_while_busy(use_it))).await;
    let bodies: BTreeSet<_> = responses
        .into_iter()
        .map(|one| one.ok().to_string())
        .collect();
    assert_eq!(bodies.len(), 1, "one response for all");
    assert_eq!((world.count(ALL).await, world.count(UNUSED).await), (2, 1));
    let only: serde_json::Value = serde_json::from_str(bodies.first().unwrap()).unwrap();
    let successor = refresh(&world, &text(&only, "refresh_token"), &[]).await;
    assert_eq!(successor.status, 200, "the family lives");
}

on_both_engines!(one_of_fifty_uses_without_a_grace_period_succeeds);

async fn one_of_fifty_uses_without_a_grace_period_succeeds(engine: TestEngine) {
    let database = engine.database(&idp::MIGRATIONS).await;
    let settings = [("IDP_REFRESH_GRACE_SECONDS", "0".to_owned())];
    let world = TestIdp::with_database(database, &settings).await;
    let ann = world.visitor("ann").await;
    let first = text(&world.site_tokens(&ann, "openid").await, "refresh_token");
    let use_it = || refresh(&world, &first, &[]);
    let responses = join_all((0..50).map(|_| retry_while_busy(use_it))).await;
    let good = responses
        .iter()
        .filter(|response| response.status == 200)
        .count();
    let refused = responses
        .iter()
        .filter(|response| response.refusal() == (400, "invalid_grant"))
        .count();
    assert_eq!((good, refused), (1, 49));
    assert_eq!(world.count(ALL).await, 2, "no forked family");
    assert_eq!(world.count(ENDED).await, 1, "the others ended it, once");
}

on_both_engines!(rotated_token_is_refused_after_a_restart);

// row: B8
async fn rotated_token_is_refused_after_a_restart(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let first = text(&world.site_tokens(&ann, "openid").await, "refresh_token");
    let second = refresh(&world, &first, &[]).await.ok();
    let there = restarted(&world).await;
    assert_eq!(
        there.refresh(&world, &first).await.ok(),
        second,
        "the control"
    );
    world.wait(60);
    let response = there.refresh(&world, &first).await;
    assert_eq!(response.refusal(), (400, "invalid_grant"));
    let server = restarted(&world).await;
    let response = server
        .refresh(&world, &text(&second, "refresh_token"))
        .await;
    assert_eq!(response.refusal(), (400, "invalid_grant"));
}
