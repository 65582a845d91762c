//! Tests more of sign-in by e-mail: typed addresses, the link's form, its users, and failures.

use foundation::on_both_engines;
use url::Url;

use crate::visiting::TestInstallation;

const ANN: &str = "ann@example.com";
const COOKIE: &str = "tollgate.session-token";

// row: email-1, E8
#[tokio::test]
async fn typed_address_is_normalized_before_sending() {
    let world = TestInstallation::new().await;
    let rows = [
        ("  Ann@Example.COM ", "ann@example.com"),
        ("bob\u{ff20}example.com", "bob@example.com"),
        ("o\u{fb01}ce@example.com", "ofice@example.com"),
        ("\u{212a}ate@example.com", "kate@example.com"),
        ("a.b+c@sub.example.co", "a.b+c@sub.example.co"),
        ("eve@b\u{fc}cher.example", "eve@xn--bcher-kva.example"),
        (
            "fay@bu\u{308}cher\u{3002}example",
            "fay@xn--bcher-kva.example",
        ),
        ("ann@ex\u{430}mple.com", "ann@xn--exmple-4nf.com"),
    ];
    for (typed, normal) in rows {
        let browser = world.browser();
        let sent = browser.ask(typed).await;
        assert!(sent.location().contains("/verify-request?"), "{typed:?}");
        let email = world.wait_for_email(normal, 1).await;
        browser.post(&email.link(), &[]).await;
        assert_eq!(
            browser.session().await["user"]["email"],
            normal,
            "{typed:?}"
        );
    }
    // E8: an address that only normalizes to a user's address is refused or is that address. It creates no second user.
    let refused = format!("{}/api/auth/error?error=EmailSignin", world.base);
    for typed in [
        "\u{131}nn@example.com",
        "\u{430}nn@example.com",
        "j\u{f6}rg@example.com",
        "ann@exam\u{200b}ple.com",
        "ann@example.com.",
        "ann@example.com,evil.com",
    ] {
        assert_eq!(
            world.browser().ask(typed).await.location(),
            refused,
            "{typed:?}"
        );
    }
    let users = "SELECT CAST(count(*) AS TEXT) FROM users";
    assert_eq!(world.text(users).await, rows.len().to_string());
}

// row: email-3
#[tokio::test]
async fn link_has_its_parts_in_their_order() {
    let world = TestInstallation::new().await;
    let browser = world.browser();
    browser
        .get("/api/auth/signin?callbackUrl=/dash%3Fa%3D1")
        .await;
    browser.ask("a.b+c@example.com").await;
    let email = world.wait_for_email("a.b+c@example.com", 1).await;
    let link = Url::parse(&email.link()).unwrap();
    assert_eq!(link.path(), "/api/auth/callback/email");
    let pairs: Vec<(String, String)> = link.query_pairs().into_owned().collect();
    let names: Vec<_> = pairs.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["callbackUrl", "token", "email"]);
    assert_eq!(pairs[0].1, format!("{}/dash?a=1", world.base));
    let token = &pairs[1].1;
    assert!(
        token.len() == 64
            && token
                .bytes()
                .all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
    );
    assert_eq!(pairs[2].1, "a.b+c@example.com");
    // The email shows the address only in its place, and escaped.
    assert!(!email.html.contains("<script") && !email.subject.contains("a.b+c"));
}

// row: E10
/// E10: every character of an address is shown as text, in the email and on the pages.
#[tokio::test]
async fn address_is_escaped_everywhere() {
    let world = TestInstallation::new().await;
    let odd = "o'neil&co=`{x}`@example.com";
    let browser = world.browser();
    browser.ask(odd).await;
    let email = world.wait_for_email(odd, 1).await;
    let link = email.link();
    let shown = link.replace('&', "&#38;").replace('\'', "&#39;");
    assert!(email.html.contains(&shown), "{}", email.html);
    assert!(!email.html.contains("neil&co") && !email.html.contains("'neil"));
    let page = browser.get(&link).await;
    assert_eq!(page.status, 200);
    assert!(page.body.contains("o&#39;neil&#38;co"), "{}", page.body);
    assert!(!page.body.contains("neil&co"), "{}", page.body);
    let again = browser
        .get("/api/auth/signin?email=o%27neil%26co%22%3E%3Cb%3E")
        .await;
    assert!(!again.body.contains("<b>") && !again.body.contains("co\">"));
    browser.post(&link, &[]).await;
    assert_eq!(browser.session().await["user"]["email"], odd);
}

// row: email-2, E14
/// E14: known, new, deactivated, over the limit, and with an unavailable mail server: the response is equal.
#[tokio::test]
async fn response_is_equal_for_known_and_unknown_addresses() {
    let away = ("IDP_SMTP_URL", "smtp://127.0.0.1:1");
    for settings in [vec![], vec![away]] {
        let is_away = !settings.is_empty();
        let world = TestInstallation::with(&settings).await;
        for email in [ANN, "off@example.com"] {
            idp::testing::sign_in(&world.app, email, None)
                .await
                .unwrap();
        }
        world
            .change("UPDATE users SET is_active = FALSE WHERE email = 'off@example.com'")
            .await;
        let mut seen = Vec::new();
        for email in [ANN, "new@example.com", "off@example.com", ANN, ANN, ANN] {
            let response = world.browser().ask(email).await;
            let lines = response.headers.get_all("set-cookie").iter();
            let lengths: Vec<_> = lines.map(poem::http::HeaderValue::len).collect();
            let names: Vec<_> = response.headers.keys().map(ToString::to_string).collect();
            let location = response.location().to_owned();
            seen.push((response.status, location, response.body, names, lengths));
        }
        assert!(seen.iter().all(|one| *one == seen[0]), "{seen:?}");
        assert!(seen[0].1.contains("/verify-request?"));
        let links = "SELECT CAST(count(*) AS TEXT) FROM sign_in_tokens";
        assert_eq!(world.text(links).await, "5", "mails are queued: {is_away}");
    }
}

on_both_engines! {
    // row: email-8, stricter-11
    async fn address_makes_one_user_and_a_new_sign_in_replaces_the_browsers_session(world: TestInstallation) {
        let browser = world.signed_in(ANN).await;
        let before = browser.cookie(COOKIE).unwrap();
        let verified = "SELECT CAST(email_verified_at AS TEXT) FROM users";
        let first = world.text(verified).await;
        world.wait(std::time::Duration::from_mins(1));
        browser.ask(ANN).await;
        browser.post(&world.wait_for_email(ANN, 2).await.link(), &[]).await;
        assert!(browser.is_signed_in().await);
        assert_ne!(browser.cookie(COOKIE).unwrap(), before);
        assert_eq!(world.text("SELECT CAST(count(*) AS TEXT) FROM sessions").await, "1");
        assert_eq!(world.text("SELECT CAST(count(*) AS TEXT) FROM users").await, "1");
        assert_eq!(world.text("SELECT CAST(count(*) AS TEXT) FROM accounts").await, "0");
        assert_ne!(world.text(verified).await, first, "each proof is noted");
        let copy = world.browser();
        copy.set_cookie(COOKIE, Some(&before));
        assert!(!copy.is_signed_in().await, "the old id lives");
        // A sign-in as another user ends the earlier session.
        let between = browser.cookie(COOKIE).unwrap();
        browser.ask("bob@example.com").await;
        browser.post(&world.wait_for_email("bob@example.com", 1).await.link(), &[]).await;
        assert_eq!(browser.session().await["user"]["email"], "bob@example.com");
        copy.set_cookie(COOKIE, Some(&between));
        assert!(!copy.is_signed_in().await);
        assert_eq!(world.text("SELECT CAST(count(*) AS TEXT) FROM sessions").await, "1");
    }
}

// row: email-7
#[tokio::test]
async fn failure_has_a_code_and_keeps_the_link_valid() {
    let rows = [
        (
            "CREATE TRIGGER no BEFORE INSERT ON users BEGIN SELECT RAISE(ABORT, 'no'); END",
            "EmailCreateAccount",
        ),
        (
            "CREATE TRIGGER no BEFORE INSERT ON sessions BEGIN SELECT RAISE(ABORT, 'no'); END",
            "Callback",
        ),
    ];
    for (trigger, code) in rows {
        let world = TestInstallation::new().await;
        let browser = world.browser();
        browser.ask(ANN).await;
        let email = world.wait_for_email(ANN, 1).await;
        world.change(trigger).await;
        let error_page = format!("{}/api/auth/error?error={code}", world.base);
        assert_eq!(
            browser.post(&email.link(), &[]).await.location(),
            error_page
        );
        let csrf = browser.csrf().await;
        let typed = email.code();
        let fields = [("csrfToken", csrf.as_str()), ("code", typed.as_str())];
        let response = browser.post("/api/auth/callback/email", &fields).await;
        assert_eq!(response.location(), error_page);
        assert!(!browser.is_signed_in().await);
        let page = browser.get(&error_page).await;
        assert_eq!(
            page.location(),
            format!("{}/api/auth/signin?error={code}", world.base)
        );
        world.change("DROP TRIGGER no").await;
        assert_eq!(
            world.text("SELECT CAST(count(*) AS TEXT) FROM users").await,
            "0"
        );
        browser.post(&email.link(), &[]).await;
        assert!(browser.is_signed_in().await, "{code}: the link was used up");
    }
}

// row: credentials-3, pages-3, stricter-21, stricter-28, seed-4
/// A script that posts a form gets an address in the response even after a failure.
#[tokio::test]
async fn script_reads_an_address_even_when_we_fail() {
    let world = TestInstallation::with(&[("IDP_PASSWORDS", "sign-in")]).await;
    let browser = world.browser();
    let csrf = browser.csrf().await;
    world.change("CREATE TRIGGER no BEFORE INSERT ON sign_in_tokens BEGIN SELECT RAISE(ABORT, 'no'); END").await;
    world.change("DROP TABLE password_tries").await;
    for (path, code) in [
        ("signin/email", "EmailSignin"),
        ("callback/credentials", "CredentialsSignin"),
    ] {
        let fields = [
            ("csrfToken", csrf.as_str()),
            ("email", ANN),
            ("password", "kiln tugboat 40"),
            ("json", "true"),
        ];
        let response = browser.post(&format!("/api/auth/{path}"), &fields).await;
        assert_eq!(response.status, 500, "{path}");
        let body = response.json();
        let url = format!("{}/api/auth/error?error={code}", world.base);
        assert_eq!(body["url"], url.as_str(), "{path}");
        let message = "There is a problem with the server configuration. Check the server logs for more information.";
        assert_eq!(body["message"], message, "{path}");
        // A browser gets a page instead.
        let page = browser
            .post_with(
                &format!("/api/auth/{path}"),
                &[("accept", "text/html")],
                &fields,
            )
            .await;
        assert!(
            page.status == 500 && page.body.contains("id=\"page-title\""),
            "{path}"
        );
    }
    // The session store is unavailable: sign-out leads to its page with the button.
    let away = [
        ("IDP_SESSION_STORE", "redis"),
        ("IDP_REDIS_URL", "redis://127.0.0.1:1"),
    ];
    let world = TestInstallation::with(&away).await;
    let browser = world.browser();
    browser.set_cookie(COOKIE, Some(&"a".repeat(43)));
    let csrf = browser.csrf().await;
    let fields = [("csrfToken", csrf.as_str()), ("json", "true")];
    let response = browser.post("/api/auth/signout", &fields).await;
    assert_eq!(
        (response.status, response.header("retry-after")),
        (503, "1")
    );
    assert_eq!(
        response.json()["url"],
        format!("{}/api/auth/signout", world.base)
    );
    assert!(browser.cookie(COOKIE).is_some());
}
