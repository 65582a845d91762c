//! Tests that errors outside an operation are problem documents as well (attacks J2, J4, J10).

use reqwest::Method;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::harness::{TestApi, on_both_engines};

#[tokio::test]
async fn addresses_and_methods_that_do_not_exist() {
    let world = TestApi::sqlite().await;
    let token = world.token("usr_1");
    for path in [
        "/v1",
        "/v1/",
        "/v1/nothing",
        "/v1/me/",
        "/v1/websites/a/b",
        "/v1/../v1/nothing",
    ] {
        world.get(path, &token).await.is_problem(404, "not-found");
    }
    for (method, path, allowed) in [
        (Method::POST, "/v1/me", "GET"),
        (Method::DELETE, "/v1/websites", "GET, POST"),
        (Method::PUT, "/v1/customers", "GET"),
        (Method::DELETE, "/v1/websites/web_1", "GET, PATCH"),
        (Method::POST, "/v1/openapi.json", "GET"),
    ] {
        let response = world.send(method, path, &[], None).await;
        response.is_problem(405, "method-not-allowed");
        let mut listed: Vec<_> = response.header("allow").split(", ").collect();
        listed.sort_unstable();
        assert_eq!(listed.join(", "), allowed);
    }
}

#[tokio::test]
async fn malformed_bodies_are_refused() {
    let world = TestApi::sqlite().await;
    let authorization = format!("Bearer {}", world.token("usr_1"));
    let auth = ("authorization", authorization.as_str());
    let json_type = ("content-type", "application/json");
    let post = |headers: Vec<(&'static str, String)>, body: String| {
        let world = &world;
        async move {
            let headers: Vec<(&str, &str)> = headers
                .iter()
                .map(|(name, value)| (*name, value.as_str()))
                .collect();
            world
                .send(Method::POST, "/v1/websites", &headers, Some(body))
                .await
        }
    };
    let own = |(name, value): (&'static str, &str)| (name, value.to_owned());
    for body in ["", "{", "nonsense", "{\"name\":}", "\u{0}"] {
        let response = post(vec![own(auth), own(json_type)], body.to_owned()).await;
        let problem = response.is_problem(400, "invalid-request");
        assert_eq!(problem["errors"][0]["pointer"], "", "{body:?}");
    }
    let deep = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
    post(vec![own(auth), own(json_type)], deep)
        .await
        .is_problem(400, "invalid-request");
    let no_type = post(vec![own(auth)], "{}".to_owned()).await;
    no_type.is_problem(415, "unsupported-media-type");
    for wrong in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
        "application/jsonx",
    ] {
        let response = post(
            vec![own(auth), own(("content-type", wrong))],
            "{}".to_owned(),
        )
        .await;
        response.is_problem(415, "unsupported-media-type");
    }
    let packed = vec![own(auth), own(json_type), own(("content-encoding", "gzip"))];
    post(packed, "{}".to_owned())
        .await
        .is_problem(415, "unsupported-media-type");
    let long = json!({"name": "n".repeat(1_100_000)}).to_string();
    post(vec![own(auth), own(json_type)], long)
        .await
        .is_problem(413, "content-too-large");
    // The server checks the credential before the body, so that an unauthenticated client learns nothing about the body.
    post(vec![own(json_type)], "{".to_owned())
        .await
        .is_problem(401, "unauthenticated");
    let charset = vec![
        own(auth),
        own(("content-type", "Application/JSON; charset=utf-8")),
    ];
    let good = crate::harness::registration("Shop").to_string();
    assert_eq!(post(charset, good).await.status, 201);
}

// row: J2
#[tokio::test]
async fn body_of_unknown_length_is_refused_at_the_limit() {
    let world = TestApi::sqlite().await;
    let host = world.url.strip_prefix("http://").unwrap().to_owned();
    let mut stream = TcpStream::connect(&host).await.unwrap();
    let head = format!(
        "POST /v1/websites HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {}\r\n\
         Content-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n",
        world.token("usr_1")
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let chunk = format!("{:x}\r\n{}\r\n", 32 * 1024, " ".repeat(32 * 1024));
    for _ in 0..40 {
        // The server may respond and close the connection before everything is sent.
        if stream.write_all(chunk.as_bytes()).await.is_err() {
            break;
        }
    }
    let mut response = Vec::new();
    let _ended = stream.read_to_end(&mut response).await;
    let response = String::from_utf8_lossy(&response);
    assert!(response.starts_with("HTTP/1.1 413"), "{response}");
    assert!(response.contains("application/problem+json"), "{response}");
}

#[tokio::test]
async fn broken_database_is_an_internal_error_without_details() {
    let world = TestApi::sqlite().await;
    let token = world.token("usr_1");
    assert_eq!(world.get("/v1/me", &token).await.status, 200);
    world
        .sql("ALTER TABLE users RENAME TO hidden_users", &[])
        .await;
    let response = world.get("/v1/me", &token).await;
    response.is_problem(500, "internal");
    assert!(!response.body.contains("users") && !response.body.contains("SQL"));
    world.app.database.close().await;
    world
        .get("/v1/me", &token)
        .await
        .is_problem(503, "unavailable");
}

on_both_engines! {
    async fn missing_credential_is_not_reported_as_invalid(world: TestApi) {
        let none = world.send(Method::GET, "/v1/me", &[], None).await;
        none.is_problem(401, "unauthenticated");
        assert_eq!(none.header("www-authenticate"), "Bearer resource_metadata=\"https://api.example.com/.well-known/oauth-protected-resource\"");
        let bad = world.get("/v1/me", "nonsense").await;
        assert_eq!(bad.header("www-authenticate"), "Bearer error=\"invalid_token\", resource_metadata=\"https://api.example.com/.well-known/oauth-protected-resource\"");
    }
}
