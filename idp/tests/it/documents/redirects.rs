//! Tests RFC 9700 section 4.11.2: without a user's decision, no request redirects to an address of a metadata document.

use foundation::on_both_engines;
use idp::testing::TestBrowser;

use super::{IdpWithDocuments, decided};
use crate::harness::TestIdp;

on_both_engines!(pages_never_link_to_urls_of_an_unregistered_document);

// row: redirects-1
async fn pages_never_link_to_urls_of_an_unregistered_document(
    IdpWithDocuments { site, world }: IdpWithDocuments,
) {
    let ann = world.visitor("ann").await;
    let wrong: [&[(&str, &str)]; 8] = [
        &[("response_type", "x")],
        &[("prompt", "none")],
        &[("prompt", "none login")],
        &[("scope", "none.of.these")],
        &[("code_challenge", "")],
        &[("request", "x")],
        &[("max_age", "x")],
        &[("resource", "https://other.example/")],
    ];
    for changes in wrong {
        for mode in ["query", "form_post"] {
            for visitor in [None, Some(&ann)] {
                let mut all = site.request(&[("response_mode", mode)]);
                all.retain(|(name, _)| !changes.iter().any(|(other, _)| name == other));
                all.extend(changes);
                assert_error_page(&world, &all, visitor).await;
            }
        }
    }
    // The controls: a registered client gets its errors by redirect, and so does this client after a user's decision.
    let of_operator = [
        ("client_id", "spa"),
        ("redirect_uri", "https://spa.example/cb"),
        ("prompt", "none"),
    ];
    let landing = world.authorize(None, &of_operator).await;
    assert_eq!(landing.error(), "login_required");
    assert!(
        landing
            .url()
            .as_str()
            .starts_with("https://spa.example/cb?")
    );
    let address = world.authorize_url(&site.request(&[]));
    let landing = decided(&world, &ann, &address, "deny").await;
    assert_eq!(landing.error(), "access_denied");
    assert!(
        landing
            .url()
            .as_str()
            .starts_with("https://agent.example/cb?")
    );
}

async fn assert_error_page(
    world: &TestIdp,
    parameters: &[(&str, &str)],
    visitor: Option<&TestBrowser>,
) {
    for method in ["GET", "POST"] {
        let (status, html) = sent(world, method, parameters, visitor).await;
        assert_eq!(status, 400, "{method} {parameters:?}");
        assert!(!html.contains("agent.example"), "{html}");
    }
}

on_both_engines!(sign_out_without_a_session_never_redirects_to_a_document_url);

// row: redirects-1
async fn sign_out_without_a_session_never_redirects_to_a_document_url(
    IdpWithDocuments { site, world }: IdpWithDocuments,
) {
    let mut document = site.document();
    document["post_logout_redirect_uris"] = serde_json::json!(["https://agent.example/bye"]);
    site.says(&document);
    let ann = world.visitor("ann").await;
    let response = super::tokens(&world, &site, &ann).await;
    let hint = response["id_token"].as_str().unwrap();
    let pairs = [
        ("id_token_hint", hint),
        ("post_logout_redirect_uri", "https://agent.example/bye"),
    ];
    let address = reqwest::Url::parse_with_params(&world.at("/oauth/logout"), pairs).unwrap();
    let of_nobody = world.get(address.as_str(), None).await;
    assert_eq!(of_nobody.status(), 200);
    assert!(of_nobody.headers().get("location").is_none());
    // The control: a user with a session is redirected to the client's address.
    let request = world
        .request("GET", address.as_str())
        .header("cookie", &ann.cookie);
    let request = request
        .header("sec-fetch-dest", "document")
        .header("sec-fetch-mode", "navigate");
    let of_ann = request.send().await.unwrap();
    assert_eq!(of_ann.headers()["location"], "https://agent.example/bye");
    // The server does not redirect to an address of a removed document.
    let ann = world.visitor("ann").await;
    let response = super::tokens(&world, &site, &ann).await;
    let pairs = [
        ("id_token_hint", response["id_token"].as_str().unwrap()),
        ("post_logout_redirect_uri", "https://agent.example/bye"),
    ];
    let address = reqwest::Url::parse_with_params(&world.at("/oauth/logout"), pairs).unwrap();
    world.wait(600);
    site.fails(404);
    let page = world.get(address.as_str(), Some(&ann)).await;
    let question = crate::logout::SignOutQuestion::read(page, &ann).await;
    crate::logout::assert_done(question.yes(&world).await).await;
}

/// Follows our redirects, and returns the status with the last page or the first foreign address.
async fn sent(
    world: &TestIdp,
    method: &str,
    parameters: &[(&str, &str)],
    visitor: Option<&TestBrowser>,
) -> (u16, String) {
    let cookie = visitor.map(|one| one.cookie.clone()).unwrap_or_default();
    let whole = world.authorize_url(parameters);
    let (address, query) = whole.split_once('?').unwrap();
    let mut request = world.request(method, if method == "GET" { &whole } else { address });
    if method == "POST" {
        request = request
            .header("content-type", "application/x-www-form-urlencoded")
            .body(query.to_owned());
    }
    let mut response = request.header("cookie", &cookie).send().await.unwrap();
    while let Some(to) = response.headers().get("location") {
        let to = to.to_str().unwrap().to_owned();
        assert!(to.starts_with('/'), "{parameters:?} leads to {to}");
        if to.starts_with("/api/auth/signin") {
            return (303, to);
        }
        response = world.get(&to, visitor).await;
    }
    let status = response.status().as_u16();
    (status, response.text().await.unwrap())
}
