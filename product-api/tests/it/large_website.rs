//! Tests a website with 100,000 customers: searches by a prefix of any name, and lists by pages.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::credits::{Shop, grant};
use crate::harness::{TestApi, on_both_engines};

/// Number of customers without the first. Each has an own id, an email address and a name with its number, counted from `FROM`.
const MANY: i64 = 100_000;
const FROM: i64 = 1_000_000;

/// Inserts the customers. Every tenth has a subscription, every 25th no credits, and the others as many as their number.
async fn crowd(world: &TestApi, shop: &Shop) {
    grant(world, shop, "g", "first", 1).await;
    let mut transaction = world.app.database.begin().await.unwrap();
    let mut db = transaction.connection();
    let folded = |text: &str| match &db {
        foundation::Connection::Sqlite(_) => format!("CAST({text} AS BLOB)"),
        foundation::Connection::Postgres(_) => format!("convert_to({text}, 'UTF8')"),
    };
    let (id, email) = ("'own' || t", "'mail' || t || '@example.com'");
    let (as_listed, as_email, as_id) = (folded("'person ' || t"), folded(email), folded(id));
    let numbers = format!(
        "WITH RECURSIVE n (i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < {MANY})"
    );
    let rows = format!("(SELECT i, CAST({FROM} + i AS TEXT) AS t FROM n) AS n");
    let customers = format!(
        "INSERT INTO customers (id, website_id, mode, external_id, email, name, subscribed, listed_as, email_folded, \
            external_folded, created_at, updated_at) {numbers} \
         SELECT 'cus_' || t, $1, 'live', {id}, {email}, 'Person ' || t, i % 10 = 0, {as_listed}, {as_email}, {as_id}, i, i \
         FROM {rows}"
    );
    let wallets = format!(
        "INSERT INTO account (id, book_id, kind, owner_kind, owner_id, posted, created_at) {numbers} \
         SELECT 900000000000000 + i, (SELECT id FROM book WHERE website_id = $1 AND mode = 'live'), 'wallet', 'customer', \
            'cus_' || t, CASE WHEN i % 25 = 0 THEN 0 ELSE i END, 0 FROM {rows}"
    );
    for text in [customers, wallets] {
        foundation::on_engine!(&mut db, |c| {
            let query = sqlx::query(sqlx::AssertSqlSafe(text)).bind(&shop.id);
            query.execute(c).await.unwrap();
        });
    }
    // PostgreSQL updates its statistics by itself within a minute; the test does it now.
    if let foundation::Connection::Postgres(connection) = &mut db {
        let counted = sqlx::raw_sql("ANALYZE customers; ANALYZE account");
        counted.execute(&mut *connection).await.unwrap();
    }
    transaction.commit().await.unwrap();
}

async fn ask(world: &TestApi, query: &str, key: &str) -> Value {
    let response = world.get(&format!("/v1/customers?{query}"), key).await;
    assert_eq!(response.status, 200, "{query}: {response:?}");
    response.json()
}

/// Returns the own ids on at most `most` pages of a list.
async fn pages(world: &TestApi, query: &str, key: &str, most: usize) -> Vec<String> {
    let (mut found, mut next) = (Vec::new(), query.to_owned());
    for _ in 0..most {
        let page = ask(world, &next, key).await;
        let items = page["items"].as_array().unwrap();
        let ids = items
            .iter()
            .map(|item| item["external_id"].as_str().unwrap());
        found.extend(ids.map(ToOwned::to_owned));
        let Some(cursor) = page["next_cursor"].as_str() else {
            break;
        };
        next = format!("{query}&cursor={cursor}");
    }
    found
}

/// Returns the own ids of numbers.
fn own(numbers: impl Iterator<Item = i64>) -> Vec<String> {
    numbers.map(|n| format!("own{}", FROM + n)).collect()
}

on_both_engines! {
    async fn one_of_a_hundred_thousand_is_found_by_prefix(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        crowd(&world, &shop).await;
        // A whole number in each kind of name finds exactly one customer, with any order and filter.
        for name in ["own1054320", "OWN1054320", "mail1054320", "Mail1054320@EX", "person%201054320", "Person%201054320"] {
            for (more, count) in [
                ("", 1), ("&sort=created_at", 1), ("&sort=name", 1), ("&sort=-available", 1), ("&subscribed=true", 1),
                ("&subscribed=false", 0), ("&state=depleted", 0), ("&state=owing", 0), ("&sort=-available&subscribed=true", 1),
            ] {
                let page = ask(&world, &format!("q={name}{more}"), &shop.key).await;
                assert_eq!(page["total"], json!({"count": count, "is_exact": true}), "{name}{more}");
                assert_eq!(page["items"].as_array().unwrap().len(), count, "{name}{more}: {page}");
                if count > 0 {
                    assert_eq!((&page["items"][0]["external_id"], &page["items"][0]["available"]), (&json!("own1054320"), &json!(54_320)));
                }
            }
        }
        assert_eq!(ask(&world, "email=mail1054320@example.com", &shop.key).await["items"][0]["external_id"], "own1054320");
        for nobody in ["own11000001", "wn1054320", "person%2010543200", "mail1054320@example.org"] {
            let page = ask(&world, &format!("q={nobody}"), &shop.key).await;
            assert_eq!((&page["items"], &page["total"]), (&json!([]), &json!({"count": 0, "is_exact": true})), "{nobody}");
        }
        assert_eq!(ask(&world, "q=own1054320", &shop.test_key).await["items"], json!([]), "test books are others");
    }
}

on_both_engines! {
    async fn lists_of_a_hundred_thousand_are_paged(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        crowd(&world, &shop).await;
        // A prefix finds 100 of all customers, counted exactly, in each order and by pages of any size.
        let newest = own((54_300..54_400).rev());
        for (sort, expected) in [
            ("", newest.clone()), ("&sort=created_at", own(54_300..54_400)), ("&sort=name", own(54_300..54_400)),
            ("&subscribed=true", own((54_300..54_400).rev().filter(|n| n % 10 == 0))),
            ("&state=depleted", own((54_300..54_400).rev().filter(|n| n % 25 == 0))),
            ("&state=depleted&subscribed=true", own([54_350, 54_300].into_iter())),
        ] {
            for (q, limit) in [("own10543", 33), ("mail10543", 100), ("person%2010543", 7)] {
                let query = format!("q={q}&limit={limit}{sort}");
                assert_eq!(pages(&world, &query, &shop.key, usize::MAX).await, expected, "{query}");
                let total = &ask(&world, &query, &shop.key).await["total"];
                assert_eq!(total, &json!({"count": expected.len(), "is_exact": true}), "{query}");
            }
        }
        // Reads some pages of the whole list.
        let most = json!({"count": 10_000, "is_exact": false});
        let richest = own((0..=MANY).rev().filter(|n| n % 25 != 0));
        for (query, expected) in [
            ("limit=100&sort=created_at", own(1..301)),
            ("limit=100&sort=name&q=person", own(1..301)),
            ("limit=100&sort=-available", richest[..300].to_vec()),
            ("limit=100&q=own", own((MANY - 299..=MANY).rev())),
        ] {
            assert_eq!(ask(&world, query, &shop.key).await["total"], most, "{query}");
            assert_eq!(pages(&world, query, &shop.key, 3).await, expected, "{query}");
        }
        // Each match is listed once, at any distance from the next one.
        let subscribed = pages(&world, "limit=100&subscribed=true&state=depleted", &shop.key, usize::MAX).await;
        assert_eq!(subscribed.len(), 2000);
        let each: BTreeSet<&String> = subscribed.iter().collect();
        assert_eq!(each.len(), 2000);
        // Names of two merged customers find the merge target in order, though the target has no such name.
        for merge in [
            "UPDATE customers SET merged_into = 'cus_1000002' WHERE id = 'cus_1000001'",
            "UPDATE customers SET email_folded = NULL, listed_as = (SELECT f.listed_as FROM customers f WHERE f.external_id = 'first'), \
                external_folded = (SELECT f.external_folded FROM customers f WHERE f.external_id = 'first'), \
                merged_into = (SELECT f.id FROM customers f WHERE f.external_id = 'first') WHERE id = 'cus_1000002'",
        ] {
            assert_eq!(world.sql(merge, &[]).await, 1);
        }
        assert_eq!(pages(&world, "limit=1&q=own", &shop.key, 1).await, ["first"]);
        assert_eq!(pages(&world, "limit=1&q=mail1000001", &shop.key, 1).await, ["first"]);
    }
}
