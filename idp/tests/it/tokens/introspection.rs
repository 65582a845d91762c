//! Tests RFC 7662: introspection of a token, by the permitted clients.

use foundation::on_both_engines;
use serde_json::json;

use super::{
    BACKEND, BasicCredentials, SHOP, change_client, introspect, is_active, machine_token, refresh,
    text,
};
use crate::harness::{SECRET, TestIdp, altered};

on_both_engines!(client_introspects_its_own_tokens);

async fn client_introspects_its_own_tokens(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let tokens = world.site_tokens(&ann, "openid email").await;
    let now = world.clock.now().seconds();
    world.wait(5);
    let response = introspect(&world, &text(&tokens, "access_token"), BACKEND).await;
    assert_eq!(response.header("cache-control"), "no-store");
    assert_eq!(response.header("content-type"), "application/json");
    let response = response.ok();
    let expected = json!({
        "active": true, "token_type": "Bearer", "iss": world.base, "client_id": "backend",
        "sub": ann.user_id, "aud": world.base, "scope": "email openid", "iat": now, "exp": now + 600,
        "auth_time": now, "jti": response["jti"],
    });
    let mut without_acr = response.clone();
    without_acr.as_object_mut().unwrap().remove("acr");
    assert_eq!(without_acr, expected);
    assert!(response["jti"].as_str().unwrap().starts_with("tok_"));
    let response = introspect(&world, &text(&tokens, "refresh_token"), BACKEND)
        .await
        .ok();
    for (name, expected) in [
        ("active", json!(true)),
        ("client_id", json!("backend")),
        ("sub", json!(ann.user_id)),
        ("scope", json!("email openid")),
        ("iat", json!(now)),
        ("token_type", json!(null)),
    ] {
        assert_eq!(response[name], expected, "{name}");
    }
    let machine = machine_token(&world, "product-api", &[]).await.ok();
    let product: BasicCredentials<'_> = Some(("product-api", SECRET));
    let response = introspect(&world, &text(&machine, "access_token"), product)
        .await
        .ok();
    assert_eq!(response["sub"], "product-api");
    assert_eq!(response.get("auth_time"), None);
}

on_both_engines!(introspection_by_another_client_is_inactive);

// row: B20
async fn introspection_by_another_client_is_inactive(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let tokens = world.site_tokens(&ann, "openid").await;
    for name in ["access_token", "refresh_token"] {
        let token = text(&tokens, name);
        assert!(is_active(&world, &token, BACKEND).await, "the control");
        for other in [SHOP, Some(("product-api", SECRET)), Some(("meter", SECRET))] {
            assert!(!is_active(&world, &token, other).await, "{name} {other:?}");
        }
    }
}

on_both_engines!(resource_server_introspects_tokens_for_it);

// row: B20
async fn resource_server_introspects_tokens_for_it(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let tokens = world.site_tokens(&ann, "openid").await;
    let (access, refresh) = (
        text(&tokens, "access_token"),
        text(&tokens, "refresh_token"),
    );
    let meter: BasicCredentials<'_> = Some(("meter", SECRET));
    let with_word = "UPDATE clients SET scope = 'idp.introspect metrics.read' WHERE id = $1";
    change_client(&world, with_word, "meter").await;
    assert!(
        !is_active(&world, &access, meter).await,
        "it serves no resource yet"
    );
    let statement = "UPDATE clients SET resources = '[\"' || $1 || '\"]' WHERE id = 'meter'";
    world.execute(statement, &world.base).await;
    idp::testing::forget_client(&world.app, "meter").await;
    let response = introspect(&world, &access, meter).await.ok();
    assert_eq!(
        (&response["active"], &response["client_id"]),
        (&json!(true), &json!("backend"))
    );
    assert!(
        !is_active(&world, &refresh, meter).await,
        "it is none of its business"
    );
    let without = "UPDATE clients SET scope = 'metrics.read' WHERE id = $1";
    change_client(&world, without, "meter").await;
    assert!(
        !is_active(&world, &access, meter).await,
        "it may name it, and does not serve it"
    );
}

on_both_engines!(invalid_token_is_inactive);

async fn invalid_token_is_inactive(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let tokens = world.site_tokens(&ann, "openid").await;
    let access = text(&tokens, "access_token");
    let code = world
        .code(
            &ann,
            &[
                ("client_id", "backend"),
                ("redirect_uri", "https://backend.example/cb"),
            ],
        )
        .await;
    let used = text(&tokens, "refresh_token");
    let next = refresh(&world, &used, &[]).await.ok();
    for token in [
        text(&tokens, "id_token"),
        code,
        used,
        altered(&access, 5),
        format!("{access}A"),
        "x".repeat(20_000),
        "a".repeat(43),
        "..".to_owned(),
    ] {
        assert!(!is_active(&world, &token, BACKEND).await, "{token}");
    }
    assert!(is_active(&world, &access, BACKEND).await, "the control");
    world.wait(599);
    assert!(is_active(&world, &access, BACKEND).await);
    world.wait(1);
    assert!(!is_active(&world, &access, BACKEND).await, "to the second");
    assert!(is_active(&world, &text(&next, "refresh_token"), BACKEND).await);
    world.wait(30 * 24 * 3600);
    assert!(!is_active(&world, &text(&next, "refresh_token"), BACKEND).await);
}

#[tokio::test]
async fn unauthenticated_introspection_is_refused() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    let token = text(&world.tokens(&ann).await, "access_token");
    let form = [("token", &*token), ("client_id", "web")];
    let response = super::post(&world, "/oauth/introspect", &form, None).await;
    assert_eq!(response.refusal(), (401, "invalid_client"));
}
