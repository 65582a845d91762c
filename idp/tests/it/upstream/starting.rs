//! Tests the start of a sign-in: the parameters for the provider in their order, and invalid documents.

use serde_json::{Value, json};
use url::Url;

use super::fake_provider::FakeProvider;
use super::{code, press, round, settings, world};
use crate::visiting::{TestBackend, TestInstallation};

/// Returns the names in a query, in their order.
fn names(address: &str) -> Vec<String> {
    let url = Url::parse(address).unwrap();
    url.query_pairs()
        .map(|(name, _)| name.into_owned())
        .collect()
}

// row: providers-3
#[tokio::test]
async fn authorization_query_has_the_seeds_parameters_in_order() {
    let double = FakeProvider::start().await;
    let world = world(TestBackend::Sqlite, &double).await;
    let common = ["client_id", "scope", "response_type", "redirect_uri"];
    let proof = ["state", "code_challenge", "code_challenge_method"];
    let rows = [
        ("github", "read:user user:email", vec![]),
        ("google", "openid email profile", vec!["nonce"]),
    ];
    for (provider, scope, last) in rows {
        let browser = world.browser();
        let csrf = browser.csrf().await;
        let path = format!("/api/auth/signin/{provider}?prompt=login&ui_locales=de");
        let away = browser.post(&path, &[("csrfToken", &csrf)]).await;
        assert_eq!(away.status, 302);
        let wishes = ["prompt", "ui_locales"];
        let expected: Vec<_> = common
            .into_iter()
            .chain(wishes)
            .chain(proof)
            .chain(last)
            .collect();
        assert_eq!(names(away.location()), expected, "{provider}");
        let url = Url::parse(away.location()).unwrap();
        let value = |name: &str| -> String {
            let found = url.query_pairs().find(|(one, _)| one == name);
            found.unwrap().1.into_owned()
        };
        assert_eq!(value("scope"), scope);
        let back = format!("{}/api/auth/callback/{provider}", world.base);
        assert_eq!(value("redirect_uri"), back);
        assert_eq!(value("state").len(), 43);
        assert_eq!(value("code_challenge").len(), 43);
        let line = away.set_cookies("tollgate.attempt").concat();
        assert!(line.is_empty(), "only with an id of its own: {line}");
        let jar = browser.cookie_line();
        assert_eq!(jar.matches("tollgate.attempt.").count(), 1, "{jar}");
        for secret in [value("state"), value("code_challenge")] {
            assert!(!jar.contains(&secret), "readable in {jar}");
        }
    }
}

// row: providers-3
#[tokio::test]
async fn start_takes_the_forms_token_and_the_json_switch_gives_the_address() {
    let double = FakeProvider::start().await;
    let world = world(TestBackend::Sqlite, &double).await;
    let browser = world.browser();
    for fields in [vec![], vec![("csrfToken", "0")]] {
        let response = browser.post("/api/auth/signin/google", &fields).await;
        assert!(response.location().ends_with("/api/auth/signin?csrf=true"));
    }
    assert_eq!(double.request_count(""), 0, "nothing was asked");
    let csrf = browser.csrf().await;
    let fields = [("csrfToken", csrf.as_str()), ("json", "true")];
    let response = browser.post("/api/auth/signin/google", &fields).await;
    assert_eq!(response.status, 200);
    let to = response.json()["url"].as_str().unwrap().to_owned();
    assert!(
        to.starts_with(&format!("{}/authorize?", double.address)),
        "{to}"
    );
    browser.get(&double.agree(&to)).await;
    assert!(browser.is_signed_in().await);
    // A GET request for the address starts no sign-in.
    let requests = double.request_count("");
    let page = world.browser().get("/api/auth/signin/google").await;
    assert_eq!((page.status, double.request_count("")), (200, requests));
}

// row: D6
#[tokio::test]
async fn document_that_is_not_to_be_followed_is_a_mistake_of_the_settings() {
    let double = FakeProvider::start().await;
    let port = Url::parse(&double.address).unwrap().port().unwrap();
    let rows: [(&str, Value); 8] = [
        (
            "another issuer",
            json!({ "issuer": "https://evil.example" }),
        ),
        (
            "a longer issuer",
            json!({ "issuer": format!("{}/", double.address) }),
        ),
        ("no issuer", json!({ "issuer": null })),
        (
            "http",
            json!({ "token_endpoint": "http://evil.example/token" }),
        ),
        (
            "another host",
            json!({ "token_endpoint": format!("http://127.0.0.1:{port}/token") }),
        ),
        (
            "keys elsewhere",
            json!({ "jwks_uri": "https://evil.example/jwks" }),
        ),
        (
            "a script",
            json!({ "authorization_endpoint": "javascript:alert(1)" }),
        ),
        ("no endpoint", json!({ "authorization_endpoint": null })),
    ];
    for (row, lie) in rows {
        double.lie(|says| says.discovery = lie);
        let world = world(TestBackend::Sqlite, &double).await;
        let browser = world.browser();
        let away = press(&browser, "google").await;
        assert_eq!(code(&away), "Configuration", "{row}");
        let page = browser.get(away.location()).await;
        assert_eq!(page.status, 500, "{row}");
        assert!(
            page.body
                .contains("There is a problem with the server configuration.")
        );
        assert_eq!(
            double.request_count("/token"),
            0,
            "{row}: our secret went there"
        );
        double.lie(|says| says.discovery = json!({}));
        round(&browser, &double, "google").await;
        assert!(browser.is_signed_in().await, "{row}: honest again");
        double.lie(|says| says.requests.clear());
    }
}

/// Opens a world with a generic OpenID Connect provider by the settings.
async fn with_acme(double: &FakeProvider, hosts: &str) -> TestInstallation {
    let mut settings = settings(double);
    settings.extend([
        ("IDP_OIDC_PROVIDERS", "acme"),
        ("IDP_OIDC_ACME_ISSUER", double.address.as_str()),
        ("IDP_OIDC_ACME_CLIENT_ID", "tollgate"),
        ("IDP_OIDC_ACME_CLIENT_SECRET", "secret"),
        ("IDP_OIDC_ACME_NAME", "Acme & Sons"),
        ("IDP_OIDC_ACME_SCOPES", "openid email groups"),
        ("IDP_OIDC_ACME_HOSTS", hosts),
    ]);
    TestInstallation::at(TestBackend::Sqlite, &settings).await
}

// row: D6
#[tokio::test]
async fn host_that_the_settings_name_may_be_followed() {
    let double = FakeProvider::start().await;
    let port = Url::parse(&double.address).unwrap().port().unwrap();
    let token = format!("http://127.0.0.1:{port}/token");
    double.lie(|says| says.discovery = json!({ "token_endpoint": token }));
    for (hosts, is_followed) in [("", false), ("127.0.0.1, other.example", true)] {
        let world = with_acme(&double, hosts).await;
        let browser = world.browser();
        let away = press(&browser, "acme").await;
        assert_eq!(code(&away).is_empty(), is_followed, "{hosts}: {away:?}");
        if is_followed {
            browser.get(&double.agree(away.location())).await;
            assert!(browser.is_signed_in().await);
        }
    }
}

// row: browser-1
#[tokio::test]
async fn each_configured_provider_signs_in_under_its_name() {
    let double = FakeProvider::start().await;
    let world = with_acme(&double, "").await;
    let browser = world.browser();
    let page = browser.get("/api/auth/signin").await.body;
    assert!(page.contains("Sign in with Acme &#38; Sons"), "{page}");
    let map = browser.get("/api/auth/providers").await.json();
    assert_eq!(map["acme"]["name"], "Acme & Sons");
    assert_eq!(map["acme"]["type"], "oauth");
    let away = press(&browser, "acme").await;
    assert!(away.location().contains("scope=openid+email+groups"));
    browser.get(&double.agree(away.location())).await;
    assert_eq!(browser.session().await["user"]["email"], "ann@example.com");
    let account = browser.get("/api/auth/account").await.body;
    assert!(
        account.contains("<strong>Acme &#38; Sons</strong>"),
        "{account}"
    );
    assert!(!account.contains(">acme<"), "{account}");
}
