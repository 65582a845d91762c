//! Tests setting a password by an email: permitted users, and accepted passwords.

use idp::testing::password_work;
use poem::http::Method;

use super::{
    ANN, GRAVEL, KILN, ON, ask_for_link, change, enter, link_of, link_to, set_by, switch_off,
    try_password, world,
};
use crate::visiting::{TestInstallation, hidden};

const REGISTER: (&str, &str) = ("IDP_PASSWORDS", "register");

#[tokio::test]
async fn new_address_begins_with_a_password_once_it_is_proven() {
    let world = TestInstallation::with(&[REGISTER]).await;
    let browser = world.browser();
    browser.get("/api/auth/signin?callbackUrl=/account").await;
    let page = browser.get("/api/auth/password/new").await;
    assert!(
        page.body.contains("autocomplete=\"username\"")
            && page.body.contains("create your account")
    );
    let reply = ask_for_link(&browser, " Ann@Example.com").await;
    assert_eq!(
        reply.location(),
        format!("{}/api/auth/password/sent", world.base)
    );
    let notice = browser.get(reply.location()).await;
    assert!(notice.status == 200 && notice.body.contains("Check your email"));
    assert_eq!(
        try_password(&world.browser(), ANN, GRAVEL).await.status,
        401,
        "before the proof"
    );

    let email = world.wait_for_email(ANN, 1).await;
    assert!(
        email.subject.starts_with("Set your password for ")
            && email.text.contains("once, within 15 minutes")
    );
    assert!(email.html.contains("Set a password"));
    let link = link_of(&email);
    let response = set_by(&browser, &link, GRAVEL).await;
    assert_eq!(
        (response.status, response.location()),
        (302, format!("{}/account", world.base).as_str())
    );
    assert_eq!(browser.session().await["user"]["email"], ANN);
    assert_eq!(
        try_password(&world.browser(), ANN, GRAVEL).await.status,
        200
    );
    let notice = world.wait_for_email(ANN, 2).await;
    assert!(
        notice.text.contains("A new password was added"),
        "{}",
        notice.text
    );
    let details = world
        .text("SELECT details FROM audit WHERE action = 'password.set'")
        .await;
    assert_eq!(details, r#"{"by":"link"}"#);
    let used = set_by(&world.browser(), &link, KILN).await;
    assert_eq!(
        used.location(),
        format!("{}/api/auth/error?error=Verification", world.base)
    );
}

// row: E1
#[tokio::test]
async fn looking_at_the_page_uses_no_link_up() {
    let world = world().await;
    let link = link_to(&world, ANN, 1).await;
    let browser = world.browser();
    for _ in 0..2 {
        let page = browser.get(&link).await;
        assert_eq!(page.status, 200, "looking uses it up");
        assert_eq!(
            page.body.matches("autocomplete=\"new-password\"").count(),
            2
        );
        assert!(!page.body.contains("onpaste") && page.body.contains("autocomplete=\"username\""));
    }
    let seen = browser.send(Method::HEAD, &link, &[], None).await;
    assert_eq!(seen.status, 400);
    assert_eq!(set_by(&browser, &link, GRAVEL).await.status, 302);
}

/// Only the reader of the email learns whether the address may register with a password.
#[tokio::test]
async fn registration_is_open_to_the_domains_that_the_settings_name() {
    let domains = ("IDP_PASSWORD_DOMAINS", "example.org");
    for (settings, email, may) in [
        (vec![ON], ANN, false),
        (vec![REGISTER, domains], ANN, false),
        (vec![REGISTER, domains], "ann@example.org", true),
    ] {
        let world = TestInstallation::with(&settings).await;
        let browser = world.browser();
        let link = link_to(&world, email, 1).await;
        let response = set_by(&browser, &link, GRAVEL).await;
        assert_eq!(browser.is_signed_in().await, may, "{email}");
        let users = world.text("SELECT CAST(count(*) AS TEXT) FROM users").await;
        assert_eq!(users, if may { "1" } else { "0" });
        assert!(
            may || response.status == 400
                && response
                    .body
                    .contains("There is no account with this address")
        );
    }
}

// row: E14
/// The response to known, unknown and deactivated users is equal, with one email each.
#[tokio::test]
async fn link_request_reveals_no_user() {
    let world = world().await;
    world.signed_in("bob@example.com").await;
    switch_off(&world).await;
    let mut seen = Vec::new();
    for (email, emails) in [(ANN, 1), ("bob@example.com", 2), ("nobody@example.com", 1)] {
        let response = ask_for_link(&world.browser(), email).await;
        seen.push((
            response.status,
            response.location().to_owned(),
            response.body,
        ));
        world.wait_for_email(email, emails).await;
    }
    // The response is equal over the limit of an address as well; `budgets` tests the shared limits.
    for _ in 0..10 {
        let response = ask_for_link(&world.browser(), ANN).await;
        seen.push((
            response.status,
            response.location().to_owned(),
            response.body,
        ));
    }
    assert!(seen.iter().all(|one| *one == seen[0]), "{seen:?}");
    let link = link_of(&world.wait_for_email(ANN, 3).await);
    ask_for_link(&world.browser(), "eve@example.com").await;
    world.wait_for_email("eve@example.com", 1).await;
    assert_eq!(world.emails_to(ANN).len(), 3);
    let denied = set_by(&world.browser(), &link, GRAVEL).await;
    assert_eq!(
        denied.location(),
        format!("{}/api/auth/error?error=AccessDenied", world.base)
    );
    let bad = ask_for_link(&world.browser(), "no address").await;
    assert_eq!(
        bad.location(),
        format!("{}/api/auth/password/new?error=EmailSignin", world.base)
    );
    assert!(
        world
            .browser()
            .get(bad.location())
            .await
            .body
            .contains("The e-mail could not be sent.")
    );
}

// row: F12
/// F12: both pages give the reason of a refusal, and the link can be used again.
#[tokio::test]
async fn weak_passwords_are_refused_with_their_reason() {
    let world = world().await;
    let link = link_to(&world, ANN, 1).await;
    let browser = world.browser();
    let signed_in = world.browser();
    try_password(&signed_in, ANN, KILN).await;
    let (before, _) = password_work(&world.app);
    let long = "a".repeat(1025);
    let rows = [
        ("kiln tugboat 4", "at least 15 characters"),
        ("", "at least 15 characters"),
        ("passwordpassword", "easy to guess"),
        ("ann@example.com", "made of your address"),
        (long.as_str(), "at most 1,024 bytes"),
    ];
    for (password, reason) in rows {
        let refused = set_by(&browser, &link, password).await;
        assert_eq!(refused.status, 400, "{password}");
        assert!(
            refused.body.contains("id=\"page-error\"") && refused.body.contains(reason),
            "{reason}"
        );
        let refused = change(&signed_in, KILN, password).await;
        assert_eq!(refused.status, 400, "{password}");
        assert!(refused.body.contains(reason), "{reason}");
    }
    assert_eq!(password_work(&world.app).0, before, "nothing is worked on");
    let page = browser.get(&link).await.body;
    let (csrf, token) = (hidden(&page, "csrfToken"), hidden(&page, "token"));
    let fields = [
        ("csrfToken", csrf.as_str()),
        ("token", &token),
        ("email", ANN),
        ("password", GRAVEL),
        ("again", KILN),
    ];
    let refused = browser.post("/api/auth/password/set", &fields).await;
    assert!(refused.status == 400 && refused.body.contains("not the same"));
    assert_eq!(set_by(&browser, &link, GRAVEL).await.status, 302);
}

#[tokio::test]
async fn installation_without_passwords_has_no_password_pages() {
    let world = TestInstallation::new().await;
    let browser = world.browser();
    for step in ["new", "sent", "set", "change"] {
        let path = format!("/api/auth/password/{step}");
        assert_eq!(browser.get(&path).await.status, 400, "{step}");
        assert_eq!(browser.post(&path, &[]).await.status, 400, "{step}");
    }
    let world = self::world().await;
    assert_eq!(
        world
            .browser()
            .post("/api/auth/password/sent", &[])
            .await
            .status,
        400
    );
    let page = world.browser().get("/api/auth/signin").await.body;
    assert!(page.contains("id=\"password-link\" href=\"/api/auth/password/new\""));
    let fields = [("email", ANN), ("password", KILN)];
    assert_eq!(enter(&world.browser(), &fields).await.status, 302);
}
