//! Tests authentication strength: `acr`, `amr`, `acr_values`, and a step-up on request.

use foundation::on_both_engines;
use idp::testing::TestBrowser;
use serde_json::{Value, json};

use crate::harness::{RedirectResponse, TestIdp, claims};

/// Returns the claims of the ID token for a code.
async fn id_token_claims(world: &TestIdp, landing: &RedirectResponse) -> Value {
    let code = landing.parameter("code");
    let code = code.unwrap_or_else(|| panic!("no code: {landing:?}"));
    let tokens = world.redeem(&code).await.ok();
    claims(tokens["id_token"].as_str().unwrap())
}

/// Turns a session into one that began with a passkey.
async fn by_passkey(world: &TestIdp, visitor: &TestBrowser) {
    world
        .execute(
            "UPDATE sessions SET amr = 'hwk user' WHERE user_id = $1",
            &visitor.user_id,
        )
        .await;
}

const ESSENTIAL: &str = r#"{"id_token":{"acr":{"essential":true,"values":["phr"]}}}"#;
const UNKNOWN: &str = r#"{"id_token":{"acr":{"essential":true,"values":["urn:gold"]}}}"#;

on_both_engines!(id_token_contains_acr_and_amr);

async fn id_token_contains_acr_and_amr(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let first = id_token_claims(&world, &world.authorize(Some(&ann), &[]).await).await;
    assert_eq!(
        (&first["acr"], &first["amr"]),
        (&json!("1"), &json!(["otp"]))
    );
    by_passkey(&world, &ann).await;
    let second = id_token_claims(&world, &world.authorize(Some(&ann), &[]).await).await;
    assert_eq!(second["acr"], "phr");
    assert_eq!(second["amr"], json!(["hwk", "user"]));
    for (values, expected) in [
        ("phr 1", "phr"),
        ("1 phr", "1"),
        ("urn:gold 1", "1"),
        ("urn:gold", "phr"),
    ] {
        let landing = world.authorize(Some(&ann), &[("acr_values", values)]).await;
        assert_eq!(
            id_token_claims(&world, &landing).await["acr"],
            expected,
            "{values}"
        );
    }
}

on_both_engines!(higher_acr_prompts_once);

async fn higher_acr_prompts_once(world: TestIdp) {
    let ann = world.visitor("ann").await;
    world.wait(60);
    for wish in [("acr_values", "phr"), ("claims", ESSENTIAL)] {
        let response = world.authorize(Some(&ann), &[wish]).await;
        assert_eq!(response.url().path(), "/api/auth/signin", "{wish:?}");
        let back = response.parameter("callbackUrl").unwrap();
        let worse = world.sign_in_again("ann", &ann).await;
        let landing = RedirectResponse::from_response(&world.get(&back, Some(&worse)).await);
        if wish.0 == "claims" {
            assert_eq!(landing.error(), "unmet_authentication_requirements");
        } else {
            assert_eq!(
                id_token_claims(&world, &landing).await["acr"],
                "1",
                "no loop"
            );
        }
        let response = world.authorize(Some(&worse), &[wish]).await;
        // A sign-in counts as fresh only if it is later than the request.
        let back = response.parameter("callbackUrl");
        world.wait(60);
        let better = world.sign_in_again("ann", &worse).await;
        by_passkey(&world, &better).await;
        let landing =
            RedirectResponse::from_response(&world.get(&back.unwrap(), Some(&better)).await);
        assert_eq!(id_token_claims(&world, &landing).await["acr"], "phr");
        world
            .execute(
                "UPDATE sessions SET amr = 'otp' WHERE user_id = $1",
                &ann.user_id,
            )
            .await;
        world.wait(60);
    }
}

#[tokio::test]
async fn unreachable_acr_is_refused_only_if_essential() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    let refused = world.authorize(Some(&ann), &[("claims", UNKNOWN)]).await;
    assert_eq!(refused.error(), "unmet_authentication_requirements");
    let silent = [("claims", ESSENTIAL), ("prompt", "none")];
    let refused = world.authorize(Some(&ann), &silent).await;
    assert_eq!(refused.error(), "login_required");
    let voluntary = [("acr_values", "phr"), ("prompt", "none")];
    let landing = world.authorize(Some(&ann), &voluntary).await;
    assert_eq!(id_token_claims(&world, &landing).await["acr"], "1");
}
