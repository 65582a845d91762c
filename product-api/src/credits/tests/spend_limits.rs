//! Tests of customers' spend limits: counting rules as tables, the order of refusals, and both engines under concurrency.

use std::time::Duration;

use futures_util::future::join_all;

use super::holds::{at, format_outcome, operation};
use super::reversals_alike::txn_of;
use super::rules::{details, empty};
use super::test_ledger::{TestLedger, body, hold_of, on_both_engines, status};
use crate::caller::SpendCap;
use crate::credits::commands::spend_limit::{EarlierSpends, limit_spending};
use crate::credits::execution::load::load_whole;
use crate::credits::execution::open_book::open_book;
use crate::credits::ledger::account::{Owner, WalletKey};
use crate::credits::ledger::amount::LARGEST;
use crate::credits::ledger::book::BookKey;
use crate::credits::ledger::charge::Charge;
use crate::credits::ledger::hold::OnExpiry;
use crate::credits::ledger::operation::LedgerRefusal;
use crate::credits::ledger::row_ids::RowIds;
use crate::credits::ledger::spend_limit::{LimitPeriod, SpendLimit};
use crate::credits::ledger::state::AccountState;
use crate::credits::store::statements::OwnerFilter;

fn limited(cap: i64) -> AccountState {
    let mut state = empty(0);
    state.account.spend_limit = Some(SpendLimit {
        cap,
        period: LimitPeriod::Day,
        window: 0,
        spent: 0,
    });
    state
}

fn outcome_text(outcome: Result<(), LedgerRefusal>) -> String {
    match outcome {
        Err(LedgerRefusal::LimitReached(reached)) => {
            format!(
                "{} left until {}",
                reached.left,
                reached.resets_at.seconds()
            )
        }
        other => format_outcome(other),
    }
}

/// Runs a table. Columns: second | operation | response | credits counted in the day.
fn check(state: &mut AccountState, story: &str) {
    let keys = RowIds::for_writer(1).unwrap();
    for row in story.trim().lines() {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let now = at(cells[0].parse().unwrap());
        let outcome = state.apply(&operation(cells[1]), details(row), now, &keys);
        let spent = state.account.spend_limit.map_or(0, |limit| limit.spent);
        let seen = [outcome_text(outcome.map(|_applied| ())), spent.to_string()];
        assert_eq!(seen.as_slice(), &cells[2..], "after: {row}");
        super::histories::assert_sound(state);
    }
}

#[test]
fn limit_counts_spends_and_captures() {
    check(
        &mut limited(100),
        "
        1 | promo 1000                  | ok                  | 0
        2 | spend 60                    | ok                  | 60
        3 | spend 41                    | 40 left until 86400 | 60
        4 | hold a 60 for 600           | ok                  | 60
        5 | capture a 41 partly         | 40 left until 86400 | 60
        6 | capture a 10 partly         | ok                  | 70
        7 | hold b 31 for 60 capturing  | 30 left until 86400 | 70
        8 | hold b 20 for 60 capturing  | ok                  | 90
        9 | capture b 31 available      | 10 left until 86400 | 90
        10 | capture b 25 available     | ok                  | 95
        11 | hold c 5 for 60 capturing  | ok                  | 100
        12 | extend c 90                | ok                  | 100
        13 | void a                     | ok                  | 100
        14 | spend 1                    | 0 left until 86400  | 100
        15 | hold d 20 for 60           | ok                  | 100
        200 | promo 1                   | ok                  | 100
        201 | capture c                 | not open: captured  | 100
        202 | capture d                 | expired at 75       | 100
        203 | capture d late            | 0 left until 86400  | 100
        86400 | capture d late          | ok                  | 20
        86401 | spend 80                | ok                  | 100
        86402 | spend 1                 | 0 left until 172800 | 100
        ",
    );
}

#[test]
fn hold_of_the_previous_day_counts_once_at_its_capture() {
    check(
        &mut limited(100),
        "
        1 | promo 1000                     | ok                   | 0
        86390 | hold a 90 for 600          | ok                   | 0
        86391 | hold b 90 for 20 capturing | ok                   | 90
        86400 | capture a                  | ok                   | 90
        86420 | spend 11                   | 10 left until 172800 | 90
        86421 | spend 10                   | ok                   | 100
        ",
    );
}

/// Refusals have the order of key caps: a closed hold or a missing object, then the limit, then missing credits. So no customer
/// is asked to buy credits that the limit would not allow to spend.
#[test]
fn limit_refusal_ranks_between_expiry_and_credits() {
    check(
        &mut limited(100),
        "
        1 | promo 50                   | ok                  | 0
        2 | spend 51                   | 402 of 50           | 0
        3 | spend 101                  | 100 left until 86400 | 0
        4 | hold a 101 for 60          | 402 of 50           | 0
        5 | hold a 101 for 60 capturing | 100 left until 86400 | 0
        6 | hold a 40 for 9999999      | HoldTooLong         | 0
        7 | hold a 40 for 60           | ok                  | 0
        8 | capture a 41               | exceeds 40          | 0
        9 | capture a 101              | 100 left until 86400 | 0
        10 | capture z 101             | NoSuchHold          | 0
        11 | void a                    | ok                  | 0
        12 | capture a 101             | not open: voided    | 0
        ",
    );
}

#[test]
fn refused_spend_and_unlimited_wallet_count_nothing() {
    let mut state = limited(100);
    check(&mut state, "1 | promo 1000 | ok | 0");
    let before = state.clone();
    check(&mut state, "1 | spend 101 | 100 left until 86400 | 0");
    assert_eq!(state, before);
    let mut free = empty(0);
    check(
        &mut free,
        "1 | promo 1000 | ok | 0\n 2 | spend 900 | ok | 0",
    );
    assert_eq!(free.account.spend_limit, None);
}

impl TestLedger {
    /// Sets or removes the spend limit of a customer of the first website, and retries while the ledger is busy.
    async fn limit(
        &self,
        external_id: &'static str,
        cap: Option<(i64, LimitPeriod)>,
    ) -> Option<SpendLimit> {
        let id = self.customer_id(external_id).await;
        loop {
            let set = limit_spending(&self.app, &self.access("web_1"), &id, cap).await;
            match set {
                Err(problem) if problem.kind().status() == 503 => tokio::task::yield_now().await,
                set => return set.unwrap().spend_limit,
            }
        }
    }

    async fn spend_in_the_end(&self, key: &str, customer: &str, amount: i64) -> u16 {
        loop {
            let status = status(&self.spend(key, customer, amount).await);
            if status != 503 {
                return status;
            }
        }
    }
}

const DAY: Duration = Duration::from_hours(24);

on_both_engines! {
    /// A new limit counts all earlier spends of its window, booked or not, and holds that will capture.
    async fn new_limit_counts_earlier_spends(world: TestLedger) {
        world.grant("g", "ada", 1000, None).await.unwrap();
        world.spend("early", "ada", 7).await.unwrap();
        world.clock.advance(DAY);
        let spent = world.spend("s", "ada", 30).await;
        world.reverse("r", &txn_of(&spent), None).await.unwrap();
        let open = |name: &'static str, amount, seconds, on_expiry| {
            let world = world.clone();
            async move { hold_of(&world.hold(name, "ada", amount, (Duration::from_secs(seconds), on_expiry)).await) }
        };
        let part = open("h1", 40, 600, OnExpiry::Release).await;
        world.capture("c", &part, Some(10), false).await.unwrap();
        open("h2", 100, 600, OnExpiry::Capture).await;
        open("h3", 200, 60, OnExpiry::Capture).await;
        world.clock.advance(Duration::from_mins(1));
        let limit = world.limit("ada", Some((300, LimitPeriod::Day))).await.unwrap();
        assert_eq!(limit.spent, 30 + 10 + 100 + 200, "the third hold is over and not booked");
        let refused = world.spend("no", "ada", 1).await;
        assert_eq!((status(&refused), body(&refused)["cap"].as_i64()), (403, Some(300)));
        // A new limit of the same window keeps the count; one of another window reads the books again.
        assert_eq!(world.limit("ada", Some((500, LimitPeriod::Day))).await.unwrap().spent, 340);
        world.spend("yes", "ada", 60).await.unwrap();
        assert_eq!(world.limit("ada", Some((500, LimitPeriod::Month))).await.unwrap().spent, 407);
        assert_eq!(world.limit("ada", None).await, None);
        assert_eq!(world.count("SELECT spent_in_period + spent_period FROM account WHERE kind = 'wallet'").await, 0);
        world.spend("free", "ada", 200).await.unwrap();
        assert_eq!(world.limit("ada", Some((1, LimitPeriod::Day))).await.unwrap().spent, 600);
        world.assert_sound(&world.findings().await);
    }
}

on_both_engines! {
    /// The customer's first wallet is created, and used, between the read and the lock.
    async fn limit_counts_spends_of_a_later_wallet(world: TestLedger) {
        world.sql("INSERT INTO customers (id, website_id, mode, external_id, created_at, updated_at) VALUES ('cus_ada', 'web_1', 'live', 'ada', 0, 0)").await;
        let cap = Some((100, LimitPeriod::Day));
        let whose = OwnerFilter::Customer("cus_ada", "web_1", world.mode);
        let earlier = EarlierSpends::at(&world.app, whose, cap).await.unwrap();
        world.grant("g", "ada", 100, None).await.unwrap();
        world.spend("s", "ada", 60).await.unwrap();
        let mut transaction = world.app.database.begin().await.unwrap();
        let mut db = transaction.connection();
        let of = BookKey { website_id: Some("web_1".to_owned()), mode: world.mode };
        let wallet = WalletKey {
            book_id: open_book(&world.app, &of).await.unwrap().book.id,
            owner: Owner::Customer("cus_ada".to_owned()),
        };
        let mut state = load_whole(&world.app, &mut db, &wallet).await.unwrap();
        let limit = earlier.limit(&world.app, &mut db, &mut state, cap).await.unwrap();
        assert_eq!(limit.unwrap().spent, 60);
    }
}

on_both_engines! {
    /// The total of spends may exceed the database's integers.
    async fn limit_is_set_after_however_much_was_spent(world: TestLedger) {
        for n in 0..1025 {
            world.grant(&format!("g{n}"), "ada", LARGEST, None).await.unwrap();
            assert_eq!(status(&world.spend(&format!("s{n}"), "ada", LARGEST).await), 200);
        }
        assert_eq!(world.limit("ada", Some((1, LimitPeriod::Day))).await.unwrap().spent, LARGEST);
        world.grant("g", "ada", 5, None).await.unwrap();
        assert_eq!(status(&world.spend("no", "ada", 1).await), 403);
    }
}

on_both_engines! {
    async fn check_result_equals_the_spends_result(world: TestLedger) {
        world.grant("g", "ada", 100, None).await.unwrap();
        world.limit("ada", Some((60, LimitPeriod::Day))).await;
        let rows = [(60, None, ""), (61, None, "spend-limit-reached"), (101, None, "spend-limit-reached"),
            (61, Some(60), "key-spend-cap-reached"), (60, Some(60), "")];
        for (index, (amount, per_operation, expected)) in rows.into_iter().enumerate() {
            let mut world = world.clone();
            world.cap = per_operation.map(|cap| SpendCap { per_operation: Some(cap), per_day: None, day: 0, spent: 0 });
            let charge = || Charge::Amount(crate::credits::ledger::amount::Amount::new(amount).unwrap(), None);
            let shown = world.check("ada", charge()).await.reason.map_or("", |kind| kind.slug());
            assert_eq!(shown, expected, "{index}");
            if !expected.is_empty() {
                let refused = world.spend(&format!("s{index}"), "ada", amount).await;
                assert!(body(&refused)["type"].as_str().unwrap().ends_with(expected), "{index}: {refused:?}");
            }
        }
        world.spend("all", "ada", 60).await.unwrap();
        let one = || Charge::Amount(crate::credits::ledger::amount::Amount::new(1).unwrap(), None);
        assert_eq!(world.check("ada", one()).await.reason.unwrap().slug(), "spend-limit-reached");
        world.clock.advance(DAY);
        assert_eq!(world.check("ada", one()).await.reason, None);
    }
}

on_both_engines! {
    /// Fifty concurrent spends, while the limit is changed, spend exactly the limit.
    async fn fifty_spends_at_once_spend_the_limit_and_no_more(world: TestLedger) {
        world.grant("g", "ada", 1000, None).await.unwrap();
        world.limit("ada", Some((100, LimitPeriod::Month))).await;
        let spends = (0..50).map(|index| {
            let world = world.clone();
            async move {
                if index % 10 == 9 {
                    let cap = if index % 20 == 9 { 100 } else { 99 };
                    world.limit("ada", Some((cap, LimitPeriod::Month))).await;
                }
                world.spend_in_the_end(&format!("s{index}"), "ada", 3).await
            }
        });
        let responses = join_all(spends).await;
        assert_eq!(responses.iter().filter(|status| **status == 200).count(), 33);
        assert!(responses.iter().all(|status| [200, 403].contains(status)), "{responses:?}");
        assert_eq!(world.balance("ada").await.posted, 901);
        assert_eq!(world.count("SELECT spent_in_period FROM account WHERE kind = 'wallet'").await, 99);
        world.assert_sound(&world.findings().await);
    }
}
