//! Tests registration of websites: one call, also at an idp that fails in the middle of it.

use std::time::Duration;

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::harness::{TestApi, on_both_engines, registration};
use crate::issuer::Behaviour;

on_both_engines! {
    async fn registration_returns_all_credentials(world: TestApi) {
        let response = world.register("usr_1", "Picture Shop").await;
        let (website, client) = (&response["website"], &response["client"]);
        assert!(website["id"].as_str().unwrap().starts_with("web_"));
        assert_eq!(website["status"], "active");
        assert_eq!(client["client_id"], website["client_id"]);
        assert_eq!(client["issuer"], world.issuer.url.as_str());
        let secret = client["client_secret"].as_str().unwrap();
        assert_eq!(secret, format!("secret-of-{}", website["client_id"].as_str().unwrap()));
        let key = response["api_key"]["key"].as_str().unwrap();
        let test_key = response["test_api_key"]["key"].as_str().unwrap();
        assert!(key.starts_with("tg_live_") && key.len() == 51, "{key}");
        assert!(test_key.starts_with("tg_test_") && test_key.len() == 51);
        let prefix = response["api_key"]["prefix"].as_str().unwrap();
        assert!(key.starts_with(prefix) && prefix.len() == 12);
        let snippet = response["snippet"].as_str().unwrap();
        for part in [secret, key, test_key, website["client_id"].as_str().unwrap(), &world.issuer.url] {
            assert!(snippet.contains(part), "{part} in {snippet}");
        }
        assert_eq!(response["webhook"], Value::Null);
        let link = url::Url::parse(response["test_link"].as_str().unwrap()).unwrap();
        assert_eq!((link.origin().ascii_serialization(), link.path()), (world.issuer.url.clone(), "/oauth/authorize"));
        let said: std::collections::BTreeMap<_, _> = link.query_pairs().into_owned().collect();
        assert_eq!((&said["client_id"], &said["response_type"]), (&website["client_id"].as_str().unwrap().to_owned(), &"code".to_owned()));
        assert_eq!((said["redirect_uri"].as_str(), said["code_challenge"].len()), ("https://shop.example.com/cb", 43));
        // Checks the client at the idp.
        let clients = world.issuer.clients.lock().unwrap().clone();
        let registered = &clients[website["client_id"].as_str().unwrap()];
        assert_eq!(registered["redirect_uris"], json!(["https://shop.example.com/cb"]));
        assert_eq!(registered["scope"], "credits.read credits.buy");
        // Clients that read only the ID token get a name and an address, and clients without PKCE are accepted.
        assert_eq!(registered["userinfo_claims_in_id_token"], true);
        assert_eq!(registered["require_pkce"], false);
        assert_eq!(registered["token_endpoint_auth_method"], "client_secret_basic");
        // Both keys work, and no table contains secrets.
        for key in [key, test_key] {
            assert_eq!(world.get("/v1/customers", key).await.status, 200);
        }
        let revealing = "SELECT count(*) FROM api_keys WHERE digest LIKE 'tg%' OR length(digest) <> 43 OR length(prefix) <> 12";
        assert_eq!(world.count(revealing).await, 0);
        assert_eq!(world.count("SELECT count(*) FROM audit").await, 3);
    }
}

on_both_engines! {
    async fn website_sets_its_sign_in_and_logout_uris(world: TestApi) {
        let mut body = registration("Picture Shop");
        body["post_logout_redirect_uris"] = json!(["https://shop.example.com/bye"]);
        body["backchannel_logout_uri"] = json!("https://shop.example.com/out");
        let token = world.token("usr_1");
        let response = world.post("/v1/websites", &token, &body).await;
        assert_eq!(response.status, 201);
        let plain = world.register("usr_1", "Another").await;
        let clients = world.issuer.clients.lock().unwrap().clone();
        let of = |response: &Value| clients[response["client"]["client_id"].as_str().unwrap()].clone();
        let registered = of(&response.json());
        assert_eq!(registered["post_logout_redirect_uris"], json!(["https://shop.example.com/bye"]));
        assert_eq!(registered["backchannel_logout_uri"], "https://shop.example.com/out");
        assert_eq!(registered["backchannel_logout_session_required"], true);
        let registered = of(&plain);
        assert_eq!(registered["post_logout_redirect_uris"], json!(["https://shop.example.com/"]), "sign-out comes back to the site");
        assert_eq!(registered["backchannel_logout_uri"], Value::Null);
        for (member, value, pointer) in [
            ("post_logout_redirect_uris", json!(["https://shop.example.com/bye", "javascript:x"]), "/post_logout_redirect_uris/1"),
            ("backchannel_logout_uri", json!("http://shop.example.com/out"), "/backchannel_logout_uri"),
            ("name", json!("Sh\u{202e}op"), "/name"),
        ] {
            let mut wrong = registration("Shop");
            wrong[member] = value;
            let response = world.post("/v1/websites", &token, &wrong).await;
            assert_eq!(response.status, 400, "{member}");
            assert_eq!(response.json()["errors"][0]["pointer"], pointer);
        }
    }
}

on_both_engines! {
    async fn registration_with_a_valid_address_creates_a_webhook(world: TestApi) {
        let token = world.token("usr_1");
        let mut requested = registration("Picture Shop");
        requested["webhook_url"] = json!("http://169.254.169.254/latest");
        let refused = world.post("/v1/websites", &token, &requested).await;
        assert_eq!(refused.is_problem(400, "invalid-request")["errors"][0]["pointer"], "/webhook_url");
        assert_eq!(world.count("SELECT count(*) FROM websites").await, 0, "nothing was begun");
        requested["webhook_url"] = json!("https://shop.example.com/hooks");
        let response = world.post("/v1/websites", &token, &requested).await;
        assert_eq!(response.status, 201, "{response:?}");
        let webhook = &response.json()["webhook"];
        let secret = webhook["secret"].as_str().unwrap();
        assert!(secret.starts_with("whsec_") && response.json()["snippet"].as_str().unwrap().contains(secret));
        let key = response.json()["api_key"]["key"].as_str().unwrap().to_owned();
        let list = world.get("/v1/webhook-endpoints", &key).await;
        assert_eq!(list.json()["items"][0]["id"], webhook["id"]);
        assert!(!list.body.contains(secret));
        assert_eq!(world.count("SELECT count(*) FROM audit WHERE session_id = 'sid-usr_1' AND action IN ('webhook.added', 'website.registered', 'key.made')").await, 4);
    }
}

#[tokio::test]
async fn admin_token_is_requested_once() {
    let world = TestApi::sqlite().await;
    world.register("usr_1", "One").await;
    world.register("usr_1", "Two").await;
    let mut requests = world.issuer.token_requests.lock().unwrap().clone();
    requests.retain(|(_, body)| body.contains("idp.clients"));
    assert_eq!(requests.len(), 1);
    let (authorization, body) = &requests[0];
    assert!(authorization.starts_with("Basic "));
    assert!(body.contains("grant_type=client_credentials") && body.contains("scope=idp.clients"));
}

on_both_engines! {
    async fn failed_idp_registration_leaves_no_visible_website(world: TestApi) {
        let token = world.token("usr_1");
        for behaviour in [Behaviour::Away, Behaviour::LosesResponse] {
            world.issuer.behave(behaviour);
            let response = world.post("/v1/websites", &token, &registration("Shop")).await;
            response.is_problem(503, "unavailable");
        }
        assert_eq!(world.get("/v1/websites", &token).await.json(), json!({"items": []}));
        assert_eq!(world.count("SELECT count(*) FROM websites WHERE status = 'registering'").await, 2);
        assert_eq!(world.count("SELECT count(*) FROM api_keys").await, 0);
        assert_eq!(world.issuer.clients.lock().unwrap().len(), 1, "the response was lost, the client exists");
        world.issuer.behave(Behaviour::Good);
        let done = world.post("/v1/websites", &token, &registration("Shop")).await;
        assert_eq!(done.status, 201);
        let items = world.get("/v1/websites", &token).await.json()["items"].clone();
        assert_eq!(items.as_array().unwrap().len(), 1);
        // The sweep deletes client and row of old registrations, and keeps recent and finished ones.
        assert_eq!(product_api::sweep::once(&world.app).await.unwrap(), 0);
        world.clock.advance(Duration::from_secs(601));
        world.issuer.behave(Behaviour::Away);
        assert_eq!(product_api::sweep::once(&world.app).await.unwrap(), 0);
        assert_eq!(world.count("SELECT count(*) FROM websites").await, 3);
        world.issuer.behave(Behaviour::Good);
        world.clock.advance(Duration::from_mins(1));
        assert_eq!(product_api::sweep::once(&world.app).await.unwrap(), 2);
        assert_eq!(world.count("SELECT count(*) FROM websites").await, 1);
        assert_eq!(world.issuer.clients.lock().unwrap().len(), 1);
    }
}

/// Inserts unfinished registrations in order, and returns the ids of their clients.
async fn unfinished(world: &TestApi, count: usize) -> Vec<String> {
    world.register("usr_1", "Finished").await;
    let mut clients = Vec::new();
    for index in 0..count {
        let (id, client) = (format!("web_{index:02}"), format!("client_{index:02}"));
        let insert = "INSERT INTO websites (id, owner_user_id, name, url, client_id, status, created_at) \
             VALUES ($1, 'usr_1', 'Shop', 'https://shop.example.com', $2, 'registering', 0)";
        world.sql(insert, &[&id, &client]).await;
        world
            .issuer
            .clients
            .lock()
            .unwrap()
            .insert(client.clone(), json!({}));
        clients.push(client);
    }
    clients
}

on_both_engines! {
    async fn sweeps_at_once_delete_each_client_once(world: TestApi) {
        let clients = unfinished(&world, 12).await;
        let sweeps = (0..6).map(|_| product_api::sweep::once(&world.app));
        let swept: usize = join_all(sweeps).await.into_iter().map(Result::unwrap).sum();
        assert_eq!(swept, 12);
        let mut deletions = world.issuer.deletions.lock().unwrap().clone();
        deletions.sort();
        assert_eq!(deletions, clients);
        assert_eq!(world.count("SELECT count(*) FROM websites").await, 1);
    }
}

on_both_engines! {
    async fn clients_that_are_stuck_stop_no_others(world: TestApi) {
        // The oldest registrations are stuck, more than one sweep takes.
        let clients = unfinished(&world, 30).await;
        let left = "SELECT count(*) FROM websites WHERE status = 'registering'";
        *world.issuer.stuck.lock().unwrap() = clients[..25].iter().cloned().collect();
        for _ in 0..2 {
            product_api::sweep::once(&world.app).await.unwrap();
            world.clock.advance(Duration::from_mins(1));
        }
        assert_eq!(world.count(left).await, 25);
        world.issuer.stuck.lock().unwrap().clear();
        for expected in [20, 5, 0] {
            world.clock.advance(Duration::from_mins(1));
            assert_eq!(product_api::sweep::once(&world.app).await.unwrap(), expected);
        }
        assert_eq!(world.count(left).await, 0);
    }
}

#[tokio::test]
async fn address_that_the_idp_refuses_is_the_owners_to_correct() {
    let world = TestApi::sqlite().await;
    world.issuer.behave(Behaviour::Refuses);
    let response = world
        .post("/v1/websites", &world.token("usr_1"), &registration("Shop"))
        .await;
    let body = response.is_problem(400, "invalid-request");
    assert_eq!(body["errors"][0]["pointer"], "/redirect_uris/0");
}

#[tokio::test]
async fn member_that_the_idp_refuses_is_pointed_at() {
    let world = TestApi::sqlite().await;
    world.issuer.behave(Behaviour::Refuses);
    let token = world.token("usr_1");
    for (refused, pointer) in [
        ("/backchannel_logout_uri", "/backchannel_logout_uri"),
        (
            "/post_logout_redirect_uris/1",
            "/post_logout_redirect_uris/1",
        ),
        ("/client_name", "/name"),
        ("/jwks_uri", ""),
    ] {
        *world.issuer.refused.lock().unwrap() = refused;
        let response = world
            .post("/v1/websites", &token, &registration("Shop"))
            .await;
        let body = response.is_problem(400, "invalid-request");
        assert_eq!(body["errors"][0]["pointer"], pointer, "{refused}");
        let detail = body["errors"][0]["detail"].as_str().unwrap();
        assert!(detail.contains("it is not liked"), "{detail}");
    }
}

#[tokio::test]
async fn invalid_member_has_its_pointer() {
    let world = TestApi::sqlite().await;
    let token = world.token("usr_1");
    let rows: Vec<(Value, &[&str])> = vec![
        (json!({}), &["/name", "/url", "/redirect_uris"]),
        (json!([]), &[""]),
        (
            json!({"name": 1, "url": true, "redirect_uris": "x"}),
            &["/name", "/url", "/redirect_uris"],
        ),
        (
            json!({"name": "a", "url": "http://a.example", "redirect_uris": ["https://a.example", "javascript:alert(1)"]}),
            &["/url", "/redirect_uris/1"],
        ),
        (
            json!({"name": "a", "url": "https://a.example", "redirect_uris": []}),
            &["/redirect_uris"],
        ),
    ];
    for (request, expected) in rows {
        let response = world.post("/v1/websites", &token, &request).await;
        let body = response.is_problem(400, "invalid-request");
        let pointers: Vec<&str> = body["errors"]
            .as_array()
            .unwrap()
            .iter()
            .map(|error| error["pointer"].as_str().unwrap())
            .collect();
        assert_eq!(pointers, expected, "{request}");
    }
}

// row: K2
/// Members of the body cannot set the identity, which comes from the credential only (K2).
#[tokio::test]
async fn members_that_claim_an_identity_are_refused() {
    let world = TestApi::sqlite().await;
    let token = world.token("usr_1");
    for member in [
        "owner_user_id",
        "user_id",
        "website_id",
        "status",
        "credits",
        "client_id",
        "id",
    ] {
        let mut request = registration("Shop");
        request[member] = json!("usr_2");
        let response = world.post("/v1/websites", &token, &request).await;
        let body = response.is_problem(400, "invalid-request");
        assert_eq!(body["errors"][0]["pointer"], format!("/{member}"));
    }
    assert_eq!(world.count("SELECT count(*) FROM websites").await, 0);
}

on_both_engines! {
    /// An owner who is deleted during a registration gets no website, and the sweep deletes the client.
    async fn registration_does_not_outlive_its_owner(world: TestApi) {
        let token = world.token("usr_1");
        assert_eq!(world.get("/v1/me", &token).await.status, 200);
        let closed = world.issuer.client_gate.write().await;
        let body = registration("Pictures");
        let registering = world.post("/v1/websites", &token, &body);
        let deleting = async {
            while world.issuer.client_puts.load(std::sync::atomic::Ordering::SeqCst) == 0 {
                tokio::task::yield_now().await;
            }
            world.issuer.delete("usr_1");
            product_api::user_changes::once(&world.app).await.unwrap();
            drop(closed);
        };
        let (registered, ()) = tokio::join!(registering, deleting);
        assert_eq!(registered.status, 503, "{registered:?}");
        assert_eq!(world.count("SELECT count(*) FROM websites WHERE status <> 'registering'").await, 0);
        assert_eq!(world.count("SELECT count(*) FROM api_keys").await, 0);
        world.clock.advance(Duration::from_hours(48));
        for _pass in 0..2 {
            product_api::sweep::once(&world.app).await.unwrap();
            world.clock.advance(Duration::from_hours(48));
        }
        assert!(world.issuer.clients.lock().unwrap().is_empty());
    }
}
