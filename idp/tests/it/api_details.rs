//! Details of refusals that name what is missing in a request to the admin API, and the next step.

use crate::harness::{HttpResponse, SECRET, TestIdp};

/// A request, the content type and the body, the status, and a part of the detail.
type Row = (&'static str, &'static str, &'static str, u16, &'static str);

const JSON: &str = "application/json";
const ROWS: &[Row] = &[
    (
        "PUT /clients/web/active",
        JSON,
        "{}",
        400,
        "/active: This is required.",
    ),
    (
        "PUT /clients/web",
        JSON,
        "{\"x\": 1}",
        400,
        "/x: There is no such member.",
    ),
    (
        "PUT /clients/web",
        JSON,
        "{\"scope\": []}",
        400,
        "/scope: Must be a text.",
    ),
    (
        "PUT /clients/web",
        JSON,
        "[]",
        400,
        "The body: Must be an object.",
    ),
    (
        "PUT /clients/web",
        "",
        "{}",
        415,
        "The Content-Type header is missing.",
    ),
    (
        "PUT /clients/web",
        "text/plain",
        "{}",
        415,
        "Send the body as application/json.",
    ),
    ("POST /users", JSON, "{}", 400, "/email: This is required."),
    (
        "PATCH /clients/web",
        JSON,
        "{}",
        405,
        "It takes GET, PUT, DELETE.",
    ),
    ("GET /nothing", "", "", 404, "Nothing is at this address."),
    (
        "PUT /clients/web?overlap_seconds=604801",
        JSON,
        "{}",
        400,
        "overlap_seconds: Must be within the documented limits: send a value between them.",
    ),
    (
        "GET /users?limit=x",
        "",
        "",
        400,
        "limit: Must be a whole number",
    ),
];

#[tokio::test]
async fn refusal_names_the_missing_member_and_the_next_step() {
    let world = TestIdp::new().await;
    let form = [
        ("grant_type", "client_credentials"),
        ("scope", "idp.clients idp.users"),
    ];
    let tokens = world.token(&form, Some(("product-api", SECRET))).await.ok();
    let token = tokens["access_token"].as_str().unwrap();
    let sent = world.request("GET", "/admin/v1/clients/web");
    let without = HttpResponse::read(sent.send().await.unwrap()).await;
    assert_eq!(without.status, 401);
    let detail = without.body["detail"].as_str().unwrap();
    assert!(
        detail.contains("Send one as Authorization: Bearer."),
        "{detail}"
    );
    for &(requested, content_type, body, status, expected) in ROWS {
        let (method, path) = requested.split_once(' ').unwrap();
        let mut request = world.request(method, &format!("/admin/v1{path}"));
        if !content_type.is_empty() {
            request = request.header("content-type", content_type);
        }
        let request = request.bearer_auth(token).body(body);
        let response = HttpResponse::read(request.send().await.unwrap()).await;
        let detail = response.body["detail"].as_str().unwrap();
        assert_eq!(response.status, status, "{requested}: {detail}");
        assert!(detail.contains(expected), "{requested}: {detail}");
    }
}
