//! Tests back-channel logout: its members in discovery, and the token that reports a logout to a client.

use serde_json::{Value, json};

use super::flow::FlowTokens;
use super::keys;
use super::logout::{is_signed_in, returned, sign_out, with};
use super::metadata::every_endpoint_is_https;
use super::receiver::ReceivedRequest;
use super::suite::{SIGNED_OUT, Suite};
use crate::responses::{claims, header};

const CLIENT: &str = "suite-backchannel";
/// Maximum distance of `iat` from now in seconds; the next constant is the maximum lifetime.
const SKEW: i64 = 300;
const MAX_LIFETIME: i64 = 120;

/// Validates a logout token as a client does (OpenID Connect Back-Channel Logout section 2.6).
fn checked(suite: &Suite, received: &ReceivedRequest, signed_in: &FlowTokens) {
    assert_eq!(received.method, "POST");
    assert!(
        received
            .kind
            .starts_with("application/x-www-form-urlencoded"),
        "{received:?}"
    );
    let [(name, token)] = received.form.as_slice() else {
        panic!("{received:?}");
    };
    assert_eq!(name, "logout_token");
    let (header, claims) = (header(token), claims(token));
    assert_eq!(
        (&header["typ"], &header["alg"]),
        (&json!("logout+jwt"), &json!("RS256"))
    );
    keys::verify(suite, token);
    let now = suite.clock.now().seconds();
    let number = |name: &str| {
        claims[name]
            .as_i64()
            .unwrap_or_else(|| panic!("{name}: {claims}"))
    };
    assert_eq!(
        (&claims["iss"], &claims["aud"]),
        (&json!(suite.issuer), &json!(CLIENT))
    );
    assert!((now - number("iat")).abs() <= SKEW);
    assert!(number("exp") > now && number("exp") - number("iat") <= MAX_LIFETIME);
    assert!(claims["jti"].as_str().is_some_and(|id| !id.is_empty()));
    let event = "http://schemas.openid.net/event/backchannel-logout";
    assert_eq!(claims["events"], json!({event: {}}));
    assert_eq!(
        claims.get("nonce"),
        None,
        "it must never pass for an ID token"
    );
    for same in ["sub", "sid"] {
        assert_ne!(claims[same], Value::Null, "{same}");
        assert_eq!(claims[same], signed_in.claims[same], "{same}");
    }
}

modules! {
    async fn oidcc_backchannel_logout_discovery_endpoint_verification(suite) {
        assert_eq!(suite.metadata["backchannel_logout_supported"], true);
        assert_eq!(suite.metadata["backchannel_logout_session_supported"], true);
        every_endpoint_is_https(&suite);
    }

    async fn oidcc_backchannel_rp_initiated_logout(suite) {
        let tokens = suite.tokens(&[("client_id", CLIENT)]).await;
        let way = sign_out(&suite, &with(&tokens.id_token, SIGNED_OUT, "come back")).await;
        returned(way, &[("state", "come back")]);
        checked(&suite, &suite.receiver.next_request().await, &tokens);
        assert!(!is_signed_in(&suite).await);
    }
}
