//! Reads wallets without a lock, and writes settings of locked ones.

use foundation::database::{SqlResultExt, padded, portions, with_placeholders};
use foundation::{Connection, Failure, on_engine};
use sqlx::AssertSqlSafe;

use super::accounts::{Row, read_debts};
use crate::credits::ledger::account::{Account, WalletKey};

/// Reads wallets without locking them. A wallet without its book's row has the usual terms, as when it is locked.
const READ: (&str, &str) = (
    "WITH requested (book, owner_kind, owner) AS (VALUES ",
    ") SELECT a.id, a.book_id, a.owner_kind, a.owner_id, a.posted, a.held, a.overdraft_limit, a.debt_account_id, a.seq, \
        a.txn_count, a.event_count, a.version, a.last_booked_at, a.next_due_at, a.open_lots, a.open_holds, a.status, a.frozen_at, \
        a.spend_cap, a.spend_period, a.spent_period, a.spent_in_period, a.topup_at, b.heard AS subscription, b.low_at, b.restored_days, b.debt_repaid_by \
     FROM requested CROSS JOIN account a LEFT JOIN book b ON b.id = a.book_id \
     WHERE a.book_id = requested.book AND a.kind = 'wallet' AND a.owner_kind = requested.owner_kind AND a.owner_id = requested.owner",
);

const SET_LIMIT: &str =
    "UPDATE account SET overdraft_limit = $2, version = version + 1 WHERE id = $1";

/// Finds the scales of wallets with at least one transaction.
const SCALES: (&str, &str) = (
    "WITH requested (id) AS (VALUES ",
    ") SELECT DISTINCT b.scale FROM requested CROSS JOIN account a CROSS JOIN book b \
     WHERE a.id = requested.id AND b.id = a.book_id AND a.txn_count > 0",
);

/// Reads those of these wallets that exist, without a lock, in no order. In a snapshot their lots and holds belong to them.
pub(crate) async fn read(
    db: &mut Connection<'_>,
    wallets: &[WalletKey],
) -> Result<Vec<Account>, Failure> {
    let mut accounts: Vec<Account> = Vec::with_capacity(wallets.len());
    for portion in padded(wallets, 3) {
        let text = portion.text(db, READ);
        let rows: Vec<Row> = on_engine!(db, |c| {
            let mut query = sqlx::query_as(AssertSqlSafe(text));
            for (of, there) in portion.rows() {
                query = query
                    .bind(there.some(of.book_id))
                    .bind(of.owner.kind())
                    .bind(of.owner.id());
            }
            query.fetch_all(c).await
        })
        .failed("reading accounts")?;
        accounts.extend(rows.into_iter().map(Account::from));
    }
    read_debts(db, &mut accounts).await?;
    Ok(accounts)
}

/// Sets the overdraft limit of a locked wallet.
pub(crate) async fn set_limit(
    db: &mut Connection<'_>,
    account_id: i64,
    limit: i64,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(SET_LIMIT)
        .bind(account_id)
        .bind(limit)
        .execute(c)
        .await
        .map(drop))
    .failed("setting an overdraft limit")
}

/// Returns the display scales of these wallets' books, for wallets with at least one transaction.
pub(crate) async fn scales(db: &mut Connection<'_>, wallets: &[i64]) -> Result<Vec<i16>, Failure> {
    let mut scales = Vec::new();
    for wallets in portions(wallets) {
        let text = with_placeholders(db, SCALES.0, 1, wallets.len(), SCALES.1);
        let found: Vec<i16> = on_engine!(db, |c| {
            let mut query = sqlx::query_scalar(AssertSqlSafe(text));
            for wallet in wallets {
                query = query.bind(wallet);
            }
            query.fetch_all(c).await
        })
        .failed("reading display scales")?;
        scales.extend(found);
    }
    Ok(scales)
}
