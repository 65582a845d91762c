//! Tests bodies that every operation refuses: a repeated member, and a number in place of a text.

use foundation::testing::test_client;

use super::{ANN, token, world};
use crate::api_bodies::{assert_body_is_refused, operations_with_body};
use crate::responses::HttpResponse;
use crate::visiting::TestBackend;

#[tokio::test]
async fn operation_refuses_a_repeated_member_and_a_number_for_a_text() {
    let world = world(TestBackend::Sqlite).await;
    let ann = world.signed_in(ANN).await;
    let own = token(&world, &ann).await;
    let send = async |method: &str, path: &str, body: &'static str| {
        let client = test_client();
        let request = client.request(method.parse().unwrap(), world.at_server(path));
        let request = request.bearer_auth(&own);
        let request = request.header("content-type", "application/json");
        HttpResponse::read(request.body(body).send().await.unwrap()).await
    };
    let operations = operations_with_body("/account/v1", &idp::account_document());
    assert_eq!(operations.len(), 3, "{operations:?}");
    for (method, path) in &operations {
        let response = send(method, path, r#"{"name":"Ann","name":"Bob"}"#).await;
        assert_body_is_refused(&response, "names a member twice");
    }
    let response = send("PATCH", "/account/v1/profile", r#"{"name":5}"#).await;
    assert_body_is_refused(&response, "/name: ");
    assert_eq!(ann.session().await["user"]["name"], serde_json::Value::Null);
}
