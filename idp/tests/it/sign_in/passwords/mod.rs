//! Tests passwords: sign-in, setting, and family F of the attacks.

mod alike;
mod attacks;
mod changing;
mod flood;
mod links;
mod put_out;
mod responses;
mod setting;

use idp::testing::set_password;

use crate::visiting::{
    Browser, BrowserResponse, ReceivedEmail, TestBackend, TestInstallation, hidden,
};

pub(super) const ANN: &str = "ann@example.com";
pub(crate) const KILN: &str = "kiln tugboat 40";
pub(crate) const GRAVEL: &str = "gravel tulip anchovy";
pub(crate) const ON: (&str, &str) = ("IDP_PASSWORDS", "sign-in");

pub(super) async fn world_at(backend: TestBackend) -> TestInstallation {
    let world = TestInstallation::at(backend, &[ON]).await;
    set_password(&world.app, ANN, KILN).await.unwrap();
    world
}

pub(super) async fn world() -> TestInstallation {
    world_at(TestBackend::Sqlite).await
}

pub(super) async fn enter(browser: &Browser, fields: &[(&str, &str)]) -> BrowserResponse {
    let csrf = browser.csrf().await;
    let mut all = vec![("csrfToken", csrf.as_str())];
    all.extend(fields);
    browser.post("/api/auth/callback/credentials", &all).await
}

pub(crate) async fn try_password(
    browser: &Browser,
    email: &str,
    password: &str,
) -> BrowserResponse {
    let fields = [("email", email), ("password", password), ("json", "true")];
    enter(browser, &fields).await
}

pub(super) async fn switch_off(world: &TestInstallation) {
    let mut transaction = world.app.database.begin().await.unwrap();
    foundation::on_engine!(&mut transaction.connection(), |c| {
        sqlx::query("UPDATE users SET is_active = FALSE")
            .execute(c)
            .await
            .map(|_| ())
    })
    .unwrap();
    transaction.commit().await.unwrap();
}

/// Returns the link of an email.
pub(super) fn link_of(email: &ReceivedEmail) -> String {
    let mut words = email.text.split_whitespace();
    let link = words.find(|word| word.contains("/api/auth/password/set"));
    link.unwrap().to_owned()
}

pub(super) async fn ask_for_link(browser: &Browser, email: &str) -> BrowserResponse {
    let csrf = browser.csrf().await;
    let fields = [("csrfToken", csrf.as_str()), ("email", email)];
    browser.post("/api/auth/password/new", &fields).await
}

pub(crate) async fn link_to(world: &TestInstallation, email: &str, count: usize) -> String {
    ask_for_link(&world.browser(), email).await;
    link_of(&world.wait_for_email(email, count).await)
}

/// Opens a link and submits its form.
pub(crate) async fn set_by(browser: &Browser, link: &str, password: &str) -> BrowserResponse {
    let page = browser.get(link).await;
    if page.status != 200 {
        return page;
    }
    let (csrf, token) = (hidden(&page.body, "csrfToken"), hidden(&page.body, "token"));
    let email = hidden(&page.body, "email");
    let fields = [
        ("csrfToken", csrf.as_str()),
        ("token", &token),
        ("email", &email),
        ("password", password),
        ("again", password),
    ];
    browser.post("/api/auth/password/set", &fields).await
}

pub(crate) async fn change(browser: &Browser, current: &str, new: &str) -> BrowserResponse {
    let csrf = browser.csrf().await;
    let fields = [
        ("csrfToken", csrf.as_str()),
        ("current", current),
        ("password", new),
        ("again", new),
    ];
    browser.post("/api/auth/password/change", &fields).await
}
