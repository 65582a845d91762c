//! Tests suspended websites: no new operations, open holds end, and users cannot sign in with their client.

use std::sync::atomic::Ordering;
use std::time::Duration;

use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};

use crate::credits::{Shop, grant, post};
use crate::harness::{HttpResponse, TestApi, on_both_engines};
use crate::issuer::Behaviour;
use crate::operator::operator_token;

async fn switch(world: &TestApi, credential: &str, website: &str, way: &str) -> HttpResponse {
    let path = format!("/v1/websites/{website}/{way}");
    world.post(&path, credential, &Value::Null).await
}

/// Returns whether users can sign in with the website's client.
fn accepts_sign_ins(world: &TestApi) -> bool {
    let clients = world.issuer.clients.lock().unwrap();
    let client = clients.values().next().unwrap();
    client["is_active"] != json!(false)
}

fn taking(amount: i64) -> Value {
    json!({"customer": {"external_id": "ada"}, "amount": amount})
}

/// Sends each request that begins an operation, which a suspended website refuses.
async fn beginnings(world: &TestApi, shop: &Shop, name: &str) -> Vec<HttpResponse> {
    let mut granting = taking(5);
    granting["kind"] = json!("promo");
    let mut responses = Vec::new();
    for (path, body) in [
        ("/v1/spends", taking(1)),
        ("/v1/holds", taking(1)),
        ("/v1/grants", granting),
    ] {
        responses.push(post(world, path, &shop.key, &format!("{name}{path}"), &body).await);
    }
    let item = json!({"idempotency_key": format!("{name}-item"), "spend": taking(1)});
    responses.push(
        post(
            world,
            "/v1/spends:batch",
            &shop.key,
            "",
            json!({"items": [item]}),
        )
        .await,
    );
    responses.push(world.get("/v1/customers", &shop.key).await);
    responses
}

on_both_engines! {
    // row: K8
    async fn suspended_website_starts_no_operation_and_finishes_open_ones(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let granted = grant(&world, &shop, "g", "ada", 100).await.json()["transaction"]["id"].clone();
        let spent = post(&world, "/v1/spends", &shop.key, "s", taking(5)).await.json()["transaction"]["id"].clone();
        let mut holds = Vec::new();
        for name in ["a", "b", "c"] {
            let mut body = taking(10);
            body["ttl_seconds"] = json!(60);
            holds.push(post(&world, "/v1/holds", &shop.key, name, &body).await.json()["hold"]["id"].as_str().unwrap().to_owned());
        }
        let owner = world.token("usr_1");
        for response in beginnings(&world, &shop, "before").await {
            assert_eq!(response.status, 200, "the control: {response:?}");
        }
        let off = switch(&world, &owner, &shop.id, "suspend").await;
        assert_eq!((off.status, &off.json()["status"], &off.json()["suspended_by"]), (200, &json!("suspended"), &json!("owner")));
        assert!(!accepts_sign_ins(&world));
        for response in beginnings(&world, &shop, "while").await {
            response.is_problem(403, "website-suspended");
        }
        let extend = format!("/v1/holds/{}/extend", holds[0]);
        post(&world, &extend, &shop.key, "x", json!({"ttl_seconds": 90})).await.is_problem(403, "website-suspended");
        let check = post(&world, "/v1/check", &shop.key, "", taking(1)).await.json();
        assert_eq!((&check["allowed"], &check["reason"]), (&json!(false), &json!("website-suspended")));
        let endings = [
            (format!("/v1/holds/{}/capture", holds[0]), json!({})),
            (format!("/v1/holds/{}/void", holds[1]), json!({})),
            (format!("/v1/transactions/{}/reverse", spent.as_str().unwrap()), json!({})),
            (format!("/v1/grants/{}/void", granted.as_str().unwrap()), json!({})),
        ];
        for (path, body) in &endings {
            let response = post(&world, path, &shop.key, path, body).await;
            assert_eq!(response.status, 200, "{response:?}");
        }
        world.clock.advance(Duration::from_secs(61));
        product_api::sweep::once(&world.app).await.unwrap();
        let path = format!("/v1/holds/{}", holds[2]);
        assert_eq!(world.get(&path, &shop.key).await.json()["state"], "expired");
        // An owner may manage the keys all the same, a key may not.
        let headers = [("authorization", format!("Bearer {owner}")), ("tollgate-website", shop.id.clone())];
        let headers: Vec<_> = headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
        assert_eq!(world.send(Method::GET, "/v1/api-keys", &headers, None).await.status, 200);
        world.send(Method::GET, "/v1/customers", &headers, None).await.is_problem(403, "website-suspended");

        let on = switch(&world, &owner, &shop.id, "resume").await;
        assert_eq!((on.status, &on.json()["status"], &on.json()["suspended_by"]), (200, &json!("active"), &Value::Null));
        assert!(accepts_sign_ins(&world));
        for response in beginnings(&world, &shop, "while").await {
            assert_eq!(response.status, 200, "{response:?}");
        }
    }
}

on_both_engines! {
    // row: K8
    async fn suspension_and_owner_deactivation_apply_at_once_on_each_server(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        grant(&world, &shop, "g", "ada", 100).await;
        let hold = post(&world, "/v1/holds", &shop.key, "h", taking(10)).await.json()["hold"]["id"].clone();
        let replica = world.replica().await;
        let authorization = format!("Bearer {}", shop.key);
        let at_replica = || async {
            let headers = [("authorization", authorization.as_str())];
            world.send_to((&replica.url, "/v1/customers"), Method::GET, &headers, None).await
        };
        assert_eq!(at_replica().await.status, 200);
        switch(&world, &world.token("usr_1"), &shop.id, "suspend").await;
        at_replica().await.is_problem(403, "website-suspended");
        switch(&world, &world.token("usr_1"), &shop.id, "resume").await;
        assert_eq!(at_replica().await.status, 200);
        world.sql("UPDATE users SET is_active = FALSE WHERE id = 'usr_1'", &[]).await;
        at_replica().await.is_problem(403, "website-suspended");
        post(&world, "/v1/spends", &shop.key, "s", taking(1)).await.is_problem(403, "website-suspended");
        let capture = format!("/v1/holds/{}/capture", hold.as_str().unwrap());
        assert_eq!(post(&world, &capture, &shop.key, "c", json!({})).await.status, 200, "what was begun ends");
    }
}

on_both_engines! {
    async fn operator_suspension_is_resumed_by_the_operator_only(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let (owner, operator) = (world.token("usr_1"), operator_token(&world));
        for other_user in [world.token("usr_2"), world.token_with("usr_2", &json!({"roles": ["operator"]}))] {
            switch(&world, &other_user, &shop.id, "suspend").await.is_problem(404, "not-found");
        }
        for narrow in [world.token_with("usr_1", &json!({"scope": "credits.read"})), shop.key.clone()] {
            switch(&world, &narrow, &shop.id, "suspend").await.is_problem(403, "insufficient-scope");
        }
        assert_eq!(world.count("SELECT count(*) FROM websites WHERE status = 'active'").await, 1);
        assert_eq!(switch(&world, &owner, &shop.id, "suspend").await.status, 200);
        let taken = switch(&world, &operator, &shop.id, "suspend").await.json();
        assert_eq!(taken["suspended_by"], "operator");
        switch(&world, &owner, &shop.id, "resume").await.is_problem(403, "website-suspended");
        assert_eq!(switch(&world, &owner, &shop.id, "suspend").await.json(), taken, "nothing is changed");
        assert!(!accepts_sign_ins(&world));
        let on = switch(&world, &operator, &shop.id, "resume").await;
        assert_eq!((on.status, &on.json()["status"]), (200, &json!("active")));
        assert!(accepts_sign_ins(&world));
        switch(&world, &operator, "web_none", "suspend").await.is_problem(404, "not-found");
        let lines = "SELECT count(*) FROM audit WHERE action IN ('website.suspended', 'website.resumed') \
            AND session_id LIKE 'sid-usr_%' AND client_id = 'web' AND token_id IS NOT NULL";
        assert_eq!(world.count(lines).await, 3);
    }
}

on_both_engines! {
    async fn suspension_reaches_the_idp_when_it_is_available(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let owner = world.token("usr_1");
        for behaviour in [Behaviour::Away, Behaviour::LosesResponse] {
            world.issuer.behave(behaviour);
            assert_eq!(switch(&world, &owner, &shop.id, "suspend").await.status, 200);
            world.get("/v1/customers", &shop.key).await.is_problem(403, "website-suspended");
            product_api::sweep::once(&world.app).await.unwrap();
            assert_eq!(world.count("SELECT count(*) FROM websites WHERE client_behind").await, 1);
            world.issuer.behave(Behaviour::Good);
            product_api::sweep::once(&world.app).await.unwrap();
            assert_eq!(world.count("SELECT count(*) FROM websites WHERE client_behind").await, 0);
            assert!(!accepts_sign_ins(&world));
            assert_eq!(switch(&world, &owner, &shop.id, "resume").await.status, 200);
            assert!(accepts_sign_ins(&world));
        }
    }
}

on_both_engines! {
    async fn fifty_concurrent_suspensions_leave_website_and_client_equal(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let owner = world.token("usr_1");
        let ways = ["suspend", "resume"].into_iter().cycle().take(50);
        for response in join_all(ways.map(|way| switch(&world, &owner, &shop.id, way))).await {
            assert_eq!(response.status, 200, "{response:?}");
        }
        product_api::sweep::once(&world.app).await.unwrap();
        let is_active = world.count("SELECT count(*) FROM websites WHERE status = 'active'").await == 1;
        assert_eq!(accepts_sign_ins(&world), is_active);
        assert_eq!(world.count("SELECT count(*) FROM websites WHERE client_behind OR client_held_until IS NOT NULL").await, 0);
        assert_eq!(switch(&world, &owner, &shop.id, "suspend").await.status, 200);
        assert!(!accepts_sign_ins(&world));
    }
}

on_both_engines! {
    async fn suspension_counts_as_soon_as_a_change_of_a_client_is_done(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let (owner, operator) = (world.token("usr_1"), operator_token(&world));
        let puts = || world.issuer.client_puts.load(Ordering::SeqCst);
        for (way, body) in [
            ("client/rotate-secret", json!({})),
            ("public-client", json!({"redirect_uris": ["https://shop.example.com/app"]})),
        ] {
            let (before, closed) = (puts(), world.issuer.client_gate.write().await);
            let path = format!("/v1/websites/{}/{way}", shop.id);
            let changing = world.post(&path, &owner, &body);
            let suspending = async {
                // From here on the change has the lease of the website's clients.
                while puts() == before {
                    tokio::task::yield_now().await;
                }
                let off = switch(&world, &operator, &shop.id, "suspend").await;
                drop(closed);
                off
            };
            let (changed, off) = tokio::join!(changing, suspending);
            assert_eq!((changed.status, off.status), (200, 200), "{changed:?} {off:?}");
            let clients = world.issuer.clients.lock().unwrap().clone();
            assert!(clients.values().all(|client| client["is_active"] == false), "{way}: {clients:?}");
            assert_eq!(switch(&world, &operator, &shop.id, "resume").await.status, 200);
        }
    }
}

on_both_engines! {
    /// A change of a website activates no client; only the end of the website's own suspension does.
    async fn client_that_the_operator_has_deactivated_is_activated_by_no_change(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let owner = world.token("usr_1");
        let path = |rest: &str| format!("/v1/websites/{}{rest}", shop.id);
        let public = json!({"redirect_uris": ["https://shop.example.com/app"]});
        assert_eq!(world.post(&path("/public-client"), &owner, &public).await.status, 200);
        for client in world.issuer.clients.lock().unwrap().values_mut() {
            client["is_active"] = json!(false);
        }
        let headers = [("authorization", format!("Bearer {owner}")), ("content-type", "application/json".to_owned())];
        let headers = headers.each_ref().map(|(name, value)| (*name, value.as_str()));
        let body = json!({"name": "Paintings"}).to_string();
        assert_eq!(world.send(Method::PATCH, &path(""), &headers, Some(body)).await.status, 200);
        assert_eq!(world.post(&path("/public-client"), &owner, &public).await.status, 200);
        let clients = || world.issuer.clients.lock().unwrap().clone();
        assert_eq!(clients().len(), 2);
        for client in clients().values() {
            assert_eq!((&client["client_name"], &client["is_active"]), (&json!("Paintings"), &json!(false)));
        }
        for (way, is_active) in [("suspend", false), ("resume", true)] {
            assert_eq!(switch(&world, &owner, &shop.id, way).await.status, 200);
            assert!(clients().values().all(|client| client["is_active"] == json!(is_active)), "{way}, the control");
        }
    }
}
