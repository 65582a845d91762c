//! Tests how owners manage their websites: names, addresses, and clients at an idp that fails during a change.

use foundation::testing::RowLocks;
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{HttpResponse, TestApi, on_both_engines};
use crate::issuer::Behaviour;

pub(crate) async fn call(
    world: &TestApi,
    (method, path): (Method, String),
    sub: &str,
    body: &Value,
) -> HttpResponse {
    let authorization = format!("Bearer {}", world.token(sub));
    let headers = [
        ("authorization", authorization.as_str()),
        ("content-type", "application/json"),
    ];
    let body = (!body.is_null()).then(|| body.to_string());
    world.send(method, &path, &headers, body).await
}

async fn change(world: &TestApi, id: &str, body: &Value) -> HttpResponse {
    call(
        world,
        (Method::PATCH, format!("/v1/websites/{id}")),
        "usr_1",
        body,
    )
    .await
}

pub(crate) async fn read(world: &TestApi, id: &str) -> Value {
    let response = call(
        world,
        (Method::GET, format!("/v1/websites/{id}")),
        "usr_1",
        &Value::Null,
    )
    .await;
    assert_eq!(response.status, 200, "{response:?}");
    response.json()
}

pub(crate) async fn public(world: &TestApi, id: &str, redirect_uris: &[&str]) -> HttpResponse {
    let body = json!({ "redirect_uris": redirect_uris });
    call(
        world,
        (Method::POST, format!("/v1/websites/{id}/public-client")),
        "usr_1",
        &body,
    )
    .await
}

/// Returns the ids of a registered website and of its client.
pub(crate) async fn open(world: &TestApi) -> (String, String) {
    let website = world.register("usr_1", "Shop").await["website"].clone();
    let text = |name: &str| website[name].as_str().unwrap().to_owned();
    (text("id"), text("client_id"))
}

/// Returns a client as the idp has it.
pub(crate) fn client(world: &TestApi, id: &str) -> Value {
    world.issuer.clients.lock().unwrap()[id].clone()
}

/// Counts the owner's audit entries of an action with these details.
pub(crate) async fn lines(world: &TestApi, action: &str, details: &str) -> usize {
    let text = "SELECT action || ' ' || details FROM audit WHERE actor = 'usr_1' AND session_id = 'sid-usr_1'";
    let mut reader = world.app.database.reader().await.unwrap();
    let all: Vec<String> = foundation::on_engine!(&mut reader.connection(), |c| {
        sqlx::query_scalar(text).fetch_all(c).await.unwrap()
    });
    let is_wanted = |line: &&String| line.starts_with(action) && line.contains(details);
    all.iter().filter(is_wanted).count()
}

on_both_engines! {
    async fn owner_changes_a_website_and_its_client_follows(world: TestApi) {
        let (id, client_id) = open(&world).await;
        let before = read(&world, &id).await;
        assert_eq!(before["redirect_uris"], json!(["https://shop.example.com/cb"]));
        assert_eq!((&before["post_logout_redirect_uris"], &before["public_client"]), (&json!(["https://shop.example.com/"]), &Value::Null));
        assert_eq!((&before["unit"], &before["scale"]), (&json!("credit"), &json!(0)));
        // A change keeps the operator's settings of the client.
        world.issuer.clients.lock().unwrap().get_mut(&client_id).unwrap()["brand_color"] = "#112233".into();
        let body = json!({"name": " Pictures ", "redirect_uris": ["https://a.example/cb", "https://b.example/cb"]});
        let changed = change(&world, &id, &body).await;
        assert_eq!(changed.status, 200, "{changed:?}");
        let changed = changed.json();
        assert_eq!((&changed["name"], &changed["url"]), (&json!("Pictures"), &before["url"]));
        assert_eq!(changed["redirect_uris"], body["redirect_uris"]);
        assert_eq!(read(&world, &id).await, changed);
        let registered = client(&world, &client_id);
        assert_eq!(registered["redirect_uris"], body["redirect_uris"]);
        assert_eq!((&registered["client_name"], &registered["brand_color"]), (&json!("Pictures"), &json!("#112233")));
        assert_eq!(registered["is_active"], true);
        assert_eq!(world.count("SELECT count(*) FROM audit WHERE action = 'website.changed'").await, 1);
        // An unchanged website adds no audit entry.
        assert_eq!(change(&world, &id, &body).await.json(), changed);
        assert_eq!(change(&world, &id, &json!({})).await.json(), changed);
        assert_eq!(world.count("SELECT count(*) FROM audit WHERE action = 'website.changed'").await, 1);
        let bye = json!({"url": "https://c.example", "post_logout_redirect_uris": ["https://c.example/bye"]});
        let changed = change(&world, &id, &bye).await.json();
        assert_eq!((&changed["url"], &changed["post_logout_redirect_uris"]), (&bye["url"], &bye["post_logout_redirect_uris"]));
        assert_eq!(changed["redirect_uris"], body["redirect_uris"]);
    }
}

on_both_engines! {
    async fn invalid_website_is_refused_and_unchanged(world: TestApi) {
        let (id, client_id) = open(&world).await;
        let before = (read(&world, &id).await, client(&world, &client_id));
        for (wrong, pointer) in [
            (json!({"name": "  "}), "/name"),
            (json!({"name": "Sh\u{202e}op"}), "/name"),
            (json!({"url": "ftp://x"}), "/url"),
            (json!({"redirect_uris": []}), "/redirect_uris"),
            (json!({"redirect_uris": ["https://a.example", "javascript:x"]}), "/redirect_uris/1"),
            (json!({"post_logout_redirect_uris": ["http://a.example"]}), "/post_logout_redirect_uris/0"),
            (json!({"client_id": "x"}), "/client_id"),
        ] {
            let body = change(&world, &id, &wrong).await.is_problem(400, "invalid-request");
            assert_eq!(body["errors"][0]["pointer"], pointer, "{wrong}");
        }
        world.issuer.behave(Behaviour::Refuses);
        let body = change(&world, &id, &json!({"redirect_uris": ["https://refused.example"]})).await.is_problem(400, "invalid-request");
        assert_eq!(body["errors"][0]["pointer"], "/redirect_uris/0");
        let response = public(&world, &id, &["https://refused.example"]).await;
        let body = response.is_problem(400, "invalid-request");
        assert_eq!(body["errors"][0]["pointer"], "/redirect_uris/0");
        world.issuer.behave(Behaviour::Good);
        product_api::sweep::once(&world.app).await.unwrap();
        assert_eq!((read(&world, &id).await, client(&world, &client_id)), before);
        assert_eq!(lines(&world, "public_client.set", "unchanged").await, 1);
        let refused = call(&world, (Method::PATCH, format!("/v1/websites/{id}")), "usr_2", &json!({"name": "Mine"})).await;
        refused.is_problem(404, "not-found");
        assert_eq!(world.count("SELECT count(*) FROM audit WHERE action NOT IN ('website.registered', 'key.made', 'public_client.set')").await, 0);
    }
}

on_both_engines! {
    async fn interrupted_change_is_completed_by_the_sweep(world: TestApi) {
        let (id, client_id) = open(&world).await;
        let addresses = |n: usize| json!([format!("https://{n}.example/cb")]);
        for (n, behaviour) in [Behaviour::Away, Behaviour::LosesResponse].into_iter().enumerate() {
            let before = read(&world, &id).await;
            world.issuer.behave(behaviour);
            let body = json!({"name": format!("Shop {n}"), "redirect_uris": addresses(n)});
            change(&world, &id, &body).await.is_problem(503, "unavailable");
            assert_eq!(read(&world, &id).await, before, "{behaviour:?}: the response shows the stored state");
            // A second change that waits for the idp joins the first; both are applied.
            change(&world, &id, &json!({"url": format!("https://{n}.example")})).await.is_problem(503, "unavailable");
            world.issuer.behave(Behaviour::Good);
            world.clock.advance(std::time::Duration::from_mins(2));
            product_api::sweep::once(&world.app).await.unwrap();
            let after = read(&world, &id).await;
            assert_eq!((&after["name"], &after["redirect_uris"]), (&body["name"], &body["redirect_uris"]));
            assert_eq!(after["url"], format!("https://{n}.example"));
            assert_eq!(client(&world, &client_id)["redirect_uris"], body["redirect_uris"]);
        }
        assert_eq!(world.count("SELECT count(*) FROM audit WHERE action = 'website.changed' AND actor = 'usr_1' AND session_id = 'sid-usr_1'").await, 4);
    }
}

on_both_engines! {
    async fn refused_change_is_atomic_and_has_its_pointer(world: TestApi) {
        let (id, client_id) = open(&world).await;
        let never = json!(["https://never.example/"]);
        let promise = async |body: Value| {
            world.issuer.behave(Behaviour::Away);
            change(&world, &id, &body).await.is_problem(503, "unavailable");
            world.issuer.behave(Behaviour::Good);
        };
        for (n, (wrong, pointers)) in [
            (json!({"redirect_uris": never}), vec!["/redirect_uris/0"]),
            (json!({"post_logout_redirect_uris": never, "url": "https://a.example"}), vec!["/post_logout_redirect_uris/0"]),
            (json!({"redirect_uris": never, "post_logout_redirect_uris": never}), vec!["/redirect_uris/0", "/post_logout_redirect_uris/0"]),
        ].into_iter().enumerate() {
            let name = format!("Promised {n}");
            promise(json!({ "name": name })).await;
            let result = change(&world, &id, &wrong).await.is_problem(400, "invalid-request");
            let errors = result["errors"].as_array().unwrap();
            assert_eq!(errors.iter().map(|error| &error["pointer"]).collect::<Vec<_>>(), pointers, "{wrong}");
            assert_eq!((&read(&world, &id).await["name"], &client(&world, &client_id)["client_name"]), (&json!(name), &json!(name)));
        }
        assert_eq!(lines(&world, "website.changed", "Promised").await, 3);
        // The idp may refuse a change between two others that wait.
        promise(json!({"name": "Before"})).await;
        promise(json!({"redirect_uris": never})).await;
        promise(json!({"url": "https://after.example"})).await;
        product_api::sweep::once(&world.app).await.unwrap();
        let after = read(&world, &id).await;
        assert_eq!((&after["name"], &after["url"]), (&json!("Before"), &json!("https://after.example")));
        assert_eq!(after["redirect_uris"], json!(["https://shop.example.com/cb"]));
        // A refusal of a name alone points at no redirect URI.
        world.issuer.behave(Behaviour::Refuses);
        let result = change(&world, &id, &json!({"name": "Other"})).await.is_problem(400, "invalid-request");
        assert_eq!(result["errors"][0]["pointer"], "");
        assert_eq!(world.count("SELECT count(*) FROM websites WHERE client_wish IS NOT NULL OR client_behind").await, 0);
    }
}

on_both_engines! {
    async fn pending_changes_for_the_idp_are_limited(world: TestApi) {
        let (id, client_id) = open(&world).await;
        world.issuer.behave(Behaviour::Away);
        for n in 1..=9 {
            // A repeated request is the same change.
            for _ in 0..2 {
                let result = change(&world, &id, &json!({"name": format!("Name {n}")})).await.is_problem(503, "unavailable");
                let is_promised = result["detail"].as_str().unwrap().contains("It is made as soon as");
                assert_eq!(is_promised, n < 9, "{n}: {result}");
            }
        }
        world.issuer.behave(Behaviour::Good);
        product_api::sweep::once(&world.app).await.unwrap();
        assert_eq!((&read(&world, &id).await["name"], &client(&world, &client_id)["client_name"]), (&json!("Name 8"), &json!("Name 8")));
        assert_eq!(lines(&world, "website.changed", "Name").await, 8);
    }
}

on_both_engines! {
    async fn website_of_an_older_version_gets_its_addresses_from_the_idp(world: TestApi) {
        let (id, client_id) = open(&world).await;
        let before = read(&world, &id).await;
        world.sql("UPDATE websites SET redirect_uris = NULL, post_logout_redirect_uris = NULL, client_settings = NULL WHERE id = $1", &[&id]).await;
        world.issuer.behave(Behaviour::Away);
        let path = format!("/v1/websites/{id}");
        world.get(&path, &world.token("usr_1")).await.is_problem(503, "unavailable");
        world.issuer.behave(Behaviour::Good);
        assert_eq!(read(&world, &id).await, before);
        // The server stores the addresses after they were read once.
        world.issuer.behave(Behaviour::Away);
        assert_eq!(read(&world, &id).await, before);
        world.issuer.behave(Behaviour::Good);
        assert_eq!(client(&world, &client_id)["redirect_uris"], before["redirect_uris"]);
    }
}

on_both_engines! {
    async fn website_has_one_public_client_and_its_tokens_show_that_website(world: TestApi) {
        let (id, _) = open(&world).await;
        let made = public(&world, &id, &["https://shop.example.com/app", "http://localhost:3000/cb"]).await;
        assert_eq!(made.status, 200, "{made:?}");
        let made = made.json();
        let client_id = made["client_id"].as_str().unwrap().to_owned();
        assert_eq!(made["redirect_uris"], json!(["https://shop.example.com/app", "http://localhost:3000/cb"]));
        let registered = client(&world, &client_id);
        assert_eq!(registered["token_endpoint_auth_method"], "none");
        assert_eq!((&registered["client_name"], &registered["is_active"]), (&json!("Shop"), &json!(true)));
        assert_eq!(read(&world, &id).await["public_client"], made);
        let again = public(&world, &id, &["https://shop.example.com/new"]).await.json();
        assert_eq!((&again["client_id"], &again["redirect_uris"]), (&json!(client_id), &json!(["https://shop.example.com/new"])));
        assert_eq!(client(&world, &client_id)["redirect_uris"], again["redirect_uris"]);
        assert_eq!(world.count("SELECT count(*) FROM audit WHERE action = 'public_client.set'").await, 2);
        for wrong in [json!([]), json!(["javascript:x"])] {
            let path = format!("/v1/websites/{id}/public-client");
            let body = json!({ "redirect_uris": wrong });
            call(&world, (Method::POST, path), "usr_1", &body).await.is_problem(400, "invalid-request");
        }
        // A token of this client shows its user that website only.
        let other = world.register("usr_1", "Other").await;
        for (website, customer) in [(id.as_str(), "cus_here"), (other["website"]["id"].as_str().unwrap(), "cus_there")] {
            world.sql(
                "INSERT INTO customers (id, website_id, mode, user_id, user_shown, created_at, updated_at) VALUES ($1, $2, 'live', 'usr_ada', FALSE, 0, 0)",
                &[customer, website],
            ).await;
        }
        let token = world.token_with("usr_ada", &json!({"client_id": client_id}));
        let shown = world.get("/v1/me/credits", &token).await.json();
        let ids: Vec<&str> = shown["balances"].as_array().unwrap().iter().filter_map(|one| one["customer_id"].as_str()).collect();
        assert_eq!(ids, ["cus_here"]);
        assert_eq!(world.count("SELECT count(*) FROM customers WHERE user_shown").await, 1, "whoever signs in at a website is known there");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn public_client_gets_a_concurrently_changed_name() {
    let world = TestApi::postgres().await;
    let (id, _) = open(&world).await;
    let holding = RowLocks::take(
        &world.app.database,
        &["UPDATE websites SET name = 'Renamed'"],
    )
    .await;
    let making = public(&world, &id, &["https://shop.example.com/app"]);
    let (made, ()) = tokio::join!(making, holding.commit_when_awaited());
    let made = made.json()["client_id"].clone();
    assert_eq!(
        client(&world, made.as_str().unwrap())["client_name"],
        "Renamed"
    );
}

on_both_engines! {
    async fn interrupted_public_client_keeps_its_id(world: TestApi) {
        let (id, _) = open(&world).await;
        for behaviour in [Behaviour::Away, Behaviour::LosesResponse] {
            world.issuer.behave(behaviour);
            public(&world, &id, &["https://shop.example.com/app"]).await.is_problem(503, "unavailable");
            world.issuer.behave(Behaviour::Good);
            assert_eq!(read(&world, &id).await["public_client"], Value::Null);
        }
        assert_eq!(lines(&world, "public_client.set", "redirect_uris").await, 2);
        for (outcome, count) in [("unchanged", 1), ("unknown", 1)] {
            assert_eq!(lines(&world, "public_client.set", outcome).await, count, "{outcome}");
        }
        let named = world.text("SELECT public_client_id FROM websites").await;
        let made = public(&world, &id, &["https://shop.example.com/app"]).await.json();
        assert_eq!(made["client_id"], named.as_str(), "never a client that nothing leads to");
        assert_eq!(world.issuer.clients.lock().unwrap().len(), 2);
    }
}

on_both_engines! {
    async fn suspended_websites_clients_stay_deactivated_after_changes(world: TestApi) {
        let (id, client_id) = open(&world).await;
        let public_id = public(&world, &id, &["https://shop.example.com/app"]).await.json()["client_id"].as_str().unwrap().to_owned();
        let switch = async |verb: &str| {
            let path = format!("/v1/websites/{id}/{verb}");
            assert_eq!(call(&world, (Method::POST, path), "usr_1", &Value::Null).await.status, 200);
        };
        let active = || [&client_id, &public_id].map(|id| client(&world, id)["is_active"].clone());
        switch("suspend").await;
        assert_eq!(active(), [json!(false), json!(false)]);
        assert_eq!(change(&world, &id, &json!({"name": "Quiet"})).await.status, 200);
        assert_eq!(public(&world, &id, &["https://shop.example.com/else"]).await.status, 200);
        assert_eq!(active(), [json!(false), json!(false)]);
        assert_eq!(client(&world, &public_id)["client_name"], "Quiet");
        switch("resume").await;
        assert_eq!(active(), [json!(true), json!(true)]);
    }
}

on_both_engines! {
    async fn clients_of_an_older_version_get_the_missing_scope_once(world: TestApi) {
        let (id, client_id) = open(&world).await;
        let made = public(&world, &id, &["https://shop.example.com/app"]).await;
        assert_eq!(made.status, 200, "{made:?}");
        let public_id = made.json()["client_id"].as_str().unwrap().to_owned();
        assert_eq!(world.count("SELECT count(*) FROM websites WHERE scope_behind").await, 0, "of this version");
        for one in [&client_id, &public_id] {
            world.issuer.clients.lock().unwrap().get_mut(one).unwrap()["scope"] = "credits.read audit.read".into();
        }
        world.sql("UPDATE websites SET scope_behind = TRUE", &[]).await;
        *world.issuer.admin.lock().unwrap() = Behaviour::Away;
        product_api::sweep::once(&world.app).await.unwrap();
        assert_eq!(world.count("SELECT count(*) FROM websites WHERE scope_behind").await, 1, "the idp is away");
        *world.issuer.admin.lock().unwrap() = Behaviour::Good;
        let before = client(&world, &client_id);
        product_api::sweep::once(&world.app).await.unwrap();
        for one in [&client_id, &public_id] {
            assert_eq!(client(&world, one)["scope"], "credits.read audit.read credits.buy");
        }
        let mut after = client(&world, &client_id);
        after["scope"] = before["scope"].clone();
        assert_eq!(after, before, "nothing else changes");
        let puts = world.issuer.client_puts.load(std::sync::atomic::Ordering::Relaxed);
        product_api::sweep::once(&world.app).await.unwrap();
        assert_eq!(world.issuer.client_puts.load(std::sync::atomic::Ordering::Relaxed), puts);
        let left = "SELECT count(*) FROM websites WHERE scope_behind OR client_held_until IS NOT NULL AND client_behind";
        assert_eq!(world.count(left).await, 0);
    }
}
