//! Tests the plain flow: its ID token, its clients, its codes (OpenID Connect Core section 3.1).

use super::id_token::holds_nothing_unasked;
use super::suite::Suite;
use super::{callback, errors};
use crate::responses::header;

modules! {
    async fn oidcc_server(suite) {
        let wish = suite.wish(&[]);
        let way = suite.visit(&wish).await;
        // The client is a third party, so the user must consent once.
        assert_eq!((way.sign_ins, way.consents), (1, 1));
        let code = callback::code(&suite, &wish, &way.arrived());
        let tokens = suite.redeemed(&wish, &code, &[]).await;
        holds_nothing_unasked(&tokens.claims);
        let response = suite.userinfo(&tokens.access_token).await;
        assert!(response.header("content-type").starts_with("application/json"));
        assert_eq!(response.ok()["sub"], tokens.claims["sub"]);
        let again = suite.visit(&suite.wish(&[])).await;
        assert_eq!((again.sign_ins, again.consents), (0, 0), "it is remembered");
    }

    async fn oidcc_idtoken_signature(suite) {
        let tokens = suite.tokens(&[]).await;
        let header = header(&tokens.id_token);
        assert_eq!(header["alg"], "RS256");
        assert!(header["kid"].is_string());
    }

    // The module is for providers that list `none`, which ours must not do. `clients/tests` checks that no client can register
    // it.
    async fn oidcc_idtoken_unsigned(suite) {
        for list in [
            "id_token_signing_alg_values_supported",
            "userinfo_signing_alg_values_supported",
            "token_endpoint_auth_signing_alg_values_supported",
        ] {
            assert!(!suite.lists(list, "none"), "{list}");
        }
    }

    async fn oidcc_server_client_secret_post(suite) {
        assert!(suite.lists("token_endpoint_auth_methods_supported", "client_secret_post"));
        let tokens = suite.tokens(&[("client_id", "suite-post")]).await;
        assert_eq!(tokens.claims["aud"], "suite-post");
        assert_eq!(suite.userinfo(&tokens.access_token).await.status, 200);
    }

    async fn oidcc_codereuse(suite) {
        let wish = suite.wish(&[]);
        let code = suite.code(&wish).await;
        suite.redeemed(&wish, &code, &[]).await;
        errors::assert_error(&suite.redeem(&wish, &code, &[]).await, 400, "invalid_grant");
    }

    async fn oidcc_codereuse_30seconds(suite) {
        let wish = suite.wish(&[]);
        let code = suite.code(&wish).await;
        let tokens = suite.redeemed(&wish, &code, &[]).await;
        assert_eq!(suite.userinfo(&tokens.access_token).await.status, 200);
        suite.wait(30);
        errors::assert_error(&suite.redeem(&wish, &code, &[]).await, 400, "invalid_grant");
        assert_eq!(suite.userinfo(&tokens.access_token).await.status, 401);
    }

    async fn oidcc_ensure_request_with_valid_pkce_succeeds(suite) {
        let (verifier, challenge) = (crate::harness::VERIFIER, crate::harness::CHALLENGE);
        let wish = suite.wish(&[("code_challenge", challenge), ("code_challenge_method", "S256")]);
        let code = suite.code(&wish).await;
        suite.redeemed(&wish, &code, &[("code_verifier", verifier)]).await;
        // The control: without the verifier the code is refused.
        let code = suite.code(&wish).await;
        errors::assert_error(&suite.redeem(&wish, &code, &[]).await, 400, "invalid_grant");
    }
}
