//! Tests a website's summary for its owner, which equals the books at any state of their aggregation.

use std::time::Duration;

use foundation::testing::drop_append_only;
use product_api::{sweep, usage, user_changes};
use reqwest::Method;
use serde_json::{Value, json};

use crate::credits::{Shop, grant, post, spend};
use crate::features::put;
use crate::harness::{HttpResponse, TestApi, on_both_engines};

async fn ask(world: &TestApi, who: &str, shop: &Shop, mode: Option<&str>) -> HttpResponse {
    let authorization = format!("Bearer {}", world.token(who));
    let mut headers = vec![("authorization", authorization.as_str())];
    headers.extend(mode.map(|mode| ("tollgate-mode", mode)));
    let path = format!("/v1/websites/{}/summary", shop.id);
    world.send(Method::GET, &path, &headers, None).await
}

async fn summary(world: &TestApi, shop: &Shop) -> Value {
    let response = ask(world, "usr_1", shop, None).await;
    assert_eq!(response.status, 200, "{response:?}");
    response.json()
}

/// Returns the live credits in lots by kind, as the books have them.
async fn in_lots(world: &TestApi) -> Value {
    let mut all = Vec::new();
    for (kind, text) in [
        (
            "promo",
            "SELECT CAST(COALESCE(SUM(l.remaining), 0) AS BIGINT) FROM lot l JOIN account a ON a.id = l.account_id JOIN book b ON b.id = a.book_id WHERE b.mode = 'live' AND l.kind = 'promo'",
        ),
        (
            "purchase",
            "SELECT CAST(COALESCE(SUM(l.remaining), 0) AS BIGINT) FROM lot l JOIN account a ON a.id = l.account_id JOIN book b ON b.id = a.book_id WHERE b.mode = 'live' AND l.kind = 'purchase'",
        ),
        (
            "restored",
            "SELECT CAST(COALESCE(SUM(l.remaining), 0) AS BIGINT) FROM lot l JOIN account a ON a.id = l.account_id JOIN book b ON b.id = a.book_id WHERE b.mode = 'live' AND l.kind = 'restored'",
        ),
    ] {
        let credits = world.count(text).await;
        all.extend((credits != 0).then(|| json!({"kind": kind, "credits": credits})));
    }
    all.into()
}

/// Asserts that the summary equals the books, before and after aggregation.
async fn is_true(world: &TestApi, shop: &Shop, what: &str) -> Value {
    let held = "SELECT CAST(COALESCE(SUM(a.held), 0) AS BIGINT) FROM account a JOIN book b ON b.id = a.book_id WHERE b.mode = 'live' AND a.kind = 'wallet'";
    let owed = "SELECT CAST(COALESCE(SUM(a.posted), 0) AS BIGINT) FROM account a JOIN book b ON b.id = a.book_id WHERE b.mode = 'live' AND a.kind = 'debt'";
    let mut outcome = Value::Null;
    for is_added_up in [false, true] {
        if is_added_up {
            usage::once(&world.app).await.unwrap();
        }
        let now = summary(world, shop).await;
        let expected = (
            in_lots(world).await,
            world.count(held).await,
            world.count(owed).await,
        );
        let (held, owed) = (now["held"].as_i64().unwrap(), now["owed"].as_i64().unwrap());
        assert_eq!((now["outstanding"].clone(), held, owed), expected, "{what}");
        assert!(
            outcome.is_null() || outcome == now,
            "{what}: {outcome} and then {now}"
        );
        outcome = now;
    }
    outcome
}

on_both_engines! {
    async fn summary_equals_the_books_at_each_moment(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let empty = summary(&world, &shop).await;
        assert_eq!(empty, json!({
            "unit": "credit", "scale": 0, "customers": 0, "customers_30d": 0, "subscribed": 0, "outstanding": [],
            "held": 0, "owed": 0, "spent_30d": 0, "spent_30d_before": 0, "spent_per_day_7d": 0, "first_spend_at": null,
        }));
        let granted = grant(&world, &shop, "g", "ada", 100).await.json();
        let ada = granted["balance"]["customer_id"].as_str().unwrap().to_owned();
        let body = json!({"customer": {"external_id": "ada"}, "amount": 50, "kind": "purchase", "expires_at": "2027-02-01T00:00:00Z"});
        assert_eq!(post(&world, "/v1/grants", &shop.key, "p", body).await.status, 200);
        is_true(&world, &shop, "granted").await;
        let spent = spend(&world, &shop, "s", 30).await.json();
        let first = is_true(&world, &shop, "spent").await;
        assert_eq!((&first["spent_30d"], &first["first_spend_at"]), (&json!(30), &json!("2027-01-15T08:00:00.000Z")));
        let hold = json!({"customer": {"external_id": "ada"}, "amount": 40});
        let hold = post(&world, "/v1/holds", &shop.key, "h", hold).await.json();
        is_true(&world, &shop, "held").await;
        let capture = format!("/v1/holds/{}/capture", hold["hold"]["id"].as_str().unwrap());
        let part = json!({"amount": 15, "final": false});
        assert_eq!(post(&world, &capture, &shop.key, "c", part).await.status, 200);
        is_true(&world, &shop, "captured a part").await;
        let limit = format!("/v1/customers/{ada}/overdraft-limit");
        put(&world, &limit, &shop.key, &json!({"limit": 500})).await;
        assert_eq!(spend(&world, &shop, "much", 300).await.status, 200);
        let owing = is_true(&world, &shop, "owed").await;
        assert!(owing["owed"].as_i64().unwrap() > 0);
        grant(&world, &shop, "g2", "ada", 5).await;
        is_true(&world, &shop, "repaid a part").await;
        world.clock.advance(Duration::from_hours(24 * 20));
        sweep::once(&world.app).await.unwrap();
        is_true(&world, &shop, "expired").await;
        let reverse = format!("/v1/transactions/{}/reverse", spent["transaction"]["id"].as_str().unwrap());
        assert_eq!(post(&world, &reverse, &shop.key, "r", json!({})).await.status, 200);
        let last = is_true(&world, &shop, "given back").await;
        assert_eq!((&last["customers"], &last["customers_30d"]), (&json!(1), &json!(1)));
        world.clock.advance(Duration::from_hours(24 * 15));
        let later = summary(&world, &shop).await;
        assert_eq!((&later["spent_30d"], &later["spent_30d_before"]), (&json!(0), &json!(345)));
        assert_eq!((&later["customers"], &later["customers_30d"]), (&json!(1), &json!(0)));
    }
}

on_both_engines! {
    async fn merged_customers_are_counted_once_with_both_balances(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        for who in ["usr_a", "usr_b"] {
            let body = json!({"customer": {"sub": who}, "amount": 40, "kind": "promo"});
            assert_eq!(post(&world, "/v1/grants", &shop.key, who, body).await.status, 200);
        }
        world.issuer.merge("mrg_1", "usr_b", "usr_a", "merged");
        assert_eq!(user_changes::once(&world.app).await.unwrap(), 1);
        let one = is_true(&world, &shop, "merged").await;
        assert_eq!(one["customers"], 1);
        assert_eq!(one["outstanding"], json!([{"kind": "promo", "credits": 80}]));
        world.issuer.merge("mrg_1", "usr_b", "usr_a", "undone");
        assert_eq!(user_changes::once(&world.app).await.unwrap(), 1);
        assert_eq!(is_true(&world, &shop, "undone").await["customers"], 2);
    }
}

on_both_engines! {
    async fn each_mode_has_a_summary_of_its_own_and_only_the_owner_sees_it(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let test = Shop { id: shop.id.clone(), key: shop.test_key.clone(), test_key: String::new() };
        grant(&world, &shop, "g", "ada", 100).await;
        grant(&world, &test, "g", "ada", 7).await;
        let credits = |response: &HttpResponse| response.json()["outstanding"][0]["credits"].clone();
        for (mode, expected) in [(None, 100), (Some("live"), 100), (Some("test"), 7)] {
            assert_eq!(credits(&ask(&world, "usr_1", &shop, mode).await), expected, "{mode:?}");
        }
        let body = ask(&world, "usr_1", &shop, Some("play")).await.is_problem(400, "invalid-request");
        assert_eq!(body["errors"][0]["parameter"], "Tollgate-Mode");
        ask(&world, "usr_2", &shop, None).await.is_problem(404, "not-found");
        // The summary excludes another website with larger numbers.
        let before = summary(&world, &shop).await;
        let other = Shop::open(&world, "usr_2", "Songs").await;
        for (index, who) in ["bob", "cyd"].into_iter().enumerate() {
            grant(&world, &other, &format!("g{index}"), who, 1000).await;
        }
        world.sql("UPDATE customers SET subscribed = TRUE WHERE external_id = 'bob'", &[]).await;
        for (path, amount) in [("/v1/spends", 5), ("/v1/holds", 50), ("/v1/spends", 960)] {
            let body = json!({"customer": {"external_id": "cyd"}, "amount": amount});
            let limit = "UPDATE account SET overdraft_limit = 100 WHERE kind = 'wallet' AND posted = 995";
            world.sql(limit, &[]).await;
            assert_eq!(post(&world, path, &other.key, &format!("{path}{amount}"), body).await.status, 200);
        }
        assert_eq!(summary(&world, &shop).await, before);
        usage::once(&world.app).await.unwrap();
        assert_eq!(summary(&world, &shop).await, before, "nor when all is added up");
        let theirs = ask(&world, "usr_2", &other, None).await.json();
        let outcome = ["customers", "subscribed", "held", "owed", "spent_30d"].map(|name| theirs[name].as_i64().unwrap());
        assert_eq!(outcome, [2, 1, 50, 15, 965], "the control: {theirs}");
        let path = format!("/v1/websites/{}/summary", shop.id);
        world.get(&path, &shop.key).await.is_problem(403, "insufficient-scope");
    }
}

/// Sets amounts to the largest value of their columns: a thousand times what one wallet may have.
const LARGE: [&str; 4] = [
    "UPDATE lot SET amount = 4611686018427387904, remaining = 4611686018427387904",
    "UPDATE txn SET amount = 4611686018427387904",
    "INSERT INTO usage_of_book (book_id, day, feature_id, spent, reversed, spends, quantity) \
     SELECT book_id, 20832, id, 4611686018427387904, 4611686018427387904, 1, 4611686018427387904 FROM account WHERE kind = 'wallet'",
    "UPDATE account SET held = posted WHERE kind = 'wallet'",
];

on_both_engines! {
    /// Each customer may have the largest balance, and the summary limits their sums to the largest reported value.
    async fn overflowing_sums_are_the_maximum(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        for who in ["ada", "bob", "cyd"] {
            grant(&world, &shop, who, who, 9_007_199_254_740_991).await;
        }
        let many = "INSERT INTO account (id, book_id, kind, owner_kind, owner_id, posted, held, created_at) \
            WITH RECURSIVE n (i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < 1100) \
            SELECT 900000000000000 + i, (SELECT MIN(book_id) FROM account WHERE kind = 'wallet'), 'wallet', 'customer', \
                'cus_' || CAST(i AS TEXT), 9007199254740991, 9007199254740991, 0 FROM n";
        world.sql(many, &[]).await;
        drop_append_only(&world.app.database).await;
        for text in LARGE {
            assert!(world.sql(text, &[]).await >= 3, "{text}");
        }
        let outcome = summary(&world, &shop).await;
        let most = 4_000_000_000_000_000_000_i64;
        assert_eq!((&outcome["held"], &outcome["owed"]), (&json!(most), &json!(0)));
        assert_eq!(outcome["outstanding"], json!([{"kind": "promo", "credits": most}]));
        assert_eq!(outcome["spent_30d"], 9_007_199_254_740_991_i64);
        usage::once(&world.app).await.unwrap();
        let later = summary(&world, &shop).await;
        assert_eq!(later, outcome, "the same when it is added up");
    }
}
