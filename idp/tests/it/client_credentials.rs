//! Tests a client's own token (RFC 6749 section 4.4, RFC 9068).

use serde_json::Value;

use crate::harness::{SECRET, TestIdp, claims, header};

#[tokio::test]
async fn machine_client_gets_its_registered_scopes() {
    let world = TestIdp::new().await;
    let rows = [
        ("", Some("idp.audit idp.clients idp.users metrics.read")),
        ("metrics.read", Some("metrics.read")),
        ("idp.clients", Some("idp.clients")),
        ("credits.read", None),
        ("metrics.read credits.read", None),
        ("openid", None),
        ("offline_access", None),
    ];
    for (scope, expected) in rows {
        let form = [("grant_type", "client_credentials"), ("scope", scope)];
        let response = world.token(&form, Some(("product-api", SECRET))).await;
        match expected {
            None => assert_eq!(response.refusal(), (400, "invalid_scope"), "{scope}"),
            Some(granted) => {
                let tokens = response.ok();
                assert_eq!(tokens["scope"], granted);
                assert_eq!(tokens.get("id_token"), None);
                assert_eq!(tokens.get("refresh_token"), None);
            }
        }
    }
}

#[tokio::test]
async fn subject_of_a_machine_token_is_the_client() {
    let world = TestIdp::new().await;
    let form = [("grant_type", "client_credentials")];
    let tokens = world.token(&form, Some(("product-api", SECRET))).await.ok();
    let token = tokens["access_token"].as_str().unwrap();
    assert_eq!(header(token)["typ"], "at+jwt");
    let claims = claims(token);
    assert_eq!(claims["sub"], "product-api");
    assert_eq!(claims["client_id"], "product-api");
    assert_eq!(claims["aud"], world.base);
    for absent in ["sid", "auth_time", "grant_id", "email"] {
        assert_eq!(
            claims.get(absent).unwrap_or(&Value::Null),
            &Value::Null,
            "{absent}"
        );
    }
    assert_eq!(
        world.userinfo(token).await.refusal(),
        (403, "insufficient_scope")
    );
    assert_eq!(
        world.count("SELECT COUNT(*) FROM grants").await,
        0,
        "nothing is written"
    );
}
