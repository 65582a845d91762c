//! Attacks on the ledger: unbalanced postings, crossed batches, a hot account, and expiries at clock changes.

use std::collections::BTreeSet;
use std::time::Duration;

use foundation::Timestamp;
use tokio::task::JoinSet;

use super::once::run_concurrently;
use super::test_ledger::{TestLedger, on_both_engines, status};
use crate::credits::execution::results::Atomicity;
use crate::credits::ledger::book::SystemAccount;
use crate::credits::ledger::posting::{Posting, Side};
use crate::credits::settle_due;

/// A posting with its name, and true if it is valid.
type Row<'a> = (&'a str, &'a [(Side, i64)], bool);

// row: L10
#[test]
fn posting_is_complete_or_refused() {
    let (wallet, debt, spent) = (Side::Wallet, Side::Debt, Side::System(SystemAccount::Spent));
    let rows: [Row<'_>; 9] = [
        ("the control", &[(wallet, -5), (spent, 5)], true),
        (
            "three entries",
            &[(wallet, -5), (debt, -2), (spent, 7)],
            true,
        ),
        (
            "an entry of zero",
            &[(wallet, -5), (debt, 0), (spent, 5)],
            false,
        ),
        ("only zeros", &[(wallet, 0), (spent, 0)], false),
        (
            "an entry of the wrong sign",
            &[(wallet, 5), (spent, 5)],
            false,
        ),
        ("a sum that is not zero", &[(wallet, -5), (spent, 4)], false),
        ("one entry", &[(wallet, 0)], false),
        (
            "two entries on one account",
            &[(wallet, -5), (wallet, 5)],
            false,
        ),
        (
            "a sum that wraps",
            &[(wallet, i64::MAX), (debt, 1), (spent, i64::MIN)],
            false,
        ),
    ];
    for (name, entries, is_whole) in rows {
        assert_eq!(Posting::new(entries.to_vec()).is_some(), is_whole, "{name}");
    }
}

on_both_engines! {
    // row: L10
    /// The tables refuse such rows, too: entries of zero, duplicate numbers, and lots with more credits than their amount.
    async fn tables_refuse_zero_entries(world: TestLedger) {
        world.grant("g", "ada", 100, None).await.unwrap();
        let insert = "INSERT INTO entry (txn_id, leg, account_id, amount, seq, balance_after) \
             SELECT txn_id, 9, account_id, 0, seq + 1, balance_after FROM entry WHERE seq IS NOT NULL";
        assert!(world.try_sql(insert).await.is_err(), "an entry of zero");
        let twice = "INSERT INTO entry (txn_id, leg, account_id, amount, seq, balance_after) \
             SELECT txn_id, 9, account_id, 1, seq, balance_after FROM entry WHERE seq IS NOT NULL";
        assert!(world.try_sql(twice).await.is_err(), "a number that is taken");
        for damage in [
            "UPDATE lot SET remaining = -1",
            "UPDATE lot SET remaining = amount + 1",
            "UPDATE lot SET held = remaining + 1",
            "UPDATE account SET posted = -1 WHERE kind = 'wallet'",
            "UPDATE account SET held = posted + 1 WHERE kind = 'wallet'",
        ] {
            assert!(world.try_sql(damage).await.is_err(), "{damage}");
        }
        assert_eq!(world.sql("UPDATE lot SET remaining = 100, held = 0").await, 1, "the control");
        assert_eq!(status(&world.spend("s", "ada", 100).await), 200);
        world.assert_sound(&world.findings().await);
    }
}

on_both_engines! {
    // row: L9
    /// A hundred concurrent batches name two customers in opposite orders. They wait for each other's locks without a deadlock.
    async fn crossed_batches_meet_in_no_deadlock(world: TestLedger) {
        world.grant("g", "ada", 1000, None).await.unwrap();
        world.grant("h", "bob", 1000, None).await.unwrap();
        let requests = (0..100).map(|index| {
            let world = world.clone();
            async move {
                let names = if index % 2 == 0 { ["ada", "bob"] } else { ["bob", "ada"] };
                let keys = [format!("{index}a"), format!("{index}b")];
                let items = [(keys[0].as_str(), names[0], 3), (keys[1].as_str(), names[1], 5)];
                let mut outcomes = world.batch(&items, Atomicity::AllOrNothing).await;
                // On a slow machine a request may time out while it waits; the test retries it.
                while outcomes.iter().any(|one| status(one) == 503) {
                    outcomes = world.batch(&items, Atomicity::AllOrNothing).await;
                }
                outcomes
            }
        });
        for outcomes in run_concurrently(requests).await {
            assert!(outcomes.iter().all(|one| status(one) == 200), "{outcomes:?}");
        }
        let left = [world.balance("ada").await.available, world.balance("bob").await.available];
        assert_eq!(left, [1000 - 50 * 3 - 50 * 5; 2]);
        world.assert_sound(&world.findings().await);
    }
}

on_both_engines! {
    // row: L13
    /// Three hundred concurrent spends of one account, and spends of other accounts, all have correct results.
    async fn hot_account_is_right_and_so_are_the_others(world: TestLedger) {
        world.grant("hot", "hot", 250, None).await.unwrap();
        let others: Vec<String> = (0..20).map(|index| format!("c{index}")).collect();
        for other in &others {
            world.grant(&format!("g{other}"), other, 10, None).await.unwrap();
        }
        let query = (0..300).map(|index| (format!("s{index}"), "hot".to_owned(), 1));
        let query = query.chain(others.iter().map(|other| (format!("o{other}"), other.clone(), 10)));
        let requests = query.map(|(key, who, amount)| {
            let world = world.clone();
            async move {
                let mut outcome = world.spend(&key, &who, amount).await;
                while status(&outcome) == 503 {
                    outcome = world.spend(&key, &who, amount).await;
                }
                (who, status(&outcome))
            }
        });
        let (mut done, mut refused) = (0, 0);
        for (who, status) in run_concurrently(requests).await {
            if who == "hot" {
                done += i32::from(status == 200);
                refused += i32::from(status == 402);
            } else {
                assert_eq!(status, 200, "{who}");
            }
        }
        assert_eq!((done, refused), (250, 50));
        assert_eq!(world.balance("hot").await.available, 0);
        assert_eq!(world.count("SELECT count(*) FROM customers WHERE credits = 0").await, 21);
        world.assert_sound(&world.findings().await);
    }
}

// row: L13
/// Another transaction locks the hot account's row. Customers of other queues are served in the meantime.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn locked_account_does_not_delay_others() {
    let world = TestLedger::postgres().await;
    world.grant("g", "hot", 100, None).await.unwrap();
    for index in 0..16 {
        world
            .grant(&format!("g{index}"), &format!("c{index}"), 10, None)
            .await
            .unwrap();
    }
    let mut other_transaction = world.app.database.begin().await.unwrap();
    let lock = "UPDATE account SET seq = seq + 0 WHERE kind = 'wallet' AND owner_id = \
         (SELECT id FROM customers WHERE external_id = 'hot')";
    foundation::on_engine!(&mut other_transaction.connection(), |c| sqlx::query(lock)
        .execute(c)
        .await
        .map(drop))
    .unwrap();
    let mut running = JoinSet::new();
    for who in std::iter::once("hot".to_owned()).chain((0..16).map(|index| format!("c{index}"))) {
        running.spawn(spend_until_served(world.clone(), who));
    }
    let mut served = BTreeSet::new();
    while served.len() < 8 {
        let (who, status) = running.join_next().await.unwrap().unwrap();
        assert_eq!((status, who == "hot"), (200, false), "{who}");
        served.insert(who);
    }
    other_transaction.rollback().await.unwrap();
    for (who, status) in running.join_all().await {
        assert_eq!(status, 200, "{who}");
    }
    assert_eq!(world.balance("hot").await.available, 90);
    world.assert_sound(&world.findings().await);
}

/// Times at which local clocks are irregular: changes of summer time, a leap second, a leap day, the end of a year.
const ODD_HOURS: [(&str, &str); 6] = [
    ("2027-03-28T01:00:00Z", "2027-03-28T03:00:00+02:00"),
    ("2027-10-31T01:00:00Z", "2027-10-31T02:00:00+01:00"),
    ("2027-11-07T06:00:00Z", "2027-11-07T01:00:00-05:00"),
    ("2027-12-31T23:59:59Z", "2028-01-01T05:29:59+05:30"),
    ("2028-02-29T00:00:00Z", "2028-02-28T19:00:00-05:00"),
    ("2028-07-01T00:00:00Z", "2028-06-30T23:59:60Z"),
];

on_both_engines! {
    // row: L16
    /// A microsecond before the expiry one of fifty spends succeeds, and at the expiry none does, independent of local clocks.
    async fn credits_end_at_their_instant_of_utc_and_at_no_other(world: TestLedger) {
        for (index, (utc, elsewhere)) in ODD_HOURS.into_iter().enumerate() {
            let end = Timestamp::from_iso8601(utc).unwrap();
            assert_eq!(Timestamp::from_iso8601(elsewhere), Some(end), "{elsewhere}");
            world.clock.set(end.minus(Duration::from_hours(1)));
            let who: &'static str = ["a", "b", "c", "d", "e", "f"][index];
            world.grant(&format!("g{who}"), who, 100, Some(end)).await.unwrap();
            let late: &'static str = ["A", "B", "C", "D", "E", "F"][index];
            world.grant(&format!("g{late}"), late, 100, Some(end)).await.unwrap();
            world.clock.set(end.minus(Duration::from_micros(1)));
            let spends = |who: &'static str| {
                (0..50).map(move |number| (format!("{who}{number}"), who))
            };
            let fifty = async |who: &'static str| {
                let requests = spends(who).map(|(key, who)| {
                    let world = world.clone();
                    async move { status(&world.spend(&key, who, 100).await) }
                });
                run_concurrently(requests).await
            };
            let before = fifty(who).await;
            assert_eq!(before.iter().filter(|status| **status == 200).count(), 1, "{utc}: {before:?}");
            world.clock.set(end);
            let (at, swept) = tokio::join!(fifty(late), settle_due(&world.app));
            swept.unwrap();
            assert!(at.iter().all(|status| [402, 503].contains(status)), "{utc}: {at:?}");
            let balances = (world.balance(who).await.available, world.balance(late).await.available);
            assert_eq!(balances, (0, 0));
        }
        let expired = "SELECT count(*) FROM txn t JOIN lot l ON l.txn_id <> t.id AND l.account_id = t.account_id \
             WHERE t.kind = 'expiry' AND t.amount = -100 AND t.booked_at = l.expires_at";
        assert_eq!(world.count(expired).await, 6, "each once, booked at its own instant");
        assert_eq!(world.count("SELECT count(*) FROM txn WHERE kind = 'expiry'").await, 6);
        world.assert_sound(&world.findings().await);
    }
}

/// Spends ten credits of a customer, and retries while the ledger is busy.
async fn spend_until_served(world: TestLedger, who: String) -> (String, u16) {
    loop {
        let outcome = world.spend(&format!("s{who}"), &who, 10).await;
        if status(&outcome) != 503 {
            return (who, status(&outcome));
        }
    }
}
