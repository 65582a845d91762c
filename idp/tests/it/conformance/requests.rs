//! Tests parameters of authorization requests, including unknown ones (OpenID Connect Core 3.1.2).

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::json;

use super::agent::{BrowserRequest, FlowEnd};
use super::callback;
use super::suite::{CALLBACK, NAME, Suite};

/// Returns an unsigned request object (RFC 9101 section 6.1).
fn request_object(claims: &serde_json::Value) -> String {
    let encoded = |part: &serde_json::Value| URL_SAFE_NO_PAD.encode(part.to_string());
    let header = json!({"alg": "none", "typ": "oauth-authz-req+jwt"});
    format!("{}.{}.", encoded(&header), encoded(claims))
}

/// Asserts that the request succeeds with additional parameters.
async fn succeeds_with(suite: &Suite, more: &[(&str, &str)]) {
    let tokens = suite.tokens(more).await;
    assert_eq!(suite.userinfo(&tokens.access_token).await.status, 200);
}

modules! {
    async fn oidcc_response_type_missing(suite) {
        let wish = suite.wish(&[("response_type", "")]);
        match suite.visit(&wish).await.end {
            FlowEnd::Client(arrived) => {
                let error = suite.error_of(&wish, &arrived);
                let known = ["invalid_request", "unsupported_response_type"];
                assert!(known.contains(&error.as_str()), "{error}");
            }
            FlowEnd::Page(page) => assert!(page.is_error()),
        }
        assert!(!suite.code(&suite.wish(&[])).await.is_empty(), "the control");
    }

    async fn oidcc_ensure_request_without_nonce_succeeds_for_code_flow(suite) {
        let tokens = suite.tokens(&[("nonce", "")]).await;
        assert_eq!(tokens.claims.get("nonce"), None);
    }

    async fn oidcc_alternate_happy_flow(suite) {
        let wish = suite.wish(&[("scope", "email profile openid")]).reversed();
        let code = suite.code(&wish).await;
        let tokens = suite.redeemed(&wish, &code, &[]).await;
        assert!(suite.userinfo(&tokens.access_token).await.ok()["email"].is_string());
    }

    async fn oidcc_display_page(suite) {
        succeeds_with(&suite, &[("display", "page")]).await;
    }

    async fn oidcc_display_popup(suite) {
        succeeds_with(&suite, &[("display", "popup")]).await;
    }

    async fn oidcc_ensure_request_with_unknown_parameter_succeeds(suite) {
        succeeds_with(&suite, &[("extra", "foobar")]).await;
    }

    async fn oidcc_login_hint(suite) {
        succeeds_with(&suite, &[("login_hint", "buffy@suite.example")]).await;
    }

    async fn oidcc_ui_locales(suite) {
        succeeds_with(&suite, &[("ui_locales", "se")]).await;
        succeeds_with(&suite, &[("ui_locales", "fr-CA de en")]).await;
    }

    async fn oidcc_claims_locales(suite) {
        succeeds_with(&suite, &[("claims_locales", "se")]).await;
    }

    async fn oidcc_ensure_request_with_acr_values_succeeds(suite) {
        let listed = suite.metadata["acr_values_supported"].as_array();
        let words: Vec<_> = listed.into_iter().flatten().filter_map(|one| one.as_str()).collect();
        let expected = if words.is_empty() { "1 2".to_owned() } else { words.join(" ") };
        let tokens = suite.tokens(&[("acr_values", &expected)]).await;
        if !words.is_empty() {
            let acr = tokens.claims["acr"].as_str().expect("one that was asked for");
            assert!(words.contains(&acr), "{acr}");
        }
    }

    async fn oidcc_ensure_registered_redirect_uri(suite) {
        let altered = format!("{CALLBACK}/unregistered");
        let page = suite.visit(&suite.wish(&[("redirect_uri", &altered)])).await.page();
        assert!(page.is_error(), "{}", page.html);
        assert!(!suite.code(&suite.wish(&[])).await.is_empty(), "the control");
    }

    async fn oidcc_ensure_post_request_succeeds(suite) {
        // The first request has no session; the second one has a session whose cookies the browser does not send.
        for sign_ins in [1, 0] {
            let wish = suite.wish(&[]);
            let endpoint = suite.endpoint("authorization_endpoint");
            let ask = BrowserRequest::post_from_elsewhere(&endpoint, wish.parameters.clone());
            let way = suite.agent.walk(ask).await;
            assert_eq!(way.sign_ins, sign_ins);
            let code = callback::code(&suite, &wish, &way.arrived());
            suite.redeemed(&wish, &code, &[]).await;
        }
    }

    async fn oidcc_request_uri_unsigned_supported_correctly_or_rejected_as_unsupported(suite) {
        assert_eq!(suite.metadata["request_uri_parameter_supported"], false);
        let wish = suite.wish(&[("request_uri", "https://suite.example/request/object.jwt")]);
        assert_eq!(suite.error(&wish).await, "request_uri_not_supported");
        assert!(!suite.code(&suite.wish(&[])).await.is_empty(), "the control");
    }

    async fn oidcc_unsigned_request_object_supported_correctly_or_rejected_as_unsupported(suite) {
        let signed = &suite.metadata["request_object_signing_alg_values_supported"];
        assert!(!signed.as_array().unwrap().contains(&json!("none")));
        let object = request_object(&json!({"scope": "openid"}));
        let wish = suite.wish(&[("request", &object)]);
        assert_eq!(suite.error(&wish).await, "invalid_request_object");
        assert!(!suite.code(&suite.wish(&[])).await.is_empty(), "the control");
    }

    async fn oidcc_ensure_request_object_with_redirect_uri(suite) {
        let object = request_object(&json!({"redirect_uri": CALLBACK, "client_id": "suite-1"}));
        let elsewhere = format!("{CALLBACK}/of/the/query");
        // The server redirects the error to the address of the object.
        for address in [CALLBACK, &elsewhere] {
            let wish = suite.wish(&[("request", &object), ("redirect_uri", address)]);
            assert_eq!(suite.error(&wish).await, "invalid_request_object");
        }
        assert!(!suite.code(&suite.wish(&[])).await.is_empty(), "the control");
    }

    async fn oidcc_claims_essential(suite) {
        let claims = json!({"userinfo": {"name": {"essential": true}}}).to_string();
        let tokens = suite.tokens(&[("claims", &claims)]).await;
        let response = suite.userinfo(&tokens.access_token).await.ok();
        if suite.metadata["claims_parameter_supported"] == true {
            assert_eq!(response["name"], NAME);
        }
    }
}
