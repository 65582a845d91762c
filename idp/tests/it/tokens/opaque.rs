//! Tests opaque access tokens, which only this server can read, and which end at once.

use idp::testing::sweep;

use super::{
    BACKEND, BasicCredentials, change_client, introspect, is_active, machine_token, refresh, text,
};
use crate::harness::{SECRET, TestIdp, both, claims};

const OPAQUE: &str = "UPDATE clients SET access_token_format = 'opaque' WHERE id = $1";

both!(an_opaque_token_means_something_here_alone);

async fn an_opaque_token_means_something_here_alone(world: TestIdp) {
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
    let kept = world.text("SELECT digest FROM access_tokens").await;
    assert_ne!(kept, token, "only its digest is kept");
    let told = world.userinfo(&token).await.ok();
    assert_eq!(
        (&told["sub"], &told["email"]),
        (&ann.user_id.clone().into(), &"ann@example.com".into())
    );
    let told = introspect(&world, &token, BACKEND).await.ok();
    assert_eq!(
        (&told["aud"], &told["scope"]),
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

both!(a_machine_s_opaque_token_opens_the_admin_api);

async fn a_machine_s_opaque_token_opens_the_admin_api(world: TestIdp) {
    change_client(&world, OPAQUE, "product-api").await;
    let told = machine_token(&world, "product-api", &[]).await.ok();
    let token = text(&told, "access_token");
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
    let told = introspect(&world, &token, product).await.ok();
    assert_eq!(told["sub"], "product-api");
    world.wait(600);
    assert_eq!(ask(token).await, 401);
}
