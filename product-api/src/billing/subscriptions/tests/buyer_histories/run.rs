//! The numbers of histories on each engine, and the steps of the clock that the buyers of a wave share.

use foundation::Timestamp;
use foundation::env::Environment;
use foundation::testing::{SeededRng, TestDatabase, TestEngine};
use futures_util::future::join_all;

use super::buyer::{Buyer, BuyerWorld};
use super::calendar::{DAY, month_number, months_after};
use crate::MIGRATIONS;
use crate::billing::checkouts::TestShop;
use crate::billing::subscriptions::tests::test_plans::TestPlans;
use crate::billing::topups::TestRules;
use crate::credits::verify;

/// Histories of a normal run.
const HISTORIES: usize = 200;
/// Number of buyers whose histories run at the same time.
const WAVE: usize = 8;
/// Rounds of a wave.
const ROUNDS: usize = 9;
/// Days between two rounds: a day, the days of months, and an outage of 40 days.
const STEPS: [i64; 9] = [0, 1, 3, 8, 14, 28, 30, 31, 40];
/// Maximum number of days of a wave: paid years do not end in it. `outages` has their ends.
const MAX_DAYS: i64 = 320;
/// Number of histories after which all books are verified.
const CHECK_INTERVAL: usize = 400;

/// Subscriptions of earlier waves have no further changes.
const RETIRE: &str = "UPDATE subscription SET next_at = NULL WHERE next_at IS NOT NULL";

/// Returns a setting of the test run.
fn setting(name: &str) -> Option<u64> {
    let environment = Environment::from_process();
    let text = environment.get(name)?;
    Some(text.parse().expect("a whole number"))
}

impl BuyerWorld {
    async fn open(engine: TestEngine) -> Self {
        let database = match engine {
            TestEngine::Sqlite => TestDatabase::sqlite_in_memory(&MIGRATIONS).await,
            TestEngine::Postgres => TestDatabase::postgres(&MIGRATIONS).await,
        };
        let plans = TestPlans::on(database).await;
        let (ledger, connection) = (plans.ledger.clone(), plans.connection.clone());
        let rules = TestRules::open(&plans.app, &connection, plans.book_id).await;
        let shop = TestShop::within(ledger, connection, plans.book_id);
        Self { plans, shop, rules }
    }

    fn set_clock(&self, seconds: i64) {
        self.plans.clock.set(Timestamp::from_seconds(seconds));
    }

    /// Makes the changes that no event announces.
    async fn sweep(&self, buyers: &mut [Buyer], now: i64) {
        while self.plans.sweep().await > 0 {}
        for buyer in buyers {
            buyer.expected.sweep(now);
        }
    }

    /// Runs the histories of some buyers for a year at most, and checks them.
    async fn run_buyers(&self, mut buyers: Vec<Buyer>, start: i64, rng: &mut SeededRng) -> i64 {
        let mut now = start;
        join_all(buyers.iter().map(|buyer| buyer.open(self))).await;
        for _ in 0..ROUNDS {
            join_all(buyers.iter_mut().map(|buyer| buyer.run_round(self, now))).await;
            now = next_round(now, start, rng);
            self.set_clock(now);
            join_all(buyers.iter_mut().map(|buyer| buyer.pass(self, now))).await;
            self.sweep(&mut buyers, now).await;
        }
        join_all(buyers.iter_mut().map(|buyer| buyer.look_at_all(self, now))).await;
        self.sweep(&mut buyers, now).await;
        join_all(buyers.iter().map(|buyer| buyer.check(self, now))).await;
        self.plans.sql(RETIRE).await;
        now
    }
}

/// Returns the time of the next round, more than an hour later, so that holds have ended.
fn next_round(now: i64, start: i64, rng: &mut SeededRng) -> i64 {
    let days = rng.pick(&STEPS);
    let is_within = now - start + days * DAY < MAX_DAYS * DAY;
    let days = if is_within { days } else { 0 };
    now + days * DAY + rng.between(3_700, 20_000)
}

/// Returns the begin of the next wave: at any time of a day, and often at the end of a month.
fn next_start(now: i64, rng: &mut SeededRng) -> i64 {
    let day = rng.pick(&[0, 9, 14, 27, 28, 29, 30, 30]);
    let first = day * DAY + rng.between(0, DAY - 1);
    months_after(first, month_number(now) + rng.between(1, 4))
}

async fn run_histories(engine: TestEngine) {
    let all = setting("TEST_BILLING_HISTORIES").map(|number| usize::try_from(number).unwrap());
    let all = all.unwrap_or(HISTORIES);
    let mut rng = SeededRng::new(setting("TEST_SEED").unwrap_or(20_280_229));
    let world = BuyerWorld::open(engine).await;
    let mut now = world.plans.clock.now().seconds();
    let mut done = 0;
    while done < all {
        let before = done;
        done = (done + WAVE).min(all);
        now = next_start(now, &mut rng);
        world.set_clock(now);
        let buyers = (before..done).map(|number| Buyer::new(number + 1, rng.throw(), now));
        let buyers: Vec<Buyer> = buyers.collect();
        now = world.run_buyers(buyers, now, &mut rng).await;
        // All books are read, so that each check costs more than the one before.
        if done == all || before.div_euclid(CHECK_INTERVAL) < done.div_euclid(CHECK_INTERVAL) {
            let findings = verify(&world.plans.app.database).await.unwrap();
            assert!(findings.is_empty(), "{findings:?}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn buyer_histories_in_any_order_leave_the_expected_books_on_sqlite() {
    run_histories(TestEngine::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn buyer_histories_in_any_order_leave_the_expected_books_on_postgres() {
    run_histories(TestEngine::Postgres).await;
}
