//! Tests similarity in family F: equal refusals, and distinct passwords with equal beginnings.

use idp::testing::{import_password, password_work};
use poem::http::HeaderMap;

use super::{ANN, KILN, ON, enter, set_password, try_password, world, world_at};
use crate::visiting::{BrowserResponse, Statements, TestBackend, TestInstallation};

const BOB: &str = "bob@example.com";
const WRONG: &str = "wrong password here";

// row: F1
/// F1: the test compares work instead of time, which varies on a busy machine (`make bench` measures it). Each case takes one
/// hash and equal statements.
#[tokio::test]
async fn same_work_for_known_unknown_and_password_less_accounts() {
    let world = world_at(TestBackend::Postgres).await;
    world.signed_in(BOB).await;
    let off = "off@example.com";
    set_password(&world.app, off, KILN).await.unwrap();
    world
        .change("UPDATE users SET is_active = FALSE WHERE email = 'off@example.com'")
        .await;
    let browser = world.browser();
    let csrf = browser.csrf().await;
    let statements = Statements::listen(&world).await;
    let mut seen = Vec::new();
    for email in [ANN, BOB, "nobody@example.com", "no address", off] {
        let (before, _) = password_work(&world.app);
        let fields = [
            ("csrfToken", csrf.as_str()),
            ("email", email),
            ("password", WRONG),
        ];
        statements.taken();
        let response = browser
            .post("/api/auth/callback/credentials", &fields)
            .await;
        assert!(response.location().contains("CredentialsSignin"), "{email}");
        assert_eq!(password_work(&world.app).0 - before, 1, "{email}");
        seen.push((email, statements.taken()));
    }
    let (_, first) = &seen[0];
    assert!(first.statements() >= 4, "nobody listens: {first:?}");
    for (email, requested) in &seen {
        assert_eq!(requested, first, "{email}");
    }
    // The control: a right password causes other statements.
    statements.taken();
    assert_eq!(try_password(&browser, ANN, KILN).await.status, 200);
    assert_ne!(statements.taken(), *first);
}

/// Returns a response without the headers that differ in each.
fn shown(response: BrowserResponse) -> (u16, String, HeaderMap) {
    let mut headers = response.headers;
    for varying in ["x-request-id", "date"] {
        headers.remove(varying);
    }
    (response.status, response.body, headers)
}

// row: F2
/// All refusals are equal, for scripts and for forms (F2).
#[tokio::test]
async fn refusals_have_one_response() {
    let world = world().await;
    world.signed_in(BOB).await;
    set_password(&world.app, "off@example.com", KILN)
        .await
        .unwrap();
    world
        .change("UPDATE users SET is_active = FALSE WHERE email = 'off@example.com'")
        .await;
    for _ in 0..10 {
        try_password(&world.browser(), "eve@example.com", WRONG).await;
    }
    let browser = world.browser();
    browser.get("/api/auth/signin").await;
    for (switch, status) in [("true", 401), ("", 302)] {
        let mut seen = Vec::new();
        for (email, password) in [
            (ANN, WRONG),
            (BOB, KILN),
            ("nobody@example.com", KILN),
            ("no address", KILN),
            ("eve@example.com", KILN),
            ("off@example.com", WRONG),
            (ANN, ""),
            ("", ""),
        ] {
            let fields = [("email", email), ("password", password), ("json", switch)];
            seen.push((email, shown(enter(&browser, &fields).await)));
        }
        let (_, first) = &seen[0];
        assert_eq!(first.0, status);
        for (email, one) in &seen {
            assert_eq!(one, first, "{email}");
        }
    }
    // The control.
    assert_eq!(try_password(&browser, ANN, KILN).await.status, 200);
}

// row: F9
/// F9: passwords that share their first 72 bytes or more are distinct, for our hashes and imported ones.
#[tokio::test]
async fn passwords_that_begin_alike_are_two() {
    let world = TestInstallation::with(&[ON]).await;
    let long = "gravel tulip anchovy ".repeat(5);
    set_password(&world.app, ANN, &format!("{long}one"))
        .await
        .unwrap();
    let rows = [
        (format!("{long}two"), 401),
        (long.clone(), 401),
        (long[..72].to_owned(), 401),
        (format!("{long}one"), 200),
    ];
    for (password, status) in rows {
        let response = try_password(&world.browser(), ANN, &password).await;
        assert_eq!(response.status, status, "{password}");
    }
    // bcrypt reads 72 bytes only: the first hash matches any password that begins with these 72.
    let of_72 = "$2b$04$abcdefghijklmnopqrstuuBzzIgyKkz7xMWYSzkIjUSnxEQFQ0WNe";
    let of_71 = "$2b$04$abcdefghijklmnopqrstuuMCu.k1vM/ywQwiONaEn3oEMlZoCVBd6";
    let rows = [
        (of_72, [(72, 401), (73, 401), (100, 401)]),
        (of_71, [(70, 401), (72, 401), (71, 200)]),
    ];
    for (hash, tries) in rows {
        assert!(import_password(&world.app, BOB, hash).await.unwrap());
        for (length, status) in tries {
            let response = try_password(&world.browser(), BOB, &"a".repeat(length)).await;
            assert_eq!(response.status, status, "{length} for {hash}");
        }
    }
}

// row: credentials-4
/// A password creates no user, and ends the browser's earlier session.
#[tokio::test]
async fn password_makes_no_user_and_ends_the_browsers_other_session() {
    let settings = [ON, ("IDP_PAGE_NEW_USER", "/welcome")];
    let world = TestInstallation::with(&settings).await;
    set_password(&world.app, ANN, KILN).await.unwrap();
    let browser = world.signed_in(BOB).await;
    let before = browser.cookie("tollgate.session-token");
    // The form accepts the name in place of the email, and ignores other fields.
    let fields = [
        ("username", ANN),
        ("password", KILN),
        ("redirect", "false"),
        ("isOperator", "true"),
        ("callbackUrl", "/account"),
    ];
    let response = enter(&browser, &fields).await;
    assert_eq!(
        response.location(),
        format!("{}/account", world.base),
        "not new"
    );
    assert_eq!(browser.session().await["user"]["email"], ANN);
    let copy = world.browser();
    copy.set_cookie("tollgate.session-token", before.as_deref());
    assert!(!copy.is_signed_in().await, "the other session lives");
    for (count, what) in [
        ("SELECT CAST(count(*) AS TEXT) FROM users", "2"),
        ("SELECT CAST(count(*) AS TEXT) FROM accounts", "0"),
        ("SELECT CAST(count(*) AS TEXT) FROM sessions", "1"),
        (
            "SELECT CAST(count(*) AS TEXT) FROM users WHERE is_operator",
            "0",
        ),
    ] {
        assert_eq!(world.text(count).await, what, "{count}");
    }
}
