//! The state survives a restart.

use serde_json::json;

use crate::world::TestShop;

#[tokio::test]
async fn state_survives_a_restart() {
    let folder = tempfile::TempDir::new().unwrap();
    let first = TestShop::open_in(Some(folder.path())).await;
    let charge = first.paid_charge("disputed_later").await;
    let headers = [("idempotency-key", "k")];
    let customer = first.post_with("/v1/customers", "name=Ann", &headers).await;
    first.advance(30);
    let (key, now) = (first.key.clone(), first.double.now());
    drop(first);
    let mut second = TestShop::open_in(Some(folder.path())).await;
    second.key = key;
    assert_eq!(second.double.now(), now);
    let replayed = second
        .post_with("/v1/customers", "name=Ann", &headers)
        .await;
    assert_eq!(replayed.text, customer.text);
    let path = format!("/v1/charges/{}", charge["id"].as_str().unwrap());
    assert_eq!(second.get(&path).await.ok()["amount"], 1000);
    second.advance(30);
    let disputes = second.get("/v1/disputes").await.ok();
    assert_eq!(disputes["data"][0]["charge"], charge["id"]);
    let names: Vec<_> = std::fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(names, ["stripe-double.json"]);
}

#[tokio::test]
async fn broken_file_is_reported() {
    let folder = tempfile::TempDir::new().unwrap();
    std::fs::write(folder.path().join("stripe-double.json"), "{").unwrap();
    let opened = stripe_double::StripeDouble::open(stripe_double::DoubleOptions {
        clock: foundation::Clock::system(),
        random: foundation::Random::seeded(1),
        folder: Some(folder.path().to_owned()),
        base_url: "http://localhost:1".to_owned(),
    });
    assert!(
        opened
            .unwrap_err()
            .to_string()
            .contains("reading the state")
    );
}

#[tokio::test]
async fn same_seed_repeats_the_same_ids() {
    let (one, two) = (TestShop::open().await, TestShop::open().await);
    assert_eq!(one.key, two.key);
    assert_eq!(one.customer().await, two.customer().await);
    let figures = json!(one.double.figures().unwrap());
    assert_eq!(figures, two.double.figures().unwrap());
}
