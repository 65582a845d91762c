//! Tests features and prices over HTTP: creation, charges, refusals, and isolation of websites and modes.

use reqwest::Method;
use serde_json::{Value, json};

use crate::credits::{Shop, grant, listed, post};
use crate::harness::{HttpResponse, TestApi, change, on_both_engines};

/// Sends a PUT request with a JSON body and a credential.
pub(crate) async fn put(
    world: &TestApi,
    path: &str,
    credential: &str,
    body: &Value,
) -> HttpResponse {
    let authorization = format!("Bearer {credential}");
    let headers = [
        ("authorization", authorization.as_str()),
        ("content-type", "application/json"),
    ];
    world
        .send(Method::PUT, path, &headers, Some(body.to_string()))
        .await
}

/// Creates a feature with a first price.
pub(crate) async fn priced(world: &TestApi, key: &str, code: &str, credits: i64, per_units: i64) {
    let path = format!("/v1/features/{code}");
    let made = put(world, &path, key, &json!({"name": "Pictures"})).await;
    assert_eq!(made.status, 200, "{made:?}");
    let price = json!({"credits": credits, "per_units": per_units});
    let added = put(world, &format!("{path}/prices/1"), key, &price).await;
    assert_eq!(added.status, 200, "{added:?}");
}

/// Returns a spend of a quantity of a feature.
pub(crate) fn units(quantity: i64, feature: &str) -> Value {
    json!({"customer": {"external_id": "ada"}, "feature": feature, "quantity": quantity})
}

on_both_engines! {
    async fn price_list_sets_the_charge(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let made = put(&world, "/v1/features/image.large", &shop.key, &json!({"name": "Large"})).await;
        let feature = json!({"code": "image.large", "name": "Large", "price": null, "created_at": "2027-01-15T08:00:00.000Z"});
        assert_eq!((made.status, made.json()), (200, feature));
        let price = json!({"credits": 3, "per_units": 1000, "min_charge": 2});
        let first = put(&world, "/v1/features/image.large/prices/1", &shop.key, &price).await;
        assert_eq!(first.json(), json!({
            "version": 1, "credits": 3, "per_units": 1000, "min_charge": 2, "effective_at": "2027-01-15T08:00:00.000Z",
        }));
        let named = put(&world, "/v1/features/image.large", &shop.key, &json!({"name": " Larger "})).await.json();
        assert_eq!((&named["name"], &named["price"], &named["created_at"]), (&json!("Larger"), &first.json(), &made.json()["created_at"]));
        let later = json!({"credits": 5, "per_units": 1, "effective_at": "2027-01-15T09:00:00Z"});
        let second = put(&world, "/v1/features/image.large/prices/2", &shop.key, &later).await;
        assert_eq!((&second.json()["min_charge"], &second.json()["effective_at"]), (&json!(0), &json!("2027-01-15T09:00:00.000Z")));
        // A repeated price changes nothing, even after it took effect.
        world.clock.advance(std::time::Duration::from_hours(2));
        for (path, body, response) in [("1", &price, &first), ("2", &later, &second)] {
            let again = put(&world, &format!("/v1/features/image.large/prices/{path}"), &shop.key, body).await;
            assert_eq!((again.status, &again.body), (200, &response.body));
        }
        assert_eq!(world.count("SELECT count(*) FROM audit WHERE action = 'feature.saved'").await, 2);
        assert_eq!(world.count("SELECT count(*) FROM audit WHERE action = 'price.added'").await, 2);
        let prices = world.get("/v1/features/image.large/prices", &shop.key).await.json();
        assert_eq!(prices, json!({"items": [second.json(), first.json()], "next_cursor": null}));
        let read = world.get("/v1/features/image.large", &shop.key).await.json();
        assert_eq!(read["price"], second.json());
        assert_eq!(world.get("/v1/features", &shop.key).await.json()["items"], json!([read]));

        grant(&world, &shop, "g", "ada", 100).await;
        let spent = post(&world, "/v1/spends", &shop.key, "s", units(7, "image.large")).await.json();
        let outcome = &spent["transaction"];
        assert_eq!(
            (&outcome["amount"], &outcome["feature"], &outcome["quantity"], &outcome["price_version"]),
            (&json!(-35), &json!("image.large"), &json!(7), &json!(2))
        );
        let customer = outcome["customer_id"].as_str().unwrap();
        let page = world.get(&format!("/v1/customers/{customer}/transactions"), &shop.key).await.json();
        assert_eq!(page["items"][0], listed(outcome, Some("ada")));
        let response = post(&world, "/v1/holds", &shop.key, "h", units(2, "image.large")).await.json();
        let hold = &response["hold"];
        assert_eq!((&hold["amount"], &hold["feature"], &hold["quantity"], &hold["price_version"]), (&json!(10), &json!("image.large"), &json!(2), &json!(2)));
    }
}

/// Returns the number of credits that were spent or held.
fn taken(path: &str, response: &HttpResponse) -> String {
    let member = if path == "/v1/spends" {
        "/transaction/amount"
    } else {
        "/hold/amount"
    };
    let amount = response.json().pointer(member).unwrap().to_string();
    amount.trim_start_matches('-').to_owned()
}

on_both_engines! {
    async fn each_spelling_of_a_quantity_is_read_or_refused(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        grant(&world, &shop, "g", "ada", 1000).await;
        priced(&world, &shop.key, "image", 2, 1).await;
        let largest = 9_007_199_254_740_991_i64;
        let rows = [
            (json!({"amount": 5}), 200, "5"),
            (json!({"amount": 5, "feature": "image"}), 200, "5"),
            (json!({"feature": "image", "quantity": 5}), 200, "10"),
            (json!({"amount": 5, "feature": null, "quantity": null}), 200, "5"),
            (json!({}), 400, "/amount"),
            (json!({"amount": null}), 400, "/amount"),
            (json!({"feature": "image"}), 400, "/amount"),
            (json!({"quantity": 5}), 400, "/feature"),
            (json!({"amount": 5, "quantity": 5}), 400, "/quantity"),
            (json!({"amount": 5, "feature": "image", "quantity": 5}), 400, "/quantity"),
            (json!({"amount": 5, "feature": 7}), 400, "/feature"),
            (json!({"amount": 5, "feature": ""}), 400, "/feature"),
            (json!({"amount": 5, "feature": "x".repeat(65)}), 400, "/feature"),
            (json!({"feature": "image", "quantity": 0}), 422, "amount-out-of-range"),
            (json!({"feature": "image", "quantity": -1}), 422, "amount-out-of-range"),
            (json!({"feature": "image", "quantity": 1.5}), 422, "amount-out-of-range"),
            (json!({"feature": "image", "quantity": "1"}), 422, "amount-out-of-range"),
            (json!({"feature": "image", "quantity": largest}), 422, "amount-out-of-range"),
            (json!({"feature": "image", "quantity": largest + 2}), 422, "amount-out-of-range"),
            (json!({"feature": "image", "quantity": u64::MAX}), 422, "amount-out-of-range"),
            (json!({"feature": "Image", "quantity": 1}), 422, "unknown-feature"),
            (json!({"feature": "none", "amount": 1}), 422, "unknown-feature"),
        ];
        for (index, (said, status, outcome)) in rows.into_iter().enumerate() {
            for path in ["/v1/spends", "/v1/holds"] {
                let mut body = json!({"customer": {"external_id": "ada"}});
                change(&mut body, &said);
                if said["amount"].is_null() && said.get("amount").is_some() {
                    body["amount"] = Value::Null;
                }
                let key = format!("{index}{path}");
                let response = post(&world, path, &shop.key, &key, &body).await;
                match status {
                    200 => assert_eq!(taken(path, &response), outcome, "{said} {response:?}"),
                    400 => {
                        let problem = response.is_problem(400, "invalid-request");
                        assert_eq!(problem["errors"][0]["pointer"], outcome, "{said}");
                    }
                    _ => {
                        response.is_problem(status, outcome);
                        let again = post(&world, path, &shop.key, &key, &body).await;
                        assert_eq!((again.header("idempotency-replayed"), &again.body), ("true", &response.body), "{said}");
                    }
                }
            }
        }
        let scoped = json!({"customer": {"external_id": "ada"}, "amount": 7, "kind": "promo", "feature": "none"});
        post(&world, "/v1/grants", &shop.key, "n", scoped).await.is_problem(422, "unknown-feature");
        let scoped = json!({"customer": {"external_id": "ada"}, "amount": 7, "kind": "promo", "feature": "image"});
        let granted = post(&world, "/v1/grants", &shop.key, "y", scoped).await.json();
        assert_eq!((&granted["transaction"]["feature"], &granted["transaction"]["quantity"]), (&json!("image"), &Value::Null));
    }
}

on_both_engines! {
    async fn each_wrong_feature_or_price_is_pointed_at(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        priced(&world, &shop.key, "image", 2, 1).await;
        let name = json!({"name": "Pictures"});
        for code in ["Image", "_a", "a%20b", "%C3%A4", "a~", &"x".repeat(65)] {
            let wrong = put(&world, &format!("/v1/features/{code}"), &shop.key, &name).await;
            assert_eq!(wrong.is_problem(400, "invalid-request")["errors"][0]["parameter"], "code", "{code}");
        }
        for wrong in [json!({"name": ""}), json!({"name": " "}), json!({"name": "a\u{0}"}), json!({"name": "x".repeat(81)}), json!({})] {
            let response = put(&world, "/v1/features/b", &shop.key, &wrong).await;
            assert_eq!(response.is_problem(400, "invalid-request")["errors"][0]["pointer"], "/name", "{wrong}");
        }
        let good = json!({"credits": 3, "per_units": 2});
        let rows = [
            (json!({"credits": -1}), "/credits"),
            (json!({"credits": 1.5}), "/credits"),
            (json!({"credits": "3"}), "/credits"),
            (json!({"credits": 9_007_199_254_740_992_i64}), "/credits"),
            (json!({"credits": null}), "/credits"),
            (json!({"per_units": 0}), "/per_units"),
            (json!({"per_units": -1}), "/per_units"),
            (json!({"per_units": 9_007_199_254_740_992_i64}), "/per_units"),
            (json!({"min_charge": -1}), "/min_charge"),
            (json!({"min_charge": 9_007_199_254_740_993_i64}), "/min_charge"),
            (json!({"effective_at": "2027-01-15T07:59:59.999Z"}), "/effective_at"),
            (json!({"effective_at": "soon"}), "/effective_at"),
            (json!({"version": 2}), "/version"),
        ];
        for (said, pointer) in rows {
            let mut body = good.clone();
            change(&mut body, &said);
            let response = put(&world, "/v1/features/image/prices/2", &shop.key, &body).await;
            assert_eq!(response.is_problem(400, "invalid-request")["errors"][0]["pointer"], pointer, "{said}");
        }
        // Versions are consecutive and never change.
        for (version, latest) in [("0", 1), ("3", 1), ("1", 1), ("-1", 1), ("9223372036854775807", 1)] {
            let path = format!("/v1/features/image/prices/{version}");
            let taken = put(&world, &path, &shop.key, &good).await.is_problem(409, "price-version-taken");
            assert_eq!(taken["latest"], latest, "{version}");
        }
        for version in ["x", "1.5", "9223372036854775808"] {
            put(&world, &format!("/v1/features/image/prices/{version}"), &shop.key, &good).await.is_problem(404, "not-found");
        }
        let absent = put(&world, "/v1/features/none/prices/1", &shop.key, &good).await;
        assert_eq!(absent.is_problem(404, "not-found")["resource"], "feature");
        for path in ["/v1/features/none", "/v1/features/none/prices"] {
            assert_eq!(world.get(path, &shop.key).await.is_problem(404, "not-found")["resource"], "feature");
        }
        assert_eq!(world.count("SELECT count(*) FROM feature_price").await, 1);
        assert_eq!(put(&world, "/v1/features/image/prices/2", &shop.key, &good).await.status, 200);
        let other = json!({"credits": 9, "per_units": 1});
        let taken = put(&world, "/v1/features/image/prices/1", &shop.key, &other).await.is_problem(409, "price-version-taken");
        assert_eq!(taken["latest"], 2, "the newest, not the one that is there");
        assert!(taken["detail"].as_str().unwrap().contains("the next one is 3"), "{taken}");
    }
}

on_both_engines! {
    async fn one_of_fifty_concurrent_requests_adds_a_version(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        priced(&world, &shop.key, "image", 2, 1).await;
        let adding = (0..50).map(|credits| {
            let (world, shop) = (&world, &shop);
            async move {
                let price = json!({"credits": credits, "per_units": 1});
                put(world, "/v1/features/image/prices/2", &shop.key, &price).await
            }
        });
        let responses = futures_util::future::join_all(adding).await;
        let added = responses.iter().filter(|response| response.status == 200).count();
        for refused in responses.iter().filter(|response| response.status != 200) {
            refused.is_problem(409, "price-version-taken");
        }
        assert_eq!(added, 1);
        assert_eq!(world.count("SELECT count(*) FROM feature_price").await, 2);
        assert_eq!(world.count("SELECT count(*) FROM audit WHERE action = 'price.added'").await, 2);
    }
}
