//! Tests when the user must sign in again, and when no page may be shown (section 3.1.2.1).

use serde_json::Value;

use super::callback;
use super::flow::FlowTokens;
use super::suite::Suite;

/// Runs a second authorization in the browser, and returns the number of sign-ins and the tokens.
async fn second(suite: &Suite, changes: &[(&str, &str)]) -> (usize, FlowTokens) {
    let wish = suite.wish(changes);
    let way = suite.visit(&wish).await;
    let sign_ins = way.sign_ins;
    let code = callback::code(suite, &wish, &way.arrived());
    (sign_ins, suite.redeemed(&wish, &code, &[]).await)
}

fn auth_time(tokens: &FlowTokens) -> i64 {
    let auth_time = tokens.claims["auth_time"].as_i64();
    auth_time.expect("auth_time was asked for")
}

fn subject(tokens: &FlowTokens) -> &Value {
    &tokens.claims["sub"]
}

modules! {
    async fn oidcc_prompt_login(suite) {
        let first = suite.tokens(&[]).await;
        suite.wait(2);
        let (sign_ins, again) = second(&suite, &[("prompt", "login")]).await;
        assert_eq!(sign_ins, 1, "a second sign-in page");
        assert_eq!(subject(&first), subject(&again));
        assert!(auth_time(&again) > auth_time(&first));
    }

    async fn oidcc_prompt_none_not_logged_in(suite) {
        let wish = suite.wish(&[("prompt", "none")]);
        let way = suite.visit(&wish).await;
        assert_eq!(way.sign_ins, 0);
        assert_eq!(suite.error_of(&wish, &way.arrived()), "login_required");
    }

    async fn oidcc_prompt_none_logged_in(suite) {
        let first = suite.tokens(&[("max_age", "10000")]).await;
        suite.wait(2);
        let (sign_ins, again) = second(&suite, &[("prompt", "none"), ("max_age", "10000")]).await;
        assert_eq!(sign_ins, 0);
        assert_eq!(subject(&first), subject(&again));
        assert_eq!(auth_time(&first), auth_time(&again));
    }

    async fn oidcc_max_age_1(suite) {
        let first = suite.tokens(&[]).await;
        suite.wait(2);
        let (sign_ins, again) = second(&suite, &[("max_age", "1")]).await;
        assert_eq!(sign_ins, 1);
        assert_eq!(subject(&first), subject(&again));
        assert!(auth_time(&again) > auth_time(&first));
        assert!((suite.clock.now().seconds() - auth_time(&again)).abs() <= 1);
    }

    async fn oidcc_max_age_10000(suite) {
        let first = suite.tokens(&[("max_age", "15000")]).await;
        suite.wait(2);
        let (sign_ins, again) = second(&suite, &[("max_age", "10000")]).await;
        assert_eq!(sign_ins, 0);
        assert_eq!(subject(&first), subject(&again));
        assert_eq!(auth_time(&first), auth_time(&again));
    }

    async fn oidcc_id_token_hint(suite) {
        let first = suite.tokens(&[]).await;
        let hint = first.id_token.as_str();
        let (sign_ins, again) = second(&suite, &[("prompt", "none"), ("id_token_hint", hint)]).await;
        assert_eq!(sign_ins, 0);
        assert_eq!(subject(&first), subject(&again));
    }
}
