//! Tests of claw-backs that follow merges and their undo, and of the limits of debts.

use std::time::Duration;

use foundation::Connection;

use super::purchase::Purchase;
use super::test_ledger::{TestLedger, hold_of, on_both_engines, status};
use crate::credits::Shortfall;
use crate::credits::commands::overdraft::set_overdraft_limit;
use crate::credits::ledger::account::Owner;
use crate::credits::ledger::hold::OnExpiry;
use crate::credits::{WalletMerge, merge_wallets, undo_merge};

/// A hold of an hour.
const HOUR: (Duration, OnExpiry) = (Duration::from_hours(1), OnExpiry::Release);

impl TestLedger {
    /// Merges ada into bob, or undoes the merge.
    async fn merge(&self, is_undo: bool) {
        let (from, into) = (self.customer_id("ada").await, self.customer_id("bob").await);
        let app = &self.app;
        let in_flight = app.ledger.mark_in_flight(&app.clock);
        let mut transaction = app.database.begin().await.unwrap();
        let mut db = transaction.connection();
        set_target(&mut db, &from, (!is_undo).then_some(into.as_str())).await;
        let merge = WalletMerge {
            merge_id: "mrg_1",
            book_id: self.count("SELECT MIN(id) FROM book").await,
            from: &Owner::Customer(from),
            into: &Owner::Customer(into),
        };
        if is_undo {
            undo_merge(app, &mut db, &merge).await.unwrap();
        } else {
            merge_wallets(app, &mut db, &merge).await.unwrap();
        }
        in_flight.finish_with(transaction.commit().await).unwrap();
    }
}

async fn set_target(db: &mut Connection<'_>, from: &str, into: Option<&str>) {
    foundation::on_engine!(db, |c| {
        sqlx::query("UPDATE customers SET merged_into = $2 WHERE id = $1")
            .bind(from)
            .bind(into)
            .execute(c)
            .await
            .map(drop)
            .unwrap();
    });
}

on_both_engines! {
    async fn claw_back_follows_a_merge_and_its_undo(world: TestLedger) {
        world.meet().await;
        let mut purchase = Purchase::new(&world, "ada", "pmt_1").await;
        purchase.buy(100, None).await;
        assert_eq!(purchase.freeze(30).await.unwrap(), 30);
        world.merge(false).await;
        assert_eq!(world.wallet("bob").await, (100, 30, 0), "the hold of the system moved");
        assert_eq!((purchase.left().await.left, purchase.left().await.pinned), (100, 0));
        let taken = purchase.take(40, Shortfall::Debt).await.unwrap();
        assert_eq!(taken.from_lots, [(purchase.lots[0], 40)], "by the lot of the purchase");
        assert_eq!(world.wallet("bob").await, (60, 30, 0));
        assert_eq!(purchase.freeze(50).await.unwrap(), 50);
        purchase.give(10).await.unwrap();
        assert_eq!(world.wallet("bob").await, (70, 50, 0));
        world.assert_sound(&world.findings().await);

        world.merge(true).await;
        world.assert_sound(&world.findings().await);
        assert_eq!(purchase.take(70, Shortfall::Debt).await.unwrap().shortfall, 0);
        assert_eq!((world.wallet("ada").await, world.wallet("bob").await), ((0, 0, 0), (0, 0, 0)));
        purchase.give(100).await.unwrap();
        assert_eq!((world.wallet("ada").await, world.wallet("bob").await), ((100, 0, 0), (0, 0, 0)));
        assert_eq!(purchase.take(100, Shortfall::Debt).await.unwrap().shortfall, 0, "also from restored lots");
        world.assert_sound(&world.findings().await);
    }
}

on_both_engines! {
    async fn credits_taken_before_a_merge_come_back_after_it(world: TestLedger) {
        world.meet().await;
        let mut purchase = Purchase::new(&world, "ada", "pmt_1").await;
        purchase.buy(100, Some(world.after(60))).await;
        world.spend("s", "ada", 20).await.unwrap();
        assert_eq!(purchase.take(100, Shortfall::Debt).await.unwrap().shortfall, 20);
        assert_eq!(world.wallet("ada").await, (0, 0, 20));
        world.merge(false).await;
        assert_eq!(world.wallet("bob").await, (0, 0, 20));
        purchase.give(100).await.unwrap();
        assert_eq!(world.wallet("bob").await, (80, 0, 0));
        world.assert_sound(&world.findings().await);
        world.clock.advance(Duration::from_secs(61));
        assert_eq!(world.wallet("bob").await, (0, 0, 0), "the restored lot ends with its first lot");
        assert_eq!(purchase.take(100, Shortfall::Debt).await.unwrap().shortfall, 100);
        assert_eq!(world.wallet("bob").await, (0, 0, 20), "the expired part is not owed");
        world.assert_sound(&world.findings().await);
    }
}

on_both_engines! {
    /// An undo leaves credits on the other wallet that one of its own holds has pinned.
    async fn claw_back_takes_from_both_wallets_of_an_undone_merge(world: TestLedger) {
        world.meet().await;
        let mut purchase = Purchase::new(&world, "ada", "pmt_1").await;
        purchase.buy(100, None).await;
        world.merge(false).await;
        let hold = hold_of(&world.hold("h", "bob", 30, HOUR).await);
        world.merge(true).await;
        assert_eq!((world.wallet("ada").await, world.wallet("bob").await), ((70, 0, 0), (30, 30, 0)));
        let left = purchase.left().await;
        assert_eq!((left.left, left.pinned), (100, 30));
        let taken = purchase.take(60, Shortfall::Debt).await.unwrap();
        assert_eq!((taken.taken, taken.pinned), (60, 0));
        let taken = purchase.take(40, Shortfall::Debt).await.unwrap();
        assert_eq!((taken.taken, taken.pinned), (10, 30));
        world.void("v", &hold).await.unwrap();
        assert_eq!(purchase.freeze(30).await.unwrap(), 30, "on the other wallet");
        let taken = purchase.take(30, Shortfall::Debt).await.unwrap();
        assert_eq!((taken.from_lots, taken.shortfall), (vec![(purchase.lots[0], 30)], 0));
        assert_eq!((world.wallet("ada").await, world.wallet("bob").await), ((0, 0, 0), (0, 0, 0)));
        world.assert_sound(&world.findings().await);
    }
}

on_both_engines! {
    async fn debt_of_a_claw_back_raises_no_limit_at_a_merge(world: TestLedger) {
        world.meet().await;
        let mut purchase = Purchase::new(&world, "ada", "pmt_1").await;
        purchase.buy(100, None).await;
        world.spend("s", "ada", 100).await.unwrap();
        purchase.take(100, Shortfall::Debt).await.unwrap();
        let limits = "SELECT CAST(SUM(overdraft_limit) AS BIGINT) FROM account";
        for is_undo in [false, true, false] {
            if !is_undo {
                world.sql("UPDATE wallet_transfer SET is_over = TRUE").await;
            }
            world.merge(is_undo).await;
            let debtor = if is_undo { "ada" } else { "bob" };
            assert_eq!((world.wallet(debtor).await, world.count(limits).await), ((0, 0, 100), 0));
            world.assert_sound(&world.findings().await);
        }
        world.grant("g", "bob", 100, None).await.unwrap();
        assert_eq!(world.wallet("bob").await, (0, 0, 0));
        assert_eq!(status(&world.spend("t", "bob", 1).await), 402, "the repaid debt is no credit");
    }
}

on_both_engines! {
    async fn limit_below_the_debt_of_a_claw_back_is_not_lowered(world: TestLedger) {
        world.meet().await;
        let mut purchase = Purchase::new(&world, "ada", "pmt_1").await;
        purchase.buy(100, None).await;
        world.spend("s", "ada", 100).await.unwrap();
        purchase.take(100, Shortfall::Debt).await.unwrap();
        let ada = world.customer_id("ada").await;
        for (limit, is_set) in [(0, true), (20, true), (20, true), (10, false), (30, true), (120, true), (90, false)] {
            let set = set_overdraft_limit(&world.app, &world.access("web_1"), &ada, limit).await;
            assert_eq!(set.is_ok(), is_set, "{limit}");
        }
        assert_eq!(world.balance("ada").await.available, 20);
        world.assert_sound(&world.findings().await);
        // The control: a debt beyond the limit and the claw-backs is found.
        world.sql("UPDATE account SET posted = 221 WHERE kind = 'debt'").await;
        assert!(world.findings().await.iter().any(|finding| finding.what == "more is owed than may be"));
    }
}
