//! Tests the database cost of each sign-in method: the statements, and the commits, each of which waits for the disk. An
//! additional statement fails this test before a user waits for it.

use idp::testing::set_password;

use crate::visiting::{Browser, RecordedStatements, Statements, TestBackend, TestInstallation};

const ANN: &str = "ann@example.com";
const KILN: &str = "kiln tugboat 40";
const CREDENTIALS: &str = "/api/auth/callback/credentials";

const SETTINGS: [(&str, &str); 3] = [
    ("IDP_PASSWORDS", "sign-in"),
    ("IDP_GITHUB_CLIENT_ID", "tollgate"),
    ("IDP_GITHUB_CLIENT_SECRET", "of-github"),
];

/// Posts a form with its CSRF token; returns the statements of that request alone.
async fn cost(
    browser: &Browser,
    statements: &Statements,
    path: &str,
    fields: &[(&str, &str)],
) -> RecordedStatements {
    let csrf = browser.csrf().await;
    let mut all = vec![("csrfToken", csrf.as_str())];
    all.extend(fields);
    statements.taken();
    let response = browser.post(path, &all).await;
    assert_eq!(response.status, 302, "{path}: {response:?}");
    assert!(
        !response.location().contains("error="),
        "{path}: {response:?}"
    );
    statements.taken()
}

#[tokio::test]
async fn sign_in_statements_match_the_cost_table() {
    let world = TestInstallation::at(TestBackend::Postgres, &SETTINGS).await;
    set_password(&world.app, ANN, KILN).await.unwrap();
    let statements = Statements::listen(&world).await;
    let mut seen = Vec::new();

    let browser = world.browser();
    let github = cost(&browser, &statements, "/api/auth/signin/github", &[]).await;
    seen.push(("start at GitHub", github));
    for (email, name) in [(ANN, "link, known"), ("new@example.com", "link, new")] {
        let browser = world.browser();
        let fields = [("email", email)];
        let start = cost(&browser, &statements, "/api/auth/signin/email", &fields).await;
        seen.push(("start by mail", start));
        let link = world.wait_for_email(email, 1).await.link();
        statements.taken();
        browser.get(&link).await;
        seen.push(("look at a link", statements.taken()));
        seen.push((name, cost(&browser, &statements, &link, &[]).await));
        statements.taken();
        assert!(browser.is_signed_in().await);
        seen.push(("session read", statements.taken()));
    }
    let browser = world.browser();
    cost(
        &browser,
        &statements,
        "/api/auth/signin/email",
        &[("email", ANN)],
    )
    .await;
    let code = world.wait_for_email(ANN, 2).await.code();
    let fields = [("code", code.as_str())];
    let by_code = cost(&browser, &statements, "/api/auth/callback/email", &fields).await;
    seen.push(("code", by_code));
    let browser = world.browser();
    let fields = [("email", ANN), ("password", KILN)];
    seen.push((
        "password",
        cost(&browser, &statements, CREDENTIALS, &fields).await,
    ));

    let seen: Vec<_> = seen
        .iter()
        .map(|(name, requested)| (*name, requested.statements(), requested.commits()))
        .collect();
    let expected = [
        ("start at GitHub", 0, 0),
        ("start by mail", 9, 1),
        ("look at a link", 1, 0),
        ("link, known", 9, 1),
        ("session read", 2, 0),
        ("start by mail", 9, 1),
        ("look at a link", 1, 0),
        ("link, new", 11, 1),
        ("session read", 2, 0),
        ("code", 12, 1),
        ("password", 13, 2),
    ];
    assert_eq!(seen, expected);
}
