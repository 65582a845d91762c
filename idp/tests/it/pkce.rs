//! Tests RFC 7636: proof key for code exchange, S256 only.

use foundation::on_both_engines;
use serde_json::json;

use crate::admin_clients::put;
use crate::harness::{CHALLENGE, SECRET, TestIdp, VERIFIER};
use crate::responses::HttpResponse;

// row: A16
#[tokio::test]
async fn challenges_of_a_wrong_form_are_refused() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    let (short, long) = ("a".repeat(42), "a".repeat(129));
    let rows = [
        (CHALLENGE, "S256", None),
        ("", "", Some("invalid_request")),
        ("", "S256", Some("invalid_request")),
        (CHALLENGE, "", Some("invalid_request")),
        (CHALLENGE, "plain", Some("invalid_request")),
        (CHALLENGE, "s256", Some("invalid_request")),
        (&short, "S256", Some("invalid_request")),
        (&long, "S256", Some("invalid_request")),
    ];
    for (challenge, method, expected) in rows {
        let changes = [
            ("code_challenge", challenge),
            ("code_challenge_method", method),
        ];
        let landing = world.authorize(Some(&ann), &changes).await;
        assert_eq!(
            landing.parameter("error").as_deref(),
            expected,
            "{challenge} {method}"
        );
        assert_eq!(landing.parameter("code").is_some(), expected.is_none());
    }
}

#[tokio::test]
async fn verifier_has_to_be_the_right_one() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    let callback = world.at("/auth/callback");
    let other = "a".repeat(43);
    for (verifier, expected) in [(VERIFIER, 200), (other.as_str(), 400), ("", 400)] {
        let code = world.code(&ann, &[]).await;
        let form = [
            ("grant_type", "authorization_code"),
            ("client_id", "web"),
            ("code", &code),
            ("redirect_uri", &callback),
            ("code_verifier", verifier),
        ];
        assert_eq!(
            world.token(&form, None).await.status,
            expected,
            "{verifier}"
        );
    }
}

/// Returns an authorization request of a client without PKCE.
fn without_pkce<'a>(client_id: &'a str, redirect_uri: &'a str) -> [(&'a str, &'a str); 4] {
    [
        ("client_id", client_id),
        ("redirect_uri", redirect_uri),
        ("code_challenge", ""),
        ("code_challenge_method", ""),
    ]
}

/// Registers the client `strict`, which requires PKCE; returns its secret.
async fn register_strict(world: &TestIdp) -> String {
    let registration = json!({
        "redirect_uris": ["https://strict.example/cb"], "require_pkce": true,
    });
    let made = put(world, "strict", &registration).await.body;
    made["client_secret"].as_str().unwrap().to_owned()
}

on_both_engines!(pkce_omitted_is_refused_to_public_clients_and_by_require_pkce);

async fn pkce_omitted_is_refused_to_public_clients_and_by_require_pkce(world: TestIdp) {
    let ann = world.visitor("ann").await;
    register_strict(&world).await;
    let callback = world.at("/auth/callback");
    let rows = [
        ("web", callback.as_str(), Some("client without a secret")),
        ("spa", "https://spa.example/cb", Some("without a secret")),
        ("native", "com.example.app:/cb", Some("without a secret")),
        ("strict", "https://strict.example/cb", Some("require_pkce")),
        ("backend", "https://backend.example/cb", None),
    ];
    for (client_id, redirect_uri, refusal) in rows {
        let request = without_pkce(client_id, redirect_uri);
        let landing = world.authorize(Some(&ann), &request).await;
        let found = landing.parameter("error_description").unwrap_or_default();
        match refusal {
            Some(why) => {
                assert_eq!(landing.error(), "invalid_request", "{client_id}");
                assert!(found.contains(why), "{client_id}: {found}");
            }
            None => assert!(landing.parameter("code").is_some(), "{client_id}: {found}"),
        }
    }
    let shop = without_pkce("shop", "https://shop.example/cb");
    let page = world.get(&world.authorize_url(&shop), Some(&ann)).await;
    assert_eq!(page.status(), 200, "a client of others asks for consent");
}

on_both_engines!(confidential_client_is_held_to_the_challenge_that_it_sent);

async fn confidential_client_is_held_to_the_challenge_that_it_sent(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let address = "https://backend.example/cb";
    let without = without_pkce("backend", address);
    let with = &without[..2];
    let other = "a".repeat(43);
    let rows = [
        (&without[..], "", 200),
        // An attacker removed the challenge from the request, so the client's verifier has none (RFC 9700 section 2.1.1).
        (&without[..], VERIFIER, 400),
        (with, VERIFIER, 200),
        (with, "", 400),
        (with, &other, 400),
    ];
    for (request, verifier, expected) in rows {
        let code = world.code(&ann, request).await;
        let form = [
            ("grant_type", "authorization_code"),
            ("code", &code),
            ("redirect_uri", address),
            ("code_verifier", verifier),
        ];
        let response = world.token(&form, Some(("backend", SECRET))).await;
        assert_eq!(
            response.status, expected,
            "{request:?} {verifier}: {}",
            response.body
        );
        if expected == 400 {
            assert_eq!(response.refusal(), (400, "invalid_grant"));
        }
    }
}

#[tokio::test]
async fn pushed_requests_follow_the_same_rule() {
    let world = TestIdp::new().await;
    let own = register_strict(&world).await;
    for (client_id, secret, expected) in [("backend", SECRET, 201), ("strict", &own, 400)] {
        let address = format!("https://{client_id}.example/cb");
        let form = [
            ("redirect_uri", address.as_str()),
            ("response_type", "code"),
            ("scope", "openid"),
        ];
        let request = world.request("POST", "/oauth/par").form(&form);
        let response = HttpResponse::read(
            request
                .basic_auth(client_id, Some(encoded(secret)))
                .send()
                .await
                .unwrap(),
        )
        .await;
        assert_eq!(response.status, expected, "{client_id}: {}", response.body);
    }
}

fn encoded(text: &str) -> String {
    url::form_urlencoded::byte_serialize(text.as_bytes()).collect()
}
