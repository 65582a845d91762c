//! Tests of reversals in the database: once, by the own website only, with the transaction's own lots and debt.

use std::time::Duration;

use serde_json::json;

use super::once::run_concurrently;
use super::test_ledger::{TestLedger, body, hold_of, on_both_engines, slug, status};
use crate::credits::commands::holds::TransactionTexts;
use crate::credits::commands::reverse::{ReversalAmount, reverse, void_grant};
use crate::credits::execution::request::OperationResponse;
use crate::credits::ledger::amount::Amount;
use crate::credits::ledger::hold::OnExpiry;
use crate::problem::Problem;

impl TestLedger {
    /// Reverses a transaction of the first website, completely if there is no amount.
    pub(super) async fn reverse(
        &self,
        key: &str,
        transaction: &str,
        amount: Option<i64>,
    ) -> Result<OperationResponse, Problem> {
        self.reverse_at("web_1", key, transaction, amount).await
    }

    pub(super) async fn reverse_at(
        &self,
        website: &str,
        key: &str,
        transaction: &str,
        amount: Option<i64>,
    ) -> Result<OperationResponse, Problem> {
        let body = json!({"reverse": amount, "transaction": transaction});
        let how_much = match amount {
            None => ReversalAmount::All,
            Some(amount) => ReversalAmount::Part(Amount::new(amount)),
        };
        let call = self.call(website, key, &body);
        let original = transaction.to_owned();
        reverse(&self.app, call, original, how_much, silence()).await
    }

    /// Voids a grant of the first website.
    pub(super) async fn void_grant(
        &self,
        key: &str,
        grant: &str,
    ) -> Result<OperationResponse, Problem> {
        self.void_grant_at("web_1", key, grant).await
    }

    pub(super) async fn void_grant_at(
        &self,
        website: &str,
        key: &str,
        grant: &str,
    ) -> Result<OperationResponse, Problem> {
        let call = self.call(website, key, &json!({"void grant": grant}));
        void_grant(&self.app, call, grant.to_owned(), silence()).await
    }
}

/// Returns no description and no metadata.
fn silence() -> TransactionTexts {
    TransactionTexts {
        description: None,
        metadata: "{}".to_owned(),
    }
}

/// Returns the id of a response's transaction.
pub(super) fn txn_of(outcome: &Result<OperationResponse, Problem>) -> String {
    body(outcome)["transaction"].as_str().unwrap().to_owned()
}

/// Returns true if the request timed out while it waited, as on a slow machine; the test then retries it.
pub(super) fn is_unavailable(outcome: &Result<OperationResponse, Problem>) -> bool {
    let status = |problem: &Problem| problem.kind().status();
    outcome
        .as_ref()
        .is_err_and(|problem| [409, 503].contains(&status(problem)))
}

/// Returns the status and the slug of a stored refusal.
pub(super) fn refused(outcome: &Result<OperationResponse, Problem>) -> (u16, String) {
    let kind = body(outcome)["type"]
        .as_str()
        .unwrap_or_default()
        .to_owned();
    (
        status(outcome),
        kind.rsplit('/').next().unwrap_or_default().to_owned(),
    )
}

on_both_engines! {
    // row: L8
    async fn spend_is_reversed_at_most_once(world: TestLedger) {
        world.grant("g", "ada", 100, None).await.unwrap();
        let spent = txn_of(&world.spend("s", "ada", 30).await);
        let over = world.reverse("over", &spent, Some(31)).await;
        assert_eq!(refused(&over), (422, "reversal-exceeds-original".to_owned()));
        assert_eq!(body(&over)["remaining"], 30);
        let part = world.reverse("part", &spent, Some(10)).await;
        assert_eq!((status(&part), body(&part)["available"].clone()), (200, json!(80)));
        let rest = world.reverse("rest", &spent, None).await;
        assert_eq!((status(&rest), body(&rest)["available"].clone()), (200, json!(100)));
        for (key, amount) in [("twice", None), ("twice1", Some(1))] {
            let twice = world.reverse(key, &spent, amount).await;
            assert_eq!(refused(&twice), (409, "already-reversed".to_owned()));
            let listed = json!([
                {"transaction": txn_of(&part), "amount": 10}, {"transaction": txn_of(&rest), "amount": 20},
            ]);
            assert_eq!(body(&twice)["reversals"], listed);
        }
        // Refusals and successes are final for their keys.
        for (key, amount, first) in [("over", Some(31), &over), ("part", Some(10), &part), ("rest", None, &rest)] {
            let again = world.reverse(key, &spent, amount).await.unwrap();
            assert!(again.is_replayed);
            assert_eq!(again.stored, first.as_ref().unwrap().stored);
        }
        let none = world.reverse("zero", &spent, Some(0)).await;
        assert_eq!(refused(&none), (422, "amount-out-of-range".to_owned()));
        let granted = txn_of(&world.grant("g2", "ada", 5, None).await);
        assert_eq!(refused(&world.reverse("grant", &granted, None).await), (422, "not-reversible".to_owned()));
        assert_eq!(refused(&world.reverse("none", "txn_none", None).await), (404, "not-found".to_owned()));
        assert_eq!(world.balance("ada").await.available, 105);
        assert_eq!(world.count("SELECT count(*) FROM txn WHERE kind = 'reversal'").await, 2);
        world.assert_sound(&world.findings().await);
    }
}

on_both_engines! {
    /// Of fifty concurrent reversals of one spend, each with its own key, one succeeds, and the others are refused.
    async fn fifty_reversals_restore_once(world: TestLedger) {
        world.grant("g", "ada", 100, None).await.unwrap();
        let spent = txn_of(&world.spend("s", "ada", 40).await);
        let requests = (0..50).map(|index| {
            let (world, spent) = (world.clone(), spent.clone());
            async move {
                let key = format!("r{index}");
                let mut outcome = world.reverse(&key, &spent, None).await;
                while is_unavailable(&outcome) {
                    outcome = world.reverse(&key, &spent, None).await;
                }
                outcome
            }
        });
        let outcomes = run_concurrently(requests).await;
        let done = outcomes.iter().filter(|outcome| status(outcome) == 200).count();
        assert_eq!(done, 1);
        assert!(outcomes.iter().all(|outcome| [200, 409].contains(&status(outcome))), "{outcomes:?}");
        assert_eq!(world.balance("ada").await.available, 100);
        world.assert_sound(&world.findings().await);
    }
}

on_both_engines! {
    /// Concurrent partial reversals, together with spends of the same customer, never return more than was spent.
    async fn concurrent_partial_reversals_restore_at_most_the_spend(world: TestLedger) {
        world.grant("g", "ada", 100, None).await.unwrap();
        let spent = txn_of(&world.spend("s", "ada", 20).await);
        let requests = (0..50).map(|index| {
            let (world, spent) = (world.clone(), spent.clone());
            async move {
                let key = format!("r{index}");
                let is_reversal = index % 5 < 4;
                loop {
                    let outcome = if is_reversal {
                        world.reverse(&key, &spent, Some(1)).await
                    } else {
                        world.spend(&key, "ada", 1).await
                    };
                    if !is_unavailable(&outcome) {
                        return (is_reversal, outcome);
                    }
                }
            }
        });
        for (is_reversal, outcome) in run_concurrently(requests).await {
            let expected: &[u16] = if is_reversal { &[200, 409] } else { &[200] };
            assert!(expected.contains(&status(&outcome)), "{outcome:?}");
        }
        let given = world.count("SELECT count(*) FROM txn WHERE kind = 'reversal'").await;
        let taken = world.count("SELECT count(*) FROM txn WHERE kind = 'spend'").await - 1;
        assert_eq!((given, taken), (20, 10));
        assert_eq!(world.balance("ada").await.available, 90);
        assert_eq!(refused(&world.reverse("rest", &spent, None).await), (409, "already-reversed".to_owned()));
        world.assert_sound(&world.findings().await);
    }
}

on_both_engines! {
    // row: K1
    async fn transactions_of_others_are_absent(world: TestLedger) {
        let granted = txn_of(&world.grant("g", "ada", 100, None).await);
        let spent = txn_of(&world.spend("s", "ada", 30).await);
        let mut play = world.clone();
        play.mode = crate::caller::Mode::Test;
        for (other_ledger, website) in [(&world, "web_2"), (&play, "web_1")] {
            let absent = other_ledger.reverse_at(website, "none", "txn_none", None).await;
            let foreign = other_ledger.reverse_at(website, "r", &spent, None).await;
            assert_eq!((refused(&foreign), &body(&foreign)["resource"]), ((404, "not-found".to_owned()), &json!("transaction")));
            assert_eq!(foreign.unwrap().stored, absent.unwrap().stored);
            let foreign = other_ledger.void_grant_at(website, "v", &granted).await;
            assert_eq!((status(&foreign), &body(&foreign)["resource"]), (404, &json!("grant")));
        }
        assert_eq!(world.balance("ada").await.available, 70);
        assert_eq!(status(&world.reverse("r", &spent, None).await), 200, "the control");
        assert_eq!(status(&world.void_grant("v", &granted).await), 200, "the control");
        world.assert_sound(&world.findings().await);
    }
}

on_both_engines! {
    /// Reversals finish earlier operations, so they also work for a deactivated user, and so does voiding a grant.
    async fn deactivated_users_spend_is_reversible(world: TestLedger) {
        let granted = txn_of(&world.grant("g", "ada", 100, None).await);
        let spent = txn_of(&world.spend("s", "ada", 30).await);
        world.sql("UPDATE customers SET user_id = 'usr_2', user_shown = TRUE").await;
        world.sql("UPDATE users SET is_active = FALSE WHERE id = 'usr_2'").await;
        assert_eq!(slug(&world.spend("t", "ada", 1).await), "holder-inactive", "the control");
        assert_eq!(status(&world.reverse("r", &spent, None).await), 200);
        let voided = world.void_grant("v", &granted).await;
        assert_eq!((status(&voided), body(&voided)["available"].clone()), (200, json!(0)));
        world.assert_sound(&world.findings().await);
    }
}

on_both_engines! {
    async fn frozen_wallet_refuses_reversals(world: TestLedger) {
        let granted = txn_of(&world.grant("g", "ada", 100, None).await);
        let spent = txn_of(&world.spend("s", "ada", 30).await);
        world.sql("UPDATE account SET frozen_at = 1 WHERE kind = 'wallet'").await;
        assert_eq!(slug(&world.reverse("r", &spent, None).await), "account-frozen");
        assert_eq!(slug(&world.void_grant("v", &granted).await), "account-frozen");
        world.sql("UPDATE account SET frozen_at = NULL").await;
        assert_eq!(status(&world.reverse("r", &spent, None).await), 200, "the key is free");
        assert_eq!(status(&world.void_grant("v", &granted).await), 200);
        world.assert_sound(&world.findings().await);
    }
}

on_both_engines! {
    async fn reversals_restore_debts_expiries_and_captures(world: TestLedger) {
        world.grant("g", "ada", 10, None).await.unwrap();
        world.sql("UPDATE account SET overdraft_limit = 50 WHERE kind = 'wallet'").await;
        let spent = txn_of(&world.spend("s", "ada", 40).await);
        assert_eq!((world.balance("ada").await.debt, world.balance("ada").await.available), (30, 20));
        world.reverse("r1", &spent, Some(25)).await.unwrap();
        assert_eq!((world.balance("ada").await.debt, world.balance("ada").await.posted), (5, 0));
        world.reverse("r2", &spent, None).await.unwrap();
        assert_eq!((world.balance("ada").await.debt, world.balance("ada").await.posted), (0, 10));

        // Credits that were returned before the lot's expiry expire with the lot; credits returned later go to a restored lot.
        let until = world.after(60);
        world.grant("h", "bob", 100, Some(until)).await.unwrap();
        let hold = world.hold("o", "bob", 40, (Duration::from_mins(15), OnExpiry::Release)).await;
        let captured = txn_of(&world.capture("c", &hold_of(&hold), Some(30), true).await);
        world.reverse("r3", &captured, Some(10)).await.unwrap();
        assert_eq!(world.balance("bob").await.available, 80);
        world.clock.advance(Duration::from_mins(1));
        assert_eq!(world.balance("bob").await.available, 0);
        world.reverse("r4", &captured, None).await.unwrap();
        assert_eq!(world.balance("bob").await.available, 20);
        world.clock.advance(Duration::from_hours(30 * 24) - Duration::from_micros(1));
        assert_eq!(world.balance("bob").await.available, 20);
        world.clock.advance(Duration::from_micros(1));
        assert_eq!(world.balance("bob").await.available, 0);
        assert_eq!(status(&world.spend("late", "bob", 1).await), 402);
        world.assert_sound(&world.findings().await);
    }
}
