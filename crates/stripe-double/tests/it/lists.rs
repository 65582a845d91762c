//! Lists: pages, cursors and filters.

use serde_json::Value;

use crate::world::{START, TestShop};

fn ids(page: &Value) -> Vec<String> {
    let data = page["data"].as_array().unwrap().iter();
    data.map(|item| item["id"].as_str().unwrap().to_owned())
        .collect()
}

#[tokio::test]
async fn page_follows_its_cursor() {
    let shop = TestShop::open().await;
    let mut all = Vec::new();
    for _ in 0..5 {
        all.insert(0, shop.customer().await);
    }
    let page = |query: String| {
        let shop = &shop;
        async move { shop.get(&format!("/v1/customers?{query}")).await.ok() }
    };
    let rows = [
        (String::new(), 0..5, false),
        ("limit=2".to_owned(), 0..2, true),
        (format!("limit=2&starting_after={}", all[1]), 2..4, true),
        (format!("limit=2&starting_after={}", all[3]), 4..5, false),
        (format!("limit=2&ending_before={}", all[3]), 1..3, true),
        (format!("limit=5&ending_before={}", all[3]), 0..3, false),
    ];
    for (query, expected, has_more) in rows {
        let found = page(query.clone()).await;
        assert_eq!(ids(&found), all[expected], "{query}");
        assert_eq!(found["has_more"], has_more, "{query}");
        assert_eq!(
            (&found["object"], &found["url"]),
            (&"list".into(), &"/v1/customers".into())
        );
    }
    for (query, parameter) in [
        ("limit=0", "limit"),
        ("limit=101", "limit"),
        ("limit=x", "limit"),
        ("starting_after=cus_none", "starting_after"),
        ("nonsense=1", "nonsense"),
    ] {
        let response = shop.get(&format!("/v1/customers?{query}")).await;
        assert_eq!(
            (response.status, response.error().3),
            (400, parameter),
            "{query}"
        );
    }
    let both = format!(
        "/v1/customers?starting_after={}&ending_before={}",
        all[0], all[1]
    );
    assert_eq!(shop.get(&both).await.status, 400);
}

#[tokio::test]
async fn list_is_filtered_by_creation() {
    let shop = TestShop::open().await;
    let old = shop.customer().await;
    shop.advance(100);
    let new = shop.customer().await;
    let rows = [
        (format!("created[gt]={START}"), vec![new.clone()]),
        (
            format!("created[gte]={START}"),
            vec![new.clone(), old.clone()],
        ),
        (format!("created[lt]={}", START + 100), vec![old.clone()]),
        (
            format!("created[lte]={}", START + 100),
            vec![new.clone(), old.clone()],
        ),
        (format!("created={START}"), vec![old]),
        (format!("created[gt]={}", START + 100), vec![]),
    ];
    for (query, expected) in rows {
        let found = shop.get(&format!("/v1/customers?{query}")).await.ok();
        assert_eq!(ids(&found), expected, "{query}");
    }
}

#[tokio::test]
async fn events_are_found_by_type_and_kept_for_thirty_days() {
    let shop = TestShop::open().await;
    let customer = shop.customer().await;
    shop.post(&format!("/v1/customers/{customer}"), "name=Ann")
        .await
        .ok();
    shop.price(100).await;
    let rows = [
        ("type=customer.created", 1),
        ("type=customer.*", 2),
        ("types[]=customer.created&types[]=price.created", 2),
        ("delivery_success=true", 4),
        ("delivery_success=false", 0),
    ];
    for (query, expected) in rows {
        let found = shop.get(&format!("/v1/events?{query}")).await.ok();
        assert_eq!(found["data"].as_array().unwrap().len(), expected, "{query}");
    }
    let many = "types[]=charge.failed&".repeat(21);
    assert_eq!(
        shop.get(&format!("/v1/events?{many}")).await.error().3,
        "types"
    );
    shop.advance(31 * 86_400);
    assert_eq!(ids(&shop.get("/v1/events").await.ok()).len(), 0);
}
