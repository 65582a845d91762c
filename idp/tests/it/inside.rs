//! Tests calls of a service in this process, which get the responses of requests over a connection.

use foundation::outbound::UpstreamService;
use foundation::testing::test_client;
use idp::testing::flush_activity;
use reqwest::{Method, RequestBuilder};

use crate::harness::{HttpResponse, SECRET, TestIdp};

struct ServiceInProcess(UpstreamService);

impl ServiceInProcess {
    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let address = format!("http://idp.example{path}");
        self.0.client().request(method, address)
    }

    fn token(&self, secret: &str) -> RequestBuilder {
        let form = [
            ("grant_type", "client_credentials"),
            ("scope", "idp.clients"),
        ];
        let request = self.request(Method::POST, "/oauth/token");
        let encoded: String = url::form_urlencoded::byte_serialize(secret.as_bytes()).collect();
        request.basic_auth("product-api", Some(encoded)).form(&form)
    }

    async fn send(&self, request: RequestBuilder) -> HttpResponse {
        let sent = self.0.send("calling the idp", request.build().unwrap());
        HttpResponse::read(sent.await.unwrap()).await
    }
}

#[tokio::test]
async fn call_of_the_same_process_gets_the_response_of_a_request() {
    const COUNT_ACTIVITY: &str =
        "SELECT COUNT(*) FROM client_activity WHERE client_id = 'product-api'";
    let world = TestIdp::new().await;
    let endpoint = idp::routes::endpoint_inside(&world.app);
    let inside = ServiceInProcess(UpstreamService::local(test_client(), endpoint));
    let refused = inside.send(inside.token("not-the-secret")).await;
    assert_eq!(refused.refusal(), (401, "invalid_client"));
    let tokens = inside.send(inside.token(SECRET)).await.ok();
    let access = tokens["access_token"].as_str().unwrap();
    flush_activity(&world.app).await.unwrap();
    assert_eq!(world.count(COUNT_ACTIVITY).await, 2, "each is noted");
    let path = "/admin/v1/clients/web";
    let bare = inside.send(inside.request(Method::GET, path)).await;
    assert_eq!(bare.status, 401);
    assert!(bare.header("x-request-id").starts_with("req"), "{bare:?}");
    assert_eq!(bare.body["request_id"], bare.header("x-request-id"));
    let request = inside.request(Method::GET, path).bearer_auth(access);
    assert_eq!(inside.send(request).await.ok()["client_id"], "web");
    let elsewhere = inside.request(Method::GET, "/oauth/authorize");
    assert_eq!(inside.send(elsewhere).await.status, 404);
}
