//! Tests that scopes put claims of the right types into userinfo, about the user of the ID token (section 5.4).

use serde_json::Value;

use super::agent::EMAIL;
use super::id_token::holds_nothing_unasked;
use super::suite::{NAME, Suite};

/// Returns the claims of a scope in userinfo, after a check that the ID token has none of them.
async fn userinfo_claims(suite: &Suite, scope: &str) -> Value {
    let tokens = suite.tokens(&[("scope", scope)]).await;
    holds_nothing_unasked(&tokens.claims);
    let response = suite.userinfo(&tokens.access_token).await.ok();
    assert_eq!(response["sub"], tokens.claims["sub"]);
    well_formed(&response);
    response
}

/// Asserts that standard claims have the types of section 5.1.
fn well_formed(response: &Value) {
    for (name, value) in response.as_object().unwrap() {
        let is_right = match name.as_str() {
            "email_verified" | "phone_number_verified" => value.is_boolean(),
            "updated_at" => value.is_number(),
            "address" => value.is_object(),
            _ => value.as_str().is_some_and(|text| !text.is_empty()),
        };
        assert!(is_right, "{name}: {value}");
    }
}

fn holds(response: &Value, expected: &[(&str, &str)]) {
    for (name, value) in expected {
        assert_eq!(response[name], *value, "{name}");
    }
}

/// Asserts that an unlisted scope, whose module is skipped, has no effect.
async fn is_skipped(suite: &Suite, scope: &str, claim: &str) {
    assert!(!suite.lists("scopes_supported", scope));
    let response = userinfo_claims(suite, &format!("openid {scope}")).await;
    assert_eq!(response.get(claim), None);
}

const PROFILE: [(&str, &str); 2] = [("name", NAME), ("picture", "https://a.example/a.png")];

modules! {
    async fn oidcc_scope_profile(suite) {
        assert!(suite.lists("scopes_supported", "profile"));
        let response = userinfo_claims(&suite, "openid profile").await;
        holds(&response, &PROFILE);
        assert_eq!(response.get("email"), None);
    }

    async fn oidcc_scope_email(suite) {
        assert!(suite.lists("scopes_supported", "email"));
        let response = userinfo_claims(&suite, "openid email").await;
        holds(&response, &[("email", EMAIL)]);
        assert_eq!(response["email_verified"], true);
        assert_eq!(response.get("name"), None);
    }

    async fn oidcc_scope_address(suite) {
        is_skipped(&suite, "address", "address").await;
    }

    async fn oidcc_scope_phone(suite) {
        is_skipped(&suite, "phone", "phone_number").await;
    }

    async fn oidcc_scope_all(suite) {
        let response = userinfo_claims(&suite, "openid profile email address phone").await;
        holds(&response, &PROFILE);
        holds(&response, &[("email", EMAIL)]);
    }
}
