//! The order of deliveries: those of one customer to one endpoint are sent in order, and the later ones wait.
//!
//! A transaction inserts each delivery as waiting behind others. A transaction that has inserted or ended deliveries
//! releases the first of each queue. Both lock the endpoint's row, so that no delivery waits behind a deleted one. A
//! delivery that waits behind another is in no index that a claim reads: it costs nothing, in any number.

use std::collections::BTreeSet;

use foundation::database::{SqlResultExt, portions, with_placeholders};
use foundation::{Connection, Failure, Timestamp, on_engine};
use sqlx::AssertSqlSafe;

use crate::webhooks::schedule::TRIES_IN_ORDER;

// An event waits for earlier events of its customer only during their first attempts. The head is the first delivery that
// waits behind others; all before it were released.
pub(super) const RELEASE: (&str, &str) = (
    "WITH requested (endpoint, account, now, tries) AS (VALUES ",
    "), head (id, now, tries) AS ( \
        SELECT (SELECT d.id FROM webhook_delivery d WHERE d.endpoint_id = requested.endpoint AND d.account_id = requested.account \
            AND d.state = 'waiting' AND d.is_behind ORDER BY d.n LIMIT 1), requested.now, requested.tries FROM requested) \
     UPDATE webhook_delivery SET is_behind = FALSE, next_at = head.now FROM head WHERE webhook_delivery.id = head.id \
        AND NOT EXISTS (SELECT 1 FROM webhook_delivery p WHERE p.endpoint_id = webhook_delivery.endpoint_id \
            AND p.account_id = webhook_delivery.account_id AND p.state = 'waiting' AND p.n < webhook_delivery.n \
            AND p.attempts <= head.tries)",
);

/// The deliveries that are sent in order: the events of one customer, to one endpoint.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, sqlx::FromRow)]
pub(in crate::webhooks) struct DeliveryQueue {
    /// The endpoint.
    pub(in crate::webhooks) endpoint_id: String,
    /// The customer's wallet.
    pub(in crate::webhooks) account_id: i64,
}

/// Releases the first delivery of each queue, unless an earlier one is in its first attempts.
pub(in crate::webhooks) async fn release(
    db: &mut Connection<'_>,
    queues: Vec<DeliveryQueue>,
    now: Timestamp,
) -> Result<(), Failure> {
    let queues: BTreeSet<DeliveryQueue> = queues.into_iter().collect();
    let queues: Vec<DeliveryQueue> = queues.into_iter().collect();
    for queues in portions(&queues) {
        let text = with_placeholders(db, RELEASE.0, 4, queues.len(), RELEASE.1);
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
        .failed("releasing deliveries")?;
    }
    Ok(())
}
