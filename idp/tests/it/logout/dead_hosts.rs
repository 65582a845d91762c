//! Hosts that hang hold nobody up: a logout for a site that is well goes out while they are still being tried.

use tokio::net::TcpListener;

use super::site::Site;
use super::sited::{register, tokens_of};
use super::{address, text};
use crate::harness::World;
use crate::waiting::until;

/// So many that all of them take ten rounds of the places that there are for hosts in trouble.
const DEAD: usize = 160;
/// A host that is due in the name of a client of the installation, by its number.
const DUE: &str = "INSERT INTO backchannel_logouts (id, sid, client_id, user_id, attempts, next_attempt_at, expires_at) \
    SELECT 'due-' || id, 'somebody', id, 'usr_x', CAST($1 AS BIGINT), 0, 9000000000000000 FROM clients \
    WHERE id LIKE 'dead-%'";
const UNTRIED: &str = "SELECT COUNT(*) FROM backchannel_logouts WHERE next_attempt_at = 0";

/// A host that takes connections and never says anything: nobody accepts them.
async fn hanging() -> TcpListener {
    TcpListener::bind("127.0.0.1:0").await.unwrap()
}

/// A world in which many hosts hang, and one is well; with what keeps the ports.
async fn world_with_dead_hosts() -> (World, Site, Vec<TcpListener>) {
    let mut dead = Vec::new();
    for _ in 0..DEAD {
        dead.push(hanging().await);
    }
    let well = Site::open().await;
    let hosts = dead.iter().map(|one| one.local_addr().unwrap().to_string());
    let allowed: Vec<_> = hosts.chain([well.host()]).collect();
    let settings = [("IDP_OUTBOUND_ALLOW", allowed.join(", "))];
    let world = World::with(&settings).await;
    register(&world, "site", Some(&well.uri())).await;
    for (number, host) in dead.iter().enumerate() {
        let uri = format!("http://{}/out", host.local_addr().unwrap());
        register(&world, &format!("dead-{number}"), Some(&uri)).await;
    }
    (world, well, dead)
}

async fn sign_out(world: &World) {
    let ann = world.visitor("ann").await;
    let hint = text(&tokens_of(world, "site", &ann).await, "id_token");
    let answer = world
        .get(&address(&[("id_token_hint", &hint)]), Some(&ann))
        .await;
    assert_eq!(answer.status(), 200);
}

/// That a sign-out reaches the site that is well while most of the dead ones were not even tried.
async fn a_logout_gets_through(attempts: &str) {
    let (world, well, _dead) = world_with_dead_hosts().await;
    world.execute(DUE, attempts).await;
    idp::testing::wake_logouts(&world.app);
    let all = i64::try_from(DEAD).unwrap();
    until(async || world.count(UNTRIED).await < all).await;
    sign_out(&world).await;
    well.heard_so_often(1).await;
    let untried = world.count(UNTRIED).await;
    assert!(untried > 0, "it waited for all {DEAD} of them");
}

// row: I6
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_fresh_logout_does_not_wait_for_hosts_that_are_known_to_be_away() {
    a_logout_gets_through("1").await;
}

// row: I6
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_fresh_logout_does_not_wait_for_hosts_that_went_away_unseen() {
    a_logout_gets_through("0").await;
}
