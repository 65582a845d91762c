//! Tests OpenID Connect Core section 3.1.2.1: `prompt`, `max_age` and `id_token_hint`.

use foundation::on_both_engines;
use serde_json::Value;

use crate::harness::{RedirectResponse, TestIdp, claims};

fn id_token(tokens: &Value) -> String {
    tokens["id_token"].as_str().unwrap().to_owned()
}

// row: A14
#[tokio::test]
async fn prompt_none_responds_by_redirect_only() {
    let world = TestIdp::new().await;
    let silent = [("prompt", "none")];
    let nobody = world.authorize(None, &silent).await;
    assert_eq!(nobody.error(), "login_required");
    assert!(
        nobody
            .location
            .unwrap()
            .starts_with(&world.at("/auth/callback?"))
    );
    let ann = world.visitor("ann").await;
    let first = claims(&id_token(&world.tokens(&ann).await));
    world.wait(60);
    let code = world.code(&ann, &silent).await;
    let second = claims(&id_token(&world.redeem(&code).await.ok()));
    assert_eq!(
        (&first["sub"], &first["auth_time"]),
        (&second["sub"], &second["auth_time"])
    );
    world
        .execute("DELETE FROM sessions WHERE user_id = $1", &ann.user_id)
        .await;
    assert_eq!(
        world.authorize(Some(&ann), &silent).await.error(),
        "login_required"
    );
}

on_both_engines!(prompt_login_requires_one_new_sign_in);

async fn prompt_login_requires_one_new_sign_in(world: TestIdp) {
    let ann = world.visitor("ann").await;
    world.wait(60);
    let response = world.authorize(Some(&ann), &[("prompt", "login")]).await;
    assert_eq!(response.url().path(), "/api/auth/signin");
    let back = response.parameter("callbackUrl").unwrap();
    assert!(back.starts_with("/oauth/authorize?resume="), "{back}");
    let too_old = RedirectResponse::from_response(&world.get(&back, Some(&ann)).await);
    assert_eq!(
        too_old.parameter("callbackUrl").as_deref(),
        Some(back.as_str()),
        "the same request waits"
    );
    world.wait(30);
    let fresh = world.sign_in_again("ann", &ann).await;
    let landing = RedirectResponse::from_response(&world.get(&back, Some(&fresh)).await);
    let tokens = world.redeem(&landing.parameter("code").unwrap()).await.ok();
    let auth_time = claims(&id_token(&tokens))["auth_time"].clone();
    assert_eq!(auth_time, world.clock.now().seconds());
    world.wait(31);
    assert!(
        RedirectResponse::from_response(&world.get(&back, Some(&fresh)).await).is_page(),
        "answered once"
    );
}

#[tokio::test]
async fn max_age_requires_a_new_sign_in_only_after_that_time() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    let began = world.clock.now().seconds();
    world.wait(100);
    let code = world.code(&ann, &[("max_age", "10000")]).await;
    let tokens = world.redeem(&code).await.ok();
    assert_eq!(claims(&id_token(&tokens))["auth_time"], began);
    for max_age in ["1", "0", "99"] {
        let response = world.authorize(Some(&ann), &[("max_age", max_age)]).await;
        assert_eq!(response.url().path(), "/api/auth/signin", "{max_age}");
        let silent = [("max_age", max_age), ("prompt", "none")];
        assert_eq!(
            world.authorize(Some(&ann), &silent).await.error(),
            "login_required"
        );
    }
    let response = world.authorize(Some(&ann), &[("max_age", "0")]).await;
    let back = response.parameter("callbackUrl").unwrap();
    let fresh = world.sign_in_again("ann", &ann).await;
    world.wait(5);
    let landing = RedirectResponse::from_response(&world.get(&back, Some(&fresh)).await);
    assert!(landing.parameter("code").is_some(), "no loop: {landing:?}");
}

// row: A20
#[tokio::test]
async fn id_token_hint_requires_its_user() {
    let world = TestIdp::new().await;
    let (ann, ben) = (world.visitor("ann").await, world.visitor("ben").await);
    let of_ann = id_token(&world.tokens(&ann).await);
    let hinted = [("id_token_hint", of_ann.as_str()), ("prompt", "none")];
    assert!(
        world
            .authorize(Some(&ann), &hinted)
            .await
            .parameter("code")
            .is_some()
    );
    world.wait(2 * 3600);
    assert!(
        world
            .authorize(Some(&ann), &hinted)
            .await
            .parameter("code")
            .is_some(),
        "it may have expired"
    );
    assert_eq!(
        world.authorize(Some(&ben), &hinted).await.error(),
        "login_required"
    );
    let response = world.authorize(Some(&ben), &hinted[..1]).await;
    assert_eq!(response.url().path(), "/api/auth/signin");
    let back = response.parameter("callbackUrl").unwrap();
    let still_ben = world.sign_in_again("ben", &ben).await;
    assert_eq!(
        RedirectResponse::from_response(&world.get(&back, Some(&still_ben)).await).error(),
        "login_required"
    );
    world.wait(31);
    let landing = world.get(&back, Some(&still_ben)).await;
    assert!(
        RedirectResponse::from_response(&landing).is_page(),
        "a refusal is a response"
    );
    let response = world.authorize(Some(&still_ben), &hinted[..1]).await;
    let back = response.parameter("callbackUrl").unwrap();
    let now_ann = world.sign_in_again("ann", &still_ben).await;
    assert!(
        RedirectResponse::from_response(&world.get(&back, Some(&now_ann)).await)
            .parameter("code")
            .is_some()
    );
}

// row: A20
#[tokio::test]
async fn hint_that_proves_nothing_is_refused() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    let tokens = world.tokens(&ann).await;
    let good = id_token(&tokens);
    let parts: Vec<_> = good.split('.').collect();
    let (none, of_site) = (
        "eyJhbGciOiJub25lIn0",
        world.site_tokens(&ann, "openid").await,
    );
    let rows = [
        format!("{none}.{}.", parts[1]),
        format!("{none}.{}.{}", parts[1], parts[2]),
        format!("{}.{}.{}", parts[0], parts[1], "A".repeat(86)),
        format!("{}.{}", parts[0], parts[1]),
        tokens["access_token"].as_str().unwrap().to_owned(),
        id_token(&of_site),
        "x".to_owned(),
    ];
    for hint in rows {
        for prompt in ["none", ""] {
            let changes = [("id_token_hint", hint.as_str()), ("prompt", prompt)];
            assert_eq!(
                world.authorize(Some(&ann), &changes).await.error(),
                "login_required",
                "{hint}"
            );
        }
    }
}

#[tokio::test]
async fn first_party_client_needs_no_consent() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    let landing = world.authorize(Some(&ann), &[("prompt", "consent")]).await;
    assert!(landing.parameter("code").is_some());
}

on_both_engines!(disabled_user_counts_as_signed_out);

async fn disabled_user_counts_as_signed_out(world: TestIdp) {
    let ann = world.visitor("ann").await;
    world
        .execute(
            "UPDATE users SET is_active = FALSE WHERE id = $1",
            &ann.user_id,
        )
        .await;
    let silent = world.authorize(Some(&ann), &[("prompt", "none")]).await;
    assert_eq!(silent.error(), "login_required");
    let response = world.authorize(Some(&ann), &[]).await;
    assert_eq!(response.url().path(), "/api/auth/signin");
}

on_both_engines!(prompt_none_with_another_users_login_hint_is_login_required);

async fn prompt_none_with_another_users_login_hint_is_login_required(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let rows = [
        ("none", "openid email", "ann@example.com", None),
        ("none", "openid email", "Ann@Example.com", None),
        (
            "none",
            "openid email",
            "bob@example.com",
            Some("login_required"),
        ),
        ("none", "openid email", "no address", None),
        ("none", "openid profile", "bob@example.com", None),
        ("", "openid email", "bob@example.com", None),
    ];
    for (prompt, scope, hint, expected) in rows {
        let changes = [("prompt", prompt), ("scope", scope), ("login_hint", hint)];
        let landing = world.authorize(Some(&ann), &changes).await;
        assert_eq!(
            landing.parameter("error").as_deref(),
            expected,
            "{prompt} {scope} {hint}"
        );
        assert_eq!(landing.parameter("code").is_some(), expected.is_none());
    }
}
