//! Tests every other form with a single use and a cookie in its response: a repeat gets an equal response.

use foundation::on_both_engines;
use idp::operators::issue_link;
use idp::testing::set_password;

use super::passkeys;
use super::passwords::{self, GRAVEL, KILN};
use crate::upstream::fake_provider::FakeProvider;
use crate::upstream::{press as press_provider, settings};
use crate::visiting::{
    Authenticator, Browser, BrowserResponse, ReceivedEmail, TestBackend, TestInstallation, hidden,
};

const ANN: &str = "ann@example.com";
const NEW: &str = "new@example.com";
const SESSION: &str = "tollgate.session-token";

fn copy(world: &TestInstallation, of: &Browser) -> Browser {
    let browser = world.browser();
    browser.take_cookies_of(of);
    browser
}

/// Returns the status, the address and the session cookie of a response.
fn end_of(response: &BrowserResponse) -> (u16, String, Vec<String>) {
    let lines = response.headers.get_all("set-cookie").iter();
    let session = lines
        .map(|line| line.to_str().unwrap().to_owned())
        .filter(|line| line.starts_with(SESSION))
        .collect();
    (response.status, response.location().to_owned(), session)
}

/// Sends a form twice concurrently, once after the response, and once without it. Each time the result is equal, with a valid
/// session; returns the result.
async fn press_often(
    world: &TestInstallation,
    browser: &Browser,
    path: &str,
    fields: &[(&str, &str)],
) -> (u16, String) {
    let before = copy(world, browser);
    let (one, two) = tokio::join!(browser.post(path, fields), browser.post(path, fields));
    assert_eq!(end_of(&one), end_of(&two), "at once: {one:?} {two:?}");
    assert!(!end_of(&one).2.is_empty(), "{one:?}");
    let again = browser.post(path, fields).await;
    assert_eq!(
        end_of(&again),
        end_of(&one),
        "after the response: {again:?}"
    );
    assert!(browser.is_signed_in().await);
    let lost = copy(world, &before);
    let again = lost.post(path, fields).await;
    assert_eq!(
        end_of(&again),
        end_of(&one),
        "without the response: {again:?}"
    );
    assert!(lost.is_signed_in().await);
    // Another browser gains nothing by the form.
    let other_browser = world.browser();
    let csrf = other_browser.csrf().await;
    let mut theirs = fields.to_vec();
    theirs.retain(|(name, _)| *name != "csrfToken");
    theirs.push(("csrfToken", &csrf));
    other_browser.post(path, &theirs).await;
    assert!(!other_browser.is_signed_in().await);
    let (status, location, _) = end_of(&one);
    (status, location)
}

/// Returns the link of an email to a path.
fn link_to(email: &ReceivedEmail, path: &str) -> String {
    let mut words = email.text.split_whitespace();
    let link = words.find(|word| word.contains(path));
    link.expect("a link").to_owned()
}

on_every_store! {
    async fn password_set_twice_by_its_link_signs_in_twice(backend: TestBackend) {
        let world = TestInstallation::at(backend, &[passwords::ON]).await;
        set_password(&world.app, ANN, KILN).await.unwrap();
        let link = passwords::link_to(&world, ANN, 1).await;
        let browser = world.browser();
        let page = browser.get(&link).await;
        let values = ["csrfToken", "token", "email"].map(|name| hidden(&page.body, name));
        let fields = [
            ("csrfToken", values[0].as_str()),
            ("token", &values[1]),
            ("email", &values[2]),
            ("password", GRAVEL),
            ("again", GRAVEL),
        ];
        let (status, _) = press_often(&world, &browser, "/api/auth/password/set", &fields).await;
        assert_eq!(status, 302);
        let set = "SELECT CAST(count(*) AS TEXT) FROM audit WHERE action = 'password.set'";
        assert_eq!(world.text(set).await, "1");
    }

    async fn password_changed_twice_keeps_its_session(backend: TestBackend) {
        let world = TestInstallation::at(backend, &[passwords::ON]).await;
        set_password(&world.app, ANN, KILN).await.unwrap();
        let browser = world.browser();
        passwords::try_password(&browser, ANN, KILN).await;
        let csrf = browser.csrf().await;
        let fields = [
            ("csrfToken", csrf.as_str()),
            ("current", KILN),
            ("password", GRAVEL),
            ("again", GRAVEL),
        ];
        let (status, _) = press_often(&world, &browser, "/api/auth/password/change", &fields).await;
        assert_eq!(status, 302);
    }

    async fn address_confirmed_twice_keeps_its_session(backend: TestBackend) {
        let world = TestInstallation::at(backend, &[passwords::ON]).await;
        let browser = world.signed_in(ANN).await;
        let csrf = browser.csrf().await;
        let path = "/api/auth/account/email";
        browser.post(path, &[("csrfToken", &csrf), ("email", NEW)]).await;
        let confirm = "/api/auth/account/email/confirm";
        let link = link_to(&world.wait_for_email(NEW, 1).await, confirm);
        let page = browser.get(&link).await;
        let values = ["csrfToken", "token"].map(|name| hidden(&page.body, name));
        let fields = [("csrfToken", values[0].as_str()), ("token", &values[1])];
        let (status, location) = press_often(&world, &browser, confirm, &fields).await;
        assert_eq!((status, location.as_str()), (303, "/api/auth/account?done=address"));
        assert_eq!(browser.session().await["user"]["email"], NEW);
    }

    async fn operator_link_taken_twice_is_taken(backend: TestBackend) {
        let world = TestInstallation::at(backend, &[passwords::ON]).await;
        let link = issue_link(&world.app).await.unwrap().unwrap();
        let browser = world.signed_in(ANN).await;
        let page = browser.get(&link).await;
        let values = ["csrfToken", "token"].map(|name| hidden(&page.body, name));
        let fields = [("csrfToken", values[0].as_str()), ("token", &values[1])];
        let (status, _) = press_often(&world, &browser, "/admin/claim", &fields).await;
        assert_eq!(status, 200);
    }
}

on_both_engines! {
    async fn passkey_assertion_sent_twice_signs_in_twice(backend: TestBackend) {
        let world = TestInstallation::at(backend, &[("IDP_BASE_URL", "http://localhost:8080"), ("IDP_PASSKEYS", "on")]).await;
        let (_owner, mut device) = passkeys::ann_with_passkey(&world).await;
        let browser = world.browser();
        let (ceremony, public_key) = passkeys::begin_sign_in(&browser).await;
        let credential = device.sign(&public_key);
        let csrf = browser.csrf().await;
        let fields = [
            ("csrfToken", csrf.as_str()),
            ("ceremony", &ceremony),
            ("credential", &credential),
        ];
        let path = "/api/auth/callback/passkey";
        let (status, _) = press_often(&world, &browser, path, &fields).await;
        assert_eq!(status, 302);
    }

    async fn passkey_added_twice_is_added_once(backend: TestBackend) {
        let world = TestInstallation::at(backend, &[("IDP_BASE_URL", "http://localhost:8080"), ("IDP_PASSKEYS", "on")]).await;
        let browser = world.signed_in(ANN).await;
        let mut device = Authenticator::new("http://localhost:8080", "localhost");
        let csrf = browser.csrf().await;
        let path = "/api/auth/account/passkeys";
        let ceremony = browser.post(&format!("{path}/options"), &[("csrfToken", &csrf)]).await.json();
        let credential = device.register(&ceremony["publicKey"]);
        let fields = [
            ("csrfToken", csrf.as_str()),
            ("ceremony", ceremony["ceremony"].as_str().unwrap()),
            ("credential", &credential),
            ("name", "Phone"),
        ];
        let (_, location) = press_often(&world, &browser, &format!("{path}/add"), &fields).await;
        assert_eq!(location, format!("{path}?done=added"));
        let statement = "SELECT CAST(count(*) AS TEXT) FROM passkeys";
        assert_eq!(world.text(statement).await, "1");
    }
}

/// A browser comes from the provider twice: concurrently, and without the first response.
async fn come_back_twice(backend: TestBackend, provider: &str) {
    let double = FakeProvider::start().await;
    let world = TestInstallation::at(backend, &settings(&double)).await;
    let browser = world.browser();
    let at = double.agree(press_provider(&browser, provider).await.location());
    let before = copy(&world, &browser);
    let (one, two) = tokio::join!(browser.get(&at), browser.get(&at));
    assert_eq!(end_of(&one), end_of(&two), "{provider}");
    assert_eq!(one.location(), format!("{}/dash", world.base));
    let again = browser.get(&at).await;
    assert_eq!(end_of(&again), end_of(&one), "after the response");
    assert!(browser.is_signed_in().await);
    let again = before.get(&at).await;
    assert_eq!(end_of(&again), end_of(&one), "without the response");
    assert!(before.is_signed_in().await);
    let failed = "SELECT CAST(count(*) AS TEXT) FROM audit WHERE action = 'sign_in.failed'";
    assert_eq!(world.text(failed).await, "0");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn return_from_a_provider_that_comes_twice_signs_in_twice() {
    for backend in [
        TestBackend::Sqlite,
        TestBackend::Postgres,
        TestBackend::Redis,
        TestBackend::Cookie,
    ] {
        for provider in ["github", "google"] {
            come_back_twice(backend, provider).await;
        }
    }
}

/// A repeat of a refused return gets an equal refusal, without another request to the provider.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn refused_return_that_comes_twice_is_refused_alike() {
    let double = FakeProvider::start().await;
    let world = TestInstallation::at(TestBackend::Sqlite, &settings(&double)).await;
    let browser = world.browser();
    let at = double.agree(press_provider(&browser, "github").await.location());
    let refused = format!("{at}&error=access_denied");
    let (one, two) = tokio::join!(browser.get(&refused), browser.get(&refused));
    assert!(one.location().contains("error="), "{one:?}");
    assert_eq!(end_of(&one), end_of(&two));
    let failed = "SELECT CAST(count(*) AS TEXT) FROM audit WHERE action = 'sign_in.failed'";
    assert_eq!(world.text(failed).await, "1");
}
