//! Tests of grants: revocation with a session, the deletion of their client or user, and the sweep.

use std::time::Duration;

use foundation::failure::FailureKind;
use foundation::testing::TestDatabase;
use foundation::{Connection, Database, Failure, Timestamp, on_both_engines, on_engine};

use super::{Grant, store};
use crate::identity::users::store::deletions;
use crate::{MIGRATIONS, protocol::clients};

const NOW: Timestamp = Timestamp::from_seconds(1_800_000_000);

async fn run(db: &mut Connection<'_>, statement: &'static str) {
    on_engine!(db, |c| sqlx::query(statement).execute(c).await.map(|_| ())).unwrap();
}

async fn insert_grants(db: &mut Connection<'_>) {
    for statement in [
        "INSERT INTO users (id, is_operator, is_active, created_at, updated_at) VALUES ('usr_1', FALSE, TRUE, 0, 0)",
        "INSERT INTO clients (id, name, secret_digest, token_endpoint_auth_method, application_type, \
            redirect_uris, post_logout_redirect_uris, grant_types, scope, id_token_signed_response_alg, require_pkce, \
            first_party, created_at, updated_at) VALUES ('web', 'Web', NULL, 'none', 'web', '[]', '[]', '', '', 'ES256', TRUE, TRUE, 0, 0)",
    ] {
        run(db, statement).await;
    }
    for (id, sid, is_offline) in [
        ("grn_1", "sid_1", false),
        ("grn_2", "sid_1", true),
        ("grn_3", "sid_2", false),
    ] {
        store::insert(db, &grant(id, sid, is_offline), NOW, NOW)
            .await
            .unwrap();
    }
}

fn grant(id: &str, sid: &str, is_offline: bool) -> Grant {
    Grant {
        id: id.to_owned(),
        user_id: "usr_1".to_owned(),
        client_id: "web".to_owned(),
        sid: sid.to_owned(),
        scope: "openid".to_owned(),
        is_offline,
        auth_time: NOW,
        expires_at: None,
        claims: None,
        acr: None,
        amr: None,
        dpop_jkt: None,
        resources: Vec::new(),
    }
}

async fn live(db: &mut Connection<'_>) -> Vec<String> {
    let statement = "SELECT id FROM grants WHERE revoked_at IS NULL ORDER BY id";
    on_engine!(db, |c| sqlx::query_scalar(statement).fetch_all(c).await).unwrap()
}

on_both_engines!(
    MIGRATIONS,
    async fn grant_ends_by_id_and_with_its_session(database: Database) {
        let mut transaction = database.begin().await.unwrap();
        let mut db = transaction.connection();
        insert_grants(&mut db).await;
        let ended = store::revoke_of_sid(&mut db, "sid_1", NOW).await.unwrap();
        assert_eq!(
            (ended, live(&mut db).await),
            (1, vec!["grn_2".to_owned(), "grn_3".to_owned()])
        );
        assert_eq!(store::revoke(&mut db, "grn_3", NOW).await.unwrap(), 1);
        assert_eq!(store::revoke(&mut db, "grn_3", NOW).await.unwrap(), 0);
        assert_eq!(live(&mut db).await, ["grn_2"]);
    }
);

on_both_engines!(
    MIGRATIONS,
    async fn old_grants_are_swept_in_bounded_numbers(database: Database) {
        let mut transaction = database.begin().await.unwrap();
        let mut db = transaction.connection();
        insert_grants(&mut db).await;
        let mut some = async |until, most| {
            let deleted = store::EXPIRED.delete_some(&mut db, until, most).await;
            deleted.unwrap()
        };
        let earlier = NOW.minus(Duration::from_micros(1));
        assert_eq!(some(earlier, 10).await, 0);
        assert_eq!(some(NOW, 2).await, 2);
        assert_eq!(some(NOW, 2).await, 1);
    }
);

/// Statement that a deletion executes before it ends the grants of the client or user.
#[derive(Clone, Copy, Debug)]
enum ConcurrentStep {
    HoldClient,
    SettleUser,
    ForgetUser,
}

/// Executes a step and undoes it. Returns true if the step found the client or user.
async fn try_step(database: &Database, step: ConcurrentStep) -> Result<bool, Failure> {
    let mut transaction = database.begin().await?;
    let mut db = transaction.connection();
    run(&mut db, "SET LOCAL lock_timeout = '10ms'").await;
    let found = match step {
        ConcurrentStep::HoldClient => {
            let held = clients::store::lock_for_deletion(&mut db, "web").await;
            held.map(|client| client.is_some())
        }
        ConcurrentStep::SettleUser => deletions::record_no_sessions(&mut db, "usr_1").await,
        ConcurrentStep::ForgetUser => deletions::erase(&mut db, "usr_1", NOW).await,
    };
    transaction.rollback().await?;
    found
}

/// PostgreSQL alone has two writers.
#[tokio::test]
async fn deletion_waits_for_new_grants_of_its_client_and_user() {
    let world = TestDatabase::postgres(&MIGRATIONS).await;
    let database = world.database();
    let mut inserting = database.begin().await.unwrap();
    let mut db = inserting.connection();
    insert_grants(&mut db).await;
    let leave = "UPDATE users SET leaves_at = 0, sessions_may_linger = TRUE";
    run(&mut db, leave).await;
    inserting.commit().await.unwrap();
    let mut giving = database.begin().await.unwrap();
    let new = grant("grn_4", "sid_1", false);
    store::insert(&mut giving.connection(), &new, NOW, NOW)
        .await
        .unwrap();
    let steps = [
        ConcurrentStep::HoldClient,
        ConcurrentStep::SettleUser,
        ConcurrentStep::ForgetUser,
    ];
    for step in steps {
        let refused = try_step(&database, step).await.unwrap_err();
        assert_eq!(refused.kind(), FailureKind::Busy, "{step:?}");
    }
    giving.commit().await.unwrap();
    for step in steps {
        assert!(try_step(&database, step).await.unwrap(), "{step:?}");
    }
}

/// Inserts 2,000 grants that live for another month, and one that expired a day ago.
async fn insert_many_grants(db: &mut Connection<'_>) {
    insert_grants(db).await;
    let living = "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 2000) \
        INSERT INTO grants (id, user_id, client_id, sid, scope, is_offline, auth_time, created_at, sweep_at) \
        SELECT 'living_' || CAST(n AS TEXT), 'usr_1', 'web', 'sid_9', 'openid', FALSE, 0, n, $1 + n FROM numbers";
    let of_living = "INSERT INTO refresh_tokens (digest, grant_id, client_id, created_at, expires_at) \
        SELECT id, id, client_id, created_at, $1 FROM grants WHERE id LIKE 'living_%'";
    let later = NOW.plus(Duration::from_hours(30 * 24)).micros();
    for statement in [living, of_living] {
        on_engine!(&mut *db, |c| sqlx::query(statement)
            .bind(later)
            .execute(c)
            .await
            .map(|_| ()))
        .unwrap();
    }
    for table in ["ANALYZE grants", "ANALYZE refresh_tokens"] {
        run(db, table).await;
    }
}

#[tokio::test]
async fn sweep_reads_no_living_grant_on_sqlite() {
    let world = TestDatabase::sqlite(&MIGRATIONS).await;
    let mut transaction = world.database().begin().await.unwrap();
    let mut db = transaction.connection();
    insert_many_grants(&mut db).await;
    let Connection::Sqlite(sqlite) = &mut db else {
        panic!("this is SQLite");
    };
    let plan = format!("EXPLAIN QUERY PLAN {}", store::EXPIRED.statement());
    let plan: Vec<(i64, i64, i64, String)> = sqlx::query_as(sqlx::AssertSqlSafe(plan))
        .bind(NOW.micros())
        .bind(500)
        .fetch_all(&mut **sqlite)
        .await
        .unwrap();
    let steps: Vec<_> = plan.iter().map(|(_, _, _, step)| step.as_str()).collect();
    let by_index = |step: &&str| step.contains("grants_by_sweep (sweep_at<?)");
    assert!(steps.iter().any(by_index), "{steps:?}");
    let walks = |step: &&str| step.contains("SCAN grants");
    assert!(!steps.iter().any(walks), "{steps:?}");
    assert_eq!(swept(&mut db).await, 3);
}

#[tokio::test]
async fn sweep_reads_no_living_grant_on_postgresql() {
    let world = TestDatabase::postgres(&MIGRATIONS).await;
    let mut transaction = world.database().begin().await.unwrap();
    let mut db = transaction.connection();
    insert_many_grants(&mut db).await;
    assert_eq!(swept(&mut db).await, 3);
    let Connection::Postgres(postgres) = &mut db else {
        panic!("this is PostgreSQL");
    };
    let now = NOW.micros().to_string();
    let statement = store::EXPIRED.statement();
    let statement = statement.replace("$1", &now).replace("$2", "500");
    let plan = format!("EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) {statement}");
    let plan: Vec<(String,)> = sqlx::query_as(sqlx::AssertSqlSafe(plan))
        .fetch_all(&mut *postgres)
        .await
        .unwrap();
    let plan: Vec<_> = plan.iter().map(|(step,)| step.as_str()).collect();
    let plan = plan.join("\n");
    assert!(plan.contains("grants_by_sweep"), "{plan}");
    assert!(!plan.contains("Rows Removed"), "{plan}");
    let walked = plan.lines().filter(|step| step.contains("Seq Scan"));
    let walked: Vec<_> = walked
        .filter(|step| !step.contains("never executed"))
        .collect();
    assert!(walked.is_empty(), "{plan}");
}

/// Sweeps as the service does; returns the number of deleted grants.
async fn swept(db: &mut Connection<'_>) -> u64 {
    store::EXPIRED.delete_some(db, NOW, 500).await.unwrap()
}

on_both_engines!(
    MIGRATIONS,
    async fn referenced_grant_is_not_deleted(database: Database) {
        let mut transaction = database.begin().await.unwrap();
        let mut db = transaction.connection();
        insert_grants(&mut db).await;
        let hanging = "INSERT INTO refresh_tokens (digest, grant_id, client_id, created_at, expires_at) \
            VALUES ('d', 'grn_2', 'web', 0, 0)";
        run(&mut db, hanging).await;
        assert_eq!(swept(&mut db).await, 2);
        assert_eq!(live(&mut db).await, ["grn_2"]);
    }
);

#[test]
fn grant_is_swept_a_day_after_its_last_token_can_have_been_made() {
    let (day, family) = (Duration::from_hours(24), Duration::from_hours(30 * 24));
    let hour = NOW.plus(Duration::from_hours(1));
    let rows = [
        (None, false, NOW),
        (Some(hour), false, NOW),
        (None, true, NOW.plus(family)),
        (Some(hour), true, hour),
        (Some(NOW.plus(family + family)), true, NOW.plus(family)),
    ];
    for (expires_at, has_refresh_tokens, last) in rows {
        let grant = Grant {
            expires_at,
            ..grant("grn_1", "sid_1", false)
        };
        let sweep_at = grant.sweep_at(NOW, has_refresh_tokens);
        assert_eq!(
            sweep_at,
            last.plus(day),
            "{expires_at:?} {has_refresh_tokens}"
        );
    }
}

#[test]
fn family_ends_with_its_session_at_the_latest() {
    let later = NOW.plus(Duration::from_secs(9));
    let rows = [
        (None, later),
        (Some(NOW), NOW),
        (Some(later.plus(Duration::from_secs(1))), later),
    ];
    for (expires_at, expected) in rows {
        let grant = Grant {
            expires_at,
            ..grant("grn_1", "sid_1", false)
        };
        assert_eq!(grant.family_end(later), expected);
    }
}
