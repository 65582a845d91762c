//! Checks every token response (OpenID Connect Core section 3.1.3.3).

use serde_json::Value;

use super::callback::long_and_random;
use crate::responses::HttpResponse;

/// Returns the body of a successful response.
pub(crate) fn checked(response: HttpResponse) -> Value {
    let kind = response.header("content-type").to_owned();
    let cache = response.header("cache-control").to_owned();
    let body = response.ok();
    assert!(kind.starts_with("application/json"), "{kind}");
    assert!(cache.contains("no-store"), "{cache}");
    assert_eq!(body["token_type"], "Bearer");
    let seconds = body["expires_in"].as_i64().expect("a number");
    assert!((1..=86_400).contains(&seconds), "{seconds}");
    long_and_random(body["access_token"].as_str().unwrap());
    assert!(body["id_token"].is_string());
    if let Some(token) = body.get("refresh_token") {
        long_and_random(token.as_str().unwrap());
    }
    body
}
