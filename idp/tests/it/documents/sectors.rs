//! Tests OpenID Connect Core section 8: no client learns the subject of a user at another client.

use foundation::on_both_engines;
use idp::testing::TestBrowser;
use serde_json::{Value, json};

use super::{DocumentServer, IdpWithDocuments, admin, decided};
use crate::devices::{self, begin_with};
use crate::harness::{TestIdp, VERIFIER, claims};

fn sub(tokens: &Value) -> String {
    let id_token = tokens["id_token"].as_str().unwrap();
    claims(id_token)["sub"].as_str().unwrap().to_owned()
}

/// Returns a user's subject at a client that the operator registered.
async fn sub_at(world: &TestIdp, visitor: &TestBrowser, (id, address): (&str, &str)) -> String {
    let body = json!({ "redirect_uris": [address], "subject_type": "pairwise" });
    let made = admin(world, "PUT", id, &body).await;
    assert_eq!(made.status, 201, "{}", made.body);
    let secret = made.body["client_secret"].as_str().unwrap();
    let changes = [
        ("client_id", id),
        ("redirect_uri", address),
        ("scope", "openid"),
    ];
    let landing = decided(world, visitor, &world.authorize_url(&changes), "allow").await;
    let code = landing.parameter("code").unwrap();
    let form = [
        ("grant_type", "authorization_code"),
        ("code", code.as_str()),
        ("redirect_uri", address),
        ("code_verifier", VERIFIER),
    ];
    sub(&world.token(&form, Some((id, secret))).await.ok())
}

on_both_engines!(another_user_that_names_a_host_does_not_learn_its_names);

// row: clients-3
async fn another_user_that_names_a_host_does_not_learn_its_names(
    IdpWithDocuments { site, world }: IdpWithDocuments,
) {
    let ann = world.visitor("ann").await;
    let at_victim = sub_at(&world, &ann, ("victim", "https://victim.example/cb")).await;
    let other = sub_at(&world, &ann, ("beside", "https://victim.example/other")).await;
    assert_eq!(at_victim, other, "the control: one sector");
    let mut document = site.document();
    document["redirect_uris"] = json!(["https://victim.example/cb"]);
    document["grant_types"] = json!(["authorization_code", devices::GRANT_TYPE]);
    document["subject_type"] = json!("pairwise");
    site.says(&document);
    let form = [("client_id", site.address.as_str()), ("scope", "openid")];
    let device = devices::DeviceAuthorization::from_json(begin_with(&world, &form).await.ok());
    let page = devices::typed(&world, &ann, &device.user_code).await;
    devices::decided(&world, &page, &device.user_code, "allow").await;
    let form = [
        ("grant_type", devices::GRANT_TYPE),
        ("client_id", site.address.as_str()),
        ("device_code", &device.secret),
    ];
    let response = sub(&world.token(&form, None).await.ok());
    assert_ne!(response, at_victim);
    assert_ne!(response, ann.user_id);
}

// row: clients-3
#[tokio::test]
async fn programs_on_a_machine_share_no_sector() {
    let site = DocumentServer::start().await;
    let world = super::world(&site, &[]).await;
    let ann = world.visitor("ann").await;
    let here = "http://127.0.0.1:4000/cb";
    let one = sub_at(&world, &ann, ("one", here)).await;
    assert_ne!(one, sub_at(&world, &ann, ("two", here)).await);
}
