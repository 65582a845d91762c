//! Tests of large wallets: lots and holds across pages, several operations in one transaction, and expiries that are settled in
//! parts.

use std::time::Duration;

use futures_util::future::join_all;

use super::cost::{Statements, listen};
use super::prices::price_list;
use super::queues::{hold_up, run_queues, until_waiting};
use super::reversals_alike::txn_of;
use super::test_ledger::{START, TestLedger, body, hold_of, on_both_engines, status};
use crate::credits::execution::results::Atomicity;
use crate::credits::ledger::amount::Amount;
use crate::credits::ledger::charge::Charge;
use crate::credits::ledger::hold::OnExpiry;
use crate::credits::ledger::loaded_part::PAGE;
use crate::credits::settle_due;

/// A hold of 15 minutes.
const QUARTER: (Duration, OnExpiry) = (Duration::from_mins(15), OnExpiry::Release);

/// Finds lots that were used before a lot of the same scope that expires sooner.
const OUT_OF_ORDER: &str = "SELECT count(*) FROM lot used JOIN lot earlier ON earlier.account_id = used.account_id \
    AND COALESCE(earlier.scope, 0) = COALESCE(used.scope, 0) AND earlier.expires_at < used.expires_at \
    WHERE used.remaining < used.amount AND earlier.remaining > 0";

/// Finds wallets whose row has wrong numbers of open lots or holds.
const MISCOUNTED: &str = "SELECT count(*) FROM account a WHERE a.kind = 'wallet' AND a.txn_count > 0 AND (\
    a.open_lots <> (SELECT count(*) FROM lot l WHERE l.account_id = a.id AND l.closed_at IS NULL) OR \
    a.open_holds <> (SELECT count(*) FROM hold h WHERE h.account_id = a.id AND h.closed_at IS NULL))";

/// Grants lots of ten credits each. Their expiries are shuffled, and at least a day away.
async fn grant_lots(world: &TestLedger, customer: &str, count: i64) {
    let grants = (0..count).map(|number| {
        let ends = world.after(86_400 + u64::try_from(number * 37 % count).unwrap());
        let key = format!("{customer}-{number}");
        let (world, customer) = (world.clone(), customer.to_owned());
        async move { world.grant(&key, &customer, 10, Some(ends)).await }
    });
    for outcome in join_all(grants).await {
        assert_eq!(status(&outcome), 200, "{outcome:?}");
    }
}

async fn assert_whole(world: &TestLedger) {
    assert_eq!(world.count(OUT_OF_ORDER).await, 0);
    assert_eq!(world.count(MISCOUNTED).await, 0);
    world.assert_sound(&world.findings().await);
}

const CLOSED: &str = "SELECT count(*) FROM lot WHERE closed_at IS NOT NULL";

on_both_engines! {
    /// Spends take a part of a page, exactly a page, one credit more, and everything.
    async fn lots_are_used_in_order_over_the_borders_of_pages(world: TestLedger) {
        let mut closed = 0;
        for count in [PAGE - 1, PAGE, PAGE + 1, 3 * PAGE] {
            let customer = format!("c{count}");
            grant_lots(&world, &customer, count).await;
            let mut left = 10 * count;
            for (number, amount) in [15, 10 * PAGE - 15, 1, 10 * PAGE, 9].into_iter().enumerate() {
                let outcome = world.spend(&format!("s{count}-{number}"), &customer, amount).await;
                let expected = if amount <= left { 200 } else { 402 };
                assert_eq!(status(&outcome), expected, "{amount} of {left}: {outcome:?}");
                assert_eq!(body(&outcome)["available"], if expected == 200 { left - amount } else { left });
                left -= if expected == 200 { amount } else { 0 };
                assert_eq!(world.count(OUT_OF_ORDER).await, 0, "{amount} of {count} lots");
            }
            let outcome = world.spend(&format!("all-{count}"), &customer, left.max(1)).await;
            assert_eq!(status(&outcome), if left > 0 { 200 } else { 402 });
            closed += count;
            assert_eq!(world.count(CLOSED).await, closed);
        }
        assert_whole(&world).await;
    }
}

on_both_engines! {
    /// Operations on one wallet in one transaction continue where the previous one ended.
    async fn operations_of_one_transaction_share_pages(world: TestLedger) {
        grant_lots(&world, "ada", 3 * PAGE).await;
        for atomicity in [Atomicity::Independent, Atomicity::AllOrNothing] {
            let keys: Vec<String> = (0..5).map(|number| format!("{atomicity:?}-{number}")).collect();
            let amounts = [10 * PAGE - 5, 10, 10 * PAGE, 9999, 1];
            let items = keys.iter().zip(amounts).map(|(key, amount)| (key.as_str(), "ada", amount));
            let outcomes = world.batch(&items.collect::<Vec<_>>(), atomicity).await;
            let statuses: Vec<u16> = outcomes.iter().map(status).collect();
            match atomicity {
                Atomicity::Independent => assert_eq!(statuses, [200, 200, 200, 402, 200]),
                Atomicity::AllOrNothing => assert!(statuses.iter().all(|status| *status != 200), "{statuses:?}"),
            }
        }
        assert_eq!(world.balance("ada").await.posted, 10 * (3 * PAGE) - 20 * PAGE - 6);
        assert_whole(&world).await;
    }
}

on_both_engines! {
    /// Lots for one feature are used first for that feature, and skipped otherwise, for any number of lots.
    async fn lots_for_a_feature_have_pages_of_their_own(world: TestLedger) {
        price_list(&world).await;
        grant_lots(&world, "ada", 3 * PAGE).await;
        world.sql("UPDATE lot SET scope = 1 WHERE id IN (SELECT id FROM lot ORDER BY id LIMIT 100)").await;
        let credits = |amount, code: Option<&str>| {
            Charge::Amount(Amount::new(amount).unwrap(), code.map(ToOwned::to_owned))
        };
        let scoped = "SELECT CAST(SUM(remaining) AS BIGINT) FROM lot WHERE scope = 1";
        let rows = [
            ("free", credits(700, Some("free")), 200, 1000),
            ("first", credits(700, Some("image")), 200, 300),
            ("rest", credits(310, Some("image")), 200, 0),
            ("short", credits(211, None), 402, 0),
            ("all", credits(210, None), 200, 0),
        ];
        for (key, charge, expected, left) in rows {
            let query = world.check("ada", charge.clone()).await;
            let outcome = world.spend_on(key, "ada", charge).await;
            assert_eq!(status(&outcome), expected, "{key}: {outcome:?}");
            assert_eq!(query.reason.is_none(), expected == 200, "{key}: {query:?}");
            assert_eq!(world.count(scoped).await, left, "{key}");
        }
        assert_whole(&world).await;
    }
}

on_both_engines! {
    /// A hold pins lots of several pages, and lots expire at a page boundary.
    async fn holds_and_ends_at_the_border_of_a_page(world: TestLedger) {
        grant_lots(&world, "ada", 3 * PAGE).await;
        let hold = hold_of(&world.hold("h", "ada", 10 * PAGE + 5, QUARTER).await);
        assert_eq!(status(&world.spend("s", "ada", 10 * PAGE).await), 200);
        assert_eq!(status(&world.capture("c", &hold, Some(10 * PAGE), false).await), 200);
        assert_eq!(status(&world.void("v", &hold).await), 200);
        let spent = world.spend("t", "ada", 20).await;
        assert_eq!(status(&world.reverse("r", &txn_of(&spent), None).await), 200);
        let other = hold_of(&world.hold("i", "ada", 30, QUARTER).await);
        assert_eq!(world.balance("ada").await.posted, 10 * PAGE);
        // All lots except those of the last second have expired, including a part of the hold's lots.
        world.clock.set(START.plus(Duration::from_secs(86_400 + 3 * 64 - 2)));
        let outcome = world.spend("late", "ada", 11).await;
        assert_eq!((status(&outcome), &body(&outcome)["available"]), (402, &10.into()), "{outcome:?}");
        assert_eq!(status(&world.capture("d", &other, None, true).await), 409, "its time is over");
        assert_eq!(status(&world.spend("last", "ada", 10).await), 200);
        assert_eq!(world.count("SELECT count(*) FROM lot WHERE closed_at IS NULL").await, 0);
        assert_whole(&world).await;
    }
}

on_both_engines! {
    /// A wallet has many open holds: operations read the named ones, and all expire in their order.
    async fn wallet_with_many_holds_is_read_in_parts(world: TestLedger) {
        world.grant("g", "ada", 1000, None).await.unwrap();
        let mut holds = Vec::new();
        for number in 0..(PAGE + 8) {
            holds.push(hold_of(&world.hold(&format!("h{number}"), "ada", 2, QUARTER).await));
        }
        assert_eq!(world.count("SELECT open_holds FROM account WHERE kind = 'wallet'").await, PAGE + 8);
        assert_eq!(status(&world.capture("c", &holds[3], None, true).await), 200);
        assert_eq!(status(&world.void("v", &holds[70]).await), 200);
        assert_eq!(status(&world.extend("e", &holds[5], 1800).await), 200);
        assert_eq!(status(&world.capture("again", &holds[3], None, true).await), 409);
        let short = world.spend("short", "ada", 1000).await;
        assert_eq!((status(&short), &body(&short)["available"]), (402, &(1000 - 2 - 2 * (PAGE + 6)).into()));
        world.clock.advance(Duration::from_mins(16));
        assert_eq!(status(&world.spend("s", "ada", 996).await), 200);
        assert_eq!(world.count("SELECT open_holds FROM account WHERE kind = 'wallet'").await, 1);
        world.clock.advance(Duration::from_mins(30));
        settle_due(&world.app).await.unwrap();
        assert_eq!(world.balance("ada").await.available, 2);
        assert_whole(&world).await;
    }
}

on_both_engines! {
    /// If more is due than one transaction settles, the response to the spend comes after all of it is settled.
    async fn due_expiries_are_settled_in_portions(world: TestLedger) {
        grant_lots(&world, "ada", 300).await;
        world.grant("stays", "ada", 7, None).await.unwrap();
        world.clock.advance(Duration::from_mins(24 * 60 + 5));
        let outcome = world.spend("s", "ada", 8).await;
        assert_eq!((status(&outcome), &body(&outcome)["available"]), (402, &7.into()), "{outcome:?}");
        assert_eq!(world.count("SELECT count(*) FROM txn WHERE kind = 'expiry'").await, 300);
        let out_of_order = "SELECT count(*) FROM txn a JOIN txn b ON b.account_id = a.account_id AND b.n = a.n + 1 \
            WHERE b.booked_at < a.booked_at";
        assert_eq!(world.count(out_of_order).await, 0);
        // The sweep settles in parts, too.
        grant_lots(&world, "bob", 300).await;
        world.clock.advance(Duration::from_mins(24 * 60 + 5));
        assert_eq!(settle_due(&world.app).await.unwrap(), 1);
        assert_eq!(world.count("SELECT count(*) FROM txn WHERE kind = 'expiry'").await, 600);
        assert_eq!(world.count("SELECT count(*) FROM account WHERE next_due_at IS NOT NULL").await, 0);
        assert_whole(&world).await;
    }
}

/// Other customers get responses before a wallet with many due expiries, whose own operations keep their order.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn large_wallet_does_not_delay_others() {
    let world = TestLedger::sqlite().await;
    grant_lots(&world, "ada", 600).await;
    world.grant("stays", "ada", 7, None).await.unwrap();
    world.grant("g", "bob", 10, None).await.unwrap();
    world.clock.advance(Duration::from_mins(24 * 60 + 10));
    hold_up(&world).await;
    let mut running = tokio::task::JoinSet::new();
    for (number, customer) in ["ada", "ada", "bob"].into_iter().enumerate() {
        let one = world.clone();
        running.spawn(async move { one.spend(&format!("s{number}"), customer, 1).await });
        until_waiting(&world, number + 1).await;
    }
    run_queues(&world).await;
    for outcome in running.join_all().await {
        assert_eq!(status(&outcome), 200, "{outcome:?}");
    }
    let before = "SELECT count(*) FROM txn a JOIN txn b ON b.id < a.id WHERE a.op_key = 'key:s0' AND b.op_key = 'key:s2'";
    assert_eq!(world.count(before).await, 1, "bob is first");
    let order = "SELECT count(*) FROM txn a JOIN txn b ON b.id > a.id WHERE a.op_key = 'key:s0' AND b.op_key = 'key:s1'";
    assert_eq!(world.count(order).await, 1, "ada's are in their order");
    assert_whole(&world).await;
}

/// A spend on a large wallet reads one page and runs the statements of a spend on a small wallet.
#[tokio::test]
async fn spend_on_a_large_wallet_is_eleven_statements() {
    let world = TestLedger::postgres().await;
    grant_lots(&world, "ada", 3 * PAGE).await;
    world.grant("g", "bob", 100, None).await.unwrap();
    listen();
    world.spend("a", "ada", 5).await.unwrap();
    let mut large = Statements::taken();
    world.spend("b", "bob", 5).await.unwrap();
    let mut small = Statements::taken();
    assert_eq!(
        (large.remove(3), small.remove(3)),
        (
            "SELECT * FROM".to_owned(),
            "WITH requested (wallet)".to_owned()
        )
    );
    assert_eq!(large, small);
    world.spend("c", "ada", 10 * PAGE).await.unwrap();
    assert_eq!(Statements::taken().len(), large.len() + 2, "one page more");
}
