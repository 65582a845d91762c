//! Tests refresh tokens (section 12): claims that a refresh keeps, tokens that it renews, and their client.

use serde_json::Value;

use super::id_token::{self, holds_nothing_unasked};
use super::suite::Suite;
use super::{errors, tokens};

modules! {
    async fn oidcc_refresh_token(suite) {
        assert!(suite.lists("grant_types_supported", "refresh_token"));
        let first = suite.tokens(&[("scope", "openid offline_access")]).await;
        let refresh_token = first.body["refresh_token"].as_str().expect("the client is registered for them");
        let form = [("grant_type", "refresh_token"), ("refresh_token", refresh_token)];
        suite.wait(2);
        // Another client cannot use the refresh token, before its first use and after it.
        errors::assert_error(&suite.token("suite-2", &form).await, 400, "invalid_grant");
        let second = tokens::checked(suite.token("suite-1", &form).await);
        assert_ne!(second["access_token"], first.body["access_token"]);
        keeps_whose_it_is(&suite, &first.claims, &second);
        let access_token = second["access_token"].as_str().unwrap();
        assert_eq!(suite.userinfo(access_token).await.status, 200);
        let of_two = suite.tokens(&[("client_id", "suite-2"), ("scope", "openid offline_access")]).await;
        let foreign = of_two.body["refresh_token"].as_str().unwrap();
        let form = [("grant_type", "refresh_token"), ("refresh_token", foreign)];
        errors::assert_error(&suite.token("suite-1", &form).await, 400, "invalid_grant");
        assert_eq!(suite.token("suite-2", &form).await.status, 200, "the control");
    }
}

/// Asserts that the new ID token is about the sign-in of the earlier one (section 12.2).
fn keeps_whose_it_is(suite: &Suite, before: &Value, response: &Value) {
    let expected = id_token::ExpectedIdToken {
        client: "suite-1",
        nonce: None,
        access_token: response["access_token"].as_str().unwrap(),
        code: None,
    };
    let after = id_token::verified(suite, response["id_token"].as_str().unwrap(), &expected);
    holds_nothing_unasked(&after);
    for same in ["iss", "sub", "aud", "auth_time", "azp", "sid"] {
        assert_eq!(before.get(same), after.get(same), "{same}");
    }
    assert!(after["iat"].as_i64() > before["iat"].as_i64());
}
