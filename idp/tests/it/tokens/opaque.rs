//! Tests opaque access tokens, which only this server can read, and which end at once.

use foundation::on_both_engines;
use idp::testing::sweep;

use super::{
    BACKEND, BasicCredentials, change_client, introspect, is_active, machine_token, refresh, text,
};
use crate::harness::{SECRET, TestIdp, claims};

const OPAQUE: &str = "UPDATE clients SET access_token_format = 'opaque' WHERE id = $1";

on_both_engines!(opaque_token_is_valid_here_only);

async fn opaque_token_is_valid_here_only(world: TestIdp) {
    change_client(&world, OPAQUE, "backend").await;
    let ann = world.visitor("ann").await;
    let tokens = world.site_tokens(&ann, "openid email").await;
    let token = text(&tokens, "access_token");
    assert_eq!((token.len(), token.contains('.')), (43, false));
    assert_eq!(
        (&tokens["token_type"], &tokens["expires_in"]),
        (&"Bearer".into(), &600.into())
    );
    assert!(claims(&text(&tokens, "id_token"))["at_hash"].is_string());
    let stored = world.text("SELECT digest FROM access_tokens").await;
    assert_ne!(stored, token, "only its digest is kept");
    let response = world.userinfo(&token).await.ok();
    assert_eq!(
        (&response["sub"], &response["email"]),
        (&ann.user_id.clone().into(), &"ann@example.com".into())
    );
    let response = introspect(&world, &token, BACKEND).await.ok();
    assert_eq!(
        (&response["aud"], &response["scope"]),
        (&world.base.clone().into(), &"email openid".into())
    );
    let next = refresh(&world, &text(&tokens, "refresh_token"), &[])
        .await
        .ok();
    let again = refresh(&world, &text(&tokens, "refresh_token"), &[])
        .await
        .ok();
    assert_eq!(next, again);
    assert_ne!(text(&next, "access_token"), token);
    assert_eq!(
        world.userinfo(&text(&next, "access_token")).await.status,
        200
    );
    world.wait(599);
    assert_eq!(world.userinfo(&token).await.status, 200);
    world.wait(1);
    assert_eq!(world.userinfo(&token).await.status, 401);
    assert!(!is_active(&world, &token, BACKEND).await);
    sweep(&world.app).await.unwrap();
    assert_eq!(world.count("SELECT COUNT(*) FROM access_tokens").await, 0);
}

on_both_engines!(machine_s_opaque_token_opens_the_admin_api);

async fn machine_s_opaque_token_opens_the_admin_api(world: TestIdp) {
    change_client(&world, OPAQUE, "product-api").await;
    let response = machine_token(&world, "product-api", &[]).await.ok();
    let token = text(&response, "access_token");
    assert!(!token.contains('.'));
    let ask = |token: String| async {
        let request = world.request("GET", "/admin/v1/audit").bearer_auth(token);
        request.send().await.unwrap().status().as_u16()
    };
    assert_eq!(ask(token.clone()).await, 200);
    assert_eq!(ask("a".repeat(43)).await, 401);
    let narrow = machine_token(&world, "product-api", &[("scope", "idp.users")])
        .await
        .ok();
    assert_eq!(ask(text(&narrow, "access_token")).await, 403);
    assert_eq!(
        world.userinfo(&token).await.refusal(),
        (403, "insufficient_scope")
    );
    let product: BasicCredentials<'_> = Some(("product-api", SECRET));
    let response = introspect(&world, &token, product).await.ok();
    assert_eq!(response["sub"], "product-api");
    world.wait(600);
    assert_eq!(ask(token).await, 401);
}
