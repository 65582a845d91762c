//! Costs of lots: what was earned of them, what expired, and what was returned.

use foundation::database::{SqlResultExt, padded};
use foundation::{Connection, Failure, Timestamp, on_engine};
use sqlx::AssertSqlSafe;

use crate::billing::currency::Currency;
use crate::billing::journal::lot_recognition::LotRecognition;
use crate::billing::journal::record::LotCost;

const INSERT_LOT_COSTS: &str = "\
    INSERT INTO recognition (lot_id, book_id, currency, cost_minor, is_open, created_at, updated_at)";

const ORIGIN: &str = "SELECT source_kind, source_ref FROM lot WHERE id = $1";

const LOCK_LOT: &str = "\
    UPDATE recognition SET updated_at = updated_at WHERE lot_id = $1 \
    RETURNING cost_minor, earned, broken, returned, taken, (SELECT l.amount FROM lot l WHERE l.id = recognition.lot_id) AS amount";

const UPDATE_RETURNED: &str =
    "UPDATE recognition SET returned = $2, taken = $3, is_open = TRUE WHERE lot_id = $1";

const ADD_EXPIRED_EARLY: &str =
    "UPDATE recognition SET expired_early = expired_early + $2, is_open = TRUE WHERE lot_id = $1";

/// Kind of the source of a lot whose credits a merge has moved from another lot; the reference begins with the key of that lot.
const TRANSFER: &str = "transfer";

/// Inserts the costs of lots.
pub(in crate::billing::journal) async fn insert_lot_costs(
    db: &mut Connection<'_>,
    book_id: i64,
    currency: Currency,
    costs: &[LotCost],
    now: Timestamp,
) -> Result<(), Failure> {
    for portion in padded(costs, 7) {
        let text = portion.insert(db, INSERT_LOT_COSTS, "");
        on_engine!(db, |c| {
            let mut query = sqlx::query(AssertSqlSafe(text));
            for (cost, there) in portion.rows() {
                query = query
                    .bind(there.some(cost.lot_id))
                    .bind(book_id)
                    .bind(currency.code())
                    .bind(cost.cost_minor)
                    .bind(true)
                    .bind(now.micros())
                    .bind(now.micros());
            }
            query.execute(c).await.map(drop)
        })
        .failed("recording the costs of lots")?;
    }
    Ok(())
}

/// Returns the lot from which a merge has moved the credits of a lot; none if they were granted there.
pub(in crate::billing::journal) async fn find_origin(
    db: &mut Connection<'_>,
    lot_id: i64,
) -> Result<Option<i64>, Failure> {
    let found: Option<(String, String)> = on_engine!(db, |c| sqlx::query_as(ORIGIN)
        .bind(lot_id)
        .fetch_optional(c)
        .await)
    .failed("finding the origin of a lot")?;
    let moved = found.filter(|(kind, _)| kind == TRANSFER);
    let Some((_, reference)) = moved else {
        return Ok(None);
    };
    let origin = reference.split(':').next().and_then(|key| key.parse().ok());
    let unknown = || Failure::defect("a moved lot does not name its origin");
    origin.ok_or_else(unknown).map(Some)
}

/// The cost of a lot whose row is locked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::billing::journal) struct LockedLot {
    /// Its recognition.
    pub(in crate::billing::journal) recognition: LotRecognition,
    /// Credits that were bought.
    pub(in crate::billing::journal) amount: i64,
}

#[derive(sqlx::FromRow)]
struct Row {
    cost_minor: i64,
    earned: i64,
    broken: i64,
    returned: i64,
    taken: i64,
    amount: i64,
}

/// Locks the cost of a lot until the transaction ends; none if nothing was paid for the lot.
pub(in crate::billing::journal) async fn lock_lot(
    db: &mut Connection<'_>,
    lot_id: i64,
) -> Result<Option<LockedLot>, Failure> {
    let row: Option<Row> = on_engine!(db, |c| sqlx::query_as(LOCK_LOT)
        .bind(lot_id)
        .fetch_optional(c)
        .await)
    .failed("locking the cost of a lot")?;
    Ok(row.map(|row| LockedLot {
        recognition: LotRecognition {
            cost_minor: row.cost_minor,
            earned: row.earned,
            breakage: row.broken,
            returned: row.returned,
            taken: row.taken,
        },
        amount: row.amount,
    }))
}

/// Writes what was returned of a lot whose row is locked. The next recognition looks at the lot again.
pub(in crate::billing::journal) async fn update_returned(
    db: &mut Connection<'_>,
    lot_id: i64,
    recognition: LotRecognition,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(UPDATE_RETURNED)
        .bind(lot_id)
        .bind(recognition.returned)
        .bind(recognition.taken)
        .execute(c)
        .await
        .map(drop))
    .failed("storing the returned cost of a lot")
}

/// Adds credits of a lot that have expired before its end. A lot without a cost has no row. The next recognition looks at the lot
/// again.
pub(in crate::billing::journal) async fn add_expired_early(
    db: &mut Connection<'_>,
    lot_id: i64,
    credits: i64,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(ADD_EXPIRED_EARLY)
        .bind(lot_id)
        .bind(credits)
        .execute(c)
        .await
        .map(drop))
    .failed("counting credits that have expired early")
}
