//! Tests lists of customers: ordered pages, and cursors that no client can forge (attack J12).

use crate::harness::{TestApi, on_both_engines};

on_both_engines! {
    async fn pages_hold_every_customer_once(world: TestApi) {
        let site = world.register("usr_1", "One").await;
        let other = world.register("usr_1", "Two").await;
        let (website, key) = (site["website"]["id"].as_str().unwrap(), site["api_key"]["key"].as_str().unwrap());
        for index in 0..7 {
            // Gives three customers one instant, so that the id decides their order.
            let statement = if index < 3 {
                "INSERT INTO customers (id, website_id, mode, created_at, updated_at) VALUES ($1, $2, 'live', 5, 5)"
            } else {
                "INSERT INTO customers (id, website_id, mode, created_at, updated_at) VALUES ($1, $2, 'live', 9, 9)"
            };
            world.sql(statement, &[&format!("cus_{index}"), website]).await;
        }
        let mut seen = Vec::new();
        let mut path = "/v1/customers?limit=2".to_owned();
        let mut cursor = None;
        loop {
            let page = world.get(&path, key).await.json();
            let items = page["items"].as_array().unwrap();
            assert!(items.len() <= 2);
            seen.extend(items.iter().map(|item| item["id"].as_str().unwrap().to_owned()));
            let Some(next) = page["next_cursor"].as_str() else { break };
            cursor = Some(next.to_owned());
            path = format!("/v1/customers?limit=2&cursor={next}");
        }
        assert_eq!(seen, ["cus_6", "cus_5", "cus_4", "cus_3", "cus_2", "cus_1", "cus_0"]);
        let cursor = cursor.unwrap();
        let foreign = other["api_key"]["key"].as_str().unwrap();
        let test = site["test_api_key"]["key"].as_str().unwrap();
        for (cursor, key) in [
            (cursor.replacen(&cursor[60..61], if &cursor[60..61] == "A" { "B" } else { "A" }, 1), key),
            ("nonsense".to_owned(), key),
            (String::new(), key),
            (cursor.clone(), foreign),
            (cursor.clone(), test),
        ] {
            let body = world.get(&format!("/v1/customers?cursor={cursor}"), key).await
                .is_problem(400, "invalid-request");
            assert_eq!(body["errors"][0]["parameter"], "cursor");
        }
        for limit in ["0", "101", "-1", "x", "1e9", "99999999999999999999"] {
            let body = world.get(&format!("/v1/customers?limit={limit}"), key).await
                .is_problem(400, "invalid-request");
            assert_eq!(body["errors"][0]["parameter"], "limit");
        }
    }
}
