//! Tests management of API keys: no wider key, revocation at once on every server, secrets shown once.

use std::time::Duration;

use product_api::sweep;
use reqwest::Method;
use serde_json::{Value, json};

use crate::credits::Shop;
use crate::harness::{HttpResponse, TestApi, on_both_engines};

/// Calls with the token of a website's owner.
pub(crate) async fn owner(
    world: &TestApi,
    (sub, website): (&str, &str),
    method: Method,
    path: &str,
    body: &Value,
) -> HttpResponse {
    let authorization = format!("Bearer {}", world.token(sub));
    let headers = [
        ("authorization", authorization.as_str()),
        ("tollgate-website", website),
        ("content-type", "application/json"),
    ];
    world
        .send(method, path, &headers, Some(body.to_string()))
        .await
}

/// Calls with an API key.
pub(crate) async fn by_key(
    world: &TestApi,
    key: &str,
    method: Method,
    path: &str,
    body: &Value,
) -> HttpResponse {
    let authorization = format!("Bearer {key}");
    let headers = [
        ("authorization", authorization.as_str()),
        ("content-type", "application/json"),
    ];
    world
        .send(method, path, &headers, Some(body.to_string()))
        .await
}

/// Creates a key as the owner, and returns its id and its secret.
pub(crate) async fn made(world: &TestApi, shop: &Shop, body: &Value) -> (String, String) {
    let response = owner(
        world,
        ("usr_1", &shop.id),
        Method::POST,
        "/v1/api-keys",
        body,
    )
    .await;
    assert_eq!(response.status, 201, "{response:?}");
    id_and_secret(&response)
}

pub(crate) fn id_and_secret(response: &HttpResponse) -> (String, String) {
    let body = response.json();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    (text(&body["api_key"]["id"]), text(&body["key"]))
}

pub(crate) async fn manager(world: &TestApi, shop: &Shop) -> (String, String) {
    let body = json!({"name": "Manager", "scopes": ["keys", "customers.read"]});
    made(world, shop, &body).await
}

/// Asserts the status with which both servers respond to each key.
async fn assert_keys(world: &TestApi, urls: &[&str; 2], expected: &[(&String, u16)]) {
    for (key, status) in expected {
        assert_eq!(at_each(world, urls, key).await, [*status, *status]);
    }
}

/// The status with which each server responds to a key with these secrets.
async fn at_each(world: &TestApi, urls: &[&str], key: &str) -> Vec<u16> {
    let authorization = format!("Bearer {key}");
    let mut seen = Vec::new();
    for url in urls {
        let headers = [("authorization", authorization.as_str())];
        let response = world
            .send_to((url, "/v1/customers"), Method::GET, &headers, None)
            .await;
        seen.push(response.status);
    }
    seen
}

on_both_engines! {
    // row: K4
    async fn key_makes_changes_and_rotates_no_wider_key(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let (own, key) = manager(&world, &shop).await;
        let post = |scopes: Value| {
            let body = json!({"name": "Made", "scopes": scopes});
            let (world, key) = (&world, &key);
            async move { by_key(world, key, Method::POST, "/v1/api-keys", &body).await }
        };
        // Controls: a key may grant its own scopes, and the owner may grant any.
        let narrow = post(json!(["customers.read"])).await;
        assert_eq!(narrow.status, 201, "{narrow:?}");
        let (narrow, secret) = id_and_secret(&narrow);
        assert_eq!(world.get("/v1/customers", &secret).await.status, 200);
        let (wide, _) = made(&world, &shop, &json!({"name": "Wide", "scopes": ["credits.spend"]})).await;
        // An empty list means no scopes, not all.
        let (_, empty) = id_and_secret(&post(json!([])).await);
        let body = world.get("/v1/customers", &empty).await.is_problem(403, "insufficient-scope");
        assert_eq!(body["required_scope"], "customers.read");
        let there = world.count("SELECT count(*) FROM api_keys").await;
        for (scopes, lacking) in [
            (json!(["credits.spend"]), "credits.spend"),
            (json!(["keys", "customers.read", "credits.grant"]), "credits.grant"),
            (json!(["customers.write"]), "customers.write"),
        ] {
            let body = post(scopes).await.is_problem(403, "insufficient-scope");
            assert_eq!(body["required_scope"], lacking);
        }
        for unknown in ["websites", "operator", "ledger", "*", ""] {
            let body = post(json!(["customers.read", unknown])).await.is_problem(400, "invalid-request");
            assert_eq!(body["errors"][0]["pointer"], "/scopes/1");
        }
        let of = |id: &str, rest: &str| format!("/v1/api-keys/{id}{rest}");
        let widen = json!({"scopes": ["customers.read", "credits.spend"]});
        let rows = [
            (Method::PATCH, of(&narrow, ""), &widen),
            (Method::PATCH, of(&own, ""), &widen),
            (Method::PATCH, of(&wide, ""), &json!({"scopes": []})),
            (Method::PUT, of(&wide, "/caps"), &json!({})),
            (Method::POST, of(&wide, "/rotate"), &json!({})),
            (Method::POST, of(&wide, "/revoke"), &json!({})),
        ];
        for (method, path, body) in rows {
            let response = by_key(&world, &key, method, &path, body).await;
            response.is_problem(403, "insufficient-scope");
        }
        let test = json!({"name": "Test", "scopes": [], "mode": "test"});
        let response = by_key(&world, &key, Method::POST, "/v1/api-keys", &test).await;
        assert_eq!(response.is_problem(400, "invalid-request")["errors"][0]["pointer"], "/mode");
        // A key without the scope `keys` manages no keys; a website's first keys lack this scope.
        for path in ["/v1/api-keys".to_owned(), of(&own, "")] {
            let body = world.get(&path, &shop.key).await.is_problem(403, "insufficient-scope");
            assert_eq!(body["required_scope"], "keys");
        }
        assert_eq!(world.count("SELECT count(*) FROM api_keys").await, there, "nothing was made");
        assert_eq!(world.count("SELECT count(*) FROM api_keys WHERE revoked_at IS NOT NULL OR previous_digest IS NOT NULL").await, 0);
        let control = owner(&world, ("usr_1", &shop.id), Method::PATCH, &of(&narrow, ""), &widen).await;
        assert_eq!((control.status, &control.json()["scopes"]), (200, &json!(["credits.spend", "customers.read"])));
    }
}

on_both_engines! {
    // row: K4
    async fn key_cannot_grant_longer_expiry_or_higher_caps(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let body = json!({
            "name": "Manager", "scopes": ["keys", "credits.spend"], "caps": {"per_day": 10},
            "expires_at": "2027-01-16T08:00:00.000Z",
        });
        let (own, key) = made(&world, &shop, &body).await;
        let post = |body: Value| {
            let (world, key) = (&world, &key);
            async move { by_key(world, key, Method::POST, "/v1/api-keys", &body).await }
        };
        let (soon, late) = ("2027-01-16T07:00:00.000Z", "2027-01-16T08:00:00.001Z");
        assert_eq!(post(json!({"name": "a", "scopes": ["keys"], "expires_at": soon})).await.status, 201, "the control");
        post(json!({"name": "a", "scopes": ["keys"]})).await.is_problem(403, "insufficient-scope");
        post(json!({"name": "a", "scopes": ["keys"], "expires_at": late})).await.is_problem(403, "insufficient-scope");
        let capped = json!({"name": "a", "scopes": ["credits.spend"], "expires_at": soon, "caps": {"per_day": 10}});
        post(capped).await.is_problem(403, "insufficient-scope");
        let expired = post(json!({"name": "a", "scopes": [], "expires_at": "2027-01-15T08:00:00.000Z"})).await;
        assert_eq!(expired.is_problem(400, "invalid-request")["errors"][0]["pointer"], "/expires_at");
        let caps = format!("/v1/api-keys/{own}/caps");
        by_key(&world, &key, Method::PUT, &caps, &json!({})).await.is_problem(403, "insufficient-scope");
        by_key(&world, &key, Method::PUT, &caps, &json!({"per_day": 5})).await.is_problem(403, "insufficient-scope");
        let rotated = by_key(&world, &key, Method::POST, &format!("/v1/api-keys/{own}/rotate"), &json!({})).await;
        assert_eq!(rotated.status, 200, "its own secret it may change: {rotated:?}");
        let freed = owner(&world, ("usr_1", &shop.id), Method::PUT, &caps, &json!({})).await;
        assert_eq!((freed.status, &freed.json()["caps"]["per_day"]), (200, &Value::Null));
    }
}

on_both_engines! {
    // row: K5
    async fn revoked_or_expired_key_is_refused_at_once_on_each_server(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let replica = world.replica().await;
        let urls = [world.url.as_str(), replica.url.as_str()];
        let body = json!({"name": "a", "scopes": ["customers.read"], "expires_at": "2027-01-15T08:00:10.000Z"});
        let (_, expiring) = made(&world, &shop, &body).await;
        let (id, key) = made(&world, &shop, &json!({"name": "b", "scopes": ["customers.read"]})).await;
        let (_, other) = made(&world, &shop, &json!({"name": "c", "scopes": ["customers.read"]})).await;
        assert_keys(&world, &urls, &[(&expiring, 200), (&key, 200), (&other, 200)]).await;
        let path = format!("/v1/api-keys/{id}/revoke");
        let as_owner = || owner(&world, ("usr_1", &shop.id), Method::POST, &path, &Value::Null);
        let revoked = as_owner().await;
        assert_eq!((revoked.status, &revoked.json()["status"]), (200, &json!("revoked")));
        assert_eq!(at_each(&world, &urls, &key).await, [401, 401]);
        assert_eq!(as_owner().await.json(), revoked.json(), "once is enough");
        for rest in ["", "/rotate", "/caps"] {
            let method = match rest { "" => Method::PATCH, "/caps" => Method::PUT, _ => Method::POST };
            let path = format!("/v1/api-keys/{id}{rest}");
            let response = owner(&world, ("usr_1", &shop.id), method, &path, &json!({})).await;
            response.is_problem(409, "api-key-ended");
        }
        world.clock.advance(Duration::from_secs(10));
        assert_eq!(at_each(&world, &urls, &expiring).await, [401, 401]);
        assert_eq!(at_each(&world, &urls, &other).await, [200, 200], "the control");
    }
}

on_both_engines! {
    // row: K5
    async fn previous_secret_is_valid_for_its_overlap_only(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let replica = world.replica().await;
        let urls = [world.url.as_str(), replica.url.as_str()];
        let (id, first) = made(&world, &shop, &json!({"name": "b", "scopes": ["customers.read"]})).await;
        let path = format!("/v1/api-keys/{id}/rotate");
        let rotate = |body: Value| {
            let (world, path, site) = (&world, &path, &shop.id);
            async move {
                let response = owner(world, ("usr_1", site), Method::POST, path, &body).await;
                assert_eq!(response.status, 200, "{response:?}");
                (response.json()["api_key"].clone(), id_and_secret(&response).1)
            }
        };
        let (outcome, second) = rotate(json!({"overlap_seconds": 60})).await;
        assert!(second.starts_with(outcome["prefix"].as_str().unwrap()));
        assert_eq!(outcome["previous_secret_until"], "2027-01-15T08:01:00.000Z");
        world.clock.advance(Duration::from_secs(59));
        assert_keys(&world, &urls, &[(&first, 200), (&second, 200)]).await;
        world.clock.advance(Duration::from_secs(1));
        assert_eq!(at_each(&world, &urls, &first).await, [401, 401]);
        assert_eq!(at_each(&world, &urls, &second).await, [200, 200]);
        // Another rotation, as after a lost response, ends no secret early; one without an overlap ends all.
        let (outcome, third) = rotate(json!({"overlap_seconds": 3600})).await;
        let until = outcome["previous_secret_until"].clone();
        let (outcome, fourth) = rotate(json!({"overlap_seconds": 60})).await;
        assert_eq!(outcome["previous_secret_until"], until, "the latest");
        assert_keys(&world, &urls, &[(&second, 200), (&third, 200), (&fourth, 200)]).await;
        world.clock.advance(Duration::from_mins(1));
        assert_keys(&world, &urls, &[(&second, 200), (&third, 401), (&fourth, 200)]).await;
        world.clock.advance(Duration::from_secs(3539));
        assert_eq!(at_each(&world, &urls, &second).await, [200, 200]);
        let one = owner(&world, ("usr_1", &shop.id), Method::GET, &format!("/v1/api-keys/{id}"), &Value::Null).await;
        assert_eq!(one.json()["previous_secret_until"], until);
        world.clock.advance(Duration::from_secs(1));
        assert_eq!(at_each(&world, &urls, &second).await, [401, 401]);
        sweep::once(&world.app).await.unwrap();
        assert_eq!(world.count("SELECT count(*) FROM older_api_key_secrets").await, 0);
        rotate(json!({})).await;
        let (_, lost) = rotate(json!({})).await;
        let (outcome, fifth) = rotate(json!({"overlap_seconds": 0})).await;
        assert_eq!(outcome["previous_secret_until"], Value::Null);
        assert_keys(&world, &urls, &[(&fourth, 401), (&lost, 401)]).await;
        assert_eq!(at_each(&world, &urls, &fifth).await, [200, 200]);
        let too_long = json!({"overlap_seconds": 604_801});
        let response = owner(&world, ("usr_1", &shop.id), Method::POST, &path, &too_long).await;
        assert_eq!(response.is_problem(400, "invalid-request")["errors"][0]["pointer"], "/overlap_seconds");
        // A revocation ends all secrets.
        rotate(json!({})).await;
        let (_, sixth) = rotate(json!({})).await;
        let revoke = format!("/v1/api-keys/{id}/revoke");
        owner(&world, ("usr_1", &shop.id), Method::POST, &revoke, &Value::Null).await;
        assert_keys(&world, &urls, &[(&fifth, 401), (&sixth, 401)]).await;
    }
}

on_both_engines! {
    /// A server of an older version rotates without an overlap: it removes the previous secret and no older one.
    async fn older_secrets_end_with_the_previous_one(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let replica = world.replica().await;
        let urls = [world.url.as_str(), replica.url.as_str()];
        let (id, first) = made(&world, &shop, &json!({"name": "b", "scopes": ["customers.read"]})).await;
        let one = format!("/v1/api-keys/{id}");
        let rotated = async || {
            let response = owner(&world, ("usr_1", &shop.id), Method::POST, &format!("{one}/rotate"), &json!({})).await;
            assert_eq!(response.status, 200, "{response:?}");
            id_and_secret(&response).1
        };
        rotated().await;
        let third = rotated().await;
        assert_keys(&world, &urls, &[(&first, 200), (&third, 200)]).await;
        world.sql("UPDATE api_keys SET previous_digest = NULL, previous_until = NULL WHERE id = $1", &[&id]).await;
        assert_keys(&world, &urls, &[(&first, 401), (&third, 200)]).await;
        let response = owner(&world, ("usr_1", &shop.id), Method::GET, &one, &Value::Null).await;
        assert_eq!(response.json()["previous_secret_until"], Value::Null);
        // The next rotation does not make them valid again.
        let fourth = rotated().await;
        assert_keys(&world, &urls, &[(&first, 401), (&third, 200), (&fourth, 200)]).await;
    }
}

on_both_engines! {
    // row: K6
    async fn secret_is_shown_once_and_kept_as_a_digest(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let requested = json!({"name": "Back end", "scopes": ["keys", "customers.read"], "caps": {"per_operation": 5, "per_day": 9}});
        let (id, first) = made(&world, &shop, &requested).await;
        assert!(first.starts_with("tg_live_") && first.len() == 51);
        let path = format!("/v1/api-keys/{id}/rotate");
        let rotated = owner(&world, ("usr_1", &shop.id), Method::POST, &path, &json!({})).await;
        let (_, second) = id_and_secret(&rotated);
        let list = owner(&world, ("usr_1", &shop.id), Method::GET, "/v1/api-keys", &Value::Null).await;
        let one = by_key(&world, &second, Method::GET, &format!("/v1/api-keys/{id}"), &Value::Null).await;
        assert_eq!((list.status, one.status), (200, 200));
        let outcome = one.json();
        assert_eq!((&outcome["name"], &outcome["mode"], &outcome["status"]), (&json!("Back end"), &json!("live"), &json!("active")));
        assert_eq!(outcome["scopes"], json!(["customers.read", "keys"]));
        assert_eq!(outcome["caps"], json!({"per_operation": 5, "per_day": 9, "spent_today": 0}));
        assert_eq!(outcome["prefix"], second[..12]);
        assert_eq!(list.json()["items"].as_array().unwrap().len(), 3, "both modes for the owner");
        let of_key = by_key(&world, &second, Method::GET, "/v1/api-keys?limit=1", &Value::Null).await.json();
        let cursor = of_key["next_cursor"].as_str().unwrap();
        let rest = by_key(&world, &second, Method::GET, &format!("/v1/api-keys?cursor={cursor}"), &Value::Null).await.json();
        let ids: Vec<&Value> = [&of_key, &rest].iter().flat_map(|page| page["items"].as_array().unwrap()).map(|item| &item["id"]).collect();
        assert_eq!(ids.len(), 2, "a key sees its own mode: {ids:?}");
        for secret in [&first, &second] {
            for response in [&list, &one] {
                assert!(!response.body.contains(&secret[12..]));
            }
        }
        assert_eq!(world.count("SELECT count(*) FROM api_keys WHERE length(digest) <> 43 OR length(prefix) <> 12").await, 0);
        for secret in [&first, &second] {
            let lines = "SELECT count(*) FROM audit WHERE details LIKE $1";
            assert_eq!(world.count_of(lines, &[&format!("%{}%", &secret[12..])]).await, 0);
        }
        // The server refuses a key in the query, and does not repeat it in the response.
        let response = world.send(Method::GET, &format!("/v1/api-keys?api_key={second}"), &[], None).await;
        response.is_problem(401, "unauthenticated");
        assert!(!response.body.contains(&second[12..]));
    }
}

on_both_engines! {
    // row: K1
    async fn keys_of_others_and_of_the_other_mode_are_absent(world: TestApi) {
        let one = Shop::open(&world, "usr_1", "One").await;
        let two = Shop::open(&world, "usr_2", "Two").await;
        let (id, key) = manager(&world, &one).await;
        let test = json!({"name": "t", "scopes": ["keys", "customers.read"], "mode": "test"});
        let (_, test) = made(&world, &one, &test).await;
        let body = json!({"name": "m", "scopes": ["keys", "customers.read"]});
        let theirs = owner(&world, ("usr_2", &two.id), Method::POST, "/v1/api-keys", &body).await;
        let (_, theirs) = id_and_secret(&theirs);
        for (method, rest) in [
            (Method::GET, ""), (Method::PATCH, ""), (Method::PUT, "/caps"), (Method::POST, "/rotate"), (Method::POST, "/revoke"),
        ] {
            let path = format!("/v1/api-keys/{id}{rest}");
            for foreign in [&test, &theirs] {
                by_key(&world, foreign, method.clone(), &path, &json!({})).await.is_problem(404, "not-found");
            }
            for website in [&one.id, &two.id] {
                owner(&world, ("usr_2", website), method.clone(), &path, &json!({})).await.is_problem(404, "not-found");
            }
        }
        assert_eq!(world.get("/v1/customers", &key).await.status, 200);
        assert_eq!(by_key(&world, &key, Method::GET, &format!("/v1/api-keys/{id}"), &Value::Null).await.status, 200);
    }
}

// row: K2
/// Members of the body cannot set user or website, because both come from the credential only (K2).
#[tokio::test]
async fn members_that_claim_an_identity_are_refused() {
    let world = TestApi::sqlite().await;
    let shop = Shop::open(&world, "usr_1", "Pictures").await;
    let before = world.count("SELECT count(*) FROM api_keys").await;
    for member in [
        "userId",
        "website_id",
        "websiteId",
        "created_by",
        "credits",
        "id",
        "prefix",
        "digest",
        "key",
    ] {
        let mut body = json!({"name": "a", "scopes": []});
        body[member] = json!("usr_2");
        let response = owner(
            &world,
            ("usr_1", &shop.id),
            Method::POST,
            "/v1/api-keys",
            &body,
        )
        .await;
        let outcome = response.is_problem(400, "invalid-request");
        assert_eq!(outcome["errors"][0]["pointer"], format!("/{member}"));
    }
    assert_eq!(world.count("SELECT count(*) FROM api_keys").await, before);
    made(&world, &shop, &json!({"name": "a", "scopes": []})).await;
}
