//! Tests headers and bodies that no correct client sends, at every route that takes one.

use std::time::Duration;

use foundation::Random;
use foundation::http::{Middleware, with_middleware};
use foundation::testing::TestServer;
use poem::{EndpointExt, Route};
use product_api::routes;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::RouteOperation;
use crate::credits::{Shop, post};
use crate::harness::{HttpResponse, TestApi};
use crate::operator::operator_token;

const JSON: (&str, &str) = ("content-type", "application/json");

/// Sends a raw request and returns the status of the response.
async fn raw(world: &TestApi, request: &str) -> String {
    let response = whole(&world.url, request).await;
    response.split(' ').nth(1).unwrap_or_default().to_owned()
}

/// Sends a raw request to any server and returns the whole response.
async fn whole(url: &str, request: &str) -> String {
    let host = url.strip_prefix("http://").unwrap();
    let stream = TcpStream::connect(host).await.unwrap();
    let (mut reader, mut writer) = stream.into_split();
    let mut response = Vec::new();
    // The server may respond and close the connection during the write.
    let (_written, _ended) = tokio::join!(
        writer.write_all(request.as_bytes()),
        reader.read_to_end(&mut response)
    );
    String::from_utf8_lossy(&response).into_owned()
}

// row: J1
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn headers_are_bounded_in_length_and_number() {
    let world = TestApi::sqlite().await;
    let with = |headers: &str| {
        format!(
            "GET /v1/me HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer {}\r\n{headers}\r\n",
            world.token("usr_1")
        )
    };
    let long = format!("X-Long: {}\r\n", "x".repeat(17_000));
    let rows = [
        (long, "431"),
        ("X-Many: 1\r\n".repeat(200), "431"),
        ("Cookie: a=1\r\n".repeat(1_000), "431"),
        ("X-Many: 1\r\n".repeat(20), "200"),
    ];
    for (headers, expected) in rows {
        let beginning: String = headers.chars().take(12).collect();
        assert_eq!(raw(&world, &with(&headers)).await, expected, "{beginning}");
    }
}

// row: J2
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_body_is_bounded_with_and_without_an_announced_length() {
    let world = TestApi::sqlite().await;
    let key = Shop::open(&world, "usr_1", "One").await.key;
    let long = json!({"long": "x".repeat(1_100_000)}).to_string();
    for operation in RouteOperation::with_body() {
        let response = operation
            .call(&world, &key, &[JSON], Some(long.clone()))
            .await;
        response.is_problem(413, "content-too-large");
    }
    let chunk = format!("{:x}\r\n{}\r\n", 550_000, " ".repeat(550_000));
    for (chunks, expected) in [(2, "413"), (1, "400")] {
        let request = format!(
            "POST /v1/spends HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer {key}\r\nContent-Type: \
             application/json\r\nIdempotency-Key: {chunks}\r\nTransfer-Encoding: chunked\r\n\r\n{}0\r\n\r\n",
            chunk.repeat(chunks)
        );
        assert_eq!(raw(&world, &request).await, expected, "{chunks} chunks");
    }
}

/// The server reports a body that stops arriving with 400 after its timeout.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn interrupted_body_is_reported() {
    let world = TestApi::sqlite().await;
    let key = Shop::open(&world, "usr_1", "One").await.key;
    let impatient = Middleware {
        max_body_pause: Duration::from_millis(50),
        ..Middleware::new(world.clock.clone(), Random::system())
    };
    let route = routes::add_routes(Route::new(), &world.app).map_to_response();
    let dressed = with_middleware(
        impatient.with_error_format(routes::error_form(&world.app)),
        route,
    );
    let (listener, url) = TestServer::bind().await;
    let _server = TestServer::start(listener, dressed);
    let request = format!(
        "POST /v1/spends HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer {key}\r\nContent-Type: \
         application/json\r\nIdempotency-Key: k\r\nContent-Length: 100\r\n\r\n{{"
    );
    let found = whole(&url, &request).await;
    assert!(found.starts_with("HTTP/1.1 400"), "{found}");
    assert!(found.contains("/problems/invalid-request"), "{found}");
    assert!(found.contains("nothing of it came for too long"), "{found}");
}

// row: J4, J8
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn members_in_masses_twice_or_in_the_form_of_fields_are_refused() {
    let world = TestApi::sqlite().await;
    let shop = Shop::open(&world, "usr_1", "One").await;
    let good = r#"{"customer": {"external_id": "ada"}, "amount": 5, "kind": "promo"}"#;
    let send = async |body: &str| {
        let key = format!("k{}", body.len());
        post(&world, "/v1/grants", &shop.key, &key, body).await
    };
    assert_eq!(send(good).await.status, 200, "the control");
    let masses: Vec<String> = (0..100_000).map(|n| format!("\"{n}\":1")).collect();
    for body in [
        format!("{{{}}}", masses.join(",")),
        good.replace("\"amount\": 5", "\"amount\": 5, \"amount\": 500"),
        good.replace("\"ada\"", "\"ada\", \"external_id\": \"bob\""),
        good.replace("\"customer\"", "\"customer[external_id]\""),
        good.replace("\"amount\"", "\"amount[]\""),
        good.replace("\"kind\"", "\"__proto__\": {}, \"kind\""),
    ] {
        send(&body).await.is_problem(400, "invalid-request");
    }
    assert_eq!(world.count("SELECT count(*) FROM txn").await, 1);
}

// row: J9
#[test]
fn operations_match_exact_paths() {
    let document = product_api::openapi_document();
    assert!(
        !document.contains("\"pattern\""),
        "the contract names no pattern to match"
    );
    assert!(
        document.contains("\"maxLength\""),
        "the control: bounds are named"
    );
}

/// Returns a credential for an operation: the key if allowed, else the owner's token, else the operator's.
fn credential_of(world: &TestApi, key: &str, operation: &RouteOperation) -> String {
    let credentials = operation.spec["x-credentials"].to_string();
    if credentials.contains("api_key") {
        key.to_owned()
    } else if credentials.contains("websites") {
        world.token("usr_1")
    } else {
        operator_token(world)
    }
}

/// Returns headers with the one that names the website, where the operation has it.
fn at_website<'h>(
    headers: &[(&'h str, &'h str)],
    operation: &RouteOperation,
    website: &'h str,
) -> Vec<(&'h str, &'h str)> {
    let parameters = operation.spec["parameters"].as_array();
    let mut parameters = parameters.into_iter().flatten();
    let is_named = parameters.any(|parameter| parameter["name"] == "Tollgate-Website");
    let own = is_named.then_some(("tollgate-website", website));
    headers.iter().copied().chain(own).collect()
}

// row: J10
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn compressed_bodies_forms_and_parts_are_refused_everywhere() {
    let world = TestApi::sqlite().await;
    let Shop { id, key, .. } = Shop::open(&world, "usr_1", "One").await;
    let wide = "UPDATE api_keys SET scopes = scopes || ' keys billing.catalog billing.refund' WHERE mode = $1";
    world.sql(wide, &["live"]).await;
    let (gzip, idempotency) = (("content-encoding", "gzip"), ("idempotency-key", "k"));
    for operation in RouteOperation::with_body() {
        let credential = credential_of(&world, &key, operation);
        let example = || Some(operation.example().to_string());
        let plain = at_website(&[JSON, idempotency], operation, &id);
        let control = operation.call(&world, &credential, &plain, example());
        assert_ne!(control.await.status, 415, "the control: {}", operation.path);
        for headers in [
            vec![JSON, gzip, idempotency],
            vec![
                ("content-type", "multipart/form-data; boundary=x"),
                idempotency,
            ],
            vec![
                ("content-type", "application/x-www-form-urlencoded"),
                idempotency,
            ],
            vec![("content-type", "application/xml"), idempotency],
            vec![idempotency],
        ] {
            let headers = at_website(&headers, operation, &id);
            let response = operation
                .call(&world, &credential, &headers, example())
                .await;
            assert_eq!(
                response.status, 415,
                "{} {headers:?} {response:?}",
                operation.path
            );
            response.is_problem(415, "unsupported-media-type");
        }
    }
}

/// Returns whether a response refuses a member of the body by its name.
fn refuses(response: &HttpResponse, member: &str) -> bool {
    let body: Value = serde_json::from_str(&response.body).unwrap_or_default();
    let errors = body["errors"].as_array().cloned().unwrap_or_default();
    let is_named = errors
        .iter()
        .any(|error| error["pointer"] == format!("/{member}"));
    response.status == 400 && is_named
}

// row: K2
/// A body cannot set the caller's identity or balance: identity comes from the credential, balances from the ledger.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn body_cannot_set_caller_or_balance() {
    let world = TestApi::sqlite().await;
    let Shop { id, key, .. } = Shop::open(&world, "usr_1", "One").await;
    let wide = "UPDATE api_keys SET scopes = scopes || ' keys billing.catalog billing.refund' WHERE mode = $1";
    world.sql(wide, &["live"]).await;
    for (index, operation) in RouteOperation::with_body().into_iter().enumerate() {
        let credential = credential_of(&world, &key, operation);
        for member in ["userId", "websiteId", "balance", "isActive"] {
            let name = format!("k{index}{member}");
            let headers = [JSON, ("idempotency-key", name.as_str())];
            let headers = at_website(&headers, operation, &id);
            let honest = operation.example();
            let mut claiming = honest.clone();
            claiming[member] = "usr_2".into();
            let [claiming, honest] = [claiming, honest].map(|body| Some(body.to_string()));
            let refused = operation.call(&world, &credential, &headers, claiming);
            let refused = refused.await;
            let control = operation.call(&world, &credential, &headers, honest);
            let control = control.await;
            assert!(refuses(&refused, member), "{} {refused:?}", operation.path);
            assert!(!refuses(&control, member), "{} {control:?}", operation.path);
        }
    }
}
