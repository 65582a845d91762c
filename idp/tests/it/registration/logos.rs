//! Tests logos at other servers: the idp fetches, checks and serves them, and registers a client without a valid one.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use foundation::testing::TestServer;
use poem::endpoint::make_sync;
use poem::http::StatusCode;
use poem::{EndpointExt, Response, Route, get};
use serde_json::{Value, json};

use super::{admin, agent, initial_token, register, registered, send};
use crate::harness::TestIdp;

const PIXEL: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const NOT_HTTPS: &str = "the address of the logo is not https";
const WRONG_STATUS: &str = "the address of the logo does not answer with 200";
const FETCH_FAILED: &str = "the address of the logo is not public, does not answer in time, or answers with more than 16 KiB";
const INVALID_PNG: &str = "the address of the logo has no whole PNG that does not move, of at most 16 KiB and 1024 pixels a side";

/// Returns the bytes of a valid logo.
fn pixel() -> Vec<u8> {
    STANDARD.decode(PIXEL).unwrap()
}

/// A server with one picture, which tests replace.
struct PictureServer {
    address: String,
    response: Arc<Mutex<(u16, Vec<u8>)>>,
    requests: Arc<AtomicUsize>,
    _server: TestServer,
}

impl PictureServer {
    async fn start() -> (Self, TestIdp) {
        let (listener, base) = TestServer::bind().await;
        let response = Arc::new(Mutex::new((200, pixel())));
        let requests = Arc::new(AtomicUsize::new(0));
        let (shared, count) = (Arc::clone(&response), Arc::clone(&requests));
        let picture = make_sync(move |_| {
            count.fetch_add(1, Ordering::SeqCst);
            let (status, body) = shared.lock().unwrap().clone();
            Response::builder()
                .status(StatusCode::from_u16(status).unwrap())
                .content_type("image/png")
                .header("location", "https://elsewhere.example/")
                .body(body)
        });
        let route = Route::new().at("/logo.png", get(picture));
        let server = TestServer::start(listener, route.map_to_response().boxed());
        let host = base.strip_prefix("http://").unwrap().to_owned();
        let world = TestIdp::with(&[("IDP_OUTBOUND_ALLOW", host)]).await;
        let pictures = Self {
            address: format!("{base}/logo.png"),
            response,
            requests,
            _server: server,
        };
        (pictures, world)
    }

    fn serve(&self, status: u16, body: &[u8]) {
        *self.response.lock().unwrap() = (status, body.to_vec());
    }

    fn request_count(&self) -> usize {
        self.requests.load(Ordering::SeqCst)
    }
}

/// Returns the number of audit entries about clients without a logo.
async fn reasons(world: &TestIdp) -> i64 {
    let sql = "SELECT COUNT(*) FROM audit WHERE details LIKE '%logo_left_out%'";
    world.count(sql).await
}

/// Registers a client at a later time than the last one, and returns the reason why it has no logo.
async fn reason(world: &TestIdp, token: &str, body: &Value) -> String {
    world.wait(1);
    let response = register(world, token, body).await;
    assert_eq!(response.status, 201, "{}", response.body);
    assert_eq!(response.body.get("logo_uri"), None);
    let sql = "SELECT details FROM audit ORDER BY at DESC LIMIT 1";
    let details: Value = serde_json::from_str(&world.text(sql).await).unwrap();
    details["logo_left_out"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn logo_elsewhere_is_fetched_once_and_served_by_us() {
    let (pictures, world) = PictureServer::start().await;
    let mut body = agent();
    body["logo_uri"] = json!(pictures.address);
    let (response, address, own) = registered(&world, &body).await;
    let data = format!("data:image/png;base64,{PIXEL}");
    assert_eq!(response["logo_uri"], data);
    // The client may send back the registration that it got.
    let mut update = response.clone();
    for name in [
        "client_id_issued_at",
        "registration_access_token",
        "registration_client_uri",
    ] {
        update.as_object_mut().unwrap().remove(name);
    }
    let stored = send(&world, "PUT", &address, &own, &update).await;
    assert_eq!(
        (stored.status.as_u16(), &stored.body["logo_uri"]),
        (200, &json!(data))
    );
    assert_eq!((pictures.request_count(), reasons(&world).await), (1, 0));
    update["logo_uri"] = json!(pictures.address);
    pictures.serve(404, &pixel());
    let without = send(&world, "PUT", &address, &own, &update).await;
    assert_eq!(
        (without.status.as_u16(), without.body.get("logo_uri")),
        (200, None)
    );
    assert_eq!((pictures.request_count(), reasons(&world).await), (2, 1));
}

// row: A29, I5
#[tokio::test]
async fn logo_that_is_no_small_still_png_is_omitted_and_logged() {
    let (pictures, world) = PictureServer::start().await;
    let token = initial_token(&world, &json!({ "uses": 100 })).await;
    let mut body = agent();
    body["logo_uri"] = json!(pictures.address);
    let svg = b"<svg xmlns=\"http://www.w3.org/2000/svg\"><script/></svg>";
    let (pixel, long) = (pixel(), vec![0; 16 * 1024 + 1]);
    let rows: [(u16, &[u8], &str); 7] = [
        (200, svg, INVALID_PNG),
        (200, b"GIF89a", INVALID_PNG),
        (200, b"", INVALID_PNG),
        (200, &long, FETCH_FAILED),
        (302, &pixel, WRONG_STATUS),
        (404, &pixel, WRONG_STATUS),
        (500, &pixel, WRONG_STATUS),
    ];
    for (count, (status, picture, expected)) in (1..).zip(rows) {
        pictures.serve(status, picture);
        let why = reason(&world, &token, &body).await;
        assert_eq!(
            (why.as_str(), pictures.request_count()),
            (expected, count),
            "{status}"
        );
    }
    // The server fetches none of these addresses.
    for (address, expected) in [
        ("https://127.0.0.1/logo.png", FETCH_FAILED),
        ("https://169.254.169.254/logo.png", FETCH_FAILED),
        ("http://agent.example/logo.png", NOT_HTTPS),
        ("file:///logo.png", NOT_HTTPS),
        ("logo.png", NOT_HTTPS),
        ("", NOT_HTTPS),
    ] {
        body["logo_uri"] = json!(address);
        let why = reason(&world, &token, &body).await;
        assert_eq!(
            (why.as_str(), pictures.request_count()),
            (expected, 7),
            "{address}"
        );
    }
    assert_eq!(reasons(&world).await, 13);
    // The control: the picture is a logo with status 200.
    pictures.serve(200, &pixel);
    body["logo_uri"] = json!(pictures.address);
    let response = register(&world, &token, &body).await;
    assert_eq!(
        response.body["logo_uri"],
        format!("data:image/png;base64,{PIXEL}")
    );
    // An invalid picture in the request itself is an error of the client.
    body["logo_uri"] = json!("data:image/svg+xml;base64,PHN2Zy8+");
    let response = register(&world, &token, &body).await;
    assert_eq!(response.refusal(), (400, "invalid_client_metadata"));
}

#[tokio::test]
async fn refused_registration_fetches_no_logo() {
    let (pictures, world) = PictureServer::start().await;
    let mut body = agent();
    body["logo_uri"] = json!(pictures.address);
    register(&world, "wrong", &body).await;
    let token = initial_token(&world, &json!({})).await;
    body["redirect_uris"] = json!(["http://agent.example/cb"]);
    register(&world, &token, &body).await;
    assert_eq!(pictures.request_count(), 0);
}

#[tokio::test]
async fn admin_api_fetches_a_logo_elsewhere_too() {
    let (pictures, world) = PictureServer::start().await;
    let site =
        json!({ "redirect_uris": ["https://site.example/cb"], "logo_uri": pictures.address });
    let made = admin(&world, "PUT", "clients/site", &site).await;
    assert_eq!(made.status, 201, "{}", made.body);
    assert_eq!(
        made.body["logo_uri"],
        format!("data:image/png;base64,{PIXEL}")
    );
    let again = admin(&world, "PUT", "clients/site", &made_again(&made.body)).await;
    assert_eq!(
        (again.status.as_u16(), &again.body["logo_uri"]),
        (200, &made.body["logo_uri"])
    );
    pictures.serve(500, &pixel());
    let without = admin(&world, "PUT", "clients/site", &site).await;
    assert_eq!(
        (without.status.as_u16(), without.body.get("logo_uri")),
        (200, None)
    );
    assert_eq!((pictures.request_count(), reasons(&world).await), (2, 1));
}

fn made_again(made: &Value) -> Value {
    json!({ "redirect_uris": made["redirect_uris"], "logo_uri": made["logo_uri"] })
}
