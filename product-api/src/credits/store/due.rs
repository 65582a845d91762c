//! Finds accounts with due expiries, and due lots and holds of a large wallet, each by one range of an index.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

use super::lots::Row;
use crate::credits::ledger::account::{Owner, WalletKey};
use crate::credits::ledger::lot::Lot;

/// The order is that of the index, so that the query reads due rows only.
const ACCOUNTS: &str = "\
    SELECT next_due_at, id, book_id, owner_kind, owner_id FROM account \
    WHERE next_due_at >= $2 AND (next_due_at > $2 OR id > $3) AND next_due_at <= $1 AND frozen_at IS NULL \
    ORDER BY next_due_at, id LIMIT $4";

// Credits that a hold has pinned do not expire: the query skips them.
const LOTS: &str = "\
    SELECT id, account_id, kind, amount, remaining, held, priority, effective_at, expires_at, scope, source_kind, source_ref, txn_id \
    FROM lot WHERE account_id = $1 AND closed_at IS NULL AND expires_at <= $2 AND remaining > held \
    ORDER BY expires_at, id LIMIT $3";

const HOLDS: &str = "\
    SELECT id FROM hold WHERE account_id = $1 AND closed_at IS NULL AND expires_at <= $2 ORDER BY expires_at, id LIMIT $3";

const NEXT_LOT: &str = "\
    SELECT expires_at FROM lot WHERE account_id = $1 AND closed_at IS NULL AND expires_at > $2 AND remaining > held \
    ORDER BY expires_at LIMIT 1";

const NEXT_HOLD: &str = "\
    SELECT expires_at FROM hold WHERE account_id = $1 AND closed_at IS NULL AND expires_at > $2 \
    ORDER BY expires_at LIMIT 1";

/// An account on which an expiry is due.
#[derive(Clone, Debug)]
pub(crate) struct DueAccount {
    pub(crate) id: i64,
    pub(crate) of: WalletKey,
}

/// A position among due rows: a time and a key.
pub(crate) type DuePosition = (i64, i64);

/// The position before all due rows.
pub(crate) const FIRST: DuePosition = (i64::MIN, i64::MIN);

/// Finds accounts on which an expiry is due, the longest due first, after a position. Each comes with its own position.
pub(crate) async fn accounts(
    db: &mut Connection<'_>,
    now: Timestamp,
    after: DuePosition,
    limit: i64,
) -> Result<Vec<(DuePosition, DueAccount)>, Failure> {
    let rows: Vec<(i64, i64, i64, String, String)> = on_engine!(db, |c| sqlx::query_as(ACCOUNTS)
        .bind(now.micros())
        .bind(after.0)
        .bind(after.1)
        .bind(limit)
        .fetch_all(c)
        .await)
    .failed("finding due wallets")?;
    let of_row = |(due_at, id, book_id, kind, owner_id): (i64, i64, i64, String, String)| {
        let of = WalletKey {
            book_id,
            owner: Owner::from_row(&kind, owner_id),
        };
        ((due_at, id), DueAccount { id, of })
    };
    Ok(rows.into_iter().map(of_row).collect())
}

/// Reads lots of a locked wallet that are due at a time: the first ones, by time and key.
pub(crate) async fn lots(
    db: &mut Connection<'_>,
    account_id: i64,
    at: Timestamp,
    limit: i64,
) -> Result<Vec<Lot>, Failure> {
    let rows: Vec<Row> = on_engine!(db, |c| sqlx::query_as(LOTS)
        .bind(account_id)
        .bind(at.micros())
        .bind(limit)
        .fetch_all(c)
        .await)
    .failed("reading lots that are due")?;
    rows.into_iter().map(Row::into_lot).collect()
}

/// Reads the keys of holds of a locked wallet that are due at a time: the first ones, by time and key.
pub(crate) async fn holds(
    db: &mut Connection<'_>,
    account_id: i64,
    at: Timestamp,
    limit: i64,
) -> Result<Vec<i64>, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(HOLDS)
        .bind(account_id)
        .bind(at.micros())
        .bind(limit)
        .fetch_all(c)
        .await)
    .failed("reading holds that are due")
}

/// Returns the time of the next expiry after a time, on a locked wallet.
pub(crate) async fn next(
    db: &mut Connection<'_>,
    account_id: i64,
    at: Timestamp,
) -> Result<Option<Timestamp>, Failure> {
    let mut first = None;
    for statement in [NEXT_LOT, NEXT_HOLD] {
        let found: Option<i64> = on_engine!(&mut *db, |c| sqlx::query_scalar(statement)
            .bind(account_id)
            .bind(at.micros())
            .fetch_optional(c)
            .await)
        .failed("finding the next due time of a wallet")?;
        let found = found.map(Timestamp::from_micros);
        first = [first, found].into_iter().flatten().min();
    }
    Ok(first)
}
