//! Checks every response at the client: its mode, no unexpected parameters, `state`, `iss`, a random code.

use std::collections::BTreeMap;

use super::agent::ClientCallback;
use super::flow::AuthorizationRequest;
use super::form_post;
use super::suite::{CALLBACK, Suite, SuiteMode};

/// Returns the code of a successful response.
pub(crate) fn code(suite: &Suite, wish: &AuthorizationRequest, arrived: &ClientCallback) -> String {
    let response = parameters(suite, arrived);
    only(wish, &response, &["code"]);
    let code = response["code"].clone();
    long_and_random(&code);
    code
}

/// Returns the parameters of a response, each of which must occur once and in the mode of the plan.
pub(crate) fn parameters(suite: &Suite, arrived: &ClientCallback) -> BTreeMap<String, String> {
    assert_eq!(arrived.address, CALLBACK);
    let pairs = match suite.mode {
        SuiteMode::Query => {
            assert!(arrived.form.is_none(), "it was posted");
            &arrived.query
        }
        SuiteMode::FormPost => {
            assert!(arrived.query.is_empty(), "in the query: {arrived:?}");
            form_post::is_sound(arrived.by.as_ref().expect("a page of ours"));
            arrived.form.as_ref().expect("it was posted")
        }
    };
    let response: BTreeMap<_, _> = pairs.iter().cloned().collect();
    assert_eq!(
        response.len(),
        pairs.len(),
        "something comes twice: {pairs:?}"
    );
    assert_eq!(response.get("iss"), Some(&suite.issuer), "RFC 9207");
    response
}

/// Asserts that a response has the expected parameters only, and the `state` of the request.
pub(crate) fn only(
    wish: &AuthorizationRequest,
    response: &BTreeMap<String, String>,
    expected: &[&str],
) {
    let state = wish.get("state");
    assert_eq!(response.get("state").map(String::as_str), state);
    let mut names: Vec<_> = response.keys().map(String::as_str).collect();
    names.retain(|name| !["iss", "state"].contains(name));
    assert_eq!(names, expected);
}

/// Asserts at least 128 bits of characters with at least 96 bits of estimated entropy.
pub(crate) fn long_and_random(secret: &str) {
    assert!(secret.len() * 8 >= 128, "{} characters", secret.len());
    let bits = entropy(secret);
    assert!(bits > 96.0, "{bits} bits in {} characters", secret.len());
}

/// Estimates entropy by Shannon's formula, as the conformance suite does.
#[expect(
    clippy::float_arithmetic,
    clippy::as_conversions,
    clippy::cast_precision_loss,
    reason = "an estimate"
)]
fn entropy(text: &str) -> f64 {
    let mut counts = BTreeMap::<char, usize>::new();
    for character in text.chars() {
        *counts.entry(character).or_default() += 1;
    }
    let all = text.chars().count() as f64;
    let each = counts.values().map(|&count| {
        let share = count as f64 / all;
        -share * share.log2()
    });
    each.sum::<f64>() * all
}

#[test]
fn repeated_characters_are_no_entropy() {
    assert!(entropy(&"a".repeat(64)) < 1.0);
    assert!(entropy("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk") > 96.0);
}
