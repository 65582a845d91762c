//! Reads our payments whose money may still change at Stripe.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

// The stage of disputes has compared those that are not older than what the run lists.
const UNSETTLED: &str = "\
    SELECT u.id, p.stripe_payment_intent FROM ( \
        SELECT d.payment_id AS id FROM dispute d \
            WHERE d.connection_id = $1 AND d.state IN ('inquiry', 'open') AND d.payment_id > $2 AND d.opened_at < $3 \
        UNION SELECT r.payment_id AS id FROM refund r \
            WHERE r.connection_id = $1 AND r.state IN ('pending', 'requires_action') AND r.payment_id > $2 \
        UNION SELECT n.id AS id FROM payment n \
            WHERE n.connection_id = $1 AND n.state = 'pending' AND n.id > $2 \
        ORDER BY id LIMIT $4) AS u CROSS JOIN payment p \
    WHERE p.id = u.id ORDER BY u.id";

/// A payment that is pending, disputed without a decision, or has a refund on its way.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub(in crate::billing::reconcile) struct UnsettledPayment {
    pub(in crate::billing::reconcile) id: String,
    /// The intent at Stripe; none for a payment whose intent is not known yet.
    pub(in crate::billing::reconcile) stripe_payment_intent: Option<String>,
}

/// Returns payments whose money may still change, in the order of their ids. Of the disputes it reads those that began before a
/// time.
pub(in crate::billing::reconcile) async fn list_unsettled(
    db: &mut Connection<'_>,
    connection_id: &str,
    listed_from: Timestamp,
    after: &str,
    limit: i64,
) -> Result<Vec<UnsettledPayment>, Failure> {
    on_engine!(db, |c| sqlx::query_as(UNSETTLED)
        .bind(connection_id)
        .bind(after)
        .bind(listed_from.micros())
        .bind(limit)
        .fetch_all(c)
        .await)
    .failed("listing payments whose money may still change")
}
