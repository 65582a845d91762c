//! Tests the life of a self-registered client: its users must consent each time, and an unused client is deleted.

use std::collections::BTreeSet;

use foundation::on_both_engines;
use foundation::testing::drop_append_only;
use serde_json::{Value, json};

use super::{admin, agent, registered, send};
use crate::harness::TestIdp;

on_both_engines!(self_registered_client_needs_consent_each_time);

// row: A18
async fn self_registered_client_needs_consent_each_time(world: TestIdp) {
    let (response, ..) = registered(&world, &agent()).await;
    let id = response["client_id"].as_str().unwrap();
    let ann = world.visitor("ann").await;
    let remember = "INSERT INTO consents (user_id, client_id, scope, updated_at) \
        SELECT $1, id, 'openid credits.read', 0 FROM clients WHERE registered_by = 'dynamic' OR id = 'shop'";
    world.execute(remember, &ann.user_id).await;
    let at = |id: &'static str, address: &'static str| {
        [
            ("client_id", id),
            ("redirect_uri", address),
            ("scope", "openid"),
        ]
    };
    // The control: the consent to a client that the operator registered is remembered.
    let shop = at("shop", "https://shop.example/cb");
    world.code(&ann, &shop).await;
    let changes = [
        ("client_id", id),
        ("redirect_uri", "https://agent.example/cb"),
        ("scope", "openid"),
    ];
    let page = world.get(&world.authorize_url(&changes), Some(&ann)).await;
    assert_eq!(page.status(), 200, "the consent page");
    let mut silent = changes.to_vec();
    silent.push(("prompt", "none"));
    assert_eq!(
        world.authorize(Some(&ann), &silent).await.error(),
        "consent_required"
    );
}

on_both_engines!(only_idle_self_registered_clients_are_deleted);

// row: clients-6
async fn only_idle_self_registered_clients_are_deleted(world: TestIdp) {
    let idle = registered(&world, &agent()).await.0;
    let machine = json!({ "grant_types": ["client_credentials"], "scope": "credits.read" });
    let used = registered(&world, &machine).await.0;
    let id = |response: &Value| response["client_id"].as_str().unwrap().to_owned();
    let day = 24 * 60 * 60;
    world.wait(60 * day);
    let form = [("grant_type", "client_credentials")];
    let secret = used["client_secret"].as_str().unwrap();
    world.token(&form, Some((&id(&used), secret))).await.ok();
    // The server records uses once an hour.
    world.wait(30 * day + 3600 - 1);
    idp::testing::sweep(&world.app).await.unwrap();
    let ids = async || {
        let mut all = BTreeSet::new();
        for one in [id(&idle), id(&used), "shop".to_owned()] {
            if admin(&world, "GET", &format!("clients/{one}"), &json!({}))
                .await
                .status
                == 200
            {
                all.insert(one);
            }
        }
        all
    };
    assert_eq!(ids().await.len(), 3, "a second too early");
    world.wait(1);
    idp::testing::sweep(&world.app).await.unwrap();
    assert_eq!(ids().await, BTreeSet::from([id(&used), "shop".to_owned()]));
    world.wait(91 * day);
    idp::testing::sweep(&world.app).await.unwrap();
    assert_eq!(ids().await, BTreeSet::from(["shop".to_owned()]));
    assert_eq!(
        world
            .count("SELECT COUNT(*) FROM initial_access_tokens")
            .await,
        0
    );
}

on_both_engines!(used_client_is_deleted_ninety_days_after_the_last_use);

// row: clients-6
async fn used_client_is_deleted_ninety_days_after_the_last_use(world: TestIdp) {
    // The sweep runs in a later year, and deletes audit rows that are recent by the database's clock.
    drop_append_only(&world.app.database).await;
    let machine = json!({ "grant_types": ["client_credentials"], "scope": "credits.read" });
    let used = registered(&world, &machine).await.0;
    let secret = used["client_secret"].as_str().unwrap();
    let id = used["client_id"].as_str().unwrap();
    let form = [("grant_type", "client_credentials")];
    let (hour, day) = (60 * 60, 24 * 60 * 60);
    let is_there = async || {
        idp::testing::sweep(&world.app).await.unwrap();
        let found = admin(&world, "GET", &format!("clients/{id}"), &json!({})).await;
        found.status == 200
    };
    // A use counts even if the server does not record it because of a recent one.
    for _ in 0..5 {
        world.token(&form, Some((id, secret))).await.ok();
        world.wait(hour - 1);
        world.token(&form, Some((id, secret))).await.ok();
        world.wait(90 * day - 1);
        assert!(is_there().await);
    }
    // The server deletes the client ninety days after its last use, or at most an hour later.
    world.wait(2);
    assert!(!is_there().await);
    let audit_log = world
        .text("SELECT actor || ' ' || details FROM audit WHERE action = 'client.deleted'")
        .await;
    assert_eq!(audit_log, r#"idp {"idle":true}"#);
}

on_both_engines!(activity_is_deleted_with_its_client);

async fn activity_is_deleted_with_its_client(world: TestIdp) {
    let wrong = async |id: &str| {
        let changes = [
            ("client_id", id),
            ("redirect_uri", "https://other.example/cb"),
        ];
        world.get(&world.authorize_url(&changes), None).await;
    };
    let flush = async || idp::testing::flush_activity(&world.app).await.unwrap();
    let stored = async || {
        let requests = "SELECT COUNT(*) FROM client_activity WHERE endpoint = 'authorize' AND client_id <> 'web'";
        let first = "SELECT COUNT(*) FROM client_first_sign_ins";
        (world.count(requests).await, world.count(first).await)
    };
    // A client deletes its own registration while its last request is not written yet.
    let (response, address, own) = registered(&world, &agent()).await;
    let id = response["client_id"].as_str().unwrap();
    let (idle, ..) = registered(&world, &agent()).await;
    for id in [id, idle["client_id"].as_str().unwrap()] {
        wrong(id).await;
        let first = "INSERT INTO client_first_sign_ins (client_id, at) VALUES ($1, 0)";
        world.execute(first, id).await;
    }
    flush().await;
    assert_eq!(stored().await, (2, 2));
    wrong(id).await;
    let deletion = send(&world, "DELETE", &address, &own, &json!({})).await;
    assert_eq!(deletion.status, 204);
    assert_eq!(stored().await, (1, 1));
    // Writing that request later affects no request of other clients.
    world
        .get(
            &world.authorize_url(&[("redirect_uri", "https://other.example/cb")]),
            None,
        )
        .await;
    flush().await;
    assert_eq!(stored().await, (1, 1));
    let requests = "SELECT COUNT(*) FROM client_activity WHERE client_id = 'web'";
    assert_eq!(world.count(requests).await, 1);
    // An unused client's requests are deleted with it as well.
    world.wait(91 * 24 * 60 * 60);
    idp::testing::sweep(&world.app).await.unwrap();
    assert_eq!(stored().await, (0, 0));
}

#[tokio::test]
async fn audit_log_contains_registrations_without_a_token() {
    let world = TestIdp::new().await;
    let (response, address, own) = registered(&world, &agent()).await;
    send(&world, "DELETE", &address, &own, &json!({})).await;
    let audit_log = world
        .text("SELECT COALESCE(CAST(COUNT(*) AS TEXT), '') || ' ' || MIN(action) || ' ' || MAX(action) FROM audit")
        .await;
    assert_eq!(audit_log, "3 client.deleted initial_token.made");
    let id = response["client_id"].as_str().unwrap();
    let count = "SELECT COUNT(*) FROM audit WHERE details LIKE '%agent%' OR subject LIKE 'https%'";
    assert_eq!(world.count(count).await, 0, "{id}");
}
