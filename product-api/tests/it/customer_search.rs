//! Tests the search for customers: prefixes of names, four orders, filters by the state of credits, counts.

use std::sync::atomic::{AtomicU32, Ordering};

use reqwest::Method;
use serde_json::{Value, json};

use crate::credits::{Shop, grant, post};
use crate::harness::{TestApi, on_both_engines};

/// Returns the names of a page's customers: the website's own id, else the email address, else our id.
fn names(page: &Value) -> Vec<String> {
    let items = page["items"].as_array().unwrap_or_else(|| panic!("{page}"));
    let name = |item: &Value| {
        let known = ["external_id", "email", "id"].map(|name| item[name].as_str());
        known.into_iter().flatten().next().unwrap().to_owned()
    };
    items.iter().map(name).collect()
}

/// Returns the names on all pages of a list, each page with at most `limit` customers.
async fn all(world: &TestApi, query: &str, key: &str, limit: usize) -> Vec<String> {
    let path = format!("/v1/customers?limit={limit}&{query}");
    let (mut found, mut next) = (Vec::new(), path.clone());
    loop {
        let page = world.get(&next, key).await;
        assert_eq!(page.status, 200, "{next}: {page:?}");
        let page = page.json();
        assert!(page["items"].as_array().unwrap().len() <= limit);
        found.extend(names(&page));
        let Some(cursor) = page["next_cursor"].as_str() else {
            return found;
        };
        next = format!("{path}&cursor={cursor}");
    }
}

async fn first(world: &TestApi, query: &str, key: &str) -> Value {
    let response = world.get(&format!("/v1/customers?{query}"), key).await;
    assert_eq!(response.status, 200, "{query}: {response:?}");
    response.json()
}

/// Grants to a customer by any of the customer's names.
async fn grant_promo(world: &TestApi, shop: &Shop, customer: Value, amount: i64) -> Value {
    static MEETINGS: AtomicU32 = AtomicU32::new(0);
    let key = format!("meet-{}", MEETINGS.fetch_add(1, Ordering::Relaxed));
    let body = json!({"customer": customer, "amount": amount, "kind": "promo"});
    let response = post(world, "/v1/grants", &shop.key, &key, body).await;
    assert_eq!(response.status, 200, "{response:?}");
    world.clock.advance(std::time::Duration::from_secs(1));
    response.json()
}

on_both_engines! {
    async fn customer_is_found_by_prefix_of_each_name(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let other = Shop::open(&world, "usr_2", "Others").await;
        for who in [
            json!({"email": "Ada@Example.com"}), json!({"external_id": "ADA-7"}), json!({"external_id": "adb"}),
            json!({"external_id": "\u{c4}rger"}), json!({"external_id": "100%_sure"}),
        ] {
            grant_promo(&world, &shop, who.clone(), 5).await;
            grant_promo(&world, &other, who, 5).await;
        }
        let subject = format!("usr_{}", "0192f0c4a1b27c3d8e9f001122334455");
        let sub = grant_promo(&world, &shop, json!({"sub": subject}), 5).await;
        let id = sub["balance"]["customer_id"].as_str().unwrap().to_owned();
        let rows: [(&str, &[&str]); 14] = [
            ("ada", &["ADA-7", "ada@example.com"]),
            ("ADA", &["ADA-7", "ada@example.com"]),
            ("%20ada%20", &["ADA-7", "ada@example.com"]),
            ("ada@", &["ada@example.com"]),
            ("ad", &["adb", "ADA-7", "ada@example.com"]),
            ("a", &["adb", "ADA-7", "ada@example.com"]),
            ("da", &[]),
            ("%C3%A4R", &["\u{c4}rger"]),
            ("100%25", &["100%_sure"]),
            ("100_", &[]),
            ("%25", &[]),
            ("usr_0192f0c4a1b2", &[&id]),
            ("usr_0192f0c4a1b27c3d8e9f001122334455", &[&id]),
            ("usr_0192f0c4a1b3", &[]),
        ];
        for (q, expected) in rows {
            let page = first(&world, &format!("q={q}"), &shop.key).await;
            assert_eq!(names(&page), expected, "{q}");
            assert_eq!(page["total"], json!({"count": expected.len(), "is_exact": true}), "{q}");
        }
        // A prefix of our id finds a customer only if it is longer than the id's time part.
        let adb = first(&world, "q=adb", &shop.key).await;
        let id = adb["items"][0]["id"].as_str().unwrap();
        for (q, is_found) in [(id, true), (&id[..16], true), (&id[..15], false)] {
            let found = all(&world, &format!("q={q}"), &shop.key, 100).await.contains(&"adb".to_owned());
            assert_eq!(found, is_found, "{q}: {id}");
        }
        assert_eq!(all(&world, "q=ada", &shop.test_key, 5).await, Vec::<String>::new(), "test books are others");
        // The subject finds a customer only if the website knows the subject.
        world.sql("UPDATE customers SET user_shown = FALSE WHERE user_id = $1", &[&subject]).await;
        assert_eq!(all(&world, &format!("q={subject}"), &shop.key, 5).await, Vec::<String>::new());
    }
}

on_both_engines! {
    async fn name_that_leads_to_another_customer_finds_that_one(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        grant_promo(&world, &shop, json!({"external_id": "old-name"}), 5).await;
        let stored = grant_promo(&world, &shop, json!({"external_id": "new-name"}), 5).await;
        let stored = stored["balance"]["customer_id"].as_str().unwrap().to_owned();
        world.sql("UPDATE customers SET merged_into = $1 WHERE external_id = 'old-name'", &[&stored]).await;
        grant_promo(&world, &shop, json!({"external_id": "first-name"}), 5).await;
        let first_led = "UPDATE customers SET merged_into = (SELECT id FROM customers WHERE external_id = 'old-name') \
            WHERE external_id = 'first-name'";
        world.sql(first_led, &[]).await;
        for q in ["q=first", "q=first&sort=name", "q=old", "q=new", "", "sort=name", "sort=-available", "sort=created_at"] {
            assert_eq!(all(&world, q, &shop.key, 5).await, ["new-name"], "{q}");
        }
        let page = first(&world, "q=o", &shop.key).await;
        assert_eq!(page["total"], json!({"count": 1, "is_exact": true}));
    }
}

on_both_engines! {
    async fn each_order_holds_every_customer_once_and_a_cursor_is_of_its_list(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        for (who, amount) in [("bo", 5), ("Ada", 7), ("cy", 5), ("\u{df}", 1), ("b", 9), ("zed zed", 5)] {
            grant_promo(&world, &shop, json!({"external_id": who}), amount).await;
        }
        // No customer has credits yet.
        post(&world, "/v1/spends", &shop.key, "s", json!({"customer": {"external_id": "poor"}, "amount": 1})).await.is_problem(402, "insufficient-credits");
        let orders = [
            ("-created_at", vec!["poor", "zed zed", "b", "\u{df}", "cy", "Ada", "bo"]),
            ("created_at", vec!["bo", "Ada", "cy", "\u{df}", "b", "zed zed", "poor"]),
            ("name", vec!["Ada", "b", "bo", "cy", "poor", "zed zed", "\u{df}"]),
            ("-available", vec!["b", "Ada", "zed zed", "cy", "bo", "\u{df}", "poor"]),
        ];
        for (sort, expected) in &orders {
            for limit in [1, 2, 3, 100] {
                let found = all(&world, &format!("sort={sort}"), &shop.key, limit).await;
                assert_eq!(&found, expected, "{sort} by {limit}");
            }
        }
        let cursor = async |query: &str| {
            let page = first(&world, &format!("limit=1&{query}"), &shop.key).await;
            page["next_cursor"].as_str().unwrap().to_owned()
        };
        let lists = ["", "sort=created_at", "sort=name", "sort=-available", "q=b", "q=b&sort=name", "subscribed=false", "state=depleted&sort=name"];
        world.sql("UPDATE account SET posted = 0 WHERE kind = 'wallet' AND owner_id IN (SELECT id FROM customers WHERE external_id IN ('b', 'bo'))", &[]).await;
        for own in lists {
            let cursor = cursor(own).await;
            for list in lists {
                let response = world.get(&format!("/v1/customers?limit=1&{list}&cursor={cursor}"), &shop.key).await;
                assert_eq!(response.status, if own == list { 200 } else { 400 }, "the cursor of {own:?} at {list:?}");
            }
        }
        for wrong in ["q=", "q=%20", "sort=up", "state=rich", "subscribed=maybe", "email=a@b.c&q=a", "email=a@b.c&state=low"] {
            world.get(&format!("/v1/customers?{wrong}"), &shop.key).await.is_problem(400, "invalid-request");
        }
    }
}

on_both_engines! {
    async fn filters_select_customers_by_state(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        for (who, amount) in [("rich", 100), ("low", 10), ("empty", 5), ("debtor", 5)] {
            grant_promo(&world, &shop, json!({"external_id": who}), amount).await;
        }
        let spend = async |who: &str, amount: i64| {
            let body = json!({"customer": {"external_id": who}, "amount": amount});
            let response = post(&world, "/v1/spends", &shop.key, &format!("s-{who}"), body).await;
            assert_eq!(response.status, 200, "{response:?}");
        };
        let list = first(&world, "q=debtor", &shop.key).await;
        let debtor = list["items"][0]["id"].as_str().unwrap().to_owned();
        let headers = [("authorization", format!("Bearer {}", shop.key)), ("content-type", "application/json".to_owned())];
        let headers = headers.each_ref().map(|(name, value)| (*name, value.as_str()));
        let path = format!("/v1/customers/{debtor}/overdraft-limit");
        world.send(Method::PUT, &path, &headers, Some(json!({"limit": 8}).to_string())).await;
        spend("debtor", 8).await;
        spend("empty", 5).await;
        world.sql("UPDATE customers SET subscribed = TRUE WHERE external_id IN ('rich', 'empty')", &[]).await;
        let rows: [(&str, &[&str]); 8] = [
            ("state=low", &[]),
            ("state=depleted", &["empty"]),
            ("state=owing", &["debtor"]),
            ("subscribed=true", &["empty", "rich"]),
            ("subscribed=false", &["debtor", "low"]),
            ("subscribed=true&state=depleted", &["empty"]),
            ("subscribed=false&sort=name&q=l", &["low"]),
            ("state=owing&q=e", &[]),
        ];
        let check = async |rows: &[(&str, &[&str])]| {
            for (query, expected) in rows {
                for sort in ["", "&sort=-available", "&sort=created_at"] {
                    if query.contains("sort") && !sort.is_empty() {
                        continue;
                    }
                    let mut found = all(&world, &format!("{query}{sort}"), &shop.key, 1).await;
                    found.sort();
                    assert_eq!(&found, expected, "{query}{sort}");
                }
                let page = first(&world, query, &shop.key).await;
                assert_eq!(page["total"], json!({"count": expected.len(), "is_exact": true}), "{query}");
            }
        };
        check(&rows).await;
        // The state `low` uses the website's own alert threshold.
        world.send(Method::PUT, "/v1/alerts", &headers, Some(json!({"low_credits": 10}).to_string())).await;
        check(&[("state=low", &["debtor", "low"])]).await;
        world.send(Method::PUT, "/v1/alerts", &headers, Some(json!({"low_credits": 9}).to_string())).await;
        check(&[("state=low", &["debtor"])]).await;
    }
}

on_both_engines! {
    async fn listed_credits_equal_the_balance(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let at = |seconds: i64| foundation::Timestamp::from_seconds(crate::harness::START + seconds).to_iso8601();
        let lasting = json!({"customer": {"external_id": "ada"}, "amount": 20, "kind": "promo", "expires_at": at(100)});
        assert_eq!(post(&world, "/v1/grants", &shop.key, "g", lasting).await.status, 200);
        grant(&world, &shop, "h", "ada", 30).await;
        world.clock.advance(std::time::Duration::from_secs(10));
        let hold = json!({"customer": {"external_id": "ada"}, "amount": 7, "ttl_seconds": 60});
        assert_eq!(post(&world, "/v1/holds", &shop.key, "o", hold).await.status, 200);
        let spend = json!({"customer": {"external_id": "bo"}, "amount": 1});
        post(&world, "/v1/spends", &shop.key, "b", spend).await.is_problem(402, "insufficient-credits");
        // The hold expires, then the lot, and nothing books either.
        for (seconds, available) in [(0, 43), (61, 50), (40, 30)] {
            world.clock.advance(std::time::Duration::from_secs(seconds));
            let page = first(&world, "sort=name", &shop.key).await;
            let (ada, bo) = (&page["items"][0], &page["items"][1]);
            let balance = world.get(&format!("/v1/customers/{}/balance", ada["id"].as_str().unwrap()), &shop.key).await.json();
            assert_eq!((&ada["available"], &ada["scale"]), (&json!(available), &balance["scale"]));
            assert_eq!(ada["available"], balance["available"]);
            assert_eq!(ada["last_seen_at"], at(10), "what runs out by itself is no contact");
            assert_eq!((&bo["available"], &bo["last_seen_at"]), (&json!(0), &Value::Null));
            let alone = world.get(&format!("/v1/customers/{}", ada["id"].as_str().unwrap()), &shop.key).await.json();
            assert_eq!(&alone, ada);
        }
    }
}

on_both_engines! {
    async fn customers_of_an_older_version_are_found_once_the_sweep_was_there(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let insert = "INSERT INTO customers (id, website_id, mode, external_id, email, created_at, updated_at) VALUES ('cus_1', $1, 'live', '\u{c4}-1', 'ada@example.com', 5, 5)";
        world.sql(insert, &[&shop.id]).await;
        assert_eq!(all(&world, "", &shop.key, 5).await, ["\u{c4}-1"]);
        assert_eq!(all(&world, "q=ada", &shop.key, 5).await, Vec::<String>::new());
        product_api::sweep::once(&world.app).await.unwrap();
        for q in ["q=ada", "q=%C3%A4", "sort=name"] {
            assert_eq!(all(&world, q, &shop.key, 5).await, ["\u{c4}-1"], "{q}");
        }
    }
}

/// Inserts 10,050 customers `u1`, `u2` …, the newest with the most credits; the first three have none.
async fn crowd(world: &TestApi, shop: &Shop) {
    grant(world, shop, "g", "first", 1).await;
    let mut transaction = world.app.database.begin().await.unwrap();
    let mut db = transaction.connection();
    let bytes = match &db {
        foundation::Connection::Sqlite(_) => "CAST('u' || CAST(i AS TEXT) AS BLOB)",
        foundation::Connection::Postgres(_) => "convert_to('u' || CAST(i AS TEXT), 'UTF8')",
    };
    let numbers = "WITH RECURSIVE n (i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < 10050)";
    let customers = format!(
        "INSERT INTO customers (id, website_id, mode, external_id, listed_as, external_folded, created_at, updated_at) {numbers} \
         SELECT 'cus_' || CAST(100000 + i AS TEXT), $1, 'live', 'u' || CAST(i AS TEXT), {bytes}, {bytes}, i, i FROM n"
    );
    let wallets = format!(
        "INSERT INTO account (id, book_id, kind, owner_kind, owner_id, posted, created_at) {numbers} \
         SELECT 900000000000000 + i, (SELECT id FROM book WHERE website_id = $1 AND mode = 'live'), 'wallet', 'customer', \
            'cus_' || CAST(100000 + i AS TEXT), CASE WHEN i <= 3 THEN 0 ELSE i END, 0 FROM n"
    );
    for text in [customers, wallets] {
        foundation::on_engine!(&mut db, |c| {
            let query = sqlx::query(sqlx::AssertSqlSafe(text)).bind(&shop.id);
            query.execute(c).await.unwrap();
        });
    }
    // PostgreSQL updates its statistics in the background, some time after so many rows were added.
    if let foundation::Connection::Postgres(c) = &mut db {
        let counted = sqlx::raw_sql("ANALYZE customers; ANALYZE account");
        counted.execute(&mut *c).await.unwrap();
    }
    transaction.commit().await.unwrap();
}

on_both_engines! {
    async fn large_website_is_listed_as_a_small_one_and_counted_so_far(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        crowd(&world, &shop).await;
        let rows: [(&str, i64, &[&str]); 8] = [
            ("", 10_000, &["first", "u10050", "u10049"]),
            ("sort=created_at", 10_000, &["u1", "u2", "u3"]),
            ("sort=name", 10_000, &["first", "u1", "u10"]),
            ("sort=-available", 10_000, &["u10050", "u10049", "u10048"]),
            ("q=u", 10_000, &["u10050", "u10049", "u10048"]),
            ("q=u&sort=name", 10_000, &["u1", "u10", "u100"]),
            ("q=u&sort=-available", 10_000, &["u10050", "u10049", "u10048"]),
            ("subscribed=true", 0, &[]),
        ];
        for (query, count, expected) in rows {
            let page = first(&world, &format!("limit=3&{query}"), &shop.key).await;
            assert_eq!(names(&page), expected, "{query}");
            assert_eq!(page["total"], json!({"count": count, "is_exact": false}), "{query}");
        }
        let few = first(&world, "q=u99&limit=1", &shop.key).await;
        assert_eq!((&few["total"], names(&few)), (&json!({"count": 111, "is_exact": true}), vec!["u9999".to_owned()]));
        // The search reaches matches behind ten thousand others in each order, each exactly once.
        for query in ["state=depleted", "state=depleted&sort=-available", "state=depleted&q=u", "state=depleted&q=u&sort=-available"] {
            for limit in [2, 100] {
                assert_eq!(all(&world, query, &shop.key, limit).await, ["u3", "u2", "u1"], "{query}");
            }
        }
        let mut richest = all(&world, "sort=-available", &shop.key, 100).await;
        assert_eq!((richest.len(), richest[0].as_str()), (10_051, "u10050"));
        richest.sort();
        richest.dedup();
        assert_eq!(richest.len(), 10_051);
    }
}
