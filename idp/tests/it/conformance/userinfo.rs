//! Tests the three forms of userinfo requests (section 5.3.1).

use super::suite::Suite;
use crate::responses::HttpResponse;

/// Sends the request, and compares the response with the ID token's subject.
async fn assert_subject(request: reqwest::RequestBuilder, subject: &serde_json::Value) {
    let response = HttpResponse::read(request.send().await.unwrap()).await;
    assert!(
        response
            .header("content-type")
            .starts_with("application/json")
    );
    assert_eq!(response.ok()["sub"], *subject);
}

modules! {
    async fn oidcc_userinfo_get(suite) {
        let tokens = suite.tokens(&[]).await;
        let request = suite.http.get(suite.endpoint("userinfo_endpoint"));
        assert_subject(request.bearer_auth(&tokens.access_token), &tokens.claims["sub"]).await;
    }

    async fn oidcc_userinfo_post_header(suite) {
        let tokens = suite.tokens(&[]).await;
        let request = suite.http.post(suite.endpoint("userinfo_endpoint"));
        assert_subject(request.bearer_auth(&tokens.access_token), &tokens.claims["sub"]).await;
    }

    async fn oidcc_userinfo_post_body(suite) {
        let tokens = suite.tokens(&[]).await;
        let request = suite.http.post(suite.endpoint("userinfo_endpoint"));
        let form = [("access_token", tokens.access_token.as_str())];
        assert_subject(request.form(&form), &tokens.claims["sub"]).await;
    }
}
