//! Tests that initial access tokens are listed while they are valid, and are shown only once.

use foundation::on_both_engines;
use serde_json::{Value, json};

use super::{admin, agent, initial_token, register};
use crate::harness::TestIdp;

const PATH: &str = "initial-access-tokens";

async fn listed(world: &TestIdp, query: &str) -> Value {
    let response = admin(world, "GET", &format!("{PATH}?{query}"), &json!({})).await;
    response.ok()
}

fn ids(page: &Value) -> Vec<String> {
    let tokens = page["initial_access_tokens"].as_array().unwrap();
    tokens
        .iter()
        .map(|token| token["id"].as_str().unwrap().to_owned())
        .collect()
}

on_both_engines!(tokens_are_listed_page_by_page_until_they_are_used_up_or_over);

async fn tokens_are_listed_page_by_page_until_they_are_used_up_or_over(world: TestIdp) {
    let first = initial_token(&world, &json!({ "uses": 2, "scope": "credits.read" })).await;
    let all = listed(&world, "").await;
    let expected = json!([{
        "id": ids(&all)[0], "uses": 2, "scope": "credits.read", "created_by": "product-api",
        "created_at": "2027-01-15T08:00:00.000Z", "expires_at": "2027-01-15T09:00:00.000Z",
    }]);
    assert_eq!(all["initial_access_tokens"], expected, "and not the token");
    for seconds in [600, 1200] {
        world.wait(1);
        initial_token(&world, &json!({ "expires_in": seconds })).await;
    }
    let all = ids(&listed(&world, "").await);
    assert_eq!(all.len(), 3, "the newest first");
    let page = listed(&world, "limit=2").await;
    assert_eq!(ids(&page), all[..2]);
    let cursor = page["next_cursor"].as_str().unwrap();
    let rest = listed(&world, &format!("limit=2&cursor={cursor}")).await;
    assert_eq!(
        (ids(&rest), &rest["next_cursor"]),
        (all[2..].to_vec(), &Value::Null)
    );
    let bad = admin(&world, "GET", &format!("{PATH}?cursor=x"), &json!({})).await;
    assert_eq!(bad.status, 400);

    register(&world, &first, &agent()).await;
    let left = listed(&world, "").await;
    assert_eq!(left["initial_access_tokens"][2]["uses"], 1);
    register(&world, &first, &agent()).await;
    assert_eq!(ids(&listed(&world, "").await), all[..2], "used up");
    world.wait(601);
    assert_eq!(ids(&listed(&world, "").await), all[..1], "over");
    let path = format!("{PATH}/{}", all[0]);
    let withdrawn = admin(&world, "DELETE", &path, &json!({})).await;
    assert_eq!(withdrawn.status, 204);
    assert_eq!(ids(&listed(&world, "").await), Vec::<String>::new());
}
