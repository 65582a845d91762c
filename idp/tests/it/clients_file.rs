//! Tests that a client that the clients file deactivates or omits loses its grants.

use foundation::{Random, on_both_engines};
use idp::app::App;
use idp::testing::TestBrowser;
use serde_json::{Value, json};

use crate::admin_clients::put;
use crate::harness::{SECRET, TestIdp, claims};
use crate::logout::{IdpWithClient, text};

/// Starts a second server on the database with a changed file, as after an edit by the operator.
async fn started_with(world: &TestIdp, change: impl Fn(&mut Vec<Value>)) {
    let file = world.app.config.storage.clients_file.clone().unwrap();
    let text = std::fs::read(&file).unwrap();
    let mut clients: Vec<Value> = serde_json::from_slice(&text).unwrap();
    change(&mut clients);
    std::fs::write(&file, json!(clients).to_string()).unwrap();
    let config = world.app.config.clone();
    let _second = App::open(config, world.clock.clone(), Random::system())
        .await
        .unwrap();
    // A server reads a changed client within a second; the test drops its cache instead.
    for id in ["backend", "meter", "site", "web"] {
        idp::testing::forget_client(&world.app, id).await;
    }
}

fn find_client(clients: &[Value], id: &str) -> usize {
    let index = clients.iter().position(|client| client["client_id"] == id);
    index.unwrap()
}

async fn refresh(world: &TestIdp, tokens: &Value) -> (u16, String) {
    let form = [
        ("grant_type", "refresh_token"),
        ("refresh_token", tokens["refresh_token"].as_str().unwrap()),
    ];
    let response = world.token(&form, Some(("backend", SECRET))).await;
    let (status, error) = response.refusal();
    (status, error.to_owned())
}

async fn userinfo(world: &TestIdp, tokens: &Value) -> u16 {
    let access = tokens["access_token"].as_str().unwrap();
    world.userinfo(access).await.status.as_u16()
}

/// Asserts that the client `backend` is off and its tokens are revoked, also after the client is back.
async fn assert_off_and_on_again(
    world: &TestIdp,
    ann: &TestBrowser,
    off: impl Fn(&mut Vec<Value>),
) {
    let tokens = world.site_tokens(ann, "openid offline_access").await;
    let of_web = world.tokens(ann).await;
    started_with(world, |_| ()).await;
    assert_eq!(userinfo(world, &tokens).await, 200, "nothing changed");
    let file = world.app.config.storage.clients_file.clone().unwrap();
    let before = std::fs::read(&file).unwrap();
    started_with(world, off).await;
    assert_eq!(userinfo(world, &tokens).await, 401);
    assert_eq!(refresh(world, &tokens).await.0, 401, "it is nobody");
    assert_eq!(userinfo(world, &of_web).await, 200, "another's live");
    std::fs::write(&file, before).unwrap();
    started_with(world, |_| ()).await;
    assert_eq!(userinfo(world, &tokens).await, 401, "nothing of before");
    let refused = (400, "invalid_grant".to_owned());
    assert_eq!(refresh(world, &tokens).await, refused);
    let tokens = world.site_tokens(ann, "openid offline_access").await;
    assert_eq!(refresh(world, &tokens).await.0, 200, "it is somebody again");
}

on_both_engines!(client_that_the_file_switches_off_loses_its_grants);

// row: B21
async fn client_that_the_file_switches_off_loses_its_grants(world: TestIdp) {
    let ann = world.visitor("ann").await;
    assert_off_and_on_again(&world, &ann, |clients| {
        let index = find_client(clients, "backend");
        clients[index]["is_active"] = json!(false);
    })
    .await;
}

on_both_engines!(client_that_the_file_names_no_more_loses_its_grants);

// row: B21
async fn client_that_the_file_names_no_more_loses_its_grants(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let site = json!({ "redirect_uris": ["https://site.example/cb"] });
    let made = put(&world, "site", &site).await;
    assert_eq!(made.status, 201);
    assert_off_and_on_again(&world, &ann, |clients| {
        let index = find_client(clients, "backend");
        clients.remove(index);
    })
    .await;
    let found = crate::admin_clients::without_body(&world, "GET", "site").await;
    assert_eq!(found.ok()["is_active"], true, "no file ever named it");
}

on_both_engines!(operator_changes_to_a_file_client_remain_until_the_file_changes);

// row: B21
async fn operator_changes_to_a_file_client_remain_until_the_file_changes(world: TestIdp) {
    let basic = Some(("meter", SECRET));
    let form = [
        ("grant_type", "client_credentials"),
        ("scope", "metrics.read"),
    ];
    let body = |is_active: bool| {
        json!({
            "grant_types": ["client_credentials"], "scope": "metrics.read", "redirect_uris": [],
            "is_active": is_active,
        })
    };
    assert_eq!(world.token(&form, basic).await.status, 200);
    put(&world, "meter", &body(false)).await.ok();
    started_with(&world, |_| ()).await;
    assert_eq!(
        world.token(&form, basic).await.status,
        401,
        "off after a restart"
    );
    let rotated = put(&world, "meter?rotate_secret=true", &body(true))
        .await
        .ok();
    let secret = rotated["client_secret"].as_str().unwrap();
    started_with(&world, |_| ()).await;
    assert_eq!(
        world.token(&form, basic).await.status,
        401,
        "the secret of before"
    );
    let fresh = world.token(&form, Some(("meter", secret))).await;
    assert_eq!(fresh.status, 200, "{}", fresh.body);
    let statement = "SELECT COUNT(*) FROM audit WHERE actor = 'idp' AND action = 'client.put'";
    assert_eq!(world.count(statement).await, 0);
    started_with(&world, |clients| {
        let index = find_client(clients, "meter");
        clients[index]["client_name"] = json!("The meter");
    })
    .await;
    assert_eq!(
        world.token(&form, basic).await.status,
        200,
        "what the file says anew"
    );
    let fresh = world.token(&form, Some(("meter", secret))).await;
    assert_eq!(fresh.status, 401);
    assert_eq!(world.count(statement).await, 1, "it is written down");
}

on_both_engines!(operator_changes_survive_the_removal_from_the_file);

// row: B21
async fn operator_changes_survive_the_removal_from_the_file(world: TestIdp) {
    let form = [
        ("grant_type", "client_credentials"),
        ("scope", "metrics.read"),
    ];
    let works = async || world.token(&form, Some(("meter", SECRET))).await.status == 200;
    let switch = async |is_active: bool| {
        let body = json!({ "active": is_active });
        put(&world, "meter/active", &body).await.ok();
    };
    let file = world.app.config.storage.clients_file.clone().unwrap();
    let before = std::fs::read(&file).unwrap();
    let without = |clients: &mut Vec<Value>| {
        clients.retain(|client| client["client_id"] != "meter");
    };
    // The client was deactivated before the file omitted it, or by that omission.
    for is_active in [true, false] {
        switch(is_active).await;
        started_with(&world, without).await;
        assert!(!works().await, "it is off");
        switch(true).await;
        for _ in 0..2 {
            started_with(&world, |_| ()).await;
            assert!(works().await, "the operator switched it on again");
        }
        std::fs::write(&file, &before).unwrap();
        started_with(&world, |_| ()).await;
        assert!(works().await, "it is named again");
    }
    // The control: later changes of the file apply again.
    started_with(&world, without).await;
    assert!(!works().await);
}

on_both_engines!(client_deactivated_by_the_file_gets_a_logout_token);

// row: B21
async fn client_deactivated_by_the_file_gets_a_logout_token(sited: IdpWithClient) {
    let IdpWithClient { world, site, .. } = &sited;
    started_with(world, |clients| {
        clients.push(json!({
            "client_id": "site", "token_endpoint_auth_method": "none", "redirect_uris": ["https://site.example/cb"],
            "backchannel_logout_uri": site.uri(),
        }));
    })
    .await;
    let ann = world.visitor("ann").await;
    let hint = text(&sited.tokens(&ann).await, "id_token");
    started_with(world, |_| ()).await;
    assert_eq!(site.connections(), 0, "nothing changed");
    started_with(world, |clients| {
        clients.retain(|client| client["client_id"] != "site");
    })
    .await;
    let received = site.wait_for_requests(1).await;
    assert_eq!(claims(&received[0].token)["sid"], claims(&hint)["sid"]);
}
