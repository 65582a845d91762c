//! Tests the operator's decisions about a client by metadata document, which override the document permanently.

use foundation::on_both_engines;
use serde_json::{Value, json};

use super::{DocumentServer, IdpWithDocuments, admin, allowed, redeemed, tokens, world};
use crate::harness::{HttpResponse, TestIdp, claims};

/// Asserts that no user is asked for a deactivated client, and that the client gets no tokens.
async fn assert_unknown(world: &TestIdp, site: &DocumentServer) {
    let ann = world.visitor("ann").await;
    let landing = world.authorize(Some(&ann), &site.request(&[])).await;
    assert!(landing.is_page(), "{landing:?}");
    let form = [
        ("grant_type", "refresh_token"),
        ("client_id", site.address.as_str()),
        ("refresh_token", "x"),
    ];
    let response = world.token(&form, None).await;
    assert_eq!(response.refusal(), (401, "invalid_client"));
}

async fn switch(world: &TestIdp, site: &DocumentServer, is_active: bool) -> HttpResponse {
    admin(
        world,
        "PUT",
        &site.address,
        &json!({ "is_active": is_active }),
    )
    .await
}

async fn sweep(world: &TestIdp) -> u64 {
    idp::testing::sweep(&world.app).await.unwrap()
}

const DAY: u64 = 24 * 60 * 60;

on_both_engines!(operator_switches_a_document_off_and_it_stays_off);

// row: B21
async fn operator_switches_a_document_off_and_it_stays_off(
    IdpWithDocuments { site, world }: IdpWithDocuments,
) {
    let ann = world.visitor("ann").await;
    let tokens = tokens(&world, &site, &ann).await;
    let text = |name: &str| tokens[name].as_str().unwrap().to_owned();
    assert_eq!(world.userinfo(&text("access_token")).await.status, 200);
    let response = switch(&world, &site, false).await.ok();
    assert_eq!(
        (&response["is_active"], &response["registered_by"]),
        (&json!(false), &json!("document"))
    );
    assert_eq!(world.userinfo(&text("access_token")).await.status, 401);
    assert_unknown(&world, &site).await;
    world.wait(3600);
    assert_unknown(&world, &site).await;
    assert_eq!(site.request_count(), 1, "an inactive client is not fetched");
    let deletion = admin(&world, "DELETE", &site.address, &json!({})).await;
    assert_eq!(deletion.status, 409, "{}", deletion.body);
    assert!(
        deletion.body["detail"]
            .as_str()
            .unwrap()
            .contains("is_active"),
        "it says what to do"
    );
    assert_unknown(&world, &site).await;
    // A deactivated client is never deleted as unused, because its document would be accepted again.
    world.wait(91 * DAY);
    sweep(&world).await;
    assert_unknown(&world, &site).await;
    // The control: a reactivated client can be used again, and its earlier grants remain ended.
    switch(&world, &site, true).await.ok();
    let ben = world.visitor("ben").await;
    let code = allowed(&world, &ben, &site.request(&[]))
        .await
        .parameter("code")
        .unwrap();
    redeemed(&world, &site, &code).await.ok();
    let form = [
        ("grant_type", "refresh_token"),
        ("client_id", site.address.as_str()),
        ("refresh_token", &text("refresh_token")),
    ];
    assert_eq!(
        world.token(&form, None).await.refusal(),
        (400, "invalid_grant")
    );
}

on_both_engines!(idle_document_is_deleted_and_logged_and_a_deactivated_one_remains);

// row: B21
async fn idle_document_is_deleted_and_logged_and_a_deactivated_one_remains(
    IdpWithDocuments { site, world }: IdpWithDocuments,
) {
    let ann = world.visitor("ann").await;
    tokens(&world, &site, &ann).await;
    let other = DocumentServer::start().await;
    admin(
        &world,
        "PUT",
        &other.address,
        &json!({ "is_active": false }),
    )
    .await;
    world.wait(91 * DAY);
    sweep(&world).await;
    let left = world
        .text("SELECT CAST(COUNT(*) AS TEXT) || MIN(CAST(is_active AS TEXT)) FROM clients WHERE registered_by = 'document'")
        .await;
    assert!(["10", "1false"].contains(&&*left), "{left}");
    let audit_log = world
        .text("SELECT actor || ' ' || details FROM audit WHERE action = 'client.deleted'")
        .await;
    assert_eq!(audit_log, r#"idp {"idle":true}"#);
}

on_both_engines!(unknown_agent_can_be_deactivated_in_advance);

// row: B21
async fn unknown_agent_can_be_deactivated_in_advance(
    IdpWithDocuments { site, world }: IdpWithDocuments,
) {
    let early = switch(&world, &site, true).await;
    assert_eq!(early.status, 400, "{}", early.body);
    let response = switch(&world, &site, false).await;
    assert_eq!(response.status, 201, "{}", response.body);
    assert_unknown(&world, &site).await;
    assert_eq!(site.request_count(), 0);
    switch(&world, &site, true).await.ok();
    let ann = world.visitor("ann").await;
    tokens(&world, &site, &ann).await;
    assert_eq!(site.request_count(), 1);
}

#[tokio::test]
async fn operator_changes_no_other_member_of_a_document() {
    let site = DocumentServer::start().await;
    let world = world(&site, &[]).await;
    let ann = world.visitor("ann").await;
    tokens(&world, &site, &ann).await;
    let response = admin(&world, "GET", &site.address, &json!({})).await.ok();
    let known = response.as_object().unwrap().clone();
    let put = async |member: &str, value: Value| {
        let body = json!({ member: value });
        admin(&world, "PUT", &site.address, &body).await
    };
    for (member, value) in [
        ("client_name", json!("Another")),
        ("redirect_uris", json!(["https://evil.example/cb"])),
        ("token_endpoint_auth_method", json!("client_secret_basic")),
        ("scope", json!("credits.read operator")),
    ] {
        let refused = put(member, value).await;
        assert_eq!(refused.status, 400, "{member}");
        let detail = refused.body["detail"].as_str().unwrap();
        assert!(
            detail.contains(member) && detail.contains("document"),
            "{detail}"
        );
    }
    // The operator may repeat the document's values, and set the resources.
    let mut body = json!({ "resources": ["https://api.example/"] });
    for member in [
        "client_name",
        "redirect_uris",
        "grant_types",
        "scope",
        "token_endpoint_auth_method",
    ] {
        body[member] = known[member].clone();
    }
    let put = admin(&world, "PUT", &site.address, &body).await.ok();
    assert_eq!(put["resources"], json!(["https://api.example/"]));
    world.wait(600);
    let ben = world.visitor("ben").await;
    let request = site.request(&[("resource", "https://api.example/")]);
    let code = allowed(&world, &ben, &request)
        .await
        .parameter("code")
        .unwrap();
    let access = redeemed(&world, &site, &code).await.ok();
    assert_eq!(site.request_count(), 2, "the document came anew");
    let token = access["access_token"].as_str().unwrap();
    assert_eq!(claims(token)["aud"], "https://api.example/");
}
