//! RFC 7636: proof key for code exchange, S256 only.

use crate::harness::{CHALLENGE, SECRET, VERIFIER, World};

#[tokio::test]
async fn challenges_of_a_wrong_form_are_refused() {
    let world = World::new().await;
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
async fn the_verifier_has_to_be_the_right_one() {
    let world = World::new().await;
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

#[tokio::test]
async fn a_confidential_client_that_was_let_off_needs_none_but_may_not_make_one_up() {
    let world = World::new().await;
    let ann = world.visitor("ann").await;
    let without = [
        ("client_id", "backend"),
        ("redirect_uri", "https://backend.example/cb"),
        ("code_challenge", ""),
        ("code_challenge_method", ""),
    ];
    for (verifier, expected) in [("", 200), (VERIFIER, 400)] {
        let code = world.code(&ann, &without).await;
        let form = [
            ("grant_type", "authorization_code"),
            ("code", &code),
            ("redirect_uri", "https://backend.example/cb"),
            ("code_verifier", verifier),
        ];
        let told = world.token(&form, Some(("backend", SECRET))).await;
        assert_eq!(told.status, expected, "{verifier}: {}", told.body);
    }
    let shop = [
        ("client_id", "shop"),
        ("redirect_uri", "https://shop.example/cb"),
        ("code_challenge", ""),
        ("code_challenge_method", ""),
    ];
    assert_eq!(
        world.authorize(Some(&ann), &shop).await.error(),
        "invalid_request"
    );
}
