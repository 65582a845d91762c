//! Tests of verification runs: they queue, are rate-limited, and extend their leases.

use crate::credits::store::verifications::NewRun;
use std::time::Duration;

use foundation::id;

use super::test_ledger::{START, TestLedger, on_both_engines};
use crate::credits::store::verifications;
use crate::credits::verification::run::{run, start_verification, verification};
use crate::credits::verification::scope::VerificationScope;
use crate::problem::Problem;

async fn start_for_website(world: &TestLedger) -> Result<String, Problem> {
    let verification_outcome = verification(
        &world.app,
        &VerificationScope::Website(world.access("web_1")),
        None,
    )
    .await?;
    Ok(verification_outcome.run.id)
}

async fn start_for_all(world: &TestLedger) -> String {
    let verification_outcome = verification(&world.app, &VerificationScope::All, None)
        .await
        .unwrap();
    verification_outcome.run.id
}

const RUNNING: &str = "SELECT count(*) FROM verification WHERE ended_at IS NULL";

/// Waits until a statement returns a number.
async fn until(world: &TestLedger, statement: &'static str, number: i64) {
    let waiting = async {
        while world.count(statement).await != number {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    let waited = tokio::time::timeout(Duration::from_mins(1), waiting).await;
    waited.unwrap_or_else(|_| panic!("{statement} never gave {number}"));
}

on_both_engines! {
    // row: L18
    /// Repeated requests of a website get one run; the operator's requests are not limited (L18).
    async fn verification_result_is_reused_for_ten_minutes(world: TestLedger) {
        world.grant("g", "ada", 100, None).await.unwrap();
        let first = start_for_website(&world).await.unwrap();
        let operators = start_for_all(&world).await;
        world.clock.advance(Duration::from_mins(10).saturating_sub(Duration::from_micros(1)));
        assert_eq!(start_for_website(&world).await.unwrap(), first);
        assert_ne!(start_for_all(&world).await, operators);
        world.clock.advance(Duration::from_micros(1));
        let second = start_for_website(&world).await.unwrap();
        assert_ne!(second, first);
        // An aborted run has no findings, so the next one starts at once.
        world.sql("UPDATE verification SET findings = NULL").await;
        assert_ne!(start_for_website(&world).await.unwrap(), second);
        assert_eq!(world.count("SELECT count(*) FROM verification WHERE scope <> 'all'").await, 3);
    }
}

on_both_engines! {
    // row: L18
    /// Of many requested verifications one runs at a time, few wait, and readers are served (L18).
    async fn runs_alternate_and_the_queue_is_bounded(world: TestLedger) {
        for website in ["web_1", "web_2"] {
            world.spend_at(website, "s", "ada", 1).await.unwrap();
        }
        let turn = world.app.verification_queue.turn().await.unwrap();
        let books = ["SELECT MIN(id) FROM book", "SELECT MAX(id) FROM book"];
        for book in books {
            let book = world.count(book).await;
            start_verification(&world.app, Some(book)).await.unwrap();
        }
        start_verification(&world.app, None).await.unwrap();
        assert_eq!(world.count(RUNNING).await, 3);
        let mut tickets = Vec::new();
        while let Ok(ticket) = world.app.verification_queue.take_ticket() {
            tickets.push(ticket);
        }
        assert_eq!(tickets.len(), 30, "two of thirty-two are taken");
        let refused = start_for_website(&world).await.unwrap_err();
        assert_eq!(refused.kind().slug(), "unavailable");
        drop(tickets);
        assert_eq!(world.balance("ada").await.posted, 0);
        assert_eq!(world.count(RUNNING).await, 3, "they wait");
        drop(turn);
        until(&world, RUNNING, 0).await;
        let sound = "SELECT count(*) FROM verification WHERE findings = '[]'";
        assert_eq!(world.count(sound).await, 3);
    }
}

on_both_engines! {
    /// A run extends its lease while it waits or while one check takes long, so that no other run starts.
    async fn long_run_is_not_treated_as_lost(world: TestLedger) {
        world.grant("g", "ada", 100, None).await.unwrap();
        let turn = world.app.verification_queue.turn().await.unwrap();
        let run_id = id::new("ver", &world.app.clock, &world.app.random).unwrap();
        let now = world.clock.now();
        let mut transaction = world.app.database.begin().await.unwrap();
        let mut db = transaction.connection();
        let inserted = verifications::insert(
            &mut db,
            NewRun {
                id: &run_id,
                book_id: None,
                now,
                until: now.plus(Duration::from_mins(5)),
            },
            now,
        );
        assert_eq!(inserted.await.unwrap(), Some(run_id.clone()));
        transaction.commit().await.unwrap();
        let running = {
            let (world, run_id) = (world.clone(), run_id.clone());
            async move { run(&world.app, &run_id, None, Duration::from_millis(1)).await }
        };
        world.app.background.start("a run", running);
        for _minutes in 0..5 {
            world.clock.advance(Duration::from_mins(4));
            let ahead = format!("SELECT count(*) FROM verification WHERE held_until > {}", world.after(240).micros());
            until(&world, Box::leak(ahead.into_boxed_str()), 1).await;
            assert_eq!(start_verification(&world.app, None).await.unwrap(), run_id);
        }
        drop(turn);
        until(&world, RUNNING, 0).await;
        let verification_outcome = verification(&world.app, &VerificationScope::All, Some(&run_id)).await.unwrap();
        assert_eq!(verification_outcome.run.findings, Some(vec![]));
    }
}

on_both_engines! {
    /// Two servers' clocks differ, so near the sweep's limit a later event may be deleted before an earlier one. That is no
    /// damage, but a gap beyond the limit is.
    async fn sweep_in_another_order_freezes_no_account(world: TestLedger) {
        let second = Duration::from_secs(1);
        for n in 0..3_i64 {
            world.grant(&format!("g{n}"), "ada", 5, None).await.unwrap();
            world.clock.advance(second);
        }
        // The other server is two seconds behind: the fourth event has the time of the second.
        world.clock.set(world.clock.now().minus(second * 2));
        world.grant("g3", "ada", 5, None).await.unwrap();
        world.clock.advance(second * 9000);
        for n in 4..8_i64 {
            world.grant(&format!("g{n}"), "ada", 5, None).await.unwrap();
        }
        let border = START.plus(second);
        let swept = format!("UPDATE outbox_swept SET before = {}", border.micros());
        world.try_sql(Box::leak(swept.into_boxed_str())).await.unwrap();
        let delete_events = format!("DELETE FROM outbox WHERE created_at <= {}", border.micros());
        assert_eq!(world.try_sql(Box::leak(delete_events.into_boxed_str())).await.unwrap(), 3);
        assert_eq!(world.count("SELECT MIN(n) FROM outbox").await, 3);
        assert_eq!(world.count("SELECT count(*) FROM outbox WHERE n = 4").await, 0);
        world.assert_sound(&world.findings().await);
        // The control: gaps among younger events, at the end, and without any sweep.
        for damage in ["n = 6", "n = 8"] {
            let statement = format!("UPDATE outbox SET account_id = -account_id WHERE {damage}");
            world.try_sql(Box::leak(statement.into_boxed_str())).await.unwrap();
            let found = world.findings().await;
            assert!(found.iter().any(|one| one.what.contains("events are not as many")), "{damage}: {found:?}");
            world.sql("UPDATE outbox SET account_id = -account_id WHERE account_id < 0").await;
        }
        world.sql("UPDATE outbox_swept SET before = 0").await;
        assert_eq!(world.findings().await.len(), 2, "and its grants have no event");
    }
}
