//! Tests of verification runs: their findings, frozen accounts, concurrent operations, and mutual exclusion (L12, L18).

use std::sync::Arc;
use std::time::Duration;

use foundation::Random;
use futures_util::future::join_all;

use super::test_ledger::{TestLedger, body, on_both_engines, slug, status};
use crate::app::App;
use crate::credits::ledger::amount::LARGEST;
use crate::credits::ledger::hold::OnExpiry;
use crate::credits::verification::freeze::unfreeze;
use crate::credits::verification::guard::LedgerOperator;
use crate::credits::verification::run::{
    Verification, start_verification, verification, verify_again,
};
use crate::credits::verification::scope::VerificationScope;

async fn verified(world: &TestLedger) -> Verification {
    verification(&world.app, &VerificationScope::All, None)
        .await
        .unwrap()
}

on_both_engines! {
    /// The sum of all granted credits exceeds the database's integers, so no check computes it.
    async fn grants_beyond_any_number_stop_no_verification(world: TestLedger) {
        let numbers: Vec<_> = (0..1025).collect();
        // The number of concurrent grants is limited, so that none times out while it waits, even on a slow machine.
        for some in numbers.chunks(64) {
            let grants = some.iter().map(|n| {
                let (key, name) = (format!("g{n}"), format!("customer {n}"));
                let world = &world;
                async move { status(&world.grant(&key, &name, LARGEST, None).await) }
            });
            assert!(join_all(grants).await.iter().all(|status| *status == 200));
        }
        let run = verified(&world).await.run;
        assert_eq!(run.findings, Some(vec![]));
        world.sql("UPDATE account SET posted = posted - 1 WHERE kind = 'wallet' AND id = (SELECT MIN(id) FROM account WHERE kind = 'wallet')").await;
        let findings = verified(&world).await.run.findings.unwrap();
        assert!(!findings.is_empty(), "the control");
    }
}

on_both_engines! {
    // row: L12
    /// Only the account with the finding is refused, with its own problem, until the operator unfreezes it. Its keys remain
    /// usable.
    async fn account_with_a_finding_is_frozen_until_it_is_freed(world: TestLedger) {
        for (key, name) in [("g", "ada"), ("h", "bob")] {
            world.grant(key, name, 100, Some(world.after(3600))).await.unwrap();
        }
        let sound = verified(&world).await;
        assert_eq!((sound.run.findings, sound.frozen), (Some(vec![]), vec![]));
        world.sql("UPDATE customers SET credits = 71 WHERE external_id = 'ada'").await;
        let damaged = verified(&world).await;
        let findings = damaged.run.findings.unwrap();
        assert_eq!(findings.len(), 1, "{findings:?}");
        assert_eq!((findings[0].invariant, findings[0].count), (11, 1));
        let ada = world.customer_id("ada").await;
        assert_eq!(findings[0].rows, std::slice::from_ref(&ada));
        assert_eq!(damaged.frozen.len(), 1);
        assert_eq!((damaged.frozen[0].id, &damaged.frozen[0].owner_id), (findings[0].wallets[0], &ada));

        assert_eq!(slug(&world.spend("s", "ada", 5).await), "account-frozen");
        assert_eq!(slug(&world.grant("t", "ada", 5, None).await), "account-frozen");
        assert_eq!(status(&world.spend("u", "bob", 5).await), 200, "somebody else's");
        // Due expiries wait, too.
        world.clock.advance(Duration::from_hours(2));
        assert_eq!(crate::credits::settle_due(&world.app).await.unwrap(), 1);
        assert_eq!(world.count("SELECT count(*) FROM txn WHERE kind = 'expiry'").await, 1);

        world.sql("UPDATE customers SET credits = 100 WHERE external_id = 'ada'").await;
        let mended = verified(&world).await;
        assert_eq!((mended.run.findings, mended.frozen.len()), (Some(vec![]), 1), "it stays frozen");
        let account = damaged.frozen[0].id.to_string();
        let operator = LedgerOperator { actor: "usr_op".to_owned(), session: None };
        for _again in 0..2 {
            unfreeze(&world.app, &operator, &account).await.unwrap();
        }
        for absent in ["", "1", "x"] {
            let refused = unfreeze(&world.app, &operator, absent).await.unwrap_err();
            assert_eq!(refused.kind().slug(), "not-found");
        }
        assert_eq!(verified(&world).await.frozen, []);
        assert_eq!(status(&world.spend("s", "ada", 5).await), 402, "it expired, and the key was not used up");
        assert_eq!(status(&world.grant("t", "ada", 5, None).await), 200);
        let audit_log = "SELECT count(*) FROM audit WHERE action IN ('wallet.frozen', 'wallet.freed') AND website_id = 'web_1'";
        assert_eq!(world.count(audit_log).await, 2);
    }
}

on_both_engines! {
    // row: L12
    /// An account with contradictory lots is refused with its own problem, without loading it.
    async fn rows_that_cannot_be_read_are_refused_in_words(world: TestLedger) {
        world.grant("g", "ada", 100, None).await.unwrap();
        world.sql("UPDATE lot SET remaining = 99").await;
        assert_eq!(status(&world.spend("s", "ada", 5).await), 500);
        let damaged = verified(&world).await;
        assert_eq!(damaged.frozen.len(), 1);
        assert_eq!(slug(&world.spend("s", "ada", 5).await), "account-frozen");
        let responses = join_all((0..50).map(|n| {
            let world = world.clone();
            async move { world.spend(&format!("s{n}"), "ada", 1).await }
        }));
        assert!(responses.await.iter().all(|response| slug(response) == "account-frozen"));
        assert_eq!(status(&world.grant("x", "bob", 5, None).await), 200);
    }
}

const WHILE: (Duration, OnExpiry) = (Duration::from_hours(1), OnExpiry::Release);

on_both_engines! {
    // row: L12
    /// A hold pins another lot than the one with the held credits: no operation panics, and the sweep continues.
    async fn pin_on_another_lot_is_refused_in_words_and_stops_no_sweep(world: TestLedger) {
        for (key, name) in [("g", "ada"), ("h", "ada"), ("i", "bob")] {
            world.grant(key, name, 50, None).await.unwrap();
        }
        assert_eq!(status(&world.hold("a", "ada", 30, WHILE).await), 200);
        assert_eq!(status(&world.hold("b", "bob", 30, WHILE).await), 200);
        let other = "UPDATE hold_lot SET lot_id = (SELECT MAX(l.id) FROM lot l JOIN lot pinned ON pinned.id = hold_lot.lot_id \
            AND pinned.account_id = l.account_id) WHERE hold_id = (SELECT MIN(id) FROM hold)";
        assert_eq!(world.sql(other).await, 1);
        assert_eq!(status(&world.spend("s", "ada", 5).await), 500);
        assert_eq!(status(&world.spend("t", "bob", 5).await), 200, "somebody else's");
        world.clock.advance(Duration::from_hours(24));
        crate::sweep::once(&world.app).await.unwrap();
        assert_eq!(world.count("SELECT count(*) FROM hold WHERE state = 'expired'").await, 1, "bob's");
        assert_eq!(verified(&world).await.frozen.len(), 1);
        assert_eq!(slug(&world.spend("s", "ada", 5).await), "account-frozen");
    }
}

on_both_engines! {
    // row: L18
    /// Each check sees one commit, so that eight concurrent tasks that move credits cause no finding.
    async fn verification_during_spends_has_no_findings(world: TestLedger) {
        for n in 0..4 {
            let name = format!("c{n}");
            world.grant(&format!("g{n}"), &name, 10_000, None).await.unwrap();
        }
        let spending = (0..8).map(|task| {
            let world = world.clone();
            async move {
                for n in 0..40 {
                    let (key, name) = (format!("s{task}.{n}"), format!("c{}", (task + n) % 4));
                    let outcome = if n % 8 == 7 {
                        world.grant(&key, &name, 3, None).await
                    } else {
                        world.spend(&key, &name, 1 + n % 3).await
                    };
                    assert_eq!(status(&outcome), 200, "{outcome:?}");
                }
            }
        });
        let looking = async {
            let mut looked = 0;
            while looked < 6 {
                let found = verified(&world).await;
                assert_eq!(found.run.findings, Some(vec![]));
                looked += 1;
            }
        };
        tokio::join!(join_all(spending), looking);
        assert_eq!(verified(&world).await.run.findings, Some(vec![]));
        // The control: the same checks find real damage.
        world.sql("UPDATE customers SET credits = credits + 1 WHERE external_id = 'c1'").await;
        assert_eq!(verified(&world).await.run.findings.unwrap().len(), 1);
    }
}

on_both_engines! {
    async fn one_verification_per_book_runs_at_a_time(world: TestLedger) {
        world.grant("g", "ada", 100, None).await.unwrap();
        let until = world.after(900).micros();
        let insert = format!("INSERT INTO verification (id, scope, begun_at, held_until) VALUES ('ver_1', 'all', 0, {until})");
        world.try_sql(Box::leak(insert.into_boxed_str())).await.unwrap();
        let started = join_all((0..50).map(|_| start_verification(&world.app, None))).await;
        assert!(started.into_iter().all(|run| run.unwrap() == "ver_1"));
        let book = world.count("SELECT MIN(id) FROM book").await;
        assert_ne!(start_verification(&world.app, Some(book)).await.unwrap(), "ver_1", "other books");
        // The server of the run has crashed, so the next run ends it.
        world.clock.advance(Duration::from_mins(15));
        let next = verified(&world).await;
        assert_ne!(next.run.id, "ver_1");
        let lost = verification(&world.app, &VerificationScope::All, Some("ver_1")).await.unwrap_err();
        assert_eq!(lost.kind().slug(), "unavailable");
        let again = verification(&world.app, &VerificationScope::All, Some(&next.run.id)).await.unwrap();
        assert_eq!(again.run, next.run);
        let elsewhere = verification(&world.app, &VerificationScope::Website(world.access("web_1")), Some(&next.run.id)).await;
        assert_eq!(elsewhere.unwrap_err().kind().slug(), "not-found");
    }
}

on_both_engines! {
    async fn books_are_verified_daily(world: TestLedger) {
        world.grant("g", "ada", 100, None).await.unwrap();
        assert!(!verify_again(&world.app).await.unwrap(), "switched off");
        let mut config = world.app.config.clone();
        config.ledger.verify_hours = 24;
        let daily = App::open(config, world.clock.clone(), Random::system()).await.unwrap();
        world.sql("UPDATE customers SET credits = 71").await;
        let runs = "SELECT count(*) FROM verification WHERE scope = 'all'";
        let started = join_all((0..10).map(|_| verify_again(&daily))).await;
        assert!(started.into_iter().any(Result::unwrap));
        ended(&daily).await;
        assert_eq!(world.count(runs).await, 1);
        assert!(!verify_again(&daily).await.unwrap());
        assert_eq!(slug(&world.spend("s", "ada", 5).await), "account-frozen");
        world.clock.advance(Duration::from_hours(24));
        assert!(verify_again(&daily).await.unwrap());
        ended(&daily).await;
        assert_eq!(world.count(runs).await, 2);
        let outcome = world.grant("x", "bob", 5, None).await;
        assert_eq!(body(&outcome)["available"], 5);
    }
}

/// Waits until all runs have ended.
async fn ended(app: &Arc<App>) {
    let waiting = async {
        loop {
            let mut reader = app.database.reader().await.unwrap();
            let running: i64 = foundation::on_engine!(&mut reader.connection(), |c| {
                sqlx::query_scalar("SELECT count(*) FROM verification WHERE ended_at IS NULL")
                    .fetch_one(c)
                    .await
                    .unwrap()
            });
            drop(reader);
            if running == 0 {
                return;
            }
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_mins(1), waiting)
        .await
        .unwrap();
}
