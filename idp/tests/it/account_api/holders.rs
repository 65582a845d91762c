//! Tests which tokens the account API accepts: a user's, of the installation's client, with the scope, of a live session.

use std::time::Duration;

use foundation::testing::{TestKey, inline_components, sha256, test_client};
use idp::testing::forget_client;
use serde_json::{Value, json};

use super::{
    ANN, BASE, SCOPE, SESSIONS, SIGN_IN_METHODS, call, code, kind, redeem, token, token_with,
};
use crate::harness::SECRET;
use crate::proofs::key::changed;
use crate::responses::HttpResponse;
use crate::visiting::{TestBackend, TestInstallation};

/// Every operation, with ids that the caller does not own.
const OPERATIONS: [(&str, &str); 13] = [
    ("GET", SESSIONS),
    ("DELETE", "/account/v1/sessions?except=current"),
    ("DELETE", "/account/v1/sessions/ses_1"),
    ("GET", SIGN_IN_METHODS),
    ("DELETE", "/account/v1/accounts/acc_1"),
    ("DELETE", "/account/v1/passkeys/pky_1"),
    ("PATCH", "/account/v1/passkeys/pky_1"),
    ("GET", "/account/v1/profile"),
    ("PATCH", "/account/v1/profile"),
    ("GET", "/account/v1/applications"),
    ("DELETE", "/account/v1/applications/shop"),
    ("GET", "/account/v1/export"),
    ("POST", "/account/v1/deletion"),
];
const INVALID_TOKEN: (u16, &str) = (401, "invalid-token");
const PROBLEM: &str = "application/problem+json";
const INSUFFICIENT_SCOPE: (u16, &str) = (403, "insufficient-scope");

/// Returns a token of the client itself.
async fn machine_token(world: &TestInstallation) -> String {
    let request = test_client().post(world.at_server("/oauth/token"));
    let request = request.form(&[("grant_type", "client_credentials"), ("scope", "account")]);
    let encode =
        |text: &str| url::form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
    let request = request.basic_auth("backend", Some(encode(SECRET)));
    let response = HttpResponse::read(request.send().await.unwrap()).await.ok();
    response["access_token"].as_str().unwrap().to_owned()
}

on_every_store! {
    // row: account-1
    async fn only_user_tokens_with_the_scope_are_accepted(backend: TestBackend) {
        let world = super::world(backend).await;
        let ann = world.signed_in(ANN).await;
        let good = token(&world, &ann).await;
        let narrow = token_with(&world, &ann, "openid profile email credits.read").await;
        let machine = machine_token(&world).await;
        let rows = [
            ("no token of ours", "x.y.z", INVALID_TOKEN),
            ("opaque, and none", "x", INVALID_TOKEN),
            ("altered", &crate::responses::altered(&good, 9), INVALID_TOKEN),
            ("without the scope", &narrow, INSUFFICIENT_SCOPE),
            ("nobody's", &machine, INSUFFICIENT_SCOPE),
        ];
        for operation in OPERATIONS {
            for (name, token, expected) in rows {
                let response = call(&world, operation, token).await;
                assert_eq!(kind(&response), expected, "{name} at {operation:?}: {response:?}");
                assert_eq!(response.header("content-type"), PROBLEM, "{name} at {operation:?}");
                let challenge = format!("Bearer error=\"{}\"", expected.1.replace('-', "_"));
                assert!(response.header("www-authenticate").starts_with(&challenge), "{response:?}");
            }
            let request = test_client().request(operation.0.parse().unwrap(), world.at_server(operation.1));
            let response = HttpResponse::read(request.send().await.unwrap()).await;
            assert_eq!(kind(&response), INVALID_TOKEN, "{operation:?}");
            assert_eq!((response.header("content-type"), response.header("www-authenticate")), (PROBLEM, "Bearer"));
        }
        assert_eq!(call(&world, ("GET", SESSIONS), &good).await.status, 200, "the control");
    }

    // row: account-1
    async fn token_counts_while_its_session_and_its_user_do(backend: TestBackend) {
        let world = super::world(backend).await;
        let ann = world.signed_in(ANN).await;
        let of_ended = token(&world, &ann).await;
        let csrf = ann.csrf().await;
        ann.post("/api/auth/signout", &[("csrfToken", &csrf)]).await;
        assert_eq!(kind(&call(&world, ("GET", SIGN_IN_METHODS), &of_ended).await), INVALID_TOKEN);
        let ann = world.signed_in(ANN).await;
        let late = token(&world, &ann).await;
        world.wait(Duration::from_mins(11));
        assert_eq!(kind(&call(&world, ("GET", SIGN_IN_METHODS), &late).await), INVALID_TOKEN, "expired");
        let of_nobody = token(&world, &ann).await;
        world.change("UPDATE users SET is_active = FALSE").await;
        assert_eq!(kind(&call(&world, ("GET", SIGN_IN_METHODS), &of_nobody).await), INVALID_TOKEN);
    }

    // row: account-1
    async fn client_that_leaves_the_installation_loses_its_access(backend: TestBackend) {
        let world = super::world(backend).await;
        let ann = world.signed_in(ANN).await;
        let given = token(&world, &ann).await;
        for (statement, expected) in [
            ("UPDATE clients SET first_party = FALSE WHERE id = 'web'", INSUFFICIENT_SCOPE),
            ("UPDATE clients SET first_party = TRUE, scope = 'credits.read' WHERE id = 'web'", INSUFFICIENT_SCOPE),
            ("UPDATE clients SET scope = 'account', is_active = FALSE WHERE id = 'web'", INVALID_TOKEN),
        ] {
            world.change(statement).await;
            forget_client(&world.app, "web").await;
            let response = call(&world, ("GET", SIGN_IN_METHODS), &given).await;
            assert_eq!(kind(&response), expected, "{statement}: {response:?}");
        }
        world.change("UPDATE clients SET is_active = TRUE WHERE id = 'web'").await;
        forget_client(&world.app, "web").await;
        assert_eq!(call(&world, ("GET", SIGN_IN_METHODS), &given).await.status, 200, "the control");
    }
}

// row: B24, B25
#[tokio::test]
async fn bound_token_comes_with_its_proof() {
    let world = super::world(TestBackend::Sqlite).await;
    let ann = world.signed_in(ANN).await;
    let (key, other) = (TestKey::generate(), TestKey::generate());
    let header = |key: &TestKey| json!({ "typ": "dpop+jwt", "alg": "ES256", "jwk": key.jwk() });
    let now = world.clock.now().seconds();
    let claims = |method: &str, path: &str, jti: &str| json!({ "htm": method, "htu": format!("{BASE}{path}"), "iat": now, "jti": jti });
    let first = key.sign(&header(&key), &claims("POST", "/oauth/token", "0"));
    let code = code(&ann, SCOPE).await;
    let tokens = redeem(&world, &code, Some(&first)).await;
    assert_eq!(tokens["token_type"], "DPoP");
    let token = tokens["access_token"].as_str().unwrap();
    let made = |key: &TestKey, path: &str, jti: &str| {
        let claims = changed(claims("GET", path, jti), &json!({ "ath": sha256(token) }));
        key.sign(&header(key), &claims)
    };
    let early = json!({ "ath": sha256(token), "iat": now - 3600 });
    let methods = SIGN_IN_METHODS;
    let early = key.sign(&header(&key), &changed(claims("GET", methods, "5"), &early));
    let rows = [
        ("honest", "DPoP", made(&key, methods, "1"), 200),
        ("used before", "DPoP", made(&key, methods, "1"), 401),
        ("another key", "DPoP", made(&other, methods, "2"), 401),
        ("another address", "DPoP", made(&key, SESSIONS, "3"), 401),
        ("as a bearer", "Bearer", made(&key, methods, "4"), 401),
        ("no proof", "DPoP", String::new(), 401),
        ("wrong clock", "DPoP", early, 401),
    ];
    for (name, scheme, proof, status) in rows {
        let request = test_client().get(world.at_server(methods));
        let mut request = request.header("authorization", format!("{scheme} {token}"));
        if !proof.is_empty() {
            request = request.header("DPoP", proof);
        }
        let response = HttpResponse::read(request.send().await.unwrap()).await;
        assert_eq!(response.status, status, "{name}: {response:?}");
        if status == 401 {
            let challenge = response.header("www-authenticate");
            assert_eq!(response.header("content-type"), PROBLEM, "{name}");
            assert!(
                challenge.starts_with(&format!("{scheme} ")),
                "{name}: {challenge}"
            );
            let wants_nonce = challenge.contains("use_dpop_nonce");
            assert_eq!(wants_nonce, name == "wrong clock", "{name}: {challenge}");
            assert_eq!(
                response.headers.contains_key("dpop-nonce"),
                wants_nonce,
                "{name}"
            );
        }
    }
}

// row: B24, B25
#[tokio::test]
async fn pages_of_the_apps_origin_alone_read_responses() {
    let world = super::world(TestBackend::Sqlite).await;
    let ann = world.signed_in(ANN).await;
    let token = token(&world, &ann).await;
    let ask = async |method: &str, origin: &str| {
        let request =
            test_client().request(method.parse().unwrap(), world.at_server(SIGN_IN_METHODS));
        let request = request.header("origin", origin).bearer_auth(&token);
        let request = request.header("access-control-request-method", "PATCH");
        HttpResponse::read(request.send().await.unwrap()).await
    };
    for (method, origin, expected) in [
        ("GET", BASE, BASE),
        ("OPTIONS", BASE, BASE),
        ("GET", "https://evil.example", ""),
        ("OPTIONS", "https://evil.example", ""),
        ("GET", "null", ""),
        ("OPTIONS", "null", ""),
    ] {
        let response = ask(method, origin).await;
        let allowed = response.header("access-control-allow-origin");
        assert_eq!(allowed, expected, "{method} {origin}");
        assert_eq!(response.header("access-control-allow-credentials"), "");
    }
    let preflight = ask("OPTIONS", BASE).await;
    for (name, expected) in [
        ("access-control-allow-methods", "GET, POST, PATCH, DELETE"),
        (
            "access-control-allow-headers",
            "authorization, content-type, dpop",
        ),
    ] {
        assert_eq!(preflight.header(name), expected);
    }
}

// row: account-1
#[tokio::test]
async fn cookie_without_a_token_is_refused() {
    let world = super::world(TestBackend::Sqlite).await;
    let ann = world.signed_in(ANN).await;
    for (method, path) in OPERATIONS {
        let response = ann.send(method.parse().unwrap(), path, &[], None).await;
        assert_eq!(response.status, 401, "{method} {path}");
    }
}

#[test]
fn every_operation_says_that_it_refuses_tokens() {
    let document = inline_components(&idp::account_document());
    let methods = |path: &Value| path.as_object().unwrap().clone();
    let paths = document["paths"].as_object().unwrap();
    let operations: Vec<_> = paths.values().flat_map(methods).collect();
    assert_eq!(operations.len(), OPERATIONS.len());
    for (_, operation) in operations {
        for status in ["401", "403"] {
            let response = &operation["responses"][status];
            let schema = &response["content"][PROBLEM]["schema"]["$ref"];
            assert_eq!(schema, "#/components/schemas/AccountProblem", "{operation}");
            assert_eq!(response["headers"]["WWW-AUTHENTICATE"]["required"], true);
        }
    }
    let removal = &paths["/accounts/{account_id}"]["delete"]["responses"];
    assert!(removal["429"].is_null(), "nothing limits it: {removal}");
}
