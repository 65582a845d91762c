//! Tests passkeys: adding them, signing in with them, and errors of devices, attackers and hurried users.

mod bounds;
mod managing;
mod repeated;
mod signing_in;

use serde_json::Value;

use crate::visiting::{
    Authenticator, Browser, BrowserResponse, TestBackend, TestInstallation, retry_while_busy,
};

const ANN: &str = "ann@example.com";
const BASE: &str = "http://localhost:8080";
const OURS: &str = "/api/auth/account/passkeys";
const REFUSED: &str = "http://localhost:8080/api/auth/signin?error=CredentialsSignin";
const ENGINES: [TestBackend; 2] = [TestBackend::Sqlite, TestBackend::Postgres];

pub(crate) async fn world(backend: TestBackend) -> TestInstallation {
    TestInstallation::at(backend, &[("IDP_BASE_URL", BASE), ("IDP_PASSKEYS", "on")]).await
}

async fn begin(browser: &Browser, path: &str) -> Value {
    let csrf = browser.csrf().await;
    let response = browser.post(path, &[("csrfToken", &csrf)]).await;
    assert_eq!(response.status, 200, "{response:?}");
    response.json()
}

/// Adds a device's passkey to the signed-in user.
pub(crate) async fn add(
    browser: &Browser,
    device: &mut Authenticator,
    name: &str,
) -> BrowserResponse {
    let options = begin(browser, &format!("{OURS}/options")).await;
    let credential = device.register(&options["publicKey"]);
    let ceremony = options["ceremony"].as_str().unwrap();
    bring(browser, &format!("{OURS}/add"), ceremony, &credential, name).await
}

async fn bring(
    browser: &Browser,
    path: &str,
    ceremony: &str,
    credential: &str,
    name: &str,
) -> BrowserResponse {
    let csrf = browser.csrf().await;
    let fields = [
        ("csrfToken", csrf.as_str()),
        ("ceremony", ceremony),
        ("credential", credential),
        ("name", name),
    ];
    retry_while_busy(|| browser.post(path, &fields)).await
}

/// Begins a sign-in; returns the ceremony and the options for the device.
pub(crate) async fn begin_sign_in(browser: &Browser) -> (String, Value) {
    let options = begin(browser, "/api/auth/passkey/options").await;
    let ceremony = options["ceremony"].as_str().unwrap().to_owned();
    (ceremony, options["publicKey"].clone())
}

/// Sends the credential of a device for a sign-in.
pub(crate) async fn submit(browser: &Browser, ceremony: &str, credential: &str) -> BrowserResponse {
    bring(
        browser,
        "/api/auth/callback/passkey",
        ceremony,
        credential,
        "",
    )
    .await
}

async fn sign_in(browser: &Browser, device: &mut Authenticator) -> BrowserResponse {
    let (ceremony, public_key) = begin_sign_in(browser).await;
    let credential = device.sign(&public_key);
    submit(browser, &ceremony, &credential).await
}

/// Signs Ann in by email, and adds a passkey of her device.
pub(crate) async fn ann_with_passkey(world: &TestInstallation) -> (Browser, Authenticator) {
    let browser = world.signed_in(ANN).await;
    let mut device = Authenticator::new(BASE, "localhost");
    let added = add(&browser, &mut device, "Phone").await;
    assert_eq!(added.location(), format!("{OURS}?done=added"));
    // The notice follows the email of her sign-in.
    let notice = world.wait_for_email(ANN, 2).await;
    assert!(notice.subject.contains("A new way to sign in"));
    (browser, device)
}

pub(crate) fn id_on(page: &str) -> String {
    let (_, rest) = page.split_once("id=\"remove-").expect("a passkey");
    rest.split('"').next().unwrap().to_owned()
}
