//! Tests RFC 6749 section 6 and RFC 9700 section 4.14: refresh tokens, each used once.

use foundation::on_both_engines;
use foundation::testing::TestDatabase;
use serde_json::Value;

use crate::harness::{HttpResponse, SECRET, TestIdp, VERIFIER, claims};

const BACKEND: Option<(&str, &str)> = Some(("backend", SECRET));

async fn refresh(
    world: &TestIdp,
    token: &str,
    scope: &str,
    basic: Option<(&str, &str)>,
) -> HttpResponse {
    let form = [
        ("grant_type", "refresh_token"),
        ("refresh_token", token),
        ("scope", scope),
    ];
    world.token(&form, basic).await
}

fn text(tokens: &Value, name: &str) -> String {
    tokens[name]
        .as_str()
        .unwrap_or_else(|| panic!("{name} in {tokens}"))
        .to_owned()
}

on_both_engines!(token_is_used_once_and_gives_its_successor);

async fn token_is_used_once_and_gives_its_successor(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let first = world.site_tokens(&ann, "openid email").await;
    world.wait(5);
    let second = refresh(&world, &text(&first, "refresh_token"), "", BACKEND).await;
    assert_eq!(second.header("cache-control"), "no-store");
    let second = second.ok();
    assert_ne!(
        text(&second, "refresh_token"),
        text(&first, "refresh_token")
    );
    assert_ne!(text(&second, "access_token"), text(&first, "access_token"));
    let (before, after) = (
        claims(&text(&first, "id_token")),
        claims(&text(&second, "id_token")),
    );
    for same in ["iss", "sub", "aud", "auth_time", "sid"] {
        assert_eq!(before[same], after[same], "{same}");
    }
    assert_eq!(after.get("nonce"), None);
    assert_eq!(
        world.userinfo(&text(&second, "access_token")).await.status,
        200
    );
}

on_both_engines!(reuse_revokes_the_whole_family);

async fn reuse_revokes_the_whole_family(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let first = world.site_tokens(&ann, "openid").await;
    let second = refresh(&world, &text(&first, "refresh_token"), "", BACKEND)
        .await
        .ok();
    assert_eq!(
        world.userinfo(&text(&second, "access_token")).await.status,
        200
    );
    world.wait(60);
    let reused = refresh(&world, &text(&first, "refresh_token"), "", BACKEND).await;
    assert_eq!(reused.refusal(), (400, "invalid_grant"));
    let successor = refresh(&world, &text(&second, "refresh_token"), "", BACKEND).await;
    assert_eq!(successor.refusal(), (400, "invalid_grant"));
    assert_eq!(
        world.userinfo(&text(&second, "access_token")).await.status,
        401
    );
}

// row: B10
#[tokio::test]
async fn scope_may_be_narrowed_and_never_widened() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    let tokens = world.site_tokens(&ann, "openid email credits.read").await;
    let token = text(&tokens, "refresh_token");
    for wider in [
        "openid profile",
        "openid email credits.read websites",
        "a\"b",
    ] {
        let response = refresh(&world, &token, wider, BACKEND).await;
        assert_eq!(response.refusal(), (400, "invalid_scope"), "{wider}");
    }
    let narrow = refresh(&world, &token, "openid", BACKEND).await.ok();
    assert_eq!(narrow["scope"], "openid");
    let whole = refresh(&world, &text(&narrow, "refresh_token"), "", BACKEND)
        .await
        .ok();
    assert_eq!(whole["scope"], "credits.read email openid");
}

#[tokio::test]
async fn token_is_of_use_to_its_own_client_only() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    let token = text(&world.site_tokens(&ann, "openid").await, "refresh_token");
    let form = [
        ("grant_type", "refresh_token"),
        ("refresh_token", token.as_str()),
    ];
    let of_public = [form[0], form[1], ("client_id", "spa")];
    assert_eq!(
        world.token(&of_public, None).await.refusal(),
        (400, "invalid_grant")
    );
    let unproven = [form[0], form[1], ("client_id", "backend")];
    assert_eq!(
        world.token(&unproven, None).await.refusal(),
        (401, "invalid_client")
    );
    let other_kind = world.token(&form, Some(("shop", SECRET))).await;
    assert_eq!(other_kind.refusal(), (400, "unauthorized_client"));
    assert_eq!(
        refresh(&world, &token, "", BACKEND).await.status,
        200,
        "and still works for it"
    );
}

#[tokio::test]
async fn family_ends_after_thirty_days_however_often_it_is_used() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    let tokens = world.site_tokens(&ann, "openid offline_access").await;
    world.wait(20 * 24 * 3600);
    let tokens = refresh(&world, &text(&tokens, "refresh_token"), "", BACKEND)
        .await
        .ok();
    world.wait(10 * 24 * 3600);
    let response = refresh(&world, &text(&tokens, "refresh_token"), "", BACKEND).await;
    assert_eq!(response.refusal(), (400, "invalid_grant"));
}

#[tokio::test]
async fn public_client_gets_one_only_for_offline_access() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    for (scope, expected) in [("openid", false), ("openid offline_access", true)] {
        let changes = [
            ("client_id", "spa"),
            ("redirect_uri", "https://spa.example/cb"),
            ("scope", scope),
        ];
        let code = world.code(&ann, &changes).await;
        let form = [
            ("grant_type", "authorization_code"),
            ("client_id", "spa"),
            ("code", &code),
            ("redirect_uri", "https://spa.example/cb"),
            ("code_verifier", VERIFIER),
        ];
        let tokens = world.token(&form, None).await.ok();
        assert_eq!(tokens.get("refresh_token").is_some(), expected, "{scope}");
        assert_eq!(
            tokens["scope"].as_str().unwrap().contains("offline_access"),
            expected
        );
    }
}

#[tokio::test]
async fn disabled_user_refreshes_nothing() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    let token = text(&world.site_tokens(&ann, "openid").await, "refresh_token");
    world
        .execute(
            "UPDATE users SET is_active = FALSE WHERE id = $1",
            &ann.user_id,
        )
        .await;
    assert_eq!(
        refresh(&world, &token, "", BACKEND).await.refusal(),
        (400, "invalid_grant")
    );
}

on_both_engines!(withdrawn_scope_is_no_longer_granted);

async fn withdrawn_scope_is_no_longer_granted(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let tokens = world.site_tokens(&ann, "openid credits.read").await;
    assert_eq!(tokens["scope"], "credits.read openid");
    world
        .execute("UPDATE clients SET scope = '' WHERE id = $1", "backend")
        .await;
    // A server sees the changes of others within a second.
    tokio::time::sleep(std::time::Duration::from_secs(1)).await;
    let token = text(&tokens, "refresh_token");
    let response = refresh(&world, &token, "openid credits.read", BACKEND).await;
    assert_eq!(response.refusal(), (400, "invalid_scope"));
    let fresh = refresh(&world, &token, "", BACKEND).await.ok();
    assert_eq!(fresh["scope"], "openid");
    assert_eq!(claims(&text(&fresh, "access_token"))["scope"], "openid");
}

#[tokio::test]
async fn roles_are_returned_to_first_party_clients_only() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    for statement in [
        "UPDATE users SET is_operator = TRUE WHERE id = $1",
        "INSERT INTO consents (user_id, client_id, scope, updated_at) VALUES ($1, 'shop', 'openid', 0)",
    ] {
        world.execute(statement, &ann.user_id).await;
    }
    let own = claims(&text(&world.tokens(&ann).await, "access_token"));
    assert_eq!(own["roles"], serde_json::json!(["operator"]));
    let changes = [
        ("client_id", "shop"),
        ("redirect_uri", "https://shop.example/cb"),
        ("scope", "openid"),
    ];
    let code = world.code(&ann, &changes).await;
    let form = [
        ("grant_type", "authorization_code"),
        ("code", code.as_str()),
        ("redirect_uri", "https://shop.example/cb"),
        ("code_verifier", VERIFIER),
    ];
    let foreign = world.token(&form, Some(("shop", SECRET))).await.ok();
    let foreign = claims(&text(&foreign, "access_token"));
    assert_eq!(foreign.get("roles"), None);
}

/// A pooler in transaction mode may run each transaction in another session of PostgreSQL.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tokens_are_issued_and_refreshed_behind_a_pooler() {
    let pooled = [("IDP_DATABASE_POOLER", "transaction".to_owned())];
    let database = TestDatabase::postgres(&idp::MIGRATIONS).await;
    let world = TestIdp::with_database(database, &pooled).await;
    token_is_used_once_and_gives_its_successor(world).await;
}
