//! The table of returns that undone merges have yet to make: a row for two wallets of which one was frozen.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, on_engine};

use crate::credits::ledger::account::Owner;
use crate::credits::ledger::merge_transfer::MergedWallets;

const NOTE: &str = "\
    INSERT INTO wallet_return (merge_id, from_id, into_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";

const FORGET: &str =
    "DELETE FROM wallet_return WHERE merge_id = $1 AND from_id = $2 AND into_id = $3";

const FORGET_ALL: &str = "DELETE FROM wallet_return WHERE merge_id = $1";

const POSSIBLE: &str = "\
    SELECT r.merge_id, f.book_id, f.owner_kind, f.owner_id, i.owner_id AS into_owner_id \
    FROM wallet_return r JOIN account f ON f.id = r.from_id JOIN account i ON i.id = r.into_id \
    WHERE f.frozen_at IS NULL AND i.frozen_at IS NULL AND f.status = 0 \
    ORDER BY r.merge_id, r.from_id, r.into_id LIMIT $1";

/// A return of credits that an undone merge has not done yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PendingReturn {
    /// Id of the merge.
    pub(crate) merge_id: String,
    /// The book of both wallets.
    pub(crate) book_id: i64,
    /// Owner of the wallet that gets the credits back.
    pub(crate) from: Owner,
    /// Owner of the wallet that has the credits.
    pub(crate) into: Owner,
}

#[derive(sqlx::FromRow)]
struct Row {
    merge_id: String,
    book_id: i64,
    owner_kind: String,
    owner_id: String,
    into_owner_id: String,
}

/// Records that a merge has yet to return one wallet's credits from the other.
pub(crate) async fn note(
    db: &mut Connection<'_>,
    merge_id: &str,
    wallets: MergedWallets,
) -> Result<(), Failure> {
    change(db, NOTE, merge_id, wallets).await
}

/// Deletes the record after the return.
pub(crate) async fn forget(
    db: &mut Connection<'_>,
    merge_id: &str,
    wallets: MergedWallets,
) -> Result<(), Failure> {
    change(db, FORGET, merge_id, wallets).await
}

/// Deletes all records of a merge.
pub(crate) async fn forget_all(db: &mut Connection<'_>, merge_id: &str) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(FORGET_ALL)
        .bind(merge_id)
        .execute(c)
        .await
        .map(drop))
    .failed("deleting the pending returns of a merge")
}

async fn change(
    db: &mut Connection<'_>,
    statement: &'static str,
    merge_id: &str,
    wallets: MergedWallets,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(statement)
        .bind(merge_id)
        .bind(wallets.from_id)
        .bind(wallets.into_id)
        .execute(c)
        .await
        .map(drop))
    .failed("changing the pending returns of a merge")
}

/// Reads the returns that are possible now. Two wallets of one book have owners of one kind.
pub(crate) async fn possible(
    db: &mut Connection<'_>,
    limit: i64,
) -> Result<Vec<PendingReturn>, Failure> {
    let rows: Vec<Row> = on_engine!(db, |c| sqlx::query_as(POSSIBLE)
        .bind(limit)
        .fetch_all(c)
        .await)
    .failed("finding possible returns of merges")?;
    let of_row = |row: Row| PendingReturn {
        merge_id: row.merge_id,
        book_id: row.book_id,
        from: Owner::from_row(&row.owner_kind, row.owner_id),
        into: Owner::from_row(&row.owner_kind, row.into_owner_id),
    };
    Ok(rows.into_iter().map(of_row).collect())
}
