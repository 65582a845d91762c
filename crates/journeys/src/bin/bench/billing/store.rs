//! SQL of the bench of billing.

use foundation::{Database, on_engine};

const COUNT_COMPLETED: &str = "SELECT COUNT(*) FROM checkout WHERE state = 'completed'";

/// Counts the completed checkouts.
pub(super) async fn count_completed(database: &Database) -> i64 {
    let mut reader = database.reader().await.expect("a reader");
    on_engine!(&mut reader.connection(), |c| {
        let counted = sqlx::query_scalar(COUNT_COMPLETED).fetch_one(c).await;
        counted.expect("a number")
    })
}
