//! Tests clients by metadata document that the operator did not register: their tokens, valid documents, forbidden addresses.

use serde_json::{Value, json};

use super::{DocumentServer, admin, allowed, world};
use crate::harness::{HttpResponse, VERIFIER};

// row: A18
#[tokio::test]
async fn unregistered_agent_gets_the_scopes_of_each_consent() {
    let site = DocumentServer::start().await;
    let world = world(&site, &[]).await;
    let ann = world.visitor("ann").await;
    let metadata = HttpResponse::read(
        world
            .request("GET", "/.well-known/oauth-authorization-server")
            .send()
            .await
            .unwrap(),
    )
    .await
    .ok();
    assert_eq!(metadata["client_id_metadata_document_supported"], true);
    for _ in 0..2 {
        let landing = allowed(&world, &ann, &site.request(&[])).await;
        let code = landing.parameter("code").unwrap();
        let form = [
            ("grant_type", "authorization_code"),
            ("client_id", site.address.as_str()),
            ("code", &code),
            ("redirect_uri", "https://agent.example/cb"),
            ("code_verifier", VERIFIER),
        ];
        let tokens = world.token(&form, None).await.ok();
        assert_eq!(
            tokens["scope"], "credits.read openid",
            "what the setting lets documents have"
        );
        let access = tokens["access_token"].as_str().unwrap();
        assert_eq!(world.userinfo(access).await.status, 200);
    }
    assert_eq!(site.request_count(), 1, "it is believed for a while");
    assert_eq!(
        world
            .text("SELECT registered_by FROM clients WHERE id LIKE 'http%'")
            .await,
        "document"
    );
    let silent = site.request(&[("prompt", "none")]);
    let silent = world.authorize(Some(&ann), &silent).await;
    assert!(
        silent.is_page(),
        "nobody is asked, and nobody is sent there: {silent:?}"
    );
}

// row: I1, I4
#[tokio::test]
async fn document_must_contain_its_own_url() {
    let site = DocumentServer::start().await;
    let world = world(&site, &[]).await;
    let ann = world.visitor("ann").await;
    let with = |member: &str, value: Value| {
        let mut document = site.document();
        document[member] = value;
        document
    };
    for wrong in [
        with("client_id", json!("https://agent.example/agent.json")),
        with("client_secret", json!("x")),
        with("token_endpoint_auth_method", json!("client_secret_basic")),
        with("redirect_uris", json!(["javascript:alert(1)"])),
        with("redirect_uris", json!(["http://agent.example/cb"])),
        with("jwks_uri", json!("https://169.254.169.254/keys")),
        with("first_party", json!(true)),
        with("client_name", json!("x".repeat(6 * 1024))),
        json!([]),
    ] {
        site.says(&wrong);
        let requests = site.request_count();
        // The server does not fetch an invalid document again at once.
        for _ in 0..2 {
            let landing = world.authorize(Some(&ann), &site.request(&[])).await;
            assert!(landing.is_page(), "{wrong}");
            assert_eq!(site.request_count(), requests + 1);
        }
        world.wait(10);
    }
    site.says(&site.document());
    for status in [404, 500, 301, 302, 307] {
        site.fails(status);
        let landing = world.authorize(Some(&ann), &site.request(&[])).await;
        assert!(landing.is_page(), "{status}");
        world.wait(10);
    }
    let known = "SELECT COUNT(*) FROM clients WHERE registered_by = 'document'";
    assert_eq!(world.count(known).await, 0);
    site.says(&site.document());
    allowed(&world, &ann, &site.request(&[]))
        .await
        .parameter("code")
        .unwrap();
}

#[tokio::test]
async fn logo_of_a_document_is_kept_by_us_until_there_is_another() {
    let site = DocumentServer::start().await;
    let world = world(&site, &[]).await;
    let show = |picture: &[u8]| *site.logo.lock().unwrap() = picture.to_vec();
    let pixel = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    show(&foundation::text::png::in_address(pixel).unwrap());
    let ann = world.visitor("ann").await;
    let stored = async || {
        let found = admin(&world, "GET", &site.address, &json!({})).await.ok();
        found.get("logo_uri").is_some()
    };
    let page = world
        .get(&world.authorize_url(&site.request(&[])), Some(&ann))
        .await;
    let html = page.text().await.unwrap();
    assert!(html.contains("/oauth/brand.png?client_id="), "{html}");
    assert!(
        !html.contains("logo.png"),
        "nothing is loaded from elsewhere"
    );
    allowed(&world, &ann, &site.request(&[])).await;
    assert!(stored().await);
    // A failed fetch keeps the known logo.
    show(b"");
    world.wait(600);
    world
        .authorize(Some(&world.visitor("ann").await), &site.request(&[]))
        .await;
    assert_eq!(site.request_count(), 2);
    assert!(stored().await);
    let mut document = site.document();
    document.as_object_mut().unwrap().remove("logo_uri");
    site.says(&document);
    world.wait(600);
    world
        .authorize(Some(&world.visitor("ann").await), &site.request(&[]))
        .await;
    assert!(!stored().await);
}

#[tokio::test]
async fn expired_document_is_fetched_again_and_survives_a_day_of_failures() {
    let site = DocumentServer::start().await;
    let world = world(&site, &[]).await;
    let ann = world.visitor("ann").await;
    allowed(&world, &ann, &site.request(&[])).await;
    let mut changed = site.document();
    changed["redirect_uris"] = json!(["https://agent.example/new"]);
    site.says(&changed);
    world.wait(600);
    let again = world.visitor("ann").await;
    assert!(
        world
            .authorize(Some(&again), &site.request(&[]))
            .await
            .is_page(),
        "the old address is gone"
    );
    assert_eq!(site.request_count(), 2);
    site.says(&site.document());
    world.wait(600);
    let again = world.visitor("ann").await;
    allowed(&world, &again, &site.request(&[]))
        .await
        .parameter("code")
        .unwrap();
    site.fails(500);
    world.wait(600);
    let again = world.visitor("ann").await;
    allowed(&world, &again, &site.request(&[]))
        .await
        .parameter("code")
        .unwrap();
    world.wait(25 * 60 * 60);
    let again = world.visitor("ann").await;
    assert!(
        world
            .authorize(Some(&again), &site.request(&[]))
            .await
            .is_page(),
        "nobody vouches for it"
    );
}

// row: I1, I4
#[tokio::test]
async fn document_at_a_private_address_is_never_fetched() {
    let site = DocumentServer::start().await;
    let closed = world(&site, &[("IDP_OUTBOUND_ALLOW", "localhost:1")]).await;
    assert!(closed.authorize(None, &site.request(&[])).await.is_page());
    let off = world(&site, &[("IDP_CLIENT_DOCUMENTS", "off")]).await;
    assert!(off.authorize(None, &site.request(&[])).await.is_page());
    let open = world(&site, &[]).await;
    let port = site.host.rsplit(':').next().unwrap();
    for host in ["127.0.0.1", "[::1]", "localhost.", "127.1", "2130706433"] {
        for scheme in ["http", "https"] {
            let id = format!("{scheme}://{host}:{port}/agent.json");
            let changes = [
                ("client_id", id.as_str()),
                ("redirect_uri", "https://agent.example/cb"),
            ];
            assert!(open.authorize(None, &changes).await.is_page(), "{id}");
        }
    }
    assert_eq!(site.request_count(), 0, "no packet was sent");
    let ann = open.visitor("ann").await;
    allowed(&open, &ann, &site.request(&[]))
        .await
        .parameter("code")
        .unwrap();
    assert_eq!(site.request_count(), 1);
}

#[tokio::test]
async fn agent_without_a_name_is_called_by_its_host_however_long_its_address_is() {
    let site = DocumentServer::start().await;
    let world = world(&site, &[]).await;
    let ann = world.visitor("ann").await;
    let id = site.another(&"x".repeat(300));
    let request = [
        ("client_id", id.as_str()),
        ("redirect_uri", "https://agent.example/cb"),
        ("scope", "openid"),
    ];
    let landing = allowed(&world, &ann, &request).await;
    assert!(landing.parameter("code").is_some(), "{landing:?}");
    let name = "SELECT name FROM clients WHERE registered_by = 'document'";
    assert_eq!(world.text(name).await, "localhost");
    // A client that the operator deactivates beforehand gets such a name as well.
    let other = site.another(&"y".repeat(300));
    let off = json!({ "is_active": false });
    let response = admin(&world, "PUT", &other, &off).await;
    assert_eq!(
        response.body["client_name"], "localhost",
        "{}",
        response.body
    );
}
