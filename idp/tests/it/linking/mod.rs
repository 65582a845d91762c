//! Tests linking: a provider account's user, the users that it may join, and removal of sign-in methods.

mod account_page;
mod adding;
mod address;
mod address_codes;
mod matching;
mod merging;
mod pre_hijack;
mod table;

use idp::testing::{ProviderSignIn, TestProfile, sign_in_by_provider};

use crate::visiting::{Browser, TestInstallation};

const COOKIE: &str = "tollgate.session-token";

/// Two providers that these tests never call.
const PROVIDERS: &[(&str, &str)] = &[
    ("IDP_GITHUB_CLIENT_ID", "github-client"),
    ("IDP_GITHUB_CLIENT_SECRET", "github-secret"),
    ("IDP_GOOGLE_CLIENT_ID", "google-client"),
    ("IDP_GOOGLE_CLIENT_SECRET", "google-secret"),
];

/// Returns a profile at GitHub.
fn github<'a>(id: &'a str, email: Option<&'a str>) -> TestProfile<'a> {
    TestProfile {
        provider: "github",
        id,
        email,
        token: "gho_first",
    }
}

/// Returns a profile at Google.
fn google<'a>(id: &'a str, email: Option<&'a str>) -> TestProfile<'a> {
    TestProfile {
        provider: "google",
        ..github(id, email)
    }
}

/// Signs in by a provider in a browser, which keeps the resulting session.
async fn arrive(
    world: &TestInstallation,
    browser: &Browser,
    profile: TestProfile<'_>,
) -> ProviderSignIn {
    let session = browser.cookie(COOKIE);
    let came = sign_in_by_provider(&world.app, profile, session.as_deref(), None).await;
    let came = came.expect("machinery that works");
    if let Some(session) = &came.session {
        browser.set_cookie(COOKIE, Some(session));
    }
    came
}

/// Returns the session's user by address, else by name; empty without a session.
async fn whoami(browser: &Browser) -> String {
    let session = browser.session().await;
    let user = &session["user"];
    let text = user["email"].as_str().or(user["name"].as_str());
    text.unwrap_or_default().to_owned()
}

/// Returns all links as `provider/id user`, in order.
async fn links(world: &TestInstallation) -> Vec<String> {
    let mut reader = world.app.database.reader().await.unwrap();
    foundation::on_engine!(&mut reader.connection(), |c| {
        sqlx::query_scalar(
            "SELECT provider || '/' || provider_account_id || ' ' || user_id FROM accounts ORDER BY 1",
        )
        .fetch_all(c)
        .await
    })
    .unwrap()
}

/// Returns the number of users.
async fn users(world: &TestInstallation) -> String {
    world.text("SELECT CAST(count(*) AS TEXT) FROM users").await
}

/// Returns the id of the only user with an address.
async fn id_of_ann(world: &TestInstallation) -> String {
    world
        .text("SELECT id FROM users WHERE email = 'ann@example.com'")
        .await
}

/// Returns the audit entries of an action, as `actor details`.
async fn audit_entries(world: &TestInstallation, action: &'static str) -> Vec<String> {
    let mut reader = world.app.database.reader().await.unwrap();
    foundation::on_engine!(&mut reader.connection(), |c| {
        sqlx::query_scalar(
            "SELECT actor || ' ' || details FROM audit WHERE action = $1 ORDER BY id",
        )
        .bind(action)
        .fetch_all(c)
        .await
    })
    .unwrap()
}
