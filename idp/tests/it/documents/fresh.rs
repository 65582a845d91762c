//! Tests the cache of client metadata documents at each client authentication. A key or a document that its owner removed is
//! refused after the cache lifetime.

use std::sync::atomic::{AtomicUsize, Ordering};

use foundation::on_both_engines;
use foundation::testing::TestKey;
use serde_json::{Value, json};

use super::{DocumentServer, IdpWithDocuments, decided, redeemed, tokens};
use crate::devices::{self, begin_with};
use crate::harness::{HttpResponse, TestIdp};

/// Numbers the assertions.
static NEXT: AtomicUsize = AtomicUsize::new(0);

const TYPE: &str = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/// Returns the document of a client that authenticates by a key.
fn with_key(site: &DocumentServer, key: &TestKey) -> Value {
    let mut document = site.document();
    document["token_endpoint_auth_method"] = json!("private_key_jwt");
    document["jwks"] = key.jwks("own");
    document["grant_types"] = json!(["authorization_code"]);
    document
}

async fn post(world: &TestIdp, path: &str, form: &[(&str, &str)]) -> HttpResponse {
    HttpResponse::read(world.post(path, form, "").await).await
}

/// Sends a form with an assertion of the document's client.
async fn prove(
    world: &TestIdp,
    site: &DocumentServer,
    key: &TestKey,
    (path, form): (&str, &[(&str, &str)]),
) -> HttpResponse {
    let now = world.clock.now().seconds();
    let jti = NEXT.fetch_add(1, Ordering::SeqCst).to_string();
    let claims = json!({
        "iss": site.address, "sub": site.address, "aud": world.base, "jti": jti, "iat": now, "exp": now + 60,
    });
    let assertion = key.sign(&json!({ "alg": "ES256", "kid": "own" }), &claims);
    let mut form = form.to_vec();
    form.extend([
        ("client_assertion_type", TYPE),
        ("client_assertion", &assertion),
    ]);
    post(world, path, &form).await
}

const PUSH: (&str, &[(&str, &str)]) = (
    "/oauth/par",
    &[
        ("redirect_uri", "https://agent.example/cb"),
        ("response_type", "code"),
        ("scope", "openid"),
        ("code_challenge", crate::harness::CHALLENGE),
        ("code_challenge_method", "S256"),
    ],
);
const INTROSPECT: (&str, &[(&str, &str)]) = ("/oauth/introspect", &[("token", "x")]);
const REVOKE: (&str, &[(&str, &str)]) = ("/oauth/revoke", &[("token", "x")]);

on_both_engines!(key_removed_from_a_document_is_refused);

// row: clients-1
async fn key_removed_from_a_document_is_refused(
    IdpWithDocuments { site, world }: IdpWithDocuments,
) {
    let (old, new) = (TestKey::generate(), TestKey::generate());
    site.says(&with_key(&site, &old));
    assert_eq!(
        prove(&world, &site, &old, PUSH).await.status,
        201,
        "its first request"
    );
    assert_eq!(site.request_count(), 1);
    site.says(&with_key(&site, &new));
    world.wait(599);
    assert_eq!(
        prove(&world, &site, &old, PUSH).await.status,
        201,
        "within its time"
    );
    world.wait(1);
    for endpoint in [INTROSPECT, REVOKE, PUSH] {
        let response = prove(&world, &site, &old, endpoint).await;
        assert_eq!(
            response.refusal(),
            (401, "invalid_client"),
            "{}",
            endpoint.0
        );
        let response = prove(&world, &site, &new, endpoint).await;
        assert!(
            response.status.is_success(),
            "{} {}",
            endpoint.0,
            response.body
        );
    }
    assert_eq!(site.request_count(), 2);
}

on_both_engines!(document_gets_no_tokens_for_itself);

// row: A18
/// A client by metadata document gets no tokens for itself, even if its document asks for them. Its other grant types work.
async fn document_gets_no_tokens_for_itself(IdpWithDocuments { site, world }: IdpWithDocuments) {
    let key = TestKey::generate();
    let mut document = with_key(&site, &key);
    document["grant_types"] = json!(["authorization_code", "client_credentials"]);
    site.says(&document);
    let form: &[_] = &[
        ("grant_type", "client_credentials"),
        ("scope", "credits.read"),
    ];
    let response = prove(&world, &site, &key, ("/oauth/token", form)).await;
    assert_eq!(response.refusal(), (400, "unauthorized_client"));
    assert_eq!(world.count("SELECT COUNT(*) FROM access_tokens").await, 0);
    assert_eq!(prove(&world, &site, &key, PUSH).await.status, 201);
}

async fn refreshed(world: &TestIdp, site: &DocumentServer, token: &str) -> HttpResponse {
    let form = [
        ("grant_type", "refresh_token"),
        ("client_id", site.address.as_str()),
        ("refresh_token", token),
    ];
    world.token(&form, None).await
}

on_both_engines!(deleted_document_is_unknown_and_an_unavailable_one_is_cached_for_a_day);

// row: clients-1
async fn deleted_document_is_unknown_and_an_unavailable_one_is_cached_for_a_day(
    IdpWithDocuments { site, world }: IdpWithDocuments,
) {
    let ann = world.visitor("ann").await;
    let mut expected = site.document();
    expected["scope"] = json!("openid offline_access");
    site.says(&expected);
    let landing = super::allowed(
        &world,
        &ann,
        &site.request(&[("scope", "openid offline_access")]),
    )
    .await;
    let response = redeemed(&world, &site, &landing.parameter("code").unwrap())
        .await
        .ok();
    let mut token = response["refresh_token"].as_str().unwrap().to_owned();
    let refresh = async |token: &str| refreshed(&world, &site, token).await;
    let fresh = |response: Value| response["refresh_token"].as_str().unwrap().to_owned();
    // The server may be failing, or behind a captive portal.
    for status in [500, 503, 429, 302] {
        site.fails(status);
        world.wait(700);
        token = fresh(refresh(&token).await.ok());
    }
    world.wait(20 * 60 * 60);
    token = fresh(refresh(&token).await.ok());
    world.wait(5 * 60 * 60);
    assert_eq!(
        refresh(&token).await.refusal(),
        (401, "invalid_client"),
        "the document has expired"
    );
    site.says(&expected);
    world.wait(10);
    token = fresh(refresh(&token).await.ok());
    for status in [404, 410] {
        site.fails(status);
        world.wait(600);
        assert_eq!(
            refresh(&token).await.refusal(),
            (401, "invalid_client"),
            "{status}"
        );
        site.says(&expected);
        world.wait(10);
        token = fresh(refresh(&token).await.ok());
    }
    let mut wrong = expected.clone();
    wrong["client_secret"] = json!("x");
    site.says(&wrong);
    world.wait(600);
    assert_eq!(
        refresh(&token).await.refusal(),
        (401, "invalid_client"),
        "no document of a client"
    );
}

on_both_engines!(agent_may_begin_by_a_pushed_request);

// row: clients-2
async fn agent_may_begin_by_a_pushed_request(IdpWithDocuments { site, world }: IdpWithDocuments) {
    let mut document = site.document();
    document["require_pushed_authorization_requests"] = json!(true);
    site.says(&document);
    let form: Vec<_> = site
        .request(&[
            ("response_type", "code"),
            ("code_challenge", crate::harness::CHALLENGE),
            ("code_challenge_method", "S256"),
        ])
        .into_iter()
        .collect();
    let pushed = post(&world, "/oauth/par", &form).await;
    assert_eq!(pushed.status, 201, "{}", pushed.body);
    let name = pushed.body["request_uri"].as_str().unwrap();
    let pairs = [("client_id", site.address.as_str()), ("request_uri", name)];
    let address = reqwest::Url::parse_with_params(&world.at("/oauth/authorize"), pairs).unwrap();
    let ann = world.visitor("ann").await;
    let landing = decided(&world, &ann, address.as_str(), "allow").await;
    let code = landing.parameter("code").unwrap();
    redeemed(&world, &site, &code).await.ok();
    assert_eq!(site.request_count(), 1);
    // The control: a client without a document is refused here as well.
    let mut other = form;
    let elsewhere = format!("http://{}/nothing.json", site.host);
    other[0] = ("client_id", &elsewhere);
    assert_eq!(
        post(&world, "/oauth/par", &other).await.refusal(),
        (401, "invalid_client")
    );
}

on_both_engines!(agent_may_begin_by_a_device);

// row: clients-2
async fn agent_may_begin_by_a_device(IdpWithDocuments { site, world }: IdpWithDocuments) {
    let mut document = site.document();
    document["grant_types"] = json!([devices::GRANT_TYPE]);
    site.says(&document);
    let form = [("client_id", site.address.as_str()), ("scope", "openid")];
    let response = begin_with(&world, &form).await.ok();
    let device = devices::DeviceAuthorization::from_json(response);
    let ann = world.visitor("ann").await;
    let page = devices::typed(&world, &ann, &device.user_code).await;
    let home = site.host.split(':').next().unwrap();
    assert!(
        page.html.contains("id=\"device-home-place\""),
        "{}",
        page.html
    );
    assert!(page.html.contains(home), "{}", page.html);
    devices::decided(&world, &page, &device.user_code, "allow").await;
    let form = [
        ("grant_type", devices::GRANT_TYPE),
        ("client_id", site.address.as_str()),
        ("device_code", &device.secret),
    ];
    world.token(&form, None).await.ok();
}

on_both_engines!(client_is_stored_as_long_as_its_pending_request);

async fn client_is_stored_as_long_as_its_pending_request(
    IdpWithDocuments { site, world }: IdpWithDocuments,
) {
    let mut document = site.document();
    document["grant_types"] = json!([devices::GRANT_TYPE]);
    site.says(&document);
    let form = [("client_id", site.address.as_str()), ("scope", "openid")];
    let sweep = async || idp::testing::sweep(&world.app).await.unwrap();
    begin_with(&world, &form).await.ok();
    world.wait(7100);
    let device = devices::DeviceAuthorization::from_json(begin_with(&world, &form).await.ok());
    world.wait(200);
    sweep().await;
    let ann = world.visitor("ann").await;
    let page = devices::typed(&world, &ann, &device.user_code).await;
    assert!(page.has_question(), "{}", page.html);
    // The control: a client without further requests is deleted with its device codes.
    world.wait(2 * 60 * 60);
    sweep().await;
    let left = "SELECT (SELECT COUNT(*) FROM clients WHERE registered_by = 'document') \
        + (SELECT COUNT(*) FROM device_codes)";
    assert_eq!(world.count(left).await, 0);
}

#[tokio::test]
async fn cached_client_needs_no_statement() {
    let site = DocumentServer::start().await;
    let world = super::world(&site, &[]).await;
    let ann = world.visitor("ann").await;
    let first = tokens(&world, &site, &ann).await;
    let form = [
        ("grant_type", "refresh_token"),
        ("client_id", site.address.as_str()),
        ("refresh_token", first["refresh_token"].as_str().unwrap()),
    ];
    world.token(&form, None).await.ok();
    assert_eq!(site.request_count(), 1);
}
