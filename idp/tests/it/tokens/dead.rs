//! Tests attack B21: the tokens of a deactivated user, a deactivated client or an ended grant are invalid.

use foundation::on_both_engines;
use serde_json::{Value, json};

use super::{BACKEND, BasicCredentials, change_client, is_active, machine_token, refresh, text};
use crate::harness::{SECRET, TestIdp};

/// Calls the admin API as the operator.
async fn order(world: &TestIdp, method: &str, path: &str) {
    let response = machine_token(world, "keeper", &[]).await.ok();
    let request = world.request(method, &format!("/admin/v1/{path}"));
    let request = request.bearer_auth(text(&response, "access_token"));
    let result = request.json(&json!({ "active": false })).send().await;
    let status = result.unwrap().status();
    assert!(status.is_success(), "{method} {path}: {status}");
}

/// The client `meter` serves the default resource, and may introspect all tokens.
const METER: BasicCredentials<'static> = Some(("meter", SECRET));

async fn allow_introspection(world: &TestIdp) {
    let statement = "UPDATE clients SET scope = 'idp.introspect' WHERE id = $1";
    change_client(world, statement, "meter").await;
    let resources = json!([world.base]).to_string();
    let served = "UPDATE clients SET resources = $1 WHERE id = 'meter'";
    world.execute(served, &resources).await;
    idp::testing::forget_client(&world.app, "meter").await;
}

async fn assert_alive(world: &TestIdp, tokens: &Value) {
    let access = text(tokens, "access_token");
    assert_eq!(world.userinfo(&access).await.status, 200, "the control");
    for name in ["access_token", "refresh_token"] {
        assert!(
            is_active(world, &text(tokens, name), BACKEND).await,
            "the control"
        );
    }
}

async fn assert_dead(world: &TestIdp, tokens: &Value) {
    let access = text(tokens, "access_token");
    assert_eq!(
        world.userinfo(&access).await.refusal(),
        (401, "invalid_token")
    );
    for name in ["access_token", "refresh_token"] {
        assert!(
            !is_active(world, &text(tokens, name), BACKEND).await,
            "{name}"
        );
    }
    let response = refresh(world, &text(tokens, "refresh_token"), &[]).await;
    assert_eq!(response.refusal(), (400, "invalid_grant"));
}

/// Returns tokens of both formats.
async fn tokens_of_both_kinds(world: &TestIdp, visitor: &idp::testing::TestBrowser) -> [Value; 2] {
    let signed = world.site_tokens(visitor, "openid offline_access").await;
    let statement = "UPDATE clients SET access_token_format = 'opaque' WHERE id = $1";
    change_client(world, statement, "backend").await;
    let opaque = world.site_tokens(visitor, "openid offline_access").await;
    for tokens in [&signed, &opaque] {
        assert_alive(world, tokens).await;
    }
    [signed, opaque]
}

on_both_engines!(deactivated_user_has_no_tokens);

// row: B21
async fn deactivated_user_has_no_tokens(world: TestIdp) {
    let (ann, ben) = (world.visitor("ann").await, world.visitor("ben").await);
    let of_ann = tokens_of_both_kinds(&world, &ann).await;
    let of_ben = world.site_tokens(&ben, "openid").await;
    order(&world, "PUT", &format!("users/{}/active", ann.user_id)).await;
    for tokens in &of_ann {
        assert_dead(&world, tokens).await;
    }
    assert_alive(&world, &of_ben).await;
}

on_both_engines!(ended_grant_ends_its_tokens);

// row: B21
async fn ended_grant_ends_its_tokens(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let tokens = tokens_of_both_kinds(&world, &ann).await;
    let consent = format!("users/{}/consents/backend", ann.user_id);
    order(&world, "DELETE", &consent).await;
    for tokens in &tokens {
        assert_dead(&world, tokens).await;
    }
    assert_alive(&world, &world.site_tokens(&ann, "openid").await).await;
}

on_both_engines!(client_that_is_deactivated_has_no_tokens);

// row: B21
async fn client_that_is_deactivated_has_no_tokens(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let tokens = tokens_of_both_kinds(&world, &ann).await;
    let of_web = text(&world.tokens(&ann).await, "access_token");
    allow_introspection(&world).await;
    for tokens in &tokens {
        let access = text(tokens, "access_token");
        assert!(is_active(&world, &access, METER).await, "the control");
    }
    order(&world, "PUT", "clients/backend/active").await;
    for tokens in &tokens {
        let access = text(tokens, "access_token");
        assert!(
            !is_active(&world, &access, METER).await,
            "the token is inactive for the resource server"
        );
        assert_eq!(
            world.userinfo(&access).await.refusal(),
            (401, "invalid_token")
        );
        let response = refresh(&world, &text(tokens, "refresh_token"), &[]).await;
        assert_eq!(response.refusal(), (401, "invalid_client"));
        let response = super::introspect(&world, &access, BACKEND).await;
        assert_eq!(response.refusal(), (401, "invalid_client"));
    }
    assert_eq!(
        world.userinfo(&of_web).await.status,
        200,
        "another client's lives"
    );
}

on_both_engines!(machine_that_is_deactivated_has_no_tokens);

// row: B21
async fn machine_that_is_deactivated_has_no_tokens(world: TestIdp) {
    let response = machine_token(&world, "product-api", &[]).await.ok();
    let token = text(&response, "access_token");
    let ask = || async {
        let request = world.request("GET", "/admin/v1/audit").bearer_auth(&token);
        request.send().await.unwrap().status().as_u16()
    };
    assert_eq!(ask().await, 200);
    let off = "UPDATE clients SET is_active = FALSE WHERE id = $1";
    change_client(&world, off, "product-api").await;
    assert_eq!(ask().await, 401);
    let response = machine_token(&world, "product-api", &[]).await;
    assert_eq!(response.refusal(), (401, "invalid_client"));
}

on_both_engines!(code_of_a_deactivated_user_is_consumed);

async fn code_of_a_deactivated_user_is_consumed(world: TestIdp) {
    const ENDED: &str = "SELECT COUNT(*) FROM audit WHERE action = 'grant.revoked'";
    let ann = world.visitor("ann").await;
    let code = world.code(&ann, &[]).await;
    world.change("UPDATE users SET is_active = FALSE").await;
    assert_eq!(world.redeem(&code).await.refusal(), (400, "invalid_grant"));
    assert_eq!(world.count(ENDED).await, 0, "this was its first use");
    world.change("UPDATE users SET is_active = TRUE").await;
    assert_eq!(world.redeem(&code).await.refusal(), (400, "invalid_grant"));
    assert_eq!(world.count(ENDED).await, 1, "this was its second use");
}
