//! Tests sign-in through external providers, which work correctly or misbehave.

mod attempts;
mod audit_log;
pub(crate) mod fake_provider;
mod fresh;
mod honest;
mod keys;
mod lying;
mod outages;
mod packing;
mod people;
mod purposes;
pub(crate) mod signer;
mod starting;
mod userinfo;

use crate::visiting::{Browser, BrowserResponse, TestBackend, TestInstallation};
use fake_provider::FakeProvider;

/// Returns the settings of GitHub and Google, both played by one double.
pub(crate) fn settings(double: &FakeProvider) -> Vec<(&'static str, &str)> {
    let at = double.address.as_str();
    vec![
        ("IDP_GITHUB_CLIENT_ID", "tollgate"),
        ("IDP_GITHUB_CLIENT_SECRET", "secret"),
        ("IDP_GITHUB_BASE_URL", at),
        ("IDP_GITHUB_API_URL", at),
        ("IDP_GOOGLE_CLIENT_ID", "tollgate"),
        ("IDP_GOOGLE_CLIENT_SECRET", "secret"),
        ("IDP_GOOGLE_ISSUER", at),
    ]
}

/// Opens a world with both providers.
async fn world(backend: TestBackend, double: &FakeProvider) -> TestInstallation {
    TestInstallation::at(backend, &settings(double)).await
}

/// Submits the form of a provider; returns the response.
pub(crate) async fn press(browser: &Browser, provider: &str) -> BrowserResponse {
    let csrf = browser.csrf().await;
    let fields = [("csrfToken", csrf.as_str()), ("callbackUrl", "/dash")];
    browser
        .post(&format!("/api/auth/signin/{provider}"), &fields)
        .await
}

/// Signs in at a provider and returns to the idp.
async fn round(browser: &Browser, double: &FakeProvider, provider: &str) -> BrowserResponse {
    let away = press(browser, provider).await;
    assert!(away.location().starts_with(&double.address), "{away:?}");
    browser.get(&double.agree(away.location())).await
}

/// Returns the error code in a response's redirect.
fn code(response: &BrowserResponse) -> &str {
    response
        .location()
        .split_once("/api/auth/error?error=")
        .map_or("", |(_, code)| code)
}
