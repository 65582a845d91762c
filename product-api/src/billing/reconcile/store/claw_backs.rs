//! Payments whose credits were not taken back as their refunds and lost disputes say.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, on_engine};

use crate::billing::reconcile::finding::{FindingKind, FindingObject, NewFinding};

// The target is the share of the credits that the money which went back has, rounded down, without a product of both.
const WRONG: &str = "\
    SELECT s.id, s.book_id, s.stripe_payment_intent, s.clawed, s.target FROM ( \
        SELECT b.id, b.book_id, b.stripe_payment_intent, b.clawed, b.waits_for_holds, \
            CASE WHEN b.back <= 0 OR b.amount_minor <= 0 THEN 0 \
                WHEN b.back >= b.amount_minor THEN b.granted \
                ELSE (b.granted / b.amount_minor) * b.back + (b.granted % b.amount_minor) * b.back / b.amount_minor END AS target \
        FROM (SELECT p.id, p.book_id, p.stripe_payment_intent, p.amount_minor, p.granted, p.clawed, p.waits_for_holds, \
            (SELECT COALESCE(CAST(SUM(r.amount_minor) AS BIGINT), 0) FROM refund r \
                WHERE r.payment_id = p.id AND r.state IN ('pending', 'requires_action', 'succeeded')) \
            + (SELECT COALESCE(CAST(SUM(d.withdrawn_minor) AS BIGINT), 0) FROM dispute d \
                WHERE d.payment_id = p.id AND d.state IN ('lost', 'prevented')) AS back \
            FROM payment p WHERE p.connection_id = $1 AND p.paid_at IS NOT NULL AND p.state = 'paid' \
                AND (p.refunded_minor > 0 OR p.withdrawn_minor > 0 OR p.clawed > 0)) AS b) AS s \
    WHERE s.clawed > s.target OR s.clawed < s.target AND s.waits_for_holds = 0 ORDER BY s.id LIMIT 100";

#[derive(sqlx::FromRow)]
struct ClawBackRow {
    id: String,
    book_id: i64,
    stripe_payment_intent: Option<String>,
    clawed: i64,
    target: i64,
}

/// Returns payments of a connection whose credits were not taken back as their money says, a hundred at most.
pub(in crate::billing::reconcile) async fn wrong_claw_backs(
    db: &mut Connection<'_>,
    connection_id: &str,
) -> Result<Vec<NewFinding>, Failure> {
    let rows: Vec<ClawBackRow> = on_engine!(db, |c| sqlx::query_as(WRONG)
        .bind(connection_id)
        .fetch_all(c)
        .await)
    .failed("comparing credits that were taken back")?;
    let finding = |row: ClawBackRow| NewFinding {
        kind: FindingKind::ClawbackMismatch,
        object_kind: FindingObject::Payment,
        object_id: row.stripe_payment_intent.unwrap_or(row.id),
        book_id: Some(row.book_id),
        ours: format!("{} credits taken back", row.clawed),
        theirs: format!("{} credits of the money that went back", row.target),
    };
    Ok(rows.into_iter().map(finding).collect())
}
