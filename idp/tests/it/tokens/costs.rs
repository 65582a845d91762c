//! Tests the database cost of each response, as `docs/idp/costs.md` lists it.

use foundation::testing::TestDatabase;

use super::{BACKEND, change_client, introspect, machine_token, refresh, text};
use crate::harness::{TestIdp, VERIFIER};
use crate::visiting::Statements;

/// Returns the numbers of statements and commits since the last call. Reads of a client do not count, because its cache follows
/// the machine's clock.
fn costs(statements: &Statements) -> (usize, usize) {
    let mut recorded = statements.taken();
    recorded
        .0
        .retain(|one| !one.contains("FROM clients WHERE id"));
    (recorded.statements(), recorded.commits())
}

#[tokio::test]
async fn token_statements_match_the_cost_table() {
    let world = TestIdp::on(TestDatabase::postgres(&idp::MIGRATIONS).await).await;
    let ann = world.visitor("ann").await;
    let public = world.code(&ann, &[]).await;
    let changes = [
        ("client_id", "backend"),
        ("redirect_uri", "https://backend.example/cb"),
        ("scope", "openid"),
    ];
    let confidential = world.code(&ann, &changes).await;
    let statements = Statements::listen_at(&world.base).await;
    let _listening = costs(&statements);
    machine_token(&world, "meter", &[]).await.ok();
    assert_eq!(costs(&statements), (0, 0), "client_credentials");
    world.redeem(&public).await.ok();
    assert_eq!(costs(&statements), (1, 1), "a code");
    let form = [
        ("grant_type", "authorization_code"),
        ("code", &*confidential),
        ("redirect_uri", "https://backend.example/cb"),
        ("code_verifier", VERIFIER),
    ];
    let first = world.token(&form, BACKEND).await.ok();
    assert_eq!(costs(&statements), (2, 1), "a code with a refresh token");
    let second = refresh(&world, &text(&first, "refresh_token"), &[])
        .await
        .ok();
    assert_eq!(costs(&statements), (2, 1), "a refresh");
    refresh(&world, &text(&first, "refresh_token"), &[])
        .await
        .ok();
    assert_eq!(costs(&statements), (2, 0), "the same once more");
    let access = text(&second, "access_token");
    for _first_and_again in 0..2 {
        world.userinfo(&access).await.ok();
        assert_eq!(costs(&statements), (1, 0), "userinfo");
        introspect(&world, &access, BACKEND).await.ok();
        assert_eq!(costs(&statements), (1, 0), "introspection");
    }
    introspect(&world, &text(&second, "refresh_token"), BACKEND)
        .await
        .ok();
    assert_eq!(
        costs(&statements),
        (3, 0),
        "introspection of a refresh token"
    );
    let opaque = "UPDATE clients SET access_token_format = 'opaque' WHERE id = $1";
    change_client(&world, opaque, "meter").await;
    machine_token(&world, "meter", &[]).await.ok();
    assert_eq!(costs(&statements), (1, 1), "client_credentials, opaque");
    change_client(&world, opaque, "backend").await;
    let third = refresh(&world, &text(&second, "refresh_token"), &[])
        .await
        .ok();
    assert_eq!(costs(&statements), (4, 1), "a refresh, opaque");
    world.userinfo(&text(&third, "access_token")).await.ok();
    assert_eq!(costs(&statements), (1, 0), "userinfo, opaque");
}

#[tokio::test]
async fn refresh_without_rotation_matches_the_cost_table() {
    let world = TestIdp::on(TestDatabase::postgres(&idp::MIGRATIONS).await).await;
    let ann = world.visitor("ann").await;
    let statement = "UPDATE clients SET refresh_token_rotation = FALSE WHERE id = $1";
    change_client(&world, statement, "backend").await;
    let token = text(&world.site_tokens(&ann, "openid").await, "refresh_token");
    let statements = Statements::listen_at(&world.base).await;
    let _listening = costs(&statements);
    refresh(&world, &token, &[]).await.ok();
    assert_eq!(costs(&statements), (1, 0));
    let opaque = "UPDATE clients SET access_token_format = 'opaque' WHERE id = $1";
    change_client(&world, opaque, "backend").await;
    refresh(&world, &token, &[]).await.ok();
    assert_eq!(costs(&statements), (4, 1), "opaque");
}
