//! Tests RFC 7009: a client revokes a token.

use foundation::on_both_engines;

use super::{
    BACKEND, BasicCredentials, FormFields, SHOP, change_client, is_active, machine_token, post,
    refresh, revoke, text,
};
use crate::harness::{SECRET, TestIdp};

on_both_engines!(revoked_refresh_token_ends_its_family);

async fn revoked_refresh_token_ends_its_family(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let first = world.site_tokens(&ann, "openid").await;
    let second = refresh(&world, &text(&first, "refresh_token"), &[])
        .await
        .ok();
    let other = world.site_tokens(&ann, "openid").await;
    let response = revoke(&world, &text(&second, "refresh_token"), BACKEND).await;
    assert_eq!(response.status, 200);
    for tokens in [&first, &second] {
        let access_token = text(tokens, "access_token");
        assert_eq!(world.userinfo(&access_token).await.status, 401);
        assert!(!is_active(&world, &access_token, BACKEND).await);
    }
    let successor = refresh(&world, &text(&second, "refresh_token"), &[]).await;
    assert_eq!(successor.refusal(), (400, "invalid_grant"));
    let other = refresh(&world, &text(&other, "refresh_token"), &[]).await;
    assert_eq!(other.status, 200, "the control");
    let written = "SELECT COUNT(*) FROM audit WHERE action = 'grant.revoked' AND actor = 'backend' \
        AND details = '{\"why\":\"returned\"}'";
    assert_eq!(world.count(written).await, 1);
}

on_both_engines!(revoked_older_refresh_token_ends_its_family);

async fn revoked_older_refresh_token_ends_its_family(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let first = text(&world.site_tokens(&ann, "openid").await, "refresh_token");
    let second = refresh(&world, &first, &[]).await.ok();
    assert_eq!(revoke(&world, &first, BACKEND).await.status, 200);
    let again = refresh(&world, &first, &[]).await;
    assert_eq!(
        again.refusal(),
        (400, "invalid_grant"),
        "no second response"
    );
    let successor = refresh(&world, &text(&second, "refresh_token"), &[]).await;
    assert_eq!(successor.refusal(), (400, "invalid_grant"));
}

on_both_engines!(revoked_access_token_ends_alone);

async fn revoked_access_token_ends_alone(world: TestIdp) {
    let ann = world.visitor("ann").await;
    for (format, statement) in [
        (
            "jwt",
            "UPDATE clients SET access_token_format = 'jwt' WHERE id = $1",
        ),
        (
            "opaque",
            "UPDATE clients SET access_token_format = 'opaque' WHERE id = $1",
        ),
    ] {
        change_client(&world, statement, "backend").await;
        let first = world.site_tokens(&ann, "openid").await;
        let second = refresh(&world, &text(&first, "refresh_token"), &[])
            .await
            .ok();
        let (revoked, stays) = (text(&first, "access_token"), text(&second, "access_token"));
        assert_eq!(revoked.contains('.'), format == "jwt");
        assert_eq!(world.userinfo(&revoked).await.status, 200, "{format}");
        for _twice in 0..2 {
            assert_eq!(revoke(&world, &revoked, BACKEND).await.status, 200);
        }
        assert_eq!(world.userinfo(&revoked).await.status, 401, "{format}");
        assert!(!is_active(&world, &revoked, BACKEND).await);
        assert_eq!(world.userinfo(&stays).await.status, 200, "{format}");
        let third = refresh(&world, &text(&second, "refresh_token"), &[]).await;
        assert_eq!(third.status, 200, "{format}");
    }
}

on_both_engines!(revoked_machine_token_is_invalid);

async fn revoked_machine_token_is_invalid(world: TestIdp) {
    let product: BasicCredentials<'_> = Some(("product-api", SECRET));
    let token = text(
        &machine_token(&world, "product-api", &[]).await.ok(),
        "access_token",
    );
    let ask = || async {
        let request = world.request("GET", "/admin/v1/audit").bearer_auth(&token);
        request.send().await.unwrap().status().as_u16()
    };
    assert_eq!(
        (ask().await, is_active(&world, &token, product).await),
        (200, true)
    );
    assert_eq!(revoke(&world, &token, product).await.status, 200);
    assert_eq!(
        (ask().await, is_active(&world, &token, product).await),
        (401, false)
    );
}

on_both_engines!(revocation_by_another_client_is_ignored);

// row: B20
async fn revocation_by_another_client_is_ignored(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let tokens = world.site_tokens(&ann, "openid").await;
    for name in ["access_token", "refresh_token"] {
        for other in [SHOP, Some(("product-api", SECRET))] {
            let response = revoke(&world, &text(&tokens, name), other).await;
            assert_eq!(response.status, 200, "nobody learns that it is a token");
        }
        let form = [("token", &*text(&tokens, name)), ("client_id", "spa")];
        assert_eq!(post(&world, "/oauth/revoke", &form, None).await.status, 200);
    }
    let access_token = text(&tokens, "access_token");
    assert_eq!(world.userinfo(&access_token).await.status, 200);
    assert!(is_active(&world, &text(&tokens, "refresh_token"), BACKEND).await);
}

#[tokio::test]
async fn public_client_revokes_its_own_tokens() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    let token = text(&world.tokens(&ann).await, "access_token");
    let form = [("token", &*token), ("client_id", "web")];
    assert_eq!(world.userinfo(&token).await.status, 200);
    assert_eq!(post(&world, "/oauth/revoke", &form, None).await.status, 200);
    assert_eq!(world.userinfo(&token).await.status, 401);
}

#[tokio::test]
async fn unknown_token_is_accepted_and_unknown_client_is_refused() {
    let world = TestIdp::new().await;
    for token in ["x", "a.b.c", &"a".repeat(43), &"x".repeat(20_000), "\u{e9}"] {
        let response = revoke(&world, token, BACKEND).await;
        assert_eq!(response.status, 200, "{token}");
    }
    let hinted = [("token", "x"), ("token_type_hint", "something")];
    let response = post(&world, "/oauth/revoke", &hinted, BACKEND).await;
    assert_eq!(response.status, 200);
    let rows: [(FormFields<'_>, BasicCredentials<'_>, (u16, &str)); 5] = [
        (&[], BACKEND, (400, "invalid_request")),
        (&[("token", "")], BACKEND, (400, "invalid_request")),
        (
            &[("token", "x"), ("token", "y")],
            BACKEND,
            (400, "invalid_request"),
        ),
        (&[("token", "x")], None, (401, "invalid_client")),
        (
            &[("token", "x")],
            Some(("backend", "wrong")),
            (401, "invalid_client"),
        ),
    ];
    for path in ["/oauth/revoke", "/oauth/introspect"] {
        for (form, basic, expected) in rows {
            let response = post(&world, path, form, basic).await;
            assert_eq!(response.refusal(), expected, "{path} {form:?}");
            assert_eq!(response.header("cache-control"), "no-store");
        }
        let by_query = format!("{path}?token=x");
        let response = post(&world, &by_query, &[], BACKEND).await;
        assert_eq!(
            response.refusal(),
            (400, "invalid_request"),
            "not in the address"
        );
    }
}

on_both_engines!(failed_revocation_is_not_confirmed);

async fn failed_revocation_is_not_confirmed(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let tokens = world.site_tokens(&ann, "openid").await;
    world
        .change("ALTER TABLE refresh_tokens RENAME TO elsewhere")
        .await;
    world
        .change("ALTER TABLE revoked_tokens RENAME TO far_away")
        .await;
    for name in ["refresh_token", "access_token"] {
        let response = revoke(&world, &text(&tokens, name), BACKEND).await;
        assert_eq!(
            response.refusal(),
            (503, "temporarily_unavailable"),
            "{name}"
        );
        assert!(!response.header("retry-after").is_empty());
    }
    world
        .change("ALTER TABLE elsewhere RENAME TO refresh_tokens")
        .await;
    world
        .change("ALTER TABLE far_away RENAME TO revoked_tokens")
        .await;
    let token = text(&tokens, "refresh_token");
    assert_eq!(revoke(&world, &token, BACKEND).await.status, 200);
    assert!(!is_active(&world, &token, BACKEND).await);
}

on_both_engines!(revocation_record_is_deleted_after_the_tokens_expiry);

async fn revocation_record_is_deleted_after_the_tokens_expiry(world: TestIdp) {
    const COUNT_REVOKED: &str = "SELECT COUNT(*) FROM revoked_tokens";
    let ann = world.visitor("ann").await;
    let token = text(&world.site_tokens(&ann, "openid").await, "access_token");
    revoke(&world, &token, BACKEND).await;
    world.wait(609);
    idp::testing::sweep(&world.app).await.unwrap();
    assert_eq!(
        world.count(COUNT_REVOKED).await,
        1,
        "the token would be believed still"
    );
    assert_eq!(world.userinfo(&token).await.status, 401);
    world.wait(1);
    idp::testing::sweep(&world.app).await.unwrap();
    assert_eq!(world.count(COUNT_REVOKED).await, 0);
    assert_eq!(world.userinfo(&token).await.status, 401);
}
