//! Tests grants that ended at the identity provider: the server refuses their access tokens after it read the list.

use std::sync::atomic::Ordering;
use std::time::Duration;

use foundation::Timestamp;
use product_api::ended_grants;
use serde_json::{Value, json};

use crate::harness::TestApi;
use crate::issuer::Behaviour;

/// Number of seconds after which all tokens of a grant have expired.
const TOKENS_END: u64 = 660;
/// Longest wait for a server on a busy machine.
const TIMEOUT: Duration = Duration::from_mins(1);

/// Opens a world whose server has read the list at its start, and reads it again only on request.
async fn begun() -> TestApi {
    let world = TestApi::sqlite().await;
    let reads = &world.issuer.ended_grant_reads;
    let reading = async {
        while reads.load(Ordering::SeqCst) == 0 {
            tokio::task::yield_now().await;
        }
    };
    let in_time = tokio::time::timeout(TIMEOUT, reading).await;
    assert!(in_time.is_ok(), "the server did not read the list");
    // This call returns after the server has applied the list.
    assert_eq!(read(&world).await, 0);
    world
}

/// Returns a token of a grant of one user.
fn token_of(world: &TestApi, grant_id: &str) -> String {
    world.token_with("usr_1", &json!({ "grant_id": grant_id }))
}

/// Returns the time at which the tokens of a grant that ends now have expired.
fn tokens_end(world: &TestApi) -> Timestamp {
    world.clock.now().plus(Duration::from_secs(TOKENS_END))
}

fn end(world: &TestApi, grant_id: &str) {
    world.issuer.end_grant(grant_id, tokens_end(world));
}

async fn read(world: &TestApi) -> usize {
    ended_grants::once(&world.app).await.unwrap()
}

/// Asserts that a token is accepted, or is refused like any invalid one.
async fn assert_accepted(world: &TestApi, token: &str, is_accepted: bool, what: &str) {
    let response = world.get("/v1/me", token).await;
    if is_accepted {
        assert_eq!(response.status, 200, "{what}: {response:?}");
    } else {
        response.is_problem(401, "unauthenticated");
    }
}

#[tokio::test]
async fn token_of_an_ended_grant_is_refused_and_others_are_not() {
    let world = begun().await;
    let ended = token_of(&world, "grn_1");
    let other = token_of(&world, "grn_2");
    let without = world.token("usr_1");
    for token in [&ended, &other, &without] {
        assert_accepted(&world, token, true, "the control").await;
    }
    end(&world, "grn_1");
    assert_eq!(read(&world).await, 1);
    assert_accepted(&world, &ended, false, "remembered by the verifier").await;
    let younger = world.token_with("usr_1", &json!({ "grant_id": "grn_1", "jti": "jti-2" }));
    assert_accepted(&world, &younger, false, "never seen").await;
    for token in [&other, &without] {
        assert_accepted(&world, token, true, "the same user's").await;
    }
    assert_eq!(read(&world).await, 0, "once");
    assert_accepted(&world, &ended, false, "read again").await;
}

#[tokio::test]
async fn list_of_several_pages_is_read_to_its_end() {
    let world = begun().await;
    for grant in ["grn_1", "grn_2", "grn_3", "grn_4", "grn_5"] {
        end(&world, grant);
    }
    assert_eq!(read(&world).await, 5);
    for grant in ["grn_1", "grn_2", "grn_3", "grn_4", "grn_5"] {
        assert_accepted(&world, &token_of(&world, grant), false, grant).await;
    }
    end(&world, "grn_6");
    assert_eq!(read(&world).await, 1);
    assert_accepted(&world, &token_of(&world, "grn_6"), false, "grn_6").await;
}

#[tokio::test]
async fn grant_is_forgotten_when_its_tokens_have_ended() {
    let world = begun().await;
    end(&world, "grn_1");
    read(&world).await;
    // No real token lives this long.
    let exp = world.clock.now().seconds() + 3600;
    let token = world.token_with("usr_1", &json!({ "grant_id": "grn_1", "exp": exp }));
    for (seconds, is_accepted) in [(TOKENS_END + 69, false), (1, true)] {
        world.clock.advance(Duration::from_secs(seconds));
        read(&world).await;
        assert_accepted(&world, &token, is_accepted, &seconds.to_string()).await;
    }
}

#[tokio::test]
async fn list_that_lost_the_last_grant_is_read_from_its_beginning() {
    let world = begun().await;
    for grant in ["grn_1", "grn_2"] {
        end(&world, grant);
    }
    assert_eq!(read(&world).await, 2);
    // The idp was restored from an older backup: it assigns the numbers again.
    world.issuer.ended_grants.lock().unwrap().clear();
    for grant in ["grn_3", "grn_4", "grn_5"] {
        end(&world, grant);
    }
    assert_eq!(read(&world).await, 3);
    for grant in ["grn_1", "grn_2", "grn_3", "grn_4", "grn_5"] {
        assert_accepted(&world, &token_of(&world, grant), false, grant).await;
    }
    world.issuer.ended_grants.lock().unwrap().clear();
    assert_eq!((read(&world).await, read(&world).await), (0, 0));
}

#[tokio::test]
async fn second_server_reads_the_list_when_it_starts() {
    let world = begun().await;
    end(&world, "grn_1");
    let token = token_of(&world, "grn_1");
    assert_accepted(&world, &token, true, "not read yet").await;
    let replica = world.replica().await;
    let headers = [("authorization", format!("Bearer {token}"))];
    let headers = headers
        .each_ref()
        .map(|(name, text)| (*name, text.as_str()));
    let address = (replica.url.as_str(), "/v1/me");
    let is_refused = async || {
        let response = world.send_to(address, reqwest::Method::GET, &headers, None);
        response.await.status == 401
    };
    let reading = async {
        while !is_refused().await {
            tokio::task::yield_now().await;
        }
    };
    let in_time = tokio::time::timeout(TIMEOUT, reading).await;
    assert!(in_time.is_ok(), "the replica did not read the list");
    assert_accepted(&world, &token, true, "not read here").await;
}

#[tokio::test]
async fn tokens_are_accepted_while_the_identity_provider_is_unavailable() {
    let world = begun().await;
    let (ended, living) = (token_of(&world, "grn_1"), token_of(&world, "grn_2"));
    end(&world, "grn_1");
    read(&world).await;
    world.issuer.behave(Behaviour::Away);
    end(&world, "grn_2");
    assert!(ended_grants::once(&world.app).await.is_err());
    assert_accepted(&world, &ended, false, "read before").await;
    assert_accepted(&world, &living, true, "not read yet").await;
    world.issuer.behave(Behaviour::Good);
    assert_eq!(read(&world).await, 1);
    assert_accepted(&world, &living, false, "read since").await;
}

/// A server that has read no list knows no ended grant: it says so from its first second on, and serves.
#[tokio::test]
async fn readiness_reports_a_list_that_was_never_read() {
    let world = begun().await;
    world.issuer.behave(Behaviour::Away);
    let replica = world.replica().await;
    let address = (replica.url.as_str(), "/health/ready");
    let state = async || {
        let response = world
            .send_to(address, reqwest::Method::GET, &[], None)
            .await;
        response.json()["api_ended_grants"].clone()
    };
    assert_eq!(state().await, "away");
    assert!(ended_grants::once(&replica.app).await.is_err());
    assert_eq!(state().await, "away");
}

#[tokio::test]
async fn readiness_and_health_report_the_list() {
    let world = begun().await;
    let ready = world.get("/health/ready", "").await;
    assert_eq!(ready.json()["api_ended_grants"], "ready", "{ready:?}");
    let health = crate::operator_area::ask(&world, "/v1/operator/health").await;
    let checks = health["checks"].as_array().unwrap();
    let check = checks.iter().find(|check| check["name"] == "ended_grants");
    assert_eq!(check.map(|check| &check["state"]), Some(&Value::from("ok")));
}
