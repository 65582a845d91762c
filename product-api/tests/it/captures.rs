//! Tests captures by quantity of a feature: the price, the feature of the hold, and the refusals.

use serde_json::{Value, json};

use crate::credits::{Shop, grant, post};
use crate::features::priced;
use crate::harness::{HttpResponse, TestApi, on_both_engines};

/// Opens a shop with three priced features and a customer with 100 credits. The prices are 3 credits for 2 units, 1 for 1, and
/// 0.
async fn open(world: &TestApi) -> Shop {
    let shop = Shop::open(world, "usr_1", "Pictures").await;
    priced(world, &shop.key, "image", 3, 2).await;
    priced(world, &shop.key, "text", 1, 1).await;
    priced(world, &shop.key, "free", 0, 1).await;
    grant(world, &shop, "g", "ada", 100).await;
    shop
}

async fn hold(world: &TestApi, shop: &Shop, key: &str, feature: &Value) -> String {
    let mut body = json!({"customer": {"external_id": "ada"}, "amount": 30, "ttl_seconds": 60});
    if !feature.is_null() {
        body["feature"] = feature.clone();
    }
    let response = post(world, "/v1/holds", &shop.key, key, body).await;
    assert_eq!(response.status, 200, "{response:?}");
    response.json()["hold"]["id"].as_str().unwrap().to_owned()
}

async fn capture(
    world: &TestApi,
    shop: &Shop,
    key: &str,
    (hold, body): (&str, &Value),
) -> HttpResponse {
    let path = format!("/v1/holds/{hold}/capture");
    post(world, &path, &shop.key, key, body).await
}

on_both_engines! {
    async fn capture_by_quantity_returns_its_price(world: TestApi) {
        let shop = open(&world).await;
        let id = hold(&world, &shop, "h", &json!("image")).await;
        let part = json!({"feature": "image", "quantity": 5, "final": false});
        let first = capture(&world, &shop, "c", (&id, &part)).await;
        let found = first.json();
        let of = |found: &Value| ["amount", "feature", "quantity", "price_version"].map(|name| found["transaction"][name].clone());
        assert_eq!(of(&found), [json!(-8), json!("image"), json!(5), json!(1)], "{found}");
        assert_eq!((&found["hold"]["captured"], &found["balance"]["available"]), (&json!(8), &json!(70)));
        let again = capture(&world, &shop, "c", (&id, &part)).await;
        assert_eq!((again.header("idempotency-replayed"), &again.body), ("true", &first.body));
        // A capture by amount is for the hold's feature; an amount beyond the hold is refused.
        let more = json!({"feature": "image", "quantity": 15});
        let beyond = capture(&world, &shop, "d", (&id, &more)).await;
        assert_eq!(beyond.is_problem(422, "capture-exceeds-hold")["remaining"], 22);
        let last = capture(&world, &shop, "e", (&id, &json!({"amount": 2}))).await.json();
        assert_eq!(of(&last), [json!(-2), json!("image"), Value::Null, Value::Null], "{last}");
        assert_eq!(last["hold"]["state"], "captured");
        // A hold without a feature can be captured for any feature.
        let id = hold(&world, &shop, "n", &Value::Null).await;
        let found = capture(&world, &shop, "f", (&id, &json!({"feature": "text", "quantity": 7}))).await.json();
        assert_eq!(of(&found), [json!(-7), json!("text"), json!(7), json!(1)], "{found}");
        assert_eq!(found["balance"]["available"], 83);
        let id = hold(&world, &shop, "l", &json!("image")).await;
        world.clock.advance(std::time::Duration::from_mins(2));
        let late = json!({"feature": "image", "quantity": 1, "if_expired": "spend"});
        let found = capture(&world, &shop, "m", (&id, &late)).await.json();
        assert_eq!(of(&found), [json!(-2), json!("image"), json!(1), json!(1)], "{found}");
    }
}

on_both_engines! {
    async fn unchargeable_capture_is_refused_and_replayed(world: TestApi) {
        let shop = open(&world).await;
        let id = hold(&world, &shop, "h", &json!("image")).await;
        let rows = [
            (json!({"feature": "text", "quantity": 1}), 422, "hold-feature-differs"),
            (json!({"feature": "nothing", "quantity": 1}), 422, "unknown-feature"),
            (json!({"feature": "image", "quantity": 0}), 422, "amount-out-of-range"),
            (json!({"feature": "image", "quantity": 9_007_199_254_740_991_i64}), 422, "amount-out-of-range"),
            (json!({"feature": "image", "quantity": 1, "amount": 1}), 400, "invalid-request"),
            (json!({"quantity": 1}), 400, "invalid-request"),
            (json!({"feature": "image"}), 400, "invalid-request"),
        ];
        for (index, (body, status, slug)) in rows.iter().enumerate() {
            let key = format!("k{index}");
            let refused = capture(&world, &shop, &key, (&id, body)).await;
            let problem = refused.is_problem(*status, slug);
            if *slug == "hold-feature-differs" {
                assert_eq!(problem["feature"], "image");
            }
            let again = capture(&world, &shop, &key, (&id, body)).await;
            let is_kept = again.header("idempotency-replayed") == "true";
            assert_eq!(is_kept, *status == 422, "{body}");
        }
        let none = hold(&world, &shop, "n", &Value::Null).await;
        let free = capture(&world, &shop, "f", (&none, &json!({"feature": "free", "quantity": 9}))).await;
        free.is_problem(422, "amount-out-of-range");
        let held = world.get(&format!("/v1/holds/{id}"), &shop.key).await.json();
        assert_eq!((&held["state"], &held["captured"]), (&json!("open"), &json!(0)), "the control");
    }
}
