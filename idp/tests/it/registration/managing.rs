//! Tests RFC 7592: a client changes its own registration, and no other client can.

use foundation::on_both_engines;
use serde_json::{Value, json};

use super::{admin, agent, initial_token, registered, send};
use crate::harness::{HttpResponse, TestIdp};

on_both_engines!(update_replaces_everything_and_drops_no_safeguard_silently);

// row: I8
async fn update_replaces_everything_and_drops_no_safeguard_silently(world: TestIdp) {
    let mut body = agent();
    body["dpop_bound_access_tokens"] = json!(true);
    body["policy_uri"] = json!("https://agent.example/policy");
    let (response, address, own) = registered(&world, &body).await;
    let mut update = json!({
        "client_id": response["client_id"], "redirect_uris": ["https://agent.example/new"],
        "token_endpoint_auth_method": "none",
    });
    let refused = send(&world, "PUT", &address, &own, &update).await;
    assert_eq!(refused.refusal(), (400, "invalid_client_metadata"));
    let why = refused.body["error_description"].as_str().unwrap();
    assert!(why.contains("dpop_bound_access_tokens"), "{why}");
    let stored = send(&world, "GET", &address, &own, &json!({})).await.ok();
    assert_eq!(stored, response, "nothing changed");
    update["dpop_bound_access_tokens"] = json!(true);
    let replaced = send(&world, "PUT", &address, &own, &update).await.ok();
    assert_eq!(replaced["dpop_bound_access_tokens"], true);
    assert_eq!(
        replaced["redirect_uris"],
        json!(["https://agent.example/new"])
    );
    assert_eq!(
        replaced["grant_types"],
        json!(["authorization_code"]),
        "its default again"
    );
    assert_eq!(replaced.get("policy_uri"), None);
    assert_eq!(replaced["client_name"], response["client_id"]);
    update["dpop_bound_access_tokens"] = Value::Null;
    let given_up = send(&world, "PUT", &address, &own, &update).await.ok();
    assert_eq!(given_up["dpop_bound_access_tokens"], false);
    for (member, value) in [
        ("client_id", json!("another")),
        ("registration_access_token", json!("x")),
        (
            "client_secret",
            json!("a secret of its own choice, of 32 bytes"),
        ),
        ("is_active", json!(false)),
    ] {
        let mut wrong = update.clone();
        wrong[member] = value;
        let refused = send(&world, "PUT", &address, &own, &wrong).await;
        assert_eq!(
            refused.refusal(),
            (400, "invalid_client_metadata"),
            "{member}"
        );
    }
    update["scope"] = json!("credits.read websites operator");
    let widened = send(&world, "PUT", &address, &own, &update).await.ok();
    assert_eq!(widened["scope"], "credits.read", "no more than it had");
}

on_both_engines!(registration_token_opens_its_own_registration_alone);

// row: I9
async fn registration_token_opens_its_own_registration_alone(world: TestIdp) {
    let (_, first, own) = registered(&world, &agent()).await;
    let (_, second, other) = registered(&world, &agent()).await;
    let initial = initial_token(&world, &json!({})).await;
    for token in [other.as_str(), &initial, "x"] {
        for method in ["GET", "PUT", "DELETE"] {
            let response = send(&world, method, &first, token, &json!({})).await;
            assert_eq!(response.refusal(), (401, "invalid_token"), "{method}");
        }
    }
    for address in [
        "/oauth/register/web",
        "/oauth/register/nobody",
        "/oauth/register/%00",
    ] {
        let response = send(&world, "GET", address, &own, &json!({})).await;
        assert_eq!(response.refusal(), (401, "invalid_token"), "{address}");
    }
    let without = HttpResponse::read(world.request("GET", &first).send().await.unwrap()).await;
    assert_eq!(
        (without.status.as_u16(), without.header("www-authenticate")),
        (401, "Bearer")
    );
    assert_eq!(
        send(&world, "DELETE", &first, &own, &json!({}))
            .await
            .status,
        204
    );
    let after_deletion = send(&world, "GET", &first, &own, &json!({})).await;
    assert_eq!(after_deletion.refusal(), (401, "invalid_token"));
    assert_eq!(
        send(&world, "GET", &second, &other, &json!({}))
            .await
            .status,
        200
    );
}

#[tokio::test]
async fn client_that_the_operator_deactivated_does_not_switch_itself_on() {
    let world = TestIdp::new().await;
    let (response, address, own) = registered(&world, &agent()).await;
    let id = response["client_id"].as_str().unwrap();
    let mut body = agent();
    body.as_object_mut().unwrap().remove("software_id");
    body["is_active"] = json!(false);
    let path = format!("clients/{id}");
    admin(&world, "PUT", &path, &body).await.ok();
    let mut update = agent();
    update["client_id"] = json!(id);
    for method in ["GET", "PUT", "DELETE"] {
        let refused = send(&world, method, &address, &own, &update).await;
        assert_eq!(refused.refusal(), (401, "invalid_token"), "{method}");
    }
    body["is_active"] = json!(true);
    assert_eq!(
        admin(&world, "PUT", &path, &body).await.ok()["registered_by"],
        "dynamic"
    );
    assert_eq!(
        send(&world, "GET", &address, &own, &update).await.status,
        200
    );
}
