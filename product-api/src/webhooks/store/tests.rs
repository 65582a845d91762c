//! Tests of the query plans of the worker: its queries read due deliveries only, not those that wait behind them.

use foundation::testing::TestDatabase;
use foundation::{Connection, on_engine};
use sqlx::AssertSqlSafe;

use super::deliveries::OUTBOX;
use super::logs::RANGE;
use super::queues::RELEASE;
use crate::MIGRATIONS;

/// An endpoint with a customer whose first delivery was postponed and has thousands behind it. Three other customers have
/// one due delivery each.
const BACKLOG: [&str; 3] = [
    "INSERT INTO webhook_endpoint (id, website_id, mode, url, host, events, secret, status, created_at, updated_at) \
     VALUES ('whe_1', 'web_1', 'live', 'https://a.example/', 'a.example:443', 'credits.spent', 's', 'active', 1, 1)",
    "INSERT INTO webhook_delivery (id, endpoint_id, event_id, account_id, n, type, state, attempts, next_at, created_at, is_behind) \
     WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 20000) \
     SELECT 'd' || CAST(n AS TEXT), 'whe_1', n, 1, n, 'credits.spent', 'waiting', CASE WHEN n = 1 THEN 1 ELSE 0 END, \
        CASE WHEN n = 1 THEN 900 ELSE 10 END, 1, n > 1 FROM numbers",
    "INSERT INTO webhook_delivery (id, endpoint_id, event_id, account_id, n, type, state, next_at, created_at) \
     VALUES ('x', 'whe_1', 90001, 2, 1, 'credits.spent', 'waiting', 10, 1), \
        ('y', 'whe_1', 90002, 3, 1, 'credits.spent', 'waiting', 10, 1), \
        ('z', 'whe_1', 90003, 4, 1, 'credits.spent', 'waiting', 10, 1)",
];

/// The number of deliveries that wait behind no other.
const FIRST: i64 = 4;

/// Returns the statements with their values, for endpoints, claims, outcomes and time ranges.
fn statements() -> [(&'static str, String); 5] {
    let claim = OUTBOX
        .claim
        .replace("$1", "'whe_1'")
        .replace("$2", "100")
        .replace("$3", "500");
    let let_go = format!("{}('whe_1', 1, 100, 3){}", RELEASE.0, RELEASE.1);
    let range = RANGE
        .replace("$1", "7")
        .replace("$2", "'credits.spent'")
        .replace("$3", "0")
        .replace("$4", "0")
        .replace("$5", "100")
        .replace("$6", "500")
        .replace("$7", "20000");
    [
        ("next", OUTBOX.next.to_owned()),
        ("due", OUTBOX.due.replace("$1", "100")),
        ("claim", claim),
        ("let go", let_go),
        ("range", range),
    ]
}

async fn run(db: &mut Connection<'_>, statement: &str) -> u64 {
    let statement = AssertSqlSafe(statement.to_owned());
    on_engine!(db, |c| sqlx::query(statement)
        .execute(c)
        .await
        .map(|done| done.rows_affected()))
    .unwrap()
}

async fn insert_backlog(db: &mut Connection<'_>) {
    for statement in BACKLOG {
        run(db, statement).await;
    }
}

#[tokio::test]
async fn nothing_that_waits_behind_another_is_read_on_sqlite() {
    let world = TestDatabase::sqlite(&MIGRATIONS).await;
    let mut transaction = world.database().begin().await.unwrap();
    let mut db = transaction.connection();
    insert_backlog(&mut db).await;
    for (name, statement) in statements() {
        let Connection::Sqlite(sqlite) = &mut db else {
            panic!("this is SQLite");
        };
        let plan = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {statement}"));
        let plan: Vec<(i64, i64, i64, String)> =
            sqlx::query_as(plan).fetch_all(&mut **sqlite).await.unwrap();
        let steps: Vec<&str> = plan.iter().map(|(_, _, _, step)| step.as_str()).collect();
        let all = steps.join("\n");
        assert!(
            !all.contains("SCAN d") && !all.contains("SCAN p") && !all.contains("SCAN outbox"),
            "{name}: {all}"
        );
        assert!(!all.contains("SCAN webhook_delivery\n"), "{name}: {all}");
        assert!(
            name != "claim" || !all.contains("TEMP B-TREE"),
            "{name}: {all}"
        );
        let expected = match name {
            "next" => "webhook_delivery_next",
            "due" => "webhook_delivery_due (endpoint_id=?)",
            "claim" => "webhook_delivery_due (endpoint_id=? AND next_at<?)",
            "let go" => "webhook_delivery_in_order (endpoint_id=? AND account_id=? AND n<?)",
            _ => "outbox_of_book (book_id=? AND (created_at,id)>(?,?) AND created_at<?)",
        };
        assert!(all.contains(expected), "{name}: {all}");
    }
    assert_eq!(claimed(&mut db).await, (3, 0));
}

#[tokio::test]
async fn nothing_that_waits_behind_another_is_read_on_postgresql() {
    let world = TestDatabase::postgres(&MIGRATIONS).await;
    let mut transaction = world.database().begin().await.unwrap();
    let mut db = transaction.connection();
    insert_backlog(&mut db).await;
    run(&mut db, "ANALYZE webhook_delivery").await;
    for (name, statement) in statements() {
        run(&mut db, "SAVEPOINT before").await;
        let Connection::Postgres(postgres) = &mut db else {
            panic!("this is PostgreSQL");
        };
        let plan = AssertSqlSafe(format!(
            "EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) {statement}"
        ));
        let plan: Vec<(String,)> = sqlx::query_as(plan)
            .fetch_all(&mut *postgres)
            .await
            .unwrap();
        let plan: Vec<&str> = plan.iter().map(|(step,)| step.as_str()).collect();
        let plan = plan.join("\n");
        run(&mut db, "ROLLBACK TO before").await;
        let removed = plan
            .lines()
            .filter_map(|line| line.trim().strip_prefix("Rows Removed by "));
        let removed: i64 = removed
            .filter_map(|line| line.split(": ").nth(1)?.parse::<i64>().ok())
            .sum();
        // With any index, the plan reads due deliveries, and none of those that wait behind them.
        assert!(removed <= FIRST, "{name}: {plan}");
        assert!(
            !plan.contains("Seq Scan on webhook_delivery"),
            "{name}: {plan}"
        );
    }
    assert_eq!(claimed(&mut db).await, (3, 0));
}

/// Returns the number of rows that a claim takes, and that a second one takes.
async fn claimed(db: &mut Connection<'_>) -> (u64, u64) {
    let [_, _, (_, claim), ..] = statements();
    (run(db, &claim).await, run(db, &claim).await)
}
