//! Tests the account API, by which the installation's app shows and changes a user's own account.

mod applications;
mod bodies;
mod deletion;
mod granted;
mod holders;
mod lingering;
mod pages;
mod profile;
mod recovered;
mod sessions;
mod sign_in_methods;

use foundation::testing::test_client;
use idp::testing::{TestProfile, sign_in_by_provider};
use reqwest::Url;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::harness::{CHALLENGE, SECRET, VERIFIER};
use crate::responses::HttpResponse;
use crate::visiting::{Browser, TestBackend, TestInstallation};

const BASE: &str = "http://localhost:8080";
const ANN: &str = "ann@example.com";
const COOKIE: &str = "tollgate.session-token";
const SESSIONS: &str = "/account/v1/sessions";
const SIGN_IN_METHODS: &str = "/account/v1/sign-in-methods";
/// Scopes of the app.
const SCOPE: &str = "openid profile email account";

/// Opens an idp with the app's client, a client for machines, and a third-party client.
async fn world(backend: TestBackend) -> TestInstallation {
    world_with(backend, &[]).await
}

/// Opens such an idp with additional settings.
async fn world_with(backend: TestBackend, more: &[(&str, &str)]) -> TestInstallation {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("clients.json");
    let clients = json!([
        {
            "client_id": "web", "client_name": "Tollgate", "token_endpoint_auth_method": "none", "first_party": true,
            "redirect_uris": [format!("{BASE}/auth/callback")], "scope": "account credits.read",
            "grant_types": ["authorization_code", "refresh_token"],
        },
        {
            "client_id": "backend", "client_secret": SECRET, "client_name": "Back end", "first_party": true,
            "redirect_uris": ["https://backend.example/cb"], "grant_types": ["client_credentials"], "scope": "account",
        },
        {
            "client_id": "shop", "client_secret": SECRET, "client_name": "Shop",
            "redirect_uris": ["https://shop.example/cb"], "scope": "account",
        },
    ]);
    std::fs::write(&file, clients.to_string()).unwrap();
    let usual = [
        ("IDP_BASE_URL", BASE),
        ("IDP_PASSKEYS", "on"),
        ("IDP_GITHUB_CLIENT_ID", "github-client"),
        ("IDP_GITHUB_CLIENT_SECRET", "github-secret"),
        ("IDP_GOOGLE_CLIENT_ID", "google-client"),
        ("IDP_GOOGLE_CLIENT_SECRET", "google-secret"),
        ("IDP_CLIENTS_FILE", file.to_str().unwrap()),
    ];
    let settings: Vec<_> = usual.iter().chain(more).copied().collect();
    TestInstallation::at(backend, &settings).await
}

/// Returns a code of the app for the signed-in user.
async fn code(browser: &Browser, scope: &str) -> String {
    let parameters = [
        ("client_id", "web"),
        ("redirect_uri", "http://localhost:8080/auth/callback"),
        ("response_type", "code"),
        ("scope", scope),
        ("code_challenge", CHALLENGE),
        ("code_challenge_method", "S256"),
    ];
    let requested = Url::parse_with_params(&format!("{BASE}/oauth/authorize"), parameters).unwrap();
    let response = browser.get(requested.as_str()).await;
    let landed =
        Url::parse(response.location()).unwrap_or_else(|_| panic!("no code: {response:?}"));
    let mut found = landed.query_pairs().filter(|(name, _)| name == "code");
    found.next().expect("a code").1.into_owned()
}

/// Redeems a code of the app, with an optional proof of a key.
async fn redeem(world: &TestInstallation, code: &str, proof: Option<&str>) -> Value {
    let form = [
        ("grant_type", "authorization_code"),
        ("client_id", "web"),
        ("code", code),
        ("redirect_uri", "http://localhost:8080/auth/callback"),
        ("code_verifier", VERIFIER),
    ];
    let request = test_client().post(world.at_server("/oauth/token"));
    let mut request = request.form(&form);
    if let Some(proof) = proof {
        request = request.header("DPoP", proof);
    }
    HttpResponse::read(request.send().await.unwrap()).await.ok()
}

/// Refreshes the tokens of the app.
async fn refresh(world: &TestInstallation, refresh_token: &Value) -> HttpResponse {
    let form = [
        ("grant_type", "refresh_token"),
        ("client_id", "web"),
        ("refresh_token", refresh_token.as_str().unwrap()),
    ];
    let request = test_client().post(world.at_server("/oauth/token"));
    HttpResponse::read(request.form(&form).send().await.unwrap()).await
}

/// Returns a refresh token of the app that outlives its session.
async fn lasting(world: &TestInstallation, browser: &Browser) -> Value {
    let code = code(browser, "openid offline_access").await;
    redeem(world, &code, None).await["refresh_token"].clone()
}

/// Returns an access token of the app for the signed-in user.
async fn token_with(world: &TestInstallation, browser: &Browser, scope: &str) -> String {
    let code = code(browser, scope).await;
    let tokens = redeem(world, &code, None).await;
    tokens["access_token"].as_str().unwrap().to_owned()
}

/// Returns an access token with all scopes of the app.
async fn token(world: &TestInstallation, browser: &Browser) -> String {
    token_with(world, browser, SCOPE).await
}

/// Calls an operation with a token.
async fn call(world: &TestInstallation, (method, path): (&str, &str), token: &str) -> HttpResponse {
    send(world, (method, path), token, None).await
}

/// Calls an operation with a token and a body.
async fn send(
    world: &TestInstallation,
    (method, path): (&str, &str),
    token: &str,
    body: Option<Value>,
) -> HttpResponse {
    let client = test_client();
    let request = client.request(method.parse().unwrap(), world.at_server(path));
    let mut request = request.bearer_auth(token);
    if let Some(body) = body {
        request = request.json(&body);
    }
    let response = HttpResponse::read(request.send().await.unwrap()).await;
    assert_eq!(response.header("cache-control"), "no-store", "{response:?}");
    response
}

/// Returns the status and the kind of a problem.
fn kind(response: &HttpResponse) -> (u16, &str) {
    let kind = response.body["type"].as_str().unwrap_or_default();
    let slug = kind.strip_prefix("http://localhost:8080/problems/");
    (response.status.as_u16(), slug.unwrap_or(kind))
}

/// Returns the sessions of a token's user.
async fn listed(world: &TestInstallation, token: &str) -> Vec<Value> {
    let response = call(world, ("GET", SESSIONS), token).await.ok();
    response["items"].as_array().unwrap().clone()
}

/// Returns the id of a token's session.
async fn sid(world: &TestInstallation, token: &str) -> String {
    let listed = listed(world, token).await;
    let current = listed.iter().find(|one| one["current"] == true);
    current.unwrap()["id"].as_str().unwrap().to_owned()
}

/// Links a provider account to the signed-in user.
async fn link(world: &TestInstallation, browser: &Browser, provider: &str, id: &str) {
    let profile = TestProfile {
        provider,
        id,
        email: None,
        token: "gho_first",
    };
    let session = browser.cookie(COOKIE);
    let came = sign_in_by_provider(&world.app, profile, session.as_deref(), None).await;
    let session = came.unwrap().session.expect("a session");
    browser.set_cookie(COOKIE, Some(&session));
}
