//! Tests a change of the master secret: the new one reseals all data, then the old one can be removed.

use std::sync::Arc;

use foundation::testing::TestServer;
use foundation::{Random, on_both_engines};
use idp::app::App;
use idp::testing::{TestProfile, sign_in_by_provider};
use serde_json::Value;

use super::ask;
use crate::harness::{HttpResponse, MASTER, SECRET, TestIdp};

const NEW: &str = "4be86f0d9a7c12358ed4b09617f3ca52";

/// Opens a server of this installation with other master secrets.
async fn server(world: &TestIdp, secret: &str, previous: &[&str]) -> Result<Arc<App>, String> {
    let mut config = world.app.config.clone();
    config.base.secret = secret.into();
    config.base.previous_secrets = previous.iter().map(|&one| one.into()).collect();
    App::open(config, world.clock.clone(), Random::system())
        .await
        .map_err(|error| error.to_string())
}

/// Reseals everything by the API of a server.
async fn reseal(world: &TestIdp, app: &Arc<App>) -> u64 {
    let (listener, base) = TestServer::bind().await;
    let _server = TestServer::start(listener, idp::routes::endpoint(app));
    let form = [("grant_type", "client_credentials"), ("scope", "idp.keys")];
    let tokens = world.token(&form, Some(("keeper", SECRET))).await.ok();
    let token = tokens["access_token"].as_str().unwrap();
    let (mut written, mut cursor) = (0, String::new());
    loop {
        let address = format!("{base}/admin/v1/keys/reseal{cursor}");
        let request = world.request("POST", &address).bearer_auth(token);
        let response = HttpResponse::read(request.send().await.unwrap()).await.ok();
        written += response["resealed"].as_u64().unwrap();
        let Some(next) = response["next_cursor"].as_str() else {
            return written;
        };
        cursor = format!("?cursor={next}");
    }
}

async fn people(world: &TestIdp, count: usize) {
    for number in 0..count {
        let id = number.to_string();
        let profile = TestProfile {
            provider: "acme",
            id: &id,
            email: None,
            token: "token-of-the-provider",
        };
        let came = sign_in_by_provider(&world.app, profile, None, None)
            .await
            .unwrap();
        assert!(came.session.is_some(), "{came:?}");
    }
}

on_both_engines!(master_secret_can_be_changed_and_forgotten);

async fn master_secret_can_be_changed_and_forgotten(world: TestIdp) {
    people(&world, 120).await;
    let ann = world.visitor("ann").await;
    let tokens = world.tokens(&ann).await;
    let access = tokens["access_token"].as_str().unwrap();
    let forgotten = server(&world, NEW, &[]).await.err().unwrap();
    assert!(forgotten.contains("IDP_SECRET_PREVIOUS"), "{forgotten}");

    let changed = server(&world, NEW, &[MASTER]).await.unwrap();
    // The server reseals three keys, the stored secret, and every account.
    assert_eq!(reseal(&world, &changed).await, 3 + 1 + 120);
    assert_eq!(reseal(&world, &changed).await, 0, "again");
    let alone = server(&world, NEW, &[]).await.unwrap();
    let (listener, base) = TestServer::bind().await;
    let _server = TestServer::start(listener, idp::routes::endpoint(&alone));
    let request = world.request("GET", &format!("{base}/oauth/userinfo"));
    let response = request.bearer_auth(access).send().await.unwrap();
    assert_eq!(response.status(), 200, "what was signed before verifies");
    let sealed = "SELECT refresh_token FROM accounts ORDER BY id LIMIT 1";
    let plain = alone
        .sealer
        .open("provider-token", &world.text(sealed).await);
    assert_eq!(plain.as_deref(), Some("token-of-the-provider-refresh"));
    let old = server(&world, MASTER, &[]).await.err().unwrap();
    assert!(old.contains("cannot be decrypted"), "{old}");

    let audit_log = ask(&world, "GET", "/audit?action=secrets.resealed")
        .await
        .ok();
    let events = audit_log["events"].as_array().unwrap();
    let accounts: u64 = events
        .iter()
        .map(|event| event["details"]["accounts"].as_u64().unwrap())
        .sum();
    assert_eq!((events.len(), accounts), (2, 120), "{events:?}");
}

on_both_engines!(earlier_forms_and_sessions_remain_valid);

async fn earlier_forms_and_sessions_remain_valid(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let response = world.get("/api/auth/csrf", None).await;
    let cookie = response.headers()["set-cookie"].to_str().unwrap();
    let cookie = cookie.split(';').next().unwrap().to_owned();
    let csrf: Value = response.json().await.unwrap();
    for (previous, goes_on) in [(vec![MASTER], true), (vec![], false)] {
        if previous.is_empty() {
            let changed = server(&world, NEW, &[MASTER]).await.unwrap();
            reseal(&world, &changed).await;
        }
        let app = server(&world, NEW, &previous).await.unwrap();
        let (listener, base) = TestServer::bind().await;
        let _server = TestServer::start(listener, idp::routes::endpoint(&app));
        let get = async |path: &str, cookie: &str| {
            let request = world.request("GET", &format!("{base}{path}"));
            let response = request.header("cookie", cookie).send().await.unwrap();
            response.json::<Value>().await.unwrap()
        };
        let stored = get("/api/auth/csrf", &cookie).await;
        assert_eq!(stored == csrf, goes_on, "the token of a form");
        let session = get("/api/auth/session", &ann.cookie).await;
        assert_eq!(session["user"]["email"], "ann@example.com", "it is no seal");
    }
}
