//! Tests RFC 8707: the audience of tokens.

use foundation::on_both_engines;
use serde_json::json;

use super::{BACKEND, change_client, is_active, machine_token, refresh, text};
use crate::harness::{TestIdp, VERIFIER, claims};

const A: &str = "https://a.example/api";
const B: &str = "https://b.example";

on_both_engines!(machine_names_the_resources_that_it_is_registered_for);

async fn machine_names_the_resources_that_it_is_registered_for(world: TestIdp) {
    let statement = "UPDATE clients SET resources = '[\"https://a.example/api\",\"https://b.example\"]' WHERE id = $1";
    change_client(&world, statement, "meter").await;
    let usual = world.base.as_str();
    let rows: [(&[&str], serde_json::Value); 5] = [
        (&[], json!(usual)),
        (&[A], json!(A)),
        (&[A, B], json!([A, B])),
        (&[A, A], json!(A)),
        (&[A, usual], json!([A, usual])),
    ];
    for (resources, expected) in rows {
        let form: Vec<_> = resources.iter().map(|one| ("resource", *one)).collect();
        let response = machine_token(&world, "meter", &form).await.ok();
        let found = claims(&text(&response, "access_token"));
        assert_eq!(found["aud"], expected, "{resources:?}");
    }
    for other in [
        "https://c.example",
        "https://a.example/api/",
        "https://b.example#x",
        "b",
        "\u{e9}",
    ] {
        let response =
            machine_token(&world, "meter", &[("resource", A), ("resource", other)]).await;
        assert_eq!(response.refusal(), (400, "invalid_target"), "{other}");
    }
}

#[tokio::test]
async fn own_scopes_have_the_idp_as_only_audience() {
    let world = TestIdp::new().await;
    let statement = "UPDATE clients SET resources = '[\"https://a.example/api\"]' WHERE id = $1";
    change_client(&world, statement, "product-api").await;
    let own = machine_token(
        &world,
        "product-api",
        &[("scope", "idp.users"), ("resource", A)],
    )
    .await;
    assert_eq!(own.refusal(), (400, "invalid_target"));
    let own = [("scope", "idp.users"), ("resource", &*world.base)];
    let response = machine_token(&world, "product-api", &own).await.ok();
    assert_eq!(
        claims(&text(&response, "access_token"))["aud"],
        world.base.as_str()
    );
    let other = [("scope", "metrics.read"), ("resource", A)];
    let response = machine_token(&world, "product-api", &other).await.ok();
    assert_eq!(claims(&text(&response, "access_token"))["aud"], A);
}

on_both_engines!(refresh_cannot_widen_scope_or_resource);

// row: B10
async fn refresh_cannot_widen_scope_or_resource(world: TestIdp) {
    let statement = "UPDATE clients SET resources = '[\"https://a.example/api\"]' WHERE id = $1";
    change_client(&world, statement, "backend").await;
    let ann = world.visitor("ann").await;
    let tokens = world.site_tokens(&ann, "openid").await;
    let token = text(&tokens, "refresh_token");
    let response = refresh(&world, &token, &[("resource", A)]).await;
    assert_eq!(
        response.refusal(),
        (400, "invalid_target"),
        "registered, and not granted"
    );
    let response = refresh(&world, &token, &[("scope", "openid credits.read")]).await;
    assert_eq!(response.refusal(), (400, "invalid_scope"));
    let response = refresh(
        &world,
        &token,
        &[("resource", &world.base), ("scope", "openid")],
    )
    .await;
    assert_eq!(response.status, 200, "and the token was not used up by it");
}

/// Registers the client `backend` for both resources.
async fn registered(world: &TestIdp) {
    let statement = "UPDATE clients SET resources = '[\"https://a.example/api\",\"https://b.example\"]' WHERE id = $1";
    change_client(world, statement, "backend").await;
}

fn resource_parameters<'a>(resources: &[&'a str]) -> Vec<(&'a str, &'a str)> {
    let mut changes = vec![
        ("client_id", "backend"),
        ("redirect_uri", "https://backend.example/cb"),
        ("scope", "openid"),
    ];
    changes.extend(resources.iter().map(|one| ("resource", *one)));
    changes
}

on_both_engines!(grant_bounds_each_token_of_the_family);

// row: B10
async fn grant_bounds_each_token_of_the_family(world: TestIdp) {
    registered(&world).await;
    let ann = world.visitor("ann").await;
    let redeem = async |code: &str, resource: &str| {
        let form = [
            ("grant_type", "authorization_code"),
            ("code", code),
            ("redirect_uri", "https://backend.example/cb"),
            ("code_verifier", VERIFIER),
            ("resource", resource),
        ];
        world.token(&form, BACKEND).await
    };
    let aud = |tokens: &serde_json::Value| claims(&text(tokens, "access_token"))["aud"].clone();
    let code = world.code(&ann, &resource_parameters(&[A, B])).await;
    let response = redeem(&code, &world.base).await;
    assert_eq!(response.refusal(), (400, "invalid_target"), "not granted");
    let narrow = redeem(&code, A).await.ok();
    assert_eq!(aud(&narrow), A, "and the code was not used up by it");
    let token = text(&narrow, "access_token");
    assert_eq!(
        world.userinfo(&token).await.status,
        401,
        "it is for another"
    );
    assert!(is_active(&world, &token, BACKEND).await);
    let whole = refresh(&world, &text(&narrow, "refresh_token"), &[])
        .await
        .ok();
    assert_eq!(
        aud(&whole),
        json!([A, B]),
        "the family stays as wide as it was"
    );
    let last = text(&whole, "refresh_token");
    let response = refresh(&world, &last, &[("resource", &world.base)]).await;
    assert_eq!(response.refusal(), (400, "invalid_target"));
    let response = refresh(&world, &last, &[("resource", B)]).await.ok();
    assert_eq!(aud(&response), B);
    let again = refresh(&world, &last, &[("resource", B)]).await.ok();
    assert_eq!(again, response, "asked for the same once more");
    let code = world.code(&ann, &resource_parameters(&[&world.base])).await;
    assert_eq!(aud(&redeem(&code, "").await.ok()), world.base.as_str());
}

// row: B10
#[tokio::test]
async fn resource_that_the_client_may_not_name_is_refused() {
    let world = TestIdp::new().await;
    registered(&world).await;
    let ann = world.visitor("ann").await;
    for other in [
        "https://c.example",
        "https://a.example",
        "https://b.example//",
        "x y",
    ] {
        let landing = world
            .authorize(Some(&ann), &resource_parameters(&[A, other]))
            .await;
        assert_eq!(landing.error(), "invalid_target", "{other}");
    }
    let landing = world
        .authorize(Some(&ann), &resource_parameters(&[A]))
        .await;
    assert!(
        landing.parameter("code").is_some(),
        "the control: {landing:?}"
    );
}

on_both_engines!(bare_origin_is_one_resource_with_and_without_its_slash);

// row: B10
async fn bare_origin_is_one_resource_with_and_without_its_slash(world: TestIdp) {
    registered(&world).await;
    let ann = world.visitor("ann").await;
    let usual = world.base.clone();
    let (b_slash, usual_slash) = (format!("{B}/"), format!("{usual}/"));
    // The resource of the authorization request, that of the token request, and the token's audience.
    let rows = [
        (b_slash.as_str(), B, B),
        (B, b_slash.as_str(), B),
        (&b_slash, &b_slash, B),
        (&usual_slash, &usual_slash, &usual),
        (&usual, &usual_slash, &usual),
    ];
    for (at_first, then, expected) in rows {
        let code = world.code(&ann, &resource_parameters(&[at_first])).await;
        let form = [
            ("grant_type", "authorization_code"),
            ("code", code.as_str()),
            ("redirect_uri", "https://backend.example/cb"),
            ("code_verifier", VERIFIER),
            ("resource", then),
        ];
        let tokens = world.token(&form, BACKEND).await.ok();
        assert_eq!(claims(&text(&tokens, "access_token"))["aud"], expected);
        let token = text(&tokens, "refresh_token");
        let tokens = refresh(&world, &token, &[("resource", at_first)])
            .await
            .ok();
        assert_eq!(claims(&text(&tokens, "access_token"))["aud"], expected);
    }
    for other in [
        "https://b.example//",
        "https://a.example/api/",
        "https://b.example/?",
    ] {
        let landing = world
            .authorize(Some(&ann), &resource_parameters(&[other]))
            .await;
        assert_eq!(landing.error(), "invalid_target", "{other}");
    }
}
