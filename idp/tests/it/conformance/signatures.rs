//! Tests signatures by clients' own keys and signatures on request, with key changes on both sides.

use serde_json::{Value, json};

use super::dynamic::key_set;
use super::flow::FlowTokens;
use super::suite::Suite;
use super::{errors, keys, tokens};
use crate::responses::{HttpResponse, claims, header};
use crate::upstream::signer::SigningKeyPair;

/// Address of a request object at the client, which the server never fetches.
const OBJECT: &str = "https://suite.example/request/object.jwt";
/// Parameters of an authorization request for refresh tokens.
const OFFLINE: [(&str, &str); 2] = [("scope", "openid offline_access"), ("prompt", "consent")];

/// Returns a registration for refresh tokens, with more members.
fn refreshing(more: &Value) -> Value {
    let mut members = json!({ "grant_types": ["authorization_code", "refresh_token"] });
    let more = more.as_object().unwrap().clone();
    members.as_object_mut().unwrap().extend(more);
    members
}

/// Returns the request by which a client refreshes its tokens.
fn refresh(tokens: &FlowTokens) -> [(&'static str, &str); 2] {
    let token = tokens.body["refresh_token"].as_str();
    [
        ("grant_type", "refresh_token"),
        (
            "refresh_token",
            token.expect("the client registered for it"),
        ),
    ]
}

/// Asserts that the tokens of a refresh are new, and about the first user.
async fn refreshes(suite: &Suite, first: &FlowTokens, response: HttpResponse) {
    let second = tokens::checked(response);
    let access_token = second["access_token"].as_str().unwrap();
    assert_ne!(access_token, first.access_token);
    let id_token = second["id_token"].as_str().unwrap();
    keys::verify(suite, id_token);
    for same in ["iss", "sub", "aud", "auth_time"] {
        assert_eq!(claims(id_token).get(same), first.claims.get(same), "{same}");
    }
    assert_eq!(suite.userinfo(access_token).await.status, 200);
}

modules! {
    async fn oidcc_idtoken_rs256(suite) {
        let client = suite.registered(&json!({ "id_token_signed_response_alg": "RS256" })).await;
        assert_eq!(client.text("id_token_signed_response_alg"), "RS256");
        let header = header(&client.tokens(&[]).await.id_token);
        assert_eq!(header["alg"], "RS256");
        assert!(header["kid"].is_string());
    }

    async fn oidcc_userinfo_rs256(suite) {
        assert!(suite.lists("userinfo_signing_alg_values_supported", "RS256"));
        let client = suite.registered(&json!({ "userinfo_signed_response_alg": "RS256" })).await;
        let tokens = client.tokens(&[]).await;
        let response = suite.userinfo(&tokens.access_token).await;
        assert_eq!((response.status.as_u16(), response.header("content-type")), (200, "application/jwt"));
        let signed = response.body.as_str().unwrap();
        assert_eq!(header(signed)["alg"], "RS256");
        keys::verify(&suite, signed);
        let claims = claims(signed);
        assert_eq!(claims["iss"], suite.issuer.as_str());
        assert_eq!(claims["aud"], client.text("client_id"));
        assert_eq!(claims["sub"], tokens.claims["sub"]);
        assert_eq!(claims.get("nonce"), None);
    }

    async fn oidcc_server_rotate_keys(suite) {
        suite.operate("keys/rotate", "idp.keys").await;
        let request = suite.http.get(suite.endpoint("jwks_uri"));
        let response = HttpResponse::read(request.send().await.unwrap()).await.ok();
        let published = response["keys"].as_array().unwrap();
        keys::sound(published);
        let kid = |key: &Value| key["kid"].clone();
        let kids: Vec<_> = published.iter().map(kid).collect();
        assert!(suite.keys.iter().all(|key| kids.contains(&kid(key))), "old keys stay");
        assert!(kids.len() > suite.keys.len(), "there are new ones: {kids:?}");
    }

    async fn oidcc_refresh_token_rp_key_rotation(suite) {
        let address = suite.receiver.publish("/jwks", &key_set(&SigningKeyPair::rsa(), Some("first")));
        let keys = json!({ "jwks": null, "jwks_uri": address });
        let mut client = suite.registered(&refreshing(&keys)).await;
        client.kid = Some("first");
        let first = client.tokens(&OFFLINE).await;
        (client.key, client.kid) = (SigningKeyPair::curve(), Some("second"));
        suite.receiver.publish("/jwks", &key_set(&client.key, client.kid));
        suite.wait(60);
        refreshes(&suite, &first, client.ask(&refresh(&first)).await).await;
        (client.key, client.kid) = (SigningKeyPair::rsa(), Some("first"));
        let response = client.ask(&refresh(&first)).await;
        assert_eq!(response.refusal(), (401, "invalid_client"), "the key of before proves nothing");
    }

    async fn oidcc_refresh_token(suite) {
        let one = suite.registered(&refreshing(&json!({}))).await;
        let two = suite.registered(&refreshing(&json!({}))).await;
        let first = one.tokens(&OFFLINE).await;
        errors::assert_error(&two.ask(&refresh(&first)).await, 400, "invalid_grant");
        refreshes(&suite, &first, one.ask(&refresh(&first)).await).await;
    }

    async fn oidcc_ensure_client_assertion_with_iss_aud_succeeds(suite) {
        let mut client = suite.registered(&json!({})).await;
        client.audience.clone_from(&suite.issuer);
        client.tokens(&[]).await;
    }

    async fn oidcc_request_uri_unsigned(suite) {
        assert_eq!(suite.metadata["request_uri_parameter_supported"], false);
        let client = suite.registered(&json!({ "request_uris": [OBJECT] })).await;
        let wish = client.wish(&[("request_uri", OBJECT)]);
        assert_eq!(suite.error(&wish).await, "request_uri_not_supported");
    }

    // The server accepts the object that a client sends, and fetches none.
    async fn oidcc_request_uri_signed_rs256(suite) {
        assert!(suite.lists("request_object_signing_alg_values_supported", "RS256"));
        let client = suite.registered(&json!({ "request_uris": [OBJECT] })).await;
        let fetched = client.wish(&[("request_uri", OBJECT)]);
        assert_eq!(suite.error(&fetched).await, "request_uri_not_supported");
        let wish = client.wish(&[]);
        let mut sent = wish.clone();
        sent.parameters.retain(|(name, _)| ["client_id", "state"].contains(&name.as_str()));
        sent.parameters.push(("request".to_owned(), client.request_object(&wish)));
        let code = suite.code(&sent).await;
        client.redeemed(&wish, &code).await;
    }
}
