//! Sixty-four concurrent spends from one balance: never more than its credits, each key once.

use std::collections::BTreeMap;
use std::time::Duration;

use foundation::on_both_engines;
use journeys::installation::TestInstallation;
use journeys::users::{ApiResponse, TestUser, WebsiteBackEnd};
use tokio::task::JoinSet;

const SPENDS: usize = 64;
const KEYS: usize = 32;
/// Pause before a retry.
const PAUSE: Duration = Duration::from_millis(100);

on_both_engines! {
    async fn parallel_spends_never_take_more_than_there_is(mut world: TestInstallation) {
        let owner = TestUser::arrive(&world.address, "owner@example.com").await;
        let shop = WebsiteBackEnd::new(&world.address, &owner.register_website(&world.address, "Shop").await);
        shop.grant("welcome", "ann@example.com", 100).await;
        let mut running = JoinSet::new();
        for n in 0..SPENDS {
            // Half of them repeat the keys of the other half.
            let (shop, key) = (shop.clone(), format!("job-{}", n % KEYS));
            running.spawn(async move { (key.clone(), with_retries(&shop, &key).await) });
        }
        let mut by_key: BTreeMap<String, Vec<ApiResponse>> = BTreeMap::new();
        for (key, response) in running.join_all().await {
            by_key.entry(key).or_default().push(response);
        }
        let spent = by_key.values().filter(|responses| responses.iter().any(|response| response.status == 200)).count();
        assert_eq!(spent, 20);
        for (key, responses) in &by_key {
            settled_the_same(&shop, key, responses).await;
        }
        let balance = shop.spend("one-more", "ann@example.com", 1).await;
        assert_eq!((balance.status, balance.json()["available"].as_i64()), (402, Some(0)));
        let _running = world.process();
    }
}

/// Spends, and retries while the server is busy: a request that waits too long gets 503.
async fn with_retries(shop: &WebsiteBackEnd, key: &str) -> ApiResponse {
    loop {
        let response = shop.spend(key, "ann@example.com", 5).await;
        if response.status != 503 {
            return response;
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// Checks that both responses of a key have the same bytes; one may be 409 because the other was still running.
async fn settled_the_same(shop: &WebsiteBackEnd, key: &str, responses: &[ApiResponse]) {
    let first = shop.spend(key, "ann@example.com", 5).await;
    assert!(first.replayed, "{key}");
    for response in responses {
        let same = response.body == first.body && response.status == first.status;
        assert!(
            same || response.status == 409,
            "{key}: {} and {}",
            response.json(),
            first.json()
        );
    }
}
