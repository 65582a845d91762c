//! Tests authorization requests that the idp stores during sign-in (RFC 6749 section 4.1.1, RFC 9126 section 2).

use foundation::on_both_engines;

use crate::harness::{CHALLENGE, RedirectResponse, TestIdp};

on_both_engines!(posted_request_is_pending_and_repeated_by_get);

async fn posted_request_is_pending_and_repeated_by_get(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let callback = world.at("/auth/callback");
    let form = [
        ("client_id", "web"),
        ("redirect_uri", callback.as_str()),
        ("response_type", "code"),
        ("scope", "openid"),
        ("state", "s"),
        ("code_challenge", CHALLENGE),
        ("code_challenge_method", "S256"),
    ];
    let landing = RedirectResponse::from_response(&world.post("/oauth/authorize", &form, "").await);
    assert_eq!(landing.status, 303);
    assert_eq!(landing.url().path(), "/oauth/authorize");
    let statement =
        "SELECT (SELECT COUNT(*) FROM authorization_requests) + (SELECT COUNT(*) FROM used_jtis)";
    assert_eq!(
        world.count(statement).await,
        0,
        "an anonymous request stores no row"
    );
    let address = landing.location.unwrap();
    let returned = RedirectResponse::from_response(&world.get(&address, Some(&ann)).await);
    assert_eq!(returned.parameter("state").as_deref(), Some("s"));
    let code = returned.parameter("code").unwrap();
    assert_eq!(world.count(statement).await, 1, "that it was answered");
    assert_eq!(world.redeem(&code).await.status, 200);
    let again = RedirectResponse::from_response(&world.get(&address, Some(&ann)).await);
    assert!(again.parameter("code").is_some(), "the same press again");
    let ben = world.visitor("ben").await;
    let other = RedirectResponse::from_response(&world.get(&address, Some(&ben)).await);
    assert!(other.is_page(), "the request was answered for ann");
    let mut twice = form.to_vec();
    twice.push(("state", "t"));
    let refused =
        RedirectResponse::from_response(&world.post("/oauth/authorize", &twice, "").await);
    assert_eq!(refused.error(), "invalid_request");
    let mut foreign = form.to_vec();
    foreign[1] = ("redirect_uri", "https://evil.example/");
    assert!(
        RedirectResponse::from_response(&world.post("/oauth/authorize", &foreign, "").await)
            .is_page()
    );
}

#[tokio::test]
async fn long_request_is_pending_instead_of_travelling_along() {
    let world = TestIdp::new().await;
    let state = "s".repeat(4000);
    let landing = world.authorize(None, &[("state", &state)]).await;
    let back = landing.parameter("callbackUrl").unwrap();
    assert!(
        back.starts_with("/oauth/authorize?resume=") && back.len() < 80,
        "{back}"
    );
    let ann = world.visitor("ann").await;
    let landing = RedirectResponse::from_response(&world.get(&back, Some(&ann)).await);
    assert_eq!(landing.parameter("state").as_deref(), Some(state.as_str()));
}

#[tokio::test]
async fn pending_request_is_valid_for_fifteen_minutes() {
    let world = TestIdp::new().await;
    let landing = world.authorize(None, &[("prompt", "login")]).await;
    let back = landing.parameter("callbackUrl").unwrap();
    world.wait(15 * 60);
    let ann = world.visitor("ann").await;
    assert!(RedirectResponse::from_response(&world.get(&back, Some(&ann)).await).is_page());
    let guessed = format!("/oauth/authorize?resume={}", "a".repeat(43));
    assert!(RedirectResponse::from_response(&world.get(&guessed, Some(&ann)).await).is_page());
}
