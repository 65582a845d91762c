//! Tests C16: each secret is valid for its own purpose and for no other.

use idp::operators::issue_link;
use idp::testing::set_password;
use poem::http::Method;
use serde_json::json;
use url::Url;

use super::fake_provider::FakeProvider;
use super::{code, press, settings};
use crate::visiting::{Browser, BrowserResponse, TestBackend, TestInstallation, hidden};

const ANN: &str = "ann@example.com";
const NEW: &str = "new@example.com";
const KILN: &str = "kiln tugboat 40";
const CONFIRM: &str = "/api/auth/account/email/confirm";
const COOKIE: &str = "tollgate.session-token";

/// The purpose of a secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SealedPurpose {
    /// The link of a sign-in email.
    SignIn,
    /// The link that sets a password.
    Password,
    /// The link that proves another address.
    Proof,
    /// The state of an attempt at a provider.
    State,
    /// The link that creates an operator.
    Operator,
    /// The cookie of a session.
    Session,
    /// The CSRF token of a form.
    Csrf,
    /// The cookie of a browser that requested an email.
    Attempt,
}

/// Purposes for which each secret is tried.
const SLOTS: [SealedPurpose; 8] = [
    SealedPurpose::SignIn,
    SealedPurpose::Password,
    SealedPurpose::Proof,
    SealedPurpose::State,
    SealedPurpose::Operator,
    SealedPurpose::Csrf,
    SealedPurpose::Attempt,
    SealedPurpose::Session,
];

/// A user in a browser, with a secret of each purpose.
struct IssuedSecrets {
    world: TestInstallation,
    double: FakeProvider,
    ann: Browser,
    /// Return address of the provider.
    back: String,
    secrets: Vec<(SealedPurpose, String)>,
}

fn parameter(address: &str, name: &str) -> String {
    let url = Url::parse(address).unwrap();
    let found = url.query_pairs().find(|(one, _)| one == name);
    found.unwrap().1.into_owned()
}

fn link_in(text: &str, path: &str) -> String {
    let mut words = text.split_whitespace();
    words.find(|word| word.contains(path)).unwrap().to_owned()
}

async fn scene() -> IssuedSecrets {
    let double = FakeProvider::start().await;
    double.lie(|says| says.claims = json!({ "email": "at-google@example.com" }));
    let mut all = settings(&double);
    all.push(("IDP_PASSWORDS", "sign-in"));
    let world = TestInstallation::at(TestBackend::Sqlite, &all).await;
    set_password(&world.app, ANN, KILN).await.unwrap();
    let ann = world.signed_in(ANN).await;
    let csrf = ann.csrf().await;
    let form = |email| [("csrfToken", csrf.as_str()), ("email", email)];
    ann.post("/api/auth/account/email", &form(NEW)).await;
    let proof = link_in(&world.wait_for_email(NEW, 1).await.text, CONFIRM);
    ann.post("/api/auth/password/new", &form(ANN)).await;
    let password = link_in(&world.wait_for_email(ANN, 2).await.text, "/password/set");
    ann.ask(ANN).await;
    let sign_in = world.wait_for_email(ANN, 3).await.link();
    let back = double.agree(press(&ann, "google").await.location());
    let operator = issue_link(&world.app).await.unwrap().unwrap();
    let secrets = vec![
        (SealedPurpose::SignIn, parameter(&sign_in, "token")),
        (SealedPurpose::Password, parameter(&password, "token")),
        (SealedPurpose::Proof, parameter(&proof, "token")),
        (SealedPurpose::State, parameter(&back, "state")),
        (SealedPurpose::Operator, parameter(&operator, "token")),
        (SealedPurpose::Session, ann.cookie(COOKIE).unwrap()),
        (SealedPurpose::Csrf, ann.csrf().await),
        (
            SealedPurpose::Attempt,
            ann.cookie("tollgate.attempt").unwrap(),
        ),
    ];
    IssuedSecrets {
        world,
        double,
        ann,
        back,
        secrets,
    }
}

impl IssuedSecrets {
    fn secret(&self, purpose: SealedPurpose) -> &str {
        let found = self.secrets.iter().find(|(one, _)| *one == purpose);
        &found.unwrap().1
    }

    /// Uses a secret for a purpose; returns true if it was accepted.
    async fn takes(&self, purpose: SealedPurpose, secret: &str) -> bool {
        // Uses a new browser with Ann's cookies, so that one attempt does not affect the next.
        let browser = self.world.browser();
        browser.take_cookies_of(&self.ann);
        match purpose {
            SealedPurpose::SignIn => {
                browser.set_cookie(COOKIE, None);
                let link = format!("/api/auth/callback/email?token={secret}&email={ANN}");
                is_shown(&browser, &link).await
                    && !failed(&browser.post(&link, &[]).await)
                    && browser.is_signed_in().await
            }
            SealedPurpose::Password => self.sets(&browser, secret).await,
            SealedPurpose::Proof => {
                let page = browser.get(&format!("{CONFIRM}?token={secret}")).await;
                let fields = [
                    ("csrfToken", self.secret(SealedPurpose::Csrf)),
                    ("token", secret),
                ];
                let response = browser.post(CONFIRM, &fields).await;
                page.status == 200 && response.location().ends_with("?done=address")
            }
            SealedPurpose::State => {
                let state = self.secret(SealedPurpose::State);
                browser.set_cookie(COOKIE, None);
                let response = browser.get(&self.back.replace(state, secret)).await;
                code(&response).is_empty() && !response.location().contains("error=")
            }
            SealedPurpose::Operator => {
                let page = browser.get(&format!("/admin/claim?token={secret}")).await;
                page.body.contains("id=\"submitButton\"")
                    || browser
                        .get("/admin/claim")
                        .await
                        .body
                        .contains("id=\"submitButton\"")
            }
            SealedPurpose::Session => {
                browser.set_cookie(COOKIE, Some(secret));
                browser.is_signed_in().await
            }
            SealedPurpose::Csrf => {
                let fields = [("csrfToken", secret), ("email", ANN), ("password", KILN)];
                let path = "/api/auth/callback/credentials";
                !failed(&browser.post(path, &fields).await)
            }
            SealedPurpose::Attempt => self.counts_here(&browser, secret).await,
        }
    }

    /// Opens the page of a password link and submits it.
    async fn sets(&self, browser: &Browser, secret: &str) -> bool {
        let link = format!("/api/auth/password/set?token={secret}&email={ANN}");
        let is_shown = is_shown(browser, &link).await;
        let fields = [
            ("csrfToken", self.secret(SealedPurpose::Csrf)),
            ("token", secret),
            ("email", ANN),
            ("password", KILN),
            ("again", KILN),
        ];
        let response = browser.post("/api/auth/password/set", &fields).await;
        is_shown && !failed(&response)
    }

    /// Submits the code of the email in a browser with this cookie.
    async fn counts_here(&self, browser: &Browser, secret: &str) -> bool {
        browser.set_cookie(COOKIE, None);
        browser.set_cookie("tollgate.attempt", Some(secret));
        let code = self.world.wait_for_email(ANN, 3).await.code();
        // The CSRF token is read without a session, because a session's token would be invalid.
        let csrf = browser.csrf().await;
        let fields = [("csrfToken", csrf.as_str()), ("code", code.as_str())];
        let response = browser.post("/api/auth/callback/email", &fields).await;
        !failed(&response) && browser.is_signed_in().await
    }
}

/// Returns whether a link opens its page.
async fn is_shown(browser: &Browser, link: &str) -> bool {
    let page = browser.send(Method::GET, link, &[], None).await;
    page.status == 200 && !hidden_of(&page).is_empty()
}

fn hidden_of(page: &BrowserResponse) -> String {
    if page.body.contains("name=\"csrfToken\"") {
        hidden(&page.body, "csrfToken")
    } else {
        String::new()
    }
}

/// Returns whether a response leads to an error or to another attempt.
fn failed(response: &BrowserResponse) -> bool {
    let location = response.location();
    response.status >= 400 || location.contains("error=") || location.contains("csrf=true")
}

// row: C16
#[tokio::test]
async fn secret_of_one_purpose_is_invalid_for_another() {
    let scene = scene().await;
    for slot in SLOTS {
        for (purpose, secret) in &scene.secrets {
            let is_taken = *purpose != slot && scene.takes(slot, secret).await;
            assert!(!is_taken, "{purpose:?} was taken as {slot:?}");
        }
    }
    assert_eq!(
        scene.double.request_count("/token"),
        0,
        "no code was sent anywhere"
    );
}

// row: C16
/// The control: each secret is valid for its purpose; each has its own scene, because one ends others.
#[tokio::test]
async fn each_secret_is_good_for_its_own_purpose() {
    for slot in SLOTS {
        let scene = scene().await;
        assert!(scene.takes(slot, scene.secret(slot)).await, "{slot:?}");
    }
}
