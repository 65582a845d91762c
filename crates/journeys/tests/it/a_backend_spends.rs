//! A website's back end spends five credits: grant, spend, replay, refusal, and the visitor's balance.

use foundation::on_both_engines;
use journeys::installation::TestInstallation;
use journeys::users::{TestUser, WebsiteBackEnd};
use serde_json::json;

on_both_engines! {
    async fn website_back_end_spends_five_credits(mut world: TestInstallation) {
        let owner = TestUser::arrive(&world.address, "owner@example.com").await;
        let shop = WebsiteBackEnd::new(&world.address, &owner.register_website(&world.address, "Shop").await);
        let visitor = TestUser::arrive(&world.address, "ann@example.com").await;
        let granted = shop.grant("welcome-ann", "ann@example.com", 100).await;
        assert_eq!(granted.status, 200, "{}", granted.json());
        assert_eq!(balance_seen(&world.address, &visitor).await, 100);

        let spent = shop.spend("job-1", "ann@example.com", 5).await;
        assert_eq!(spent.status, 200, "{}", spent.json());
        assert_eq!(spent.json()["transaction"]["amount"], -5);
        assert_eq!(spent.json()["balance"]["available"], 95);
        assert_eq!(balance_seen(&world.address, &visitor).await, 95);

        let repeated = shop.spend("job-1", "ann@example.com", 5).await;
        assert!(repeated.replayed);
        assert_eq!((repeated.status, &repeated.body), (spent.status, &spent.body));
        assert_eq!(balance_seen(&world.address, &visitor).await, 95);

        let reused = shop.spend("job-1", "ann@example.com", 6).await;
        assert_eq!(reused.status, 422);
        assert!(reused.json()["type"].as_str().unwrap().ends_with("/problems/idempotency-key-reused"));

        let short = shop.spend("job-2", "ann@example.com", 1_000).await;
        assert_eq!(short.status, 402);
        let problem = short.json();
        assert_eq!(
            (&problem["required"], &problem["available"], &problem["shortfall"]),
            (&json!(1_000), &json!(95), &json!(905))
        );
        let still_short = shop.spend("job-2", "ann@example.com", 1_000).await;
        assert!(still_short.replayed);
        assert_eq!(still_short.body, short.body);

        let history = visitor.get(&world.address, "/v1/me/transactions").await;
        let amounts: Vec<_> = history["items"].as_array().unwrap().iter().map(|item| item["amount"].clone()).collect();
        assert_eq!(amounts, [json!(-5), json!(100)]);
        assert_eq!(history["items"][0]["balance_after"], 95);
        let _running = world.process();
    }
}

async fn balance_seen(
    address: &journeys::installation::InstallationAddress,
    visitor: &TestUser,
) -> i64 {
    let credits = visitor.get(address, "/v1/me/credits").await;
    credits["balances"][0]["available"].as_i64().unwrap()
}
