//! What a website's client asked at the identity provider lately, for its owner alone.

use serde_json::{Value, json};

use crate::credits::Shop;
use crate::harness::{World, on_both};
use crate::issuer::Behaviour;

fn path(shop: &Shop) -> String {
    format!("/v1/websites/{}/sign-in-activity", shop.id)
}

/// What the double tells of the one client that it has.
fn asked(world: &World, requests: &Value) {
    let clients = world.issuer.clients.lock().unwrap();
    let id = clients.keys().next().unwrap().clone();
    let told = json!({ "items": requests, "first_sign_in_at": "2027-01-15T08:00:00.000Z" });
    world.issuer.activity.lock().unwrap().insert(id, told);
}

fn refused(redirect_uri: &str) -> Value {
    json!({
        "at": "2027-01-15T08:00:00.000Z", "endpoint": "authorize", "status": 400, "error": "invalid_request",
        "error_description": "redirect_uri is not one that is registered for this client.",
        "redirect_uri": redirect_uri, "origin": null, "request_id": "req_1",
    })
}

on_both! {
    async fn the_owner_is_told_what_was_asked_and_what_would_help(world) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let owner = world.token("usr_1");
        let none = world.get(&path(&shop), &owner).await.json();
        assert_eq!(none, json!({ "items": [], "first_sign_in_at": null }));
        let good = json!({
            "at": "2027-01-15T08:00:00.000Z", "endpoint": "token", "status": 200, "error": null,
            "error_description": null, "redirect_uri": null, "origin": null, "request_id": "req_2", "later": 1,
        });
        let local = "http://localhost:3000/cb";
        asked(&world, &json!([refused(local), refused("http://evil.example/cb"), good]));
        let told = world.get(&path(&shop), &owner).await.json();
        let fixes: Vec<_> = told["items"].as_array().unwrap().iter().map(|item| item["fix"].clone()).collect();
        assert_eq!(fixes, [json!({ "kind": "allow-redirect-uri", "value": local }), Value::Null, Value::Null]);
        let mut first = refused(local);
        first["fix"] = fixes[0].clone();
        assert_eq!(told["items"][0], first);
        assert_eq!(told["first_sign_in_at"], "2027-01-15T08:00:00.000Z");
        let short = world.get(&format!("{}?limit=1", path(&shop)), &owner).await.json();
        assert_eq!(short["items"].as_array().unwrap().len(), 1);
        for limit in ["0", "101", "x"] {
            let answer = world.get(&format!("{}?limit={limit}", path(&shop)), &owner).await;
            answer.is_problem(400, "invalid-request");
        }
    }
}

on_both! {
    async fn nobody_else_is_told(world) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        Shop::open(&world, "usr_2", "Sounds").await;
        world.get(&path(&shop), &world.token("usr_2")).await.is_problem(404, "not-found");
        assert_ne!(world.get(&path(&shop), &shop.key).await.status, 200);
        let narrow = world.token_with("usr_1", &json!({ "scope": "openid credits.read" }));
        world.get(&path(&shop), &narrow).await.is_problem(403, "insufficient-scope");
        assert_eq!(world.get(&path(&shop), &world.token("usr_1")).await.status, 200, "the control");
    }
}

on_both! {
    async fn an_idp_that_is_away_is_said_so(world) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        world.issuer.behave(Behaviour::Away);
        world.get(&path(&shop), &world.token("usr_1")).await.is_problem(503, "unavailable");
        world.issuer.behave(Behaviour::Good);
        asked(&world, &json!([{ "at": "yesterday", "endpoint": "token", "status": 200, "request_id": "req_1" }]));
        world.get(&path(&shop), &world.token("usr_1")).await.is_problem(503, "unavailable");
    }
}
