//! Unknown URLs: each client gets 404 in the form that it reads, with and without the gateway.

use foundation::testing;
use foundation::testing::TestEngine;
use journeys::installation::{InstallationAddress, TestInstallation};
use reqwest::Method;
use reqwest::header::{ACCEPT, ALLOW, CONTENT_TYPE};

const HTML: &str = "text/html,application/xhtml+xml,*/*;q=0.8";
const JSON: &str = "application/json";

/// Under these prefixes there is no page, in any spelling of the path.
const RESERVED: [&str; 24] = [
    "/.well-known/openid-configuration/",
    "/.well-known/anything",
    "/.well-known/oauth-protected-resource/v1",
    "/.Well-Known/openid-configuration",
    "/oauth/jwks/",
    "/oauth/nothing",
    "/oauth",
    "/OAuth/jwks",
    "/oauth%2Fjwks",
    "//oauth/jwks",
    "/oauth//jwks",
    "/api",
    "/api/nothing",
    "/v2/spends",
    "/v1",
    "/v1/nothing",
    "/health",
    "/admin/nothing",
    "/admin/v1/nothing",
    "/account/v1/nothing",
    "/account/v2",
    "/dev/mailbox/",
    "/docs/",
    "/assets/gone.js",
];

/// Elsewhere the app shows a page about the unknown path.
const NO_PAGES: [&str; 6] = [
    "/nothing",
    "/account/nothing",
    "/Account",
    "//account",
    "/s/web_1/nothing",
    "/s//customers",
];

const PAGES: [&str; 6] = [
    "/",
    "/account",
    "/account/",
    "/s/web_1",
    "/s/web_1/features/llm.tokens",
    "/s/web_1/customers/a%2Fb",
];

async fn ask(
    address: &InstallationAddress,
    method: Method,
    path: &str,
    accept: &str,
) -> (u16, String, String) {
    let request = testing::test_client().request(method, address.at(path));
    let response = request.header(ACCEPT, accept).send().await.unwrap();
    let kind = response.headers().get(CONTENT_TYPE);
    let kind = kind.map_or("", |kind| kind.to_str().unwrap()).to_owned();
    (
        response.status().as_u16(),
        kind,
        response.text().await.unwrap(),
    )
}

/// Checks all of them.
pub(crate) async fn lead_nowhere(address: &InstallationAddress) {
    programs_get_problems(address).await;
    assert_pages_for_users(address).await;
    pages_are_html(address).await;
    slips_and_methods_are_named(address).await;
    oauth_endpoints_name_the_error(address).await;
}

async fn programs_get_problems(address: &InstallationAddress) {
    const PROBLEM: &str = "application/problem+json";
    for path in RESERVED.iter().chain(&NO_PAGES) {
        let (status, kind, body) = ask(address, Method::GET, path, JSON).await;
        assert_eq!((status, kind.as_str()), (404, PROBLEM), "{path}");
        let problem: serde_json::Value = serde_json::from_str(&body).unwrap();
        assert!(problem["detail"].is_string(), "{path}: {body}");
        let (status, ..) = ask(address, Method::HEAD, path, JSON).await;
        assert_eq!(status, 404, "HEAD {path}");
    }
}

async fn assert_pages_for_users(address: &InstallationAddress) {
    for path in RESERVED {
        let (status, _, body) = ask(address, Method::GET, path, HTML).await;
        assert_eq!(status, 404, "{path}");
        assert!(!body.contains("id=\"root\""), "{path} is the app");
    }
    for path in NO_PAGES {
        let (status, _, body) = ask(address, Method::GET, path, HTML).await;
        assert_eq!(status, 404, "{path}");
        assert!(body.contains("id=\"root\""), "{path} is not the app's page");
    }
}

async fn pages_are_html(address: &InstallationAddress) {
    for path in PAGES {
        for (accept, expected) in [(HTML, 200), ("*/*", 200), (JSON, 404)] {
            let (status, kind, _) = ask(address, Method::GET, path, accept).await;
            assert_eq!(status, expected, "{path} {accept}");
            assert_eq!(kind.starts_with("text/html"), expected == 200, "{path}");
        }
    }
}

async fn slips_and_methods_are_named(address: &InstallationAddress) {
    for (method, path, expected, text) in [
        (Method::GET, "/oauth/jwks/", 404, "ends with a slash"),
        (Method::POST, "/oauth/token/", 404, "ends with a slash"),
        (Method::GET, "//oauth/jwks", 404, "two slashes"),
        (Method::GET, "/oauth%2Fjwks", 404, "encoded slash"),
        (Method::GET, "/OAuth/jwks", 404, "capital letters"),
        (Method::POST, "/docs", 405, "HEAD, GET"),
        (Method::POST, "/account", 405, "GET, HEAD"),
    ] {
        let (status, kind, body) = ask(address, method.clone(), path, JSON).await;
        assert_eq!(status, expected, "{method} {path}");
        assert_eq!(kind, "application/problem+json", "{method} {path}");
        assert!(body.contains(text), "{method} {path}: {body}");
    }
    let page = ask(address, Method::GET, "/oauth/nothing", HTML).await;
    assert!(page.1.starts_with("text/html"), "{}", page.1);
    assert!(page.2.contains("href=\"/\""), "no way on: {}", page.2);
    let options = testing::test_client().request(Method::OPTIONS, address.at("/docs"));
    let options = options.send().await.unwrap();
    assert_eq!(options.status(), 204);
    assert_eq!(options.headers()[ALLOW], "HEAD, GET");
}

/// Checks that OAuth endpoints respond in the form of RFC 6749 section 5.2; their methods are in the header.
async fn oauth_endpoints_name_the_error(address: &InstallationAddress) {
    for (method, path) in [
        (Method::GET, "/oauth/token"),
        (Method::DELETE, "/oauth/userinfo"),
    ] {
        let (status, kind, body) = ask(address, method, path, JSON).await;
        assert_eq!((status, kind.as_str()), (405, "application/json"), "{path}");
        let problem: serde_json::Value = serde_json::from_str(&body).unwrap();
        assert_eq!(problem["error"], "invalid_request", "{path}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unknown_address_is_not_found_in_the_form_of_its_client() {
    let world = TestInstallation::new(TestEngine::Sqlite).await;
    lead_nowhere(&world.address).await;
}
