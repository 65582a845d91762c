//! Tests F10: a flood of sign-ins waits in a bounded queue, and delays no other request.

use foundation::testing::test_client;
use idp::testing::{occupy_password_workers, password_work};
use poem::http::HeaderMap;
use serde_json::Value;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use super::{ANN, KILN, ON, enter};
use crate::visiting::{Browser, TestBackend, TestInstallation, spawn};

/// Number of concurrent requests.
const FLOOD: usize = 200;
/// Number of requests that wait.
const WAITING: usize = 64;

type FloodResponse = (u16, HeaderMap, Value);

/// Sends all requests, each from its own network, and returns the responses in order of arrival.
fn flood(
    world: &TestInstallation,
    browser: &Browser,
    csrf: &str,
) -> UnboundedReceiver<FloodResponse> {
    let client = test_client();
    let url = world.at_server("/api/auth/callback/credentials");
    let (sender, responses) = unbounded_channel();
    for number in 0..FLOOD {
        let request = client
            .post(&url)
            .header("cookie", browser.cookie_line())
            .header("x-forwarded-for", format!("198.51.100.{number}"))
            .header("content-type", "application/x-www-form-urlencoded")
            .body(format!(
                "csrfToken={csrf}&email=p{number}%40example.com&password=kiln+tugboat+40&json=true"
            ));
        let sender = sender.clone();
        spawn(async move {
            let response = request.send().await.unwrap();
            let (status, headers) = (response.status().as_u16(), response.headers().clone());
            sender
                .send((status, headers, response.json().await.unwrap()))
                .unwrap();
        });
    }
    responses
}

on_every_store!(password_flood_does_not_delay_other_requests);

// row: F10
/// While no core is free, 64 requests wait, all others are refused at once, and sessions are read as usual.
async fn password_flood_does_not_delay_other_requests(backend: TestBackend) {
    let world = TestInstallation::at(backend, &[ON, ("IDP_TRUSTED_PROXIES", "127.0.0.1")]).await;
    let ann = world.signed_in(ANN).await;
    let held = occupy_password_workers(&world.app).await.unwrap();
    let browser = world.browser();
    let csrf = browser.csrf().await;
    let mut flooding = flood(&world, &browser, &csrf);
    for _ in 0..FLOOD - WAITING {
        let (status, headers, body) = flooding.recv().await.unwrap();
        assert_eq!(status, 503);
        assert_eq!(headers["retry-after"], "2");
        let url = body["url"].as_str().unwrap();
        assert!(url.ends_with("error=CredentialsSignin&provider=credentials"));
    }
    // No password is hashed now. Requests without a password succeed, and a late one gets instructions.
    let (jobs, _) = password_work(&world.app);
    assert_eq!(jobs, 0);
    for _ in 0..100 {
        assert_eq!(ann.session().await["user"]["email"], ANN, "{backend:?}");
    }
    assert!(
        world
            .signed_in("bob@example.com")
            .await
            .is_signed_in()
            .await
    );
    let page = enter(&browser, &[("email", ANN), ("password", KILN)]).await;
    assert_eq!(page.status, 503);
    assert!(page.body.contains("try again in a moment"));
    assert!(
        flooding.try_recv().is_err(),
        "a waiting request got a response"
    );

    drop(held);
    for _ in 0..WAITING {
        let (status, _, _) = flooding.recv().await.unwrap();
        assert_eq!(status, 401);
    }
    let (jobs, most) = password_work(&world.app);
    let cores = std::thread::available_parallelism().unwrap().get();
    assert_eq!(jobs, 64);
    assert!(most <= cores, "{most} at a time on {cores} cores");
}
