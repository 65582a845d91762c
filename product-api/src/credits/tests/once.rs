//! Tests of idempotency keys: retries, duplicates, concurrent requests, and clients that disconnect.

use std::collections::{BTreeMap, BTreeSet};
use std::future::Future;
use std::pin::{Pin, pin};
use std::task::{Context, Poll};
use std::time::Duration;

use super::test_ledger::{START, TestLedger, body, on_both_engines, slug, status};

on_both_engines! {
    async fn repeat_gets_the_same_bytes(world: TestLedger) {
        let granted = world.grant("g", "ada", 100, None).await.unwrap();
        assert_eq!((granted.stored.status, granted.is_replayed), (200, false));
        let first = world.spend("s", "ada", 5).await.unwrap();
        let again = world.spend("s", "ada", 5).await.unwrap();
        assert_eq!((first.is_replayed, again.is_replayed), (false, true));
        assert_eq!(first.stored, again.stored);
        assert_eq!(body(&Ok(first))["available"], 95);
        assert_eq!(world.balance("ada").await.available, 95);
        assert_eq!(world.count("SELECT credits FROM customers").await, 95);
        world.assert_sound(&world.findings().await);
    }
}

on_both_engines! {
    // row: L5
    async fn key_is_unique_per_tenant(world: TestLedger) {
        world.grant("g", "ada", 100, None).await.unwrap();
        world.spend("s", "ada", 5).await.unwrap();
        let other_body = world.spend("s", "ada", 6).await;
        assert_eq!((status(&other_body), slug(&other_body)), (422, "idempotency-key-reused"));
        let other_call = world.spend("g", "ada", 100).await;
        assert_eq!(slug(&other_call), "idempotency-key-reused");
        // Another website and the other mode are other tenants: the key is free there, and the customer has no credits.
        assert_eq!(status(&world.spend_at("web_2", "s", "ada", 5).await), 402);
        let mut play = world.clone();
        play.mode = crate::caller::Mode::Test;
        assert_eq!(status(&play.spend("s", "ada", 5).await), 402);
        assert_eq!(world.balance("ada").await.available, 95);
        world.assert_sound(&world.findings().await);
    }
}

on_both_engines! {
    async fn refusal_is_final_for_its_key(world: TestLedger) {
        world.grant("g", "ada", 10, None).await.unwrap();
        let short = world.spend("s", "ada", 25).await;
        let document = body(&short);
        assert_eq!(status(&short), 402);
        assert_eq!((&document["required"], &document["available"], &document["shortfall"]), (&25.into(), &10.into(), &15.into()));
        let detail = document["detail"].as_str().unwrap();
        assert!(detail.contains("new Idempotency-Key") && detail.contains("https://one.example"), "{detail}");
        assert_eq!(world.count("SELECT count(*) FROM txn").await, 1);
        assert_eq!(world.count("SELECT count(*) FROM api_operation WHERE status = 402").await, 1);
        world.grant("more", "ada", 100, None).await.unwrap();
        let again = world.spend("s", "ada", 25).await.unwrap();
        assert!(again.is_replayed);
        assert_eq!(again.stored, short.unwrap().stored);
        assert_eq!(status(&world.spend("fresh", "ada", 25).await), 200);
        for (key, customer, amount, expected) in [("a", "ada", 0, 422), ("b", "cus_none", 5, 404)] {
            let first = world.spend(key, customer, amount).await.unwrap();
            let again = world.spend(key, customer, amount).await.unwrap();
            assert_eq!((first.stored.status, again.is_replayed), (expected, true));
            assert_eq!(first.stored, again.stored);
        }
        world.assert_sound(&world.findings().await);
    }
}

on_both_engines! {
    async fn unstored_outcome_keeps_the_key_unused(world: TestLedger) {
        let past = world.grant("g", "ada", 10, Some(world.clock.now())).await;
        assert_eq!(status(&past), 400);
        world.grant("g0", "ada", 10, None).await.unwrap();
        world.sql("UPDATE customers SET user_id = 'usr_2'").await;
        world.sql("UPDATE users SET is_active = FALSE WHERE id = 'usr_2'").await;
        let off = world.spend("s", "ada", 5).await;
        assert_eq!((status(&off), slug(&off)), (403, "holder-inactive"));
        assert_eq!(slug(&world.grant("g", "ada", 5, None).await), "holder-inactive");
        assert_eq!(world.count("SELECT count(*) FROM api_operation").await, 1);
        world.sql("UPDATE users SET is_active = TRUE").await;
        assert_eq!(status(&world.spend("s", "ada", 5).await), 200);
        world.assert_sound(&world.findings().await);
    }
}

on_both_engines! {
    async fn pruned_key_is_never_executed_again(world: TestLedger) {
        world.grant("g", "ada", 100, None).await.unwrap();
        world.spend("s", "ada", 5).await.unwrap();
        world.spend("refused", "ada", 500).await.unwrap();
        world.clock.advance(Duration::from_hours(8 * 24));
        assert_eq!(crate::idempotency::prune(&world.app).await.unwrap(), 3);
        for (key, amount) in [("s", 5), ("refused", 500)] {
            let late = world.spend(key, "ada", amount).await;
            assert_eq!((status(&late), slug(&late)), (409, "operation-already-executed"));
        }
        assert_eq!(world.balance("ada").await.available, 95);
        // Ninety days after a refusal the key is free; a key of a transaction never is.
        let day = 24 * 3600;
        for (at, forgotten, refused) in [(90 * day - 1, 0, 409), (90 * day, 1, 402)] {
            world.clock.set(START.plus(Duration::from_secs(at)));
            assert_eq!(crate::idempotency::prune(&world.app).await.unwrap(), forgotten, "{at}");
            assert_eq!(status(&world.spend("refused", "ada", 500).await), refused, "{at}");
            assert_eq!(status(&world.spend("s", "ada", 5).await), 409, "{at}");
        }
        world.assert_sound(&world.findings().await);
    }
}

on_both_engines! {
    /// 64 spends of 5 run concurrently on a balance of 100; half of them are duplicates.
    async fn concurrent_spends_never_overdraw(world: TestLedger) {
        world.grant("g", "ada", 100, None).await.unwrap();
        let requests = (0..64).map(|index| {
            let world = world.clone();
            async move {
                let key = format!("s{}", index % 32);
                (key.clone(), world.spend(&key, "ada", 5).await)
            }
        });
        let mut responses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        let mut fresh_successes = 0;
        for (key, outcome) in run_concurrently(requests).await {
            match outcome {
                Ok(response) => {
                    fresh_successes += u32::from(response.stored.status == 200 && !response.is_replayed);
                    assert!([200, 402].contains(&response.stored.status));
                    responses.entry(key).or_default().insert(response.stored.body);
                }
                Err(problem) => assert!([409, 503].contains(&problem.kind().status()), "{problem}"),
            }
        }
        assert!(fresh_successes <= 20);
        assert!(responses.values().all(|bodies| bodies.len() == 1), "{responses:?}");
        let spent = world.count("SELECT count(*) FROM txn WHERE kind = 'spend'").await;
        assert_eq!(world.balance("ada").await.available, 100 - 5 * spent);
        let sum = world.count("SELECT CAST(SUM(amount) AS BIGINT) FROM entry WHERE seq IS NOT NULL").await;
        assert_eq!(sum, 100 - 5 * spent);
        // Requests without a result are retried; in the end exactly twenty succeeded.
        let mut successes = 0;
        for index in 0..32 {
            let outcome = world.spend(&format!("s{index}"), "ada", 5).await;
            successes += i32::from(status(&outcome) == 200);
        }
        assert_eq!(successes, 20);
        assert_eq!(world.balance("ada").await.available, 0);
        world.assert_sound(&world.findings().await);
    }
}

on_both_engines! {
    // row: L4
    async fn fifty_duplicates_are_executed_once(world: TestLedger) {
        world.grant("g", "ada", 100, None).await.unwrap();
        let twins = (0..50).map(|_| {
            let world = world.clone();
            async move { world.spend("s", "ada", 5).await }
        });
        let mut bodies = BTreeSet::new();
        let mut fresh = 0;
        for outcome in run_concurrently(twins).await {
            match outcome {
                Ok(response) => {
                    fresh += i32::from(!response.is_replayed);
                    bodies.insert(response.stored.body);
                }
                Err(problem) => assert!([409, 503].contains(&problem.kind().status()), "{problem}"),
            }
        }
        assert_eq!((fresh, bodies.len()), (1, 1));
        assert_eq!(world.count("SELECT count(*) FROM entry").await, 4);
        assert_eq!(world.balance("ada").await.available, 95);
        world.assert_sound(&world.findings().await);
    }
}

on_both_engines! {
    /// Many concurrent requests create one customer and one wallet.
    async fn concurrent_first_contacts_create_one_customer_and_wallet(world: TestLedger) {
        let requests = (0..20).map(|index| {
            let world = world.clone();
            async move {
                let key = format!("g{index}");
                let mut outcome = world.grant(&key, "ada", 10, None).await;
                // On a slow machine a request may time out while it waits; the test retries it.
                while [409, 503].contains(&status(&outcome)) {
                    outcome = world.grant(&key, "ada", 10, None).await;
                }
                outcome
            }
        });
        for outcome in run_concurrently(requests).await {
            assert_eq!(status(&outcome), 200, "{outcome:?}");
        }
        assert_eq!(world.count("SELECT count(*) FROM customers").await, 1);
        assert_eq!(world.count("SELECT count(*) FROM account WHERE kind = 'wallet'").await, 1);
        assert_eq!(world.count("SELECT count(*) FROM book").await, 1);
        assert_eq!(world.balance("ada").await.available, 200);
        world.assert_sound(&world.findings().await);
    }
}

on_both_engines! {
    // row: L6
    /// The client disconnects at every possible point of the request, and retries with the same key (L6). The operation
    /// continues, and is executed once.
    async fn disconnected_caller_finds_a_complete_operation_or_none(world: TestLedger) {
        world.grant("g", "ada", 1000, None).await.unwrap();
        let mut finished_first_time = 0;
        for polls in 0..60 {
            let key = format!("s{polls}");
            let left = at_most(polls, world.spend(&key, "ada", 5)).await;
            finished_first_time += i32::from(left.is_some());
            let retried = world.spend(&key, "ada", 5).await.unwrap();
            assert_eq!(retried.stored.status, 200);
            let spends = world.count("SELECT count(*) FROM txn WHERE kind = 'spend'").await;
            assert_eq!(spends, i64::try_from(polls).unwrap() + 1);
            if let Some(first) = left {
                assert_eq!(first.unwrap().stored, retried.stored);
            }
        }
        assert!(finished_first_time < 60, "no call was ever left");
        assert_eq!(world.balance("ada").await.available, 1000 - 60 * 5);
        world.assert_sound(&world.findings().await);
    }
}

/// Runs all futures concurrently and waits for all.
pub(super) async fn run_concurrently<T: Send + 'static>(
    work: impl Iterator<Item = impl Future<Output = T> + Send + 'static>,
) -> Vec<T> {
    let mut running = tokio::task::JoinSet::new();
    for one in work {
        running.spawn(one);
    }
    running.join_all().await
}

/// Polls a future at most a number of times, and then drops it.
async fn at_most<T>(polls: usize, future: impl Future<Output = T>) -> Option<T> {
    struct ImpatientCaller<'a, F> {
        left: usize,
        future: Pin<&'a mut F>,
    }
    impl<F: Future> Future for ImpatientCaller<'_, F> {
        type Output = Option<F::Output>;

        fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
            if self.left == 0 {
                return Poll::Ready(None);
            }
            self.left -= 1;
            self.future.as_mut().poll(cx).map(Some)
        }
    }
    ImpatientCaller {
        left: polls,
        future: pin!(future),
    }
    .await
}
