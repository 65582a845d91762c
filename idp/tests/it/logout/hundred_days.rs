//! Tests a session of a hundred days, over several keys: its sign-out still reaches its clients.

use foundation::on_both_engines;
use foundation::testing::{TestDatabase, TestEngine};
use idp::testing::{maintain_keys, sweep};

use super::idp_with_client::{IdpWithClient, POST_LOGOUT_URI};
use super::{address, assert_signed_out, text};
use crate::harness::{HttpResponse, RedirectResponse, claims, header};

const DAYS: u64 = 100;
const DAY: u64 = 24 * 3600;

/// Returns settings with a long session lifetime, and with a new key each month.
fn settings() -> Vec<(&'static str, String)> {
    vec![
        ("IDP_SESSION_DAYS", "180".to_owned()),
        ("IDP_KEY_DAYS", "30".to_owned()),
    ]
}

on_both_engines!(hint_of_the_first_day_after_a_hundred_signs_out);

// row: decision-11
async fn hint_of_the_first_day_after_a_hundred_signs_out(engine: TestEngine) {
    let database = engine.database(&idp::MIGRATIONS).await;
    let sited = IdpWithClient::with(database, settings()).await;
    let IdpWithClient { world, site, .. } = &sited;
    let ann = world.visitor("ann").await;
    let first = text(&sited.tokens(&ann).await, "id_token");
    for day in 1..=DAYS {
        world.wait(DAY);
        // Runs the schedule of the keys twice, because each run takes one step.
        for _ in 0..2 {
            maintain_keys(&world.app).await.unwrap();
        }
        sweep(&world.app).await.unwrap();
        let response = HttpResponse::read(world.get("/api/auth/session", Some(&ann)).await).await;
        assert!(response.ok().get("user").is_some(), "day {day}");
    }
    let last = text(&sited.tokens(&ann).await, "id_token");
    assert_ne!(header(&first)["kid"], header(&last)["kid"], "another key");
    assert_eq!(claims(&first)["sid"], claims(&last)["sid"]);
    let wish = [
        ("id_token_hint", first.as_str()),
        ("post_logout_redirect_uri", POST_LOGOUT_URI),
        ("state", "s"),
    ];
    let landing = RedirectResponse::from_response(&world.get(&address(&wish), Some(&ann)).await);
    assert_eq!(landing.location, Some(format!("{POST_LOGOUT_URI}?state=s")));
    assert_signed_out(world, &ann).await;
    let received = site.wait_for_requests(1).await;
    assert_eq!(claims(&received[0].token)["sid"], claims(&first)["sid"]);
    crate::waiting::until(async || sited.rows().await == 0).await;
}

// row: decision-11
/// A client that got its tokens on the first day gets a logout token, because the session remembers it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn client_of_the_first_day_gets_a_logout_token_after_a_hundred() {
    let database = TestDatabase::sqlite(&idp::MIGRATIONS).await;
    let sited = IdpWithClient::with(database, settings()).await;
    let IdpWithClient { world, site, .. } = &sited;
    let ann = world.visitor("ann").await;
    let tokens = sited.tokens(&ann).await;
    for _ in 0..DAYS {
        world.wait(DAY);
        sweep(&world.app).await.unwrap();
        world.get("/api/auth/session", Some(&ann)).await;
    }
    idp::testing::sign_out_everywhere(&world.app, &ann.user_id)
        .await
        .unwrap();
    let received = site.wait_for_requests(1).await;
    let hint = text(&tokens, "id_token");
    assert_eq!(claims(&received[0].token)["sid"], claims(&hint)["sid"]);
}
