//! The order of deliveries: of one customer's to one endpoint the first is sent, the others wait behind it.
//!
//! Whoever writes a delivery that is to be sent writes it as waiting behind others; whoever has written or ended any lets
//! the first one go. All of them hold the lock of the endpoint's row, so that nobody waits behind one that is gone. What
//! waits behind another is in no index that a claim goes through: it costs nothing, however much it is.

use std::collections::BTreeSet;

use foundation::database::{Failed, many, portions};
use foundation::{Connection, Failure, Timestamp, on_engine};
use sqlx::AssertSqlSafe;

use crate::webhooks::schedule::TRIES_IN_ORDER;

// An event waits for the earlier ones of its customer while they are in their first tries. None of those waits behind
// others: the head is the first that does.
pub(super) const LET_GO: (&str, &str) = (
    "WITH asked (endpoint, account, now, tries) AS (VALUES ",
    "), head (id, now, tries) AS ( \
        SELECT (SELECT d.id FROM webhook_delivery d WHERE d.endpoint_id = asked.endpoint AND d.account_id = asked.account \
            AND d.state = 'waiting' AND d.is_behind ORDER BY d.n LIMIT 1), asked.now, asked.tries FROM asked) \
     UPDATE webhook_delivery SET is_behind = FALSE, next_at = head.now FROM head WHERE webhook_delivery.id = head.id \
        AND NOT EXISTS (SELECT 1 FROM webhook_delivery p WHERE p.endpoint_id = webhook_delivery.endpoint_id \
            AND p.account_id = webhook_delivery.account_id AND p.state = 'waiting' AND p.n < webhook_delivery.n \
            AND p.attempts <= head.tries)",
);

/// What is sent in order: the events of one customer, to one endpoint.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, sqlx::FromRow)]
pub(in crate::webhooks) struct Queue {
    /// The endpoint.
    pub(in crate::webhooks) endpoint_id: String,
    /// The customer's wallet.
    pub(in crate::webhooks) account_id: i64,
}

/// Lets the first of each queue go, unless an earlier one is being tried.
pub(in crate::webhooks) async fn let_go(
    db: &mut Connection<'_>,
    queues: Vec<Queue>,
    now: Timestamp,
) -> Result<(), Failure> {
    let queues: BTreeSet<Queue> = queues.into_iter().collect();
    let queues: Vec<Queue> = queues.into_iter().collect();
    for queues in portions(&queues) {
        let text = many(db, LET_GO.0, (4, queues.len()), LET_GO.1);
        on_engine!(db, |c| {
            let mut query = sqlx::query(AssertSqlSafe(text));
            for queue in queues {
                query = query
                    .bind(&queue.endpoint_id)
                    .bind(queue.account_id)
                    .bind(now.micros())
                    .bind(TRIES_IN_ORDER);
            }
            query.execute(c).await.map(drop)
        })
        .failed("letting deliveries go")?;
    }
    Ok(())
}
