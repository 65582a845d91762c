//! Tests of batches: equal results as single spends, atomicity, and idempotency of each item in any combination.

use std::collections::BTreeSet;

use serde_json::json;

use super::once::run_concurrently;
use super::test_ledger::{TestLedger, body, on_both_engines, slug, spending, status};
use crate::credits::commands::spend::operation_request;
use crate::credits::commands::spend_batch::{BatchItem, spend_batch};
use crate::credits::execution::commit_batch::CommitBatch;
use crate::credits::execution::execute::prepare;
use crate::credits::execution::pending::PendingOperation;
use crate::credits::execution::request::OperationResponse;
use crate::credits::execution::results::Atomicity;
use crate::credits::execution::results::BatchOutcome;
use crate::credits::ledger::amount::Amount;
use crate::problem::Problem;

impl TestLedger {
    /// Spends of customers of the first website in one batch, each with its own context.
    pub(super) async fn batch(
        &self,
        items: &[(&str, &str, i64)],
        atomicity: Atomicity,
    ) -> Vec<Result<OperationResponse, Problem>> {
        let items = items.iter().map(|(key, customer, amount)| BatchItem {
            call: self.call(
                "web_1",
                key,
                &json!({"spend": amount, "customer": customer}),
            ),
            request: spending(customer, Amount::new(*amount)),
        });
        spend_batch(&self.app, items.collect(), atomicity)
            .await
            .unwrap()
    }
}

/// Builds operations that spend from one customer, by key and amount.
pub(super) async fn taking(
    world: &TestLedger,
    items: impl Iterator<Item = (String, i64)>,
) -> Vec<PendingOperation> {
    let mut pending_operations = Vec::new();
    for (key, amount) in items {
        let call = world.call("web_1", &key, &json!({"spend": amount, "customer": "ada"}));
        let request = operation_request(spending("ada", Amount::new(amount)));
        pending_operations.push(prepare(&world.app, call, request).await.unwrap());
    }
    pending_operations
}

fn statuses(outcomes: &[Result<OperationResponse, Problem>]) -> Vec<u16> {
    outcomes.iter().map(status).collect()
}

/// Returns the result of an item, without members that differ between any two results.
fn essence(outcome: &Result<OperationResponse, Problem>) -> (u16, bool, serde_json::Value) {
    let mut document = body(outcome);
    if let Some(members) = document.as_object_mut() {
        members.remove("transaction");
    }
    (
        status(outcome),
        outcome.as_ref().unwrap().is_replayed,
        document,
    )
}

const AMOUNTS: [i64; 12] = [30, 5, 80, 1, 0, 64, 7, 900, 2, 30, 11, 3];

on_both_engines! {
    /// The spends of two pairs of customers are equal: one pair in a batch, the other one by one.
    async fn batch_is_its_items_one_by_one(world: TestLedger) {
        for customer in ["ada", "bob", "cyd", "dan"] {
            world.grant(&format!("g{customer}"), customer, 100, None).await.unwrap();
        }
        let items = |pair: [&'static str; 2], prefix: &str| -> Vec<(String, &'static str, i64)> {
            let items = AMOUNTS.iter().enumerate();
            items.map(|(index, amount)| (format!("{prefix}{index}"), pair[index % 2], *amount)).collect()
        };
        let batch = items(["ada", "bob"], "b");
        let query: Vec<(&str, &str, i64)> = batch.iter().map(|(key, customer, amount)| (key.as_str(), *customer, *amount)).collect();
        let outcomes = world.batch(&query, Atomicity::Independent).await;
        let mut singles = Vec::new();
        for (key, customer, amount) in items(["cyd", "dan"], "s") {
            singles.push(world.spend(&key, customer, amount).await);
        }
        assert_eq!(outcomes.iter().map(essence).collect::<Vec<_>>(), singles.iter().map(essence).collect::<Vec<_>>());
        assert!(statuses(&outcomes).contains(&402) && statuses(&outcomes).contains(&422));
        assert_eq!(world.balance("ada").await.available, world.balance("cyd").await.available);
        assert_eq!(world.balance("bob").await.available, world.balance("dan").await.available);
        // A retry of the batch, or of single items, returns the first bytes and executes nothing.
        let again = world.batch(&query, Atomicity::Independent).await;
        for (index, (first, again)) in outcomes.iter().zip(&again).enumerate() {
            let (key, customer, amount) = query[index];
            let alone = world.spend(key, customer, amount).await.unwrap();
            let again = again.as_ref().unwrap();
            assert!(again.is_replayed && alone.is_replayed);
            assert_eq!((&again.stored, &alone.stored), (&first.as_ref().unwrap().stored, &again.stored));
        }
        assert_eq!(world.balance("ada").await.available, world.balance("cyd").await.available);
        world.assert_sound(&world.findings().await);
    }
}

on_both_engines! {
    async fn atomic_batch_is_executed_completely_or_not(world: TestLedger) {
        world.grant("g", "ada", 100, None).await.unwrap();
        world.grant("h", "bob", 10, None).await.unwrap();
        let counts = async || {
            let mut counts = Vec::new();
            for table in ["txn", "entry", "customers", "account", "api_operation"] {
                counts.push(world.count(match table {
                    "txn" => "SELECT count(*) FROM txn",
                    "entry" => "SELECT count(*) FROM entry",
                    "customers" => "SELECT count(*) FROM customers",
                    "account" => "SELECT count(*) FROM account",
                    _ => "SELECT count(*) FROM api_operation",
                }).await);
            }
            counts
        };
        let before = counts().await;
        let items = [("a", "ada", 30), ("b", "bob", 10), ("c", "bob", 1), ("d", "eve", 5), ("e", "ada", 1)];
        let outcomes = world.batch(&items, Atomicity::AllOrNothing).await;
        assert_eq!(statuses(&outcomes), [424, 424, 402, 424, 424]);
        assert_eq!((slug(&outcomes[2]), slug(&outcomes[0])), ("insufficient-credits", "batch-aborted"));
        assert_eq!(counts().await, before, "no customer was created, and no key was used");
        assert_eq!((world.balance("ada").await.available, world.balance("bob").await.available), (100, 10));
        // The batch succeeds with the same keys after the reason of the refusal is removed.
        world.grant("i", "bob", 5, None).await.unwrap();
        world.grant("j", "eve", 5, None).await.unwrap();
        let done = world.batch(&items, Atomicity::AllOrNothing).await;
        assert_eq!(statuses(&done), [200; 5]);
        assert_eq!((world.balance("ada").await.available, world.balance("bob").await.available), (69, 4));
        let again = world.batch(&items, Atomicity::AllOrNothing).await;
        for (first, again) in done.iter().zip(&again) {
            let (first, again) = (first.as_ref().unwrap(), again.as_ref().unwrap());
            assert!(again.is_replayed && !first.is_replayed);
            assert_eq!(again.stored, first.stored);
        }
        // Single items, and items in another batch, are replayed, too.
        assert!(world.spend("a", "ada", 30).await.unwrap().is_replayed);
        assert!(world.batch(&items, Atomicity::Independent).await.iter().all(|one| one.as_ref().unwrap().is_replayed));
        world.assert_sound(&world.findings().await);
    }
}

on_both_engines! {
    /// A batch contains items that were sent before: executed ones are replayed, and a refused one aborts the others.
    async fn replayed_operation_counts_in_a_batch(world: TestLedger) {
        world.grant("g", "ada", 100, None).await.unwrap();
        world.spend("done", "ada", 10).await.unwrap();
        world.spend("short", "ada", 500).await.unwrap();
        let outcomes = world.batch(&[("x", "ada", 1), ("done", "ada", 10), ("y", "ada", 2)], Atomicity::AllOrNothing).await;
        assert_eq!(statuses(&outcomes), [200; 3]);
        let replayed: Vec<bool> = outcomes.iter().map(|one| one.as_ref().unwrap().is_replayed).collect();
        assert_eq!(replayed, [false, true, false]);
        assert_eq!(world.balance("ada").await.available, 87);
        let outcomes = world.batch(&[("v", "ada", 1), ("short", "ada", 500), ("done", "ada", 10)], Atomicity::AllOrNothing).await;
        assert_eq!(statuses(&outcomes), [424, 402, 200]);
        assert!(outcomes[1].as_ref().unwrap().is_replayed && outcomes[2].as_ref().unwrap().is_replayed);
        let outcomes = world.batch(&[("v", "ada", 1), ("done", "ada", 11)], Atomicity::AllOrNothing).await;
        assert_eq!((statuses(&outcomes), slug(&outcomes[1])), (vec![424, 422], "idempotency-key-reused"));
        let outcomes = world.batch(&[("v", "ada", 1), ("w", "cus_none", 11)], Atomicity::AllOrNothing).await;
        assert_eq!((statuses(&outcomes), slug(&outcomes[1])), (vec![424, 404], "not-found"));
        let outcomes = world.batch(&[("v", "ada", 1), ("w", "ada", 0)], Atomicity::AllOrNothing).await;
        assert_eq!((statuses(&outcomes), slug(&outcomes[1])), (vec![424, 422], "amount-out-of-range"));
        assert_eq!(world.balance("ada").await.available, 87);
        assert_eq!(status(&world.spend("v", "ada", 1).await), 200, "nothing was kept under the keys");
        assert_eq!(status(&world.spend("w", "ada", 1).await), 200);
        world.assert_sound(&world.findings().await);
    }
}

on_both_engines! {
    /// A batch of a thousand spends is one database transaction: a refusal of the last item aborts all.
    async fn thousand_spends_are_not_cut(world: TestLedger) {
        world.grant("g", "ada", 999, None).await.unwrap();
        let keys: Vec<String> = (0..1000).map(|index| format!("k{index}")).collect();
        let items: Vec<(&str, &str, i64)> = keys.iter().map(|key| (key.as_str(), "ada", 1)).collect();
        let outcomes = world.batch(&items, Atomicity::AllOrNothing).await;
        assert_eq!((status(&outcomes[999]), outcomes.iter().filter(|one| status(one) == 424).count()), (402, 999));
        assert_eq!(world.count("SELECT count(*) FROM txn").await, 1);
        world.grant("h", "ada", 1, None).await.unwrap();
        let done = world.batch(&items, Atomicity::AllOrNothing).await;
        assert!(done.iter().all(|one| status(one) == 200));
        assert_eq!(world.balance("ada").await.available, 0);
        world.assert_sound(&world.findings().await);
    }
}

on_both_engines! {
    async fn fifty_duplicates_of_a_batch_are_executed_once(world: TestLedger) {
        world.grant("g", "ada", 100, None).await.unwrap();
        let twins = (0..50).map(|_| {
            let world = world.clone();
            async move { world.batch(&[("a", "ada", 5), ("b", "ada", 7)], Atomicity::AllOrNothing).await }
        });
        let (mut bodies, mut fresh) = (BTreeSet::new(), 0);
        for shown in run_concurrently(twins).await {
            let done: Vec<_> = shown.iter().filter_map(|one| one.as_ref().ok()).collect();
            if done.len() == 2 {
                fresh += usize::from(!done[0].is_replayed);
                assert_eq!(done[0].is_replayed, done[1].is_replayed);
                bodies.insert(done.iter().map(|one| one.stored.body.clone()).collect::<Vec<_>>());
            } else {
                assert!(statuses(&shown).iter().all(|status| [409, 503].contains(status)), "{shown:?}");
            }
        }
        assert_eq!((fresh, bodies.len()), (1, 1));
        assert_eq!(world.balance("ada").await.available, 88);
        world.assert_sound(&world.findings().await);
    }
}

on_both_engines! {
    /// Of fifty batches of fifteen credits each, six succeed on a balance of a hundred, and none partially.
    async fn crowd_of_batches_never_overspends(world: TestLedger) {
        world.grant("g", "ada", 100, None).await.unwrap();
        let requests = (0..50).map(|index| {
            let world = world.clone();
            async move {
                let keys: Vec<String> = (0..3).map(|item| format!("b{index}-{item}")).collect();
                let items: Vec<(&str, &str, i64)> = keys.iter().map(|key| (key.as_str(), "ada", 5)).collect();
                let mut outcomes = world.batch(&items, Atomicity::AllOrNothing).await;
                // On a slow machine a request may time out while it waits; the test retries it.
                while outcomes.iter().any(|one| status(one) == 503) {
                    outcomes = world.batch(&items, Atomicity::AllOrNothing).await;
                }
                outcomes
            }
        });
        let mut done = 0;
        for outcomes in run_concurrently(requests).await {
            let good = statuses(&outcomes).iter().filter(|status| **status == 200).count();
            assert!([0, 3].contains(&good), "{outcomes:?}");
            done += good;
        }
        assert_eq!(done, 18);
        assert_eq!(world.balance("ada").await.available, 10);
        world.assert_sound(&world.findings().await);
    }
}

on_both_engines! {
    /// If one operation of an atomic batch must wait, none of the batch is executed.
    async fn batch_of_all_or_none_waits_as_one(world: TestLedger) {
        let mut pending_operations = Vec::new();
        for name in ["ada", "ben"] {
            world.grant(&format!("g-{name}"), name, 10, None).await.unwrap();
            let call = world.call("web_1", name, &json!({"spend": 1, "customer": name}));
            let request = operation_request(spending(name, Amount::new(1)));
            pending_operations.push(prepare(&world.app, call, request).await.unwrap());
        }
        let pending_operations: Vec<&PendingOperation> = pending_operations.iter().collect();
        let ben = world.customer_id("ben").await;
        for atomicity in [Atomicity::Independent, Atomicity::AllOrNothing] {
            let mut transaction = world.app.database.begin().await.unwrap();
            let mut db = transaction.connection();
            let known = [None, None];
            let mut batch = CommitBatch::load(&world.app, &mut db, &pending_operations, &known).await.unwrap();
            batch.atomicity = atomicity;
            // The setup simulates an earlier operation on the wallet that was deferred.
            let of_ben = batch.accounts.keys().find(|of| of.owner.id() == ben);
            batch.waiting.extend(of_ben.cloned());
            let went = batch.run_all(&mut db, &pending_operations, &known).await.unwrap();
            let is_right = match atomicity {
                Atomicity::Independent => matches!(&went, BatchOutcome::All(round) if matches!(&round[..], [Some(Ok(_)), None])),
                Atomicity::AllOrNothing => matches!(went, BatchOutcome::Waits),
            };
            assert!(is_right, "{atomicity:?}");
            transaction.rollback().await.unwrap();
        }
    }
}
