//! Tests OpenID Connect Dynamic Client Registration section 5: members of a sector, and the limit of fetches.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use foundation::testing::TestServer;
use poem::endpoint::make_sync;
use poem::http::StatusCode;
use poem::{EndpointExt, Response, Route, get};
use serde_json::{Value, json};

use super::{agent, initial_token, register, send};
use crate::harness::TestIdp;

/// A server with a sector's document, which tests replace.
struct SectorServer {
    address: String,
    response: Arc<Mutex<(u16, String)>>,
    requests: Arc<AtomicUsize>,
    _server: TestServer,
}

impl SectorServer {
    async fn start() -> (Self, TestIdp) {
        let (listener, base) = TestServer::bind().await;
        let response = Arc::new(Mutex::new((200, String::new())));
        let requests = Arc::new(AtomicUsize::new(0));
        let (shared, count) = (Arc::clone(&response), Arc::clone(&requests));
        let document = make_sync(move |_| {
            count.fetch_add(1, Ordering::SeqCst);
            let (status, body) = shared.lock().unwrap().clone();
            Response::builder()
                .status(StatusCode::from_u16(status).unwrap())
                .content_type("application/json")
                .header("location", "https://elsewhere.example/")
                .body(body)
        });
        let route = Route::new().at("/sector.json", get(document));
        let server = TestServer::start(listener, route.map_to_response().boxed());
        let host = base.strip_prefix("http://").unwrap().to_owned();
        let world = TestIdp::with(&[("IDP_OUTBOUND_ALLOW", host)]).await;
        let sector = Self {
            address: format!("{base}/sector.json"),
            response,
            requests,
            _server: server,
        };
        (sector, world)
    }

    fn says(&self, status: u16, body: &Value) {
        *self.response.lock().unwrap() = (status, body.to_string());
    }

    fn client(&self) -> Value {
        let mut body = agent();
        body["subject_type"] = json!("pairwise");
        body["sector_identifier_uri"] = json!(self.address);
        body
    }
}

const OWN: &str = "https://agent.example/cb";

// row: I5
#[tokio::test]
async fn sector_takes_in_whom_its_own_document_lists() {
    let (sector, world) = SectorServer::start().await;
    let token = initial_token(&world, &json!({ "uses": 30 })).await;
    let refused = (400, "invalid_client_metadata");
    for (status, body) in [
        (200, json!([])),
        (200, json!(["https://other.example/cb"])),
        (200, json!([format!("{OWN}/")])),
        (200, json!({ "redirect_uris": [OWN] })),
        (200, json!(OWN)),
        (200, json!([OWN, 7])),
        (404, json!([OWN])),
        (302, json!([OWN])),
        (500, json!([OWN])),
    ] {
        sector.says(status, &body);
        let response = register(&world, &token, &sector.client()).await;
        assert_eq!(response.refusal(), refused, "{status} {body}");
        let why = response.body["error_description"].as_str().unwrap();
        assert!(why.contains("sector_identifier_uri"), "{why}");
    }
    for address in [
        "https://127.0.0.1/s",
        "https://169.254.169.254/s",
        "https://localhost/s",
        "http://a.example/s",
    ] {
        let mut body = sector.client();
        body["sector_identifier_uri"] = json!(address);
        assert_eq!(
            register(&world, &token, &body).await.refusal(),
            refused,
            "{address}"
        );
    }
    sector.says(200, &json!(["https://other.example/cb", OWN]));
    let made = register(&world, &token, &sector.client()).await;
    assert_eq!(made.status, 201, "{}", made.body);
    // The document must list a changed redirect URI as well.
    let address = made.body["registration_client_uri"].as_str().unwrap();
    let own = made.body["registration_access_token"].as_str().unwrap();
    let mut update = sector.client();
    update["client_id"] = made.body["client_id"].clone();
    assert_eq!(send(&world, "PUT", address, own, &update).await.status, 200);
    update["redirect_uris"] = json!([OWN, "https://victim.example/cb"]);
    assert_eq!(
        send(&world, "PUT", address, own, &update).await.refusal(),
        refused
    );
}

// row: I6
#[tokio::test]
async fn fetches_are_limited_per_token() {
    let (sector, world) = SectorServer::start().await;
    sector.says(404, &json!([]));
    let token = initial_token(&world, &json!({ "uses": 1 })).await;
    for number in 0..40 {
        let response = register(&world, &token, &sector.client()).await;
        let expected = if number < 20 {
            (400, "invalid_client_metadata")
        } else {
            (429, "temporarily_unavailable")
        };
        assert_eq!(response.refusal(), expected, "{number}");
    }
    assert_eq!(sector.requests.load(Ordering::SeqCst), 20);
    let response = register(&world, &token, &sector.client()).await;
    assert_eq!(response.header("retry-after"), "901");
    let why = response.body["error_description"].as_str().unwrap();
    assert!(why.contains("quarter of an hour"), "{why}");
    // The control: the server fetches it later again, and the token is still valid.
    world.wait(15 * 60);
    sector.says(200, &json!([OWN]));
    assert_eq!(register(&world, &token, &sector.client()).await.status, 201);
}
