//! Tests of operation queues under load: full queues, failing operations and panics affect no other caller.

use std::time::Duration;

use foundation::Database;
use serde_json::json;
use tokio::sync::oneshot;
use tokio::task::JoinSet;

use super::batches::taking;
use super::test_ledger::{TestLedger, on_both_engines, slug, spending, status};
use crate::credits::commands::spend::spend;
use crate::credits::execution::batcher::serve;
use crate::credits::execution::queue::{
    AtomicBatch, JoinOutcome, MAX_WAITING, NextBatch, OperationQueue, QueueEntry, QueuedOperation,
};
use crate::credits::execution::request::{CallContext, OperationOutcome, OperationResponse};
use crate::credits::execution::results::Atomicity;
use crate::credits::ledger::amount::Amount;
use crate::problem::{Problem, ProblemInstance};

/// Maximum number of operations per transaction in these tests.
const MAX_CONCURRENT: usize = 256;

/// Blocks all queues, so that operations wait.
pub(super) async fn hold_up(world: &TestLedger) {
    for queue in world.app.ledger.batcher.queues() {
        // A running worker sends its last result before it leaves the queue.
        while !queue.hold_up() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }
}

/// Waits until a number of operations is queued.
pub(super) async fn until_waiting(world: &TestLedger, operations: usize) {
    let queues = world.app.ledger.batcher.queues();
    while queues.iter().map(|queue| queue.operations()).sum::<usize>() < operations {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

/// Executes all queued operations.
pub(super) async fn run_queues(world: &TestLedger) {
    for queue in world.app.ledger.batcher.queues() {
        serve(&world.app, queue).await;
    }
}

/// Starts concurrent spends of one customer, one per amount, with the amount as key.
pub(super) fn spends(
    world: &TestLedger,
    amounts: impl Iterator<Item = i64>,
) -> JoinSet<(i64, Result<OperationResponse, Problem>)> {
    let mut running = JoinSet::new();
    for amount in amounts {
        let world = world.clone();
        running.spawn(async move {
            (
                amount,
                world.spend(&format!("s{amount}"), "ada", amount).await,
            )
        });
    }
    running
}

on_both_engines! {
    /// A request to a full queue gets 503, and all queued operations are executed.
    async fn full_lane_is_busy(world: TestLedger) {
        world.grant("g", "ada", 1_000_000, None).await.unwrap();
        hold_up(&world).await;
        let most = i64::try_from(MAX_WAITING).unwrap();
        let mut running = JoinSet::new();
        for index in 0..most {
            let world = world.clone();
            running.spawn(async move { world.spend(&format!("s{index}"), "ada", 1).await });
        }
        until_waiting(&world, MAX_WAITING).await;
        let one = [("more", "ada", 1)];
        let full = [
            world.spend("more", "ada", 1).await,
            world.batch(&one, Atomicity::Independent).await.remove(0),
            world.batch(&one, Atomicity::AllOrNothing).await.remove(0),
        ];
        for full in &full {
            assert_eq!((status(full), slug(full)), (503, "account-busy"));
            let instance = ProblemInstance {
                issuer: String::new(), resource_metadata: None, instance: String::new(), request_id: String::new(), is_bound: false,
            };
            let response = full.as_ref().unwrap_err().response(&instance);
            assert_eq!(response.headers().get("retry-after").unwrap(), "1");
        }
        run_queues(&world).await;
        for outcome in running.join_all().await {
            assert_eq!(status(&outcome), 200, "{outcome:?}");
        }
        let later = world.spend("more", "ada", 1).await.unwrap();
        assert_eq!((later.stored.status, later.is_replayed), (200, false), "the key is free");
        assert_eq!(world.balance("ada").await.available, 1_000_000 - most - 1);
        world.assert_sound(&world.findings().await);
    }
}

on_both_engines! {
    /// A batch counts as many operations as it has items; a batch that exceeds the free capacity is refused.
    async fn batch_counts_each_item_in_the_queue(world: TestLedger) {
        let queue = OperationQueue::new(MAX_CONCURRENT);
        for batch in 0..8 {
            let (reply, _receiver) = oneshot::channel();
            let many = taking(&world, (0..1000).map(|index| (format!("{batch}-{index}"), 1))).await;
            let joined = queue.join(QueueEntry::Atomic(AtomicBatch { pending_operations: many, reply }));
            assert_eq!(joined, if batch == 0 { JoinOutcome::Serves } else { JoinOutcome::Waits });
        }
        let (reply, _receiver) = oneshot::channel();
        let many = taking(&world, (0..193).map(|index| (format!("o{index}"), 1))).await;
        assert_eq!(queue.join(QueueEntry::Atomic(AtomicBatch { pending_operations: many, reply })), JoinOutcome::Full);
        let (reply, _receiver) = oneshot::channel();
        let many = taking(&world, (0..192).map(|index| (format!("o{index}"), 1))).await;
        assert_eq!(queue.join(QueueEntry::Atomic(AtomicBatch { pending_operations: many, reply })), JoinOutcome::Waits, "the control");
        assert_eq!(queue.operations(), MAX_WAITING);
    }
}

on_both_engines! {
    /// Batches follow the order of arrival. An atomic batch has a transaction of its own, and is never split.
    async fn batches_follow_the_order_of_arrival(world: TestLedger) {
        let queue = OperationQueue::new(MAX_CONCURRENT);
        let one = async |queue: &OperationQueue, name: String| {
            let pending = taking(&world, std::iter::once((name, 1))).await.remove(0);
            let (reply, _receiver) = oneshot::channel();
            queue.join(QueueEntry::One(QueuedOperation { pending, reply }))
        };
        for index in 0..3 {
            let joined = one(&queue, format!("a{index}")).await;
            assert_eq!(joined, if index == 0 { JoinOutcome::Serves } else { JoinOutcome::Waits });
        }
        let many = taking(&world, (0..1000).map(|index| (format!("m{index}"), 1))).await;
        let (reply, _receiver) = oneshot::channel();
        queue.join(QueueEntry::Atomic(AtomicBatch { pending_operations: many, reply }));
        for index in 0..=MAX_CONCURRENT {
            assert_eq!(one(&queue, format!("b{index}")).await, JoinOutcome::Waits);
        }
        let mut turns = Vec::new();
        while let Some(batch) = queue.next() {
            turns.push(match batch {
                NextBatch::Independent(queued) => ("wave", queued.len()),
                NextBatch::Atomic(together) => ("together", together.pending_operations.len()),
            });
        }
        assert_eq!(turns, [("wave", 3), ("together", 1000), ("wave", MAX_CONCURRENT), ("wave", 1)]);
        assert_eq!(one(&queue, "again".to_owned()).await, JoinOutcome::Serves, "the lane was left");
    }
}

/// Makes the database fail each spend of thirteen credits.
async fn poison(world: &TestLedger) {
    match &world.app.database {
        Database::Sqlite { .. } => {
            world
                .sql(
                    "CREATE TRIGGER poisoned BEFORE INSERT ON txn WHEN NEW.amount = -13 \
                     BEGIN SELECT RAISE(ABORT, 'planted'); END",
                )
                .await;
        }
        Database::Postgres { .. } => {
            world
                .sql(
                    "CREATE FUNCTION poisoned() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
                     IF NEW.amount = -13 THEN RAISE EXCEPTION 'planted'; END IF; RETURN NEW; END $$",
                )
                .await;
            world
                .sql("CREATE TRIGGER poisoned BEFORE INSERT ON txn FOR EACH ROW EXECUTE FUNCTION poisoned()")
                .await;
        }
    }
}

async fn cure(world: &TestLedger) {
    let drop = match &world.app.database {
        Database::Sqlite { .. } => "DROP TRIGGER poisoned",
        Database::Postgres { .. } => "DROP TRIGGER poisoned ON txn",
    };
    world.sql(drop).await;
}

on_both_engines! {
    /// One of forty operations breaks the commit batch. The batch is split until that operation is alone; others succeed.
    async fn failing_commit_batch_is_split_until_the_failing_operation_is_alone(world: TestLedger) {
        world.grant("g", "ada", 1000, None).await.unwrap();
        poison(&world).await;
        hold_up(&world).await;
        let running = spends(&world, 1..=40);
        until_waiting(&world, 40).await;
        run_queues(&world).await;
        for (amount, outcome) in running.join_all().await {
            assert_eq!(status(&outcome), if amount == 13 { 500 } else { 200 }, "{amount}: {outcome:?}");
        }
        let all: i64 = (1..=40).sum();
        assert_eq!(world.balance("ada").await.available, 1000 - all + 13);
        assert_eq!(world.count("SELECT count(*) FROM api_operation").await, 40);
        world.assert_sound(&world.findings().await);
        cure(&world).await;
        assert_eq!(status(&world.spend("s13", "ada", 13).await), 200, "nothing was kept under its key");
        world.assert_sound(&world.findings().await);
    }
}

on_both_engines! {
    /// An atomic batch fails as a whole, and affects no other operation.
    async fn failing_batch_fails_no_others(world: TestLedger) {
        world.grant("g", "ada", 1000, None).await.unwrap();
        poison(&world).await;
        hold_up(&world).await;
        let running = spends(&world, 20..=30);
        until_waiting(&world, 11).await;
        let mut together = JoinSet::new();
        let other = world.clone();
        together.spawn(async move {
            other.batch(&[("a", "ada", 1), ("b", "ada", 13), ("c", "ada", 2)], Atomicity::AllOrNothing).await
        });
        until_waiting(&world, 14).await;
        let after = spends(&world, 40..=45);
        until_waiting(&world, 20).await;
        run_queues(&world).await;
        for (_amount, outcome) in running.join_all().await.into_iter().chain(after.join_all().await) {
            assert_eq!(status(&outcome), 200, "{outcome:?}");
        }
        for outcome in together.join_all().await.remove(0) {
            assert_eq!(status(&outcome), 500, "{outcome:?}");
        }
        let all: i64 = (20..=30).chain(40..=45).sum();
        assert_eq!(world.balance("ada").await.available, 1000 - all);
        world.assert_sound(&world.findings().await);
    }
}

fn panics(_done: &OperationOutcome) -> Option<String> {
    panic!("planted")
}

on_both_engines! {
    /// A panic in one operation ends that operation only.
    async fn panic_ends_one_operation_alone(world: TestLedger) {
        world.grant("g", "ada", 1000, None).await.unwrap();
        hold_up(&world).await;
        let running = spends(&world, 1..=20);
        let mut breaks = JoinSet::new();
        let other = world.clone();
        breaks.spawn(async move {
            let call = other.call("web_1", "s100", &json!({"spend": 100, "customer": "ada"}));
            let call = CallContext { render: panics, ..call };
            spend(&other.app, call, spending("ada", Amount::new(100))).await
        });
        until_waiting(&world, 21).await;
        run_queues(&world).await;
        for (amount, outcome) in running.join_all().await {
            assert_eq!(status(&outcome), 200, "{amount}: {outcome:?}");
        }
        assert_eq!(status(&breaks.join_all().await[0]), 500);
        assert_eq!(world.balance("ada").await.available, 1000 - 210);
        let again = world.spend("s100", "ada", 100).await.unwrap();
        assert_eq!((again.stored.status, again.is_replayed), (200, false), "nothing was kept under its key");
        world.assert_sound(&world.findings().await);
    }
}
