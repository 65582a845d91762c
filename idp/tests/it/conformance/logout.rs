//! Tests RP-initiated logout: redirects to the client, confirmation by the user, pages about the result.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use super::agent::{BrowserRequest, CompletedFlow, FlowEnd};
use super::flow::FlowTokens;
use super::suite::{SIGNED_OUT, Suite};
use crate::responses::altered;

/// Parameters of the client's logout request.
pub(crate) type LogoutParameters<'a> = &'a [(&'a str, &'a str)];

/// Sends the browser to the end-session endpoint.
pub(crate) async fn sign_out(suite: &Suite, wish: LogoutParameters<'_>) -> CompletedFlow {
    let endpoint = suite.endpoint("end_session_endpoint");
    let address = reqwest::Url::parse_with_params(&endpoint, wish).unwrap();
    suite
        .agent
        .walk(BrowserRequest::get(address.as_str()))
        .await
}

/// Asserts that the flow ends at the client with exactly this query.
pub(crate) fn returned(way: CompletedFlow, query: LogoutParameters<'_>) {
    let arrived = way.arrived();
    assert_eq!(arrived.address, SIGNED_OUT);
    let expected: Vec<_> = query
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect();
    assert_eq!(arrived.query, expected);
}

/// Returns whether the browser's session is still valid, by a request with `prompt=none`.
pub(crate) async fn is_signed_in(suite: &Suite) -> bool {
    let wish = suite.wish(&[("prompt", "none")]);
    let arrived = suite.visit(&wish).await.arrived();
    let is_refused = arrived.query.iter().any(|(name, _)| name == "error")
        || arrived
            .form
            .iter()
            .flatten()
            .any(|(name, _)| name == "error");
    if is_refused {
        assert_eq!(suite.error_of(&wish, &arrived), "login_required");
    }
    !is_refused
}

/// Asserts that the user must confirm, and is redirected neither before nor after that.
async fn asks_and_leads_nowhere(suite: &Suite, wish: LogoutParameters<'_>) {
    let page = sign_out(suite, wish).await.page();
    assert_eq!(page.status, 200);
    assert!(page.has("sign-out"), "{}", page.html);
    assert!(is_signed_in(suite).await, "before the person says so");
    let end = suite
        .agent
        .walk(BrowserRequest::send(page.form("sign-out")))
        .await
        .end;
    match end {
        FlowEnd::Page(page) => assert!(page.html.contains("You are signed out"), "{}", page.html),
        FlowEnd::Client(arrived) => panic!("it was led to {arrived:?}"),
    }
    assert!(!is_signed_in(suite).await);
}

pub(crate) fn with<'a>(hint: &'a str, uri: &'a str, state: &'a str) -> Vec<(&'a str, &'a str)> {
    let all = [
        ("id_token_hint", hint),
        ("post_logout_redirect_uri", uri),
        ("state", state),
    ];
    all.into_iter()
        .filter(|(_, value)| !value.is_empty())
        .collect()
}

async fn signed_in(suite: &Suite) -> FlowTokens {
    let tokens = suite.tokens(&[]).await;
    assert!(is_signed_in(suite).await);
    tokens
}

modules! {
    async fn oidcc_rp_initiated_logout(suite) {
        let tokens = signed_in(&suite).await;
        let state = "0123456789abcdef".repeat(8);
        let way = sign_out(&suite, &with(&tokens.id_token, SIGNED_OUT, &state)).await;
        returned(way, &[("state", &state)]);
        assert!(!is_signed_in(&suite).await);
    }

    async fn oidcc_rp_initiated_logout_no_state(suite) {
        let tokens = signed_in(&suite).await;
        returned(sign_out(&suite, &with(&tokens.id_token, SIGNED_OUT, "")).await, &[]);
        assert!(!is_signed_in(&suite).await);
    }

    async fn oidcc_rp_initiated_logout_bad_post_logout_redirect_uri(suite) {
        let tokens = signed_in(&suite).await;
        let foreign = format!("{SIGNED_OUT}/foreign");
        asks_and_leads_nowhere(&suite, &with(&tokens.id_token, &foreign, "s")).await;
    }

    async fn oidcc_rp_initiated_logout_query_added_to_post_logout_redirect_uri(suite) {
        let tokens = signed_in(&suite).await;
        let longer = format!("{SIGNED_OUT}?foo=bar");
        asks_and_leads_nowhere(&suite, &with(&tokens.id_token, &longer, "s")).await;
    }

    async fn oidcc_rp_initiated_logout_modified_id_token_hint(suite) {
        let tokens = signed_in(&suite).await;
        let claims = tokens.id_token.split('.').nth(1).unwrap();
        let unsigned = format!("{}.{claims}.", URL_SAFE_NO_PAD.encode(r#"{"alg":"none"}"#));
        asks_and_leads_nowhere(&suite, &with(&unsigned, SIGNED_OUT, "s")).await;
    }

    async fn oidcc_rp_initiated_logout_bad_id_token_hint(suite) {
        let tokens = signed_in(&suite).await;
        let foreign = altered(&tokens.id_token, 20);
        asks_and_leads_nowhere(&suite, &with(&foreign, SIGNED_OUT, "s")).await;
    }

    async fn oidcc_rp_initiated_logout_no_id_token_hint(suite) {
        signed_in(&suite).await;
        asks_and_leads_nowhere(&suite, &with("", SIGNED_OUT, "s")).await;
    }

    async fn oidcc_rp_initiated_logout_no_params(suite) {
        signed_in(&suite).await;
        asks_and_leads_nowhere(&suite, &[]).await;
    }

    async fn oidcc_rp_initiated_logout_only_state(suite) {
        signed_in(&suite).await;
        asks_and_leads_nowhere(&suite, &with("", "", "s")).await;
    }

    async fn oidcc_rp_initiated_logout_no_post_logout_redirect_uri(suite) {
        let tokens = signed_in(&suite).await;
        let page = sign_out(&suite, &with(&tokens.id_token, "", "s")).await.page();
        assert_eq!(page.status, 200);
        assert!(page.html.contains("You are signed out"), "{}", page.html);
        assert!(!is_signed_in(&suite).await);
    }
}
