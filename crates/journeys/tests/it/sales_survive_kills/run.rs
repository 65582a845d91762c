//! The numbers of kills, and the tests of each process.

use foundation::env::Environment;
use foundation::testing::TestEngine;

use super::killed_shop::{KilledShop, Victim};

/// Kills at steps and at random moments of a normal run.
const STEP_KILLS: usize = 8;
const RANDOM_KILLS: usize = 3;
/// Kills of one subscriber.
const PLAN_KILLS: usize = 4;
/// Kills while rules buy: one at a step, one at a random moment, and one once the months are full.
const TOPUP_KILLS: usize = 3;

/// Returns the number of kills of each kind, of which there are usually this many.
fn kills(usual: usize) -> usize {
    let environment = Environment::from_process();
    let named = environment.get("TEST_KILLS");
    named.map_or(usual, |text| text.parse().unwrap())
}

async fn survive(victim: Victim, seed: u64) {
    let mut shop = KilledShop::open(victim).await;
    shop.kill_at_steps(kills(STEP_KILLS)).await;
    shop.check().await;
    shop.kill_at_random(kills(RANDOM_KILLS), seed).await;
    shop.check().await;
}

async fn survive_with_plans(victim: Victim) {
    let mut shop = KilledShop::open(victim).await;
    let subscribers = shop.kill_subscribers(kills(PLAN_KILLS)).await;
    shop.check_plans(subscribers).await;
}

async fn survive_with_topups(victim: Victim, seed: u64) {
    let mut shop = KilledShop::open(victim).await;
    let purchases = shop.kill_topups(kills(TOPUP_KILLS), seed).await;
    shop.check_topups(purchases).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sales_survive_kills_of_the_server_on_sqlite() {
    survive(Victim::Server(TestEngine::Sqlite), 1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sales_survive_kills_of_the_server_on_postgres() {
    survive(Victim::Server(TestEngine::Postgres), 2).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sales_survive_kills_of_postgres() {
    survive(Victim::Postgres, 3).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn subscriptions_survive_kills_of_the_server_on_sqlite() {
    survive_with_plans(Victim::Server(TestEngine::Sqlite)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn subscriptions_survive_kills_of_the_server_on_postgres() {
    survive_with_plans(Victim::Server(TestEngine::Postgres)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn subscriptions_survive_kills_of_postgres() {
    survive_with_plans(Victim::Postgres).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn topups_survive_kills_of_the_server_on_sqlite() {
    survive_with_topups(Victim::Server(TestEngine::Sqlite), 4).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn topups_survive_kills_of_the_server_on_postgres() {
    survive_with_topups(Victim::Server(TestEngine::Postgres), 5).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn topups_survive_kills_of_postgres() {
    survive_with_topups(Victim::Postgres, 6).await;
}
