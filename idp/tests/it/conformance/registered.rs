//! Tests that the server enforces registered redirect URIs, links, keys and sectors. (OpenID Connect Dynamic Client
//! Registration, sections 2, 3 and 5.)

use serde_json::json;

use super::agent::BrowserRequest;
use super::dynamic::key_set;
use super::errors;
use super::id_token::holds_nothing_unasked;
use super::suite::{CALLBACK, Suite};
use crate::upstream::signer::SigningKeyPair;

/// Asserts that the sign-in page links to an address that the client registered.
async fn sign_in_links_to(suite: &Suite, member: &str, id: &str) {
    let address = "https://suite.example/about/the/client";
    let client = suite.registered(&json!({ member: address })).await;
    assert_eq!(client.text(member), address);
    let request = suite.address(&client.wish(&[]));
    let page = suite.agent.look(BrowserRequest::get(&request)).await;
    assert!(page.has("credentials-form"), "{}", page.html);
    let link = format!("id=\"{id}\" href=\"{address}\"");
    assert!(page.html.contains(&link), "{}", page.html);
}

modules! {
    async fn oidcc_server(suite) {
        for method in ["private_key_jwt", "client_secret_basic", "client_secret_post"] {
            assert!(suite.lists("token_endpoint_auth_methods_supported", method));
            let client = suite.registered(&json!({ "token_endpoint_auth_method": method })).await;
            let tokens = client.tokens(&[]).await;
            holds_nothing_unasked(&tokens.claims);
            let response = suite.userinfo(&tokens.access_token).await.ok();
            assert_eq!(response["sub"], tokens.claims["sub"]);
            client.unregister().await;
            assert_eq!(suite.userinfo(&tokens.access_token).await.status, 401, "its tokens end");
        }
    }

    async fn oidcc_registration_policy_uri(suite) {
        sign_in_links_to(&suite, "policy_uri", "client-policy").await;
    }

    async fn oidcc_registration_tos_uri(suite) {
        sign_in_links_to(&suite, "tos_uri", "client-terms").await;
    }

    async fn oidcc_registration_jwks_uri(suite) {
        let keys = key_set(&SigningKeyPair::rsa(), Some("first"));
        let address = suite.receiver.publish("/jwks", &keys);
        let mut client = suite.registered(&json!({ "jwks": null, "jwks_uri": address })).await;
        client.kid = Some("first");
        assert_eq!(client.text("jwks_uri"), address);
        client.tokens(&[]).await;
    }

    async fn oidcc_registration_sector_uri(suite) {
        assert!(suite.lists("subject_types_supported", "pairwise"));
        let address = suite.receiver.publish("/redirect_uris.json", &json!([CALLBACK]));
        let pairwise = json!({ "subject_type": "pairwise", "sector_identifier_uri": address });
        let client = suite.registered(&pairwise).await;
        assert_eq!(client.text("sector_identifier_uri"), address);
        let (named, public) = (client.tokens(&[]).await, suite.tokens(&[]).await);
        assert_ne!(named.claims["sub"], public.claims["sub"], "a name for its sector alone");
        let response = suite.userinfo(&named.access_token).await.ok();
        assert_eq!(response["sub"], named.claims["sub"]);
    }

    async fn oidcc_registration_sector_bad(suite) {
        let others = json!(["https://other.example/callback"]);
        let address = suite.receiver.publish("/redirect_uris.json", &others);
        let pairwise = json!({ "subject_type": "pairwise", "sector_identifier_uri": address });
        let response = suite.ask_to_register(&pairwise).await;
        errors::assert_error(&response, 400, "invalid_client_metadata");
    }

    async fn oidcc_redirect_uri_regfrag(suite) {
        let address = format!("{CALLBACK}#foobar");
        let response = suite.ask_to_register(&json!({ "redirect_uris": [address] })).await;
        errors::assert_error(&response, 400, "invalid_redirect_uri");
    }

    async fn oidcc_redirect_uri_query_ok(suite) {
        let address = format!("{CALLBACK}?foo=bar");
        let client = suite.registered(&json!({ "redirect_uris": [address] })).await;
        let wish = client.wish(&[("redirect_uri", &address)]);
        let arrived = suite.visit(&wish).await.arrived();
        assert_eq!(arrived.address, CALLBACK);
        let own = ("foo".to_owned(), "bar".to_owned());
        assert!(arrived.query.contains(&own), "{arrived:?}");
        let response = arrived.form.as_ref().unwrap_or(&arrived.query);
        let (_, code) = response.iter().find(|(name, _)| name == "code").expect("a code");
        client.redeemed(&wish, code).await;
    }

    async fn oidcc_redirect_uri_query_mismatch(suite) {
        let address = format!("{CALLBACK}?foo=bar");
        let client = suite.registered(&json!({ "redirect_uris": [address] })).await;
        let other = format!("{CALLBACK}?bar=foo");
        let page = suite.visit(&client.wish(&[("redirect_uri", &other)])).await.page();
        assert!(page.is_error(), "{}", page.html);
    }

    async fn oidcc_redirect_uri_query_added(suite) {
        let client = suite.registered(&json!({})).await;
        let longer = format!("{CALLBACK}?foo=bar");
        let page = suite.visit(&client.wish(&[("redirect_uri", &longer)])).await.page();
        assert!(page.is_error(), "{}", page.html);
    }

    async fn oidcc_ensure_redirect_uri_in_authorization_request(suite) {
        let client = suite.registered(&json!({})).await;
        let page = suite.visit(&client.wish(&[("redirect_uri", "")])).await.page();
        assert!(page.is_error(), "{}", page.html);
        assert!(!suite.code(&client.wish(&[])).await.is_empty(), "the control");
    }
}
