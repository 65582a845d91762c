//! Tests `GET /v1/me/credits` and `GET /v1/me/transactions`: what a user's own token shows.

use std::time::Duration;

use serde_json::{Value, json};

use crate::credits::{Shop, grant, post};
use crate::harness::{TestApi, on_both_engines};

async fn grant_to(world: &TestApi, shop: &Shop, key: &str, credential: &str, amount: i64) {
    let body = json!({"customer": {"sub": "usr_9"}, "amount": amount, "kind": "promo"});
    let response = post(world, "/v1/grants", credential, key, body).await;
    assert_eq!(response.status, 200, "{response:?} {}", shop.id);
}

fn names(balances: &Value) -> Vec<(String, String, i64)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let of = |balance: &Value| {
        (
            text(&balance["website"]["name"]),
            text(&balance["mode"]),
            balance["available"].as_i64().unwrap(),
        )
    };
    balances["balances"]
        .as_array()
        .unwrap()
        .iter()
        .map(of)
        .collect()
}

on_both_engines! {
    async fn user_sees_every_balance_and_a_websites_client_only_its_own(world: TestApi) {
        let (one, two) = (Shop::open(&world, "usr_1", "One").await, Shop::open(&world, "usr_2", "Two").await);
        grant_to(&world, &one, "g", &one.key, 100).await;
        grant_to(&world, &one, "g", &one.test_key, 7).await;
        grant_to(&world, &two, "g", &two.key, 30).await;
        grant(&world, &one, "other", "somebody else", 1000).await;
        let mine = world.token("usr_9");
        let all = world.get("/v1/me/credits", &mine).await.json();
        let own = |text: &str, mode: &str, amount| (text.to_owned(), mode.to_owned(), amount);
        assert_eq!(names(&all), [own("One", "live", 100), own("Two", "live", 30), own("One", "test", 7)]);
        let listed = world.get("/v1/me/transactions", &mine).await.json();
        let mut modes = Vec::new();
        for item in listed["items"].as_array().unwrap() {
            let path = format!("/v1/me/transactions/{}", item["id"].as_str().unwrap());
            assert_eq!(world.get(&path, &mine).await.json()["transaction"], *item);
            modes.push((item["amount"].as_i64(), item["mode"].as_str()));
        }
        modes.sort_unstable();
        assert_eq!(modes, [(Some(7), Some("test")), (Some(30), Some("live")), (Some(100), Some("live"))]);
        assert_eq!(names(&world.get("/v1/me/credits", &world.token("usr_8")).await.json()), []);

        let client: String = world.text("SELECT client_id FROM websites WHERE name = 'Two'").await;
        let at_two = world.token_with("usr_9", &json!({"client_id": client, "scope": "openid credits.read"}));
        assert_eq!(names(&world.get("/v1/me/credits", &at_two).await.json()), [own("Two", "live", 30)]);
        let page = world.get("/v1/me/transactions", &at_two).await.json();
        assert_eq!(page["items"].as_array().unwrap().len(), 1);
        // An application that the user has authorized sees what the user sees.
        let program = world.token_with("usr_9", &json!({"client_id": "https://agent.example/a.json"}));
        assert_eq!(world.get("/v1/me/credits", &program).await.json(), all);
        let token = world.token_with("usr_9", &json!({"scope": "openid profile"}));
        for path in ["/v1/me/credits", "/v1/me/transactions"] {
            world.get(path, &token).await.is_problem(403, "insufficient-scope");
        }
        world.get("/v1/me/credits", &one.key).await.is_problem(403, "insufficient-scope");
        world.get("/v1/me/credits", "nonsense").await.is_problem(401, "unauthenticated");
    }
}

on_both_engines! {
    async fn pages_of_all_websites_are_one_list(world: TestApi) {
        let (one, two) = (Shop::open(&world, "usr_1", "One").await, Shop::open(&world, "usr_2", "Two").await);
        for n in 0..7 {
            let shop = if n % 3 == 0 { &one } else { &two };
            grant_to(&world, shop, &format!("g{n}"), &shop.key, n + 1).await;
            if n % 2 == 0 {
                world.clock.advance(Duration::from_mins(1));
            }
        }
        let mine = world.token("usr_9");
        let (mut amounts, mut times, mut path) = (Vec::new(), Vec::new(), "/v1/me/transactions?limit=2".to_owned());
        let mut last_cursor = String::new();
        loop {
            let page = world.get(&path, &mine).await.json();
            let items = page["items"].as_array().unwrap();
            assert!(items.len() <= 2);
            amounts.extend(items.iter().map(|item| item["amount"].as_i64().unwrap()));
            times.extend(items.iter().map(|item| item["booked_at"].as_str().unwrap().to_owned()));
            let Some(cursor) = page["next_cursor"].as_str() else { break };
            cursor.clone_into(&mut last_cursor);
            path = format!("/v1/me/transactions?limit=2&cursor={cursor}");
        }
        assert!(times.is_sorted_by(|newer, older| newer >= older), "{times:?}");
        amounts.sort_unstable();
        assert_eq!(amounts, [1, 2, 3, 4, 5, 6, 7]);
        // The server accepts a cursor for its own list only, and only unaltered.
        let mut altered = last_cursor.clone().into_bytes();
        altered[80] = if altered[80] == b'A' { b'B' } else { b'A' };
        let altered = String::from_utf8(altered).unwrap();
        let other_user = world.token("usr_8");
        for (cursor, token) in [(altered.as_str(), &mine), ("x", &mine), ("", &mine), (last_cursor.as_str(), &other_user)] {
            let body = world.get(&format!("/v1/me/transactions?cursor={cursor}"), token).await.is_problem(400, "invalid-request");
            assert_eq!(body["errors"][0]["parameter"], "cursor");
        }
    }
}
