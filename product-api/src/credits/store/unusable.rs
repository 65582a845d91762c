//! Credits in lots that a spend cannot take, added up by the database: a wallet may have thousands of lots.

use foundation::database::{SqlResultExt, padded};
use foundation::{Connection, Failure, Timestamp, on_engine};
use sqlx::AssertSqlSafe;

/// Credits in lots for other features, and in lots that begin later. (The sum with zero keeps SQLite from the index of all lots
/// by their beginning.)
const UNUSABLE: (&str, &str) = (
    "WITH requested (n, wallet, feature, instant) AS (VALUES ",
    ") SELECT requested.n, \
        COALESCE((SELECT CAST(SUM(l.remaining - l.held) AS BIGINT) FROM lot l WHERE l.account_id = requested.wallet \
            AND l.closed_at IS NULL AND COALESCE(l.scope, 0) > 0 AND l.scope <> requested.feature \
            AND l.effective_at + 0 <= requested.instant), 0) AS of_others, \
        COALESCE((SELECT CAST(SUM(l.remaining - l.held) AS BIGINT) FROM lot l WHERE l.account_id = requested.wallet \
            AND l.closed_at IS NULL AND l.effective_at > requested.instant), 0) AS later \
     FROM requested WHERE requested.n IS NOT NULL",
);

/// A use of a wallet at a time, for a feature or for none.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WalletUse {
    pub(crate) account_id: i64,
    pub(crate) feature: Option<i64>,
    pub(crate) at: Timestamp,
}

/// Adds up the credits that each use of a wallet cannot take (`Lot::unusable`), in the order of the uses.
pub(crate) async fn sums(db: &mut Connection<'_>, uses: &[WalletUse]) -> Result<Vec<i64>, Failure> {
    let mut sums = vec![0; uses.len()];
    let numbered: Vec<(i64, &WalletUse)> = (0_i64..).zip(uses).collect();
    for portion in padded(&numbered, 4) {
        let text = portion.text(db, UNUSABLE);
        let rows: Vec<(i64, i64, i64)> = on_engine!(db, |c| {
            let mut query = sqlx::query_as(AssertSqlSafe(text));
            for ((n, one), there) in portion.rows() {
                query = query
                    .bind(there.some(*n))
                    .bind(one.account_id)
                    .bind(one.feature.unwrap_or_default())
                    .bind(one.at.micros());
            }
            query.fetch_all(c).await
        })
        .failed("summing what cannot be used")?;
        for (n, of_others, later) in rows {
            let n = usize::try_from(n).unwrap_or(usize::MAX);
            if let Some(sum) = sums.get_mut(n) {
                *sum = of_others + later;
            }
        }
    }
    Ok(sums)
}
