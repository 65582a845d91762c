//! Tests secrets of clients: each is valid until its announced end, after any number of rotations.

use foundation::on_both_engines;
use serde_json::json;

use crate::admin_clients::{put, site};
use crate::harness::{HttpResponse, TestIdp};

on_both_engines!(old_secret_is_valid_until_its_overlap_ends);

async fn old_secret_is_valid_until_its_overlap_ends(world: TestIdp) {
    let secret_of =
        |response: HttpResponse| response.body["client_secret"].as_str().unwrap().to_owned();
    let form = [("grant_type", "authorization_code"), ("code", "x")];
    let counts = async |secret: &str| {
        let response = world.token(&form, Some(("site", secret))).await;
        match response.refusal() {
            (400, "invalid_grant") => true,
            (401, "invalid_client") => false,
            other => panic!("{other:?}"),
        }
    };
    let rotate = async |seconds: u32| {
        let path = format!("site?rotate_secret=true&overlap_seconds={seconds}");
        secret_of(put(&world, &path, &site()).await)
    };
    let first = secret_of(put(&world, "site", &site()).await);
    let second = rotate(3600).await;
    // A change without a rotation keeps both secrets.
    put(&world, "site", &site()).await;
    assert!(counts(&first).await && counts(&second).await);
    world.wait(3599);
    assert!(counts(&first).await);
    world.wait(1);
    assert!(!counts(&first).await && counts(&second).await);
    // Another rotation, as after a lost response, ends no secret early; one without an overlap ends all.
    let third = rotate(3600).await;
    let fourth = rotate(60).await;
    assert!(counts(&second).await && counts(&third).await && counts(&fourth).await);
    put(&world, "site", &site()).await;
    world.wait(60);
    assert!(counts(&second).await && !counts(&third).await && counts(&fourth).await);
    world.wait(3540);
    assert!(!counts(&second).await && counts(&fourth).await);
    rotate(3600).await;
    let fifth = rotate(0).await;
    assert!(!counts(&fourth).await && counts(&fifth).await);
    let path = "site?rotate_secret=true&overlap_seconds=604801";
    assert_eq!(put(&world, path, &site()).await.status, 400);
    assert!(counts(&fifth).await, "a refused rotation changes nothing");
}

on_both_engines!(at_most_ten_previous_secrets_are_valid);

async fn at_most_ten_previous_secrets_are_valid(world: TestIdp) {
    put(&world, "site", &site()).await;
    let rotate = async |seconds: u32| {
        let path = format!("site?rotate_secret=true&overlap_seconds={seconds}");
        put(&world, &path, &site()).await
    };
    let rotate_ten_times = async || {
        for seconds in 51..=60 {
            assert_eq!(rotate(seconds).await.status, 200);
        }
    };
    rotate_ten_times().await;
    let refused = rotate(60).await;
    let detail = refused.body["detail"].as_str().unwrap();
    assert_eq!(refused.status, 400, "{detail}");
    assert!(detail.contains("or send 0"), "{detail}");
    world.wait(51);
    assert_eq!(rotate(60).await.status, 200, "the first has ended");
    assert_eq!(rotate(60).await.status, 400);
    assert_eq!(rotate(0).await.status, 200);
    rotate_ten_times().await;
    let mut public = site();
    public["token_endpoint_auth_method"] = json!("none");
    let path = "site?rotate_secret=true&overlap_seconds=60";
    let changed = put(&world, path, &public).await;
    assert_eq!(changed.status, 200, "no secret stays: {}", changed.body);
}
