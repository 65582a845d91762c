//! Tests what unauthenticated clients can cause by metadata documents: a bounded number of fetches, and no lasting row.

use foundation::on_both_engines;
use reqwest::StatusCode;
use serde_json::json;

use super::{DocumentServer, IdpWithDocuments, admin, tokens, world};
use crate::harness::{CHALLENGE, HttpResponse, TestIdp};

const ROWS: &str = "SELECT (SELECT COUNT(*) FROM clients WHERE registered_by = 'document') \
    + (SELECT COUNT(*) FROM client_documents) + (SELECT COUNT(*) FROM audit WHERE client_id LIKE 'http%')";
const LINES: &str = "SELECT COUNT(*) FROM audit WHERE subject LIKE 'http%'";

/// Sends a client's first request from a network, and returns whether its user would be asked to sign in.
async fn first(world: &TestIdp, site: &DocumentServer, (number, network): (usize, &str)) -> bool {
    let id = format!("http://{}/many/{number}", site.host);
    let changes = [
        ("client_id", id.as_str()),
        ("redirect_uri", "https://agent.example/cb"),
        ("scope", "openid"),
    ];
    let request = world.request("GET", &world.authorize_url(&changes));
    let response = request
        .header("x-forwarded-for", network)
        .send()
        .await
        .unwrap();
    if response.status() == 303 {
        let to = response.headers()["location"].to_str().unwrap();
        assert!(to.starts_with("/api/auth/signin"), "{to}");
        return true;
    }
    assert_eq!(response.status(), 400);
    let html = response.text().await.unwrap();
    assert!(
        html.contains("quarter of an hour"),
        "it says what to do: {html}"
    );
    false
}

const BEHIND_PROXY: &[(&str, &str)] = &[("IDP_TRUSTED_PROXIES", "127.0.0.0/8, ::1/128")];

// row: I6
#[tokio::test]
async fn fetches_are_limited_and_store_nothing() {
    let site = DocumentServer::start().await;
    let world = world(&site, BEHIND_PROXY).await;
    let mut through = 0;
    for number in 0..30 {
        through += usize::from(first(&world, &site, (number, "192.0.2.1")).await);
    }
    assert_eq!(
        (through, site.request_count()),
        (20, 20),
        "so many of one network"
    );
    world.wait(60);
    for path in ["/oauth/token", "/oauth/par", "/oauth/device_authorization"] {
        let id = site.another("elsewhere");
        let request = world
            .request("POST", path)
            .form(&[("client_id", id.as_str()), ("grant_type", "refresh_token")]);
        let request = request.header("x-forwarded-for", "192.0.2.1");
        let response = HttpResponse::read(request.send().await.unwrap()).await;
        assert_eq!(
            response.refusal(),
            (429, "temporarily_unavailable"),
            "{path}"
        );
        assert_eq!(response.header("retry-after"), "841", "{path}");
    }
    assert_eq!(site.request_count(), 20, "by no endpoint");
    assert!(
        first(&world, &site, (0, "192.0.2.1")).await,
        "a stored document needs no fetch"
    );
    assert_eq!(site.request_count(), 20);
    for network in 0..4 {
        for number in 0..20 {
            let number = 1000 + network * 100 + number;
            let network = format!("198.51.100.{network}");
            through += usize::from(first(&world, &site, (number, &network)).await);
        }
    }
    assert_eq!(
        (through, site.request_count()),
        (60, 60),
        "so many at one host"
    );
    assert_eq!(world.count(ROWS).await, 0, "nobody allowed anything");
    // The control: the limit counts by host, and ends later.
    let other = DocumentServer::start().await;
    let open = super::world(&other, BEHIND_PROXY).await;
    assert!(first(&open, &other, (1, "198.51.100.9")).await);
    world.wait(15 * 60);
    assert!(first(&world, &site, (2000, "192.0.2.1")).await);
}

// row: I6
#[tokio::test]
async fn network_at_its_limit_causes_no_fetch_of_a_stored_clients_logo() {
    let site = DocumentServer::start().await;
    let world = world(&site, BEHIND_PROXY).await;
    tokens(&world, &site, &world.visitor("ann").await).await;
    let pixel = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    *site.logo.lock().unwrap() = foundation::text::png::in_address(pixel).unwrap();
    world.wait(600);
    for number in 0..20 {
        assert!(first(&world, &site, (number, "192.0.2.1")).await);
    }
    let ask = async |network: &str| {
        let request = world.request("GET", &world.authorize_url(&site.request(&[])));
        let request = request.header("x-forwarded-for", network);
        request.send().await.unwrap();
        let found = admin(&world, "GET", &site.address, &json!({})).await.ok();
        (site.request_count(), found.get("logo_uri").is_some())
    };
    assert_eq!(ask("192.0.2.1").await, (22, false));
    world.wait(600);
    assert_eq!(ask("192.0.2.2").await, (23, true), "the control");
}

on_both_engines!(document_is_kept_when_a_user_allows_it_something);

// row: I6
async fn document_is_kept_when_a_user_allows_it_something(
    IdpWithDocuments { site, world }: IdpWithDocuments,
) {
    let ann = world.visitor("ann").await;
    let page = world
        .get(&world.authorize_url(&site.request(&[])), Some(&ann))
        .await;
    assert_eq!(page.status(), 200);
    let denied = super::decided(
        &world,
        &ann,
        &world.authorize_url(&site.request(&[])),
        "deny",
    )
    .await;
    assert_eq!(denied.error(), "access_denied");
    assert_eq!(world.count(ROWS).await, 0);
    tokens(&world, &site, &ann).await;
    tokens(&world, &site, &ann).await;
    assert_eq!(world.count(LINES).await, 1, "one line in the audit log");
    assert_eq!(site.request_count(), 1);
    let response = admin(&world, "GET", &site.address, &json!({})).await.ok();
    assert_eq!(response["registered_by"], "document");
}

on_both_engines!(pushed_request_of_an_unregistered_client_is_deleted_after_two_hours);

// row: I6
async fn pushed_request_of_an_unregistered_client_is_deleted_after_two_hours(
    IdpWithDocuments { site, world }: IdpWithDocuments,
) {
    let long = "x".repeat(2000);
    let push = async || push(&world, &site, &long).await;
    assert_eq!(push().await, 201);
    let sweep = async || idp::testing::sweep(&world.app).await.unwrap();
    world.wait(2 * 60 * 60 - 1);
    sweep().await;
    assert_eq!(world.count(ROWS).await, 2, "it waits for its person");
    world.wait(1);
    sweep().await;
    assert_eq!(world.count(ROWS).await, 0);
    assert_eq!(world.count(LINES).await, 0);
    // The control: a client with a user's consent remains, and has an audit entry.
    assert_eq!(push().await, 201);
    let ann = world.visitor("ann").await;
    tokens(&world, &site, &ann).await;
    tokens(&world, &site, &ann).await;
    assert_eq!(world.count(LINES).await, 1, "one line in the audit log");
    world.wait(3 * 60 * 60);
    sweep().await;
    assert_eq!(world.count(ROWS).await, 3);
    assert_eq!(world.count(LINES).await, 1);
}

/// Pushes the client's request with a state; a long one must be stored.
async fn push(world: &TestIdp, site: &DocumentServer, state: &str) -> StatusCode {
    let form = site.request(&[
        ("response_type", "code"),
        ("code_challenge", CHALLENGE),
        ("code_challenge_method", "S256"),
        ("state", state),
    ]);
    let response = HttpResponse::read(world.post("/oauth/par", &form, "").await).await;
    response.status
}

on_both_engines!(short_pushed_request_of_an_unregistered_client_is_not_stored);

// row: I6
async fn short_pushed_request_of_an_unregistered_client_is_not_stored(
    IdpWithDocuments { site, world }: IdpWithDocuments,
) {
    assert_eq!(push(&world, &site, "short").await, 201);
    assert_eq!(world.count(ROWS).await, 0);
    // The control: a long request is stored with its client.
    assert_eq!(push(&world, &site, &"x".repeat(2000)).await, 201);
    assert_eq!(world.count(ROWS).await, 2);
}

on_both_engines!(activity_of_an_unregistered_client_is_stored_after_a_consent);

// row: I6
async fn activity_of_an_unregistered_client_is_stored_after_a_consent(
    IdpWithDocuments { site, world }: IdpWithDocuments,
) {
    let ann = world.visitor("ann").await;
    let ask = async || {
        let wrong = [("redirect_uri", "https://other.example/cb")];
        let wrong = world.authorize_url(&site.request(&wrong));
        assert_eq!(world.get(&wrong, None).await.status(), 400);
        let response = super::redeemed(&world, &site, "not-a-code").await;
        assert_eq!(response.refusal(), (400, "invalid_grant"));
        idp::testing::flush_activity(&world.app).await.unwrap();
        world
            .count("SELECT COUNT(*) FROM client_activity WHERE error IS NOT NULL")
            .await
    };
    assert_eq!(ask().await, 0, "its document was fetched, and is not kept");
    assert_eq!(site.request_count(), 1);
    tokens(&world, &site, &ann).await;
    assert_eq!(ask().await, 2);
}

// row: B25
#[tokio::test]
async fn pages_of_an_agent_read_responses_after_a_consent() {
    let site = DocumentServer::start().await;
    let world = world(&site, &[]).await;
    let may_read = async || {
        let request = world.request("GET", "/oauth/jwks");
        let response = request
            .header("origin", "https://agent.example")
            .send()
            .await
            .unwrap();
        response
            .headers()
            .contains_key("access-control-allow-origin")
    };
    let ann = world.visitor("ann").await;
    let response = world
        .get(&world.authorize_url(&site.request(&[])), Some(&ann))
        .await;
    assert_eq!(response.status(), 200);
    assert!(!may_read().await, "a client without a consent");
    for state in ["short".to_owned(), "x".repeat(2000)] {
        assert_eq!(push(&world, &site, &state).await, 201);
        world.wait(1);
        assert!(!may_read().await, "nor one that pushed");
    }
    tokens(&world, &site, &ann).await;
    world.wait(1);
    assert!(may_read().await);
    admin(&world, "PUT", &site.address, &json!({ "is_active": false }))
        .await
        .ok();
    world.wait(30);
    assert!(!may_read().await);
}
