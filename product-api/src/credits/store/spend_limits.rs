//! Sets a customer's spend limit, and adds up booked spends since a time.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

use crate::credits::ledger::spend_limit::{LimitPeriod, SpendLimit};

const SET: &str = "\
    UPDATE account SET spend_cap = $2, spend_period = $3, spent_period = $4, spent_in_period = $5, version = version + 1 \
    WHERE id = $1";

/// Scans a range of one index. A wallet's transactions are booked in the order of their numbers, so that the maxima of both
/// belong to the last one. Millions and remainders are added up separately, because the total may exceed the database's
/// integers.
const SPENT: &str = "\
    SELECT CAST(COALESCE(SUM(CASE WHEN kind IN ('spend', 'capture') THEN -amount / 1000000 ELSE 0 END), 0) AS BIGINT) AS millions, \
        CAST(COALESCE(SUM(CASE WHEN kind IN ('spend', 'capture') THEN -amount % 1000000 ELSE 0 END), 0) AS BIGINT) AS rest, \
        COALESCE(MAX(booked_at), $2) AS booked_at, COALESCE(MAX(n), $3) AS n \
    FROM txn WHERE account_id = $1 AND (booked_at, n) > ($2, $3)";

/// A limit, as columns of a wallet.
#[derive(Debug, sqlx::FromRow)]
pub(super) struct LimitRow {
    spend_cap: Option<i64>,
    spend_period: Option<String>,
    spent_period: Option<i64>,
    spent_in_period: Option<i64>,
}

impl LimitRow {
    pub(super) fn read(&self) -> Option<SpendLimit> {
        Some(SpendLimit {
            cap: self.spend_cap?,
            period: LimitPeriod::from_name(self.spend_period.as_deref()?)?,
            window: self.spent_period?,
            spent: self.spent_in_period?,
        })
    }
}

/// Sets the limit of a locked wallet, with the credits counted so far; none removes it.
pub(crate) async fn set(
    db: &mut Connection<'_>,
    account_id: i64,
    limit: Option<SpendLimit>,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(SET)
        .bind(account_id)
        .bind(limit.map(|limit| limit.cap))
        .bind(limit.map(|limit| limit.period.name()))
        .bind(limit.map_or(0, |limit| limit.window))
        .bind(limit.map_or(0, |limit| limit.spent))
        .execute(c)
        .await
        .map(drop))
    .failed("setting a spend limit")
}

/// Credits that spends and captures of a wallet took since a time, as far as they were added up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tally {
    account_id: i64,
    /// Position of the last transaction that was added.
    reached: (i64, i64),
    /// The total so far.
    pub(crate) spent: i64,
}

impl Tally {
    /// Starts at zero; the time is the first that counts.
    pub(crate) fn since(account_id: i64, since: Timestamp) -> Self {
        Self {
            account_id,
            reached: (since.micros().saturating_sub(1), i64::MAX),
            spent: 0,
        }
    }

    /// Returns true for the tally of this wallet.
    pub(crate) fn is_of(&self, account_id: i64) -> bool {
        self.account_id == account_id
    }

    /// Adds transactions that were booked since the last call.
    pub(crate) async fn add(&mut self, db: &mut Connection<'_>) -> Result<(), Failure> {
        let (millions, rest, booked_at, n): (i64, i64, i64, i64) =
            on_engine!(db, |c| sqlx::query_as(SPENT)
                .bind(self.account_id)
                .bind(self.reached.0)
                .bind(self.reached.1)
                .fetch_one(c)
                .await)
            .failed("summing what was spent")?;
        self.reached = (booked_at, n);
        let spent = millions.saturating_mul(1_000_000).saturating_add(rest);
        self.spent = self.spent.saturating_add(spent);
        Ok(())
    }
}
