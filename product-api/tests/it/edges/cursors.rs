//! Tests forged cursors and cursors of another list, website or mode (attack J12).

use serde_json::{Value, json};

use crate::billing::packs::{add as add_version, priced_pack};
use crate::billing::plans::{add as add_plan_version, priced_plan};
use crate::billing::sales::{Seller, pay};
use crate::credits::{Shop, grant, post};
use crate::harness::{TestApi, on_both_engines};
use crate::operator::operator_token;
use crate::receiver::Receiver;
use crate::webhooks::add;

/// Creates two items for each list, and returns the lists' paths.
async fn lists(world: &TestApi, shop: &Shop) -> Vec<String> {
    let receiver = Receiver::start(world.take_listener());
    let (endpoint, _secret) = add(world, &shop.key, &receiver.url, &Value::Null).await;
    grant(world, shop, "b", "bob", 1).await;
    let granted = grant(world, shop, "a", "ada", 100).await.json();
    let customer = granted["balance"]["customer_id"].as_str().unwrap();
    grant(world, shop, "c", "ada", 100).await;
    for n in ["1", "2"] {
        let hold = json!({"customer": {"external_id": "ada"}, "amount": 1});
        assert_eq!(
            post(world, "/v1/holds", &shop.key, n, hold).await.status,
            200
        );
        save(
            world,
            shop,
            &format!("features/f{n}"),
            json!({"name": "One"}),
        )
        .await;
        let price = json!({"credits": 1, "per_units": 1});
        save(world, shop, &format!("features/f1/prices/{n}"), price).await;
    }
    add_key(world, shop).await;
    add_packs(world, shop).await;
    add_plans(world, shop).await;
    product_api::webhooks::once(&world.app).await.unwrap();
    world.settles().await;
    vec![
        "/v1/customers".to_owned(),
        "/v1/transactions".to_owned(),
        format!("/v1/customers/{customer}/transactions"),
        format!("/v1/customers/{customer}/holds"),
        "/v1/features".to_owned(),
        "/v1/features/f1/prices".to_owned(),
        format!("/v1/webhook-endpoints/{endpoint}/deliveries"),
        "/v1/api-keys".to_owned(),
        "/v1/packs".to_owned(),
        "/v1/packs/p1/versions".to_owned(),
        "/v1/subscriptions".to_owned(),
        "/v1/plans".to_owned(),
        "/v1/plans/p1/versions".to_owned(),
    ]
}

/// Saves a part of the catalogue.
async fn save(world: &TestApi, shop: &Shop, path: &str, body: Value) {
    let authorization = format!("Bearer {}", shop.key);
    let headers = [
        ("authorization", authorization.as_str()),
        ("content-type", "application/json"),
    ];
    let (path, body) = (format!("/v1/{path}"), Some(body.to_string()));
    let saved = world.send(reqwest::Method::PUT, &path, &headers, body);
    assert_eq!(saved.await.status, 200, "{path}");
}

/// Adds two packs, of which one has two versions.
async fn add_packs(world: &TestApi, shop: &Shop) {
    let wide = "UPDATE api_keys SET scopes = scopes || ' billing.catalog' WHERE website_id = $1";
    world.sql(wide, &[&shop.id]).await;
    for code in ["p2", "p1"] {
        priced_pack(world, &shop.key, code).await;
    }
    let dearer = json!({"credits": 400});
    let second = add_version(world, &shop.key, ("p1", 2), &dearer).await;
    assert_eq!(second.status, 200, "{second:?}");
}

/// Two subscriptions of one customer.
const SUBSCRIPTIONS: &str = "\
    INSERT INTO subscription (id, book_id, owner_kind, owner_id, connection_id, stripe_id, family, quantity, status, collection, \
        anchor, period_start, period_end, is_subscribed, created_at, updated_at) \
    SELECT 'sbs_' || n.number, MIN(b.id), 'customer', 'cus_1', 'scn_1', 'sub_' || n.number, 'default', 1, 'active', 'on', \
        0, 0, 1, TRUE, 0, 0 \
    FROM book b CROSS JOIN (SELECT '1' AS number UNION SELECT '2') AS n WHERE b.website_id = $1 AND b.mode = 'live' \
    GROUP BY n.number";

/// Adds two plans, of which one has two versions, and two subscriptions.
async fn add_plans(world: &TestApi, shop: &Shop) {
    world.sql(SUBSCRIPTIONS, &[&shop.id]).await;
    for code in ["p2", "p1"] {
        priced_plan(world, &shop.key, code).await;
    }
    let dearer = json!({"credits": 400});
    let second = add_plan_version(world, &shop.key, ("p1", 2), &dearer).await;
    assert_eq!(second.status, 200, "{second:?}");
}

/// Buys two packs in test mode as `usr_1`.
async fn buy(world: &TestApi, shop: &Shop) {
    let seller = Seller::connect(world, shop).await;
    for _ in 0..2 {
        let mine = json!({"customer": {"sub": "usr_1"}});
        let checkout = seller.started(world, &mine).await;
        pay(world, &checkout, "pays");
        assert_eq!(seller.synced(world, &checkout).await["state"], "completed");
    }
}

/// Adds a second API key.
async fn add_key(world: &TestApi, shop: &Shop) {
    let wide = "UPDATE api_keys SET scopes = scopes || ' keys' WHERE mode = $1";
    world.sql(wide, &["live"]).await;
    let second = json!({"name": "Second", "scopes": ["credits.spend"]});
    let added = world.post("/v1/api-keys", &shop.key, &second).await;
    assert_eq!(added.status, 201, "{added:?}");
}

/// Lists of the operator, across all websites.
const OPERATORS: [&str; 3] = [
    "/v1/operator/audit",
    "/v1/operator/webhook-deliveries",
    "/v1/operator/websites",
];

async fn first_cursor(world: &TestApi, list: &str, credential: &str) -> String {
    let page = world.get(&format!("{list}?limit=1"), credential).await;
    assert_eq!(page.status, 200, "{list}: {page:?}");
    page.json()["next_cursor"].as_str().unwrap().to_owned()
}

/// Returns altered cursors: one character changed at several positions, one truncated, one extended.
fn altered(cursor: &str) -> Vec<String> {
    let mut all = vec![
        format!("{cursor}x"),
        cursor[..cursor.len() - 2].to_owned(),
        String::new(),
        "x".repeat(1100),
    ];
    for index in [0, 5, cursor.len().div_euclid(2), cursor.len() - 3] {
        let mut characters: Vec<char> = cursor.chars().collect();
        characters[index] = if characters[index] == 'A' { 'B' } else { 'A' };
        all.push(characters.into_iter().collect());
    }
    all
}

on_both_engines! {
    // row: J12
    async fn cursor_is_valid_unaltered_for_its_list_only(world: TestApi) {
        let (one, two) = (Shop::open(&world, "usr_1", "One").await, Shop::open(&world, "usr_2", "Two").await);
        let lists = lists(&world, &one).await;
        let document: Value = serde_json::from_str(&product_api::openapi_document()).unwrap();
        let paged = document["paths"].as_object().unwrap().values();
        let paged = paged.filter(|path| path["get"]["parameters"].to_string().contains("\"cursor\"")).count();
        assert_eq!(
            paged,
            lists.len() + OPERATORS.len() + 18,
            "every list, those of the operator, one's own transactions and subscriptions, people (operator_area.rs), mail (operator_mail.rs), \
             payments four times, disputes (billing/disputing.rs), the money journal twice, objects of Stripe thrice (billing/inbox/lists.rs), \
             findings twice (billing/findings.rs), states of connections, attempts of top-ups twice (billing/topups/attempts.rs)"
        );
        buy(&world, &one).await;
        world.sql("UPDATE customers SET user_id = 'usr_1' WHERE external_id = 'ada'", &[]).await;
        world.sql("UPDATE subscription SET owner_id = (SELECT MIN(id) FROM customers WHERE external_id = 'ada')", &[]).await;
        let mut requested: Vec<(&str, String)> = lists.iter().map(|list| (list.as_str(), one.key.clone())).collect();
        requested.extend(["/v1/me/transactions", "/v1/me/payments", "/v1/me/subscriptions"].map(|list| (list, world.token("usr_1"))));
        requested.extend(["/v1/payments", "/v1/revenue/journal", "/v1/revenue/payments"].map(|list| (list, one.test_key.clone())));
        let operator = operator_token(&world);
        requested.extend(OPERATORS.map(|list| (list, operator.clone())));
        let mut cursors = Vec::new();
        for (list, credential) in &requested {
            let cursor = first_cursor(&world, list, credential).await;
            let next = world.get(&format!("{list}?limit=1&cursor={cursor}"), credential).await;
            assert_eq!(next.status, 200, "the control: {next:?}");
            for altered in altered(&cursor) {
                let response = world.get(&format!("{list}?cursor={altered}"), credential).await;
                let problem = response.is_problem(400, "invalid-request");
                assert_eq!(problem["errors"][0]["parameter"], "cursor", "{list} {altered}");
            }
            cursors.push(cursor);
        }
        for (index, (list, credential)) in requested.iter().enumerate() {
            for (other, cursor) in cursors.iter().enumerate().filter(|(other, _)| *other != index) {
                let response = world.get(&format!("{list}?cursor={cursor}"), credential).await;
                assert_eq!(response.status, 400, "{list} with the cursor of {}", requested[other].0);
            }
        }
        for key in [&two.key, &one.test_key] {
            for (list, cursor) in [("/v1/customers", &cursors[0]), ("/v1/features", &cursors[4])] {
                let response = world.get(&format!("{list}?cursor={cursor}"), key).await;
                response.is_problem(400, "invalid-request");
            }
        }
    }
}
