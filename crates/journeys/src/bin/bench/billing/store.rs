//! SQL of the bench of billing.

use foundation::{Database, on_engine};

const COUNT_COMPLETED: &str = "SELECT COUNT(*) FROM checkout WHERE state = 'completed'";

const COUNT_WAITING: &str = "SELECT COUNT(*) FROM stripe_object WHERE state = 'waiting'";

/// The others are prices and customers.
const COUNT_APPLIED: &str = "\
    SELECT COUNT(*) FROM stripe_object \
    WHERE state = 'idle' AND kind IN ('session', 'payment', 'subscription', 'invoice')";

const COUNT_GRANTED: &str = "\
    SELECT (SELECT COUNT(*) FROM checkout WHERE state = 'completed') \
        + (SELECT COUNT(*) FROM payment WHERE source = 'subscription' AND state = 'paid')";

/// Counts the completed checkouts.
pub(super) async fn count_completed(database: &Database) -> i64 {
    count(database, COUNT_COMPLETED).await
}

/// Counts the objects of Stripe that the worker has to apply.
pub(super) async fn count_waiting(database: &Database) -> i64 {
    count(database, COUNT_WAITING).await
}

/// Counts the sessions, payments, subscriptions and invoices that the worker has applied.
pub(super) async fn count_applied(database: &Database) -> i64 {
    count(database, COUNT_APPLIED).await
}

/// Counts the completed checkouts and the paid invoices of subscriptions.
pub(super) async fn count_granted(database: &Database) -> i64 {
    count(database, COUNT_GRANTED).await
}

async fn count(database: &Database, statement: &'static str) -> i64 {
    let mut reader = database.reader().await.expect("a reader");
    on_engine!(&mut reader.connection(), |c| {
        let counted = sqlx::query_scalar(statement).fetch_one(c).await;
        counted.expect("a number")
    })
}
