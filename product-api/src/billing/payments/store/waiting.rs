//! Payments that wait for holds of callers.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, on_engine};

// Credits of the payment are no longer pinned, or no hold of a caller pins any. Merges may have moved the lots.
const PINS_ENDED: &str = "\
    WITH RECURSIVE became (payment_id, lot_id) AS (\
        SELECT p.id, l.lot_id FROM payment p CROSS JOIN payment_lot l WHERE p.waits_for_holds = 1 AND l.payment_id = p.id \
        UNION \
        SELECT became.payment_id, lot_transfer.to_lot_id \
        FROM became JOIN lot_transfer ON lot_transfer.from_lot_id = became.lot_id) \
    SELECT payment_id FROM (\
        SELECT became.payment_id, lot.remaining - lot.held AS unpinned, \
            COALESCE((SELECT CAST(SUM(q.amount) AS BIGINT) FROM hold_lot q JOIN hold h ON h.id = q.hold_id \
                WHERE q.lot_id = lot.id AND h.kind = 'hold'), 0) AS pinned \
        FROM became JOIN lot ON lot.id = became.lot_id) AS part \
    GROUP BY payment_id HAVING SUM(unpinned) > 0 OR SUM(pinned) = 0 ORDER BY payment_id LIMIT 100";

/// Finds up to 100 payments whose wait for holds has ended: a hold has released some of their credits, or pins none of them.
pub(in crate::billing::payments) async fn payments_whose_pins_ended(
    db: &mut Connection<'_>,
) -> Result<Vec<String>, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(PINS_ENDED).fetch_all(c).await)
        .failed("finding payments whose holds have ended")
}
