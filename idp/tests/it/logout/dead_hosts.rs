//! Tests that unresponsive hosts do not delay a logout token for a responsive one.

use tokio::net::TcpListener;

use super::client_server::ClientServer;
use super::idp_with_client::{register, tokens_of};
use super::{address, text};
use crate::harness::TestIdp;
use crate::waiting::until;

/// Number of hosts for ten rounds of the slots for failing hosts.
const DEAD_HOSTS: usize = 160;
/// Inserts a due logout for each unresponsive host.
const DUE: &str = "INSERT INTO backchannel_logouts (id, sid, client_id, user_id, attempts, next_attempt_at, expires_at) \
    SELECT 'due-' || id, 'somebody', id, 'usr_x', CAST($1 AS BIGINT), 0, 9000000000000000 FROM clients \
    WHERE id LIKE 'dead-%'";
const COUNT_UNTRIED: &str = "SELECT COUNT(*) FROM backchannel_logouts WHERE next_attempt_at = 0";

/// Opens a host that accepts connections and never responds.
async fn hanging() -> TcpListener {
    TcpListener::bind("127.0.0.1:0").await.unwrap()
}

/// Opens a world with many unresponsive hosts and a responsive one; the listeners keep the ports.
async fn world_with_dead_hosts() -> (TestIdp, ClientServer, Vec<TcpListener>) {
    let mut dead = Vec::new();
    for _ in 0..DEAD_HOSTS {
        dead.push(hanging().await);
    }
    let well = ClientServer::open().await;
    let hosts = dead.iter().map(|one| one.local_addr().unwrap().to_string());
    let allowed: Vec<_> = hosts.chain([well.host()]).collect();
    let settings = [("IDP_OUTBOUND_ALLOW", allowed.join(", "))];
    let world = TestIdp::with(&settings).await;
    register(&world, "site", Some(&well.uri())).await;
    for (number, host) in dead.iter().enumerate() {
        let uri = format!("http://{}/out", host.local_addr().unwrap());
        register(&world, &format!("dead-{number}"), Some(&uri)).await;
    }
    (world, well, dead)
}

async fn sign_out(world: &TestIdp) {
    let ann = world.visitor("ann").await;
    let hint = text(&tokens_of(world, "site", &ann).await, "id_token");
    let response = world
        .get(&address(&[("id_token_hint", &hint)]), Some(&ann))
        .await;
    assert_eq!(response.status(), 200);
}

/// Asserts that a logout token reaches the responsive host before most others were tried.
async fn a_logout_gets_through(attempts: &str) {
    let (world, well, _dead) = world_with_dead_hosts().await;
    world.execute(DUE, attempts).await;
    idp::testing::wake_logouts(&world.app);
    let all = i64::try_from(DEAD_HOSTS).unwrap();
    until(async || world.count(COUNT_UNTRIED).await < all).await;
    sign_out(&world).await;
    well.wait_for_requests(1).await;
    let untried = world.count(COUNT_UNTRIED).await;
    assert!(untried > 0, "it waited for all {DEAD_HOSTS} of them");
}

// row: I6
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fresh_logout_does_not_wait_for_hosts_known_to_be_unreachable() {
    a_logout_gets_through("1").await;
}

// row: I6
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fresh_logout_does_not_wait_for_hosts_that_became_unreachable() {
    a_logout_gets_through("0").await;
}
