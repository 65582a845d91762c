//! Tests that only a website's owner sees the recent requests of its clients at the identity provider.

use serde_json::{Value, json};

use crate::credits::Shop;
use crate::harness::{TestApi, on_both_engines};
use crate::issuer::Behaviour;

const FIRST: &str = "2027-01-15T08:00:00.000Z";

fn path(shop: &Shop) -> String {
    format!("/v1/websites/{}/sign-in-activity", shop.id)
}

/// Returns the only client of the double.
fn client(world: &TestApi) -> String {
    let clients = world.issuer.clients.lock().unwrap();
    clients.keys().next().unwrap().clone()
}

/// Sets the recent requests of a client at the double.
fn set_activity(world: &TestApi, client_id: &str, requests: &Value, first: &str) {
    let outcome = json!({ "items": requests, "first_sign_in_at": first });
    let mut activity = world.issuer.activity.lock().unwrap();
    activity.insert(client_id.to_owned(), outcome);
}

fn refused(client_id: &str, redirect_uri: &str) -> Value {
    json!({
        "client_id": client_id, "at": "2027-01-15T08:00:00.000Z", "endpoint": "authorize", "status": 400, "error": "invalid_request",
        "error_description": "redirect_uri is not one that is registered for this client.",
        "redirect_uri": redirect_uri, "origin": null, "request_id": "req_1", "uses_pkce": false,
    })
}

/// Creates a public client for a website.
async fn public(world: &TestApi, shop: &Shop, owner: &str) -> String {
    let address = format!("/v1/websites/{}/public-client", shop.id);
    let body = json!({ "redirect_uris": ["https://shop.example.com/app"] });
    let made = world.post(&address, &world.token(owner), &body).await;
    made.json()["client_id"].as_str().unwrap().to_owned()
}

on_both_engines! {
    async fn owner_reads_requests_with_advice(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let owner = world.token("usr_1");
        let none = world.get(&path(&shop), &owner).await.json();
        assert_eq!(none, json!({ "items": [], "first_sign_in_at": null }));
        let id = client(&world);
        let good = json!({
            "client_id": id, "at": "2027-01-15T08:00:00.000Z", "endpoint": "token", "status": 200, "error": null,
            "error_description": null, "redirect_uri": null, "origin": null, "request_id": "req_2", "later": 1,
        });
        let local = "http://localhost:3000/cb";
        set_activity(&world, &id, &json!([refused(&id, local), refused(&id, "http://evil.example/cb"), good]), FIRST);
        let outcome = world.get(&path(&shop), &owner).await.json();
        let fixes: Vec<_> = outcome["items"].as_array().unwrap().iter().map(|item| item["fix"].clone()).collect();
        assert_eq!(fixes, [json!({ "kind": "allow-redirect-uri", "value": local }), Value::Null, Value::Null]);
        let mut first = refused(&id, local);
        first["fix"] = fixes[0].clone();
        assert_eq!(outcome["items"][0], first);
        assert_eq!(outcome["first_sign_in_at"], FIRST);
        let mut sign_out = refused(&id, "https://shop.example.com/bye");
        sign_out["endpoint"] = json!("end_session");
        set_activity(&world, &id, &json!([sign_out, refused(&id, local), refused(&id, local)]), FIRST);
        let outcome = world.get(&path(&shop), &owner).await.json();
        let fix = json!({ "kind": "allow-post-logout-redirect-uri", "value": "https://shop.example.com/bye" });
        assert_eq!(outcome["items"][0]["fix"], fix);
        let short = world.get(&format!("{}?limit=1", path(&shop)), &owner).await.json();
        assert_eq!(short["items"].as_array().unwrap().len(), 1);
        for limit in ["0", "101", "x"] {
            let response = world.get(&format!("{}?limit={limit}", path(&shop)), &owner).await;
            response.is_problem(400, "invalid-request");
        }
    }
}

on_both_engines! {
    async fn requests_of_the_public_client_are_included(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let owner = world.token("usr_1");
        let (own, local) = (client(&world), "http://localhost:3000/cb");
        // Opens another website whose public client must not appear.
        let other = Shop::open(&world, "usr_2", "Sounds").await;
        let foreign = public(&world, &other, "usr_2").await;
        set_activity(&world, &foreign, &json!([refused(&foreign, local)]), "2027-01-01T08:00:00.000Z");
        let at = |mut request: Value, time: &str| {
            request["at"] = json!(time);
            request
        };
        let newest = at(refused(&own, local), "2027-01-15T10:00:00.000Z");
        let oldest = at(refused(&own, local), "2027-01-15T06:00:00.000Z");
        set_activity(&world, &own, &json!([newest, oldest]), FIRST);
        assert_eq!(world.get(&path(&shop), &owner).await.json()["first_sign_in_at"], FIRST, "it has one client");
        let page = public(&world, &shop, "usr_1").await;
        set_activity(&world, &page, &json!([refused(&page, local)]), "2027-01-14T08:00:00.000Z");
        let outcome = world.get(&path(&shop), &owner).await.json();
        let of: Vec<_> = outcome["items"].as_array().unwrap().iter().map(|item| item["client_id"].clone()).collect();
        assert_eq!(of, [own.as_str(), page.as_str(), own.as_str()]);
        assert_eq!(outcome["items"][1]["fix"], json!({ "kind": "allow-redirect-uri", "value": local }));
        assert_eq!(outcome["first_sign_in_at"], "2027-01-14T08:00:00.000Z", "the earlier");
        let short = world.get(&format!("{}?limit=2", path(&shop)), &owner).await.json();
        assert_eq!(short["items"], json!([outcome["items"][0], outcome["items"][1]]));
    }
}

on_both_engines! {
    async fn sign_in_activity_requires_the_owner(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        Shop::open(&world, "usr_2", "Sounds").await;
        world.get(&path(&shop), &world.token("usr_2")).await.is_problem(404, "not-found");
        assert_ne!(world.get(&path(&shop), &shop.key).await.status, 200);
        let narrow = world.token_with("usr_1", &json!({ "scope": "openid credits.read" }));
        world.get(&path(&shop), &narrow).await.is_problem(403, "insufficient-scope");
        assert_eq!(world.get(&path(&shop), &world.token("usr_1")).await.status, 200, "the control");
    }
}

on_both_engines! {
    async fn unavailable_idp_is_reported(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        world.issuer.behave(Behaviour::Away);
        world.get(&path(&shop), &world.token("usr_1")).await.is_problem(503, "unavailable");
        world.issuer.behave(Behaviour::Good);
        let id = client(&world);
        let odd = json!([{ "client_id": id, "at": "yesterday", "endpoint": "token", "status": 200, "request_id": "req_1" }]);
        set_activity(&world, &id, &odd, FIRST);
        world.get(&path(&shop), &world.token("usr_1")).await.is_problem(503, "unavailable");
    }
}
