//! Tests messages of another service to users: the recipient, one email for each name, and what is refused.

use foundation::on_both_engines;
use serde_json::{Value, json};

use crate::harness::{HttpResponse, SECRET, TestIdp};

async fn admin_token(world: &TestIdp, scope: &str) -> String {
    let form = [("grant_type", "client_credentials"), ("scope", scope)];
    let tokens = world.token(&form, Some(("product-api", SECRET))).await.ok();
    tokens["access_token"].as_str().unwrap().to_owned()
}

fn message(changes: &Value) -> Value {
    let mut body = json!({
        "title": "A buyer's bank disputes a payment",
        "lines": ["The bank says: fraudulent.", "Answer in time."],
        "link": "BASE/s/web_1/payments/pmt_1?mode=test",
    });
    for (name, value) in changes.as_object().unwrap() {
        body[name] = value.clone();
    }
    body
}

/// Sends a message; `BASE` in its link is the origin of this installation.
async fn put(world: &TestIdp, user: &str, name: &str, body: &Value) -> HttpResponse {
    let token = admin_token(world, "idp.users").await;
    let body: Value = serde_json::from_str(&body.to_string().replace("BASE", &world.base)).unwrap();
    let request = world.request("PUT", &format!("/admin/v1/users/{user}/mails/{name}"));
    HttpResponse::read(request.bearer_auth(token).json(&body).send().await.unwrap()).await
}

/// Waiting and sent messages.
const MESSAGES: &str = "\
    SELECT (SELECT COUNT(*) FROM outgoing_mail WHERE kind = 'message') \
        + (SELECT COUNT(*) FROM mail_deliveries WHERE kind = 'message')";

on_both_engines!(message_is_queued_once_for_each_name);

async fn message_is_queued_once_for_each_name(world: TestIdp) {
    let ann = world.visitor("ann").await.user_id;
    for (name, state, emails) in [
        ("ntc_1", "queued", 1),
        ("ntc_1", "repeated", 1),
        ("ntc_2", "queued", 2),
    ] {
        let response = put(&world, &ann, name, &message(&json!({}))).await.ok();
        assert_eq!(response["state"], state, "{name}");
        assert_eq!(world.count(MESSAGES).await, emails, "{name}");
    }
    let audited =
        "SELECT COUNT(*) FROM audit WHERE action = 'user.mailed' AND actor = 'product-api'";
    assert_eq!(world.count(audited).await, 2);
    let german = message(&json!({"language": "de"}));
    let at_once = (0..6).map(|_| put(&world, &ann, "ntc_3", &german));
    let mut states: Vec<String> = Vec::new();
    for response in futures_util::future::join_all(at_once).await {
        states.push(response.ok()["state"].as_str().unwrap().to_owned());
    }
    assert_eq!(
        states.iter().filter(|state| *state == "queued").count(),
        1,
        "{states:?}"
    );
    assert_eq!(world.count(MESSAGES).await, 3);
}

on_both_engines!(message_needs_a_known_user_with_a_proven_address);

async fn message_needs_a_known_user_with_a_proven_address(world: TestIdp) {
    let body = message(&json!({}));
    assert_eq!(put(&world, "usr_none", "ntc_1", &body).await.status, 404);
    let ann = world.visitor("ann").await.user_id;
    for statement in [
        "UPDATE users SET is_active = FALSE WHERE id = $1",
        "UPDATE users SET is_active = TRUE, email_verified_at = NULL WHERE id = $1",
    ] {
        world.execute(statement, &ann).await;
        let response = put(&world, &ann, "ntc_1", &body).await.ok();
        assert_eq!(response["state"], "no_recipient", "{statement}");
    }
    world
        .execute("UPDATE users SET email_verified_at = 1 WHERE id = $1", &ann)
        .await;
    let response = put(&world, &ann, "ntc_1", &body).await.ok();
    assert_eq!(response["state"], "queued", "the name stayed free");
    assert_eq!(world.count(MESSAGES).await, 1);
}

#[tokio::test]
async fn message_with_wrong_members_or_without_the_scope_is_refused() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await.user_id;
    for (changes, why) in [
        (json!({"title": ""}), "title: "),
        (json!({"title": "x".repeat(121)}), "title: "),
        (json!({"title": "a\nBcc: eve@example.com"}), "title: "),
        (json!({"lines": []}), "lines: "),
        (json!({"lines": ["a", "b", "c"]}), "lines: "),
        (json!({"lines": ["x".repeat(501)]}), "lines: "),
        (json!({"link": "https://evil.example/"}), "link: "),
        (json!({"link": "/s/web_1"}), "link: "),
        (json!({"language": "fr"}), "language: "),
    ] {
        let response = put(&world, &ann, "ntc_1", &message(&changes)).await;
        assert_eq!(response.status, 400, "{changes}: {response:?}");
        let detail = response.body["detail"].as_str().unwrap();
        assert!(detail.starts_with(why), "{changes}: {detail}");
    }
    let long = "x".repeat(101);
    assert_eq!(
        put(&world, &ann, &long, &message(&json!({}))).await.status,
        400
    );
    let token = admin_token(&world, "idp.clients").await;
    let request = world.request("PUT", &format!("/admin/v1/users/{ann}/mails/ntc_1"));
    let request = request.bearer_auth(token).json(&message(&json!({})));
    let response = HttpResponse::read(request.send().await.unwrap()).await;
    assert_eq!(response.refusal(), (403, "insufficient_scope"));
    assert_eq!(world.count(MESSAGES).await, 0);
}
