//! The numbers of histories on each engine.

use foundation::env::Environment;
use foundation::testing::{SeededRng, TestDatabase, TestEngine};
use futures_util::future::join_all;

use super::books::check_sums;
use super::history::History;
use crate::MIGRATIONS;
use crate::billing::checkouts::tests::test_shop::TestShop;

/// Histories of a normal run: each takes about 25 ms of a core in a debug build.
const HISTORIES: usize = 10_000;
/// Histories that run concurrently.
const SIDE_BY_SIDE: usize = 8;
/// Number of histories after which the sums of all are checked.
const CHECK_INTERVAL: usize = 2_000;

/// Returns a setting of the test run.
fn setting(name: &str) -> Option<u64> {
    let environment = Environment::from_process();
    let text = environment.get(name)?;
    Some(text.parse().expect("a whole number"))
}

async fn run_histories(engine: TestEngine) {
    let all = setting("TEST_BILLING_HISTORIES").map(|number| usize::try_from(number).unwrap());
    let all = all.unwrap_or(HISTORIES);
    let seed = setting("TEST_SEED").unwrap_or(20_261_127);
    let database = match engine {
        TestEngine::Sqlite => TestDatabase::sqlite_in_memory(&MIGRATIONS).await,
        TestEngine::Postgres => TestDatabase::postgres(&MIGRATIONS).await,
    };
    let shop = TestShop::on(database).await;
    let mut rng = SeededRng::new(seed);
    let (mut first, mut done, mut paid) = (1, 0, 0);
    while done < all {
        let mut crowd = Vec::new();
        for _ in 0..SIDE_BY_SIDE.min(all - done) {
            let history = History::random(first, &mut rng);
            first += history.purchases.len();
            let endings = history.purchases.iter();
            let is_paid = endings.filter(|purchase| purchase.ending.is_paid());
            paid += i64::try_from(is_paid.count()).unwrap();
            crowd.push(history);
        }
        let before = done;
        done += crowd.len();
        join_all(
            crowd
                .iter_mut()
                .map(|history| run_and_check(&shop, history)),
        )
        .await;
        // The sums are those of all histories, so that each check of them costs more than the one before.
        if done == all || before.div_euclid(CHECK_INTERVAL) < done.div_euclid(CHECK_INTERVAL) {
            check_sums(&shop, paid).await;
        }
    }
}

async fn run_and_check(shop: &TestShop, history: &mut History) {
    history.run(shop).await;
    history.check(shop).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn object_states_in_any_order_leave_the_same_books_on_sqlite() {
    run_histories(TestEngine::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn object_states_in_any_order_leave_the_same_books_on_postgres() {
    run_histories(TestEngine::Postgres).await;
}
