//! Tests that the admin API creates expected users, each only once.

use foundation::on_both_engines;
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::harness::{HttpResponse, SECRET, TestIdp};
use crate::visiting::retry_while_busy;

async fn admin_token(world: &TestIdp) -> String {
    let form = [("grant_type", "client_credentials"), ("scope", "idp.users")];
    let tokens = world.token(&form, Some(("keeper", SECRET))).await.ok();
    tokens["access_token"].as_str().unwrap().to_owned()
}

async fn create(world: &TestIdp, token: &str, body: &Value) -> HttpResponse {
    let request = world.request("POST", "/admin/v1/users");
    HttpResponse::read(request.bearer_auth(token).json(body).send().await.unwrap()).await
}

on_both_engines!(created_user_signs_in_as_that_user);

async fn created_user_signs_in_as_that_user(world: TestIdp) {
    let token = admin_token(&world).await;
    for (email, name, verified) in [
        ("Ann@Example.com", Some("Ann Lee"), None),
        ("ben@example.com", None, Some(true)),
    ] {
        let body = json!({ "email": email, "name": name, "email_verified": verified });
        let made = create(&world, &token, &body).await;
        assert_eq!(made.status, 201, "{}", made.body);
        let small = email.to_lowercase();
        assert_eq!(made.body["email"], json!(small));
        assert_eq!(made.body["name"], json!(name));
        assert_eq!(made.body["email_verified"], json!(verified.is_some()));
        assert_eq!(made.body["is_operator"], json!(false));
        let came = world.visitor(small.split('@').next().unwrap()).await;
        assert_eq!(json!(came.user_id), made.body["id"]);
        let again = create(&world, &token, &body).await;
        assert_eq!(again.status, 409, "{}", again.body);
    }
    let audit_log = "SELECT COUNT(*) FROM audit WHERE action = 'user.created' AND actor = 'keeper' \
        AND details NOT LIKE '%example%'";
    assert_eq!(world.count(audit_log).await, 2);
}

on_both_engines!(concurrent_creations_of_a_user_create_one);

async fn concurrent_creations_of_a_user_create_one(world: TestIdp) {
    let token = admin_token(&world).await;
    for verified in [false, true] {
        let body =
            json!({ "email": format!("zoe-{verified}@example.com"), "email_verified": verified });
        let responses =
            join_all((0..50).map(|_| retry_while_busy(|| create(&world, &token, &body)))).await;
        let made = responses
            .iter()
            .filter(|response| response.status == 201)
            .count();
        let refused = responses
            .iter()
            .filter(|response| response.status == 409)
            .count();
        assert_eq!((made, refused), (1, 49));
    }
    assert_eq!(world.count("SELECT COUNT(*) FROM users").await, 2);
}

#[tokio::test]
async fn invalid_user_is_refused_and_not_created() {
    let world = TestIdp::new().await;
    let token = admin_token(&world).await;
    for body in [
        json!({ "email": "no address" }),
        json!({ "email": "ann@example.com", "name": "\u{7}" }),
        json!({ "name": "Ann" }),
        json!({ "email": "ann@example.com", "password": "kiln tugboat 40" }),
        json!({ "email": "ann@example.com", "is_operator": true }),
    ] {
        let response = create(&world, &token, &body).await;
        assert_eq!(response.status, 400, "{body}");
    }
    assert_eq!(world.count("SELECT COUNT(*) FROM users").await, 0);
}
