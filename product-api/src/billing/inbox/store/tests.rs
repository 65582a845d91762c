//! Tests of claims and outcomes on both engines.

use std::time::Duration;

use foundation::{Connection, Timestamp, on_both_engines, on_engine};

use super::claims::{AttemptOutcome, ClaimedObject, claim, count_claimed, due_connections, record};
use crate::MIGRATIONS;
use crate::billing::marks::{MarkedObject, ObjectKind, mark};

const CONNECTION: &str = "\
    INSERT INTO stripe_connection (id, owner_kind, owner_id, mode, account_id, account_name, country, api_key, key_hint, state, \
        delivery, created_at, updated_at) \
    VALUES ('scn_1', 'user', 'usr_1', 'test', 'acct_1', '', '', 'sealed', 'rk_test_…', 'active', 'webhook', 1, 1)";

const LEASE: Duration = Duration::from_mins(3);

/// State, marks, marks that were applied, attempts, time of the next attempt.
type Row = (String, i64, i64, i16, Option<i64>);

fn at(seconds: i64) -> Timestamp {
    Timestamp::from_seconds(seconds)
}

async fn run(db: &mut Connection<'_>, statement: &'static str) {
    on_engine!(db, |c| sqlx::query(statement).execute(c).await.map(drop)).unwrap();
}

async fn read(db: &mut Connection<'_>) -> Row {
    let statement =
        "SELECT state, dirty, done, attempts, next_at FROM stripe_object WHERE object_id = 'pi_1'";
    on_engine!(db, |c| sqlx::query_as(statement).fetch_one(c).await).unwrap()
}

async fn mark_payment(db: &mut Connection<'_>, object_id: &str, now: Timestamp) {
    let object = MarkedObject {
        connection_id: "scn_1",
        kind: ObjectKind::Payment,
        object_id,
    };
    mark(db, object, None, now).await.unwrap();
}

async fn claim_all(db: &mut Connection<'_>, now: Timestamp) -> Vec<ClaimedObject> {
    claim(db, "scn_1", now, now.plus(LEASE), 100).await.unwrap()
}

fn row(state: &str, dirty: i64, done: i64, attempts: i16, next_at: Option<i64>) -> Row {
    let next_at = next_at.map(|seconds| at(seconds).micros());
    (state.to_owned(), dirty, done, attempts, next_at)
}

/// Outcomes, and the row after each: without another mark, and with one that arrived during the attempt.
fn outcomes() -> [(AttemptOutcome, Row, Row); 5] {
    let error = || "no".to_owned();
    let retried = |is_counted| AttemptOutcome::Retried {
        next_at: at(50),
        error: error(),
        is_counted,
    };
    [
        (
            AttemptOutcome::Applied,
            row("idle", 1, 1, 0, None),
            row("waiting", 2, 1, 0, Some(20)),
        ),
        (
            AttemptOutcome::Foreign,
            row("foreign", 1, 1, 0, None),
            row("waiting", 2, 1, 0, Some(20)),
        ),
        (
            retried(true),
            row("waiting", 1, 0, 1, Some(50)),
            row("waiting", 2, 0, 1, Some(20)),
        ),
        (
            retried(false),
            row("waiting", 1, 0, 0, Some(50)),
            row("waiting", 2, 0, 0, Some(20)),
        ),
        (
            AttemptOutcome::Dead { error: error() },
            row("dead", 1, 0, 1, None),
            row("waiting", 2, 0, 0, Some(20)),
        ),
    ]
}

on_both_engines!(
    MIGRATIONS,
    async fn outcome_counts_for_the_marks_that_the_claim_read(database: Database) {
        let mut transaction = database.begin().await.unwrap();
        let mut db = transaction.connection();
        for (outcome, alone, with_another) in outcomes() {
            for (is_marked_again, expected) in [(false, alone), (true, with_another)] {
                run(&mut db, "DELETE FROM stripe_object").await;
                mark_payment(&mut db, "pi_1", at(1)).await;
                let claimed = claim_all(&mut db, at(10)).await;
                if is_marked_again {
                    mark_payment(&mut db, "pi_1", at(15)).await;
                }
                let recorded = record(&mut db, "scn_1", &claimed[0], &outcome, at(20)).await;
                assert!(recorded.unwrap());
                assert_eq!(
                    read(&mut db).await,
                    expected,
                    "{outcome:?} {is_marked_again}"
                );
                let again = record(&mut db, "scn_1", &claimed[0], &outcome, at(20)).await;
                assert!(!again.unwrap(), "the claim has ended");
            }
        }
    }
);

on_both_engines!(
    MIGRATIONS,
    async fn object_is_claimed_by_one_until_the_claim_expires(database: Database) {
        let mut transaction = database.begin().await.unwrap();
        let mut db = transaction.connection();
        for number in 0..12 {
            mark_payment(&mut db, &format!("pi_{number}"), at(number)).await;
        }
        let first = claim(&mut db, "scn_1", at(20), at(20).plus(LEASE), 8)
            .await
            .unwrap();
        assert_eq!(first.len(), 8);
        assert_eq!(count_claimed(&mut db, "scn_1", at(20)).await.unwrap(), 8);
        assert_eq!(
            claim_all(&mut db, at(21)).await.len(),
            4,
            "those that are left"
        );
        assert!(claim_all(&mut db, at(30)).await.is_empty());
        // A mark ends no claim.
        mark_payment(&mut db, "pi_1", at(31)).await;
        assert!(claim_all(&mut db, at(32)).await.is_empty());
        let later = at(20).plus(LEASE);
        assert_eq!(count_claimed(&mut db, "scn_1", later).await.unwrap(), 4);
        let taken_over = claim_all(&mut db, later).await;
        assert_eq!(taken_over.len(), 8);
        assert!(taken_over.iter().all(|claimed| claimed.attempts == 2));
        let late = record(&mut db, "scn_1", &first[0], &AttemptOutcome::Applied, later).await;
        assert!(!late.unwrap(), "another server has it");
        assert!(
            claim(&mut db, "scn_2", later, later, 8)
                .await
                .unwrap()
                .is_empty()
        );
    }
);

on_both_engines!(
    MIGRATIONS,
    async fn connection_is_due_while_its_key_may_be_used(database: Database) {
        let mut transaction = database.begin().await.unwrap();
        let mut db = transaction.connection();
        run(&mut db, CONNECTION).await;
        assert!(due_connections(&mut db, at(100)).await.unwrap().is_empty());
        mark_payment(&mut db, "pi_1", at(10)).await;
        assert!(due_connections(&mut db, at(9)).await.unwrap().is_empty());
        assert_eq!(due_connections(&mut db, at(10)).await.unwrap(), ["scn_1"]);
        for (state, expected) in [
            ("UPDATE stripe_connection SET state = 'revoked'", 0),
            ("UPDATE stripe_connection SET state = 'degraded'", 1),
            ("UPDATE stripe_connection SET state = 'checking'", 0),
        ] {
            run(&mut db, state).await;
            let due = due_connections(&mut db, at(10)).await.unwrap();
            assert_eq!(due.len(), expected, "{state}");
        }
    }
);
