//! Tests of what clients and websites can do to credits of a purchase, and of claw-backs during spends.

use std::time::Duration;

use sqlx::AssertSqlSafe;

use super::once::run_concurrently;
use super::purchase::Purchase;
use super::reversals_alike::{is_unavailable, txn_of};
use super::test_ledger::{TestLedger, hold_of, on_both_engines, slug, status};
use crate::credits::Shortfall;
use crate::credits::ledger::hold::OnExpiry;
use crate::credits::queries::balance_at::customer_balance_at;
use crate::credits::queries::holds::find_hold;

/// A hold of an hour.
const HOUR: (Duration, OnExpiry) = (Duration::from_hours(1), OnExpiry::Release);

/// The kind of a transaction as the roll-up of usage reads it.
#[derive(sqlx::FromRow)]
struct RolledUpRow {
    kind: String,
}

on_both_engines! {
    async fn hold_of_the_system_is_refused_to_clients(world: TestLedger) {
        world.meet().await;
        let mut purchase = Purchase::new(&world, "ada", "pmt_1").await;
        purchase.buy(100, None).await;
        purchase.freeze(30).await.unwrap();
        let find = "SELECT public_id FROM hold WHERE kind = 'dispute'";
        let hold: String = foundation::testing::select(&world.app.database, find, &[]).await;
        let outcomes = [
            world.capture("c", &hold, Some(10), true).await,
            world.void("v", &hold).await,
            world.extend("e", &hold, 60).await,
        ];
        for outcome in &outcomes {
            assert_eq!((status(outcome), slug(outcome)), (409, "conflict"));
        }
        let listed = find_hold(&world.app, &world.access("web_1"), &hold).await.unwrap();
        assert_eq!((listed.kind, listed.state, listed.expires_at), ("dispute", "open", None));
        world.clock.advance(Duration::from_hours(24 * 365));
        crate::credits::settle_due(&world.app).await.unwrap();
        assert_eq!(world.wallet("ada").await, (100, 30, 0), "it has no expiry");
        purchase.freeze(0).await.unwrap();
        assert_eq!(world.wallet("ada").await, (100, 0, 0));
        let listed = find_hold(&world.app, &world.access("web_1"), &hold).await.unwrap();
        assert_eq!((listed.state, listed.released), ("voided", 30));
        let (ada, then) = (world.customer_id("ada").await, world.clock.now().minus(Duration::from_hours(24 * 100)));
        let past = customer_balance_at(&world.app, &world.access("web_1"), &ada, Some(then)).await.unwrap();
        assert_eq!(past.balance.held, 30, "in the past");
        let other = hold_of(&world.hold("h", "ada", 30, HOUR).await);
        assert_eq!(status(&world.void("w", &other).await), 200, "the control");
        world.assert_sound(&world.findings().await);
    }
}

on_both_engines! {
    async fn transactions_of_claw_backs_cannot_be_reversed_by_clients(world: TestLedger) {
        world.meet().await;
        let mut purchase = Purchase::new(&world, "ada", "pmt_1").await;
        purchase.buy(100, None).await;
        purchase.take(10, Shortfall::Debt).await.unwrap();
        let find = "SELECT public_id FROM txn WHERE kind = 'claw_back'";
        let claw_back: String = foundation::testing::select(&world.app.database, find, &[]).await;
        assert_eq!(status(&world.reverse("r", &claw_back, None).await), 422);
        let spent = txn_of(&world.spend("s", "ada", 5).await);
        assert_eq!(status(&world.reverse("t", &spent, None).await), 200, "the control");
    }
}

on_both_engines! {
    /// A voided grant of a purchase is neither taken twice nor owed.
    async fn grant_that_a_website_has_voided_is_not_owed(world: TestLedger) {
        world.meet().await;
        let mut purchase = Purchase::new(&world, "ada", "pmt_1").await;
        purchase.buy(100, None).await;
        world.spend("s", "ada", 10).await.unwrap();
        let find = "SELECT public_id FROM txn WHERE kind = 'grant' AND amount = 100";
        let granted: String = foundation::testing::select(&world.app.database, find, &[]).await;
        assert_eq!(status(&world.void_grant("v", &granted).await), 200);
        let taken = purchase.take(100, Shortfall::Debt).await.unwrap();
        assert_eq!((taken.taken, taken.shortfall), (100, 100));
        assert_eq!(world.wallet("ada").await, (0, 0, 10));
        world.assert_sound(&world.findings().await);
    }
}

on_both_engines! {
    async fn wallet_that_a_verification_froze_is_not_touched(world: TestLedger) {
        world.meet().await;
        let mut purchase = Purchase::new(&world, "ada", "pmt_1").await;
        purchase.buy(100, None).await;
        world.sql("UPDATE account SET frozen_at = 1 WHERE kind = 'wallet'").await;
        assert!(purchase.take(10, Shortfall::Debt).await.is_err());
        assert!(purchase.freeze(10).await.is_err());
        world.sql("UPDATE account SET frozen_at = NULL WHERE kind = 'wallet'").await;
        assert_eq!(purchase.take(10, Shortfall::Debt).await.unwrap().taken, 10, "the control");
    }
}

on_both_engines! {
    /// Spends and a claw-back at one time take each credit once.
    async fn claw_back_during_spends_takes_each_credit_once(world: TestLedger) {
        world.meet().await;
        let mut purchase = Purchase::new(&world, "ada", "pmt_1").await;
        purchase.buy(100, None).await;
        let requests = (0..41).map(|index| {
            let (world, purchase) = (world.clone(), purchase.clone());
            async move {
                if index == 20 {
                    while purchase.take(100, Shortfall::Debt).await.is_err() {}
                    return 0;
                }
                let key = format!("s{index}");
                loop {
                    let outcome = world.spend(&key, "ada", 3).await;
                    if !is_unavailable(&outcome) {
                        return if status(&outcome) == 200 { 3 } else { 0 };
                    }
                }
            }
        });
        let spent: i64 = run_concurrently(requests).await.into_iter().sum();
        assert_eq!(world.wallet("ada").await, (0, 0, spent));
        world.assert_sound(&world.findings().await);
    }
}

on_both_engines! {
    /// Credits that a refund gives back were not used before, and so reduce no usage.
    async fn usage_does_not_count_claw_backs(world: TestLedger) {
        world.meet().await;
        let mut purchase = Purchase::new(&world, "ada", "pmt_1").await;
        purchase.buy(100, None).await;
        purchase.take(10, Shortfall::Debt).await.unwrap();
        purchase.give(5).await.unwrap();
        let spent = txn_of(&world.spend("s", "ada", 5).await);
        world.reverse("r", &spent, None).await.unwrap();
        let mut reader = world.app.database.reader().await.unwrap();
        let next = crate::usage::rest_texts().swap_remove(0);
        let rows: Vec<RolledUpRow> = foundation::on_engine!(&mut reader.connection(), |c| {
            sqlx::query_as(AssertSqlSafe(next)).bind(0_i64).bind(i64::MAX).bind(100_i64).fetch_all(c).await.unwrap()
        });
        let kinds: Vec<&str> = rows.iter().skip(4).map(|row| row.kind.as_str()).collect();
        assert_eq!(kinds, ["grant", "claw_back", "claw_back", "spend", "reversal"]);
    }
}
