//! Tests the owner's list of transactions across customers: order, filters, pages, and isolation of websites.

use std::time::Duration;

use serde_json::{Value, json};

use crate::credits::{Shop, grant, post};
use crate::features::put;
use crate::harness::{TestApi, on_both_engines};

async fn all(world: &TestApi, query: &str, key: &str, limit: usize) -> Vec<String> {
    let path = format!("/v1/transactions?limit={limit}&{query}");
    let (mut found, mut next) = (Vec::new(), path.clone());
    loop {
        let page = world.get(&next, key).await;
        assert_eq!(page.status, 200, "{next}: {page:?}");
        let page = page.json();
        let items = page["items"].as_array().unwrap().clone();
        assert!(items.len() <= limit);
        found.extend(items.iter().map(|item| {
            let customer = item["customer_id"].as_str().unwrap();
            assert!(customer.starts_with("cus_"), "{item}");
            format!("{} {}", item["kind"].as_str().unwrap(), item["amount"])
        }));
        let Some(cursor) = page["next_cursor"].as_str() else {
            return found;
        };
        next = format!("{path}&cursor={cursor}");
    }
}

on_both_engines! {
    async fn transactions_of_a_website_are_listed_newest_first(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let other = Shop::open(&world, "usr_2", "Others").await;
        grant(&world, &other, "g", "ada", 1000).await;
        assert_eq!(all(&world, "", &shop.key, 5).await, Vec::<String>::new());
        for code in ["image", "sound"] {
            let path = format!("/v1/features/{code}");
            let authorization = format!("Bearer {}", shop.key);
            let headers = [("authorization", authorization.as_str()), ("content-type", "application/json")];
            let made = world.send(reqwest::Method::PUT, &path, &headers, Some(json!({"name": code}).to_string())).await;
            assert_eq!(made.status, 200, "{made:?}");
        }
        // Books two transactions at each instant, so that their keys decide the order.
        for (n, who) in [(1, "ada"), (2, "bo"), (3, "ada")] {
            grant(&world, &shop, &format!("g{n}"), who, 10 * n).await;
            let feature = if n == 2 { "sound" } else { "image" };
            let spend = json!({"customer": {"external_id": who}, "amount": n, "feature": feature});
            let response = post(&world, "/v1/spends", &shop.key, &format!("s{n}"), spend).await;
            assert_eq!(response.status, 200, "{response:?}");
            world.clock.advance(Duration::from_mins(1));
        }
        let expected = ["spend -3", "grant 30", "spend -2", "grant 20", "spend -1", "grant 10"];
        for limit in [1, 2, 3, 100] {
            assert_eq!(all(&world, "", &shop.key, limit).await, expected, "by {limit}");
        }
        let ada = world.get("/v1/customers?q=ada", &shop.key).await.json()["items"][0]["id"].as_str().unwrap().to_owned();
        let of_ada = format!("customer={ada}");
        let spends_of_ada = format!("customer={ada}&kind=spend&feature=image");
        let rows: [(&str, &[&str]); 9] = [
            ("kind=spend", &["spend -3", "spend -2", "spend -1"]),
            ("kind=expiry", &[]),
            ("feature=sound", &["spend -2"]),
            ("feature=image&kind=grant", &[]),
            (&of_ada, &["spend -3", "grant 30", "spend -1", "grant 10"]),
            (&spends_of_ada, &["spend -3", "spend -1"]),
            ("from=2027-01-15T08:01:00Z", &["spend -3", "grant 30", "spend -2", "grant 20"]),
            ("to=2027-01-15T08:01:00Z", &["spend -1", "grant 10"]),
            ("from=2027-01-15T08:01:00Z&to=2027-01-15T08:02:00Z&kind=grant", &["grant 20"]),
        ];
        for (query, expected) in rows {
            for limit in [1, 100] {
                assert_eq!(all(&world, query, &shop.key, limit).await, expected, "{query} by {limit}");
            }
        }
        // The list has each transaction exactly as the customer's own list has it.
        let whole = world.get("/v1/transactions?limit=100", &shop.key).await.json();
        let own = world.get(&format!("/v1/customers/{ada}/transactions"), &shop.key).await.json();
        let whole: Vec<&Value> = whole["items"].as_array().unwrap().iter().filter(|item| item["customer_id"] == ada).collect();
        assert_eq!(whole, own["items"].as_array().unwrap().iter().collect::<Vec<_>>());
        assert_eq!(world.get(&format!("/v1/transactions?{of_ada}"), &other.key).await.status, 404);
        assert_eq!(all(&world, "", &shop.test_key, 5).await, Vec::<String>::new());
        assert_eq!(all(&world, "", &other.key, 5).await, ["grant 1000"]);
    }
}

on_both_engines! {
    async fn reversals_are_listed_for_their_feature(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        for code in ["image", "sound"] {
            let made = put(&world, &format!("/v1/features/{code}"), &shop.key, &json!({"name": code})).await;
            assert_eq!(made.status, 200, "{made:?}");
        }
        grant(&world, &shop, "g", "ada", 100).await;
        for (n, feature) in [(1, Some("image")), (2, Some("sound")), (3, None)] {
            world.clock.advance(Duration::from_mins(1));
            let mut spend = json!({"customer": {"external_id": "ada"}, "amount": 10 * n});
            if let Some(feature) = feature {
                spend["feature"] = json!(feature);
            }
            let booked = post(&world, "/v1/spends", &shop.key, &format!("s{n}"), spend).await.json();
            let path = format!("/v1/transactions/{}/reverse", booked["transaction"]["id"].as_str().unwrap());
            for part in 1..=2 {
                let back = post(&world, &path, &shop.key, &format!("r{n}{part}"), json!({"amount": n})).await;
                assert_eq!(back.status, 200, "{back:?}");
            }
        }
        let rows: [(&str, &[&str]); 5] = [
            ("feature=image", &["reversal 1", "reversal 1", "spend -10"]),
            ("feature=sound", &["reversal 2", "reversal 2", "spend -20"]),
            ("feature=image&kind=reversal", &["reversal 1", "reversal 1"]),
            ("feature=image&kind=spend", &["spend -10"]),
            ("kind=reversal", &["reversal 3", "reversal 3", "reversal 2", "reversal 2", "reversal 1", "reversal 1"]),
        ];
        for (query, expected) in rows {
            for limit in [1, 100] {
                assert_eq!(all(&world, query, &shop.key, limit).await, expected, "{query} by {limit}");
            }
        }
        // The transactions of a feature sum up to its usage.
        let usage = world.get("/v1/usage?from=2027-01-15&to=2027-01-15&by=feature", &shop.key).await.json();
        let items = usage["items"].as_array().unwrap_or_else(|| panic!("{usage}"));
        let image = items.iter().find(|item| item["feature"] == "image").unwrap();
        assert_eq!((&image["spent"], &image["reversed"]), (&json!(10), &json!(2)), "{usage}");
    }
}

on_both_engines! {
    async fn each_transaction_names_its_customer_to_the_website_alone(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let customers = [json!({"external_id": "ada"}), json!({"email": "bo@example.com"}), json!({"sub": "usr_9"})];
        for (n, customer) in customers.iter().enumerate() {
            let body = json!({"customer": customer, "amount": 5, "kind": "promo"});
            let granted = post(&world, "/v1/grants", &shop.key, &format!("g{n}"), body).await;
            assert_eq!(granted.status, 200, "{granted:?}");
            world.clock.advance(Duration::from_secs(1));
        }
        world.sql("UPDATE customers SET name = 'Ada Lovelace' WHERE external_id = $1", &["ada"]).await;
        let names = |external_id: Option<&str>, email: Option<&str>, name: Option<&str>| {
            json!({"external_id": external_id, "email": email, "name": name})
        };
        let expected = [
            names(None, None, None), names(None, Some("bo@example.com"), None), names(Some("ada"), None, Some("Ada Lovelace")),
        ];
        let page = world.get("/v1/transactions", &shop.key).await.json();
        let items = page["items"].as_array().unwrap();
        let outcome: Vec<Value> = items.iter().map(|item| item["customer"].clone()).collect();
        assert_eq!(outcome, expected);
        for item in items {
            let (id, customer) = (item["id"].as_str().unwrap(), item["customer_id"].as_str().unwrap());
            let explained = world.get(&format!("/v1/transactions/{id}"), &shop.key).await.json();
            assert_eq!(explained["transaction"], *item);
            let narrowed = world.get(&format!("/v1/transactions?customer={customer}"), &shop.key).await.json();
            assert_eq!(narrowed["items"], json!([item]));
        }
        // Which names a website has for the account holder is not in what the holder's tokens read.
        let own = world.get("/v1/me/transactions", &world.token("usr_9")).await.json();
        assert_eq!(own["items"].as_array().unwrap().len(), 1);
        assert_eq!(own["items"][0]["customer"], Value::Null);
    }
}

on_both_engines! {
    async fn transaction_list_creates_no_book(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let made = put(&world, "/v1/features/image", &shop.key, &json!({"name": "Image"})).await;
        assert_eq!(made.status, 200, "{made:?}");
        let books = world.count("SELECT count(*) FROM book").await;
        for (query, status) in [("", 200), ("kind=spend&feature=image", 200), ("feature=sound", 404), ("customer=cus_none", 404)] {
            let response = world.get(&format!("/v1/transactions?{query}"), &shop.key).await;
            assert_eq!(response.status, status, "{query}: {response:?}");
            if status == 200 {
                assert_eq!(response.json(), json!({"items": [], "next_cursor": null}));
            }
        }
        assert_eq!(world.count("SELECT count(*) FROM book").await, books);
        grant(&world, &shop, "g", "ada", 5).await;
        assert_eq!(all(&world, "", &shop.key, 5).await, ["grant 5"], "that there was no book is not remembered");
        assert_eq!(world.count("SELECT count(*) FROM book").await, books + 1);
    }
}

on_both_engines! {
    async fn contradictory_filters_are_refused(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        grant(&world, &shop, "g", "ada", 5).await;
        grant(&world, &shop, "h", "ada", 5).await;
        let page = world.get("/v1/transactions?limit=1", &shop.key).await.json();
        let cursor = page["next_cursor"].as_str().unwrap();
        for (wrong, status) in [
            (format!("cursor={cursor}&kind=spend"), 400), (format!("cursor={cursor}&to=2027-01-15T08:01:00Z"), 400),
            ("kind=gift".to_owned(), 400), ("from=today".to_owned(), 400), ("limit=0".to_owned(), 400),
            ("from=2027-01-15T08:01:00Z&to=2027-01-15T08:01:00Z".to_owned(), 400),
            ("customer=cus_none".to_owned(), 404), ("feature=nothing".to_owned(), 404), (format!("cursor={cursor}"), 200),
        ] {
            let response = world.get(&format!("/v1/transactions?{wrong}"), &shop.key).await;
            assert_eq!(response.status, status, "{wrong}: {response:?}");
        }
    }
}

on_both_engines! {
    async fn transactions_of_a_merged_customer_are_listed_for_the_merge_target(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        grant(&world, &shop, "a", "old", 5).await;
        world.clock.advance(Duration::from_secs(1));
        grant(&world, &shop, "b", "new", 7).await;
        world.clock.advance(Duration::from_secs(1));
        grant(&world, &shop, "c", "old", 9).await;
        let id = world.get("/v1/customers?q=new", &shop.key).await.json()["items"][0]["id"].as_str().unwrap().to_owned();
        world.sql("UPDATE customers SET merged_into = $1 WHERE external_id = 'old'", &[&id]).await;
        for query in [String::new(), format!("customer={id}"), format!("customer={id}&kind=grant")] {
            for limit in [1, 100] {
                assert_eq!(all(&world, &query, &shop.key, limit).await, ["grant 9", "grant 7", "grant 5"], "{query}");
            }
        }
    }
}
