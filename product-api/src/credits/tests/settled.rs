//! Reads of wallets on which something is due: each shows what the books have after it is settled.

use std::time::Duration;

use super::test_ledger::{START, TestLedger, on_both_engines};
use crate::credits::ledger::amount::Amount;
use crate::credits::ledger::charge::Charge;
use crate::credits::ledger::hold::OnExpiry;
use crate::credits::ledger::loaded_part::PAGE;
use crate::credits::queries::balance::balances_of_user;
use crate::credits::settle_due;
use crate::credits::store::rows::Balance;

/// The balance of one customer, as each operation that reads it shows it.
struct WalletReads {
    balance: Balance,
    checked: Balance,
    available: i64,
}

async fn read(world: &TestLedger, customer: &'static str) -> WalletReads {
    let id = world.customer_id(customer).await;
    let charge = Charge::Amount(Amount::new(1).unwrap(), None);
    let check = world.check(customer, charge).await;
    let mut snapshot = world.app.database.snapshot().await.unwrap();
    let mut db = snapshot.connection();
    let book_id = world.count("SELECT id FROM book").await;
    let (ledger, ids, now) = (&world.app.ledger, [id.as_str()], world.clock.now());
    let listed = ledger.available(&mut db, book_id, &ids, now).await.unwrap();
    WalletReads {
        balance: world.balance(customer).await,
        checked: check.balance.unwrap(),
        available: listed[&id],
    }
}

/// Asserts that all reads show one balance, and returns it.
async fn read_alike(world: &TestLedger, customer: &'static str) -> Balance {
    let WalletReads {
        balance,
        checked,
        available,
    } = read(world, customer).await;
    assert_eq!(checked, balance, "{customer}");
    assert_eq!(available, balance.available, "{customer}");
    balance
}

/// A wallet of a few lots and one of several pages, whose lots and holds end at different times.
async fn fill(world: &TestLedger) {
    for (customer, count) in [("ada", 3), ("bob", 2 * PAGE)] {
        for number in 0..count {
            let ends = world.after(u64::try_from(100 + number * 37 % count).unwrap());
            let key = format!("{customer}-{number}");
            let granted = world.grant(&key, customer, 10, Some(ends)).await;
            granted.unwrap();
        }
        world
            .grant(&format!("{customer}-stays"), customer, 7, None)
            .await
            .unwrap();
        for (end, seconds) in [(OnExpiry::Release, 100), (OnExpiry::Capture, 101)] {
            let (key, ttl) = (format!("{customer}-{end:?}"), Duration::from_secs(seconds));
            world.hold(&key, customer, 12, (ttl, end)).await.unwrap();
        }
    }
    world
        .sql("UPDATE customers SET user_id = 'usr_2', user_shown = TRUE WHERE external_id = 'ada'")
        .await;
    world
        .sql("UPDATE account SET overdraft_limit = 5 WHERE kind = 'wallet'")
        .await;
}

on_both_engines! {
    async fn each_read_equals_the_settled_booking(world: TestLedger) {
        fill(&world).await;
        let mut available = Vec::new();
        for seconds in [99, 100, 101, 102, 140, 400] {
            world.clock.set(START.plus(Duration::from_secs(seconds)));
            for customer in ["ada", "bob"] {
                let due = read_alike(&world, customer).await;
                available.push(due.available);
                if customer == "ada" {
                    assert_eq!(balances_of_user(&world.app, "usr_2").await.unwrap(), [due]);
                }
            }
        }
        // The last time is settled: the books have what was read before.
        let due = [read_alike(&world, "ada").await, read_alike(&world, "bob").await];
        assert_eq!(settle_due(&world.app).await.unwrap(), 2);
        for (customer, due) in ["ada", "bob"].into_iter().zip(due) {
            assert_eq!(read_alike(&world, customer).await, due);
        }
        // Nothing is due yet: lots, less what holds have pinned, and the overdraft.
        assert_eq!(available[..2], [37 - 24 + 5, 20 * PAGE + 7 - 24 + 5]);
        assert!(available.windows(2).any(|two| two[0] != two[1]));
        world.assert_sound(&world.findings().await);
    }
}

on_both_engines! {
    /// Nothing is settled on a frozen wallet, nor on one whose rows contradict each other, and no list fails because of it.
    async fn wallets_that_cannot_be_settled_are_shown_as_their_rows_say(world: TestLedger) {
        world.grant("g", "ada", 10, Some(world.after(100))).await.unwrap();
        world.grant("h", "ada", 7, None).await.unwrap();
        world.clock.set(START.plus(Duration::from_secs(200)));
        assert_eq!(read_alike(&world, "ada").await.available, 7, "the control");
        world.sql("UPDATE account SET frozen_at = 1 WHERE kind = 'wallet'").await;
        assert_eq!(read_alike(&world, "ada").await.available, 17);
        world.sql("UPDATE account SET frozen_at = NULL").await;
        world.sql("UPDATE lot SET remaining = 6 WHERE remaining = 7").await;
        let charge = Charge::Amount(Amount::new(1).unwrap(), None);
        assert_eq!(world.check("ada", charge).await.available, 17);
        world.sql("UPDATE customers SET user_id = 'usr_2', user_shown = TRUE").await;
        let own = balances_of_user(&world.app, "usr_2").await.unwrap();
        assert_eq!(own[0].available, 17);
    }
}

on_both_engines! {
    /// The rows of a large wallet are compared when they are settled. A contradiction there fails no other wallet's read.
    async fn contradictory_large_wallet_shows_its_row(world: TestLedger) {
        fill(&world).await;
        world.clock.set(START.plus(Duration::from_secs(140)));
        let sound = [read_alike(&world, "ada").await, read_alike(&world, "bob").await];
        world
            .sql("UPDATE lot SET held = 0 WHERE account_id IN (SELECT account_id FROM lot GROUP BY account_id HAVING count(*) > 64)")
            .await;
        let row = "SELECT a.posted - a.held + 5 FROM account a JOIN customers c ON c.id = a.owner_id \
            WHERE a.kind = 'wallet' AND c.external_id = 'bob'";
        let row = world.count(row).await;
        let one = || Charge::Amount(Amount::new(1).unwrap(), None);
        let (ada, bob) = tokio::join!(world.check("ada", one()), world.check("bob", one()));
        assert_eq!(ada.balance.as_ref(), Some(&sound[0]));
        assert_eq!(bob.available, row);
        assert_ne!(row, sound[1].available, "the control");
    }
}
